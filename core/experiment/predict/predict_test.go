package predict

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job/lublin"
	"shadowtime/core/study"
)

func runner(t *testing.T, change func(*Plan)) *Runner {
	t.Helper()
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 4000, Seed: 3})
	require.NoError(t, err)
	p := Default()
	p.Weeks = 2
	if change != nil {
		change(&p)
	}
	require.NoError(t, p.Normalise())
	trace, _ := p.Prepare(log)
	r, err := NewRunner(trace, p)
	require.NoError(t, err)
	return r
}

func TestALadderHasEachWayOnce(t *testing.T) {
	for _, x := range []struct {
		predictor, backfill string
		ladder              []string
	}{
		{"learned", "SJBF", []string{"requested-FCFS", "requested-SJBF", "ave2-incremental-SJBF",
			"learned(square,linear,area)-incremental-SJBF", "clairvoyant-SJBF"}},
		{"ave2", "FCFS", []string{"requested-FCFS", "ave2-incremental-FCFS", "clairvoyant-FCFS"}},
		{"clairvoyant", "SPF", []string{"requested-FCFS", "requested-SJBF", "ave2-incremental-SJBF", "clairvoyant-SJBF"}},
		{"requested", "FCFS", []string{"requested-FCFS", "ave2-incremental-FCFS", "clairvoyant-FCFS"}},
	} {
		p := Default()
		p.Predictor, p.Backfill, p.Also = x.predictor, x.backfill, "requested-FCFS"
		require.NoError(t, p.Normalise())
		var names []string
		for _, w := range p.Ways() {
			names = append(names, w.Name())
		}
		require.Equal(t, x.ladder, names)
		require.Equal(t, p.by(x.predictor).Name(), names[p.Asked()])
		require.Equal(t, p.by("ave2").Name(), names[p.Pair()])
		require.Equal(t, p.by("clairvoyant").Name(), names[p.Bound()])
	}
}

// Where the oldest alone is looked at, no prediction is: none has a part in when it
// starts.
func TestADepthOfOneLeavesNothingToForetell(t *testing.T) {
	row, err := runner(t, func(p *Plan) { p.Depth = 1 }).Task(1, nil)
	require.NoError(t, err)
	whole, err := runner(t, nil).Task(1, nil)
	require.NoError(t, err)
	for i := range row.Ways {
		require.Equal(t, row.Ways[0].Run, row.Ways[i].Run)
		require.NotEqual(t, whole.Ways[i].Run, row.Ways[i].Run)
	}
}

// The log itself is the same figure wherever the page has it.
func TestTheLogIsOneFigureInRowMapAndDetail(t *testing.T) {
	fixture.Long(t)
	r := runner(t, func(p *Plan) { p.Closer, p.Load, p.Depth, p.Tries = 0.2, 1.1, 9, 4 })
	row, err := r.Task(study.Logged, nil)
	require.NoError(t, err)
	p := triples.Default()
	p.Workload, p.Limits, p.Triples = r.plan.Workload, r.plan.Limits, "learned-incremental-SJBF"
	m, err := triples.NewRunner(r.source, p)
	require.NoError(t, err)
	for k, way := range []int{0, r.plan.Asked()} {
		b, err := r.Behind(way)
		require.NoError(t, err)
		require.Equal(t, row.Ways[way], b.Did)
		mapped, err := m.Task(k, nil)
		require.NoError(t, err)
		require.Equal(t, row.Ways[way].Run, mapped.Run)
		require.Equal(t, row.Ways[way].Accuracy, mapped.Accuracy)
		var wait, slow int64
		for w := range row.Wait[way] {
			wait, slow = wait+row.Wait[way][w], slow+row.Bsld[way][w]
		}
		require.Equal(t, row.Ways[way].Run.SumWait, wait)
		require.InDelta(t, row.Ways[way].Run.SumBsld, float64(slow)/1000, float64(len(row.Bsld[way])))
		tail, err := r.Tail(way)
		require.NoError(t, err)
		require.Equal(t, row.Ways[way], tail.Did[0])
		require.Equal(t, row.Ways[0], tail.EASY[0])
	}
}

