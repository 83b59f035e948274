package rank

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Term is a summand of the order, beside the logarithm of the key it starts from: what it is
// multiplied with is searched for.
type Term struct {
	Text string
	step float64 // by which the first round moves its weight: worth about a third of a factor e of the key
}

// Terms are the summands on a machine of procs processors. What all waiting jobs have in common ranks nobody, so the hour, the
// weekday, the load of the machine and the queue stand beside a job's own request and size: a weight of
// utilization*log(q) says how much more width counts on a full machine than on an empty one. left is
// counted in hours of the whole machine, the time until that would be
// empty.
func Terms(procs int64) []Term {
	left := "left/" + strconv.FormatInt(3600*max(1, procs), 10)
	return []Term{
		{"share", 0.5},
		{"age/3600", 0.02},
		{"log(p)", 0.2}, {"log(q)", 0.2},
		{"hour*log(p)", 0.01}, {"hour*log(q)", 0.01},
		{"weekday*log(p)", 0.04}, {"weekday*log(q)", 0.04},
		{"utilization*log(p)", 0.2}, {"utilization*log(q)", 0.2},
		{"queued*log(p)", 0.01}, {"queued*log(q)", 0.01},
		{left + "*log(p)", 0.01}, {left + "*log(q)", 0.01},
	}
}

// start is an order that the search may begin with.
type start struct{ name, key string }

// starts are the orders that the search may begin with. A key's logarithm ranks as the key does: F1 to F4 are positive but
// for the first jobs of a log, which the least value of 1 holds together.
var starts = [...]start{{"SAF", "log(p*q)"}, {"SPF", "log(p)"}, {"F1", "log(max(1,F1))"}, {"F2", "log(max(1,F2))"},
	{"F3", "log(max(1,F3))"}, {"F4", "log(max(1,F4))"}}

// Candidate is an order that is tried.
type Candidate struct {
	Start   int       // which order it starts from
	Weights []float64 // of Terms
}

// Rounds is how often all weights are moved, each alone: by half as much from round to round
// where moving did not help.
const Rounds = 5

// worth is how much of the waiting a moved weight has to take off: less is as likely learned from these
// draws alone, and makes the formula longer.
const worth = 0.005

// Search looks for the weights: Orders are to be tried on the same weeks, Learn is told what each cost.
// First come the orders to start from; then, in turn, every weight moved up or down by itself, and the best of those moves taken
// together, two, three and more.
type Search struct {
	Best  Candidate
	Cost  float64 // of Best
	Tried int     // candidates
	Round int     // rounds of single moves that are over

	terms []Term
	step  []float64
	list  []Candidate
	moves bool // list is of single moves

	reference float64 // what SAF cost
}

// NewSearch prepares the first trial, of the orders to start from.
func NewSearch(procs int64) *Search {
	s := &Search{Cost: math.Inf(1), terms: Terms(procs)}
	for i := range starts {
		s.list = append(s.list, Candidate{i, make([]float64, len(s.terms))})
	}
	for _, t := range s.terms {
		s.step = append(s.step, t.step)
	}
	return s
}

// Orders are the names of the candidates to be tried, as package order reads them.
func (s *Search) Orders() (names []string) {
	for _, c := range s.list {
		names = append(names, s.Name(c))
	}
	return names
}

// Name is a candidate as package order reads it.
func (s *Search) Name(c Candidate) string {
	if !slices.ContainsFunc(c.Weights, func(w float64) bool { return w != 0 }) {
		return starts[c.Start].name
	}
	var b strings.Builder
	b.WriteString("expr:" + starts[c.Start].key)
	for i, w := range c.Weights {
		if w == 0 {
			continue
		}
		sign := "+"
		if w < 0 {
			sign, w = "-", -w
		}
		b.WriteString(sign + strconv.FormatFloat(w, 'f', -1, 64) + "*" + s.terms[i].Text)
	}
	return b.String()
}

// Learn is told what every candidate cost on the same weeks; false when the search is over.
func (s *Search) Learn(cost []float64) bool {
	s.Tried += len(cost)
	before, limit := s.Cost, s.Cost
	if s.moves {
		limit *= 1 - worth
	} else if s.Round == 0 {
		s.reference = cost[0]
	}
	for i, c := range cost {
		if c < min(limit, s.Cost) {
			s.Best, s.Cost = s.list[i], c
		}
	}
	if s.moves {
		s.Round++
		if s.together(cost, before); len(s.list) > 0 {
			return true
		}
	}
	s.single()
	return s.Round < Rounds
}

// single lists the best with every weight moved by itself.
func (s *Search) single() {
	s.list, s.moves = nil, true
	for i := range s.terms {
		for _, by := range [...]float64{s.step[i], -s.step[i]} {
			s.list = append(s.list, s.moved(s.Best, i, s.Best.Weights[i]+by))
		}
	}
}

func (s *Search) moved(c Candidate, at int, to float64) Candidate {
	c.Weights = slices.Clone(c.Weights)
	c.Weights[at] = tidy(to)
	return c
}

// tidy rounds a weight to three digits, and one that is next to nothing to none.
func tidy(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 2, 64), 64)
	if -1e-9 < y && y < 1e-9 {
		return 0
	}
	return y
}

// together lists the moves that helped, from the two that helped most to all of them; a weight that neither way of
// moving helped moves half as far from here on.
func (s *Search) together(cost []float64, before float64) {
	type move struct {
		at       int
		to, cost float64
	}
	var good []move
	for i := range s.terms {
		best := move{at: i, cost: before}
		for k := 2 * i; k < 2*i+2; k++ {
			if cost[k] < min(best.cost, (1-worth)*before) {
				best.cost, best.to = cost[k], s.list[k].Weights[i]
			}
		}
		if best.cost < before {
			good = append(good, best)
		} else {
			s.step[i] /= 2
		}
	}
	slices.SortStableFunc(good, func(a, b move) int { return cmp.Compare(a.cost, b.cost) })
	s.list, s.moves = nil, false
	c := s.Best
	for i, m := range good {
		c = s.moved(c, m.at, m.to)
		if i > 0 {
			s.list = append(s.list, c)
		}
	}
}
