package online_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/shapes"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// shaped is the report of a shape, and what it supports.
func shaped(t *testing.T, s *shapes.Shape) (*online.Report, *online.Evidence, report.Source, *shapes.Known) {
	t.Helper()
	p, rows, err := s.Online()
	require.NoError(t, err)
	r := online.Merge(p, job.Digest{1}, rows)
	source := report.Source{Name: "a log", Cleaning: &job.Cleaning{Machine: job.Machine{Procs: shapes.Procs}}, Users: 3, UsersKnown: true,
		WholeWeeks: s.LogWeeks}
	r.Warn(rows, source)
	k := &shapes.Known{Shape: s.Name}
	for _, x := range online.FixedOrders(r, rows).Strategies[1:] {
		k.Add(x.Strategy, &x.Bounds, x.Shown)
	}
	for _, x := range r.Strategies {
		if x.Period != study.None {
			k.Add(x.Strategy+", choosing "+online.Often(x.Period), &x.Bounds, x.Shown)
		}
	}
	if n := r.Named; n != nil {
		k.Less[n.Spoken()] = n.Standing() >= report.Resampled && n.Change < 0
	}
	return r, online.Explain(r, rows), source, k
}

func TestWordsOfSelectionsGoNoFurtherThanTheFigures(t *testing.T) {
	for _, s := range shapes.All() {
		r, _, _, k := shaped(t, &s)
		k.Check(t, "sentence", r.Sentence())
		k.Check(t, "log", r.Logged())
		k.Check(t, "methods", r.Methods())
		k.Check(t, "bars", r.IntervalShort())
		for _, w := range r.Warnings {
			k.Check(t, "warning "+w.Code, w.Words)
		}
		for i := range r.Parameters {
			k.Check(t, "parameter", r.Parameters[i].Words())
		}
	}
}

func TestCurvesOfEveryShapeEndAtTheTable(t *testing.T) {
	for _, s := range shapes.All() {
		r, e, _, _ := shaped(t, &s)
		for i, x := range r.Strategies {
			for _, end := range [][2]report.Float{{x.Change, last(e.Lines[i].Curve)}, {x.RegretFraction, last(e.Lines[i].Regret)}} {
				require.True(t, end[0] == end[1] || !end[0].Known() && !end[1].Known(), "%s: %s ends at %v, the table has %v", s.Name,
					x.Name(), end[1], end[0])
			}
		}
	}
}

func last(b report.Band) report.Float { return b.Mean[len(b.Mean)-1] }

// By the name of the shape, what its answer must say.
func TestTheBaselineMayWinAndTheLogMayContradict(t *testing.T) {
	says := map[string]string{
		"the baseline wins":            "FCFS waits less than any strategy that chooses",
		"resamples contradict the log": "The log itself, replayed as it was, does not show that: there waiting changes by +",
		"one order alone":              "Only FCFS was chosen",
		"nobody waits":                 "no job waits at all",
	}
	for _, s := range shapes.All() {
		r, _, _, _ := shaped(t, &s)
		require.Contains(t, r.Sentence(), says[s.Name], s.Name)
		delete(says, s.Name)
	}
	require.Empty(t, says, "there are shapes of these names")
}
