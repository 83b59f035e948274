package plot

// Inline is a chart within a page without a program: drawn in the width of a text and
// in that of a telephone, of which a style shows one.
type Inline struct {
	ID   string
	Draw func(Frame) string
}

// Frames are what both are drawn in.
func (c *Inline) Frames() []Frame {
	frame := func(class string, width int) Frame {
		return Frame{ID: c.ID + "-" + class, Width: width, Untitled: true, Still: true}
	}
	return []Frame{frame("wide", 680), frame("narrow", 340)}
}

// HTML draws both.
func (c *Inline) HTML() string {
	text := ""
	for i, f := range c.Frames() {
		text += `<div class="` + [...]string{"wide", "narrow"}[i] + `">` + c.Draw(f) + "</div>\n"
	}
	return text
}

// Dark are the colours of charts where a page is dark, as style.css has them.
const Dark = "--paper:#15191f;--ink:#ece8df;--ink-soft:#a9a79f;--rule:#343c47;--accent:#e58a8f;--arrival:#9ca3af;--time:#5ab4e5;--size:#f0b640;--expansion:#3cc79b;--ratio:#e0a0c4;--area:#f08a4b;--better:#9a8bff;--worse:#bd8f55;" +
	"--c-room:#565f6b;--c-kept:#5f86a3;--c-held:#d0767d;--w0:#323a44;--w1:#51434b;--w2:#774d54;--w3:#a05f66;--w4:#cf8086;"
