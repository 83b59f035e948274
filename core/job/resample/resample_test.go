package resample

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
)

// trace makes a random trace of several weeks; the run time of a job is unique
// and so names it.
func trace(seed uint64, jobs, users, weeks int) *job.Trace {
	rng := rand.New(rand.NewPCG(seed, 9))
	t := &job.Trace{Procs: 64, Calendar: job.Calendar{Monday: 1000}}
	for u := range users {
		t.Users = append(t.Users, int64(u)-1)
	}
	at := int64(0)
	for i := range jobs {
		at += rng.Int64N(2*int64(weeks)*job.Week/int64(jobs) + 1)
		t.Submit = append(t.Submit, at)
		t.Run = append(t.Run, int64(i))
		t.Request = append(t.Request, int64(2*i))
		t.Size = append(t.Size, int32(1+i%64))
		t.User = append(t.User, int32(rng.IntN(users)))
		t.App = append(t.App, 2*t.User[i]+int32(i%2))
	}
	t.Apps, t.Groups = int32(2*users), make([]int64, users)
	return t
}

func mustNew(t *testing.T, tr *job.Trace, v Variant) *Source {
	t.Helper()
	s, err := New(tr, v, false)
	require.NoError(t, err)
	return s
}

func TestAJobKeepsItsOffsetUserAndShape(t *testing.T) {
	src := trace(1, 3000, 20, 12)
	for _, v := range []Variant{Draw, Shuffle} {
		s := mustNew(t, src, v)
		var dst job.Trace
		s.Make(&dst, 8, 5, 3)
		require.NotZero(t, dst.Len())
		for i := range dst.Submit {
			j := dst.Run[i] // the source job
			require.Equal(t, (src.Submit[j]-s.first)%job.Week, dst.Submit[i]%job.Week)
			require.Equal(t, src.User[j], dst.User[i])
			require.Equal(t, src.Size[j], dst.Size[i])
			require.Equal(t, src.Request[j], dst.Request[i])
			require.True(t, i == 0 || dst.Submit[i-1] <= dst.Submit[i])
		}
	}
}

func TestAUsersWeekComesFromOneSourceWeekWhole(t *testing.T) {
	src := trace(2, 4000, 15, 10)
	s := mustNew(t, src, Draw)
	var dst job.Trace
	s.Make(&dst, 20, 7, 1)
	type slot struct {
		user int32
		week int64
	}
	from := map[slot]int64{}
	n := map[slot]int{}
	for i, r := range dst.Submit {
		at := slot{dst.User[i], r / job.Week}
		week := (src.Submit[dst.Run[i]] - s.first) / job.Week
		if w, ok := from[at]; ok {
			require.Equal(t, w, week)
		}
		from[at] = week
		n[at]++
	}
	for at, week := range from {
		b := int(at.user)*s.weeks + int(week)
		require.Equal(t, int(s.begin[b+1]-s.begin[b]), n[at], "all of the user's jobs of that week")
	}
}

func TestShuffleUsesEachSourceJobOnce(t *testing.T) {
	src := trace(3, 2000, 10, 9)
	s := mustNew(t, src, Shuffle)
	var dst job.Trace
	s.Make(&dst, 0, 1, 1)
	require.Equal(t, s.Jobs(), dst.Len())
	seen := map[int64]bool{}
	for _, j := range dst.Run {
		require.False(t, seen[j])
		seen[j] = true
	}
}

func TestResampleKNeedsNoOtherAndIsRepeatable(t *testing.T) {
	src := trace(4, 1000, 10, 8)
	s := mustNew(t, src, Draw)
	var a, b, c job.Trace
	s.Make(&a, 10, 3, 57)
	s.Make(&c, 30, 3, 1) // in between, with other buffers
	s.Make(&b, 10, 3, 57)
	require.Equal(t, a.Run, b.Run)
	require.Equal(t, a.Submit, b.Submit)
	fresh := mustNew(t, src, Draw)
	fresh.Make(&b, 10, 3, 57)
	require.Equal(t, a.Run, b.Run)
	fresh.Make(&b, 10, 3, 58)
	require.NotEqual(t, a.Run, b.Run)
	fresh.Make(&b, 10, 4, 57)
	require.NotEqual(t, a.Run, b.Run)
	// a longer resample begins with the shorter one: draws are week-major
	fresh.Make(&b, 12, 3, 57)
	require.Equal(t, a.Run, b.Run[:len(a.Run)])
}

// The stream of resample k is fixed for ever, natively and in WASM: these are
// the source weeks it draws, computed by hand from PCG(seed, k).
func TestDrawsAreWeekMajorThenUsersAscending(t *testing.T) {
	src := trace(5, 2000, 3, 6)
	s := mustNew(t, src, Draw)
	var dst job.Trace
	s.Make(&dst, 5, 11, 2)
	rng := rand.New(rand.NewPCG(11, 2))
	var want []int64
	for w := range int64(5) {
		count := map[int64][]int64{}
		for u := range int32(3) {
			week := int64(rng.Uint32N(uint32(s.Weeks())))
			for i, r := range src.Submit {
				if src.User[i] == u && r >= s.first && (r-s.first)/job.Week == week {
					at := w*job.Week + (r-s.first)%job.Week
					count[at] = append(count[at], int64(i))
				}
			}
		}
		for at := w * job.Week; at < (w+1)*job.Week; at++ {
			want = append(want, count[at]...)
		}
	}
	require.Equal(t, want, dst.Run)
}

