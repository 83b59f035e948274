package tune_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/shapes"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/report"
)

// shaped is the report of a shape, and what it supports.
func shaped(t *testing.T, s *shapes.Shape, objective tune.Objective) (*tune.Report, *tune.Evidence, report.Source, *shapes.Known) {
	t.Helper()
	p, rows, err := s.Tune()
	require.NoError(t, err)
	p.Objective = objective
	r := tune.Merge(p, job.Digest{1}, rows)
	source := report.Source{Name: "a log", Cleaning: &job.Cleaning{Machine: job.Machine{Procs: shapes.Procs}}, Users: 3, UsersKnown: true,
		WholeWeeks: s.LogWeeks}
	source.HalfWeeks = [2]int{s.LogWeeks / 2, s.LogWeeks / 2}
	r.Warn(rows, source)
	k := &shapes.Known{Shape: s.Name + map[tune.Objective]string{tune.AvgBsld: ", slowdowns"}[objective]}
	for _, x := range r.Pairs[1:] {
		k.Add(tune.ShortWords(x.Choice()), &x.Bounds, x.Shown)
	}
	// no simulation error supports a claim
	k.Claims = r.Verdict == report.Shown
	for name := range k.Less {
		k.Less[name] = k.Claims && r.Named.High < 0 && name == tune.ShortWords(r.Named.Choice())
	}
	return r, tune.Explain(r, rows), source, k
}

func TestWordsOfTuningsGoNoFurtherThanTheFigures(t *testing.T) {
	for _, s := range shapes.All() {
		for _, objective := range []tune.Objective{tune.AvgWait, tune.AvgBsld} {
			r, _, _, k := shaped(t, &s, objective)
			k.Check(t, "sentence", r.Sentence())
			k.Check(t, "log", r.Logged())
			k.Check(t, "methods", r.Methods())
			for _, w := range r.Warnings {
				k.Check(t, "warning "+w.Code, w.Words)
			}
			for _, d := range r.Doubts() {
				k.Claims = k.Claims || r.Choice.Swapped.Shown != report.Nothing // of the other half
				k.Check(t, "doubt", d)
			}
		}
	}
}

func TestPointsOfEveryShapeStandWhereTheTableIs(t *testing.T) {
	for _, s := range shapes.All() {
		r, e, _, _ := shaped(t, &s, tune.AvgWait)
		for c, x := range r.Pairs {
			p := e.Test[c]
			if x.Choice().IsBaseline() || !x.Change.Known() {
				continue
			}
			require.Equal(t, x.Change, p.Change, s.Name)
			require.InDelta(t, float64(x.TestMax/r.Baseline.TestMax)-1, float64(p.MaxChange), 1e-9, s.Name)
			require.InDelta(t, float64(x.TrainAvg/r.Baseline.TrainAvg)-1, float64(e.Train[c].Change), 1e-9, s.Name)
		}
	}
}

// By the name of the shape, what its answer must say.
func TestTheBaselineMayWinAndTheLogMayContradict(t *testing.T) {
	says := map[string]string{
		"the baseline wins":            "On the training weeks none of the other 3 settings did better than FCFS.",
		"resamples contradict the log": "Single weeks drawn from it do not bear it out: they change by −",
		"one order alone":              "Only FCFS without threshold was tried",
		"nobody waits":                 "Nobody waits with FCFS in the second half: there is nothing to gain.",
	}
	for _, s := range shapes.All() {
		r, _, _, _ := shaped(t, &s, tune.AvgWait)
		require.Contains(t, r.Sentence(), says[s.Name], s.Name)
		delete(says, s.Name)
	}
	require.Empty(t, says, "there are shapes of these names")
}

func TestTheTitleSaysOfTheNamedSettingWhatTheSentenceSays(t *testing.T) {
	for _, s := range shapes.All() {
		for _, objective := range []tune.Objective{tune.AvgWait, tune.AvgBsld} {
			r, _, _, _ := shaped(t, &s, objective)
			set := strings.HasPrefix(r.Sentence(), "Set ")
			require.Equal(t, set, strings.HasSuffix(r.Finding(), " was shown better than FCFS"), "%s: %s | %s", s.Name,
				r.Finding(), r.Sentence())
			require.Equal(t, set, !r.Recommended.Choice().IsBaseline(), s.Name)
			require.NotContains(t, r.Sentence(), "No setting was shown")
			best := 0
			for _, row := range r.Forest("a log").Rows {
				if row.Best {
					best++
				}
			}
			require.Equal(t, set, best == 1, "%s: what is set, and nothing else, is marked as best", s.Name)
		}
	}
}
