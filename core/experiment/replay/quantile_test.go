package replay

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

// Eleven jobs that wait 5 s less to 5 s more under B.
func TestTheCurveOfDifferencesHasTheirDeciles(t *testing.T) {
	tr := &job.Trace{Procs: 4, Calendar: job.Calendar{}}
	var a, b []int64
	for i, more := range []int64{2, -5, -2, 5, 0, -4, 4, -3, 3, -1, 1} {
		tr.Submit, tr.Run, tr.Size = append(tr.Submit, int64(i)), append(tr.Run, 10), append(tr.Size, 1)
		tr.Request, tr.User = append(tr.Request, 10), append(tr.User, 0)
		a, b = append(a, int64(i)+100), append(b, int64(i)+100+more)
	}
	tr.Users = []int64{1}
	r := Contrast(tr, Side{Order: "A", Starts: a}, Side{Order: "B", Starts: b}, 3)
	require.InDeltaSlice(t, []float64{-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5}, r.Quantiles(10), 1e-12)
	require.Equal(t, []int{5, 5, 1}, []int{r.Less, r.More, r.Same})
}
