package job

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
)

// names are what a job is called by.
type names struct{ user, group, executable, queue int64 }

// called makes a log of such jobs, one a second.
func called(list ...names) *Log {
	var rows []row
	for i, x := range list {
		rows = append(rows, row{int64(i), 10, 1, 1, 20, 1, x.user})
	}
	l := makeLog("8", rows...)
	for _, f := range []Field{Group, Executable, Queue} {
		l.Col[f] = Column{}
	}
	for _, x := range list {
		l.Col[Group].Append(x.group)
		l.Col[Executable].Append(x.executable)
		l.Col[Queue].Append(x.queue)
	}
	return l
}

func TestJobsOfOneUserExecutableAndQueueAreOneApplication(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	odd := []int64{-7, -1, 0, 3, 1 << 40, 1 << 62}
	pick := func() int64 { return odd[rng.IntN(len(odd))] }
	for _, only := range []Field{NumFields, Executable, Queue} {
		var list []names
		for range 300 {
			x := names{int64(rng.IntN(5)) - 1, -1, pick(), pick()}
			switch only {
			case Executable:
				x.queue = -1
			case Queue:
				x.executable = -1
			}
			list = append(list, x)
		}
		tr, _ := Clean(called(list...), Rules{}, Machine{Procs: 8})
		of, apps := map[names]int32{}, map[int32]bool{}
		for j, x := range list {
			x = names{x.user, -1, max(x.executable, -1), max(x.queue, -1)}
			if app, ok := of[x]; ok {
				require.Equal(t, app, tr.App[j])
				continue
			}
			require.False(t, apps[tr.App[j]], "another application has this number")
			require.True(t, tr.App[j] >= 0 && tr.App[j] < tr.Apps)
			of[x], apps[tr.App[j]] = tr.App[j], true
		}
		require.Len(t, of, int(tr.Apps))
	}
}

func TestAUsersGroupIsThatOfMostOfItsJobs(t *testing.T) {
	l := called(names{1, 9, -1, -1}, names{1, 4, -1, -1}, names{1, 9, -1, -1},
		names{2, 5, -1, -1}, names{2, 3, -1, -1}, names{2, -1, -1, -1}, names{2, -1, -1, -1}, // the least of two
		names{3, -1, -1, -1}, names{-1, 6, -1, -1})
	tr, _ := Clean(l, Rules{}, Machine{Procs: 8})
	require.Equal(t, []int64{-1, 1, 2, 3}, tr.Users)
	require.Equal(t, []int64{6, 9, 3, -1}, tr.Groups)
	require.Nil(t, tr.App)
}

func TestALogWithoutNamesHasNone(t *testing.T) {
	l := called(names{1, -1, -1, -3}, names{2, -1, -1, -1})
	for _, f := range []Field{NumFields, Group, Executable, Queue} {
		if f < NumFields {
			l.Col[f] = Column{} // as one that was never filled
		}
		tr, _ := Clean(l, Rules{}, Machine{Procs: 8})
		require.Nil(t, tr.App)
		require.Nil(t, tr.Groups)
		require.Zero(t, tr.Apps)
	}
}

// Names that are not the trace's are forgotten: what indexes by them relies on them.
func TestNamesOffTheWireAreTheTracesOrNone(t *testing.T) {
	l := called(names{1, 2, 3, 4}, names{2, 2, 5, 4}, names{2, 2, 6, 4})
	sent := func(change func(t *Trace)) *Trace {
		tr, _ := Clean(l, Rules{}, Machine{Procs: 8})
		change(tr)
		return taken(t, tr)
	}
	got := sent(func(*Trace) {})
	require.Equal(t, []int32{0, 1, 2}, got.App)
	require.Equal(t, []int64{2, 2}, got.Groups)
	for _, change := range []func(t *Trace){
		func(t *Trace) { t.App[1] = 3 },
		func(t *Trace) { t.App[1] = -1 },
		func(t *Trace) { t.App = t.App[:2] },
		func(t *Trace) { t.Apps = 1 << 30 },
		func(t *Trace) { t.Apps = -1 },
	} {
		got := sent(change)
		require.Nil(t, got.App)
		require.Zero(t, got.Apps)
	}
	require.Nil(t, sent(func(t *Trace) { t.Groups = t.Groups[:1] }).Groups)
}

func TestAPartOfATraceKeepsItsNames(t *testing.T) {
	tr, _ := Clean(called(names{1, 2, 3, 4}, names{2, 2, 5, 4}, names{2, 2, 3, 4}, names{1, 2, 3, 4}), Rules{}, Machine{Procs: 8})
	part := tr.Part(1, 3)
	first, second := tr.Split()
	require.Equal(t, tr.App[1:3], part.App)
	require.Equal(t, tr.App, append(append([]int32(nil), first.App...), second.App...))
	for _, p := range []*Trace{&part, first, second} {
		require.Equal(t, tr.Groups, p.Groups)
		require.Equal(t, tr.Apps, p.Apps)
	}
}

// taken is a trace as it comes from the wire.
func taken(t *testing.T, tr *Trace) *Trace {
	got := &Trace{}
	require.NoError(t, wire.Decode(wire.Encode(tr), got))
	return got
}
