package online

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// keepsNobody is a rule under which nothing is shared, since it might hold jobs; it never does.
const keepsNobody = "1000000 jobs a user"

// apart has every replay of a resample done by itself, also those by choices that differ in the threshold alone and, where the
// dialect knows rules, of periods in which nobody waits.
func apart(t *testing.T, log *job.Trace, p Plan, k int) Row {
	t.Helper()
	if p.Dialect == sim.Shadowtime.String() {
		p.Rules = keepsNobody
	}
	r, err := NewRunner(log, p)
	require.NoError(t, err)
	for i := range r.tightest {
		r.tightest[i] = i
	}
	r.walk.step = 0
	require.NoError(t, r.load(k))
	r.contest.on = false
	row := r.newRow(k)
	require.NoError(t, r.fill(&row, nil))
	require.False(t, r.walked)
	return row
}

// requireAlike holds a row of shared replays to one of replays apart, and adds up how many jobs were replayed for each.
func requireAlike(t *testing.T, log *job.Trace, p Plan, k int, replayed *[2]int64) {
	t.Helper()
	r, err := NewRunner(log, p)
	require.NoError(t, err)
	met, own := task(t, r, k), apart(t, log, p, k)
	require.True(t, r.walk.on)
	require.NotEmpty(t, r.walk.courses)
	for i := range met.Learnt {
		a, b := &met.Learnt[i].Beyond, &own.Learnt[i].Beyond
		require.LessOrEqual(t, a.Replayed, b.Replayed)
		replayed[0], replayed[1] = replayed[0]+a.Replayed, replayed[1]+b.Replayed
		b.Replayed = a.Replayed
	}
	require.Equal(t, own, met, "plan %+v", p)
}

// few is a log of two weeks in which jobs wait now and then, some long enough to be late. Jobs of no length, and several at one
// instant, are among them.
func few(r *rand.Rand) *job.Trace {
	t := busy(2, 60+r.IntN(120), 1+r.Int64N(6))
	for j := range t.Run {
		t.Run[j] = t.Run[j] * (1 + r.Int64N(4)) / 4
		t.Size[j] = 1 + r.Int32N(int32(1+r.IntN(16)))
		switch r.IntN(6) {
		case 0, 1:
			t.Request[j] = t.Run[j]
		case 2:
			t.Run[j], t.Size[j] = 0, 1+r.Int32N(16)
		}
	}
	return t
}

// settings is a plan of choices among settings: which orders, which threshold, whose run times they plan with and all else that
// decides what replays have in common by chance.
func settings(r *rand.Rand) Plan {
	p := sharing(ArmsSettings, "shared", Safe, "epsilon-greedy", "full")
	p.Weeks, p.Resamples, p.Alpha, p.Longest = 2, 1, 3, 5
	all := order.Names(order.Twelve())
	r.Shuffle(len(all)-1, func(i, j int) { all[i+1], all[j+1] = all[j+1], all[i+1] })
	p.Orders = all[:2+r.IntN(2)]
	p.Threshold = [...]study.Seconds{-1, 1800, 2 * 3600, 40 * 3600}[r.IntN(4)]
	p.Closer = [...]float64{0, 0.5, 1}[r.IntN(3)]
	p.Objective = [...]string{"", bySlowdown, byLongest}[r.IntN(3)]
	p.Late = [...]string{"", front, Both}[r.IntN(3)]
	p.Dialect = [...]string{sim.Shadowtime.String(), "ocs", "pyss"}[r.IntN(3)]
	p.Feedback, p.Unbounded = Machine, r.IntN(4) == 0
	return p
}

// What settings share, whole replays, steps in which nobody waits, a period up to its first contested pass and the costs of longer
// thresholds, changes nothing: orders by backfilling orders by thresholds by the run times that they plan with, on small logs.
func TestSettingsThatShareReplaysAreThoseOfReplaysApart(t *testing.T) {
	var replayed [2]int64
	for seed := range uint64(fixture.Fewer(120, 400)) {
		r := rand.New(rand.NewPCG(seed, 62))
		requireAlike(t, few(r), settings(r), 1+r.IntN(3), &replayed)
	}
	require.Less(t, replayed[0], replayed[1], "nothing is shared")
}

// The same on jobs of a real machine.
func TestSettingsOfARealLogThatShareReplaysAreThoseOfReplaysApart(t *testing.T) {
	log, err := tracefile.Open(fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz"), nil)
	require.NoError(t, err)
	for _, closer := range []float64{0, 1} {
		p := sharing(ArmsSettings, "shared", Safe, "full")
		p.Orders, p.Threshold, p.Closer, p.Weeks, p.Alpha, p.Feedback = []string{Baseline, "SPF", "SAF"}, 20*3600, closer, 4, 1, Machine
		require.NoError(t, p.Normalise())
		whole, _ := p.Prepare(log)
		jobs := whole.Part(0, 1500)
		var replayed [2]int64
		requireAlike(t, &jobs, p, study.Logged, &replayed)
		requireAlike(t, &jobs, p, 1, &replayed)
		require.Less(t, replayed[0], replayed[1], "nothing is shared")
	}
}
