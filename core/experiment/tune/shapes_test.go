package tune_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/shapes"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/report"
)

// shaped is the report of a shape, and what it supports.
func shaped(t *testing.T, s *shapes.Shape, objective tune.Objective) (*tune.Report, *tune.Evidence, *shapes.Known) {
	t.Helper()
	p, rows, err := s.Tune()
	require.NoError(t, err)
	p.Objective = objective
	r := tune.Merge(p, job.Digest{1}, rows)
	r.Warn(rows, s.Source())
	k := &shapes.Known{Shape: s.Name + map[tune.Objective]string{tune.AvgBsld: ", slowdowns"}[objective]}
	for _, x := range r.Pairs[1:] {
		k.Add(tune.ShortWords(x.Choice()), &x.Bounds, x.Shown)
	}
	// no simulation error supports a claim
	k.Claims = r.Verdict == report.Shown
	for name := range k.Less {
		k.Less[name] = k.Claims && r.Named.High < 0 && name == tune.ShortWords(r.Named.Choice())
	}
	return r, tune.Explain(r, rows), k
}

func TestWordsOfTuningsGoNoFurtherThanTheFigures(t *testing.T) {
	fixture.Long(t)
	shapes.Hold(t, func(s *shapes.Shape) (list []shapes.Told) {
		for _, objective := range []tune.Objective{tune.AvgWait, tune.AvgBsld} {
			r, _, k := shaped(t, s, objective)
			k.Claims = k.Claims || r.Choice != nil && r.Choice.Swapped.Shown != report.Nothing // of the other half
			x := shapes.Of(k, r, r.Warnings)
			for i, d := range r.Doubts() {
				x.With("doubt "+strconv.Itoa(i), d)
			}
			list = append(list, x)
		}
		return list
	})
}

func TestPointsOfEveryShapeStandWhereTheTableIs(t *testing.T) {
	for _, s := range shapes.All() {
		r, e, _ := shaped(t, &s, tune.AvgWait)
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
	shapes.Say(t, map[string]string{
		"the baseline wins":            "On the training weeks no other setting does better than FCFS.",
		"resamples contradict the log": "Single weeks drawn from it do not bear it out. They change by −",
		"one order alone":              "Only FCFS without threshold was tried",
		"nobody waits":                 "Nobody waits with FCFS in the second half: there is nothing to gain.",
	}, func(s *shapes.Shape) string {
		r, _, _ := shaped(t, s, tune.AvgWait)
		return r.Sentence()
	})
}

// CTC-SP2's shape: what the sentence names stands first in the figure and in the table, and the
// lines to set are its.
func TestSentenceFigureTableAndLinesNameOneSetting(t *testing.T) {
	named := 0
	for _, s := range shapes.All() {
		r, _, _ := shaped(t, &s, tune.AvgWait)
		x := r.Named.Choice()
		if x.IsBaseline() || !r.Named.Change.Known() {
			continue
		}
		named++
		forest, row := r.Forest("a log"), r.Table()[1]
		require.Equal(t, r.Named.Setting, forest.Rows[0].Label, s.Name)
		require.Equal(t, []string{x.Threshold.String(), x.Primary, x.Backfill}, row[:3], s.Name)
		if strings.Contains(r.Sentence(), "Decide says whether to set it") {
			require.Contains(t, r.Sentence(), r.Named.Setting, s.Name)
			require.Contains(t, r.Finding(), r.Named.Setting, s.Name)
			require.True(t, forest.Rows[0].Best, s.Name)
			require.Equal(t, x, r.Recommended.Choice(), s.Name)
			require.Contains(t, r.Setting().Words, "in the order of "+x.Primary, s.Name)
		}
	}
	require.NotZero(t, named)
}

func TestTheTitleSaysOfTheNamedSettingWhatTheSentenceSays(t *testing.T) {
	for _, s := range shapes.All() {
		for _, objective := range []tune.Objective{tune.AvgWait, tune.AvgBsld} {
			r, _, _ := shaped(t, &s, objective)
			set := strings.HasSuffix(r.Sentence(), " Decide says whether to set it.")
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
