package ui

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/vugu/vugu"
)

// longest is how many bytes a text or an attribute of the page has at most: the
// renderer hands them over through a buffer of 16 kB, and refuses what is longer.
const longest = 8 << 10

// cutMark ends what was cut, so that it is not taken for the whole: a formula cut
// like this is none.
const cutMark = "…"

// Fit cuts what the renderer could not carry, and says how many texts that were.
// What is cut can be read nowhere else by the page, which keeps its own.
func Fit(results *vugu.BuildResults) (cut int) {
	fit := func(s *string) {
		if len(*s) > longest {
			*s, cut = short(*s), cut+1
		}
	}
	var walk func(n *vugu.VGNode)
	out := func(o *vugu.BuildOut) {
		if o != nil {
			for _, n := range o.Out {
				walk(n)
			}
		}
	}
	walk = func(n *vugu.VGNode) {
		if n.Component != nil {
			out(results.ResultFor(n.Component))
			return
		}
		if n.Type != vugu.ElementNode {
			fit(&n.Data)
		}
		for i := range n.Attr {
			fit(&n.Attr[i].Val)
		}
		for i := range n.Prop {
			var text string
			if p := &n.Prop[i]; len(p.JSONVal) > longest && json.Unmarshal(p.JSONVal, &text) == nil {
				fit(&text)
				p.JSONVal, _ = json.Marshal(text)
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	out(results.Out)
	return cut
}

// short is the beginning of a text, with a mark that it goes on.
func short(s string) string {
	end := longest - len(cutMark)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + cutMark
}
