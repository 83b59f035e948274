package rules

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// capped is a record of a machine with room for all, on which each of 19 users runs at most two jobs.
func capped(t *testing.T) *held.Record {
	trace := &job.Trace{Procs: 4000}
	free := map[int32][2]int64{}
	for i := range int64(1200) {
		u := int32(i * i % 19)
		at, long := i*500, 600+i*7919%20000
		ends := free[u]
		start := max(at, min(ends[0], ends[1]))
		ends = [2]int64{max(ends[0], ends[1]), start + long}
		free[u] = ends
		trace.Submit, trace.Wait = append(trace.Submit, at), append(trace.Wait, start-at)
		trace.Run, trace.Request = append(trace.Run, long), append(trace.Request, long)
		trace.Size, trace.User, trace.ID = append(trace.Size, 1), append(trace.User, u), append(trace.ID, i+1)
		trace.Pos = append(trace.Pos, int32(i))
	}
	for u := range int64(19) {
		trace.Users = append(trace.Users, u)
	}
	r, ok := held.RecordOf(trace)
	require.True(t, ok)
	return r
}

// Each contested start of a job that a rule concerns stands once in its drawing, each held job too; a limit that the
// machine obeys has nobody start beyond it, and jobs held right there.
func TestADrawingHasEachStartOnceAndShowsTheEdge(t *testing.T) {
	r := capped(t)
	list, err := rule.Parse("2 jobs a user; not 03:00-04:00")
	require.NoError(t, err)
	m := held.Machine{Rules: bound(r.Trace(), list[:1])}
	x, err := Draw(r, &m, 0)
	require.NoError(t, err)
	pass := held.NewPass(r)
	sum, err := pass.Run(&held.Machine{})
	require.NoError(t, err)
	contested, _ := sum.Starts()
	started, barred := 0, 0
	for _, b := range x.Bins {
		require.Equal(t, b.From > 2, b.forbidden(), "%+v", b)
		started += b.Started
		barred += b.Barred
		require.Zero(t, b.Broken)
		require.Equal(t, b.Held, b.Barred, "nothing else holds a job there")
	}
	require.Equal(t, contested, started)
	require.Positive(t, barred)
	require.Contains(t, x.Chart().Title, "0 of ")
	x, err = Draw(r, &held.Machine{Rules: bound(r.Trace(), list)}, 1)
	require.NoError(t, err)
	require.Len(t, x.Bins, 24)
	for h, b := range x.Bins {
		require.Equal(t, h == 3 && b.Started > 0, b.forbidden())
		require.Zero(t, b.Held, "the limit holds them already")
		require.True(t, h == 3 && b.Broken == b.Started || b.Broken == 0)
	}
}

// What a worker answers is the drawing; what has none is refused, and so is a place that no rule has.
func TestADrawingComesOverTheWire(t *testing.T) {
	r := capped(t)
	list, err := rule.Parse("2 jobs a user; 300 processor-hours a user; 2 processors missing; not Mon 00:00-Fri 17:00")
	require.NoError(t, err)
	x := &Runner{plan: Default(), trace: r.Trace(), record: r}
	b, err := x.Detail(DrawRequest(list, 0))
	require.NoError(t, err)
	got, err := DrawingOf(b)
	require.NoError(t, err)
	want, err := Draw(r, &held.Machine{Rules: bound(r.Trace(), list)}, 0)
	require.NoError(t, err)
	require.Equal(t, want, got)
	for _, at := range []int{1, 2, 3, 4, -1} {
		_, err = x.Detail(DrawRequest(list, at))
		require.Error(t, err, at)
	}
}
