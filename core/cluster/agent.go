package cluster

import (
	"math"

	"shadowtime/core/cluster/platform"
)

// Len is how many numbers an observation of a machine has.
func (o Observation) Len(m *platform.Machine) int {
	n := 5*4 + 1
	if o != Minimal {
		n += len(m.Nodes) + len(m.Processors)
	}
	if o == Normal {
		n += 3 * m.Cores()
	}
	return n
}

// Observe appends what an agent sees before it decides: of the machine parts
// of what there is, in the order of its tree; of the queue the five quartiles of
// requested times, cores, memory and bandwidth, over the largest of the load; and
// how the queue's length has changed since the last observed decision, 0 to 1 for
// changes of -sensitivity to +sensitivity, which is above 0.
func (s *Sim) Observe(kind Observation, sensitivity float64, dst []float64) []float64 {
	if kind != Minimal {
		for i := range s.nodes {
			dst = s.observeNode(i, kind == Normal, dst)
		}
	}
	l := s.load
	dst = s.quartiles(SelectShortest, l.Request, s.most.request, dst)
	dst = s.quartiles(SelectSmallest, nil, s.most.size, dst)
	dst = s.quartiles(SelectLowMemory, l.Memory, s.most.memory, dst)
	dst = s.quartiles(SelectLowBandwidth, l.Bandwidth, s.most.bandwidth, dst)
	return append(dst, s.change01(sensitivity))
}

func (s *Sim) observeNode(i int, cores bool, dst []float64) []float64 {
	v := &s.nodes[i]
	dst = append(dst, ratio(v.free, v.capacity))
	for k := v.from; k < v.to; k++ {
		p := &s.processors[k]
		dst = append(dst, ratio(max(0, p.bandwidth-p.asked), p.bandwidth))
		if !cores {
			continue
		}
		for c := p.from; c < p.to; c++ {
			j := s.owner[c]
			state := s.state(p, j >= 0)
			remaining := 0.0
			if j >= 0 {
				remaining = s.remaining(j)
			}
			dst = append(dst, Speeds[state], Powers[state], remaining)
		}
	}
	return dst
}

// remaining is the part of its requested work that a running job has not done.
func (s *Sim) remaining(j int32) float64 {
	requested := s.load.Requested[j]
	done := s.load.Work[j] - (s.left[j] - s.rate[j]*(s.now-s.since[j]))
	return min(1, max(0, ratio(requested-done, requested)))
}

// quartiles appends those of the waiting jobs' values; a selection has them sorted.
func (s *Sim) quartiles(by Selection, values []float64, most float64, dst []float64) []float64 {
	w := &s.waiting[by]
	value := func(k int) float64 {
		j := s.jobOf(by, w.at(int32(k)))
		if values == nil {
			return float64(s.load.Size[j])
		}
		return values[j]
	}
	for k := range 5 {
		if w.n == 0 {
			dst = append(dst, 0)
			continue
		}
		at, quarters := (w.n-1)*k/4, (w.n-1)*k%4
		x := value(at)
		if quarters > 0 {
			x += (value(at+1) - x) * (float64(quarters) / 4)
		}
		dst = append(dst, ratio(x, most))
	}
	return dst
}

// change01 is how the queue has changed, 0 to 1.
func (s *Sim) change01(sensitivity float64) float64 {
	if s.seenAt != s.done {
		s.seenAt = s.done
		s.queueSeen = [2]int{s.queueSeen[1], s.Queue()}
	}
	last, now := s.queueSeen[0], s.queueSeen[1]
	if last == 0 {
		return 1
	}
	change := float64(now-last) / float64(min(now, last))
	return min(1, max(0, (change+sensitivity)/(2*sensitivity)))
}

// ratio is a/b, 0 where b is.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// Reward is what an objective gives for the state after the last action.
func (s *Sim) Reward(o Objective) float64 {
	switch o {
	case AvgSlowdown:
		return -s.inverse.value()
	case AvgCompletion:
		return -float64(s.arrived - s.ended)
	case AvgUtilization:
		return float64(s.busyCores)
	case Makespan:
		return s.flops.value()
	}
	return -s.watts.value()
}

// Metrics are what a run comes to. Times are in seconds.
type Metrics struct {
	Jobs, Decisions              int
	Makespan                     float64 // the last end
	Energy                       float64 // J
	AvgWait, MaxWait             float64
	AvgTurnaround, MaxTurnaround float64
	AvgSlowdown, MaxSlowdown     float64 // turnaround over time on the machine, of jobs that have any
	AvgUtilization               float64
	OverBandwidth                float64 // processors times seconds over their bandwidth
}

// Metrics are those of the jobs that have ended, all once Next was false.
func (s *Sim) Metrics() Metrics {
	m := Metrics{Decisions: s.done, Energy: s.joules, OverBandwidth: s.overSeconds}
	lasting := 0
	for j, end := range s.end {
		if math.IsInf(end, 1) {
			continue
		}
		m.Jobs++
		m.Makespan = max(m.Makespan, end)
		wait, turnaround := s.start[j]-s.load.Submit[j], end-s.load.Submit[j]
		m.AvgWait += wait
		m.MaxWait = max(m.MaxWait, wait)
		m.AvgTurnaround += turnaround
		m.MaxTurnaround = max(m.MaxTurnaround, turnaround)
		if length := end - s.start[j]; length > 0 {
			lasting++
			m.AvgSlowdown += turnaround / length
			m.MaxSlowdown = max(m.MaxSlowdown, turnaround/length)
		}
	}
	m.AvgWait = ratio(m.AvgWait, float64(m.Jobs))
	m.AvgTurnaround = ratio(m.AvgTurnaround, float64(m.Jobs))
	m.AvgSlowdown = ratio(m.AvgSlowdown, float64(lasting))
	m.AvgUtilization = ratio(s.busySeconds, float64(len(s.owner))*m.Makespan)
	return m
}
