package labtest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vugu/vugu"

	"shadowtime/core/job/lublin"
	"shadowtime/ui/lab"
)

// A view says its question as a text and names what stands in it: the sentence is whole,
// and each of its controls is called something.
func TestEveryQuestionIsASentenceWithNamedControls(t *testing.T) {
	eachView(t, nil, func(t *testing.T, view string) {
		s := newStage(t, "view="+view)
		s.read(s.m.Add("first", lublin.Config{Procs: 64, Jobs: 300, Seed: 3}))
		require.Equal(t, lab.Loaded, s.a.State)
		controls, sentences := 0, 0
		nodes(s.env.RunBuild(s.a), func(n *vugu.VGNode) {
			at := map[string]string{}
			for _, x := range n.Attr {
				at[x.Key] = x.Val
			}
			if at["class"] == "sentence" {
				sentences++
				require.True(t, strings.HasSuffix(n.LastChild.Data, "."))
			}
			if n.Parent != nil && n.Parent.Data == "p" && (n.Data == "select" || n.Data == "input") {
				controls++
				require.NotEmpty(t, at["data-set"])
				if at["id"] != "replay-find" { // it has a label
					require.NotEmpty(t, at["aria-label"], at["data-set"])
				}
			}
		})
		require.Equal(t, 1, sentences)
		require.Greater(t, controls, 1)
	})
}
