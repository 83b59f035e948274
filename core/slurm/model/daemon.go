package model

import (
	"cmp"
	"math"
	"slices"
)

// Kind is that of a pass.
type Kind uint8

// The kinds. A full pass is a main pass without its depth.
const (
	MainPass Kind = iota
	FullPass
	BackfillPass
	noPass
)

// Instant is that of a pass, ms of the epoch.
type Instant struct {
	At   int64
	Kind Kind
}

// Task is what there is to a job beside what the scheduler sees of it. Times are ms, of the epoch.
type Task struct {
	Eligible int64 // when it comes
	Runs     int64
	Most     int64   // that its limit and OverTimeLimit let it run where Runs is from; 0: not known, it runs so long under any limit
	Cut      bool    // they ended it there: it would have run on
	After    []int32 // jobs that have to end before it may start
}

// Times of the daemon's clock, ms.
const (
	second   = 1000
	look     = 1015        // the daemon looks so often whether a main pass is due: 1002 to 1021 were seen, 1015 in the mean
	FreeLate = 20          // after a job's end its nodes are free: 10 to 50 were seen, and most waits come out with 20
	overruns = 30 * second // between looks at who is past its limit, from when the daemon began
	cleaning = 300         // of the nodes of a job that was stopped for another: 100 to 1100 were seen
	giveUp   = 30 * 86400 * second
	sparsest = 3600 * second // between two of what a Daemon does ever more seldom

	Unstarted = math.MinInt64 // the start of a job that has none
)

// Daemon runs jobs as slurmctld does: they are submitted, wait and end, its clock begins passes, and
// each period computes priorities anew. Load and Replay, and Starts says when each started. Once it has
// seen its largest pass it allocates nothing but in periods.
type Daemon struct {
	Engine
	Starts []int64 // of each job, ms of the epoch, or Unstarted
	Ends   []int64 // of those that started
	By     []Kind  // of the pass that started it
	Passes [noPass]int

	Priorities *Priorities          // nil: by submission
	FreeAfter  int64                // a job's nodes are free so long after its end, ms
	Every      bool                 // make backfill passes too that would do what the one before did
	Sparser    int64                // what recurs does so after so many parts of what has passed, up to an hour; 0: as it is set
	Waited     [][Reasons]int64     // of each job, ms; nil: nobody asked by Explain
	First      []int64              // priority of each job when it came; nil as Waited
	Progress   func(done, all int)  // hears of jobs that have come; nil: nobody listens
	Until      func(now int64) bool // says after a step, at ms of the epoch, that it is enough; nil: all is run

	tasks     []Task
	order     []int32   // jobs as they come
	come      int       // of order
	apart     int       // that may not start yet
	missing   []int32   // what each job still waits for before it may start: coming, and ends of others
	followers [][]int32 // that wait for its end
	ending    []int32   // jobs that run, the next to end last
	alive     []int32   // that came and have not ended, as they came
	freeing   []int64   // when nodes are free that are not yet, and these
	returning []int64   // when jobs that were stopped for others may start again, and these
	returns   []int32
	runs      []bool         // of each job, whether it does
	clean     int64          // when nodes of jobs that were stopped are, which makes a main pass at once; 0: there are none
	left      []int64        // of each job that is suspended, ms that it still runs; nil: none was
	Stops     [modes]int     // of jobs, for others
	Lost      [modes]float64 // CPU seconds for which those had run; of those suspended, for which they were
	nodes     []uint64
	given     []Instant

	now, begun int64 // ms
	stir       int64 // when a job last came, started or ended, ms
	full, main int64 // last pass, s
	backfill   int64 // begin of the last pass, ms
	period     int64 // the next, ms
	news       bool  // a job came or ended since the last main pass
	changed    bool  // or started, since the last backfill pass began
	fresh      bool  // the same, since the last backfill pass that was made and not left out
	told       int64 // up to when Waited counts, ms
}

