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
