package lab

import (
	"strings"

	"github.com/vugu/vugu"
	js "github.com/vugu/vugu/js"
)

// Part is what stands in a study's page: a host, a heading, a control of its sentence.
type Part interface {
	put(s *Method, at *vugu.VGNode, out *vugu.BuildOut)
}

// parts are the component that puts some of them where it stands.
type parts struct {
	of   *Method
	list []Part
}

// Build puts them.
func (c *parts) Build(*vugu.BuildIn) *vugu.BuildOut {
	root := &vugu.VGNode{Type: vugu.ElementNode} // without a name: they stand in its place
	out := &vugu.BuildOut{Out: []*vugu.VGNode{root}}
	c.of.put(c.list, root, out)
	return out
}

func (s *Method) put(list []Part, at *vugu.VGNode, out *vugu.BuildOut) {
	for _, p := range list {
		p.put(s, at, out)
	}
}

// text puts text into an element, behind what is there.
func text(parent *vugu.VGNode, s string) {
	parent.AppendChild(&vugu.VGNode{Type: vugu.TextNode, Data: s})
}

// element puts an element of that name into another, with keys and values of attributes.
func element(parent *vugu.VGNode, name string, attributes ...string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: name}
	for i := 0; i < len(attributes); i += 2 {
		n.Attr = append(n.Attr, vugu.VGAttribute{Key: attributes[i], Val: attributes[i+1]})
	}
	parent.AppendChild(n)
	return n
}

// hide hides an element while something holds; nil: never.
func hide(n *vugu.VGNode, hidden func() bool) {
	n.AddAttrInterface("hidden", hidden != nil && hidden())
}

// mark adds an attribute that may be missing.
func mark(n *vugu.VGNode, key, value string) {
	if value != "" {
		n.Attr = append(n.Attr, vugu.VGAttribute{Key: key, Val: value})
	}
}

// Host is an element whose content is drawn as one string.
type Host struct {
	Name   string
	Class  string        // besides that of all hosts: "scroll"
	Region string        // what scrolls by keys is called
	Live   func() string // how a screen reader follows it
	// Unheard says that it tells a screen reader nothing.
	Unheard bool
}

func (h Host) put(s *Method, at *vugu.VGNode, _ *vugu.BuildOut) {
	class := "host"
	if h.Class != "" {
		class += " " + h.Class
	}
	n := element(at, "plot-host", "class", class)
	if h.Region != "" {
		mark(n, "tabindex", "0")
		mark(n, "role", "region")
		mark(n, "aria-label", h.Region)
	}
	if h.Live != nil {
		mark(n, "aria-live", h.Live())
	}
	if h.Unheard {
		mark(n, "aria-hidden", "true")
	}
	n.JSCreateHandler = vugu.JSValueFunc(func(el js.Value) { s.Lab.Browser.Mount(h.Name, el) })
}

// Hosts are several, one below the other.
func Hosts(names ...string) (list Group) {
	for _, name := range names {
		list.Of = append(list.Of, Host{Name: name})
	}
	return list
}

// Wide is a host that scrolls where it is too narrow.
func Wide(name string) Host { return Host{Name: name, Class: "scroll"} }

// Group is an element round others; without a tag it is none, they stand there alone.
type Group struct {
	Tag, ID, Class string
	Label          string // id of what names it
	Hidden         func() bool
	Of             []Part
}

func (g Group) put(s *Method, at *vugu.VGNode, out *vugu.BuildOut) {
	if g.Tag != "" {
		at = element(at, g.Tag)
		mark(at, "id", g.ID)
		mark(at, "class", g.Class)
		mark(at, "aria-labelledby", g.Label)
		hide(at, g.Hidden)
	}
	s.put(g.Of, at, out)
}

// Once shows parts while something is not missing.
func Once(missing func() bool, of ...Part) Part { return Group{Tag: "div", Hidden: missing, Of: of} }

// Framed frames a chart and what it comes with.
func Framed(of ...Part) Group { return Group{Tag: "figure", Class: "figure", Of: of} }

// Heading is a small one.
type Heading struct {
	ID, Text string
	Says     func() string // in place of a text
	Hidden   func() bool
}

func (h Heading) put(_ *Method, at *vugu.VGNode, _ *vugu.BuildOut) {
	n := element(at, "h2", "class", "eyebrow")
	if h.ID != "" {
		mark(n, "id", h.ID)
		mark(n, "tabindex", "-1") // it can be led to
	}
	text := h.Text
	if h.Says != nil {
		text = h.Says()
	}
	n.SetInnerHTML(text)
	hide(n, h.Hidden)
}

// Note is a paragraph: a footnote, a hint.
type Note struct {
	Class  string
	Says   func() string
	Hidden func() bool
}

// Footnote is one below an answer, of which it speaks.
func Footnote(says func() string, missing func() bool) Part {
	return Note{"footnote", func() string {
		if missing() {
			return ""
		}
		return says()
	}, missing}
}

func (p Note) put(_ *Method, at *vugu.VGNode, _ *vugu.BuildOut) {
	n := element(at, "p", "class", p.Class)
	hide(n, p.Hidden)
	n.SetInnerHTML(p.Says())
}

// Button is a quiet one.
type Button struct {
	Act, Words string
	Says       func() string // in place of words
}

func (b Button) put(_ *Method, at *vugu.VGNode, _ *vugu.BuildOut) {
	words := b.Words
	if b.Says != nil {
		words = b.Says()
	}
	element(at, "button", "type", "button", "class", "quiet", "data-act", b.Act).SetInnerHTML(words)
}

// Label names a field.
type Label struct{ For, Words string }

func (l Label) put(_ *Method, at *vugu.VGNode, _ *vugu.BuildOut) {
	text(element(at, "label", "for", l.For), l.Words)
}

// Tools hand out the chart above them as a file, or cite it; Of says of what they are,
// where there are others.
type Tools struct{ Of string }

func (t Tools) put(s *Method, at *vugu.VGNode, _ *vugu.BuildOut) {
	list := []string{sizeField(s.id("chart-size"), "chart-size", ""), Tool("cite", "", "", "cite")}
	for _, words := range []string{"SVG", "PNG", "CSV"} {
		label := ""
		if t.Of != "" {
			label = t.Of + " as " + words
		}
		list = append(list, Tool("save", strings.ToLower(words), label, words))
	}
	element(at, "p", "class", "figure-tools").SetInnerHTML(vugu.HTML(strings.Join(list, " ")))
}

// Component is one of the view’s own.
type Component struct{ vugu.Builder }

func (o Component) put(_ *Method, at *vugu.VGNode, out *vugu.BuildOut) {
	out.Components = append(out.Components, o.Builder)
	at.AppendChild(&vugu.VGNode{Component: o.Builder})
}