// Load gives the daemon a machine, settings and jobs. Jobs must fit the nodes they may use, and After
// name no circle, or they never start.
func (d *Daemon) Load(m *Machine, s Settings, jobs []Job, tasks []Task) {
	d.Engine.Load(m, s, jobs)
	d.tasks, d.FreeAfter, d.Priorities, d.Waited, d.First = tasks, FreeLate, nil, nil, nil
	d.Starts, d.Ends, d.By = make([]int64, len(jobs)), make([]int64, len(jobs)), make([]Kind, len(jobs))
	d.runs = make([]bool, len(jobs))
	d.order, d.missing = make([]int32, len(jobs)), make([]int32, len(jobs))
	d.followers = make([][]int32, len(jobs))
	for k := range tasks {
		d.order[k] = int32(k)
		for _, o := range tasks[k].After {
			d.followers[o] = append(d.followers[o], int32(k))
		}
	}
	slices.SortStableFunc(d.order, func(a, b int32) int { return cmp.Compare(tasks[a].Eligible, tasks[b].Eligible) })
}

// first is the first of a job's partitions, by which others name it and Starts, Ends and By say what became of it.
func (d *Daemon) first(k int32) int32 {
	for _, o := range d.Jobs[k].Also {
		k = min(k, o)
	}
	return k
}

// Explain has the next replays say how long each job waited for which reason.
func (d *Daemon) Explain() {
	d.Engine.Explain()
	d.Waited, d.First = make([][Reasons]int64, len(d.Jobs)), make([]int64, len(d.Jobs))
}

// counts adds to what jobs waited for since the pass before: what that one found.
func (d *Daemon) counts(until int64) {
	if d.Waited == nil {
		return
	}
	for _, k := range d.waiting {
		since := max(d.told, d.Jobs[k].Eligible*second)
		d.Waited[k][d.Why(k)] += max(0, until-since)
	}
	d.told = until
}

// tellEvery is after how many steps somebody hears of progress.
const tellEvery = 256

// Replay runs all jobs, by a daemon that begins at an instant, ms of the epoch. Passes are made at the
// instants given, in their order, and after the last, or where there are none, by the clock.
func (d *Daemon) Replay(begun int64, given []Instant) {
	d.begin(begun, given)
	for n := 0; d.step() && (d.Until == nil || !d.Until(d.now)); n++ {
		if n%tellEvery == 0 && d.Progress != nil {
			d.Progress(d.come, len(d.order))
		}
	}
	if d.Priorities != nil && d.Priorities.History != nil { // to the end of the period in which the last job ends
		for len(d.ending) > 0 {
			d.happens(math.MaxInt64)
		}
		d.now = max(d.now, d.period)
		d.rank()
	}
}

func (d *Daemon) begin(begun int64, given []Instant) {
	d.Empty()
	d.freeing, d.nodes, d.ending, d.alive = d.freeing[:0], d.nodes[:0], d.ending[:0], d.alive[:0]
	for k := range d.tasks {
		d.Starts[k], d.missing[k] = Unstarted, int32(1+len(d.tasks[k].After))
	}
	d.returning, d.returns, d.clean, d.Stops, d.Lost = d.returning[:0], d.returns[:0], 0, [modes]int{}, [modes]float64{}
	clear(d.runs)
	d.come, d.apart, d.Passes, d.news, d.changed, d.fresh = 0, len(d.tasks), [noPass]int{}, false, false, true
	clear(d.Waited)
	d.now, d.stir, d.given, d.told = begun, begun, given, begun
	d.full, d.main = floor(begun, second)/second, floor(begun, second)/second
	d.begun, d.backfill, d.period = begun, begun, begun+d.set.CalcPeriod*second
}

