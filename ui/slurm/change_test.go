package slurm

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/slurm/site"
	"shadowtime/ui/lab"
)

// holdsNotes holds a card to list what was counted, as that of the replay does.
func holdsNotes(t *testing.T, html string, notes []string) {
	t.Helper()
	require.NotEmpty(t, notes)
	require.Contains(t, html, noted(notes))
}

// What is asked of a change is answered as slurm change answers it, whether lines are written or another slurm.conf is dropped.
func TestAChangeIsAnsweredAsTheCommandAnswersIt(t *testing.T) {
	fixture.Long(t)
	list := imported(t)
	var files []site.File
	for _, f := range list {
		files = append(files, site.File{Name: f[0], Text: f[1]})
	}
	want := func(lines string) *slurm.Changed {
		ours, err := site.Read(files, nil)
		require.NoError(t, err)
		a, err := slurm.Change(ours, 0, &slurm.Question{Change: site.File{Name: "the change", Text: lines}}, nil)
		require.NoError(t, err)
		return a
	}
	a, v, _, s := page(t, "")
	dropped(a, list...)
	require.NotContains(t, s.Drawn[hostIf], "slurm-changes")
	ask := func(text string) { a.SetField(changeKey, changeKey, text) }
	ask("PriorityWeightFairshare=0;  bf_window=2880")
	first := want("PriorityWeightFairshare=0\nbf_window=2880")
	for _, words := range append(first.Says, first.Paste...) {
		require.Contains(t, s.Drawn[hostIf], lab.Esc(words))
	}
	holdsNotes(t, s.Drawn[hostIf], first.Notes)
	require.NotContains(t, s.Drawn[hostIf], "slurm-resample", "a day has no weeks to draw")
	ask("PriorityWeightFairshar=0")
	require.Contains(t, s.Drawn[hostIf], `role="alert">The change, line 1: PriorityWeightFairshar is no parameter`)
	require.NotContains(t, s.Drawn[hostIf], "slurm-changes")
	ask("")
	require.NotContains(t, s.Drawn[hostIf], "alert")
	ask("bf_window=2880")
	require.Contains(t, s.Drawn[hostIf], `<option value="PriorityWeightAge">PriorityWeightAge, now `)
	require.NotContains(t, s.Drawn[hostIf], `<option value="bf_continue">`, "it has no effect")
	a.SetField(parameterKey, parameterKey, "PriorityWeightAge")
	require.Equal(t, "bf_window=2880\nPriorityWeightAge=", s.Values[changeKey], "a line is begun")
	require.Equal(t, "bf_window=2880", v.change, "and nothing is asked yet")
	ask("")

	other := "ClusterName=private\nPriorityType=priority/multifactor\nPriorityWeightFairshare=7\n"
	dropped(a, [2]string{"other.conf", other})
	require.Empty(t, s.Refused["slurm-text"])
	require.Contains(t, s.Drawn[hostIf], "other.conf is asked about")
	for _, words := range want(other).Says {
		require.Contains(t, s.Drawn[hostIf], lab.Esc(words))
	}
	require.Len(t, v.files, len(list))
	a.Act("slurm-set", "")
	require.NotContains(t, s.Drawn[hostIf], "asked about")
	require.True(t, strings.Contains(s.Drawn[hostTable], ">7<"))
	names := ""
	for _, f := range v.files {
		names += f.Name + " "
	}
	require.Contains(t, names, "other.conf")
	require.NotContains(t, names, "scontrol-config.txt")
}

// A search in the page is the command's: its sentences, its cards with their lines, and what each change does alone.
func TestASearchIsAnsweredAsTheCommandAnswersIt(t *testing.T) {
	fixture.Long(t)
	list := imported(t)
	var files []site.File
	for _, f := range list {
		files = append(files, site.File{Name: f[0], Text: f[1]})
	}
	ours, err := site.Read(files, nil)
	require.NoError(t, err)
	want, err := slurm.Search(ours, 0, &slurm.Question{})
	require.NoError(t, err)
	require.NotEmpty(t, want.Cards)
	a, _, m, s := page(t, "")
	dropped(a, list...)
	m.Late = true
	a.Act("slurm-search", "")
	require.Contains(t, s.Drawn[hostIf], `<progress`)
	m.Asides[0].Tell(0.25)
	require.Equal(t, "0.250", s.Values[barIf])
	m.Asides[0].Answer()
	require.NotContains(t, s.Drawn[hostIf], `<progress`)
	require.Contains(t, s.Focused, "slurm-advice", "its Cancel is gone")
	for _, words := range want.Says {
		require.Contains(t, s.Drawn[hostIf], lab.Esc(words))
	}
	for _, c := range want.Cards {
		for _, words := range append(c.Changed.Says, c.Changed.Paste...) {
			require.Contains(t, s.Drawn[hostIf], lab.Esc(words))
		}
	}
	require.Contains(t, s.Drawn[hostIf], want.Alone[0].Set)
	holdsNotes(t, s.Drawn[hostIf], want.Notes)
}

// Queue orders in the page are the command's: its sentences and its table.
func TestQueueOrdersAreComparedAsByTheCommand(t *testing.T) {
	fixture.Long(t)
	list := imported(t)
	var files []site.File
	for _, f := range list {
		files = append(files, site.File{Name: f[0], Text: f[1]})
	}
	ours, err := site.Read(files, nil)
	require.NoError(t, err)
	want, err := slurm.CompareOrders(ours, 0, []string{"all"}, &slurm.Question{})
	require.NoError(t, err)
	a, _, m, s := page(t, "")
	dropped(a, list...)
	m.Late = true
	a.Act("slurm-orders", "")
	require.Contains(t, s.Drawn[hostIf], `<progress`)
	m.Asides[0].Tell(0.25)
	require.Equal(t, "0.250", s.Values[barIf])
	m.Asides[0].Answer()
	require.NotContains(t, s.Drawn[hostIf], `<progress`)
	for _, words := range want.Says {
		require.Contains(t, s.Drawn[hostIf], lab.Esc(words))
	}
	for _, row := range want.Table() {
		for _, cell := range row {
			require.Contains(t, s.Drawn[hostIf], lab.Esc(cell))
		}
	}
	holdsNotes(t, s.Drawn[hostIf], want.Notes)
	require.NotContains(t, s.Drawn[hostIf], `data-act="slurm-orders"`)
	require.Contains(t, s.Drawn[hostIf], `data-act="slurm-search"`)
}
