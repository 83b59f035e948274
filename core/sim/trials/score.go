package trials

import (
	"math"
	"math/rand/v2"

	"shadowtime/core/base/random"
)

// Scores are what trials say of the queued jobs of a pair: the share of the summed
// mean bounded slowdowns that came with each of them in front. They sum to 1.
type Scores struct {
	Score []float64
	// Error is the standard error of each score, over rounds in which every job was
	// in front once: a ratio's, to the first order. NaN after one round, 0 where
	// all orders were tried.
	Error []float64
	// Settling is what the scores were after 1, 2, 4, 8... rounds.
	Settling [][]float64
}

// tally sums up rounds.
type tally struct {
	rounds                 int
	front                  []float64 // by the job in front, summed
	total                  float64
	frontFront, frontTotal []float64 // products within a round, summed
	totalTotal             float64
	round                  []float64 // this one's

}

func (t *tally) reset(n int) {
	for _, list := range []*[]float64{&t.front, &t.frontFront, &t.frontTotal, &t.round} {
		*list = append((*list)[:0], make([]float64, n)...)
	}
	t.rounds, t.total, t.totalTotal = 0, 0, 0
}

// add counts the round that is written.
func (t *tally) add() {
	sum := 0.0
	for _, x := range t.round {
		sum += x
	}
	for f, x := range t.round {
		t.front[f] += x
		t.frontFront[f] += x * x
		t.frontTotal[f] += x * sum
	}
	t.total += sum
	t.totalTotal += sum * sum
	t.rounds++
}

func (t *tally) scores() []float64 {
	list := make([]float64, len(t.front))
	for f, x := range t.front {
		list[f] = x / t.total
	}
	return list
}

// errors are the scores' standard errors: with x a job's and y the whole round's,
// the ratio s of their sums varies as x - s y does.
func (t *tally) errors() []float64 {
	n, list := float64(t.rounds), make([]float64, len(t.front))
	for f, x := range t.front {
		s := x / t.total
		squares := t.frontFront[f] - 2*s*t.frontTotal[f] + s*s*t.totalTotal
		list[f] = math.Sqrt(max(0, squares)/(n-1)*n) / t.total
		if t.rounds < 2 {
			list[f] = math.NaN()
		}
	}
	return list
}

// orders are, for each job in front, an order that begins with it.
type orders [MaxQueued][MaxQueued]uint16

func (o *orders) reset(ahead, queued int) {
	for f := range queued {
		for i := range queued {
			o[f][i] = uint16(ahead + i)
		}
		o[f][0], o[f][f] = o[f][f], o[f][0]
	}
}

// Sampler computes scores, in buffers of its own.
type Sampler struct {
	Stage
	tally  tally
	orders orders
	draws  draws
}

// Sample tries as many rounds, in each of which every job is in front once and the
// rest in a fair random order of its own. The draws belong to the seed and to the
// place where the pair begins.
func (s *Sampler) Sample(seed uint64, start, rounds int) Scores {
	s.tally.reset(s.queued)
	s.orders.reset(s.ahead, s.queued)
	s.draws.begin(seed^random.Key(random.Trials, 0), uint64(start))
	var settling [][]float64
	for s.tally.rounds < rounds {
		s.round()
		if n := s.tally.rounds; n&(n-1) == 0 {
			settling = append(settling, s.tally.scores())
		}
	}
	return Scores{s.tally.scores(), s.tally.errors(), settling}
}

// round tries as many orders of the queued jobs as there are jobs, each of them once in front.
func (s *Sampler) round() {
	for f := range s.tally.round {
		order := s.orders[f][:s.queued]
		s.draws.shuffle(order[1:])
		s.tally.round[f] = s.Trial(order)
	}
	s.tally.add()
}

// MostExact bounds the queued jobs of which all orders are tried: 8! are 40,320.
const MostExact = 8

// Every tries every order of the queued jobs once, in the order of the alphabet.
func (s *Sampler) Every() Scores {
	s.tally.reset(s.queued)
	order := s.orders[0][:s.queued]
	for i := range order {
		order[i] = uint16(s.ahead + i)
	}
	for more := true; more; more = next(order) {
		x := s.Trial(order)
		s.tally.front[int(order[0])-s.ahead] += x
		s.tally.total += x
	}
	return Scores{Score: s.tally.scores(), Error: make([]float64, s.queued)}
}

// next makes the next order of numbers, false after the last.
func next(order []uint16) bool {
	i := len(order) - 2
	for i >= 0 && order[i] > order[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(order) - 1
	for order[j] < order[i] {
		j--
	}
	order[i], order[j] = order[j], order[i]
	for a, b := i+1, len(order)-1; a < b; a, b = a+1, b-1 {
		order[a], order[b] = order[b], order[a]
	}
	return true
}

// draws are fair numbers from halves of PCG's words, the lower first: most take
// one half.
type draws struct {
	pcg  rand.PCG
	word uint64
	left bool // the upper half of word
}

func (d *draws) begin(a, b uint64) {
	d.pcg.Seed(a, b)
	d.left = false
}

func (d *draws) half() uint32 {
	if d.left {
		d.left = false
		return uint32(d.word >> 32)
	}
	d.word, d.left = d.pcg.Uint64(), true
	return uint32(d.word)
}

// below is uniform from 0 to n-1 (Lemire 2019).
func (d *draws) below(n uint32) uint32 {
	for {
		product := uint64(d.half()) * uint64(n)
		if low := uint32(product); low >= n || low >= -n%n {
			return uint32(product >> 32)
		}
	}
}

// shuffle is that of Fisher and Yates: fair from whatever order.
func (d *draws) shuffle(list []uint16) {
	for i := len(list) - 1; i > 0; i-- {
		j := d.below(uint32(i + 1))
		list[i], list[j] = list[j], list[i]
	}
}
