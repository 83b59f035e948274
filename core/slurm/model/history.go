package model

import "math"

// Of a history.
const (
	MaxMoments = 512     // fewer where associations are many,
	mostKept   = 1 << 21 // so that no more figures than these are kept,
	atLeast    = 8       // but as many at least
)

// History is how usage and fair share went, at the ends of periods that are equally far apart. Whoever gives Priorities
// an empty one finds it filled after a replay.
type History struct {
	Moments []Moment
	Room    int // for so many, 0: as many as are meant for charts

	every, seen int // periods
}

// Moment is what was at one. Usage and Fair are of each association.
type Moment struct {
	At      int64     // s of the epoch
	Waiting int       // jobs that could start
	Usage   []float64 // CPU seconds, decayed
	Fair    []float64 // see Priorities.Fair
}

// take adds what is, at the end of a period. Where there is no room every other moment goes.
func (h *History) take(p *Priorities, now int64, waiting int) {
	h.every = max(1, h.every)
	h.seen++
	if (h.seen-1)%h.every != 0 {
		return
	}
	n := len(p.Associations)
	room := h.Room
	if room == 0 {
		room = max(atLeast, min(MaxMoments, mostKept/n&^1))
	}
	if len(h.Moments) == room {
		h.every *= 2
		for i := range room / 2 {
			h.Moments[i] = h.Moments[2*i]
		}
		clear(h.Moments[room/2:])
		h.Moments = h.Moments[:room/2]
	}
	m := Moment{now, waiting, make([]float64, n), make([]float64, n)}
	for i := range p.Associations {
		m.Usage[i] = p.Associations[i].Usage
	}
	p.Fair(m.Fair)
	h.Moments = append(h.Moments, m)
}

// Fair writes the fair share of each association: of a user its own, of an account that of its best user, NaN where it
// has none.
func (p *Priorities) Fair(factors []float64) {
	p.settle()
	for i := range p.Associations {
		switch a := &p.Associations[i]; {
		case !a.User:
			factors[i] = math.NaN()
		case p.set.FairTree || a.seen:
			factors[i] = a.Factor
		default: // nobody has asked since the period
			p.mix(int32(i))
			factors[i] = p.classic(int32(i))
		}
	}
	for i := len(p.Associations) - 1; i > 0; i-- { // parents stand before their children
		if up := p.Associations[i].Parent; !(factors[up] >= factors[i]) {
			factors[up] = factors[i]
		}
	}
}

// Part is an association's part of its siblings' shares, 1 of the root.
func (p *Priorities) Part(i int32) float64 {
	if p.Associations[i].Parent < 0 {
		return 1
	}
	return p.part(i)
}