// step makes the next pass, or lets happen what is before it. false: all have started, or nobody will.
func (d *Daemon) step() bool {
	if d.apart == 0 && len(d.waiting) == 0 && len(d.returns) == 0 && len(d.halted) == 0 {
		return false
	}
	for len(d.given) > 0 && d.given[0].At < d.now {
		d.given = d.given[1:]
	}
	next := d.due()
	if len(d.given) > 0 {
		next = d.given[0]
	}
	if d.happens(next.At) {
		return true
	}
	standing := len(d.ending) == 0 && d.come == len(d.order) && len(d.returns) == 0
	if next.Kind == noPass || standing && (len(d.waiting) == 0 || next.At-d.stir > giveUp) {
		return false
	}
	if len(d.given) > 0 {
		d.given = d.given[1:]
	}
	d.pass(next)
	return true
}

// due is the next pass by the clock. Each second it looks whether one is due.
func (d *Daemon) due() Instant {
	next := Instant{math.MaxInt64, noPass}
	if s := &d.set; s.SchedInterval >= 0 {
		next = Instant{d.tick(max(d.now, d.full*second+d.recurs(s.SchedInterval, d.full*second))), FullPass}
	}
	if d.news {
		if at := d.tick(max(d.now, (d.main+max(1, d.set.BatchSchedDelay))*second)); at < next.At {
			next = Instant{at, MainPass}
		}
	}
	if d.clean > 0 && max(d.now, d.clean) < next.At {
		next = Instant{max(d.now, d.clean), MainPass}
	}
	if d.changed && d.set.Backfill && d.set.Interval >= 0 {
		at := d.backfill + d.recurs(d.set.Interval, d.backfill)
		if at += max(0, ceil(d.now-at, second)); at < next.At {
			next = Instant{at, BackfillPass}
		}
	}
	return next
}

// recurs is how long after a moment, ms, what recurs does so again: passes that nothing but time asks for, backfill, a period.
func (d *Daemon) recurs(set, at int64) int64 {
	if set = max(1, set) * second; d.Sparser > 0 {
		return max(set, min(sparsest, (at-d.begun)/d.Sparser))
	}
	return set
}

// tick is the first instant from at on at which the daemon looks whether a main pass is due.
func (d *Daemon) tick(at int64) int64 { return d.begun + ceil(at-d.begun, look) }

// happens lets the next of what is not a pass happen, if that is not after an instant: an end, a job
// that comes, a period.
func (d *Daemon) happens(until int64) bool {
	end, comes, period, back := int64(math.MaxInt64), int64(math.MaxInt64), int64(math.MaxInt64), int64(math.MaxInt64)
	if len(d.returning) > 0 {
		back = d.returning[0]
	}
	if n := len(d.ending); n > 0 {
		end = d.Ends[d.ending[n-1]]
	}
	if d.come < len(d.order) {
		comes = d.tasks[d.order[d.come]].Eligible
	}
	if d.Priorities != nil && (len(d.ending) > 0 || len(d.waiting) > 0 || d.come < len(d.order) || len(d.returns) > 0) {
		period = d.period
	}
	at := min(end, comes, period, back)
	if at > until || at == math.MaxInt64 {
		return false
	}
	d.now = max(d.now, at)
	switch at {
	case end:
		d.end()
	case comes:
		d.comes()
	case back:
		d.back()
	default:
		d.rank()
	}
	return true
}

// ends is when a job ends that starts at an instant: after its run time, if limits are where that is from. Under
// another limit a job that was ended by it runs on, or is ended sooner, and so is one that would run longer: at
// the first look at who is past the limit.
func (d *Daemon) ends(k int32, start int64) int64 {
	t := &d.tasks[k]
	end, most := start+t.Runs, (d.Jobs[k].Limit+d.set.OverTimeLimit)*second
	if t.Most == 0 || most == t.Most || !t.Cut && most >= min(t.Most, t.Runs) {
		return end
	}
	if last := d.begun + ceil(start+most-d.begun, overruns); t.Cut || last < end {
		return last
	}
	return end
}

// stirs notes that a job came, started or ended, so that slurmctld makes a pass soon.
func (d *Daemon) stirs() { d.stir, d.changed, d.fresh = d.now, true, true }

