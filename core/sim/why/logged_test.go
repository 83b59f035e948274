package why

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
)

// What a log tells of a job is counted second by second.
func TestWhatALogTellsIsCounted(t *testing.T) {
	never, once := 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 77))
		tr := &job.Trace{Procs: 1 + r.Int64N(9)}
		at, starts := int64(0), []int64{}
		for range 2 + r.IntN(14) {
			at += r.Int64N(5)
			run := r.Int64N(12)
			tr.Submit, tr.Run, tr.Request = append(tr.Submit, at), append(tr.Run, run), append(tr.Request, run)
			tr.Size = append(tr.Size, 1+int32(r.Int64N(tr.Procs)))
			start := at + r.Int64N(20)
			if r.IntN(6) == 0 {
				start = Unknown
			}
			starts = append(starts, start)
		}
		j := r.IntN(len(starts))
		got := RanOf(tr, starts, j)
		if starts[j] == Unknown {
			require.Len(t, got.Sentences(tr), 1)
			continue
		}
		want := Ran{Job: j, Start: starts[j], End: starts[j] + tr.Run[j], First: Unknown}
		for k, s := range starts {
			if s != Unknown && k < j && s > tr.Submit[j] {
				want.Ahead++
			}
			if s != Unknown && k != j && tr.Submit[k] > tr.Submit[j] && s < starts[j] {
				want.Overtaken = append(want.Overtaken, k)
			}
		}
		for now := tr.Submit[j]; now < starts[j]; now++ {
			free := tr.Procs
			for k, s := range starts {
				if k != j && s != Unknown && s <= now && now < s+tr.Run[k] {
					free -= int64(tr.Size[k])
				}
			}
			want.Free = max(want.Free, free)
			if free >= int64(tr.Size[j]) {
				want.Room++
				if want.First == Unknown {
					want.First = now
				}
			}
		}
		require.ElementsMatch(t, want.Overtaken, got.Overtaken, "seed %d", seed)
		want.Overtaken = got.Overtaken
		require.Equal(t, want, *got, "seed %d", seed)
		require.NotEmpty(t, got.Sentences(tr))
		if want.First == Unknown {
			never++
		} else {
			once++
		}
	}
	require.Greater(t, never, 20)
	require.Greater(t, once, 20)
}

// Of a schedule that the simulator made itself the log's story has the same facts.
func TestALogsStoryAgreesWithTheTapes(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 78))
		tr := simtest.Trace(r, 2+r.IntN(60))
		tape, err := Record(tr, simtest.Config(r))
		require.NoError(t, err)
		for j := range tr.Len() {
			s, err := tape.Story(j)
			require.NoError(t, err)
			got := RanOf(tr, tape.Starts, j)
			require.Equal(t, []int64{s.Start, s.End}, []int64{got.Start, got.End})
			var over []int
			for _, x := range s.Overtaken {
				over = append(over, x.Job)
			}
			require.ElementsMatch(t, over, got.Overtaken)
		}
	}
}
