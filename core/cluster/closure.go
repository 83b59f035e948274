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
}

// outage is a closure with its nodes marked.
type outage struct {
	Closure
	out []bool // by node
}

// Close has nodes be out in the runs from the next Reset on. It errs where a closure ends before it
// begins, or names a node that the machine does not have.
func (s *Sim) Close(list []Closure) error {
	s.closures, s.live = nil, nil
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
	s.live = make([]*outage, 0, len(list))
	return nil
}

// findLive finds the closures that a decision is to mind.
func (s *Sim) findLive() {
	s.live = s.live[:0]
	for i := range s.closures {
		if x := &s.closures[i]; x.Known <= s.now+sameMoment && x.To > s.now+sameMoment {
			s.live = append(s.live, x)
		}
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

// barred says whether closures keep a job from a node at an instant.
func (s *Sim) barred(j, node int32, at float64) bool {
	until := s.load.Requested[j]
	if !s.isFixed(j) {
		until /= s.nodes[node].slowest
	}
	until += at
	for _, x := range s.live {
		if x.out[node] && x.To > at+sameMoment && (x.From <= at+sameMoment || until > x.From+sameMoment) {
			return true
		}
	}
	return false
}