func TestDetailsSumUpToTheWhole(t *testing.T) {
	r := runner(t, nil)
	b, err := r.Behind(r.plan.Asked())
	require.NoError(t, err)
	jobs, off, under := int64(0), 0.0, int64(0)
	for _, g := range b.Requests {
		jobs, off, under = jobs+g.Jobs, off+g.MAE*float64(g.Jobs), under+g.Under
	}
	require.EqualValues(t, r.log().Len(), jobs)
	require.InEpsilon(t, b.Did.Accuracy.MAE, off/float64(jobs), 1e-9)
	require.InEpsilon(t, b.Did.Accuracy.Under, float64(under)/float64(jobs), 1e-9)
	weeks, sum := int64(0), 0.0
	for _, w := range b.Weeks {
		if weeks += w.Jobs; w.Jobs > 0 {
			sum += float64(w.MAE) * float64(w.Jobs)
		}
	}
	require.Equal(t, jobs, weeks)
	require.InEpsilon(t, off, sum, 1e-9)
	require.Len(t, b.Error, Parts+1)
	require.IsNonDecreasing(t, b.Error)
	share := 0.0
	for _, w := range b.Weights {
		share += w.Share
	}
	require.InDelta(t, 1, share, 1e-9, "what features have adds up")
	require.NotEmpty(t, b.Worst)
	require.Equal(t, b.Did.Run.MaxBsld, b.Worst[0].Bsld)
	requests, err := r.Behind(0)
	require.NoError(t, err)
	require.Empty(t, requests.Weights, "only learners weigh")
}

func TestAStoryIsTheScheduleOfItsJob(t *testing.T) {
	fixture.Long(t)
	r := runner(t, nil)
	row, err := r.Task(study.Logged, nil)
	require.NoError(t, err)
	corrections := 0
	for _, id := range []int64{1, 77, 400, 3999, 4000} {
		s, err := r.Story(r.plan.Asked(), id)
		require.NoError(t, err)
		require.Equal(t, id, s.ID)
		require.GreaterOrEqual(t, s.Start, s.Submit)
		require.GreaterOrEqual(t, s.EASY, s.Submit)
		expected := s.First
		for _, c := range s.Corrections {
			require.Equal(t, s.Start+expected, c.At, "a prediction is corrected when it is outlived")
			require.Less(t, c.At, s.Start+s.Run)
			require.Greater(t, c.Expected, expected)
			expected = c.Expected
		}
		require.GreaterOrEqual(t, expected, s.Run)
		corrections += len(s.Corrections)
	}
	all := 0
	for j := range r.log().Len() {
		s := r.told(r.log(), r.ways[r.plan.Asked()], j)
		c, err := s.corrections(r, r.plan.Asked())
		require.NoError(t, err)
		all += len(c)
	}
	require.EqualValues(t, row.Ways[r.plan.Asked()].Corrections, all, "of all jobs they are those of the engine")
	_, err = r.Story(0, -77)
	require.ErrorContains(t, err, "job -77 is not among those simulated")
}

func TestWhoAsksForLongerIsCountedOnce(t *testing.T) {
	r := runner(t, nil)
	a, err := r.Asking()
	require.NoError(t, err)
	row, err := r.Task(study.Logged, nil)
	require.NoError(t, err)
	require.Equal(t, row.Ways[0].Run.SumWait, a.Waited, "EASY with requests")
	require.EqualValues(t, r.log().Len(), a.Jobs)
	require.LessOrEqual(t, len(a.Users), mostAskers)
	last, jobs := math.Inf(1), int64(0)
	for _, u := range a.Users {
		require.LessOrEqual(t, u.Beyond, last)
		last, jobs = u.Beyond, jobs+u.Jobs
		require.LessOrEqual(t, u.Others, a.Waited)
	}
	require.LessOrEqual(t, jobs, a.Jobs)
	for j := range r.log().Request {
		r.log().Request[j] = max(1, r.log().Run[j])
	}
	exact, err := r.Asking()
	require.NoError(t, err)
	require.Equal(t, a.Exact, exact.Waited)
	require.Empty(t, exact.Users)
}

func TestDetailsSurviveTheWire(t *testing.T) {
	fixture.Long(t)
	r := runner(t, nil)
	for _, x := range []struct {
		request []byte
		decode  func([]byte) (any, error)
		want    func() (any, error)
	}{
		{BehindRequest(3), func(b []byte) (any, error) { return DecodeBehind(b) }, func() (any, error) { return r.Behind(3) }},
		{TailRequest(2), func(b []byte) (any, error) { return DecodeTail(b) }, func() (any, error) { return r.Tail(2) }},
		{StoryRequest(3, 12), func(b []byte) (any, error) { return DecodeStory(b) }, func() (any, error) { return r.Story(3, 12) }},
		{AskingRequest(), func(b []byte) (any, error) { return DecodeAsking(b) }, func() (any, error) { return r.Asking() }},
	} {
		b, err := r.Detail(x.request)
		require.NoError(t, err)
		got, err := x.decode(b)
		require.NoError(t, err)
		want, err := x.want()
		require.NoError(t, err)
		require.Equal(t, want, got)
		_, err = x.decode(b[:len(b)-1])
		require.Error(t, err)
	}
}
