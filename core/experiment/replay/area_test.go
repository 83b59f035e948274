package replay

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

// recorded is a trace whose waits are those of a replay, some of them unknown.
func recorded(t *testing.T) (*job.Trace, Plan) {
	t.Helper()
	l, err := lublin.Sample(lublin.Config{Procs: 32, Jobs: 400, Seed: 5})
	require.NoError(t, err)
	p := Opening()
	p.Beside = Nothing
	trace, _ := p.Prepare(l)
	r, err := NewRunner(trace, p)
	require.NoError(t, err)
	row, err := r.Task(study.Logged, nil)
	require.NoError(t, err)
	trace.Wait = make([]int64, trace.Len())
	for j := range trace.Wait {
		trace.Wait[j] = row.Starts[0][j] - trace.Submit[j] + int64(j%3)*600
	}
	trace.Wait[7] = -1
	p.Beside = AsItRan
	return trace, p
}

// What is said of an area is what a count second by second gives, of the log's own schedule and of a replayed one; the
// causes of areas that follow one another add up to those of all of the log.
func TestAnAreaIsACountSecondBySecond(t *testing.T) {
	trace, p := recorded(t)
	r, err := NewRunner(trace, p)
	require.NoError(t, err)
	row, err := r.Task(study.Logged, nil)
	require.NoError(t, err)
	logged, _ := why.Waited(trace, trace.Wait)
	last := trace.Submit[0]
	for j, start := range logged {
		if start != why.Unknown {
			last = max(last, start+trace.Run[j])
		}
	}
	random := rand.New(rand.NewPCG(3, 1))
	for side, starts := range [][]int64{row.Starts[0], logged} {
		for range 20 {
			from := trace.Submit[0] + random.Int64N(last-trace.Submit[0])
			to := from + 1 + random.Int64N(4000)
			b, err := r.Detail(AreaRequest(study.Logged, side, from, to))
			require.NoError(t, err)
			got, err := DecodeArea(b)
			require.NoError(t, err)
			want := Area{Parts: got.Parts, Longest: got.Longest}
			for j, start := range starts {
				if start == why.Unknown {
					continue
				}
				ran, waited := int64(0), int64(0)
				for s := from; s < to; s++ {
					if start <= s && s < start+trace.Run[j] {
						ran++
					}
					if trace.Submit[j] <= s && s < start {
						waited++
					}
				}
				if ran > 0 {
					want.Ran++
					if start >= from {
						want.Started++
					}
				}
				if waited > 0 {
					want.Waiting++
				}
				want.Used += ran * int64(trace.Size[j])
				want.Waited += waited
			}
			require.Equal(t, &want, got)
			require.LessOrEqual(t, got.Parts.Sum(), got.Waited)
		}
	}
	record, ok := held.RecordOf(trace)
	require.True(t, ok)
	all, err := held.AccountOf(record, &held.Machine{})
	require.NoError(t, err)
	var sum held.Parts
	const areas = 7
	first, end := record.Span()
	for i := range int64(areas) {
		b, err := r.Detail(AreaRequest(study.Logged, 1, first+(end-first)*i/areas, first+(end-first)*(i+1)/areas))
		require.NoError(t, err)
		a, err := DecodeArea(b)
		require.NoError(t, err)
		for c := range sum {
			sum[c] += a.Parts[c]
		}
	}
	require.Positive(t, sum[held.InVain])
	require.Equal(t, all.Parts, sum)
}

// An area that does not end after it begins, and a schedule that there is not, are refused.
func TestAnAreaWithoutTimeIsRefused(t *testing.T) {
	trace, p := recorded(t)
	r, err := NewRunner(trace, p)
	require.NoError(t, err)
	for _, request := range [][]byte{AreaRequest(study.Logged, 0, 5, 5), AreaRequest(study.Logged, 2, 0, 5), AreaRequest(1, 1, 0, 5)} {
		_, err = r.Detail(request)
		require.Error(t, err)
	}
}
