package worlds

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"shadowtime/core/job"
)

// Site is a machine whose jobs are held by rules that are known: what a search for rules is judged by. It is written
// apart from the engine and from what counts rules: all is computed anew from who runs, at each pass.
type Site struct {
	Key   func(t *job.Trace, j int) int64 // the queue's order; nil: by submission
	First func(t *job.Trace, j int) int64 // jobs that go before all others, whatever the order: those of less; nil: none
	Half  int64                           // the half-life of what users used, who used less goes first; 0: no matter
	Plain bool                            // no backfilling
	Late  int64                           // seconds after which jobs go first, by submission; 0: never
	May   []Rule                          // all of them must let a job start
	Hours []int64                         // of the day, at which these may say otherwise
	Still bool                            // its clock is not moved for summer time
	Until []int64                         // instants at which these may say otherwise, ascending
	Again bool                            // passes follow until nothing starts
	Cycle int64                           // seconds between passes; 0: one at each event
	// Exempt is the share of jobs that no rule concerns, drawn by Seed.
	Exempt float64
	Seed   uint64
}

// Rule says whether job j may start now.
type Rule func(s *Scene, j int) bool

// Scene is a machine at an instant.
type Scene struct {
	Trace   *job.Trace
	Now     int64
	Running []int
	Waiting []int   // while a pass lasts
	Start   []int64 // by job
	procs   int64
	still   bool
	began   map[int32][]int // by user, all that ever started
}

// size is what a job takes: of one that is wider than the machine, all of it.
func (s *Scene) size(j int) int64 { return min(int64(s.Trace.Size[j]), s.procs) }

// Count sums up what runs of some jobs.
func (s *Scene) Count(of func(j int) bool, value func(j int) int64) (sum int64) {
	for _, j := range s.Running {
		if of(j) {
			sum += value(j)
		}
	}
	return sum
}

// Local is what the clock on the wall shows, in seconds since a Monday 0:00.
func (s *Scene) Local() int64 {
	c := &s.Trace.Calendar
	offset := c.OffsetAt(s.Now)
	if s.still {
		for _, x := range c.Shifts {
			offset = min(offset, x.Offset)
		}
	}
	return ((s.Now+offset-c.Offset-c.Monday)%job.Week + job.Week) % job.Week
}

// UserJobs lets at most so many jobs of a user run, from an instant on.
func UserJobs(most int, from int64) Rule {
	return func(s *Scene, j int) bool {
		return s.Now < from || s.Count(s.mine(j), func(int) int64 { return 1 }) < int64(most)
	}
}

func (s *Scene) mine(j int) func(k int) bool {
	return func(k int) bool { return s.Trace.User[k] == s.Trace.User[j] }
}

// WhileOthersWait has a rule hold only while jobs of other users wait.
func WhileOthersWait(r Rule) Rule {
	return func(s *Scene, j int) bool {
		return r(s, j) || !slices.ContainsFunc(s.Waiting, func(k int) bool { return s.Trace.User[k] != s.Trace.User[j] })
	}
}

// Kept lets other jobs start where their requests don't reach into a time, or where they have at most what is left of the
// machine together with those that run and reach into it. What is left is its size less procs.
func Kept(procs, from, to int64, class func(t *job.Trace, j int) bool) Rule {
	return func(s *Scene, j int) bool {
		if class(s.Trace, j) || s.Now >= to || s.Now+s.Trace.Request[j] <= from {
			return true
		}
		sum := s.Count(func(k int) bool { return !class(s.Trace, k) && s.Start[k]+s.Trace.Request[k] > from }, s.size)
		return sum+s.size(j) <= s.procs-procs
	}
}

// UserProcs lets a user who runs something have at most so many processors.
func UserProcs(most int64) Rule {
	return func(s *Scene, j int) bool {
		sum := s.Count(s.mine(j), func(k int) int64 { return int64(s.Trace.Size[k]) })
		return sum == 0 || sum+int64(s.Trace.Size[j]) <= most
	}
}

