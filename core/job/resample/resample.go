// Package resample makes arbitrarily many traces from one, of its own weeks:
// whole weeks with all that happened in them, in blocks of neighbours (Block),
// or the weeks of each user apart (Draw, Shuffle: weekly resampling by user,
// Lelong, Reis and Trystram, "Tuning EASY-Backfilling Queues", 2017, section
// 4.1).
//
// Users of a machine share it: one computes less while others compute much.
// Weeks drawn apart for each user lose that, which makes the total load of
// resamples vary more from week to week than the log's ever did, and jobs wait
// longer than they did in the log; weeks taken whole keep it.
//
// A job keeps its offset in the week, its run time and all else. What is still
// running or waiting when a week ends goes on into the week that follows in the
// resample, whichever that is. Where two weeks are joined that were no
// neighbours, the second one lacks what ran over into it in the log and gets
// what runs over from the first; the resample itself begins with an empty
// machine. Longer blocks have fewer joints.
//
// Resample k depends on (trace, variant, weeks, seed, k) alone, so it can be
// made without making the others, in any order, on any machine.
package resample

import (
	"errors"
	"math/rand/v2"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// Variant is the way source weeks are chosen.
type Variant uint8

const (
	// Draw takes, for each week and user, one source week uniformly and
	// independently. The expected load is that of the source.
	Draw Variant = iota
	// Shuffle permutes each user's source weeks once, without replacement:
	// the result has each of the source's jobs exactly once. Weeks are counted
	// from instant 0 of the clock, the first and the last are dropped, as the
	// published sampler does.
	Shuffle
	// Original takes the last weeks of the source as they were: one trace,
	// whatever seed and k.
	Original
	// Block takes whole weeks, those of all users together: at first, and then
	// with probability 1/L at each week, one of the source's weeks uniformly,
	// else the one after the last taken, the first one following the last. So
	// blocks have a mean length of L weeks, and each source week is as likely as
	// any other at every place (the stationary bootstrap: Politis and Romano,
	// JASA 89, 1994).
	Block
	// Whole is the source as it was, what lies outside its whole weeks too: one
	// trace, whatever length, seed and k. It is what can be had of a log without a
	// whole week.
	Whole
)

var variantNames = [...]string{"draw", "shuffle", "original", "block", "whole"}

func (v Variant) String() string { return variantNames[v] }

// parseVariant reads block, draw, shuffle or original.
func parseVariant(s string) (Variant, error) {
	for i, n := range variantNames {
		if s == n {
			return Variant(i), nil
		}
	}
	return 0, errors.New("variant " + strconv.Quote(s) + " is not known: use block, draw, shuffle, original or whole")
}

// MarshalText and UnmarshalText write the variant by name in JSON.
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }
func (v *Variant) UnmarshalText(b []byte) (err error) {
	*v, err = parseVariant(string(b))
	return err
}

// Source is a trace cut into whole weeks by user.
type Source struct {
	trace   *job.Trace
	variant Variant
	mean    float64 // length of a block, weeks
	first   int64   // the instant the first whole week begins
	weeks   int
	begin   []int32 // jobs of user u in week w: job[begin[u*weeks+w]:begin[u*weeks+w+1]]
	job     []int32
	week    []int32 // jobs of week w, as submitted: week[w] to week[w+1]
	ahead   []int32 // job.Trace.Ahead of the source; nil where no zone changed
	from    []int32 // the source's week of each week written last; none where users have their own

	// scratch, kept so that later resamples allocate nothing
	pick   []int32 // source week of each user (Draw) or of each week and user (Shuffle)
	chosen []int32
	sorted []int32
	count  [1 << digit]int32
}

// Weeks of a block, on average: L of Block.
const (
	DefaultBlock = 4
	MaxBlock     = 1040
)

// New cuts the trace into whole weeks, counted from instant 0 of its clock
// (job.ClockWeeks) or by the calendar; partial first and last weeks are left out.
// Shuffle always counts by the clock; Whole counts from the first submit, and its last
// week may be cut. It is an error when no week is left. Blocks have DefaultBlock weeks.
func New(t *job.Trace, v Variant, byClock bool) (*Source, error) {
	s := &Source{trace: t, variant: v, mean: DefaultBlock}
	if t.Len() == 0 {
		return nil, errors.New("the log has no jobs: nothing can be resampled")
	}
	switch first, last := t.Submit[0], t.Submit[t.Len()-1]; {
	case v == Whole:
		s.first, s.weeks = first, int((last-first)/job.Week)+1
	case byClock || v == Shuffle:
		s.first, s.weeks = job.ClockWeeks(first, last)
	default:
		s.first, s.weeks = t.WholeWeeks()
	}
	if s.weeks < 1 {
		return nil, errors.New("the log spans " + numeral.Length(t.Submit[t.Len()-1]-t.Submit[0]) +
			" and has no whole week to compare by: 1 is needed, and 8 or more are useful")
	}
	s.index()
	if c := &t.Calendar; len(c.Shifts) > 0 {
		s.ahead = make([]int32, t.Len())
		for j, at := range t.Submit {
			s.ahead[j] = int32(c.Ahead(at))
		}
	}
	if v != Block && v != Whole {
		s.byUser()
	}
	return s, nil
}

