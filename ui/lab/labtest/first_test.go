package labtest_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/ui"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// The page as it is served, in which the part between the marks is what the
// program draws first: a visitor reads it while the program is loaded, and
// nothing moves when it takes over. -update writes that part anew.
const (
	served = "../../../public/index.html"
	begins = "<!-- What the program draws first; go test ./ui/lab/labtest -update writes it. -->\n"
	ends   = "\n<!-- So far. -->"
)

func TestThePageIsServedAsTheProgramDrawsItFirst(t *testing.T) {
	env, err := vugu.NewBuildEnv()
	require.NoError(t, err)
	a, _, _ := labtest.New(t, views.All, experiment.Kinds()...)
	a.Start("")
	var b strings.Builder
	results := env.RunBuild(a)
	setApart(results)
	require.NoError(t, staticrender.New(&b).Render(results))
	lesson, err := ui.Lesson()
	require.NoError(t, err)
	const teaching = `<div class="teaching">`
	shell, rest, found := strings.Cut(b.String(), teaching)
	require.True(t, found)
	host, rest, found := strings.Cut(rest, "</plot-host>")
	require.True(t, found)
	first := shell + teaching + host + `<div class="host-root" data-host="lesson">` + lesson + "</div></plot-host>" + rest
	require.Equal(t, 1, strings.Count(first, `data-act="sample"`))

	page, err := os.ReadFile(served)
	require.NoError(t, err)
	before, old, found := strings.Cut(string(page), begins)
	require.True(t, found, "%s has lost its mark", served)
	_, after, found := strings.Cut(old, ends)
	require.True(t, found, "%s has lost its second mark", served)
	fixture.Golden(t, served, page, []byte(before+begins+first+ends+after))
}

// setApart makes a comment of a text that a browser would read as one with the text before it: the program, which finds
// nodes by their count, then draws into each element that was served, and a press or the focus on it is not lost.
func setApart(results *vugu.BuildResults) {
	var walk func(n *vugu.VGNode, after bool) bool
	out := func(o *vugu.BuildOut, after bool) bool {
		for _, n := range o.Out {
			after = walk(n, after)
		}
		return after
	}
	walk = func(n *vugu.VGNode, after bool) bool {
		switch {
		case n.Component != nil:
			return out(results.ResultFor(n.Component), after)
		case n.Type == vugu.TextNode && (after || n.Data == ""):
			if strings.TrimSpace(n.Data) == "" {
				n.Type, n.Data = vugu.CommentNode, ""
				return false
			}
		case n.Type == vugu.ElementNode:
			inner := false
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				inner = walk(c, inner)
			}
		}
		return n.Type == vugu.TextNode
	}
	out(results.Out, false)
}
