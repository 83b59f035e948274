package slurm

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	corereplay "shadowtime/core/experiment/replay"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/replay"
)

// again is a page of the same browser, with a link.
func again(t *testing.T, store lab.Store, query, fragment string) (*ui.App, *View, *labtest.Screen) {
	t.Helper()
	var v *View
	a, _, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{replay.New(l), v}
	}, corereplay.Kind())
	a.Store = store
	a.Arrive(query, fragment)
	return a, v, s
}

// Files are there after a reload where somebody said so, packed ones too, and what they say with them; else, and once that is taken
// back or nothing is to be kept, they are gone.
func TestFilesAreKeptOverAReloadWhereSomebodySaysSo(t *testing.T) {
	store := labtest.NewStore()
	a, v, s := again(t, store, "view=slurm", "")
	dropped(a, [2]string{"slurm.conf.gz", packed(t, conf)}, [2]string{"parts.conf", parts})
	said := s.Drawn[hostFound]
	_, w, _ := again(t, store, "view=slurm", "")
	require.Empty(t, w.files)
	a.Act("slurm-keep", "")
	dropped(a, [2]string{"qos.psv", qos})
	_, w, s2 := again(t, store, "view=slurm", "")
	require.Equal(t, v.files, w.files, "what came later is kept with them")
	require.Equal(t, s.Drawn[hostFound], s2.Drawn[hostFound])
	require.NotEqual(t, said, s2.Drawn[hostFound])
	b, w, _ := again(t, store, "", "")
	require.Empty(t, w.files, "nobody asks for them")
	b.SetView("slurm")
	require.Len(t, w.files, 3)
	b.Act("slurm-keep", "")
	_, w, _ = again(t, store, "view=slurm", "")
	require.Empty(t, w.files)

	store.Nothing = true
	c, w, s3 := again(t, store, "view=slurm", "")
	dropped(c, [2]string{"slurm.conf", conf})
	c.Act("slurm-keep", "")
	require.False(t, w.kept)
	require.Contains(t, s3.Drawn[hostAsk], "The files are not kept: this browser is to store nothing")
}

// A copied link says what was found, in figures and without a name of the site's; the page's own address says nothing of it.
func TestALinkHasFiguresAndFindingsAndNoNames(t *testing.T) {
	a, v, _, s := page(t, "")
	list := imported(t)
	dropped(a, list...)
	a.SetField(changeKey, changeKey, "bf_interval=600")
	link := a.Link(a.First)
	query, fragment, _ := strings.Cut(link[strings.Index(link, "?")+1:], "#")
	b, _, s2 := again(t, labtest.NewStore(), query, fragment)
	require.Empty(t, b.Message)
	shared := s2.Drawn["shared"]
	for _, words := range []string{v.headline() + ".", v.replay.Closely(), v.nearCell().word, v.changeCell().word, "bf_interval=600"} {
		require.Contains(t, s.Drawn[hostTop]+v.headline()+".", strings.TrimSuffix(words, "."))
		require.Contains(t, shared, lab.Esc(words))
	}
	for _, name := range []string{"batch", "sacct", "games", "mail", "psv"} {
		require.NotContains(t, shared, name)
	}
	a.SetField(changeKey, changeKey, "PartitionName=batch MaxTime=10")
	require.Equal(t, "batch", v.changed.Changes[0].Partition)
	require.NotContains(t, v.Excerpt().Said, "batch")
	require.NotEmpty(t, s.Visited)
	for _, address := range s.Visited {
		require.NotContains(t, address, "#")
	}
	a.Act("slurm-report", "")
	require.Contains(t, s.Files["shadowtime-slurm.html"], lab.Esc(v.answer.Findings[0].Says))
}

// A press on an answer opens its part and leads there; what was opened stays so.
func TestAnAnswerLeadsToItsPart(t *testing.T) {
	a, v, _, s := page(t, "")
	dropped(a, imported(t)...)
	for part, id := range map[string]string{"near": "slurm-fold-near", "found": "slurm-found-title", "if": "slurm-change-title",
		"when": "slurm-when-title"} {
		require.Contains(t, s.Drawn[hostTop], `data-part="`+part+`"`)
		a.Act("slurm-open", part)
		require.Contains(t, s.Focused, id)
	}
	require.True(t, v.open["near"])
	require.Contains(t, s.Drawn[hostNear], `id="slurm-part-near">`)
	require.Contains(t, s.Drawn[hostNear], `id="slurm-part-why" hidden>`)
	a.Act("slurm-job", "40")
	require.Contains(t, s.Drawn[hostNear], `id="slurm-part-why">`, "why it waited is told there")
	a.SetField(changeKey, changeKey, "PriorityMaxAge=30-0")
	require.True(t, v.changed.Same)
	require.Contains(t, s.Drawn[hostTop], "No effect")
	require.Contains(t, s.Drawn[hostTop], "the shorter PriorityMaxAge of both")
}
