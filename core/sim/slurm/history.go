package slurm

import (
	"math"
	"slices"
)

// Of a history.
const (
	MaxMoments = 512     // fewer where associations are many,
	mostKept   = 1 << 21 // so that no more figures than these are kept,
	atLeast    = 8       // but as many at least
)

// History is how usage and fair share went, at the ends of periods that are equally far apart. Whoever gives Priorities
// an empty one finds it filled after a replay.
type History struct {
	Times   []int64     // s of the epoch
	Waiting []int32     // jobs that could start
	Usage   [][]float64 // of each association: CPU seconds, decayed
	Factors [][]float64 // fair share of each user; of an account that of its best user, NaN where it has none

	every, seen int // periods
}

// take adds what is, at the end of a period. Where there is no room every other moment goes.
func (h *History) take(p *Priorities, now int64, waiting int) {
	h.every = max(1, h.every)
	h.seen++
	if (h.seen-1)%h.every != 0 {
		return
	}
	if room := max(atLeast, min(MaxMoments, mostKept/len(p.Associations)&^1)); len(h.Times) == room {
		h.every *= 2
		h.Times, h.Waiting = halved(h.Times), halved(h.Waiting)
		h.Usage, h.Factors = halved(h.Usage), halved(h.Factors)
	}
	usage, factors := make([]float64, len(p.Associations)), make([]float64, len(p.Associations))
	for i := range p.Associations {
		usage[i] = p.Associations[i].Usage
	}
	p.Fair(factors)
	h.Times, h.Waiting = append(h.Times, now), append(h.Waiting, int32(waiting))
	h.Usage, h.Factors = append(h.Usage, usage), append(h.Factors, factors)
}

// halved keeps the first of each two.
func halved[T any](list []T) []T {
	for i := range (len(list) + 1) / 2 {
		list[i] = list[2*i]
	}
	return slices.Clip(slices.Clone(list[:(len(list)+1)/2]))
}

// Fair writes the fair share of each association: of a user its own, of an account that of its best user, NaN where it
// has none.
func (p *Priorities) Fair(factors []float64) {
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
