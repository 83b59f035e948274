package session_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/random"
	"shadowtime/core/job"
	"shadowtime/core/job/session"
)

// line is a job: hours of submit and end.
type line struct {
	user        int32
	submit, end float64
}

func of(lines ...line) (*job.Trace, []int64) {
	t := &job.Trace{Procs: 4, Users: []int64{3, 5, 9}}
	var ends []int64
	for _, l := range lines {
		t.Submit, t.User = append(t.Submit, int64(l.submit*3600)), append(t.User, l.user)
		t.Run = append(t.Run, int64((l.end-l.submit)*3600))
		t.Request, t.Size = append(t.Request, t.Run[len(t.Run)-1]), append(t.Size, 1)
		ends = append(ends, int64(l.end*3600))
	}
	return t, ends
}

func read(t *testing.T, lines ...line) *session.Habits {
	t.Helper()
	tr, ends := of(lines...)
	h, err := session.Read(tr, ends, session.Options{})
	require.NoError(t, err)
	return h
}

func TestJobsSubmittedSoonAndBeforeTheEndAreABatch(t *testing.T) {
	h := read(t,
		line{0, 10, 12}, line{1, 10, 10.1},
		line{1, 10.15, 10.2}, // has seen the end
		line{0, 10.25, 11},   // a quarter of an hour after, nothing has ended
		line{0, 10.75, 13},   // half an hour after: another batch, which does not wait
		line{0, 14, 15},      // after the end
		line{0, 14, 14.5},    // in the same second
		line{0, 15 + 14*24 + 1, 15 + 14*24 + 2})
	own := h.Own(0)
	require.Len(t, own, 4)
	require.Equal(t, []int32{2, 1, 2, 1}, []int32{own[0].Jobs, own[1].Jobs, own[2].Jobs, own[3].Jobs})
	require.Equal(t, []session.Link{session.Anchor, session.Async, session.Sync, session.Anchor},
		[]session.Link{own[0].Link, own[1].Link, own[2].Link, own[3].Link})
	require.EqualValues(t, 12*3600, own[0].End)
	require.EqualValues(t, 2*3600, own[0].Response())
	require.EqualValues(t, 0.75*3600, own[1].Gap, "since the submit")
	require.EqualValues(t, 3600, own[2].Gap, "since the end of the batch before")
	require.Len(t, h.Own(1), 2)
	require.Equal(t, session.Sync, h.Own(1)[1].Link)
	require.Equal(t, []int32{0, 3, 4, 5, 6, 7, 1, 2}, h.Jobs)
	s := h.Shares()
	require.InDeltaSlice(t, []float64{4. / 8, 3. / 8, 1. / 8}, s[:], 1e-12)
}

// A job that runs for no time ends in the second in which it starts, after what
// arrives in it.
func TestWhoSubmitsInTheSecondOfTheEndHasSeenItUnlessTheJobRanForNoTime(t *testing.T) {
	tr, ends := of(line{0, 1, 2}, line{1, 1, 2}, line{0, 2, 3}, line{1, 2, 3})
	tr.Run[1] = 0
	h, err := session.Read(tr, ends, session.Options{})
	require.NoError(t, err)
	require.Equal(t, session.Sync, h.Own(0)[1].Link)
	require.Equal(t, session.Async, h.Own(1)[1].Link)
}

func TestTheRhythmIsThatOfTheWeekWhateverTheClockSays(t *testing.T) {
	for _, shift := range []float64{0, 7, 100} {
		var lines []line
		for w := range 10 {
			for d := range 5 {
				for h := 8; h < 18; h++ {
					at := float64(w*168+d*24+h) + shift
					lines = append(lines, line{int32(h % 3), at, at + 0.1})
				}
			}
		}
		r := read(t, lines...).Rhythm
		n := 0
		for d := range int64(7) {
			if r.Works(d) {
				n++
			}
		}
		require.Equal(t, 5, n)
		at := func(hours float64) int64 { return int64((hours + shift) * 3600) }
		require.True(t, r.IsOpen(at(8)))
		require.True(t, r.IsOpen(at(9.5)))
		require.False(t, r.IsOpen(at(3)))
		require.False(t, r.IsOpen(at(5*24+12)), "Saturday")
		require.Equal(t, r.Day(at(8)), r.Day(at(17)))
		friday, monday := r.Day(at(4*24+12)), r.Day(at(7*24+12))
		require.EqualValues(t, 1, r.Between(friday, monday))
		require.Equal(t, monday, r.Later(friday, 1))
	}
}

// Days and clock lead from where somebody was to where the log has the return.
func TestAReturnLeadsBackToWhereItCameFrom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 71))
	for range 300 {
		rhythm := session.Rhythm{Origin: r.Int64N(2e6) - 1e6}
		for d := range rhythm.Active {
			rhythm.Active[d] = r.IntN(3) > 0
		}
		rhythm.Active[r.IntN(7)] = true
		day := r.Int64N(100) - 50
		far := day
		for k := int64(1); k < 40; k++ {
			to := rhythm.Later(day, k)
			require.True(t, rhythm.Works(to))
			require.Equal(t, k, rhythm.Between(day, to))
			require.Greater(t, to, far)
			far = to
			at := rhythm.At(to, 5000)
			require.Equal(t, to, rhythm.Day(at))
			require.EqualValues(t, 5000, rhythm.Clock(at))
		}
	}
}

