// Package triples has the heuristic triples of EASY with predicted run times: who
// predicts, how a prediction that is outlived is corrected, and in which order jobs
// are backfilled (Reis 2018, section 4.5); and the choice of one for a log by what
// the others say.
package triples

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/predictor"
)

// Triple is one of them.
type Triple struct {
	Predictor  string // see predictor.Named
	Loss       predictor.Loss
	Correction sim.Correction
	Backfill   string // FCFS, SJBF or an order's name
	Front      string // the order of the queue's front, by predictions too, named as Backfill; "": FCFS, as in the study
}

// The backfilling orders of the study; SJBF is shortest predicted first.
const (
	FCFS = "FCFS"
	SJBF = "SJBF"
)

// shortest is the order behind SJBF.
const shortest = "SPF"

// Names of predictors.
const (
	Requested   = "requested"
	Clairvoyant = "clairvoyant"
	Learned     = "learned"
)

// Corrects says whether predictions may be outlived, and so are corrected.
func (x Triple) Corrects() bool { return x.Predictor != Requested && x.Predictor != Clairvoyant }

// Predicts says whether a way is one that a machine could have: it does not know
// run times beforehand.
func (x Triple) Predicts() bool { return x.Predictor != Clairvoyant }

// Learns says whether the predictor is the learner with a loss.
func (x Triple) Learns() bool { return x.Predictor == Learned }

// Repels says whether the study's program learned away from the run times of some jobs with this loss: dialect pyss does, the
// laboratory's own does not.
func (x Triple) Repels() bool { return x.Learns() && x.Loss.Weight.Repels() }

// Weighs says whether the predictor learns weights of features.
func (x Triple) Weighs() bool { return x.Learns() || strings.HasPrefix(x.Predictor, "quantile@") }

// Proper leaves out what the predictor has no use for.
func (x Triple) Proper() Triple {
	if !x.Learns() {
		x.Loss = predictor.ELoss
	}
	if !x.Corrects() {
		x.Correction = sim.ToRequest
	}
	return x
}

// Name is what Parse reads: PREDICTOR, with a loss in brackets where it learns with
// one, CORRECTION where predictions may be outlived, and BACKFILL, as in
// learned(square,linear,area)-incremental-SJBF, and the order of the front where it is not that of arrival, as in
// ave2-incremental-SAF behind SJBF.
func (x Triple) Name() string { return x.named(x.Backfill, x.Front) }

func (x Triple) named(backfill, front string) string {
	s := x.Predictor
	if s == Learned {
		s += "(" + x.Loss.String() + ")"
	}
	if x.Corrects() {
		s += "-" + x.Correction.String()
	}
	s += "-" + backfill
	if front != "" {
		s += behind + front
	}
	return s
}

// behind stands between a backfilling order and that of the front.
const behind = " behind "

// Label is what reports call it: Name, without the formulas of orders that have
// names of their own; Spelled has them in brackets.
func (x Triple) Label() string   { return x.named(order.Label(x.Backfill), order.Label(x.Front)) }
func (x Triple) Spelled() string { return x.named(order.Spelled(x.Backfill), order.Spelled(x.Front)) }

// Parse reads a triple's name; the loss may be left out, and is the study's then.
func Parse(name string) (x Triple, err error) {
	bad := func(what string) (Triple, error) {
		return Triple{}, errors.New("triple " + strconv.Quote(name) + ": " + what)
	}
	rest := strings.TrimSpace(name)
	x.Loss = predictor.ELoss
	if open := strings.IndexAny(rest, "(-"); open >= 0 && rest[open] == '(' {
		end := strings.IndexByte(rest, ')')
		if end < open {
			return bad("a loss in brackets ends with )")
		}
		if x.Loss, err = predictor.ParseLoss(rest[open+1 : end]); err != nil {
			return bad(err.Error())
		}
		rest = rest[:open] + rest[end+1:]
	}
	x.Predictor, rest, _ = strings.Cut(rest, "-")
	if _, err := predictor.Named(x.Predictor, x.Loss, predictor.Printed); err != nil {
		return bad(err.Error())
	}
	correction, backfill, both := strings.Cut(rest, "-")
	if x.Corrects() {
		if !both {
			return bad(shape)
		}
		if x.Correction, err = sim.ParseCorrection(correction); err != nil {
			return bad(err.Error())
		}
		rest = backfill
	}
	if _, err := sim.ParseCorrection(correction); rest == "" || err == nil && !x.Corrects() {
		return bad(shape)
	}
	rest, front, _ := strings.Cut(rest, behind)
	if x.Backfill, err = OrderName(rest); err != nil {
		return bad(err.Error())
	}
	if x.Front, err = FrontName(front); err != nil {
		return bad(err.Error())
	}
	return x, nil
}

// OrderName is the proper name of a backfilling order.
func OrderName(text string) (string, error) {
	if text = strings.TrimSpace(text); text == SJBF {
		return text, nil
	}
	o, err := order.Parse(text)
	if err != nil {
		return "", err
	}
	if o.Name() == shortest {
		return SJBF, nil
	}
	return o.Name(), nil
}

