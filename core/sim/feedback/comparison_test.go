package feedback_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/session"
	"shadowtime/core/sim"
	"shadowtime/core/sim/feedback"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/population"
)

// village is a small world.
func village(tb testing.TB) *job.Trace {
	_, p, e := lived(tb, population.Config{Procs: 64, Users: 12, Seed: 4, Async: 0.2}, 12, order.Order{})
	return p.Trace(e)
}

func answer(t *testing.T, tr *job.Trace, p feedback.Plan, workers int) *feedback.Answer {
	s, err := feedback.NewComparison(tr, p)
	require.NoError(t, err)
	a, err := s.Replay(workers)
	require.NoError(t, err)
	return a
}

func TestTheAnswerIsTheSameForAnyNumberOfThreadsAndOrderOfTasks(t *testing.T) {
	tr := village(t)
	p := feedback.Plan{Base: base, Orders: candidates(t), Replicates: 3}
	want := answer(t, tr, p, 1)
	require.Equal(t, want, answer(t, tr, p, 4))
	s, err := feedback.NewComparison(tr, p)
	require.NoError(t, err)
	w := s.Worker()
	var rows []feedback.Row
	for _, i := range rand.New(rand.NewPCG(1, 1)).Perm(s.Tasks()) {
		r, err := w.Task(i)
		require.NoError(t, err)
		rows = append(rows, r)
	}
	require.Equal(t, want, s.Merge(rows))
}

// Who is numbered how does not matter: chances go by the log's own ids.
func TestTheAnswerIsTheSameInAnyOrderOfUsers(t *testing.T) {
	tr := village(t)
	p := feedback.Plan{Base: base, Orders: candidates(t), Replicates: 2}
	want := answer(t, tr, p, 2)
	other := *tr
	perm := rand.New(rand.NewPCG(2, 2)).Perm(len(tr.Users))
	other.Users, other.User = make([]int64, len(perm)), slices.Clone(tr.User)
	for u, at := range perm {
		other.Users[at] = tr.Users[u]
	}
	for j, u := range tr.User {
		other.User[j] = int32(perm[u])
	}
	got := answer(t, &other, p, 2)
	require.Equal(t, want, got)
}

func TestReplicatesAndSeedsDifferAndOrdersShareTheirChances(t *testing.T) {
	tr := village(t)
	s, err := feedback.NewComparison(tr, feedback.Plan{Base: base, Orders: []order.Order{{}}, Replicates: 2})
	require.NoError(t, err)
	w := s.Worker()
	var rows []feedback.Row
	for i := range s.Tasks() {
		r, err := w.Task(i)
		require.NoError(t, err)
		rows = append(rows, r)
	}
	require.NotEqual(t, rows[1].Run, rows[2].Run, "replicates")
	for i := range 3 {
		require.Equal(t, rows[i].Run, rows[3+i].Run, "FCFS is FCFS")
	}
	a := s.Merge(rows)
	require.Zero(t, a.Orders[0].ClosedChange)
	require.Zero(t, a.Orders[0].Error)
	other := answer(t, tr, feedback.Plan{Base: base, Replicates: 2, Seed: 9}, 1)
	require.NotEqual(t, a.Base.Closed, other.Base.Closed, "seeds")
	require.Equal(t, a.Base.Open, other.Base.Open)
	require.InDelta(t, 1, a.Sync+a.Async+a.Anchor, 1e-12)
}

func TestAClosedReplayDoesNotAllocate(t *testing.T) {
	tr := village(t)
	s, err := feedback.NewComparison(tr, feedback.Plan{Base: base, Orders: candidates(t), Replicates: 2})
	require.NoError(t, err)
	w := s.Worker()
	all := func() {
		for i := range s.Tasks() {
			if _, err := w.Task(i); err != nil {
				t.Fatal(err)
			}
		}
	}
	all()
	require.Zero(t, testing.AllocsPerRun(1, all))
}

func TestLogsWhoseUsersCannotBeToldApartSaySo(t *testing.T) {
	tr := village(t)
	none := *tr
	none.User, none.Users = nil, nil
	one := *tr
	one.User, one.Users = make([]int32, tr.Len()), []int64{-1}
	once := tr.Part(0, 3)
	once.User, once.Users = []int32{0, 1, 2}, []int64{1, 2, 3}
	for _, x := range []*job.Trace{&none, &one, &once, {Procs: 4}} {
		_, err := feedback.NewComparison(x, feedback.Plan{Base: base})
		require.ErrorIs(t, err, session.ErrUsers)
	}
}

