package reproduce

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report/plottest"
	"shadowtime/core/sim/trials"
	"shadowtime/core/study"
)

// All that n swaps with n places each can do, counted: the first place has its chance.
func TestTheFavourIsThatOfEveryWayToSwap(t *testing.T) {
	const n = 4
	front, ways := [n]float64{}, 0.0
	var swap func(list [n]int, i int)
	swap = func(list [n]int, i int) {
		if i == n {
			front[list[0]]++
			ways++
			return
		}
		for j := range n {
			next := list
			next[i], next[j] = next[j], next[i]
			swap(next, i+1)
		}
	}
	swap([n]int{0, 1, 2, 3}, 0)
	for j, f := range Favour(n) {
		require.InDelta(t, n*front[j]/ways, f, 1e-12, "place %d", j)
	}
}

func sampled(t *testing.T) *job.Trace {
	t.Helper()
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 3000, Seed: 5})
	require.NoError(t, err)
	log.Digest = job.DigestOf(log)
	p := ScorePlan(nil)
	require.NoError(t, p.Normalise())
	tr, _ := p.Prepare(log)
	return tr
}

// madeRegression are scores of a small log, with the pairs of a few places.
func madeRegression(t *testing.T) (*LearnedScores, *Regression) {
	t.Helper()
	tr := sampled(t)
	plan := ScorePlan([]int{0, 40, 1333, 7, 120, 2600, 250, 480})
	plan.Trials, plan.Clean.DropZeroRun = 96, true
	require.NoError(t, plan.Normalise())
	score := func(p learn.Plan) *learn.Report {
		r, err := learn.NewRunner(tr, p)
		require.NoError(t, err)
		var rows []learn.Row
		for k := 1; k <= p.Pairs; k++ {
			row, err := r.Task(k, nil)
			require.NoError(t, err)
			rows = append(rows, row)
		}
		return learn.Merge(p, tr.Digest, rows)
	}
	l := &LearnedScores{Plan: plan, Fair: score(plan)}
	bent := *l.Fair.Training
	bent.Score = nil
	favour := Favour(bent.Block)
	for i, x := range l.Fair.Training.Score {
		bent.Score = append(bent.Score, x*favour[i%bent.Block])
	}
	l.Released = learn.FitScores(plan, "", &bent)
	var err error
	l.Shuffle, err = ShuffleOf(&bent, l.Fair.Training)
	require.NoError(t, err)
	l.Others = []*learn.Report{score(plan)}

	s := &Regression{Log: LearningLog, Version: "made", Learned: l}
	for _, c := range WindowCases(LearningLog) {
		p := c.Plan(3, []string{l.Fair.Formula})
		p.Days, p.Warm = 1, 0
		require.NoError(t, p.Normalise())
		r, err := windows.NewRunner(tr, p)
		require.NoError(t, err)
		var rows []windows.Row
		for k := 1; k <= r.Windows(); k++ {
			row, err := r.Task(k, nil)
			require.NoError(t, err)
			rows = append(rows, row)
		}
		s.Windows = append(s.Windows, CaseReport{c, windows.Merge("made", tr.Digest, tr.Procs, p, rows)})
	}
	return l, s
}

// Pairs that were written as rows are found where they were taken from.
func TestReleasedPairsAreFoundInTheLog(t *testing.T) {
	fixture.Long(t)
	tr := sampled(t)
	l, _ := madeRegression(t)
	starts, err := PairPlaces(tr, l.Released.Training, l.Plan.Sizes)
	require.NoError(t, err)
	require.Equal(t, l.Plan.Starts, starts)

	other := *l.Released.Training
	other.P = append([]float64(nil), other.P...)
	other.P[3*other.Block+1]++
	_, err = PairPlaces(tr, &other, l.Plan.Sizes)
	require.ErrorContains(t, err, "pair 4 of the scores")
	_, err = PairPlaces(tr, &other, trials.Sizes{Ahead: 16, Queued: 8})
	require.ErrorContains(t, err, "the study's 8")
}

// Fair scores times the favour are what such a shuffle gives.
func TestABentScoreIsAFairOneTimesTheFavour(t *testing.T) {
	fixture.Long(t)
	l, _ := madeRegression(t)
	require.InDelta(t, 1, l.Shuffle.AlikeBent, 1e-12)
	require.Less(t, l.Shuffle.Alike, 1.0)
	require.Greater(t, l.Shuffle.Explained, l.Shuffle.ExplainedFair)
	require.Negative(t, l.Shuffle.R, "who comes later is favoured less")
}

func TestChartsOfRegressionAreLegibleInBothWidths(t *testing.T) {
	fixture.Long(t)
	l, s := madeRegression(t)
	names, list := l.Sources()
	require.Equal(t, []string{"released scores", "same pairs, fair", "other pairs 1"}, names)
	require.Len(t, list, 3)
	charts := s.Charts()
	require.Len(t, charts, 7)
	for _, c := range charts {
		text := c.HTML()
		require.Equal(t, 2, strings.Count(text, "<svg"), c.ID)
		require.NotContains(t, text, "tabindex")
		for d := xml.NewDecoder(strings.NewReader("<p>" + text + "</p>")); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else {
				require.NoError(t, err, c.ID)
			}
		}
		for _, f := range c.Frames() {
			plottest.Legible(t, f.ID, c.Draw(f), func(words string,
				size float64) float64 {
				return 0.5 * size * float64(len([]rune(words)))
			})
		}
	}
	require.NotNil(t, s.Find(WindowCase{windows.Actual, windows.GC, 0}))
	require.Nil(t, s.Find(WindowCase{windows.Estimates, windows.GC, 32}), "that log has no requests")
	require.Len(t, WindowCases("SDSC-SP2"), 6)
	require.Equal(t, study.WholeLog, OtherScorePlan(0, 8).Part)
}
