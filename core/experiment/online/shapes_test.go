package online_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

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
	return r, online.Explain(r, rows), k
}

func TestWordsOfSelectionsGoNoFurtherThanTheFigures(t *testing.T) {
	shapes.Hold(t, func(s *shapes.Shape) []shapes.Told {
		r, _, k := shaped(t, s)
		x := shapes.Of(k, r, r.Warnings).With("bars", r.IntervalShort())
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

func last(b report.Band) report.Float { return b.Mean[len(b.Mean)-1] }

// By the name of the shape, what its answer must say.
func TestTheBaselineMayWinAndTheLogMayContradict(t *testing.T) {
	shapes.Say(t, map[string]string{
		"the baseline wins":            "FCFS waits less than any strategy that chooses",
		"resamples contradict the log": "The log itself, replayed as it was, does not show that: there waiting changes by +",
		"one order alone":              "Only FCFS was chosen",
		"nobody waits":                 "no job waits at all",
	}, func(s *shapes.Shape) string {
		r, _, _ := shaped(t, s)
		return r.Sentence()
	})
}
