package cluster

import "math"

// State is what a core does. It follows from who is busy and nothing else.
type State uint8

const (
	P0 State = iota // busy
	P1              // busy, its processor's busy cores ask for more bandwidth than it has
	P2              // idle, another core of its processor is busy
	P3              // idle, as is its processor
)

// Speeds and Powers are the parts of its peak speed and power that a core in each
// state has.
var (
	Speeds = [4]float64{1, 0.75, 0, 0}
	Powers = [4]float64{1, 1, 0.25, 0.05}
)

// totals are those of the machine as last settled, and of the run so far.
type totals struct {
	watts, flops    sum
	inverse         sum // of 1/requested time over the jobs in the system
	busyCores, over int32

	joules, busySeconds, overSeconds float64
}

// asks says whether the busy cores ask for more bandwidth than there is.
func (p *processor) asks() bool { return p.asked > p.bandwidth+slack }

// rate is the speed of a busy core.
func (p *processor) rate(over bool) float64 {
	if over {
		return Speeds[P1] * p.speed
	}
	return p.speed
}

// draw is the processor's power in W.
func (p *processor) draw() float64 {
	busy := p.to - p.from - p.idle
	if busy == 0 {
		return float64(p.idle) * (Powers[P3] * p.power)
	}
	return float64(busy)*p.power + float64(p.idle)*(Powers[P2]*p.power)
}

// CoreState is what a core does now.
func (s *Sim) CoreState(core int) State {
	return s.state(&s.processors[s.processorOf[core]], s.owner[core] >= 0)
}

func (s *Sim) state(p *processor, busy bool) State {
	switch {
	case busy && p.asks():
		return P1
	case busy:
		return P0
	case p.idle < p.to-p.from:
		return P2
	}
	return P3
}

// rateNow is the rate of a job's slowest core.
func (s *Sim) rateNow(j int32) float64 {
	if s.isFixed(j) {
		return 1
	}
	r, last := math.Inf(1), int32(-1)
	for c := s.first[j]; c >= 0; c = s.chain[c] {
		i := s.processorOf[c]
		if i == last {
			continue
		}
		last = i
		p := &s.processors[i]
		if x := p.rate(p.asks()); x < r { // min is a call where there is no instruction for it
			r = x
		}
	}
	return r
}

// settledRate is rateNow where the processors are settled.
func (s *Sim) settledRate(j int32) float64 {
	if s.isFixed(j) {
		return 1
	}
	r, last := math.Inf(1), int32(-1)
	for c := s.first[j]; c >= 0; c = s.chain[c] {
		i := s.processorOf[c]
		if i == last {
			continue
		}
		last = i
		if x := s.processors[i].settled; x < r {
			r = x
		}
	}
	return r
}

func (s *Sim) isFixed(j int32) bool { return s.load.Fixed != nil && s.load.Fixed[j] }

// advance lets time pass in the state as settled.
func (s *Sim) advance(t float64) {
	dt := t - s.now
	s.joules += s.watts.value() * dt
	s.busySeconds += float64(s.busyCores) * dt
	s.overSeconds += float64(s.over) * dt
	s.now = t
}

// settle has the machine's power and the jobs' rates and ends follow from who is
// busy, once an instant.
func (s *Sim) settle() {
	if !s.loose {
		return
	}
	s.loose = false
	for _, i := range s.touched {
		s.settleProcessor(i)
	}
	s.touched = s.touched[:0]
	for _, j := range s.fresh {
		s.stir(j)
	}
	s.fresh = s.fresh[:0]
	for _, j := range s.stirred {
		if r := s.settledRate(j); r != s.rate[j] {
			s.change(j, r)
		}
	}
	s.stirred = s.stirred[:0]
	if s.busyCores == 0 {
		s.flops = sum{}
	}
	s.stamp++
	if s.story != nil {
		s.story.Instant(s.now, s)
	}
}

func (s *Sim) settleProcessor(i int32) {
	p := &s.processors[i]
	over := p.asks()
	if over != p.over {
		for _, j := range s.owner[p.from:p.to] {
			if j >= 0 {
				s.stir(j)
			}
		}
	}
	busy := p.to - p.from - p.idle
	if over == p.over && busy == p.busy {
		return
	}
	rate := p.rate(over)
	watts, flops := p.draw(), float64(busy)*rate
	s.watts.add(watts - p.watts)
	s.flops.add(flops - p.flops)
	s.busyCores += busy - p.busy
	s.over += number(over) - number(p.over)
	p.watts, p.flops, p.settled, p.busy, p.over = watts, flops, rate, busy, over
	if s.story != nil {
		s.story.Processor(s.now, i, busy, over)
	}
}

func number(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// stir notes that a job's rate may have changed.
func (s *Sim) stir(j int32) {
	if s.stirs[j] != s.stamp {
		s.stirs[j] = s.stamp
		s.stirred = append(s.stirred, j)
	}
}

// change has a job go on at another rate from now.
func (s *Sim) change(j int32, rate float64) {
	if s.rate[j] == 0 {
		s.left[j] = s.load.Work[j]
	} else {
		s.left[j] -= s.rate[j] * (s.now - s.since[j])
	}
	s.since[j], s.rate[j] = s.now, rate
	left := s.left[j]
	if left < 0 {
		left = 0
	}
	s.ends.set(j, s.now+left/rate)
}
