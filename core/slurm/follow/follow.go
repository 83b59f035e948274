package follow

import (
	"cmp"
	"slices"
	"strconv"

	"shadowtime/core/base/sorted"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// Answer is how many passes, starts, plans and priorities of a run come out. A pass does
// where it starts the jobs that Slurm started; a start where it is in the same pass on the
// same nodes; a plan where its start, end and nodes are the same; a priority where it is within
// Near; a pass that stops jobs for others where these are the same jobs.
type Answer struct {
	Passes          int    `json:"passes"`
	PassesEqual     int    `json:"passesEqual"`
	Starts          int    `json:"starts"`
	StartsEqual     int    `json:"startsEqual"`
	Plans           int    `json:"plans"`
	PlansEqual      int    `json:"plansEqual"`
	PlansMore       int    `json:"plansMore"` // that Slurm did not make
	Priorities      int    `json:"priorities"`
	PrioritiesEqual int    `json:"prioritiesEqual"`
	Stopping        int    `json:"stopping"` // passes that stopped jobs for others, in the log or here
	StoppingEqual   int    `json:"stoppingEqual"`
	Left            int    `json:"left"`   // main passes left out, up to 0.08 s after an end
	Either          int    `json:"either"` // backfill passes 0.01 to 0.03 s after an end, equal with its nodes free
	Missed          []Miss `json:"missed"`
}

// Miss is one that did not come out: what Slurm did and what is done here.
type Miss struct {
	At    float64 `json:"at"` // s from time 0
	What  string  `json:"what"`
	Slurm string  `json:"slurm"`
	Here  string  `json:"here"`
}

// Times of the real machine, ms.
const (
	freeAfter       = 30   // in a backfill pass a job's nodes are free so long after its end,
	freeSooner      = 8    // and not before; between, no log says. A main pass, which the end may have begun, has them then
	early           = 2    // a pass may be logged so long after a full second, and belong to the one before
	leftAfter       = 80   // main passes so long after an end are left out:
	leftKilled      = 160  // the same of a job that was killed
	longestCleaning = 1300 // of a job that was stopped for another
	MaxMisses       = 100  // told of
	Near            = 2    // between priorities that count as equal
	milliSecond     = 1000
)

// following is a run in the hands of an engine.
type following struct {
	*Run
	engine  model.Engine
	machine model.Machine
	state   []model.Job
	pass    []int           // that started each job
	pieces  [][]model.Piece // of each job, where nodes are shared
	near    bool            // main passes right after an end are looked at, too
	answer  Answer
	planAt  map[[2]int64]*planned
	ranks   *ranks
	was     []bool // of each job, whether it had stopped others before the pass
}

// Follow makes each pass of the run from the state that the log says, and sets what it starts
// and plans beside what Slurm did.
func (r *Run) Follow() Answer { return r.follow(false) }

// follow looks at main passes right after an end too where near is true.
func (r *Run) follow(near bool) Answer {
	f := &following{Run: r, near: near, planAt: map[[2]int64]*planned{}}
	f.answer.Missed = []Miss{}
	sorted.Stable(r.passes, func(a, b instant) int { return cmp.Compare(a.at, b.at) })
	f.prepare()
	f.cleaned()
	for k := range r.jobs {
		f.pass = append(f.pass, f.startedBy(&r.jobs[k]))
	}
	f.engine.Load(&f.machine, r.Config.Settings, f.state)
	f.spread()
	f.rank()
	for i := range r.plans {
		p := &r.plans[i]
		f.planAt[[2]int64{p.pass, p.job}] = p
	}
	f.was = make([]bool, len(f.state))
	for i := range r.passes {
		f.one(i)
		f.cleared(i)
	}
	f.priorities()
	return f.answer
}

// prepare makes machine and jobs.
func (f *following) prepare() {
	c := f.Config
	m := &f.machine
	*m = machineOf(c, f.size())
	m.Closures = f.closures
	features, limits, users := map[string]int32{}, map[string]int32{}, map[string]int32{}
	limit := func(j *model.Job, name string, most int64) {
		if most == 0 {
			return
		}
		k, ok := limits[name]
		if !ok {
			k = int32(len(m.Limits))
			limits[name], m.Limits = k, append(m.Limits, model.Limit{Jobs: most, CPUs: -1, Nodes: -1, Seconds: -1})
		}
		j.Limits = append(j.Limits, k)
	}
	for k := range f.jobs {
		r := &f.jobs[k]
		if _, ok := users[r.user]; !ok {
			users[r.user] = int32(len(users))
		}
		if !m.Shared() && r.nodes == 0 { // -n alone, of whole nodes
			r.nodes = m.Filling(m.Up, int64(r.cpus))
		}
		j := model.Job{ID: r.id, Limit: 60 * r.limit, Nodes: max(r.nodes, 1), CPUs: max(r.cpus, 1), User: users[r.user],
			Partition: int32(f.partition(r.partition)), Feature: -1, Submit: f.Epoch + second(r.submit),
			Eligible: f.Epoch + second(r.eligible), Nice: r.nice, Association: -1}
		if m.Shared() {
			q, ok := f.lines[r.array]
			if !ok {
				q = f.lines[r.id]
			}
			q = q.With(r.asks)
			j.Ask, _ = site.Asked(&q, cmp.Or(q.CPUs, int64(r.cpus)), m, &c.Settings)
			j.Nodes, j.CPUs, j.Place = j.Ask.Least, j.Ask.CPUs(), r.submit
			j.Spared = 1 - float64(r.cpus)/float64(j.CPUs) // of whole nodes fair share counts all CPUs
		}
		if r.array > 0 {
			j.ID, j.Index, j.Array = r.array, r.index, true
			if r.throttle > 0 { // when the throttle let a task is no eligibility of its own
				j.Eligible = f.Epoch + second(f.passAfter(r.submit))
			}
			limit(&j, "array "+text(r.array), int64(r.throttle))
		}
		if q := f.qos[r.qos]; q != nil {
			j.QOS, j.Class = q.priority, q.class
			limit(&j, r.qos+" "+r.user, q.most)
		}
		if r.features != "" {
			at, ok := features[r.features]
			if !ok {
				at = int32(len(m.Features))
				features[r.features] = at
				nodes := f.features[r.features]
				if nodes == nil {
					nodes = model.NewNodes(m.Nodes)
				}
				m.Features = append(m.Features, nodes)
			}
			j.Feature = at
		}
		f.state = append(f.state, j)
	}
	m.Users = max(1, len(users))
	if f.Config.Settings.PreemptQOS {
		m.Classes = make([]model.Class, len(f.qos))
		for _, q := range f.qos {
			m.Classes[q.class].Rank = q.priority
			for _, name := range q.preempts {
				if o := f.qos[name]; o != nil && o.class < 64 {
					m.Classes[q.class].Stops |= 1 << o.class
				}
			}
		}
	}
}

// cleaned says until when nodes of jobs that were stopped for others stay barred. Each that is cleaned makes a main pass at once,
// and no log says which: until the last of as many as were stopped together.
func (f *following) cleaned() {
	stopped, last := map[int]int64{}, map[int64]int{} // by their pass; records by job
	order := make([]int, len(f.jobs))
	for k := range order {
		order[k] = k
	}
	sorted.Stable(order, func(a, b int) int { return cmp.Compare(f.jobs[a].start, f.jobs[b].start) })
	by := func(r *record) int {
		i, _ := slices.BinarySearchFunc(f.passes, r.end+early, func(p instant, at int64) int { return cmp.Compare(p.at, at) })
		return i - 1
	}
	for _, k := range order {
		r := &f.jobs[k]
		if at, ok := last[r.id]; ok {
			r.before = at
		} else {
			r.before = -1
		}
		last[r.id] = k
		if r.by = -1; r.preempted {
			r.by = by(r)
			stopped[r.by]++
		}
	}
	for k := range f.jobs {
		if r := &f.jobs[k]; r.preempted && r.until == 0 {
			left, i := stopped[r.by], r.by
			for i++; i < len(f.passes) && left > 0 && f.passes[i].at < r.end+longestCleaning; i++ {
				if f.passes[i].kind != "backfill" {
					r.until = f.passes[i].at
					left--
				}
			}
		}
	}
}

// spread says what a job has of each node, which the log doesn't: as they are filled where it started. Of those that one pass
// started the next is one that comes out on its nodes so.
func (f *following) spread() {
	if !f.machine.Shared() {
		return
	}
	e := &f.engine
	f.pieces = make([][]model.Piece, len(f.jobs))
	order := make([]int, len(f.jobs))
	for k := range order {
		order[k] = k
	}
	sorted.Stable(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(f.pass[a], f.pass[b]), cmp.Compare(f.jobs[a].start, f.jobs[b].start))
	})
	last := map[int64]int64{} // start of each array's
	for at := range order {
		if !f.laid(order, at, freeSooner) && !f.laid(order, at, 0) {
			f.laid(order, at, freeSooner)
		}
		k := order[at]
		pieces, _ := e.Lay(int32(k), f.jobs[k].on)
		f.pieces[k] = slices.Clone(pieces)
		if r := &f.jobs[k]; r.array > 0 { // a task keeps the place of the array, which then goes to the end
			if before, ok := last[r.array]; ok {
				f.state[k].Place = before
			}
			last[r.array] = r.start
		}
	}
}

