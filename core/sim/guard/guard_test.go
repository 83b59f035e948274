package guard_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/guard"
)

const (
	hour   = int64(3600)
	monday = int64(10 * job.Day) // of the trace's clock, 00:00
)

// three are jobs of users 5, 5 and 9.
func three() *job.Trace {
	return &job.Trace{Procs: 10, Submit: []int64{0, 0, 0}, Run: []int64{100, 100, 100}, Request: []int64{100, 200, 300},
		Size: []int32{2, 3, 4}, Users: []int64{5, 9}, User: []int32{0, 0, 1}, Queue: []int32{1, 2, 1}, Partition: []int32{7, 7, 8},
		Calendar: job.Calendar{Monday: monday}}
}

// load is a guard of a replay of a trace under rules that hold throughout, or in the spans of the last.
func load(t *testing.T, tr *job.Trace, strict bool, rules ...rule.Rule) *guard.Guard {
	t.Helper()
	var list []rule.Bound
	for _, r := range rules {
		list = append(list, rule.Bound{Rule: r})
	}
	var g guard.Guard
	require.NoError(t, g.Load(tr, list, strict))
	return &g
}

// limit is one of so much.
func limit(per rule.Per, of rule.Measure, most int64) rule.Rule {
	r := rule.New(rule.Limit)
	r.Per, r.Of, r.Most = per, of, most
	return r
}

func TestALimitOfJobsCountsThoseOfItsSubject(t *testing.T) {
	for _, x := range []struct {
		per  rule.Per
		want [3]guard.Mask // who is forbidden once job 0 runs
	}{{rule.All, [3]guard.Mask{1, 1, 1}}, {rule.User, [3]guard.Mask{1, 1, 0}}, {rule.UserQueue, [3]guard.Mask{1, 0, 0}}} {
		g := load(t, three(), false, limit(x.per, rule.Jobs, 1))
		require.Zero(t, g.Forbids(0, 0)|g.Forbids(0, 1)|g.Forbids(0, 2))
		g.Start(0, 0)
		for j, want := range x.want {
			require.Equal(t, want, g.Forbids(1, int32(j)), "per %d job %d", x.per, j)
		}
		g.End(0, 0)
		require.Zero(t, g.Forbids(2, 0)|g.Forbids(2, 1)|g.Forbids(2, 2))
	}
}

func TestALimitOfAQueueOrAPartitionIsThatOfItsClass(t *testing.T) {
	queue, partition, long, wide, one := limit(rule.All, rule.Jobs, 1), limit(rule.All, rule.Jobs, 1), limit(rule.All, rule.Jobs, 1),
		limit(rule.All, rule.Jobs, 1), limit(rule.All, rule.Jobs, 1)
	queue.Class.Queues, partition.Class.Partitions, one.Class.Users = []int64{1}, []int64{7}, []int64{9}
	long.Class.Over, wide.Class.Wider = 200, 3 // above, not from
	g := load(t, three(), false, queue, partition, long, wide, one)
	g.Start(0, 0)
	g.Start(0, 1)
	g.Start(0, 2)
	require.Equal(t, guard.Mask(0b00011), g.Forbids(0, 0))
	require.Equal(t, guard.Mask(0b00010), g.Forbids(0, 1))
	require.Equal(t, guard.Mask(0b11101), g.Forbids(0, 2))
	require.True(t, g.Concerns(2, 2))
	require.False(t, g.Concerns(2, 1))
	tr := three()
	tr.Queue = nil
	g = load(t, tr, false, queue)
	g.Start(0, 0)
	require.Zero(t, g.Forbids(0, 0), "nobody is of a queue where none is named")
}

