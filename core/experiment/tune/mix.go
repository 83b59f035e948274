package tune

import (
	"slices"
	"strconv"

	"shadowtime/core/job"
)

// Mix is a weighted order, as of schedulers whose priority is a sum of factors:
// the key is
//
//	r + Request p̃ + Size q + Area p̃ q
//
// so that waiting counts 1 and the weights say how many seconds of waiting
// something is worth. Since r grows with time, nobody is passed over for ever:
// a mix needs no threshold.
type Mix struct {
	Request float64 `json:"request"` // of one second of requested time
	Size    float64 `json:"size"`    // of one processor
	Area    float64 `json:"area"`    // of one processor for one second
}

// Order is the mix by the name that package order reads. Weights have three
// digits.
func (m Mix) Order() string {
	s := "mix:FCFS"
	for _, x := range [...]struct {
		weight float64
		name   string
	}{{m.Request, "SPF"}, {m.Size, "SQF"}, {m.Area, "SAF"}} {
		if x.weight > 0 {
			s += "+" + strconv.FormatFloat(x.weight, 'f', -1, 64) + "*" + x.name
		}
	}
	return s
}

// MixSearch looks for the weights of a Mix, round by round: Orders are the
// candidates of a round, to be tried as the primary orders of a plan, and
// Learn takes the one that was best on the training weeks, around which the
// next round looks, closer than the one before. The first round tries every
// weight at none, a middle and a large value; no weight is negative.
type MixSearch struct {
	Best       Mix
	Round      int // rounds learned from
	unit       Mix // weights at which a mean job is worth hours of waiting
	candidates []Mix
}

// Rounds is how many rounds are enough: in the last one weights move by 15 %.
const Rounds = 5

// middle is what a mean job is worth under the middle weights of the first
// round, and large how many times that is under the large ones.
const (
	middle = 4 * 3600
	large  = 8
)

// steps are the factors by which weights move in the rounds after the first.
var steps = [Rounds - 1]float64{3, 1.8, 1.35, 1.15}

// NewMixSearch prepares the first round. The trace is the log cleaned with the
// plan's rules; its first half says what a mean job is.
func NewMixSearch(t *job.Trace) *MixSearch {
	train, _ := t.Split()
	var request, size, area float64
	for j := range train.Submit {
		p, q := float64(train.Request[j]), float64(train.Size[j])
		request += p
		size += q
		area += float64(p * q)
	}
	worth := func(sum float64) float64 { return middle * float64(max(1, train.Len())) / max(1, sum) }
	s := &MixSearch{unit: Mix{worth(request), worth(size), worth(area)}}
	u := s.unit
	s.around([]float64{0, u.Request, large * u.Request}, []float64{0, u.Size, large * u.Size}, []float64{0, u.Area, large * u.Area})
	return s
}

func (s *MixSearch) around(request, size, area []float64) {
	s.candidates = s.candidates[:0]
	for _, p := range request {
		for _, q := range size {
			for _, a := range area {
				if m := (Mix{tidy(p), tidy(q), tidy(a)}); !slices.Contains(s.candidates, m) {
					s.candidates = append(s.candidates, m)
				}
			}
		}
	}
}

// tidy rounds a weight of a mix, a queue order that is searched for, to three digits.
func tidy(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 2, 64), 64)
	return y
}

// Orders are the candidates of the round, at most 27.
func (s *MixSearch) Orders() []string {
	var list []string
	for _, m := range s.candidates {
		list = append(list, m.Order())
	}
	return list
}

// Learn says which of Orders was best, by its number; false when there is no
// further round.
func (s *MixSearch) Learn(best int) bool {
	s.Best = s.candidates[best]
	if s.Round++; s.Round >= Rounds {
		return false
	}
	step := steps[s.Round-1]
	near := func(weight, unit float64) []float64 {
		if weight == 0 {
			return []float64{0, unit / large / step}
		}
		return []float64{weight, weight / step, weight * step}
	}
	s.around(near(s.Best.Request, s.unit.Request), near(s.Best.Size, s.unit.Size), near(s.Best.Area, s.unit.Area))
	return true
}

// Plan is the plan of the round: the candidates with the backfilling order and
// the threshold of a choice. Its weeks are those of the plan it is made from.
func (s *MixSearch) Plan(p Plan, with Choice) Plan {
	return p.only(s.Orders(), with)
}

// Final is the plan of the best mix alone.
func (s *MixSearch) Final(p Plan, with Choice) Plan {
	return p.only([]string{s.Best.Order()}, with)
}

func (p Plan) only(primaries []string, with Choice) Plan {
	p.Primaries, p.Backfills = primaries, []string{with.Backfill}
	p.Thresholds = p.Thresholds[:0:0]
	p.Thresholds = append(p.Thresholds, with.Threshold)
	return p
}
