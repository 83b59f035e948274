package predictor

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

// alternating is a user who runs two programs in turn, each always as long, and
// requests an hour for both.
func alternating(jobs int) *job.Trace {
	t := &job.Trace{Users: []int64{1}, Apps: 2}
	for j := range jobs {
		t.Submit, t.Run, t.Request = append(t.Submit, int64(10_000*j)), append(t.Run, []int64{100, 3000}[j%2]), append(t.Request, 3600)
		t.Size, t.User, t.App = append(t.Size, 1), append(t.User, 0), append(t.App, int32(j%2))
	}
	return t
}

func TestTwoProgramsOfAUserAreEachForetoldByTheirOwnRuns(t *testing.T) {
	tr := alternating(12)
	got, err := Along(tr, tr.Submit, &History{K: 2})
	require.NoError(t, err)
	require.Equal(t, tr.Run[4:], got[4:], "from the third job of each on")
	averaged, err := Along(tr, tr.Submit, &Average{K: 2})
	require.NoError(t, err)
	for j := 4; j < tr.Len(); j++ {
		require.Equal(t, int64(1550), averaged[j], "which is neither's")
	}
}

// Without names the same request stands for the same program; with one program a
// request the two tell the same jobs apart.
func TestWithoutApplicationsRequestsTellJobsApart(t *testing.T) {
	p := &History{K: 2}
	named, starts := random(rand.New(rand.NewPCG(6, 8)), 500)
	for j := range named.Request {
		kind := int64(named.App[j] % 3)
		named.Request[j] = 5000 * (kind + 1)
	}
	want, err := Along(named, starts, p)
	require.NoError(t, err)
	nameless := *named
	nameless.App, nameless.Apps = nil, 0
	got, err := Along(&nameless, starts, p)
	require.NoError(t, err)
	require.Equal(t, want, got)
	for j := range nameless.Request { // and where requests are all the same, users do
		nameless.Request[j] = 20_000
	}
	want, err = Along(&nameless, starts, &Average{K: 2})
	require.NoError(t, err)
	got, err = Along(&nameless, starts, p)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// The narrowest kind of jobs that has enough behind it foretells.
func TestTheNextWiderKindStandsInUntilThereAreEnough(t *testing.T) {
	tr := &job.Trace{Users: []int64{1}, Apps: 3}
	for j, x := range []struct {
		run, request int64
		app          int32
	}{{10, 100, 0}, {30, 200, 1}, {50, 100, 1}, {70, 100, 0}, {90, 100, 0}, {95, 300, 2}} {
		tr.Submit, tr.Run, tr.Request = append(tr.Submit, int64(1000*j)), append(tr.Run, x.run), append(tr.Request, x.request)
		tr.Size, tr.User, tr.App = append(tr.Size, 1), append(tr.User, 0), append(tr.App, x.app)
	}
	got, err := Along(tr, tr.Submit, &History{K: 2})
	require.NoError(t, err)
	require.Equal(t, []int64{
		100, 200, // nothing is known
		20, // of the user: 10 and 30
		30, // of the request: 10 and 50
		40, // of the application: 10 and 70
		80, // of the user: 70 and 90
	}, got)
}
