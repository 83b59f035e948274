// Package oracle is a slow, obvious simulator to hold the engine against. It
// shares no code with it but the names of the queue orders: keys, queue,
// machine and passes are written again, the plainest way, one file a dialect.
package oracle

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/job"
)

// Setup is what to simulate, in words.
type Setup struct {
	Primary, Backfill string  // names of orders, as order.Order.Name gives them
	Threshold         int64   // seconds, negative: none
	Slowdown          float64 // estimated slowdown, 0 or less: none
	Backfilling       string  // easy, none, conservative
	Promises          string  // of conservative: anew, kept
	Depth, Tries      int     // 0: all
	Dialect           string  // shadowtime, ocs, pyss

	// Of dialect shadowtime only: ties are "first", "last" or "reversed".
	PrimaryTies, BackfillTies       string
	BackfillThreshold, SparingExtra bool
	FrontThreshold                  bool

	// Key is the key of orders named "own".
	Key func(p, q, r, age float64) float64

	// KeySeen is that of orders named "seen", which look at how things are when the pass begins.
	KeySeen func(p, q, r, age float64, s Seen) float64

	Switches []Switch // in order of time
	Initial  *Initial // nil: an empty machine before the first job

	account *Account
}

// Switch changes the orders at an instant.
type Switch struct {
	At                int64
	Primary, Backfill string
	Threshold         *int64 // nil: as it was
}

// Initial is how things are at an instant.
type Initial struct {
	Now     int64
	Arrived int           // jobs [0, Arrived)
	Running []int         // in start order
	Start   map[int]int64 // of the running
	Waiting []int
	Acted   bool // nothing happens at Now by itself
	Last    int  // jobs from here on never come
}

// Starts simulates and returns the start instant of every job.
func Starts(t *job.Trace, s Setup) []int64 {
	start, _ := Promises(t, s)
	return start
}

// Promises simulates and returns the start instant of every job, and what
// conservative backfilling first promised those that did not start at once.
func Promises(t *job.Trace, s Setup) (start []int64, first map[int]int64) {
	w := &world{trace: t, setup: s, start: make([]int64, t.Len()), state: make([]state, t.Len()),
		first: map[int]int64{}, promise: map[int]int64{}}
	w.learn()
	if i := s.Initial; i != nil {
		w.set(i)
	}
	switch s.Dialect {
	case "shadowtime":
		w.shadowtime()
	case "ocs":
		w.ocs()
	case "pyss":
		w.pyss()
	default:
		panic("oracle: no dialect " + s.Dialect)
	}
	for _, s := range w.state {
		if s != ended {
			panic("oracle: the queue did not drain")
		}
	}
	return w.start, w.first
}

type state int

const (
	unborn state = iota
	waiting
	running
	ended
)

type world struct {
	trace *job.Trace
	setup Setup
	now   int64
	start []int64
	state []state
	log   []int // jobs in the order they started
	act   bool  // something happens at now

	first, promise map[int]int64 // starts promised by conservative backfilling

	beside bool          // jobs start beside a head
	head   int           // that has the reservation, -1: none
	sight  Seen          // of the pass
	gone   []int         // jobs that have ended, in that order
	turns  map[int]turn  // of the pass, where reasons are asked for
	last   turn          // what the pass leaves
	places map[int]int64 // of conservative backfilling

	concerned [][]bool // by job and rule
	waiters   []int    // who waits as a pass under rules begins
}

func (w *world) set(i *Initial) {
	w.now, w.act = i.Now, !i.Acted
	for j := range w.state {
		if j < i.Arrived || j >= i.Last {
			w.state[j] = ended
		}
	}
	for _, j := range i.Running {
		w.state[j], w.start[j] = running, i.Start[j]
		w.log = append(w.log, j)
	}
	for _, j := range i.Waiting {
		w.state[j] = waiting
	}
}

func (w *world) q(j int) int64       { return int64(w.trace.Size[j]) }
func (w *world) end(j int) int64     { return w.start[j] + w.trace.Run[j] }
func (w *world) planned(j int) int64 { return w.start[j] + w.trace.Request[j] }

// all lists the jobs in a state, those that started in start order, else in
// arrival order.
func (w *world) all(s state) []int {
	var list []int
	if s == running {
		for _, j := range w.log {
			if w.state[j] == running {
				list = append(list, j)
			}
		}
		return list
	}
	for j := range w.state {
		if w.state[j] == s {
			list = append(list, j)
		}
	}
	return list
}

// free counts processors.
func (w *world) free() int64 {
	n := w.trace.Procs
	for _, j := range w.all(running) {
		n -= w.q(j)
	}
	return n
}

func (w *world) begin(j int) {
	w.state[j] = running
	w.start[j] = w.now
	w.log = append(w.log, j)
	w.how(j)
}

// nextInstant is the time of the next arrival or completion.
func (w *world) nextInstant() (int64, bool) {
	t, ok := int64(math.MaxInt64), false
	for j, s := range w.state {
		if s == unborn {
			t, ok = min(t, w.trace.Submit[j]), true
		}
		if s == running {
			t, ok = min(t, w.end(j)), true
		}
	}
	for _, at := range reopening(w.trace) {
		if at > w.now && (ok || len(w.all(waiting)) > 0) {
			t, ok = min(t, at), true
		}
	}
	if len(w.trace.Rules) > 0 && len(w.all(waiting)) > 0 {
		if at := turnOfClock(w.trace, w.now); at < math.MaxInt64 {
			t, ok = min(t, at), true
		}
	}
	if w.act {
		t, ok, w.act = w.now, true, false
	}
	for l := w.setup.Switches; len(l) > 0 && l[0].At <= t; l = l[1:] {
		w.setup.Primary, w.setup.Backfill = l[0].Primary, l[0].Backfill
		if l[0].Threshold != nil {
			w.setup.Threshold = *l[0].Threshold
		}
		w.setup.Switches = l[1:]
	}
	return t, ok
}

