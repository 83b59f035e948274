package little

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/why"
)

// On two nodes with GPUs each has half of the processors. Each hour who fits starts, in the order of their coming, and nobody is
// promised anything: where jobs go is all there is to see. A job that one node can hold goes to the fullest that has room for it, as
// in Slurm, a larger one to both.

// The orders of nodes.
const (
	Fullest = "NODES"
	Kept    = "NODESKEPT" // jobs without GPUs leave a processor of each node for each of its GPUs, as by MaxCPUsPerNode
)

const (
	nodes = 2
	// NodeGPUs are those of each node.
	NodeGPUs = 2
)

// Nodal says whether a side has nodes, Hourly whether it looks each hour and does no more.
func (s *Side) Nodal() bool  { return s.Order == Fullest || s.Order == Kept }
func (s *Side) Hourly() bool { return s.Fair() || s.Nodal() }

// Hourly says whether one of the sides is. Such an example has no maintenance.
func (e *Example) Hourly() bool {
	return slices.ContainsFunc(e.Sides, func(s Side) bool { return s.Hourly() })
}

// equip has an example with a side of nodes say of each job how many GPUs it asks for.
func (e *Example) equip() {
	if len(e.GPUs) > 0 || slices.ContainsFunc(e.Sides, func(s Side) bool { return s.Nodal() }) {
		for len(e.GPUs) < len(e.Jobs) {
			e.GPUs = append(e.GPUs, 0)
		}
	}
}

// SetGPUs says how many GPUs a job asks for on each node that it takes.
func (e *Example) SetGPUs(row int, text string) error {
	n, err := whole("job "+strconv.Itoa(row+1)+", GPUs", text, 0, NodeGPUs, "GPUs")
	if err == nil && row >= 0 && row < len(e.GPUs) {
		e.GPUs[row] = n
	}
	return err
}

// readGPUs reads those of all jobs.
func (e *Example) readGPUs(text string) error {
	if e.equip(); text == "" {
		return nil
	}
	e.GPUs = make([]int64, len(e.Jobs))
	for row, n := range strings.Split(text, ".") {
		if row == len(e.GPUs) {
			return errors.New("gpus: it says of more than " + strconv.Itoa(row) + " jobs what they ask for: give as many")
		}
		if err := e.SetGPUs(row, n); err != nil {
			return err
		}
	}
	return nil
}

// room is what is free of a node; plain is what jobs without GPUs may take of it.
type room struct{ procs, gpus, plain int64 }

// put is what a job has of each node, in processors.
type put [nodes]int64

// halves are the nodes' processors.
func (e *Example) halves() put { return put{(e.Procs + 1) / nodes, e.Procs / nodes} }

// rooms are the nodes when nobody runs.
func (s *Schedule) rooms() (free [nodes]room) {
	for i, n := range s.of.halves() {
		free[i] = room{n, NodeGPUs, n}
		if s.Order == Kept {
			free[i].plain = max(0, n-NodeGPUs)
		}
	}
	return free
}

// take takes what a job has off what is free.
func (s *Schedule) take(free *[nodes]room, row int, has put) {
	for i, n := range has {
		if n == 0 {
			continue
		}
		free[i].procs -= n
		if g := s.of.GPUs[row]; g > 0 {
			free[i].gpus -= g
		} else {
			free[i].plain -= n
		}
	}
}

// fit is where a job goes; false: it has to wait.
func (s *Schedule) fit(row int, free *[nodes]room) (has put, ok bool) {
	procs, gpus := s.of.Jobs[row].Procs, s.of.GPUs[row]
	can := func(of *[nodes]room) (list put) {
		for i := range of {
			if list[i] = of[i].procs; gpus == 0 && s.Order == Kept {
				list[i] = min(list[i], max(0, of[i].plain))
			}
			if of[i].gpus < gpus {
				list[i] = 0
			}
		}
		return list
	}
	empty := s.rooms()
	most := can(&empty)
	if most[0]+most[1] < procs { // not even on an idle machine: it may have what others are kept
		most = s.of.halves()
		can = func(of *[nodes]room) put { return put{of[0].procs, of[1].procs} }
	}
	list, best := can(free), -1
	for i, n := range list {
		if n >= procs && (best < 0 || free[i].procs < free[best].procs) {
			best = i
		}
	}
	switch {
	case best >= 0:
		has[best] = procs
		return has, true
	case max(most[0], most[1]) >= procs:
		return has, false
	}
	has[0] = min(list[0], procs)
	has[1] = min(list[1], procs-has[0])
	return has, has[0]+has[1] == procs
}

