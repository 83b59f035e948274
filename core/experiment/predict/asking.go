package predict

import (
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/study"
)

// Asking is how much longer than they run jobs ask, who does so most, and what it
// costs the others under EASY with requests, on the log itself.
type Asking struct {
	Jobs   int64   `json:"jobs"`
	Used   float64 `json:"used"`   // processor-seconds that ran, q p summed,
	Beyond float64 `json:"beyond"` // and that were asked for beyond them, q (p~ - p) where that is positive
	// Waited is the summed wait of all jobs, Exact the same if every job had asked
	// for what it ran.
	Waited  int64   `json:"waited"`
	Exact   int64   `json:"exact"`
	Users   []Asker `json:"users"`   // those who ask most beyond, at most MostAskers,
	Groups  []Asker `json:"groups"`  // and groups, where the log names them
	Run     []int64 `json:"run"`     // quantiles of run times, see Parts,
	Request []int64 `json:"request"` // and of requests, seconds
	// Usual is the request that most jobs have, of so many; their run times are at
	// most UsualRun but for one in twenty.
	Usual     int64 `json:"usual"`
	UsualJobs int64 `json:"usualJobs"`
	UsualRun  int64 `json:"usualRun"`
	NoRequest int64 `json:"noRequest"` // jobs, which are in neither Used nor Beyond, nor in what follows Groups but Run
	Cut       int64 `json:"cut"`       // jobs that ran up to their request and further: those a limit would end
}

// mostAskers bounds lists.
const mostAskers = 10

// Asker is a user or a group.
type Asker struct {
	ID     int64   `json:"id"`
	Jobs   int64   `json:"jobs"`
	Used   float64 `json:"used"`
	Beyond float64 `json:"beyond"`
	// Others is the summed wait of everybody else, OthersExact the same if these
	// jobs had asked for what they ran.
	Others      int64 `json:"others"`
	OthersExact int64 `json:"othersExact"`
}

func (x *Asker) add(used, beyond float64) {
	x.Jobs++
	x.Used += used
	x.Beyond += beyond
}

// Asking replays the log itself under EASY: as users asked, and once for each of
// those who ask most as if their requests were exact.
func (r *Runner) Asking() (*Asking, error) {
	t := r.log()
	a := &Asking{Jobs: int64(t.Len()), Run: quantiles(t.Run)}
	users, groups := make([]Asker, len(t.Users)), []Asker(nil)
	group := make([]int, len(t.Users)) // of each user
	of := func(j int) int { return int(t.User[j]) }
	for u, id := range t.Users {
		users[u].ID = id
		if t.Groups != nil {
			if group[u] = slices.IndexFunc(groups, func(g Asker) bool { return g.ID == t.Groups[u] }); group[u] < 0 {
				group[u] = len(groups)
				groups = append(groups, Asker{ID: t.Groups[u]})
			}
		}
	}
	if len(groups) >= len(users) { // each user is one
		groups = nil
	}
	var requests []int64
	for j, p := range t.Run {
		if !t.Asked(j) {
			a.NoRequest++
			continue
		}
		requests = append(requests, t.Request[j])
		used, beyond := float64(t.Size[j])*float64(p), float64(t.Size[j])*float64(max(0, t.Request[j]-p))
		users[of(j)].add(used, beyond)
		if groups != nil {
			groups[group[of(j)]].add(used, beyond)
		}
		a.Used += used
		a.Beyond += beyond
		if t.Request[j] <= p {
			a.Cut++
		}
	}
	if len(requests) > 0 {
		a.Request = quantiles(requests)
		a.usual(t, requests)
	}
	c, err := study.Config("FCFS", "FCFS", r.plan.Threshold, sim.Easy.String(), r.plan.Dialect)
	if err != nil {
		return nil, err
	}
	r.plan.Limit(&c)
	e := sim.New()
	waits := func(sharp func(j int) bool) (in, others int64, err error) {
		x := *t
		x.Request = slices.Clone(t.Request)
		for j, p := range t.Run {
			if sharp(j) {
				x.Request[j] = min(x.Request[j], max(1, p))
			}
		}
		e.Load(&x)
		err = e.Run(&c)
		for j, start := range e.Starts() {
			if sharp(j) {
				in += start - t.Submit[j]
			} else {
				others += start - t.Submit[j]
			}
		}
		return in, others, err
	}
	if _, a.Waited, err = waits(func(int) bool { return false }); err != nil {
		return nil, err
	}
	plain := slices.Clone(e.Starts())
	if a.Exact, _, err = waits(func(int) bool { return true }); err != nil {
		return nil, err
	}
	cost := func(list []Asker, in func(i int, j int) bool) ([]Asker, error) {
		at := make([]int, 0, len(list))
		for i := range list {
			if list[i].Beyond > 0 {
				at = append(at, i)
			}
		}
		sorted.Stable(at, func(x, y int) int {
			switch {
			case list[x].Beyond > list[y].Beyond:
				return -1
			case list[x].Beyond < list[y].Beyond:
				return 1
			}
			return 0
		})
		var most []Asker
		for _, i := range at[:min(len(at), mostAskers)] {
			x := list[i]
			for j, start := range plain {
				if !in(i, j) {
					x.Others += start - t.Submit[j]
				}
			}
			var err error
			if _, x.OthersExact, err = waits(func(j int) bool { return in(i, j) }); err != nil {
				return nil, err
			}
			most = append(most, x)
		}
		return most, nil
	}
	if a.Users, err = cost(users, func(i, j int) bool { return of(j) == i }); err != nil {
		return nil, err
	}
	a.Groups, err = cost(groups, func(i, j int) bool { return group[of(j)] == i })
	return a, err
}

// usual finds the request that most jobs have, the shorter one of equals.
func (a *Asking) usual(t *job.Trace, requests []int64) {
	sorted := slices.Clone(requests)
	slices.Sort(sorted)
	for from := 0; from < len(sorted); {
		to := from
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		if n := int64(to - from); n > a.UsualJobs {
			a.Usual, a.UsualJobs = sorted[from], n
		}
		from = to
	}
	var runs []int64
	for j, p := range t.Run {
		if t.Asked(j) && t.Request[j] == a.Usual {
			runs = append(runs, p)
		}
	}
	a.UsualRun = quantiles(runs)[Parts*19/20]
}

// Wire sends or takes the answer.
func (a *Asking) Wire(b wire.Both) {
	b.All(&a.Jobs, &a.Used, &a.Beyond, &a.Waited, &a.Exact)
	for _, list := range []*[]Asker{&a.Users, &a.Groups} {
		wire.Listed(b, list, func(x *Asker) { b.All(&x.ID, &x.Jobs, &x.Used, &x.Beyond, &x.Others, &x.OthersExact) })
	}
	b.All(&a.Run, &a.Request, &a.Usual, &a.UsualJobs, &a.UsualRun, &a.Cut, &a.NoRequest)
}

// DecodeAsking reads what a worker answered.
func DecodeAsking(answer []byte) (*Asking, error) {
	a := &Asking{}
	return a, wire.Decode(answer, a)
}
