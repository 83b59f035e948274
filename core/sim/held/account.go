package held

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"shadowtime/core/job"
)

// Parts are seconds of waiting, by cause.
type Parts [Causes]int64

// Sum is all of it.
func (p *Parts) Sum() (sum int64) {
	for _, x := range p {
		sum += x
	}
	return sum
}

// Share is the part of a cause, 0 to 1.
func (p *Parts) Share(c Cause) float64 { return ratio(float64(p[c]), float64(p.Sum())) }

func (p *Parts) add(q *Parts) {
	for c, x := range q {
		p[c] += x
	}
}

// Group is what jobs of one sort waited.
type Group struct {
	ID   int64 // a user, a queue or a partition of the log; of sizes the least; -1: unknown, or all others
	To   int64 // of sizes the greatest
	Jobs int
	Parts
}

// Account is what the jobs of a log waited for.
type Account struct {
	Jobs, Left int // jobs with a recorded wait, and those without
	Parts
	// Lacking is the share of the contested starts that had no room: of more than a tenth the machine is not what the log says.
	Lacking float64
	Week    [7 * 24]Parts // by hour of the week, from Monday 0:00 as its people count
	// Worst is when each hour of the week began that had most waiting in vain; 0 where it never had any.
	Worst      [7 * 24]int64
	Sizes      []Group           // by processors, in classes
	Users      []Group           // those that waited most in vain, then all others together
	Queues     []Group           // likewise; none where the log names fewer than two
	Partitions []Group           // likewise
	Patterns   [Patterns]Pattern // of what waited in vain
	Breaches   [2][Breaches]int  // by half
	Contested  [2]int
}

// Pattern is how often starts of jobs that had waited in vain look like something, and how often they
// would by chance, 0 to 1.
type Pattern struct {
	Seen   float64
	Chance float64 // NaN where it can't be told
}

// The patterns.
const (
	AfterAnEnd  = iota // of anybody's job: room is missing that the log does not show
	AfterOwnEnd        // of the user's own: limits of users
	InBatches          // with three or more others: somebody, or something, lets them go together
	OnTheHour          // a full or a half hour: the clock
	Patterns    = 4
)

// soon is how long after an end a start counts as following it, in seconds; batch is how long others may be away.
const (
	soon  = 30
	batch = 30
	top   = 10 // groups that are told apart
)

// accountant collects an account.
type accountant struct {
	pass  *Pass
	began int64         // the hour that is counted
	vain  int64         // seconds in vain in it
	most  [7 * 24]int64 // of the hours of the week so far
	Account
}

// AccountOf goes through a record under what is supposed of the machine, and tells what its jobs waited for.
func AccountOf(r *Record, m *Machine) (*Account, error) {
	a := &accountant{pass: NewPass(r)}
	a.Jobs, a.Left = r.Jobs, r.Left
	a.pass.Detail()
	a.pass.Watch = a
	sum, err := a.pass.Run(m)
	if err != nil {
		return nil, err
	}
	a.Lacking, a.Breaches, a.Contested = sum.Lacking(), sum.Breaches, sum.Contested
	a.Parts = sum.Parts()
	a.group()
	a.recognise()
	return &a.Account, nil
}

// Interval adds to the hour and the week.
func (a *accountant) Interval(from, to int64, jobs *[Causes]int64) {
	wall := mod(a.pass.guard.Wall(from, false), job.Week)
	hour := wall / 3600
	for c, n := range jobs {
		a.Week[hour][c] += n * (to - from)
	}
	if began := from - wall%3600; began != a.began {
		a.began, a.vain = began, 0
	}
	if a.vain += jobs[InVain] * (to - from); a.vain > a.most[hour] {
		a.most[hour], a.Worst[hour] = a.vain, a.began
	}
}

// Start and End need no more than the pass keeps.
func (a *accountant) Start(int64, int32, bool) {}
func (a *accountant) End(int32)                {}

// group sums up by size, user, queue and partition.
func (a *accountant) group() {
	t := a.pass.record.trace
	a.Sizes = a.bySize()
	a.Users = a.by(t.Users, t.User)
	a.Queues = a.byNumber(t.Queue)
	a.Partitions = a.byNumber(t.Partition)
}

func (a *accountant) byNumber(column []int32) []Group {
	if column == nil {
		return nil
	}
	place := map[int32]int32{}
	var ids []int64
	number := make([]int32, len(column))
	for j, id := range column {
		if j > 0 && id == column[j-1] { // mostly
			number[j] = number[j-1]
			continue
		}
		at, ok := place[id]
		if !ok {
			at = int32(len(ids))
			place[id], ids = at, append(ids, int64(id))
		}
		number[j] = at
	}
	return a.by(ids, number)
}