func TestExpectedJobsPerWeekAreTheSources(t *testing.T) {
	src := trace(6, 6000, 30, 12)
	s := mustNew(t, src, Draw)
	var dst job.Trace
	total := 0
	for k := uint64(1); k <= 40; k++ {
		s.Make(&dst, 26, 1, k)
		total += dst.Len()
	}
	mean := float64(total) / (40 * 26)
	source := float64(s.Jobs()) / float64(s.Weeks())
	require.InEpsilon(t, source, mean, 0.02)
}

// What a resample is written over leaves nothing behind.
func TestATraceWithoutNamesMakesResamplesWithoutNames(t *testing.T) {
	src := trace(11, 2000, 10, 9)
	nameless := *src
	nameless.App, nameless.Apps, nameless.Groups = nil, 0, nil
	var dst job.Trace
	for _, v := range []Variant{Draw, Shuffle, Original, Block} {
		s := mustNew(t, src, v)
		s.Make(&dst, 4, 1, 1)
		require.Len(t, dst.App, dst.Len())
		require.Equal(t, src.Groups, dst.Groups)
		require.Equal(t, src.Apps, dst.Apps)
		s = mustNew(t, &nameless, v)
		s.Make(&dst, 4, 1, 1)
		require.Nil(t, dst.App)
		require.Nil(t, dst.Groups)
		require.Zero(t, dst.Apps)
		s.Log(&dst)
		require.Nil(t, dst.App)
	}
}

func TestATraceWithoutAWholeWeekIsAnError(t *testing.T) {
	tr := &job.Trace{Procs: 8, Users: []int64{1}, Submit: []int64{0, job.Day}, Run: []int64{1, 1}, Request: []int64{1, 1},
		Size: []int32{1, 1}, User: []int32{0, 0}}
	for _, v := range []Variant{Draw, Shuffle} {
		_, err := New(tr, v, false)
		require.ErrorContains(t, err, "no whole week")
	}
	_, err := New(&job.Trace{}, Draw, false)
	require.ErrorContains(t, err, "no jobs")
}

func TestLaterResamplesAllocateNothing(t *testing.T) {
	s := mustNew(t, trace(7, 3000, 20, 12), Draw)
	var dst job.Trace
	s.Make(&dst, 60, 1, 1)
	k := uint64(0)
	// one for the random generator itself
	require.LessOrEqual(t, testing.AllocsPerRun(10, func() { k++; s.Make(&dst, 20, 1, k) }), 2.0)
}

// The stream of blocks is fixed for ever: a start at week 0 and, with
// probability 1/L, at every other one; a number is drawn for each week but the
// first.
func TestBlocksAreDrawnAsWritten(t *testing.T) {
	src := trace(8, 3000, 5, 9)
	for _, mean := range []int{1, 2, 4, 50} {
		s := mustNew(t, src, Block)
		s.Blocks(mean)
		var dst job.Trace
		s.Make(&dst, 40, 21, 4)
		rng := rand.New(rand.NewPCG(21, 4))
		var jobs, submit []int64
		from := 0
		for w := range int64(40) {
			switch {
			case w == 0, rng.Float64() < 1/float64(mean):
				from = rng.IntN(s.weeks)
			default:
				from = (from + 1) % s.weeks
			}
			for i, r := range src.Submit {
				if at := r - s.first; at >= int64(from)*job.Week && at < int64(from+1)*job.Week {
					jobs = append(jobs, int64(i))
					submit = append(submit, w*job.Week+at%job.Week)
				}
			}
		}
		require.Equal(t, jobs, dst.Run, "all jobs of all users of a week, in the log's order")
		require.Equal(t, submit, dst.Submit)
	}
}

func TestEveryWeekIsAsLikelyInBlocks(t *testing.T) {
	src := trace(9, 4000, 5, 8)
	s := mustNew(t, src, Block)
	var dst job.Trace
	const draws, weeks = 600, 10
	count := make([][]int, weeks)
	starts := 0
	for w := range count {
		count[w] = make([]int, s.weeks)
	}
	for k := range uint64(draws) {
		s.Make(&dst, weeks, 3, k+1)
		seen, last := make([]bool, weeks), -1
		for i, r := range dst.Submit {
			w := int(r / job.Week)
			if seen[w] {
				continue
			}
			seen[w] = true
			from := int((src.Submit[dst.Run[i]] - s.first) / job.Week)
			count[w][from]++
			if w > 0 && from != (last+1)%s.weeks {
				starts++
			}
			last = from
		}
	}
	for w := range count {
		for x, n := range count[w] {
			require.InDelta(t, draws/float64(s.weeks), n, 4*math.Sqrt(draws/float64(s.weeks)), "week %d taken as %d", x, w)
		}
	}
	// a new start may happen to be the next week
	want := float64(draws*(weeks-1)) / 4 * (1 - 1/float64(s.weeks))
	require.InDelta(t, want, starts, 4*math.Sqrt(want))
}

