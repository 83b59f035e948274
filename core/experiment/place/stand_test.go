package place

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/cluster"
)

// Waiting, running and done are all jobs that came, at each instant; what is idle is no more than the machine has, nor than is asked for.
func TestJobsWaitRunOrAreDoneAndHolesAreBothFreeAndAskedFor(t *testing.T) {
	r := &Run{
		Jobs: []Played{
			{Submit: 0, Start: 0, End: 10, Size: 3, Memory: 100},
			{Submit: 1, Start: 10, End: 15, Size: 4, Memory: 50},
			{Submit: 2, Start: 2, End: 12, Size: 1, Memory: 10},
		},
		Time:  []float64{0, 1, 2, 10, 12, 15},
		Taken: []float64{300, 300, 310, 210, 200, 0},
		Busy:  []int32{3, 3, 4, 5, 4, 0},
		Queue: []int32{0, 1, 1, 0, 0, 0},
	}
	require.Equal(t, []Stand{{1, 0, 0, 0}, {1, 0, 3, 150}, {2, 0, 2, 140}, {2, 1, 0, 0}, {1, 2, 0, 0}, {0, 3, 0, 0}}, r.Stands(6, 450))
	came := 0
	for i, s := range r.Stands(6, 450) {
		for _, j := range r.Jobs {
			if j.Submit == r.Time[i] {
				came++
			}
		}
		require.Equal(t, came, int(r.Queue[i])+s.Running+s.Done)
	}
	r.Outs = []Out{{cluster.Span{From: 4, To: 6}, 1, 2}}
	require.Equal(t, int32(1), r.Stands(6, 450)[1].Cores, "cores that are out are not idle")
}