// Jobs of no time that waited for days could be repeated without end.
func TestUsersWhoWouldNeverStopAreAnError(t *testing.T) {
	tr := &job.Trace{Procs: 4, Users: []int64{1, 2}}
	var ended []int64
	for i := range int64(60) {
		tr.Submit, tr.Run, tr.Request = append(tr.Submit, i*job.Day), append(tr.Run, 1), append(tr.Request, 1)
		tr.Size, tr.User = append(tr.Size, 1), append(tr.User, int32(i%2))
		ended = append(ended, (i+2)*job.Day-1)
	}
	s, err := feedback.NewComparison(tr, feedback.Plan{Base: base, Ends: ended, Orders: []order.Order{{}}})
	require.NoError(t, err)
	_, err = s.Replay(2)
	require.ErrorContains(t, err, "4 times the log's jobs")
}

func TestRoughIsWhatIsNotLikeTheLog(t *testing.T) {
	require.False(t, feedback.Likeness{Wait: 0.86, Weekly: 1.04}.Rough())
	require.True(t, feedback.Likeness{Wait: 0.84, Weekly: 1}.Rough())
	require.True(t, feedback.Likeness{Wait: 1, Weekly: 0.94}.Rough())
	require.True(t, feedback.Likeness{Wait: math.NaN(), Weekly: 1}.Rough())
	require.True(t, (&feedback.Outcome{OpenChange: feedback.Change{Wait: -0.1}, ClosedChange: feedback.Change{Wait: 0.1}}).Split())
}

// No trace whatsoever makes users panic, run for ever, or lose what they began.
func FuzzUsersOfAnyTraceEnd(f *testing.F) {
	f.Add(uint64(1), uint8(20), uint8(3), true)
	f.Add(uint64(7), uint8(200), uint8(1), false)
	f.Fuzz(func(t *testing.T, seed uint64, jobs, users uint8, unwaiting bool) {
		r := rand.New(rand.NewPCG(seed, 3))
		tr := crowd(r, 1+int(jobs), 1+int(users%20))
		ended := slices.Clone(tr.Submit)
		for j := range ended {
			ended[j] += r.Int64N(1 << r.IntN(20))
		}
		s, err := feedback.NewComparison(tr, feedback.Plan{Base: base, Orders: []order.Order{{}}, Ends: ended, Replicates: 2, Seed: seed,
			Session: session.Options{Unwaiting: unwaiting}})
		if err != nil {
			require.ErrorIs(t, err, session.ErrUsers)
			return
		}
		if a, err := s.Replay(1); err == nil {
			require.Positive(t, a.Base.Closed.Weekly)
		} else {
			require.ErrorContains(t, err, "times the log's jobs")
		}
	})
}

// Natively and in a browser alike: whoever changes what is drawn changes these.
func TestTheFiguresAreTheSameOnEveryPlatform(t *testing.T) {
	s, err := feedback.NewComparison(village(t), feedback.Plan{Base: base, Orders: candidates(t), Replicates: 1,
		Session: session.Options{Unwaiting: true}})
	require.NoError(t, err)
	w, got := s.Worker(), [][2]int64{}
	for i := range s.Tasks() {
		r, err := w.Task(i)
		require.NoError(t, err)
		got = append(got, [2]int64{r.Jobs, r.SumWait})
	}
	require.Equal(t, [][2]int64{{2234, 86526588}, {2251, 56822812}, {2234, 99399895}, {2643, 40926749}, {2234, 98170394}, {2665, 45899068},
		{2234, 113735886}, {2455, 50833904}}, got)
	require.Equal(t, 9600.0, s.Habits().Patience.C)
}

// The engine in its folder is held to the open path; here to what it costs.
func BenchmarkReplay(b *testing.B) {
	_, p, e := lived(b, population.Config{Procs: 64, Users: 24, Seed: 1}, fixture.Fewer(50, 100), order.Order{})
	tr := p.Trace(e)
	orders := candidates(b)
	s, err := feedback.NewComparison(tr, feedback.Plan{Base: base, Orders: orders, Replicates: 1})
	require.NoError(b, err)
	for i := range s.Tasks() {
		name := [...]string{"FCFS", "SPF", "SAF", "SQF"}[i/2] + [...]string{"/open", "/closed"}[i%2]
		b.Run("order="+name, func(b *testing.B) {
			w := s.Worker()
			var r feedback.Row
			for b.Loop() {
				r, err = w.Task(i)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(2*r.Jobs), "ns/event")
		})
	}
}

var _ sim.Feed = (*feedback.Users)(nil)
