package ui

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vugu/vugu"
)

// built is a component of given nodes.
type built []*vugu.VGNode

func (b *built) Build(*vugu.BuildIn) *vugu.BuildOut { return &vugu.BuildOut{Out: *b} }

func TestNothingIsLongerThanTheRendererCarries(t *testing.T) {
	long := strings.Repeat("ä", 10_000)
	root := &vugu.VGNode{Type: vugu.ElementNode, Data: "div", Attr: []vugu.VGAttribute{{Key: "title", Val: long},
		{Key: "id", Val: "short"}}}
	root.AppendChild(&vugu.VGNode{Type: vugu.TextNode, Data: long})
	root.AppendChild(&vugu.VGNode{Type: vugu.ElementNode, Data: "input",
		Prop: []vugu.VGProperty{{Key: "value", JSONVal: []byte(`"` + long + `"`)}, {Key: "selected", JSONVal: []byte("true")}}})
	env, err := vugu.NewBuildEnv()
	require.NoError(t, err)
	results := env.RunBuild(&built{root})
	require.Equal(t, 3, Fit(results))
	require.Zero(t, Fit(results), "what was cut fits")
	require.Equal(t, "short", root.Attr[1].Val)
	for _, s := range []string{root.Attr[0].Val, root.FirstChild.Data, string(root.LastChild.Prop[0].JSONVal)} {
		require.LessOrEqual(t, len(s), longest+2)
		require.Contains(t, s, cutMark)
		require.NotContains(t, s, "\ufffd", "a letter is whole or not there")
	}
}
