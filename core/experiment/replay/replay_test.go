package replay

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/believe"
	"shadowtime/core/job/lublin"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

func runner(t *testing.T) (*Runner, Plan) {
	t.Helper()
	p := Default()
	p.Weeks = 1
	l, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 3000, Seed: 3})
	require.NoError(t, err)
	tr, _ := p.Prepare(l)
	r, err := NewRunner(tr, p)
	require.NoError(t, err)
	return r, p
}

// What the page reads is what a tape in its own hands says.
func TestDetailsAreThoseOfTheRow(t *testing.T) {
	r, p := runner(t)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, k := range []int{study.Logged, 2} {
		row, err := r.Task(k, nil)
		require.NoError(t, err)
		for side, name := range []string{p.Order, p.Beside} {
			c, err := p.Config(name)
			require.NoError(t, err)
			tape, err := why.Record(&row.Trace, &c)
			require.NoError(t, err)
			require.Equal(t, tape.Starts, row.Starts[side])
			ask := func(request []byte) []byte {
				// another task in between is no matter
				_, err := r.Detail(HowRequest(1, 0))
				require.NoError(t, err)
				b, err := r.Detail(request)
				require.NoError(t, err)
				return b
			}
			j := rng.IntN(row.Trace.Len())
			want, err := tape.Story(j)
			require.NoError(t, err)
			got, words, err := DecodeStory(ask(StoryRequest(k, side, j)))
			require.NoError(t, err)
			require.Equal(t, want, got)
			require.Equal(t, tape.Sentences(want), words)

			at := row.Trace.Submit[j] + rng.Int64N(5000)
			instant, err := tape.At(at)
			require.NoError(t, err)
			seen, err := DecodeInstant(ask(InstantRequest(k, side, at)))
			require.NoError(t, err)
			require.Equal(t, instant, seen)

			hows := DecodeHow(ask(HowRequest(k, side)))
			require.Equal(t, want.How, hows[j])
			left, err := tape.Left(j, want.Submit)
			require.NoError(t, err)
			text, err := DecodeLeft(ask(LeftRequest(k, side, j, want.Submit)))
			require.NoError(t, err)
			require.Equal(t, left, text)
			tried, err := DecodeTry(ask(TryRequest(k, believe.Near{Order: name, Backfilling: "easy", Threshold: p.Threshold})))
			require.NoError(t, err)
			require.Equal(t, tape.Starts, tried)
		}
	}
}

func TestNothingAndTheLogItselfTakeNoSecondRun(t *testing.T) {
	for _, beside := range []string{Nothing, AsItRan} {
		r, p := runner(t)
		p.Beside = beside
		r, err := NewRunner(r.log, p)
		require.NoError(t, err)
		require.Equal(t, 1, r.Steps())
		row, err := r.Task(study.Logged, nil)
		require.NoError(t, err)
		require.Len(t, row.Starts, 1)
		_, err = r.Detail(StoryRequest(0, 1, 0))
		require.Error(t, err)
	}
}