// by sums up by the number that each job has, the greatest waiting in vain first; nothing where all have one.
func (a *accountant) by(ids []int64, number []int32) []Group {
	list := make([]Group, len(ids))
	for i, id := range ids {
		list[i].ID = id
	}
	for j := range a.pass.Each {
		if a.pass.record.Has(j) {
			list[number[j]].take(a.pass, j)
		}
	}
	list = slices.DeleteFunc(list, func(g Group) bool { return g.Jobs == 0 })
	if len(list) < 2 {
		return nil
	}
	slices.SortFunc(list, func(x, y Group) int {
		if x.Parts[InVain] != y.Parts[InVain] {
			return cmp.Compare(y.Parts[InVain], x.Parts[InVain])
		}
		return cmp.Compare(x.ID, y.ID)
	})
	if len(list) > top+1 {
		rest := Group{ID: -1}
		for i := range list[top:] {
			rest.Jobs += list[top+i].Jobs
			rest.Parts.add(&list[top+i].Parts)
		}
		list = append(list[:top], rest)
	}
	return list
}

func (g *Group) take(p *Pass, j int) {
	parts := Parts(p.Each[j])
	g.Jobs++
	g.Parts.add(&parts)
}

// bySize has classes that double: 1, 2 to 3, 4 to 7, up to the machine.
func (a *accountant) bySize() []Group {
	t := a.pass.record.trace
	var list []Group
	for low := int64(1); low <= t.Procs; low *= 2 {
		list = append(list, Group{ID: low, To: min(2*low-1, t.Procs)})
	}
	for j := range a.pass.Each {
		if a.pass.record.Has(j) {
			list[sort.Search(len(list), func(i int) bool { return list[i].To >= int64(t.Size[j]) })].take(a.pass, j)
		}
	}
	return slices.DeleteFunc(list, func(g Group) bool { return g.Jobs == 0 })
}

// recognise looks how the jobs started that had waited in vain. Ends of one second come before its starts.
func (a *accountant) recognise() {
	r, p := a.pass.record, a.pass
	first, last := r.Span()
	all, own := following{done: first}, make([]following, len(p.by))
	for u := range own {
		own[u].done = first
	}
	begun := make([]int64, 0, r.Jobs)
	var seen [Patterns]float64
	chance, n := 0.0, 0.0
	for _, e := range r.events {
		switch user := r.trace.User[e.job]; e.kind {
		case ends:
			all.end(e.at)
			own[user].end(e.at)
		case starts:
			if begun = append(begun, e.at); p.Vain[e.job] == 0 {
				continue
			}
			n++
			if all.follows(e.at) {
				seen[AfterAnEnd]++
			}
			if own[user].follows(e.at) {
				seen[AfterOwnEnd]++
			}
			if x := mod(p.guard.Wall(e.at, false), halfHour); x <= 60 || x >= halfHour-60 {
				seen[OnTheHour]++
			}
		}
	}
	span := float64(last - first)
	for j, vain := range p.Vain {
		if vain > 0 {
			chance += ratio(float64(own[r.trace.User[j]].covered), span)
		}
	}
	from, to, at := 0, 0, 0
	for _, e := range r.events {
		if e.kind != starts {
			continue
		}
		if at++; p.Vain[e.job] == 0 {
			continue
		}
		for begun[from] < e.at-batch {
			from++
		}
		for to = max(to, at); to < len(begun) && begun[to] <= e.at+batch; {
			to++
		}
		if to-from > 3 {
			seen[InBatches]++
		}
	}
	a.Patterns = [Patterns]Pattern{
		AfterAnEnd:  {ratio(seen[AfterAnEnd], n), ratio(float64(all.covered), span)},
		AfterOwnEnd: {ratio(seen[AfterOwnEnd], n), ratio(chance, n)},
		InBatches:   {ratio(seen[InBatches], n), math.NaN()},
		OnTheHour:   {ratio(seen[OnTheHour], n), 121.0 / halfHour},
	}
}

// following is the time that lies soon after ends, which are told in their order.
type following struct {
	covered, done int64 // seconds of it, up to an instant
	last          int64 // the last end,
	any           bool  // if there was one
}

func (f *following) end(at int64) {
	f.last, f.any = at, true
	if from := max(at, f.done); at+soon > from {
		f.covered += at + soon - from
		f.done = at + soon
	}
}

// follows says whether one of the ends came soon before.
func (f *following) follows(at int64) bool { return f.any && f.last >= at-soon }

// Has says whether a job is in the record.
func (r *Record) Has(j int) bool {
	return r.trace.Wait[j] >= 0 && r.trace.Wait[j] <= job.MaxTime && r.trace.Run[j] > 0
}