// laid puts those that run where job order[at] starts into the engine's hands, jobs that ended so long before it no more, and looks
// for the next of its pass that comes out on its nodes so, which becomes order[at]; false: none does.
func (f *following) laid(order []int, at int, free int64) bool {
	e := &f.engine
	e.Empty()
	for _, o := range order[:at] {
		if f.jobs[o].end+free > f.jobs[order[at]].start {
			e.Run(int32(o), f.jobs[o].on, f.pieces[o])
		}
	}
	for next := at; next < len(order) && f.pass[order[next]] == f.pass[order[at]]; next++ {
		if _, ok := e.Lay(int32(order[next]), f.jobs[order[next]].on); ok {
			k := order[next]
			copy(order[at+1:next+1], order[at:next])
			order[at] = k
			return true
		}
	}
	return false
}

// passAfter is the first pass from a moment on, or that moment.
func (f *following) passAfter(at int64) int64 {
	i, _ := slices.BinarySearchFunc(f.passes, at, func(p instant, at int64) int { return cmp.Compare(p.at, at) })
	if i == len(f.passes) {
		return at
	}
	return f.passes[i].at
}

// startedBy is the last pass of a job's kind that began before its start; none: before all.
func (f *following) startedBy(r *record) int {
	for i := len(f.passes) - 1; i >= 0; i-- {
		if f.passes[i].at <= r.start && (f.passes[i].kind != "backfill") == r.main {
			return i
		}
	}
	return -1
}

