package cluster

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"shadowtime/core/cluster/platform"
	"shadowtime/core/job"
)

// Closure is nodes that are out for a time: a maintenance, a drain, a failure, or those of a
// machine that is to grow before they are there. No job is placed on them while they are out, nor,
// from when the scheduler knows of it, one whose requested work would last beyond its begin on the
// node's slowest core. A job that runs there on the begin runs on to its end: it was there before
// it was known, is slowed down by others, spreads to slower nodes or takes longer than it asked.
// Nodes that are out draw what idle ones do.
type Closure struct {
	From, To float64 // s, out from an instant to before another
	Known    float64 // from when the scheduler knows of it, From at the latest
	Nodes    []int32
}

// Closures has a trace's closures take whole nodes of a machine, the last of those that are not out
// meanwhile, until they come to as many cores. The clock begins with the load's first submission.
func Closures(m *platform.Machine, list []job.Closure) []Closure {
	var all []Closure
	for _, c := range list {
		x := Closure{From: float64(c.From), To: float64(c.To), Known: float64(min(c.Known, c.From))}
		for n, cores := len(m.Nodes)-1, int64(0); n >= 0 && cores < c.Procs; n-- {
			v := &m.Nodes[n]
			taken := slices.ContainsFunc(all, func(y Closure) bool {
				return y.From < x.To && x.From < y.To && slices.Contains(y.Nodes, int32(n))
			})
			if v.From < v.To && !taken {
				x.Nodes = append(x.Nodes, int32(n))
				cores += int64(m.Processors[v.To-1].To - m.Processors[v.From].From)
			}
		}
		all = append(all, x)
	}
	return all
}

// outages are what a run knows of closures.
type outages struct {
	closures []outage
	live     []*outage // known, and not over
	until    []float64 // by node: when the next of these begins, -Inf: it is out
	latest   float64   // of these
	changes  float64   // when any of it does
}

// outage is a closure with its nodes marked.
type outage struct {
	Closure
	out []bool // by node
}

// Close has nodes be out in the runs from the next Reset on. It errs where a closure ends before it
// begins, or names a node that the machine does not have.
func (s *Sim) Close(list []Closure) error {
	s.closures, s.live, s.changes = nil, nil, math.Inf(1)
	for i, c := range list {
		if !(c.From < c.To) || math.IsInf(c.To, 0) {
			return errors.New("closure at index " + strconv.Itoa(i) + ": give it an end behind its begin")
		}
		x := outage{c, make([]bool, len(s.nodes))}
		x.Known = min(c.Known, c.From)
		for _, n := range c.Nodes {
			if n < 0 || int(n) >= len(s.nodes) {
				return errors.New("closure at index " + strconv.Itoa(i) + ": node " + strconv.Itoa(int(n)) +
					" is not among the machine's " + strconv.Itoa(len(s.nodes)) + ", which are counted from 0")
			}
			x.out[n] = true
		}
		s.closures = append(s.closures, x)
	}
	s.live, s.until = make([]*outage, 0, len(list)), make([]float64, len(s.nodes))
	return nil
}

// findLive finds the closures that a decision is to mind, and when they bar nodes next.
func (s *Sim) findLive() {
	now := s.now + sameMoment
	if now < s.changes {
		return
	}
	s.live, s.changes = s.live[:0], math.Inf(1)
	for n := range s.until {
		s.until[n] = math.Inf(1)
	}
	for i := range s.closures {
		x := &s.closures[i]
		for _, t := range [3]float64{x.Known, x.From, x.To} {
			if t > now {
				s.changes = min(s.changes, t)
			}
		}
		if x.Known > now || x.To <= now {
			continue
		}
		s.live = append(s.live, x)
		for _, n := range x.Nodes {
			if x.From <= now {
				s.until[n] = math.Inf(-1)
			} else {
				s.until[n] = min(s.until[n], x.From)
			}
		}
	}
	s.latest = math.Inf(-1)
	for _, t := range s.until {
		s.latest = max(s.latest, t)
	}
}

// reopening is when nodes are back next, or another instant if it is no later.
func (s *Sim) reopening(t float64) float64 {
	back := math.Inf(1)
	for i := range s.closures {
		if to := s.closures[i].To; to > s.now+sameMoment {
			back = min(back, to)
		}
	}
	if back+sameMoment < t {
		return back
	}
	return t
}

// barred says whether closures keep a job from a node now.
func (s *Sim) barred(j, node int32) bool {
	return s.now+s.lasts(j, s.nodes[node].slowest) > s.until[node]+sameMoment
}

// barredAll says of a job that closures keep it from every node now, if that is easily seen.
func (s *Sim) barredAll(j int32) bool { return s.now+s.lasts(j, s.most.speed) > s.latest+sameMoment }

// barredAt says whether closures that are known now keep a job from a node at an instant to come.
func (s *Sim) barredAt(j, node int32, at float64) bool {
	end := at + s.lasts(j, s.nodes[node].slowest)
	for _, x := range s.live {
		if x.out[node] && x.To > at+sameMoment && (x.From <= at+sameMoment || end > x.From+sameMoment) {
			return true
		}
	}
	return false
}

// lasts is how long a job lasts by its request at a speed.
func (s *Sim) lasts(j int32, speed float64) float64 {
	if s.isFixed(j) {
		return s.load.Requested[j]
	}
	return s.load.Requested[j] / speed
}
