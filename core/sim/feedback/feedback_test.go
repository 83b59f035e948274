package feedback_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/session"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim"
	"shadowtime/core/sim/feedback"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/population"
)

// ends are those of a replay.
func ends(tb testing.TB, t *job.Trace, c *sim.Config) (starts, ends []int64) {
	e := sim.New()
	e.Load(t)
	require.NoError(tb, e.Run(c))
	starts = slices.Clone(e.Starts())
	ends = slices.Clone(starts)
	for j := range ends {
		ends[j] += t.Run[j]
	}
	return starts, ends
}

// random trace of some users, whose jobs come in clumps.
func crowd(r *rand.Rand, jobs, users int) *job.Trace {
	t := &job.Trace{Procs: 8}
	for u := range users {
		t.Users = append(t.Users, int64(10*u+r.IntN(10)))
	}
	now := int64(r.IntN(1000))
	for range jobs {
		switch r.IntN(6) {
		case 0:
			now += r.Int64N(40 * 3600)
		case 1, 2:
			now += r.Int64N(3600)
		case 3:
			now += r.Int64N(100)
		}
		if r.IntN(60) == 0 {
			now += r.Int64N(40 * job.Day)
		}
		run := r.Int64N(1 << r.IntN(16))
		t.Submit, t.Run, t.Request = append(t.Submit, now), append(t.Run, run), append(t.Request, run+r.Int64N(1+run))
		t.Size, t.User = append(t.Size, 1+r.Int32N(8)), append(t.User, r.Int32N(int32(users)))
	}
	t.Start = t.Submit[0]
	return t
}

// sample is the log that synth makes.
func sample(tb testing.TB) *job.Trace {
	l, err := lublin.Sample(lublin.Config{Procs: 128, Jobs: fixture.Fewer(4000, 20_000), Seed: 3})
	require.NoError(tb, err)
	t, _ := job.Clean(l, job.Presets()[0].Rules, job.MachineOf(l, 0))
	return t
}

// faithful requires that users who decide as the log has it give the log back.
func faithful(t *testing.T, tr *job.Trace, c *sim.Config) {
	t.Helper()
	starts, ended := ends(t, tr, c)
	h, err := session.Read(tr, ended, session.Options{})
	if errors.Is(err, session.ErrUsers) {
		return // a crowd of which nobody came twice
	}
	require.NoError(t, err)
	u := feedback.NewUsers(tr, h, 5)
	u.Faithful = true
	e := sim.New()
	require.NoError(t, e.LoadFed(tr.Procs, tr.Start, tr.Len()))
	require.NoError(t, e.RunFed(c, u))
	require.NoError(t, u.Err())
	got := e.Arrived()
	require.Equal(t, tr.Len(), got.Len())
	for k, j := range u.Sources() {
		require.Equal(t, int32(k), j)
	}
	require.True(t, slices.Equal(tr.Submit, got.Submit), "submits differ")
	require.True(t, slices.Equal(starts, e.Starts()), "starts differ")
}

func TestFaithfulUsersGiveTheLogBack(t *testing.T) {
	faithful(t, sample(t), &base)
	r := rand.New(rand.NewPCG(1, 61))
	every := order.Every()
	for range fixture.Fewer(200, 2000) {
		o := every[r.IntN(len(every))]
		c := sim.Config{Primary: o, Backfill: every[r.IntN(len(every))], Threshold: []int64{sim.None, 0, 3600}[r.IntN(3)],
			Backfilling: sim.Backfilling(r.IntN(3)), Dialect: sim.Dialect(r.IntN(2))}
		faithful(t, crowd(r, 5+r.IntN(80), 2+r.IntN(4)), &c)
	}
	for _, seed := range []uint64{1, 2, 3} {
		_, p, e := lived(t, population.Config{Procs: 64, Seed: seed, Async: float64(seed-1) / 3}, 20, order.Order{})
		faithful(t, p.Trace(e), &base)
	}
}

func TestFaithfulUsersGiveFiveRealLogsBack(t *testing.T) {
	fixture.Long(t)
	for _, name := range []string{"KTH-SP2-1996-2.1-cln", "SDSC-SP2-1998-4.2-cln", "NASA-iPSC-1993-3.1-cln", "SDSC-Par-1996-3.1-cln",
		"UniLu-Gaia-2014-1"} {
		t.Run(name, func(t *testing.T) {
			l, err := tracefile.Open(fixture.Path(t, "traces", name+".swf.gz"), nil)
			require.NoError(t, err)
			tr, _ := job.Clean(l, job.Presets()[0].Rules, job.MachineOf(l, 0))
			faithful(t, tr, &base)
		})
	}
}

func TestClosedReplaysEqualASlowOnesEventByEvent(t *testing.T) {
	fixture.Long(t)
	keys := map[string]func(j *slowJob) float64{
		"FCFS": func(*slowJob) float64 { return 0 }, // as they came
		"SPF":  func(j *slowJob) float64 { return float64(j.plan) },
		"SAF":  func(j *slowJob) float64 { return float64(j.plan) * float64(j.size) },
		"LQF":  func(j *slowJob) float64 { return -float64(j.size) },
		"LCFS": func(j *slowJob) float64 { return -float64(j.submit) },
	}
	r := rand.New(rand.NewPCG(2, 62))
	e, laps := sim.New(), 0
	for range fixture.Fewer(150, 1500) {
		tr := crowd(r, 5+r.IntN(60), 2+r.IntN(4))
		_, ended := ends(t, tr, &base)
		h, err := session.Read(tr, ended, session.Options{Unwaiting: r.IntN(2) == 0})
		if err != nil {
			require.ErrorIs(t, err, session.ErrUsers)
			continue
		}
		u := feedback.NewUsers(tr, h, 7)
		require.NoError(t, e.LoadFed(tr.Procs, tr.Start, 1))
		for name, key := range keys {
			o, err := order.Parse(name)
			require.NoError(t, err)
			u.Replicate = r.IntN(4)
			threshold := []int64{sim.None, 5000}[r.IntN(2)]
			c := sim.Config{Primary: o, Backfill: o, Threshold: threshold}
			require.NoError(t, e.RunFed(&c, u))
			require.NoError(t, u.Err())
			sources, submits, starts := slowly(&slowWorld{trace: tr, habits: h, seed: 7, replicate: u.Replicate, key: key,
				threshold: threshold})
			got := e.Arrived()
			require.Equal(t, sources, u.Sources())
			require.Equal(t, submits, got.Submit)
			require.Equal(t, starts, e.Starts())
			laps += max(0, len(sources)-tr.Len())
		}
	}
	require.Positive(t, laps, "nobody began again")
}