// second is the second of Slurm’s record in which a time of the pass, in milliseconds, lies.
func second(milli int64) int64 {
	if milli < 0 {
		return -((-milli + milliSecond - 1) / milliSecond)
	}
	return milli / milliSecond
}

// one makes pass i. Where nodes may be free or not, as no log says, a backfill pass comes out where
// it does in one of both.
func (f *following) one(i int) {
	p := f.passes[i]
	now := f.Epoch + second(p.at-early)
	free := int64(freeAfter)
	if p.kind != "backfill" {
		free = freeSooner
	}
	ended, unsure := f.begin(i, now, free)
	if p.kind != "backfill" {
		if ended && !f.near {
			f.answer.Left++
			return
		}
		f.engine.Main(now, p.kind == "full")
		f.compare(i)
		return
	}
	f.engine.Backfill(now)
	if before := f.answer; unsure && !f.compare(i) {
		f.answer = before
		f.begin(i, now, freeSooner)
		f.engine.Backfill(now)
		if f.compare(i) {
			f.answer.Either++
			return
		}
		f.answer = before
		f.begin(i, now, freeAfter)
		f.engine.Backfill(now)
		f.compare(i)
	} else if !unsure {
		f.compare(i)
	}
}

// cleared forgets of those that stopped others in pass i, where nobody was stopped.
func (f *following) cleared(i int) {
	if len(f.machine.Classes) == 0 {
		return
	}
	if !slices.ContainsFunc(f.jobs, func(r record) bool { return r.by == i }) {
		for k := range f.state {
			f.state[k].Cleared = f.state[k].Cleared && f.was[k]
		}
	}
	for k := range f.state {
		f.was[k] = f.state[k].Cleared
	}
}

// begin puts the state before pass i into the engine's hands. ended: some job has just ended;
// unsure: some job's nodes may be free or not.
func (f *following) begin(i int, now, free int64) (ended, unsure bool) {
	e, at := &f.engine, f.passes[i].at
	e.Empty()
	e.Moment = at
	for k := range f.jobs {
		r, j := &f.jobs[k], &f.state[k]
		after := int64(leftAfter)
		if r.killed {
			after = leftKilled
		}
		if f.pass[k] < i && r.end <= at {
			ended = ended || at <= r.end+after
			unsure = unsure || at > r.end+freeSooner && at < r.end+freeAfter
		}
		switch {
		case f.pass[k] < i && (r.end > at || r.by == i):
			f.run(int32(k))
		case f.pass[k] < i && max(r.end+free, r.until) > at:
			e.Close(r.on)
		case f.pass[k] >= i && r.submit <= at && f.eligible(r, at) && (r.before < 0 || j.Eligible <= now):
			j.Priority = f.priority(k, at)
			e.Wait(int32(k))
		}
	}
	return ended, unsure
}

