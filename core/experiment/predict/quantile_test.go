package predict

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

// Half a percent a step, each a value of the list: of 0 to 200 the n-th is n.
func TestADistributionIsCutIntoTwoHundredParts(t *testing.T) {
	var values, ten []int64
	for i := range int64(201) {
		values = append(values, 200-i)
	}
	for i, x := range quantiles(values) {
		require.EqualValues(t, i, x)
	}
	for i := range int64(11) {
		ten = append(ten, 10-i)
	}
	q := quantiles(ten)
	require.Equal(t, []int64{0, 1, 5, 9, 10}, []int64{q[0], q[Parts/10], q[Parts/2], q[Parts*9/10], q[Parts]})
	require.EqualValues(t, 8, q[Parts*9/10-1], "rounded down to a value there is")
}

func TestTheUsualRunIsWhatNineteenOfTwentyDoNotExceed(t *testing.T) {
	tr := &job.Trace{Procs: 4}
	for i := range int64(21) {
		tr.Submit, tr.Run, tr.Size = append(tr.Submit, i), append(tr.Run, 100*(20-i)), append(tr.Size, 1)
		tr.Request = append(tr.Request, 3600)
	}
	tr.Submit, tr.Run, tr.Size = append(tr.Submit, 99), append(tr.Run, 7200), append(tr.Size, 1)
	tr.Request = append(tr.Request, 7200)
	var a Asking
	a.usual(tr, tr.Request)
	require.Equal(t, []int64{3600, 21, 1900}, []int64{a.Usual, a.UsualJobs, a.UsualRun})
}
