package little

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/sim"
	"shadowtime/core/sim/why"
	"shadowtime/core/slurm/model"
)

// Fair share is Slurm's own, by the priorities that a site's log is replayed with: each node has one processor, each
// hour usage and fair share are computed, and then its main pass is made. No backfill pass is: who goes first is all
// there is to see.

// The orders of fair share.
const (
	Classic  = "CLASSIC"
	FairTree = "FAIRTREE"
)

// MaxUsers is how many share a little machine.
const MaxUsers = 6

// HalfLife is that of usage, in hours.
const HalfLife = 12

// Fair says whether a side goes by fair share.
func (s *Side) Fair() bool { return s.Order == Classic || s.Order == FairTree }

// Fair says whether one of the sides does. Such an example has no maintenance.
func (e *Example) Fair() bool {
	return slices.ContainsFunc(e.Sides, func(s Side) bool { return s.Fair() })
}

var errFairOut = errors.New("a maintenance can't be beside fair share or nodes here: give those schedules another order first")

// Called is the name of a side's order.
func Called(order string) string {
	switch order {
	case Classic:
		return "Classic fair share"
	case FairTree:
		return "Fair Tree"
	case Fullest:
		return "Nodes with GPUs"
	case Kept:
		return "Nodes that keep processors for GPUs"
	}
	return order
}

// User is one of those who share the machine. Accounts are numbered from 1 and share it alike.
type User struct{ Account, Shares int64 }

// share has an example with a side of fair share have users: two, in an account each, the first with all jobs.
func (e *Example) share() {
	if e.Hourly() {
		e.Out = Outage{}
	}
	e.equip()
	if len(e.Users) > 0 {
		for len(e.Of) < len(e.Jobs) {
			e.Of = append(e.Of, 1)
		}
		return
	}
	if e.Fair() {
		e.Users = []User{{1, 1}, {2, 1}}
		e.share()
	}
}

// SetUser gives a job to another user.
func (e *Example) SetUser(row int, text string) error {
	n, err := whole("job "+strconv.Itoa(row+1)+", user", text, 1, int64(len(e.Users)), "numbers of users")
	if err == nil && row >= 0 && row < len(e.Of) {
		e.Of[row] = n
	}
	return err
}

// SetShares gives a user other shares, beside those of its account.
func (e *Example) SetShares(user int, text string) error {
	n, err := whole("user "+strconv.Itoa(user+1)+", shares", text, 1, MaxHours, "shares")
	if err == nil && user >= 0 && user < len(e.Users) {
		e.Users[user].Shares = n
	}
	return err
}

// shares are what Slurm made of an example.
type shares struct {
	moments []model.Moment // an hour each, from 0 on
	users   []int32        // their associations
	parts   []float64      // of the shares of all
}

// begun is when hour 0 is, s of the epoch.
const begun = 1_000_000 * hour

// weigh is PriorityWeightFairshare.
const weigh = 1_000_000

// runFair runs an example in Slurm's hands.
func (s *Schedule) runFair() error {
	e, t := s.of, s.tape.Trace
	m := &model.Machine{Nodes: int(e.Procs), Up: model.NewNodes(int(e.Procs)), Users: len(e.Users)}
	m.Up.Add(0, m.Nodes)
	m.Partitions = []model.Partition{{Nodes: m.Up, Tier: 1, Factor: 1}}
	set := model.New(model.V2205)
	set.Multifactor, set.FairTree, set.Enforce, set.Backfill = true, s.Order == FairTree, true, false
	set.WeightShare, set.CalcPeriod, set.HalfLife, set.Dampening = weigh, hour, HalfLife*hour, 1
	set.QueueDepth = MaxJobs
	f := &shares{}
	tree := make([]model.Association, 1+MaxUsers, 1+MaxUsers+len(e.Users)) // accounts first; those of nobody have no shares
	tree[0].Parent = -1
	for i, u := range e.Users {
		tree[u.Account].Shares = 1
		f.users = append(f.users, int32(1+MaxUsers+i))
		tree = append(tree, model.Association{Parent: int32(u.Account), User: true, Shares: u.Shares})
	}
	n := len(t.Submit)
	jobs, tasks := make([]model.Job, n), make([]model.Task, n)
	last := int64(0) // the latest that all have started, one after the other
	for k := range jobs {
		j, u := &jobs[k], e.Of[s.row(k)]-1
		j.ID, j.Submit, j.Limit, j.Nodes, j.CPUs = int64(k), begun+t.Submit[k], t.Request[k], t.Size[k], t.Size[k]
		j.User, j.Association, j.Feature = int32(u), f.users[u], -1
		tasks[k].Eligible, tasks[k].Runs = j.Submit*1000, t.Run[k]*1000
		last += t.Run[k] / hour
	}
	last += t.Submit[n-1] / hour
	var passes []model.Instant
	for h := range last + 1 {
		passes = append(passes, model.Instant{At: (begun + h*hour) * 1000, Kind: model.FullPass})
	}
	var d model.Daemon
	d.Load(m, set, jobs, tasks)
	d.FreeAfter = 0
	d.Priorities = model.NewPriorities(m, set, tree, begun-hour)
	h := &model.History{Room: int(last) + MaxHours}
	d.Priorities.History = h
	d.Replay((begun-hour)*1000, passes)
	s.tape.Starts = make([]int64, len(jobs))
	for j, start := range d.Starts {
		if start == model.Unstarted {
			return errors.New("job " + strconv.Itoa(s.row(j)+1) + " never starts")
		}
		s.tape.Starts[j] = start/1000 - begun
	}
	f.moments = h.Moments
	for _, u := range f.users {
		f.parts = append(f.parts, d.Priorities.Part(u)*d.Priorities.Part(tree[u].Parent))
	}
	s.fair = f
	return nil
}