// Users whose truth is known: those who go on are as many as Patience says.
func TestPatienceIsFoundAgain(t *testing.T) {
	for _, c := range []float64{7200, math.Inf(1)} {
		tr := &job.Trace{Procs: 4}
		var ends []int64
		type item struct {
			at   int64
			user int32
		}
		var all []item
		runs := map[item]int64{}
		for u := range int32(20) {
			tr.Users = append(tr.Users, int64(u))
			at := int64(u) * 60
			for n := uint64(0); at < 60*job.Week; n++ {
				run := int64(math.Ldexp(60, random.Below(random.Hash(1, uint64(u), n, 0), 9)))
				i := item{at, u}
				all = append(all, i)
				runs[i] = run
				if random.Unit(random.Hash(1, uint64(u), n, 1)) < 0.8/(1+float64(run)/c) && (at+run+600)%job.Day < 20*3600 {
					at += run + 600
				} else {
					at = (at+run)/job.Day*job.Day + job.Day + int64(u)*60
				}
			}
		}
		slices.SortFunc(all, func(a, b item) int { return int(a.at - b.at) })
		for _, i := range all {
			tr.Submit, tr.User, tr.Run = append(tr.Submit, i.at), append(tr.User, i.user), append(tr.Run, runs[i])
			ends = append(ends, i.at+runs[i])
		}
		h, err := session.Read(tr, ends, session.Options{})
		require.NoError(t, err)
		if math.IsInf(c, 1) {
			require.Greater(t, h.Patience.C, 20*7200.0)
			continue
		}
		require.InDelta(t, 0, math.Log(h.Patience.C/c), math.Log(1.5), "within a factor of 1.5: %g", h.Patience.C)
		require.InDelta(t, 0.8, h.Patience.Same[h.Rhythm.Hour(12*3600)], 0.15)
		require.Less(t, h.Patience.Chance(7200, 9), h.Patience.Chance(0, 9))
	}
}

func TestTheHabitsAreTheSameInAnyOrderOfUsers(t *testing.T) {
	tr, ends := of(line{0, 1, 2}, line{1, 1.5, 2}, line{2, 2, 30}, line{0, 5, 6}, line{1, 30, 31}, line{2, 33, 40})
	want, err := session.Read(tr, ends, session.Options{})
	require.NoError(t, err)
	other := *tr
	other.Users = []int64{9, 3, 5}
	other.User = []int32{1, 2, 0, 1, 2, 0}
	got, err := session.Read(&other, ends, session.Options{})
	require.NoError(t, err)
	require.Equal(t, want.Persons, got.Persons)
	require.Equal(t, want.Jobs, got.Jobs)
	require.Equal(t, want.Patience, got.Patience)
}

func TestWhatCannotBeReadIsAnError(t *testing.T) {
	tr, ends := of(line{0, 1, 2}, line{1, 1, 2}, line{0, 3, 4})
	_, err := session.Read(tr, ends[:2], session.Options{})
	require.ErrorContains(t, err, "one of each")
	_, err = session.Read(tr, []int64{0, 0, 0}, session.Options{})
	require.ErrorContains(t, err, "end 0 can't be")
	bad := *tr
	bad.User = []int32{0, 7, 0}
	_, err = session.Read(&bad, ends, session.Options{})
	require.ErrorContains(t, err, "user 7 can't be")
	for _, lines := range [][]line{nil, {{0, 1, 2}, {0, 3, 4}}, {{0, 1, 2}, {1, 3, 4}}} {
		tr, ends := of(lines...)
		_, err = session.Read(tr, ends, session.Options{})
		require.ErrorIs(t, err, session.ErrUsers)
	}
}

// No columns whatsoever make the reader panic, and what it reads hangs together.
func FuzzHabitsOfAnyColumns(f *testing.F) {
	f.Add([]byte{0, 0, 10, 1, 5, 3, 0, 90, 90, 1, 1, 1}, int64(0), true)
	f.Add([]byte{0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 255, 255}, int64(-345600), false)
	f.Fuzz(func(t *testing.T, data []byte, monday int64, unwaiting bool) {
		tr := &job.Trace{Procs: 4, Users: []int64{-1, 4, 4, 1 << 60}}
		tr.Calendar.Monday = monday
		var ends []int64
		now := int64(0)
		for ; len(data) >= 3; data = data[3:] {
			now += int64(data[1]) * int64(data[1]) * int64(1+data[0]>>4) // up to days
			run := int64(data[2]) * int64(data[2])
			tr.Submit, tr.Run, tr.User = append(tr.Submit, now), append(tr.Run, run), append(tr.User, int32(data[0]%5))
			ends = append(ends, now+run*int64(data[0]>>5)-int64(data[0]>>7))
		}
		h, err := session.Read(tr, ends, session.Options{Unwaiting: unwaiting})
		if err != nil {
			return
		}
		jobs, seen := int32(0), make([]bool, len(tr.Submit))
		for p := range h.Persons {
			for k, b := range h.Own(p) {
				require.Equal(t, jobs, b.First)
				require.Positive(t, b.Jobs)
				jobs += b.Jobs
				for _, j := range h.Jobs[b.First:jobs] {
					require.False(t, seen[j])
					seen[j] = true
					require.LessOrEqual(t, ends[j], b.End)
				}
				require.Equal(t, k == 0, k == 0 && b.Link == session.Anchor)
				if b.Link != session.Anchor {
					from := h.Own(p)[k-1].Submit
					if b.Link == session.Sync {
						from = h.Own(p)[k-1].End
					}
					if !b.SameDay() {
						require.Equal(t, b.Submit, h.Rhythm.After(from, b.Back))
					}
					require.Equal(t, b.Submit, from+b.Gap)
				}
			}
		}
		require.Len(t, tr.Submit, int(jobs))
		for _, a := range h.Patience.Same {
			require.True(t, a >= 0 && a <= 1)
		}
	})
}