// comes takes in the next job.
func (d *Daemon) comes() {
	k := d.order[d.come]
	d.come++
	if d.Jobs[k].Eligible = min(d.now, d.tasks[k].Eligible) / second; d.missing[k] > 1 { // it may have come before the daemon began
		d.Jobs[k].Eligible = math.MaxInt64
	}
	if d.Priorities != nil {
		d.Jobs[k].Priority = d.Priorities.Of(&d.Jobs[k], d.now/second)
		d.alive = append(d.alive, k)
		if d.First != nil {
			d.First[k] = d.Jobs[k].Priority
		}
	}
	if d.shared {
		d.Jobs[k].Place = d.now
	}
	d.release(k)
	d.news = true
	d.stirs()
}

// release counts one thing less that a job waits for.
func (d *Daemon) release(k int32) {
	if d.missing[k]--; d.missing[k] == 0 {
		d.apart--
		if len(d.tasks[k].After) > 0 {
			d.Jobs[k].Eligible = d.now / second
		}
		d.Wait(k)
	}
}

// end ends the job that is next to.
func (d *Daemon) end() {
	k := d.ending[len(d.ending)-1]
	d.ending = d.ending[:len(d.ending)-1]
	if d.FreeAfter > 0 {
		d.open(d.now)
		d.freeing = append(d.freeing, d.now+d.FreeAfter)
		d.nodes = append(d.nodes, d.On(k)...)
	}
	d.End(k)
	d.runs[k] = false
	d.over(k)
	d.resume()
	d.news = true
	d.stirs()
}

// over says that a job is done for good.
func (d *Daemon) over(k int32) {
	if d.Priorities != nil {
		if d.set.Enforce {
			d.Priorities.Use(&d.Jobs[k], d.now/second)
		}
		at := slices.Index(d.alive, k)
		d.alive = slices.Delete(d.alive, at, at+1)
	}
	for _, o := range d.followers[d.first(k)] {
		d.release(o)
	}
}

// resume has suspended jobs go on whose CPUs are free.
func (d *Daemon) resume() {
	if len(d.halted) == 0 {
		return
	}
	d.Resume(d.now / second)
	for _, k := range d.Resumed {
		d.Lost[Suspended] += float64(d.Jobs[k].CPUs) * float64(d.now-d.Ends[k]) / second
		d.runs[k], d.Ends[k] = true, d.now+d.left[k]
		d.ending = slices.Insert(d.ending, d.seat(k), k)
	}
}

// seat is a job's place among those that run, the next to end last.
func (d *Daemon) seat(k int32) int {
	at, _ := slices.BinarySearchFunc(d.ending, k, func(a, b int32) int {
		return cmp.Or(cmp.Compare(d.Ends[b], d.Ends[a]), cmp.Compare(b, a))
	})
	return at
}

// open frees nodes that are clean by now.
func (d *Daemon) open(at int64) {
	rest := 0
	d.closing.clear()
	for i, free := range d.freeing {
		if free > at {
			d.freeing[rest] = free
			copy(d.nodes[rest*d.words:], d.nodes[i*d.words:(i+1)*d.words])
			d.closing.Join(Nodes(d.nodes[rest*d.words : (rest+1)*d.words]))
			rest++
		}
	}
	d.freeing, d.nodes = d.freeing[:rest], d.nodes[:rest*d.words]
}

