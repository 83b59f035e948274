package learn_test

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/shapes"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/trials"
)

// shaped are windows of a shape with one of its choices in the place of the learned
// order, and what they support.
func shaped(t *testing.T, s *shapes.Shape, own int) (*windows.Report, *shapes.Known) {
	t.Helper()
	p, rows, err := s.Windows()
	require.NoError(t, err)
	if own > 0 {
		p.Orders[own] = learn.Named("expr:p*q+1")
	}
	w := windows.Merge("a log", job.Digest{1}, shapes.Procs, p, rows)
	k := &shapes.Known{Shape: s.Name}
	nan := report.Float(math.NaN())
	for _, d := range w.Differences {
		shown := report.Nothing
		switch {
		case d.Sure() && d.Ratio < 1:
			shown = report.Less
		case d.Sure() && d.Ratio > 1:
			shown = report.More
		}
		name := d.Order
		if name == learn.Mine {
			name = "The learned order"
		}
		k.Add(name, &report.Bounds{Change: d.Ratio - 1, Low: d.Low - 1, High: d.High - 1, SimLow: nan, SimHigh: nan}, shown)
	}
	return w, k
}

func TestWordsOfLearnedOrdersGoNoFurtherThanTheWindows(t *testing.T) {
	fixture.Long(t)
	r, _, _ := learn.Learned(t, nil)
	bracket := regexp.MustCompile(`\[([^,]*), ([^\]]*)\]`)
	shapes.Hold(t, func(s *shapes.Shape) (list []shapes.Told) {
		for own := range s.Choices() + 1 { // each choice is once the learned order
			w, k := shaped(t, s, own)
			said := learn.WithWindows(r, w).Sentence()
			list = append(list, shapes.Told{Known: k, Changes: map[string]string{"sentence": said},
				Words: map[string]string{"sentence": said, "title": w.Title(), "methods": w.Methods(&job.Cleaning{})}})
			d := learn.Judged(r, w)
			if d == nil {
				continue
			}
			require.Equal(t, d.Sure() && d.Ratio < 1, strings.Contains(said, "less mean bounded slowdown than"), "%s: %s", s.Name, said)
			require.Equal(t, d.Sure() && d.Ratio > 1, strings.Contains(said, "was shown to be worse than"), "%s: %s", s.Name, said)
			if at := bracket.FindStringSubmatch(shapes.Plain(said)); at != nil && !d.Sure() &&
				(strings.Contains(at[1], "−") == strings.Contains(at[2], "−")) {
				require.Contains(t, said, "compared at once", "%s: an interval off zero is nothing shown: %s", s.Name, said)
			}
		}
		return list
	})
}

// By the name of the shape, what its answer must say of the first choice.
func TestWhatWindowsMayShowAndWhatNot(t *testing.T) {
	r, _, _ := learn.Learned(t, nil)
	shapes.Say(t, map[string]string{
		"a clear winner": "has 29 % less mean bounded slowdown than FCFS [28, 31] in the typical of 30 windows. Of the others SPF " +
			"comes nearest with −4.5 %.",
		"the baseline wins": "was shown to be worse than FCFS, by 20 % [19, 21] in the typical of 30 windows. None of the others has " +
			"less than FCFS.",
		"nothing to tell": "by −0.12 % [−16, 12] in the typical of 12 windows. LPF, which never saw this log, has −12 %. That was not " +
			"shown.",
		"ties": "changes nothing in the typical of 10 windows against FCFS. SPF does neither.",
		"one resample": "by −19 % in the one window there is against FCFS. So few windows prove nothing, 2 orders being compared at " +
			"once. SPF has no less than FCFS.",
		"an explosion": "was shown to be worse than FCFS. It has 15.5 times the mean bounded slowdown [15.3, 15.7] in the typical of 12 " +
			"windows. SPF, which never saw this log, has +14 %. That was not shown.",
		"one order alone": "of which nothing is left to judge it on",
	}, func(s *shapes.Shape) string {
		w, _ := shaped(t, s, min(1, s.Choices()))
		return shapes.Plain(learn.WithWindows(r, w).Sentence())
	})
}

// Of six windows the least probability of ranks is 1/32: enough for one order, not
// for two.
func TestWindowsAreEnoughForSoManyOrders(t *testing.T) {
	of := func(orders, n int) bool {
		r := windows.Report{Differences: make([]windows.Difference, orders)}
		for i := range r.Differences {
			r.Differences[i].Windows = n
		}
		return r.Enough()
	}
	require.False(t, of(0, 50))
	require.False(t, of(1, 5))
	require.True(t, of(1, 6))
	require.False(t, of(2, 6))
	require.True(t, of(2, 7))
	require.False(t, of(7, 8))
	require.True(t, of(7, 9))
}

func TestMethodsSayHowPairsWereTakenAndTried(t *testing.T) {
	r, _, _ := learn.Learned(t, func(p *learn.Plan) {
		p.Sizes, p.Trials, p.Starts, p.Ridge = trials.Sizes{Ahead: 8, Queued: 4}, learn.All, []int{0, 40, 80}, 0.25
	})
	r.Source.Name = "a log"
	said := r.Methods()
	require.Contains(t, said, "3 pairs of 8 consecutive jobs and the 4 after them were taken at given places; the second ones were "+
		"started behind the first in each of their orders, without")
	require.Contains(t, said, "weighted by p q and drawn together by a ridge of 0.25.")
	require.NotContains(t, said, "seed")
	r, _, _ = learn.Learned(t, nil)
	r.Source.Name = "a log"
	require.Contains(t, r.Methods(), "at places drawn (seed 1); the second ones were started behind "+
		"the first in 256 orders a pair, each of them in front")
}

func TestAReadingIsOfLinearOrdersAlone(t *testing.T) {
	m := learn.Model{Coefficients: []learn.Weight{{Feature: "1", Value: 0.03}, {Feature: "p", Value: 1e-8}, {Feature: "q", Value: 6e-7},
		{Feature: "r", Value: -2e-8}}}
	require.Equal(t, "One more processor counts like 1 min more requested time; submitting an hour later, like 2 h less.",
		shapes.Plain(m.Reading()))
	for _, other := range []learn.Weight{{Feature: "p", Value: -1e-8}, {Feature: "p", Value: 0}, {Feature: "log(p)", Value: 1}} {
		x := m
		x.Coefficients = append([]learn.Weight{other}, m.Coefficients[2:]...)
		require.Empty(t, x.Reading())
	}
	m.Coefficients = m.Coefficients[:2]
	require.Empty(t, m.Reading())
}