// ClassProcs lets requests over so many seconds have at most so many processors together; those that are wider it lets
// start all the same.
func ClassProcs(over, most int64) Rule {
	return func(s *Scene, j int) bool {
		long := func(k int) bool { return s.Trace.Request[k] > over }
		size := int64(s.Trace.Size[j])
		return !long(j) || size > most || s.Count(long, func(k int) int64 { return int64(s.Trace.Size[k]) })+size <= most
	}
}

// PoolProcs lets jobs of some partitions have at most so many processors together; those that are wider it lets start
// all the same.
func PoolProcs(most int64, partitions ...int32) Rule {
	return func(s *Scene, j int) bool {
		in := func(k int) bool { return slices.Contains(partitions, s.Trace.Partition[k]) }
		size := int64(s.Trace.Size[j])
		return !in(j) || size > most || s.Count(in, func(k int) int64 { return int64(s.Trace.Size[k]) })+size <= most
	}
}

// Closed lets requests over so many seconds not start in hours of the day, of working days alone or of all, before
// an instant.
func Closed(over, from, to int64, workdays bool, until int64) Rule {
	return func(s *Scene, j int) bool {
		at := s.Local()
		second, day := at%job.Day, at/job.Day
		shut := second >= from*3600 && second < to*3600
		if from > to { // over midnight the day is that of the evening
			shut = second >= from*3600
			if second < to*3600 {
				shut, day = true, (day+6)%7
			}
		}
		return s.Now >= until || s.Trace.Request[j] <= over || !shut || workdays && day > 4
	}
}

// ClosedWeek lets requests over so many seconds not start from an hour of the week to another, counted from Monday 0:00.
func ClosedWeek(over, from, to int64) Rule {
	return func(s *Scene, j int) bool {
		at := s.Local()
		return s.Trace.Request[j] <= over || at < from*3600 || at >= to*3600
	}
}

// Ended lets requests over so many seconds start where they end by an hour of the next working day.
func Ended(over, hour int64) Rule {
	return func(s *Scene, j int) bool {
		ask := s.Trace.Request[j]
		if ask <= over || ask > 3*job.Day {
			return true
		}
		at := s.Local()
		for next := at - at%job.Day + hour*3600; ; next += job.Day {
			if next > at && next/job.Day%7 < 5 {
				return at+ask <= next
			}
		}
	}
}

// Waits are how long the jobs of a trace wait on the site, on so many processors.
func (x *Site) Waits(t *job.Trace, procs int64) []int64 {
	rng := rand.New(rand.NewPCG(x.Seed, 59))
	exempt := make([]bool, t.Len())
	for j := range exempt {
		exempt[j] = rng.Float64() < x.Exempt
	}
	s := &Scene{Trace: t, Start: make([]int64, t.Len()), procs: procs, still: x.Still, began: map[int32][]int{}}
	var waiting []int
	free, arrived := procs, 0
	for arrived < t.Len() || len(waiting) > 0 {
		s.Now = x.next(s, arrived, len(waiting) > 0)
		s.Running = slices.DeleteFunc(s.Running, func(j int) bool {
			over := s.Start[j]+t.Run[j] <= s.Now
			if over {
				free += s.size(j)
			}
			return over
		})
		for ; arrived < t.Len() && t.Submit[arrived] <= s.Now; arrived++ {
			waiting = append(waiting, arrived)
		}
		if x.Key != nil || x.First != nil || x.Half > 0 {
			x.sort(s, waiting)
		}
		for more := true; more; {
			n := len(waiting)
			s.Waiting = waiting
			waiting = x.pass(s, waiting, exempt, &free)
			more = x.Again && len(waiting) < n && len(waiting) > 0
		}
	}
	waits := make([]int64, t.Len())
	for j := range waits {
		waits[j] = s.Start[j] - t.Submit[j]
	}
	return waits
}

