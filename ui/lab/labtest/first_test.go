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
	require.NoError(t, staticrender.New(&b).Render(env.RunBuild(a)))
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