func TestALimitOfProcessorsLetsAUserStartWhateverTheSize(t *testing.T) {
	g := load(t, three(), false, limit(rule.User, rule.Procs, 4))
	g.Start(0, 0)
	require.Equal(t, guard.Mask(1), g.Forbids(0, 1), "2 and 3 are more than 4")
	value, runs := g.Value(0, 0, 1)
	require.EqualValues(t, 5, value)
	require.True(t, runs)
	require.Zero(t, g.Forbids(0, 2), "another's")
	g = load(t, three(), false, limit(rule.User, rule.Procs, 1))
	require.Zero(t, g.Forbids(0, 0), "wider than the limit, while none of the user's runs")
	g = load(t, three(), false, limit(rule.All, rule.Procs, 3))
	require.Zero(t, g.Forbids(0, 2), "it would wait for ever")
	g.Start(0, 2)
	require.Equal(t, guard.Mask(1), g.Forbids(0, 1), "and counts for others")
}

func TestALimitOfWorkFallsAsTimePasses(t *testing.T) {
	g := load(t, three(), false, limit(rule.User, rule.Work, 700))
	g.Start(1000, 0) // 2 for 100 s
	value, _ := g.Value(0, 1000, 1)
	require.EqualValues(t, 200+600, value)
	require.Equal(t, guard.Mask(1), g.Forbids(1049, 1))
	require.Zero(t, g.Forbids(1050, 1))
	g.End(1000, 0)
	value, runs := g.Value(0, 2000, 1)
	require.EqualValues(t, 600, value)
	require.False(t, runs)
	require.Zero(t, load(t, three(), false, limit(rule.User, rule.Work, 1)).Forbids(0, 1), "alone it may")
}

func TestHoursAreClosedFromOneToBeforeTheOther(t *testing.T) {
	day := rule.New(rule.Hours)
	day.From, day.To, day.Days = 6*60, 18*60, rule.Workdays
	g := load(t, three(), false, day)
	for at, want := range map[int64]guard.Mask{monday: 0, monday + 6*hour - 1: 0, monday + 6*hour: 1, monday + 18*hour - 1: 1,
		monday + 18*hour: 0, monday + 4*job.Day + 7*hour: 1, monday + 5*job.Day + 7*hour: 0, monday - job.Week + 7*hour: 1} {
		require.Equal(t, want, g.Forbids(at, 0), at-monday)
	}
	require.Equal(t, monday+6*hour, g.Until(monday))
	require.Equal(t, monday+18*hour, g.Until(monday+6*hour))
	require.Equal(t, monday+18*hour, g.Opens(monday+6*hour, 0))
	require.Zero(t, g.Turns())
}

// Of hours over midnight the day is that on which they begin.
func TestHoursOverMidnightBelongToTheDayOnWhichTheyBegin(t *testing.T) {
	night := rule.New(rule.Hours)
	night.From, night.To, night.Days = 22*60, 6*60, rule.Weekend
	g := load(t, three(), false, night)
	for at, want := range map[int64]guard.Mask{5*job.Day + 3*hour: 0, 5*job.Day + 22*hour: 1, 6*job.Day + 5*hour: 1, 6*job.Day + 6*hour: 0,
		6*job.Day + 23*hour: 1, 7*job.Day + 5*hour: 1, 7*job.Day + 23*hour: 0, 3 * hour: 1} {
		require.Equal(t, want, g.Forbids(monday+at, 0), at)
	}
}

func TestWhatStartsMustHaveEndedByItsRequest(t *testing.T) {
	by := rule.New(rule.EndBy)
	by.From, by.Days, by.Turn = 8*60, rule.Workdays, true
	tr := three()
	tr.Request = []int64{hour, 2 * job.Day, 4 * job.Day}
	g := load(t, tr, false, by)
	require.Zero(t, g.Forbids(monday+7*hour, 0), "it ends as the hour comes")
	require.Equal(t, guard.Mask(1), g.Forbids(monday+7*hour+1, 0))
	require.Equal(t, monday+8*hour, g.Opens(monday+7*hour+1, 0))
	require.Zero(t, g.Forbids(monday+8*hour, 0), "the next is tomorrow's")
	friday := monday + 4*job.Day
	require.Equal(t, friday+8*hour, g.Opens(monday, 1), "two days lie at a weekend alone")
	require.Zero(t, g.Forbids(friday+31*hour, 1), "until Monday 8:00 it is two days and an hour")
	require.Equal(t, guard.Mask(1), g.Forbids(friday+33*hour, 1))
	require.Zero(t, g.Forbids(monday, 2), "longer than any stretch: excused")
	require.Equal(t, guard.Mask(1), load(t, tr, true, by).Forbids(monday, 2), "not in a record")
	require.Equal(t, guard.Mask(1), g.Turns())
}

