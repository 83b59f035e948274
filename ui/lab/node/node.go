// Package node makes what Vugu's generated files are full of: texts, and elements with
// fixed attributes. They call it instead of spelling every node out, see build.sh, which
// makes the packed module 19 kB smaller.
package node

import "github.com/vugu/vugu"

// Text puts text into an element, behind what is there.
func Text(parent *vugu.VGNode, text string) {
	parent.AppendChild(&vugu.VGNode{Type: vugu.TextNode, Data: text})
}

// Element puts an element of that name into another, with keys and values of attributes.
func Element(parent *vugu.VGNode, name string, attributes ...string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: name, Attr: make([]vugu.VGAttribute, 0, len(attributes)/2)}
	for i := 0; i < len(attributes); i += 2 {
		n.Attr = append(n.Attr, vugu.VGAttribute{Key: attributes[i], Val: attributes[i+1]})
	}
	parent.AppendChild(n)
	return n
}