// FrontName is that of the front's, as a Triple has it.
func FrontName(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", nil
	}
	name, err := OrderName(text)
	if name == FCFS {
		name = ""
	}
	return name, err
}

// orderOf is the order behind a name.
func orderOf(name string) (order.Order, error) {
	switch name {
	case "":
		name = FCFS
	case SJBF:
		name = shortest
	}
	return order.Parse(name)
}

const shape = "write PREDICTOR-CORRECTION-BACKFILL, as in ave2-incremental-SJBF, or requested-FCFS and clairvoyant-SJBF, which need no " +
	"correction; with the order of the front behind it, ave2-incremental-SJBF behind SAF"

// All are the study's 128: requests in both orders, averages of two and the learner
// with its twenty losses, each with every correction and order.
func All() (list []Triple) {
	for _, backfill := range []string{FCFS, SJBF} {
		list = append(list, Triple{Predictor: Requested, Loss: predictor.ELoss, Backfill: backfill})
	}
	each := func(predictor string, loss predictor.Loss) {
		for c := sim.ToRequest; c <= sim.Doubled; c++ {
			for _, backfill := range []string{FCFS, SJBF} {
				list = append(list, Triple{Predictor: predictor, Loss: loss, Correction: c, Backfill: backfill})
			}
		}
	}
	each("ave2", predictor.ELoss)
	for _, loss := range predictor.Losses() {
		each(Learned, loss)
	}
	return list
}

// basisOf are the features that a learner has in a dialect.
func basisOf(d sim.Dialect) predictor.Basis {
	if d == sim.PYSS {
		return predictor.PYSS
	}
	return predictor.Printed
}

// Foresight is how the engine replays a triple; c has all that a triple says
// nothing of.
func (x Triple) Foresight(c sim.Foresight) (*sim.Foresight, error) {
	p, err := predictor.Named(x.Predictor, x.Loss, basisOf(c.Dialect))
	if err != nil {
		return nil, err
	}
	return x.with(p, c)
}

// Possible says why a triple can't be replayed under what it says nothing of.
func (x Triple) Possible(c sim.Foresight) error {
	f, err := x.with(nil, c)
	if err == nil {
		err = f.Check()
	}
	return err
}

// with is how the engine replays a triple with its predictor.
func (x Triple) with(p predictor.Predictor, c sim.Foresight) (*sim.Foresight, error) {
	c.Foreteller, c.Correction = p, x.Correction
	var err error
	if c.Primary, err = orderOf(x.Front); err != nil {
		return nil, err
	}
	c.Backfill, err = orderOf(x.Backfill)
	return &c, err
}

// Outcome is what a triple did on a log.
type Outcome struct {
	Triple      Triple
	Run         metric.Run
	Accuracy    predictor.Accuracy
	Corrections int
}

// Stage replays triples one after another, in buffers of its own.
type Stage struct {
	sim.ForetoldEngine
	cast map[string]predictor.Predictor // by name: those of one trace need much room
}

// Play replays a triple on a trace under what a triple says nothing of: the engine
// has what came of it.
func (s *Stage) Play(x Triple, t *job.Trace, under sim.Foresight) (*sim.Foresight, error) {
	p := s.cast[x.Predictor]
	if l, ok := p.(*predictor.Learned); ok && x.Predictor == Learned {
		l.Loss, l.Basis = x.Loss, basisOf(under.Dialect)
	}
	if p == nil {
		var err error
		if p, err = predictor.Named(x.Predictor, x.Loss, basisOf(under.Dialect)); err != nil {
			return nil, err
		}
		if s.cast == nil {
			s.cast = map[string]predictor.Predictor{}
		}
		s.cast[x.Predictor] = p
	}
	c, err := x.with(p, under)
	if err == nil {
		err = s.Run(t, c)
	}
	return c, err
}

// Replay is Play, with what it did.
func (s *Stage) Replay(x Triple, t *job.Trace, under sim.Foresight, tau int64) (Outcome, error) {
	if _, err := s.Play(x, t, under); err != nil {
		return Outcome{}, err
	}
	return Outcome{x, metric.Measure(t, s.Starts(), tau), predictor.Measure(t, s.First()), s.Corrections()}, nil
}

// Choose is, for each log, the triple with the least summed mean bounded slowdown
// over all other logs, as the study chose it, and false for fewer than two logs.
// Outcomes are by log, of the same triples in the same order; may says which
// triples may be chosen. The first of equal ones is taken.
func Choose(logs [][]Outcome, may func(Triple) bool) (chosen []int, ok bool) {
	if len(logs) < 2 {
		return nil, false
	}
	for log := range logs {
		best, least := -1, 0.0
		for i := range logs[log] {
			if !may(logs[log][i].Triple) {
				continue
			}
			sum := 0.0
			for other := range logs {
				if other != log {
					sum += logs[other][i].Run.AvgBsld()
				}
			}
			if best < 0 || sum < least {
				best, least = i, sum
			}
		}
		chosen = append(chosen, best)
	}
	return chosen, true
}

// Any lets any triple be chosen.
func Any(Triple) bool { return true }