// Blocks sets the mean length of blocks to so many weeks, 1 or more.
func (s *Source) Blocks(weeks int) { s.mean = float64(weeks) }

// Weeks is the number of whole weeks of the source.
func (s *Source) Weeks() int { return s.weeks }

// Length is the number of weeks of a trace that Make is asked for.
func (s *Source) Length(weeks int) int {
	endless := s.variant == Draw || s.variant == Block
	if weeks <= 0 || !endless && weeks > s.weeks || s.variant == Whole {
		return s.weeks
	}
	return weeks
}

// Jobs is the number of jobs in the whole weeks.
func (s *Source) Jobs() int { return int(s.week[s.weeks] - s.week[0]) }

// index finds where each whole week begins and ends.
func (s *Source) index() {
	t := s.trace
	s.week = make([]int32, s.weeks+1)
	for w, i := 0, 0; w <= s.weeks; w++ {
		for i < t.Len() && t.Submit[i] < s.first+int64(w)*job.Week {
			i++
		}
		s.week[w] = int32(i)
	}
}

// byUser sorts the jobs of whole weeks by user, week and time.
func (s *Source) byUser() {
	t := s.trace
	bucket := func(i int) int {
		at := t.Submit[i] - s.first
		if at < 0 || at >= int64(s.weeks)*job.Week {
			return -1
		}
		return int(t.User[i])*s.weeks + int(at/job.Week)
	}
	s.begin = make([]int32, len(t.Users)*s.weeks+1)
	n := 0
	for i := range t.Submit {
		if b := bucket(i); b >= 0 {
			s.begin[b+1]++
			n++
		}
	}
	for b := 1; b < len(s.begin); b++ {
		s.begin[b] += s.begin[b-1]
	}
	s.job = make([]int32, n)
	next := append([]int32(nil), s.begin...)
	for i := range t.Submit {
		if b := bucket(i); b >= 0 {
			s.job[next[b]] = int32(i)
			next[b]++
		}
	}
}

// Make writes resample k (from 1) of the given number of weeks into dst, whose
// columns are reused. Weeks <= 0 means as many as the source has; Shuffle and
// Original have no more than that, Whole has all. The clock of the result starts at 0
// with a week.
func (s *Source) Make(dst *job.Trace, weeks int, seed, k uint64) {
	if s.variant == Whole {
		s.Log(dst)
		return
	}
	weeks = s.Length(weeks)
	s.begins(dst)
	rng := rand.New(rand.NewPCG(seed, k))
	if s.variant == Block {
		s.blocks(dst, rng, weeks)
		return
	}
	users := len(s.trace.Users)
	if s.variant == Shuffle {
		s.permute(rng, users)
	} else {
		s.pick = resize(s.pick, users)
	}
	for w := 0; w < weeks; w++ {
		from := s.pick
		switch s.variant {
		case Draw:
			for u := range from {
				from[u] = int32(rng.Uint32N(uint32(s.weeks)))
			}
		case Shuffle:
			from = s.pick[w*users : (w+1)*users]
		case Original:
			for u := range from {
				from[u] = int32(s.weeks - weeks + w)
			}
			s.from = append(s.from, int32(s.weeks-weeks+w))
		}
		s.chosen = s.chosen[:0]
		for u, week := range from {
			b := u*s.weeks + int(week)
			s.chosen = append(s.chosen, s.job[s.begin[b]:s.begin[b+1]]...)
		}
		s.sortByOffset()
		for _, i := range s.chosen {
			dst.Submit = append(dst.Submit, int64(w)*job.Week+s.offset(i))
			dst.Run = append(dst.Run, s.trace.Run[i])
			dst.Request = append(dst.Request, s.trace.Request[i])
			dst.Size = append(dst.Size, s.trace.Size[i])
			dst.User = append(dst.User, s.trace.User[i])
			if s.trace.App != nil {
				dst.App = append(dst.App, s.trace.App[i])
			}
			if s.trace.Queue != nil {
				dst.Queue = append(dst.Queue, s.trace.Queue[i])
			}
			if s.trace.Partition != nil {
				dst.Partition = append(dst.Partition, s.trace.Partition[i])
			}
			if s.trace.Memory != nil {
				dst.Memory = append(dst.Memory, s.trace.Memory[i])
			}
			if s.trace.Unasked != nil {
				dst.Unasked = append(dst.Unasked, s.trace.Unasked[i])
			}
			if s.ahead != nil {
				dst.Ahead = append(dst.Ahead, s.ahead[i])
			}
		}
	}
}

// Log writes the whole weeks of the source into dst as they were: what
// resamples are to be like. Jobs of the same second keep their order.
func (s *Source) Log(dst *job.Trace) {
	s.begins(dst)
	for w := range s.weeks {
		s.whole(dst, w, w)
	}
}