func TestProcessorsThatAreMissingLeaveLessRoom(t *testing.T) {
	few, some := rule.New(rule.Missing), rule.New(rule.Missing)
	few.Most, some.Most = 2, 5
	tr := three()
	tr.Size = []int32{2, 8, 9}
	var g guard.Guard
	require.NoError(t, g.Load(tr, []rule.Bound{{Rule: few}, {Rule: some, Spans: []rule.Span{{From: 100, To: 200}}}}, false))
	require.EqualValues(t, 2, g.Out(0))
	require.EqualValues(t, 7, g.Out(100))
	require.EqualValues(t, 100, g.Until(0))
	require.EqualValues(t, 200, g.Until(100))
	require.EqualValues(t, -2, g.Room(100, 5, 0), "those that run may run on")
	require.EqualValues(t, 0, g.Room(100, 5, 2), "wider than the machine has ever been: what lasts is nothing to it")
	require.EqualValues(t, 0, g.Reach(100, 5))
	require.Equal(t, guard.Mask(0b11), g.Forbids(100, 1), "no room for it will come before they are back")
	require.Equal(t, guard.Mask(0b10), g.Forbids(100, 2))
	require.Zero(t, g.Forbids(100, 0)|g.Forbids(200, 1)|g.Forbids(200, 2))
	require.NoError(t, g.Load(tr, []rule.Bound{{Rule: few}}, true))
	require.Zero(t, g.Forbids(0, 2), "in a record it finds no room")
	require.EqualValues(t, 8, g.Room(0, 10, 2))
}

func TestARuleHoldsInItsSpansAlone(t *testing.T) {
	stop := rule.New(rule.Stop)
	var g guard.Guard
	require.NoError(t, g.Load(three(), []rule.Bound{{Rule: stop, Spans: []rule.Span{{From: 10, To: 20}, {From: 30, To: 40}}}}, false))
	for at, want := range map[int64]guard.Mask{9: 0, 10: 1, 19: 1, 20: 0, 29: 0, 30: 1, 40: 0} {
		require.Equal(t, want, g.Forbids(at, 0), at)
	}
	for at, want := range map[int64]int64{0: 10, 10: 20, 20: 30, 30: 40, 40: guard.Never} {
		require.Equal(t, want, g.Until(at), at)
	}
	for _, bad := range [][]rule.Span{{{From: 10, To: 10}}, {{From: 10, To: 20}, {From: 19, To: 30}}} {
		require.ErrorContains(t, g.Load(three(), []rule.Bound{{Rule: stop, Spans: bad}}, false), "one span after the other")
	}
}