// at is the moment of an hour: the last one, where all jobs have ended.
func (f *shares) at(hour int64) *model.Moment {
	return &f.moments[min(max(hour, 0), int64(len(f.moments))-1)]
}

// hourly is the pass of an hour, as Slurm makes it: who has more fair share goes first, of those alike who came first,
// and the first that does not fit ends it. On nodes all that fit start.
func (s *Schedule) hourly(at int64) *why.Instant {
	x := &why.Instant{Now: at * hour, Free: s.of.Procs, PreviousEvent: why.Unknown, NextEvent: why.Unknown,
		PreviousDecision: why.Unknown, NextDecision: why.Unknown}
	var queue []int
	for row, j := range s.at {
		switch {
		case s.Start(row) < at && s.End(row) > at:
			x.Free -= s.of.Jobs[row].Procs
		case s.of.Jobs[row].Arrives <= at && s.Start(row) >= at:
			queue = append(queue, j)
		}
	}
	if len(queue) == 0 {
		return x
	}
	slices.Sort(queue) // as they came
	if s.fair != nil {
		m := s.fair.at(at)
		priority := func(j int) int64 { return int64(weigh * m.Fair[s.fair.users[s.of.Of[s.row(j)]-1]]) }
		sorted.Stable(queue, func(a, b int) int { return cmp.Compare(priority(b), priority(a)) })
	}
	p := why.Pass{Free: x.Free, Head: why.None, Shadow: why.Unknown, Extra: -1}
	for _, j := range queue {
		c := why.Candidate{Job: j, Reason: why.Behind, Turn: -1, Free: x.Free, Extra: -1, Place: why.Unknown}
		switch {
		case s.tape.Starts[j] == x.Now:
			c.Reason = why.Front
			x.Free -= s.size(j)
		case p.Head == why.None:
			c.Reason, p.Head = why.Head, j
		case s.has != nil:
			c.Reason = why.TooWide
		}
		p.Queue = append(p.Queue, c)
	}
	x.Passes = []why.Pass{p}
	return x
}

// Share is what a user has of the machine at an hour.
type Share struct {
	User, Account int64
	Shares, Used  float64 // parts of those of all
	Fair          float64
	Rank          int // 1 goes first
}

// Shares are those of all users, of a side that goes by fair share.
func (s *Schedule) Shares(at int64) (list []Share) {
	if s.fair == nil {
		return nil
	}
	if at == None {
		at = s.Done()
	}
	m := s.fair.at(at)
	for i, a := range s.fair.users {
		x := Share{int64(i) + 1, s.of.Users[i].Account, s.fair.parts[i], 0, m.Fair[a], 1}
		if m.Usage[0] > 0 {
			x.Used = m.Usage[a] / m.Usage[0]
		}
		for _, other := range s.fair.users {
			if m.Fair[other] > x.Fair {
				x.Rank++
			}
		}
		list = append(list, x)
	}
	return list
}

// fairer says why the first of the queue goes before a job of another user: by their fair share.
func (s *Schedule) fairer(v verdict) string {
	if s.fair == nil {
		return ""
	}
	a, b := s.of.Of[s.row(v.pass.Queue[0].Job)]-1, s.of.Of[s.row(v.Job)]-1
	if a == b {
		return ""
	}
	m := s.fair.at(v.now / hour)
	fair := func(u int64) string { return FairWords(m.Fair[s.fair.users[u]]) }
	return "; user " + strconv.FormatInt(a+1, 10) + " has fair share " + fair(a) + ", user " +
		strconv.FormatInt(b+1, 10) + " has " + fair(b)
}

// FairWords writes a fair-share factor.
func FairWords(f float64) string { return numeral.Number(math.Round(f*1000) / 1000) }

// plain has a side that looks each hour without what such sides don't have.
func (s *Side) plain() {
	if s.Hourly() {
		s.Backfilling, s.Threshold, s.Exact = sim.NoBackfilling, None, false
	}
}