// runNodes runs an example on nodes.
func (s *Schedule) runNodes() error {
	n := len(s.at)
	s.tape.Starts, s.has = make([]int64, n), make([]put, n)
	var queue []int // places in the trace
	for j := range n {
		queue = append(queue, j)
		s.tape.Starts[j] = why.Unknown
	}
	for at := int64(0); len(queue) > 0; at++ {
		free := s.rooms()
		for row, j := range s.at {
			if s.tape.Starts[j] != why.Unknown && s.End(row) > at {
				s.take(&free, row, s.has[row])
			}
		}
		queue = slices.DeleteFunc(queue, func(j int) bool {
			row := s.row(j)
			has, ok := s.fit(row, &free)
			if s.of.Jobs[row].Arrives > at || !ok {
				return false
			}
			s.take(&free, row, has)
			s.has[row], s.tape.Starts[j] = has, at*hour
			return true
		})
	}
	return nil
}

// height is how many rows pictures have: a node's processors, then its GPUs.
func (s *Schedule) height() int {
	if s.has == nil {
		return int(s.of.Procs)
	}
	return int(s.of.Procs) + nodes*NodeGPUs
}

// bands are the rows of nodes.
func (s *Schedule) bands() (list []plot.MomentBand) {
	if s.has == nil {
		return nil
	}
	at := 0
	for i, n := range s.of.halves() {
		list = append(list, plot.MomentBand{Label: "node " + strconv.Itoa(i+1), From: at, To: at + int(n)},
			plot.MomentBand{Label: "GPUs", From: at + int(n), To: at + int(n) + NodeGPUs})
		at += int(n) + NodeGPUs
	}
	return list
}

// on gives a job that starts its rows of those that are free.
func (s *Schedule) on(row int, free rows) (list []plot.RowSpan) {
	for i, b := range s.bands() {
		n := s.has[row][i/2]
		if n > 0 && i%2 == 1 {
			n = s.of.GPUs[row]
		}
		if n > 0 {
			band := make(rows, len(free))
			copy(band[b.From:b.To], free[b.From:b.To])
			list = append(list, band.pick(int(n), false)...)
		}
	}
	return list
}

// placed says what a job asks for, what each node has free at its turn, and where it goes, or who keeps it from GPUs that are idle.
func (s *Schedule) placed(v verdict) string {
	row, free := s.row(v.Job), s.rooms()
	plain := [nodes][]int{} // jobs without GPUs
	for other, j := range s.at {
		if s.End(other)*hour > v.now && (s.tape.Starts[j] < v.now || s.tape.Starts[j] == v.now && j < v.Job) {
			s.take(&free, other, s.has[other])
			for i, n := range s.has[other] {
				if n > 0 && s.of.GPUs[other] == 0 {
					plain[i] = append(plain[i], j)
				}
			}
		}
	}
	procs, gpus := s.of.Jobs[row].Procs, s.of.GPUs[row]
	text := "it asks for " + processors(procs)
	if gpus > 0 {
		text += " and " + devices(gpus)
	}
	text += " of a node; "
	for i, r := range free {
		if i > 0 {
			text += ", "
		}
		text += "node " + strconv.Itoa(i+1) + " has " + processors(r.procs) + " and " + devices(r.gpus) + " free"
		if left := max(0, r.plain); s.Order == Kept && gpus == 0 && left < r.procs {
			text += " (" + numeral.Count(left) + " for jobs without GPUs)"
		}
	}
	if v.starts() {
		var on []string
		for i, n := range s.has[row] {
			if n > 0 {
				on = append(on, strconv.Itoa(i+1))
			}
		}
		return text + ": it goes to " + numeral.Plural(len(on), "node ", "nodes ") + numeral.Listed(on)
	}
	for i, r := range free {
		if gpus > 0 && r.gpus >= gpus && r.procs < procs && len(plain[i]) > 0 {
			text += "; the GPUs of node " + strconv.Itoa(i+1) + " are idle, and " + s.listed(plain[i]) + " " +
				numeral.Plural(len(plain[i]), "has", "have") + " the processors beside them"
		}
	}
	return text
}

func devices(n int64) string {
	if n == 1 {
		return "1 GPU"
	}
	return strconv.FormatInt(n, 10) + " GPUs"
}