// sort puts the queue in order.
func (x *Site) sort(s *Scene, waiting []int) {
	late := func(j int) bool { return x.Late > 0 && s.Now-s.Trace.Submit[j] > x.Late }
	used := map[int32]float64{}
	for _, j := range waiting {
		if u := s.Trace.User[j]; x.Half > 0 && used[u] == 0 {
			used[u] = s.used(u, float64(x.Half))
		}
	}
	slices.SortFunc(waiting, func(a, b int) int {
		switch p, q := late(a), late(b); {
		case p != q && p:
			return -1
		case p != q:
			return 1
		case p:
			return a - b
		}
		if x.First != nil {
			if p, q := x.First(s.Trace, a), x.First(s.Trace, b); p != q {
				return int(p - q)
			}
		}
		if p, q := used[s.Trace.User[a]], used[s.Trace.User[b]]; p != q {
			return cmp.Compare(p, q)
		}
		if x.Key == nil {
			return a - b
		}
		if p, q := x.Key(s.Trace, a), x.Key(s.Trace, b); p != q {
			return int(min(max(p-q, -1), 1))
		}
		return a - b
	})
}

// used is what a user used until now: processor by processor, the integral of 2^-(age / half).
func (s *Scene) used(user int32, half float64) (sum float64) {
	for _, j := range s.began[user] {
		first, last := float64(s.Now-s.Start[j]), float64(max(s.Now-s.Start[j]-s.Trace.Run[j], 0))
		if last < 60*half {
			sum += float64(s.size(j)) * half / math.Ln2 * (math.Pow(2, -last/half) - math.Pow(2, -first/half))
		}
	}
	return sum
}

// next is the next instant at which the scheduler acts.
func (x *Site) next(s *Scene, arrived int, waits bool) int64 {
	const none = int64(1) << 60
	at, t := none, s.Trace
	if arrived < t.Len() {
		at = t.Submit[arrived]
	}
	for _, j := range s.Running {
		at = min(at, s.Start[j]+t.Run[j])
	}
	if waits {
		for _, hour := range x.Hours {
			second := s.Local() % job.Day
			left := (hour*3600 - second + job.Day) % job.Day
			if left == 0 {
				left = job.Day
			}
			at = min(at, s.Now+left)
		}
		for _, instant := range x.Until {
			if instant > s.Now {
				at = min(at, instant)
				break
			}
		}
	}
	if x.Cycle > 0 {
		at = max(at, s.Now+1)
		at += ((-at)%x.Cycle + x.Cycle) % x.Cycle
	}
	return at
}

// pass starts what may start, and gives who waits on.
func (x *Site) pass(s *Scene, queue []int, exempt []bool, free *int64) []int {
	t := s.Trace
	head, shadow, extra := false, int64(0), int64(0)
	var left []int
	for _, j := range queue {
		size := s.size(j)
		may := exempt[j] || !slices.ContainsFunc(x.May, func(r Rule) bool { return !r(s, j) })
		fits := size <= *free
		if head {
			fits = fits && !x.Plain && (s.Now+t.Request[j] <= shadow || size <= extra)
		}
		switch {
		case may && fits:
			*free -= size
			if head && s.Now+t.Request[j] > shadow {
				extra -= size
			}
			s.Start[j] = s.Now
			s.Running = append(s.Running, j)
			s.began[t.User[j]] = append(s.began[t.User[j]], j)
			continue
		case may && !head:
			head = true
			shadow, extra = s.reserve(size, *free)
		}
		left = append(left, j)
	}
	return left
}

// reserve is when so many processors are free by the requests, and how many more then.
func (s *Scene) reserve(size, free int64) (shadow, extra int64) {
	type end struct{ at, size int64 }
	var ends []end
	for _, j := range s.Running {
		ends = append(ends, end{max(s.Start[j]+s.Trace.Request[j], s.Now+1), s.size(j)})
	}
	slices.SortFunc(ends, func(a, b end) int { return int(a.at - b.at) })
	for i, e := range ends {
		free += e.size
		if free >= size && (i+1 == len(ends) || ends[i+1].at > e.at) {
			return e.at, free - size
		}
	}
	return 1 << 60, 0
}
