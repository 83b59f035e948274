package slurm_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/report"
	"shadowtime/core/slurm/site"
	"shadowtime/core/study"
)

// What a search finds is what each change does that is asked alone on the first part, and what a card says is of the second.
func TestASearchFindsOnOnePartAndJudgesOnTheOther(t *testing.T) {
	fixture.Long(t)
	log := weeks(10)
	a, err := slurm.Search(siteOf(t, conf, log), 0, &slurm.Question{})
	require.NoError(t, err)
	require.NotEmpty(t, a.Cards)
	require.True(t, slices.IsSortedFunc(a.Alone, func(a, b slurm.Single) int { return cmp.Compare(a.Change, b.Change) }))
	require.Greater(t, a.Tried, len(a.Alone))

	site := siteOf(t, conf, log)
	l, err := site.Log()
	require.NoError(t, err)
	first, second := l.Parts(l.Middle())
	ask := func(jobs map[int64]bool, set string) *slurm.Changed {
		var part []string
		for i, line := range strings.Split(strings.TrimSpace(log), "\n") {
			if i == 0 || jobs[int64(i)] {
				part = append(part, line)
			}
		}
		return changed(t, siteOf(t, conf, strings.Join(part, "\n")+"\n"), set, 0)
	}
	firsts, seconds := map[int64]bool{}, map[int64]bool{}
	for _, j := range first.Jobs {
		firsts[j.ID] = true
	}
	for _, j := range second.Jobs {
		seconds[j.ID] = true
	}
	both := 0
	for id := range firsts {
		if seconds[id] {
			both++
		}
	}
	require.Equal(t, len(l.Jobs)+both, len(first.Jobs)+len(second.Jobs))
	require.Less(t, both, 40, "those alone that wait or run in the middle")
	for _, x := range a.Alone[:3] {
		c := ask(firsts, strings.ReplaceAll(x.Set, "; ", "\n"))
		require.InDelta(t, float64(c.Changed.Mean/c.AsSet.Mean-1), float64(x.Change), 1e-9, x.Set)
	}
	before := report.Float(0)
	for _, card := range a.Cards {
		require.LessOrEqual(t, float64(card.First), float64(before)+1e-9, "who bears more gains more")
		before = card.First
		c := ask(seconds, strings.Join(card.Set, "\n"))
		require.Equal(t, c.Changed, card.Changed.Changed)
		require.Equal(t, c.AsSet, card.Changed.AsSet)
		if card.Changed.Verdict != report.Shown {
			require.Contains(t, card.Changed.Paste[0], "not shown")
		}
		on := ask(firsts, strings.Join(card.Set, "\n"))
		if card.Manner == "safe" {
			require.LessOrEqual(t, float64(on.Changed.Longest), 1.1*float64(on.AsSet.Longest))
		}
	}
}

func TestASearchThatFindsNothingSaysToKeepWhatRuns(t *testing.T) {
	fixture.Long(t)
	quiet := strings.Replace(conf, "n[1-16]", "n[1-200]", 1)
	a, err := slurm.Search(siteOf(t, quiet, weeks(2)), 0, &slurm.Question{})
	require.NoError(t, err)
	require.Empty(t, a.Cards)
	require.Contains(t, a.Says[0], "Keep what you run now.")
	require.Contains(t, a.Says, "So take the figures for a hint.", "the log waits a quarter of an hour, and nobody does here")
}

// How far a search is only ever grows, and says at no time that it is done; resamples tell it too.
func TestWhatTakesItsTimeTellsHowFarItIs(t *testing.T) {
	fixture.Long(t)
	p := slurm.Plan{Files: []site.File{{Name: "slurm.conf", Text: conf}, {Name: "sacct.psv", Text: weeks(5)}}}
	r, err := slurm.Kind().Prepare(nil, p.Encode())
	require.NoError(t, err)
	var told []float64
	b, err := r.Task(slurm.TaskSearch, func(share float64) { told = append(told, share) })
	require.NoError(t, err)
	a, err := slurm.DecodeAdvice(b)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(told), a.Tried)
	require.Zero(t, told[0])
	for i := range told[1:] {
		require.Less(t, told[i], told[i+1])
	}
	require.Less(t, told[len(told)-1], 1.0)

	told = nil
	_, err = r.(study.Telling).DetailTold(slurm.ChangeRequest("bf_interval=60", 4), func(share float64) { told = append(told, share) })
	require.NoError(t, err)
	require.Equal(t, []float64{0, 0.25, 0.5, 0.75}, told)
}

// Whatever is asked of a site's files, its answer counts what the replay counts: records left out, repeated, and not read.
func TestEveryAnswerCountsWhatTheReplayCounts(t *testing.T) {
	log := weeks(1)
	lines := strings.SplitAfter(log, "\n")
	cancelled := "9001|u1|a1|batch|normal|2023-11-14T23:00:00|Unknown|None|2023-11-14T23:10:00|60|0|0|1|1|CANCELLED by 7\n"
	unread := strings.Replace(lines[3], "|2023", "|soon", 1)
	log = strings.Join(lines[:3], "") + lines[2] + unread + cancelled + strings.Join(lines[4:], "")
	s := siteOf(t, conf, log)
	x, err := slurm.Prepare(s, 0)
	require.NoError(t, err)
	a, err := slurm.Replay(s, x)
	require.NoError(t, err)
	counted := strings.Join(a.Caveats(), "; ")
	for _, words := range []string{"1 record is left out: ended without having run", "1 record could not be read",
		"another says the same"} {
		require.Contains(t, counted, words)
	}
	require.Subset(t, changed(t, s, "SchedulerType=sched/builtin", 0).Notes, a.Caveats())
	orders, err := slurm.CompareOrders(s, 0, []string{"SPF"}, &slurm.Question{})
	require.NoError(t, err)
	require.Subset(t, orders.Notes, a.Caveats())
	more, err := slurm.ParseJob("cpus=4")
	require.NoError(t, err)
	when, err := slurm.When(s, 0, &slurm.Ask{More: more})
	require.NoError(t, err)
	for _, words := range a.Caveats() {
		if !strings.HasPrefix(words, "usage before the log") {
			require.Contains(t, when.Notes, words)
		}
	}
	search, err := slurm.Search(s, 0, &slurm.Question{})
	require.NoError(t, err)
	require.Subset(t, search.Notes, a.Caveats())
}