// begins empties dst, which becomes a trace of the source's weeks.
func (s *Source) begins(dst *job.Trace) {
	t := s.trace
	s.from = s.from[:0]
	dst.Name, dst.Procs, dst.Users, dst.Digest = t.Name, t.Procs, t.Users, t.Digest
	dst.Start, dst.ID, dst.Pos, dst.Rules = 0, nil, nil, nil
	// A week that the clock begins has its Monday somewhere within.
	monday := (t.Calendar.Monday - s.first) % job.Week
	dst.Calendar = job.Calendar{Monday: monday, Offset: t.Calendar.Offset, Summer: t.Calendar.Summer, Source: "weeks of a resample"}
	dst.Submit, dst.Run, dst.Request = dst.Submit[:0], dst.Run[:0], dst.Request[:0]
	dst.Size, dst.User = dst.Size[:0], dst.User[:0]
	dst.Groups, dst.Apps = t.Groups, t.Apps
	if dst.App = dst.App[:0]; t.App == nil {
		dst.App = nil
	}
	if dst.Queue = dst.Queue[:0]; t.Queue == nil {
		dst.Queue = nil
	}
	if dst.Partition = dst.Partition[:0]; t.Partition == nil {
		dst.Partition = nil
	}
	if dst.Memory = dst.Memory[:0]; t.Memory == nil {
		dst.Memory = nil
	}
	if dst.Unasked = dst.Unasked[:0]; t.Unasked == nil {
		dst.Unasked = nil
	}
	if dst.Ahead = dst.Ahead[:0]; s.ahead == nil {
		dst.Ahead = nil
	}
}

// blocks draws so many weeks, in blocks.
func (s *Source) blocks(dst *job.Trace, rng *rand.Rand, weeks int) {
	from := 0
	for w := range weeks {
		if w == 0 || rng.Float64() < 1/s.mean {
			from = rng.IntN(s.weeks)
		} else {
			from = (from + 1) % s.weeks
		}
		s.whole(dst, w, from)
	}
}

// whole appends all jobs of a source week as week w.
func (s *Source) whole(dst *job.Trace, w, from int) {
	s.from = append(s.from, int32(from))
	t, first, last := s.trace, s.week[from], s.week[from+1]
	moved := int64(w-from)*job.Week - s.first
	for _, r := range t.Submit[first:last] {
		dst.Submit = append(dst.Submit, r+moved)
	}
	dst.Run = append(dst.Run, t.Run[first:last]...)
	dst.Request = append(dst.Request, t.Request[first:last]...)
	dst.Size = append(dst.Size, t.Size[first:last]...)
	dst.User = append(dst.User, t.User[first:last]...)
	if t.App != nil {
		dst.App = append(dst.App, t.App[first:last]...)
	}
	if t.Queue != nil {
		dst.Queue = append(dst.Queue, t.Queue[first:last]...)
	}
	if t.Partition != nil {
		dst.Partition = append(dst.Partition, t.Partition[first:last]...)
	}
	if t.Memory != nil {
		dst.Memory = append(dst.Memory, t.Memory[first:last]...)
	}
	if t.Unasked != nil {
		dst.Unasked = append(dst.Unasked, t.Unasked[first:last]...)
	}
	if s.ahead != nil {
		dst.Ahead = append(dst.Ahead, s.ahead[first:last]...)
	}
}

// permute draws one permutation of the source weeks for each user.
func (s *Source) permute(rng *rand.Rand, users int) {
	s.pick = resize(s.pick, users*s.weeks)
	for u := 0; u < users; u++ {
		for w := 0; w < s.weeks; w++ {
			j := int(rng.Uint32N(uint32(w + 1)))
			s.pick[w*users+u] = s.pick[j*users+u]
			s.pick[j*users+u] = int32(w)
		}
	}
}

// offset is the time of a source job within its week, 0 to 604,799 s.
func (s *Source) offset(i int32) int64 { return (s.trace.Submit[i] - s.first) % job.Week }

// digit: an offset has 20 bits, sorted in two passes of 10.
const digit = 10

// sortByOffset orders the chosen jobs of a week by their offset in the week;
// equal offsets stay in the order of users, then of the source.
func (s *Source) sortByOffset() {
	s.sorted = resize(s.sorted, len(s.chosen))
	from, to := s.chosen, s.sorted
	for shift := 0; shift < 2*digit; shift += digit {
		clear(s.count[:])
		for _, i := range from {
			s.count[s.offset(i)>>shift&(1<<digit-1)]++
		}
		sum := int32(0)
		for d := range s.count {
			n := s.count[d]
			s.count[d] = sum
			sum += n
		}
		for _, i := range from {
			d := s.offset(i) >> shift & (1<<digit - 1)
			to[s.count[d]] = i
			s.count[d]++
		}
		from, to = to, from
	}
	// after an even number of passes the result is back in chosen
}

func resize(v []int32, n int) []int32 {
	if cap(v) < n {
		return make([]int32, n)
	}
	return v[:n]
}