// overdue says whether a job has waited beyond a threshold.
func (w *world) overdue(j int) bool {
	age := w.now - w.trace.Submit[j]
	if w.setup.Threshold >= 0 && age > w.setup.Threshold {
		return true
	}
	p := float64(max(w.trace.Request[j], 1))
	return w.setup.Slowdown > 0 && (float64(age)+p)/p > w.setup.Slowdown
}

// sorted puts jobs in an order, then the overdue ones in front if asked. The
// list must come in the order that decides ties. Overdue jobs of one second stay
// as they came, unless reversed.
func (w *world) sorted(list []int, order string, threshold bool, ties ...string) []int {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b int) int {
		ka, kb := w.key(order, a), w.key(order, b)
		if ta, tb := w.behind(a), w.behind(b); ta != tb {
			return cmp.Compare(ta, tb)
		}
		if sa, sb := w.used(a), w.used(b); sa != sb {
			return cmp.Compare(sa, sb)
		}
		switch {
		case math.IsNaN(ka) && math.IsNaN(kb):
			return 0
		case math.IsNaN(kb) || ka < kb:
			return -1
		case math.IsNaN(ka) || ka > kb:
			return 1
		}
		return 0
	})
	if !threshold {
		return list
	}
	var late, rest []int
	for _, j := range list {
		if w.overdue(j) {
			late = append(late, j)
		} else {
			rest = append(rest, j)
		}
	}
	slices.Sort(late)
	if slices.Contains(ties, "reversed") {
		slices.Reverse(late)
		slices.SortStableFunc(late, func(a, b int) int { return cmp.Compare(w.trace.Submit[a], w.trace.Submit[b]) })
	}
	return append(late, rest...)
}

func (w *world) key(order string, j int) float64 {
	p, q := float64(w.trace.Request[j]), float64(w.trace.Size[j])
	r := float64(w.trace.Submit[j] - w.trace.Start)
	age := float64(w.now - w.trace.Submit[j])
	p1, r1 := math.Max(p, 1), math.Max(r, 1)
	switch order {
	case "FCFS":
		return r
	case "LCFS":
		return -r
	case "SPF":
		return p
	case "LPF":
		return -p
	case "SQF":
		return q
	case "LQF":
		return -q
	case "SEXP":
		return (age + p1) / p1
	case "LEXP":
		return -(age + p1) / p1
	case "SRF":
		return p1 / q
	case "LRF":
		return -p1 / q
	case "SAF":
		return p * q
	case "LAF":
		return -p * q
	case "WFP3":
		return -(age / p1) * (age / p1) * (age / p1) * q
	case "UNICEF":
		return -age / ((math.Log2(q) + 1e-20) * p1)
	case "F1":
		return math.Log10(p1)*q + 870*math.Log10(r1)
	case "F2":
		return math.Sqrt(p)*q + 25600*math.Log10(r1)
	case "F3":
		return p*q + 6860000*math.Log10(r1)
	case "F4":
		return p*math.Sqrt(q) + 530000*math.Log10(r1)
	case "LIN":
		return 0.03238414 + 1.148218e-07*p + 2.607264e-05*q - 1.574367e-07*r
	case "QDR":
		return 0.03704903 + 2.652652e-07*p - 3.048969e-05*q - 3.962958e-07*r -
			3.039085e-12*p*p + 1.165374e-07*q*q + 2.754073e-12*r*r + 6.76829e-10*p*q
	case "CUB":
		return 0.0332982 + 2.832131e-07*p + 8.706134e-05*q - 5.833754e-07*r -
			6.331963e-14*p*p - 5.060627e-07*q*q + 6.778154e-12*r*r - 6.023765e-10*p*q -
			7.54673e-18*p*p*p + 7.0463e-10*q*q*q - 2.137223e-17*r*r*r - 2.717244e-14*p*p*q + 9.524934e-12*p*q*q
	case "QUA":
		return 0.04830325 - 6.421827e-07*p - 0.000239506*q - 6.50065e-07*r +
			1.663399e-11*p*p + 2.40845e-06*q*q + 8.812445e-12*r*r + 1.139545e-08*p*q -
			2.02919e-16*p*p*p - 9.524341e-09*q*q*q - 4.671191e-17*r*r*r + 9.289385e-15*p*p*q - 7.944086e-11*p*q*q +
			9.336013e-22*p*p*p*p + 1.357825e-11*q*q*q*q + 9.840852e-23*r*r*r*r -
			9.067893e-19*p*p*p*q + 1.885031e-16*p*p*q*q + 1.552608e-13*p*q*q*q
	case "seen":
		s := w.sight
		s.Share = w.shareOf(w.userOf(j))
		return w.setup.KeySeen(p, q, r, age, s)
	case "own":
		return w.setup.Key(p, q, r, age)
	}
	panic("oracle: no order " + order)
}