// stopped puts the jobs that a pass stopped for others back: each begins anew some time after its nodes are clean, if at all.
func (d *Daemon) stopped() {
	for i, k := range d.Stopped {
		j := &d.Jobs[k]
		mode := d.class(j).Mode
		d.Stops[mode]++
		d.Lost[mode] += float64(j.CPUs) * float64(d.now/second-j.Start)
		d.clean = d.now + cleaning
		d.freeing = append(d.freeing, d.clean)
		d.nodes = append(d.nodes, d.stoppedOn[i*d.words:(i+1)*d.words]...)
		if d.leaves(k); mode == Cancelled {
			d.Ends[k] = d.now
			d.over(k)
			continue
		}
		if d.Priorities != nil && d.set.Enforce {
			d.Priorities.Use(j, d.now/second)
		}
		j.Submit, j.Eligible = d.now/second, d.clean/second+d.set.Again // it keeps its priority until the next period
		d.returning = append(d.returning, j.Eligible*second)
		d.returns = append(d.returns, k)
	}
	for _, k := range d.Suspended {
		if d.left == nil {
			d.left = make([]int64, len(d.Jobs))
		}
		d.Stops[Suspended]++
		d.leaves(k)
		if d.Priorities != nil && d.set.Enforce {
			d.Priorities.Use(&d.Jobs[k], d.now/second)
		}
		d.left[k], d.Ends[k] = d.Ends[k]-d.now, d.now
	}
}

// leaves says that a job no longer runs, as it was stopped.
func (d *Daemon) leaves(k int32) {
	d.runs[k] = false
	at := slices.Index(d.ending, k)
	d.ending = slices.Delete(d.ending, at, at+1)
	d.stirs()
}

// back has the next of those that were stopped wait again.
func (d *Daemon) back() {
	k := d.returns[0]
	d.returning, d.returns = slices.Delete(d.returning, 0, 1), slices.Delete(d.returns, 0, 1)
	d.Wait(k)
	d.news = true
	d.stirs()
}

// rank computes all priorities anew.
func (d *Daemon) rank() {
	p, now := d.Priorities, d.now/second
	p.Fade(now)
	for _, k := range d.alive {
		if !d.runs[k] {
			p.See(&d.Jobs[k])
		} else {
			p.Use(&d.Jobs[k], now)
		}
	}
	p.Rank(now)
	if d.countDown(now) {
		d.changed, d.fresh = true, true
	}
	for _, k := range d.alive {
		if !d.runs[k] {
			before := d.Jobs[k].Priority
			d.Jobs[k].Priority = p.Of(&d.Jobs[k], now)
			d.changed = d.changed || d.Jobs[k].Priority != before
			d.fresh = d.fresh || d.Jobs[k].Priority != before
		}
	}
	if p.History != nil {
		n := 0
		for _, k := range d.waiting {
			if d.Jobs[k].Turn == 0 { // and not the same in its other partitions
				n++
			}
		}
		p.History.take(p, now, n)
	}
	d.period += d.recurs(d.set.CalcPeriod, d.period)
}

// pass makes one pass.
func (d *Daemon) pass(p Instant) {
	d.now, d.Moment = p.At, p.At
	d.counts(d.now)
	d.open(d.now)
	now := floor(d.now, second) / second
	d.Passes[p.Kind]++
	if p.Kind == BackfillPass {
		d.backfill = d.now
		if !d.fresh && now < d.until && !d.Every {
			d.Started = d.Started[:0]
			return
		}
		d.fresh = false
		d.Backfill(now)
		d.changed = len(d.Plans) > 0 // a plan changes a job too, so another pass follows
	} else {
		d.main, d.news = now, false
		if p.Kind == FullPass {
			d.full = now
		}
		d.Main(now, p.Kind == FullPass)
	}
	if len(d.freeing) > 0 { // the pass could not use their nodes
		d.news, d.changed, d.fresh = true, true, true
	}
	if d.clean > 0 && d.clean <= d.now {
		d.clean = 0
	}
	d.stopped()
	for _, k := range d.Started {
		if d.runs[k], d.Ends[k] = true, d.ends(k, d.now); d.Starts[k] == Unstarted { // else it was stopped before
			d.Starts[k], d.By[k] = d.now, p.Kind
		}
		if also := d.Jobs[k].Also; also != nil {
			first := d.first(k)
			d.Starts[first], d.Ends[first], d.By[first] = d.Starts[k], d.Ends[k], d.By[k]
			d.alive = slices.DeleteFunc(d.alive, func(o int32) bool { return slices.Contains(also, o) })
		}
		d.ending = slices.Insert(d.ending, d.seat(k), k)
		d.stirs()
	}
}