// In spring an hour is left out, in autumn one comes twice.
func TestHoursGoByTheClockOnTheWall(t *testing.T) {
	morning := rule.New(rule.Hours)
	morning.From, morning.To = 2*60+30, 8*60
	tr := three()
	shift := monday + 6*job.Day + 2*hour // 2:00 becomes 3:00
	tr.Calendar.Offset, tr.Calendar.Shifts = hour, []job.Shift{{At: shift, Offset: 2 * hour}}
	g := load(t, tr, false, morning)
	require.Zero(t, g.Forbids(shift-1, 0))
	require.Equal(t, guard.Mask(1), g.Forbids(shift, 0), "half past two is left out")
	require.Equal(t, shift, g.Until(shift-1))
	require.Equal(t, shift+5*hour, g.Opens(shift, 0), "at eight, an hour sooner")
	require.Zero(t, g.Forbids(shift+5*hour, 0))
	require.Equal(t, shift+5*hour+18*hour+hour/2, g.Until(shift+5*hour))

	back := monday + 6*job.Day + 3*hour // 3:00 becomes 2:00
	tr.Calendar.Offset, tr.Calendar.Shifts = 2*hour, []job.Shift{{At: back, Offset: hour}}
	g = load(t, tr, false, morning)
	require.Zero(t, g.Forbids(back-hour/2-1, 0))
	require.Equal(t, guard.Mask(1), g.Forbids(back-hour/2, 0))
	require.Zero(t, g.Forbids(back, 0), "two o'clock again")
	require.Equal(t, back+hour/2, g.Until(back), "half past two again")
	require.Equal(t, guard.Mask(1), g.Forbids(back+hour/2, 0))
	require.Equal(t, back, g.Opens(back-hour/2, 0))

	by := rule.New(rule.EndBy)
	by.From = 2*60 + 30
	tr.Request[0] = hour
	tr.Calendar.Offset, tr.Calendar.Shifts = hour, []job.Shift{{At: shift, Offset: 2 * hour}}
	g = load(t, tr, false, by)
	require.Zero(t, g.Forbids(shift-hour, 0))
	require.Equal(t, guard.Mask(1), g.Forbids(shift-hour+1, 0), "an hour that is left out is its end")
	require.Zero(t, g.Forbids(shift, 0))
}

// What would keep a job for ever concerns it in a record alone.
func TestNobodyIsKeptForEverInAReplay(t *testing.T) {
	day, night := rule.New(rule.Hours), rule.New(rule.Hours)
	day.From, day.To = 6*60, 18*60
	night.From, night.To, night.Class.Over = 18*60, 6*60, 100
	g := load(t, three(), false, day, night)
	require.NotZero(t, g.Forbids(monday+7*hour, 0), "night is not for it")
	require.Zero(t, g.Forbids(monday+7*hour, 1)|g.Forbids(monday+19*hour, 1), "day and night leave no hour to it")
	require.NotZero(t, load(t, three(), true, day, night).Forbids(monday+7*hour, 1))
	by := rule.New(rule.EndBy)
	by.From = 8 * 60
	tr := three()
	tr.Request = []int64{14 * hour, 14*hour + 1, 11 * hour}
	g = load(t, tr, false, day, by) // from 18:00 to 8:00
	require.Equal(t, monday+18*hour, g.Opens(monday+7*hour, 0))
	require.Zero(t, g.Forbids(monday+7*hour, 1), "a second too long for any night")
	stop := rule.New(rule.Stop)
	require.Zero(t, load(t, three(), false, stop).Forbids(0, 0))
	require.Equal(t, guard.Mask(1), load(t, three(), true, stop).Forbids(0, 0))
	var x guard.Guard
	require.NoError(t, x.Load(three(), []rule.Bound{{Rule: day},
		{Rule: night, Spans: []rule.Span{{From: monday, To: monday + job.Week}}}}, false))
	require.NotZero(t, x.Forbids(monday+7*hour, 1), "it may when one is over")
	require.Equal(t, monday+job.Week, x.Opens(monday+7*hour, 1))
	shut := rule.New(rule.Hours)
	shut.From, shut.To = 0, 24*60
	require.NoError(t, x.Load(three(), []rule.Bound{{Rule: shut, Spans: []rule.Span{{From: 0, To: monday + 400*job.Day}}}}, false))
	require.Equal(t, int64(guard.Never), x.Opens(monday, 0), "beyond a year nobody looks")
}

func TestWhatNobodyKnowsIsOneSubject(t *testing.T) {
	tr := three()
	tr.Users, tr.User, tr.Queue = nil, nil, nil
	g := load(t, tr, false, limit(rule.User, rule.Jobs, 1), limit(rule.UserQueue, rule.Jobs, 1))
	g.Start(0, 0)
	require.Equal(t, guard.Mask(0b11), g.Forbids(0, 2))
	tr.User = []int32{0, 0, 3}
	g = load(t, tr, false, limit(rule.User, rule.Jobs, 1))
	g.Start(0, 2)
	require.Zero(t, g.Forbids(0, 0), "users without ids are still apart")
}