// run puts a job on its nodes.
func (f *following) run(k int32) {
	r, j := &f.jobs[k], &f.state[k]
	j.Start = f.Epoch + second(f.passes[max(f.pass[k], 0)].at)
	j.End = j.Start + j.Limit
	var pieces []model.Piece
	if f.pieces != nil {
		pieces = f.pieces[k]
	}
	f.engine.Run(k, r.on, pieces)
}

// eligible says whether what a job waits for by its own will has come.
func (f *following) eligible(r *record, at int64) bool {
	for _, id := range r.after {
		for k := range f.jobs {
			if f.jobs[k].id == id && f.jobs[k].end > at {
				return false
			}
		}
	}
	return true
}

// compare sets the starts and plans of pass i beside Slurm's, and says whether all are the same.
func (f *following) compare(i int) bool {
	same := true
	var real, here []byte
	started := map[int32]bool{}
	for _, k := range f.engine.Started {
		started[k] = true
		here = strconv.AppendInt(append(here, ' '), f.jobs[k].id, 10)
	}
	for k := range f.jobs {
		mine, its := started[int32(k)], f.pass[k] == i
		if its {
			real = strconv.AppendInt(append(real, ' '), f.jobs[k].id, 10)
			f.answer.Starts++
			if mine && f.engine.On(int32(k)).Equal(f.jobs[k].on) {
				f.answer.StartsEqual++
			} else if mine {
				f.miss(i, "nodes of "+text(f.jobs[k].id), string(appendNodes(nil, f.jobs[k].on)),
					string(appendNodes(nil, f.engine.On(int32(k)))))
			}
		}
		same = same && mine == its
	}
	f.answer.Passes++
	if same {
		f.answer.PassesEqual++
	} else {
		f.miss(i, f.passes[i].kind, "starts"+string(real), "starts"+string(here))
	}
	f.compareStops(i)
	return f.comparePlans(i) && same
}

// compareStops sets the jobs that pass i stopped for others beside those that Slurm stopped.
func (f *following) compareStops(i int) {
	var real, here []byte
	same := true
	for k := range f.jobs {
		mine, its := slices.Contains(f.engine.Stopped, int32(k)), f.jobs[k].by == i
		if mine {
			here = strconv.AppendInt(append(here, ' '), f.jobs[k].id, 10)
		}
		if its {
			real = strconv.AppendInt(append(real, ' '), f.jobs[k].id, 10)
		}
		same = same && mine == its
	}
	if len(real)+len(here) == 0 {
		return
	}
	f.answer.Stopping++
	if f.answer.StoppingEqual += one(same); !same {
		f.miss(i, f.passes[i].kind+" stops", "stops"+string(real), "stops"+string(here))
	}
}

func (f *following) miss(i int, what, real, here string) { f.missAt(f.passes[i].at, what, real, here) }

func text(n int64) string { return strconv.FormatInt(n, 10) }

func (f *following) missAt(at int64, what, real, here string) {
	if len(f.answer.Missed) < MaxMisses {
		f.answer.Missed = append(f.answer.Missed, Miss{float64(at) / milliSecond, what, real, here})
	}
}

// comparePlans sets the plans of pass i beside Slurm's.
func (f *following) comparePlans(i int) (same bool) {
	if len(f.plans) == 0 || f.passes[i].kind != "backfill" {
		return true
	}
	same = true
	at := f.passes[i].at
	mine := map[int64]*model.Plan{}
	for x := range f.engine.Plans {
		p := &f.engine.Plans[x]
		mine[f.jobs[p.Job].id] = p
	}
	seen := map[int64]bool{} // a job has a record of each attempt
	for k := range f.jobs {
		id := f.jobs[k].id
		p, m := f.planAt[[2]int64{at, id}], mine[id]
		if p == nil && m == nil || seen[id] {
			continue
		}
		seen[id] = true
		real, here := "nothing", "nothing"
		if p != nil {
			f.answer.Plans++
			real = planWords(p.start, p.end, p.on)
		} else {
			f.answer.PlansMore++
		}
		if m != nil {
			here = planWords(m.Start-f.Epoch, m.End-f.Epoch, m.Nodes)
		}
		if p != nil && real == here {
			f.answer.PlansEqual++
		} else {
			f.miss(i, "plan of "+text(id), real, here)
			same = false
		}
	}
	return same
}

func planWords(start, end int64, on model.Nodes) string {
	return strconv.FormatInt(start, 10) + " to " + strconv.FormatInt(end, 10) + " on " + string(appendNodes(nil, on))
}
