package online_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/shapes"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// shaped is the report of a shape, and what it supports.
func shaped(t *testing.T, s *shapes.Shape) (*online.Report, *online.Evidence, *shapes.Known) {
	t.Helper()
	p, rows, err := s.Online()
	require.NoError(t, err)
	r := online.Merge(p, job.Digest{1}, rows)
	r.Warn(rows, s.Source())
	k := &shapes.Known{Shape: s.Name}
	for _, x := range online.FixedOrders(r, rows).Strategies[1:] {
		k.Weigh(x.Strategy, &x.Bounds, x.Shown)
	}
	for _, x := range r.Strategies {
		if x.Period != study.None {
			k.Weigh(x.Strategy+", choosing "+online.Often(x.Period), &x.Bounds, x.Shown)
		}
	}
	if n := r.Named; n != nil {
		k.Claim(n.Spoken(), &n.Claim)
	}
	return r, online.Explain(r, rows), k
}

func TestWordsOfSelectionsGoNoFurtherThanTheFigures(t *testing.T) {
	fixture.Long(t)
	shapes.Hold(t, func(s *shapes.Shape) []shapes.Told {
		r, _, k := shaped(t, s)
		x := shapes.Of(k, r, r.Warnings).With("title", r.Finding()).With("subtitle", r.Setting("a log")).
			With("prediction", r.Prediction()).With("note", r.Note())
		for i := range r.Parameters {
			x.With("parameter "+strconv.Itoa(i), r.Parameters[i].Words())
		}
		return []shapes.Told{x}
	})
}

func TestCurvesOfEveryShapeEndAtTheTable(t *testing.T) {
	for _, s := range shapes.All() {
		r, e, _ := shaped(t, &s)
		for i, x := range r.Strategies {
			for _, end := range [][2]report.Float{{x.Change, last(e.Lines[i].Curve)}, {x.RegretFraction, last(e.Lines[i].Regret)}} {
				require.True(t, end[0] == end[1] || !end[0].Known() && !end[1].Known(), "%s: %s ends at %v, the table has %v", s.Name,
					x.Name(), end[1], end[0])
			}
		}
	}
}

// Sentence, verdict and figures are one.
func TestTheVerdictOfEveryShapeIsWhatItsRangeShows(t *testing.T) {
	seen := map[report.Verdict]bool{}
	for _, s := range shapes.All() {
		r, _, _ := shaped(t, &s)
		seen[r.Verdict] = true
		n := r.Named
		switch r.Verdict {
		case report.Shown:
			require.True(t, n.High < 0 || n.Low > 0, s.Name)
			require.True(t, n.Change < 0 == (n.High < 0), s.Name)
		case report.Leaning:
			require.True(t, n.Held != "" || n.High < 0 && n.Level == report.Level, s.Name)
			require.Contains(t, r.Sentence(), "not yet sure", s.Name)
		}
		if n != nil && n.Low.Known() {
			require.True(t, n.Low <= n.Change && n.Change <= n.High, s.Name)
		}
		if r.Verdict != report.Shown {
			require.NotContains(t, r.Sentence(), "The strategy full, choosing daily, would have cut", s.Name)
		}
		require.NotContains(t, r.Sentence(), "total waiting", s.Name)
		require.NotRegexp(t, "[0-9] of [0-9]+ resamples", r.Sentence(), s.Name)
	}
	for _, v := range []report.Verdict{report.Shown, report.Undecided, report.NoGain} {
		require.True(t, seen[v], v)
	}
}

func last(b report.Band) report.Float { return b.Mean[len(b.Mean)-1] }

// By the name of the shape, what its answer must say.
func TestTheBaselineMayWinAndTheLogMayContradict(t *testing.T) {
	shapes.Say(t, map[string]string{
		"a clear winner":               "The strategy full, choosing daily, would have cut the mean wait by",
		"the baseline wins":            "FCFS has the least mean wait. The strategy full, choosing daily, raises",
		"ties":                         "does not show that any strategy beats FCFS",
		"resamples contradict the log": "Resamples do not bear it out",
		"one order alone":              "Only FCFS was chosen",
		"nobody waits":                 "nothing to gain",
		"a log of one week":            "1 whole week is too short to claim anything",
		"the log is not replayed yet":  "The log itself is not replayed yet. In resamples of it the strategy full, choosing daily, changes",
	}, func(s *shapes.Shape) string {
		r, _, _ := shaped(t, s)
		return r.Sentence()
	})
}