func TestAGuardRefusesWhatItCannotCount(t *testing.T) {
	var g guard.Guard
	require.ErrorContains(t, g.Load(three(), make([]rule.Bound, guard.Most+1), false), "at most 64")
	require.ErrorContains(t, g.Load(three(), []rule.Bound{{Rule: limit(rule.All, rule.Jobs, 0)}}, false), "give 1 or more")
	require.NoError(t, g.Load(three(), nil, false))
	require.True(t, g.Empty())
	require.Equal(t, int64(math.MaxInt64), g.Until(0))
	require.Equal(t, -1, guard.Mask(0).First())
	require.Equal(t, 3, guard.Mask(0b11000).First())
}

// What lasts until a job of the subject ends, and until the clock says otherwise.
func TestAGuardTellsWhatAForbiddenJobWaitsFor(t *testing.T) {
	day, by := rule.New(rule.Hours), rule.New(rule.EndBy)
	day.From, day.To = 6*60, 18*60
	by.From, by.Turn = 8*60, true
	g := load(t, three(), false, limit(rule.User, rule.Jobs, 1), limit(rule.User, rule.Work, 1), day, by)
	for m, want := range map[guard.Mask]int{0b0001: 0, 0b0010: -1, 0b0011: 0, 0b0101: 2, 0b1000: -1, 0b1001: 0, 0b1110: 2} {
		i, clock := g.Lasting(m)
		require.Equal(t, want, i, "%b", m)
		require.Equal(t, want == 2, clock)
	}
	require.Equal(t, 2, g.Subjects(0))
	require.EqualValues(t, 1, g.Subject(0, 2))
	require.Equal(t, guard.Mask(0b0011), g.Limits(0))
	require.False(t, g.Timeless())
	require.True(t, load(t, three(), false, day).Timeless())
}

func TestAGuardThatIsLoadedDoesNotAllocate(t *testing.T) {
	day := rule.New(rule.Hours)
	day.From, day.To, day.Days, day.Turn = 6*60, 18*60, rule.Workdays, true
	share := rule.New(rule.Share)
	share.Half = hour
	g := load(t, three(), false, day, limit(rule.UserQueue, rule.Work, 1000), share)
	used := make([]float64, 0, 2)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		g.Reset()
		g.Start(monday, 0)
		g.Opens(monday+7*hour, 1)
		g.Forbids(monday, 1)
		g.Out(monday + job.Week)
		g.End(monday, 0)
		g.Share(monday+hour, 0)
		g.SetUsed(g.Used(used, monday+hour), monday+hour)
	}))
}

// A user's use is a sum of processor-seconds, each counted by half for each half-life since; nobody is forbidden to start.
func TestAFairShareOrdersByUseThatHalves(t *testing.T) {
	share := rule.New(rule.Share)
	share.Half = hour
	tr := three()
	tr.Run = []int64{1000, 2000, 3000}
	g := load(t, tr, false, share)
	require.True(t, g.Shares())
	require.Equal(t, g.Share(0, 0), g.Share(0, 2), "who used nothing is equal")
	g.Start(0, 0) // 2 processors for 1,000 s
	g.Start(0, 2) // 4 for 3,000 s
	require.Less(t, g.Share(500, 1), g.Share(500, 2))
	require.Equal(t, g.Share(500, 0), g.Share(500, 1), "of one user")
	g.End(0, 0)
	g.Start(1000, 1) // 3 for 2,000 s
	require.Less(t, g.Share(2900, 1), g.Share(2900, 2), "8,000 of 12,000")
	g.End(1000, 1)
	g.End(0, 2)
	g.Start(4000, 0) // what was used four hours ago is a sixteenth, an hour on one's own is new
	require.Less(t, g.Share(4001, 1), g.Share(4001, 2))
	require.Greater(t, g.Share(4000+3600, 1), g.Share(4000+3600, 2))
	require.Zero(t, g.Forbids(4000, 0)|g.Forbids(4000, 2))
	require.False(t, g.Timeless())
	list := g.Used(nil, 4600)
	other := load(t, tr, false, share)
	other.Start(4000, 0)
	other.SetUsed(list, 4600)
	for _, j := range []int32{0, 2} {
		require.Equal(t, g.Share(5000, j), other.Share(5000, j))
	}
}

