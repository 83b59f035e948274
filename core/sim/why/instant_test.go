package why

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/sim"
)

func TestAnInstantShowsWhatTheOracleDecidesThen(t *testing.T) {
	for seed := range uint64(300) {
		tr, c, r := draw(seed)
		tape, err := Record(tr, c)
		require.NoError(t, err)
		want := oracle.Explain(tr, simtest.Setup(c))
		tape.moments()
		for range 8 {
			at := tape.events[r.IntN(len(tape.events))]
			says := fmt.Sprintf("seed %d at %d %+v", seed, at, simtest.Setup(c))
			s, err := tape.At(at)
			require.NoError(t, err)
			require.Equal(t, at, s.Now)
			var got, wanted []string
			for _, list := range want.Verdicts {
				for _, v := range list {
					if v.Now == at {
						wanted = append(wanted, fmt.Sprint(v.Job, v.Reason, v.Head, v.Free))
					}
				}
			}
			started := map[int]bool{}
			for _, p := range s.Passes {
				for _, x := range p.Queue {
					switch x.Reason {
					case Front, Backfilled:
						require.False(t, started[x.Job], says)
						require.Equal(t, want.How[x.Job], x.Reason.String(), says)
						started[x.Job] = true
					default:
						got = append(got, fmt.Sprint(x.Job, x.Reason.String(), p.Head, x.Free))
					}
					if c.Backfilling == sim.Conservative && x.Place != Unknown {
						require.GreaterOrEqual(t, x.Place, at)
					}
				}
			}
			slices.Sort(got)
			slices.Sort(wanted)
			require.Equal(t, wanted, got, says)
			for j := range tr.Len() {
				require.Equal(t, want.Starts[j] == at, started[j], "job %d %s", j, says)
			}
			busy := int64(0)
			for _, x := range s.Running {
				busy += int64(tr.Size[x.Job])
				require.True(t, x.Start <= at && tape.End(x.Job) > at, says)
			}
			require.Equal(t, tr.Procs-busy, s.Free, says)
		}
	}
}

func TestSteppingMeetsEveryEventAndEveryDecision(t *testing.T) {
	tr, c, _ := draw(4)
	tape, err := Record(tr, c)
	require.NoError(t, err)
	tape.moments()
	for _, list := range [][]int64{tape.events, tape.acts} {
		at, n := list[0], 1
		for {
			s, err := tape.At(at)
			require.NoError(t, err)
			next, back := s.NextEvent, s.PreviousEvent
			if &list[0] == &tape.acts[0] {
				next, back = s.NextDecision, s.PreviousDecision
			}
			require.Equal(t, n == 1, back == Unknown)
			if next == Unknown {
				break
			}
			at, n = next, n+1
		}
		require.Equal(t, len(list), n)
	}
}
