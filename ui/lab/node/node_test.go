package node

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vugu/vugu"
)

// What is called for is what Vugu itself would spell out.
func TestNodesAreThoseThatVuguWrites(t *testing.T) {
	var called, spelled vugu.VGNode
	p := Element(&called, "p", "class", "host wide", "id", "x")
	Text(p, "\n  ")
	Text(p, "told")
	Element(&called, "b")

	n := &vugu.VGNode{Type: vugu.VGNodeType(3), Namespace: "", Data: "p", Attr: []vugu.VGAttribute{{Namespace: "", Key: "class", Val: "host wide"}, {Namespace: "", Key: "id", Val: "x"}}}
	spelled.AppendChild(n)
	for _, text := range []string{"\n  ", "told"} {
		n.AppendChild(&vugu.VGNode{Type: vugu.VGNodeType(1), Data: text})
	}
	spelled.AppendChild(&vugu.VGNode{Type: vugu.VGNodeType(3), Namespace: "", Data: "b", Attr: []vugu.VGAttribute{}})
	require.Equal(t, spelled.FirstChild, called.FirstChild)
}