// Jobs of a class go before all others while it is so, those of more classes before those of fewer, and equals by what was used.
func TestClassesGoFirst(t *testing.T) {
	wide, one, share := rule.New(rule.First), rule.New(rule.First), rule.New(rule.Share)
	wide.Class.Wider, one.Class.Users, share.Half = 1, []int64{three().Users[0]}, 100
	tr := three()
	var g guard.Guard
	require.NoError(t, g.Load(tr, []rule.Bound{{Rule: wide}, {Rule: one, Spans: []rule.Span{{From: 50, To: 70}}}}, false))
	require.True(t, g.Shares())
	require.False(t, g.Timeless())
	of := func(now int64, j int32) uint64 {
		n := uint64(0)
		if tr.Size[j] > 1 {
			n++
		}
		if now >= 50 && now < 70 && tr.Users[tr.User[j]] == tr.Users[0] {
			n++
		}
		return n
	}
	for _, now := range []int64{0, 49, 50, 69, 70} {
		for a := range int32(3) {
			require.Zero(t, g.Forbids(now, a))
			require.False(t, g.Bars(now, a))
			for b := range int32(3) {
				require.Equal(t, of(now, a) > of(now, b), g.Share(now, a) < g.Share(now, b), "%d: %d, %d", now, a, b)
			}
		}
	}
	require.NoError(t, g.Load(tr, []rule.Bound{{Rule: share}, {Rule: wide}}, false))
	g.Start(0, 0)
	for b := range int32(3) {
		if tr.Size[b] > 1 == (tr.Size[0] > 1) && tr.User[b] != tr.User[0] {
			require.Less(t, g.Share(60, b), g.Share(60, 0))
		}
	}
}

// It holds in its period, and the first of several that hold.
func TestAFairShareHoldsInItsPeriod(t *testing.T) {
	share := rule.New(rule.Share)
	share.Half = 100
	tr := three()
	var g guard.Guard
	require.NoError(t, g.Load(tr, []rule.Bound{{Rule: share, Spans: []rule.Span{{From: 50, To: 70}}}}, false))
	g.Start(0, 0)
	require.Zero(t, g.Share(49, 0))
	require.Greater(t, g.Share(50, 0), g.Share(50, 2))
	require.Zero(t, g.Share(70, 0))
	require.EqualValues(t, 50, g.Until(10))
}

// A rule concerns a job by its class and by when it held; one that keeps processors concerns those that it keeps them from.
func TestARuleConcernsAJobOfItsClassWhileItHolds(t *testing.T) {
	tr := three() // from 0 on, of two users
	for text, want := range map[string]bool{"1 job a user": true, "nothing starts of queue 77": false, "1 job a user of users 99": false,
		"1 job over 1000h": false, "1 job wider than 1000": false,
		"8 processors missing": true, "3 processors kept for users 99 from 2000-03-14T09:00 until 2000-03-14T12:00": true} {
		list, err := rule.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, guard.Concerned(tr, &rule.Bound{Rule: list[0]}), text)
	}
	last := tr.Submit[2] + tr.Run[2]
	for _, x := range []struct {
		from, to int64
		want     bool
	}{{last + 1000, last + 2000, false}, {-1000, 0, false}, {-1000, 1, true}, {0, last, true}} {
		one := rule.Bound{Rule: rule.New(rule.Limit), Spans: []rule.Span{{From: x.from, To: x.to}}}
		require.Equal(t, x.want, guard.Concerned(tr, &one), x)
	}
}