func TestTheLogItselfIsItsWholeWeeks(t *testing.T) {
	src := trace(10, 2000, 10, 9)
	s := mustNew(t, src, Draw)
	var dst, one job.Trace
	s.Log(&dst)
	require.Equal(t, s.Jobs(), dst.Len())
	for i, j := range dst.Run {
		require.Equal(t, dst.Run[0]+int64(i), j, "as logged")
		require.Equal(t, src.Submit[j]-s.first, dst.Submit[i])
	}
	// a single block of all weeks is the log, turned round
	b := mustNew(t, src, Block)
	b.Blocks(MaxBlock)
	b.Make(&one, 1, 1, 1)
	require.Equal(t, one.Run[0]-dst.Run[0], int64(slices.Index(dst.Run, one.Run[0])))
}

// Counted by the clock, weeks begin at multiples of seven days, and those of the
// first and of the last submit are nobody's; a job keeps its hour of the week.
func TestWeeksByTheClockAreThoseOfTheLog(t *testing.T) {
	fixture.Long(t)
	src := trace(6, 3000, 20, 12)
	first, weeks := job.ClockWeeks(src.Submit[0], src.Submit[src.Len()-1])
	require.Positive(t, weeks)
	for _, v := range []Variant{Draw, Shuffle, Original, Block} {
		s, err := New(src, v, true)
		require.NoError(t, err)
		require.Equal(t, weeks, s.Weeks())
		var dst job.Trace
		for k := range uint64(3) {
			if s.Make(&dst, 6, 5, k+1); k == 2 {
				s.Log(&dst)
			}
			require.NotZero(t, dst.Len())
			for i := range dst.Submit {
				j := dst.Run[i] // the source job
				require.GreaterOrEqual(t, src.Submit[j], first)
				require.Less(t, src.Submit[j], first+int64(weeks)*job.Week)
				require.Equal(t, src.Submit[j]%job.Week, dst.Submit[i]%job.Week)
				require.Equal(t, src.HourOfWeek(int(j)), dst.HourOfWeek(int(i)))
				require.Equal(t, src.App[j], dst.App[i])
			}
		}
		other, err := New(src, v, false)
		require.NoError(t, err)
		if v != Shuffle { // which knows no other
			require.NotEqual(t, s.first, other.first)
		}
	}
}

// Whole is the log as it was, whatever weeks it has: what can be had of one without any.
func TestTheWholeOfATraceIsTheTrace(t *testing.T) {
	for _, weeks := range []int{1, 2, 9} {
		src := trace(uint64(weeks), 500, 9, weeks)
		s := mustNew(t, src, Whole)
		last := src.Submit[src.Len()-1] - src.Submit[0]
		require.Equal(t, int(last/job.Week)+1, s.Weeks())
		require.Equal(t, s.Weeks(), s.Length(1))
		for k := range uint64(3) {
			var dst job.Trace
			s.Make(&dst, 1, 7, k)
			require.Equal(t, src.Len(), dst.Len())
			for i := range dst.Submit {
				require.Equal(t, src.Submit[i]-src.Submit[0], dst.Submit[i])
				require.Equal(t, src.HourOfWeek(int(i)), dst.HourOfWeek(int(i)))
			}
			require.Equal(t, src.Run, dst.Run)
			require.Equal(t, src.User, dst.User)
		}
	}
	short := trace(3, 50, 4, 1)
	short.Submit = short.Submit[:20]
	for _, v := range []Variant{Draw, Shuffle, Original, Block} {
		_, err := New(short, v, false)
		require.ErrorContains(t, err, "no whole week")
	}
	_, err := New(short, Whole, true)
	require.NoError(t, err)
}

// A job keeps the hour of the week that its people counted, in whatever week it comes to
// lie: weeks keep one offset, and summer time is not in them.
func TestJobsOfSummerKeepTheirHours(t *testing.T) {
	src := trace(5, 3000, 9, 12)
	src.Calendar.Unix, src.Calendar.Offset = 843480031, 7200
	src.Calendar.Shifts = []job.Shift{{At: src.Submit[2*src.Len()/3], Offset: 3600}}
	for i := range src.Run {
		src.Run[i] = int64(i)
	}
	for _, v := range []Variant{Draw, Shuffle, Original, Block, Whole} {
		s := mustNew(t, src, v)
		var dst job.Trace
		moved, jobs := 0, 0
		for k := range uint64(9) {
			s.Make(&dst, 6, 5, k+1)
			jobs += dst.Len()
			for i := range dst.Submit {
				j := int(dst.Run[i])
				require.Equal(t, src.HourOfWeek(j), dst.HourOfWeek(i))
				moved += int(dst.Ahead[i]) / -3600
			}
		}
		require.Positive(t, moved, v)
		require.Less(t, moved, jobs)
		before := *src
		before.Calendar.Shifts = nil
		mustNew(t, &before, v).Make(&dst, 6, 5, 1)
		require.Nil(t, dst.Ahead, "columns are reused")
	}
}
