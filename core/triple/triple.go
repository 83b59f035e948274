// Package triple has the heuristic triples of EASY with predicted run times: who
// predicts, how a prediction that is outlived is corrected, and in which order jobs
// are backfilled (Reis 2018, section 4.5); and the choice of one for a log by what
// the others say.
package triple

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/metric"
	"shadowtime/core/order"
	"shadowtime/core/predict"
	"shadowtime/core/sim"
)

// Triple is one of them.
type Triple struct {
	Predictor  string // see predict.Named
	Loss       predict.Loss
	Correction sim.Correction
	Backfill   string // FCFS, SJBF or an order's name
}

// The backfill orders of the study; SJBF is shortest predicted first.
const (
	FCFS = "FCFS"
	SJBF = "SJBF"
)

const learned = "learned"

// needs says whether predictions may be outlived, and so are corrected.
func (x Triple) needs() bool { return x.Predictor != "requested" && x.Predictor != "clairvoyant" }

// Name is what Parse reads: PREDICTOR, with a loss in brackets where it learns with
// one, CORRECTION where predictions may be outlived, and BACKFILL, as in
// learned(square,linear,area)-incremental-SJBF.
func (x Triple) Name() string {
	s := x.Predictor
	if s == learned {
		s += "(" + x.Loss.String() + ")"
	}
	if x.needs() {
		s += "-" + x.Correction.String()
	}
	return s + "-" + x.Backfill
}

// Parse reads a triple's name; the loss may be left out, and is the study's then.
func Parse(name string) (x Triple, err error) {
	bad := func(what string) (Triple, error) {
		return Triple{}, errors.New("triple " + strconv.Quote(name) + ": " + what)
	}
	rest := strings.TrimSpace(name)
	x.Loss = predict.ELoss
	if open := strings.IndexByte(rest, '('); open >= 0 {
		end := strings.IndexByte(rest, ')')
		if end < open {
			return bad("a loss in brackets ends with )")
		}
		if x.Loss, err = predict.ParseLoss(rest[open+1 : end]); err != nil {
			return bad(err.Error())
		}
		rest = rest[:open] + rest[end+1:]
	}
	parts := strings.Split(rest, "-")
	x.Predictor = parts[0]
	if _, err := predict.Named(x.Predictor, x.Loss, predict.Printed); err != nil {
		return bad(err.Error())
	}
	want := 2
	if x.needs() {
		want = 3
	}
	if len(parts) != want {
		return bad("write PREDICTOR-CORRECTION-BACKFILL, as in ave2-incremental-SJBF, or requested-FCFS and clairvoyant-SJBF, which need no correction")
	}
	if x.needs() {
		if x.Correction, err = sim.ParseCorrection(parts[1]); err != nil {
			return bad(err.Error())
		}
	}
	x.Backfill = parts[want-1]
	if x.Backfill != SJBF {
		o, err := order.Parse(x.Backfill)
		if err != nil {
			return bad(err.Error())
		}
		x.Backfill = o.Name()
	}
	return x, nil
}

// All are the study's 128: requests in both orders, averages of two and the learner
// with its twenty losses, each with every correction and order.
func All() (list []Triple) {
	for _, backfill := range []string{FCFS, SJBF} {
		list = append(list, Triple{Predictor: "requested", Loss: predict.ELoss, Backfill: backfill})
	}
	each := func(predictor string, loss predict.Loss) {
		for c := sim.ToRequest; c <= sim.Doubled; c++ {
			for _, backfill := range []string{FCFS, SJBF} {
				list = append(list, Triple{predictor, loss, c, backfill})
			}
		}
	}
	each("ave2", predict.ELoss)
	for _, loss := range predict.Losses() {
		each(learned, loss)
	}
	return list
}

// Foresight is how the engine replays a triple.
func (x Triple) Foresight(dialect sim.Dialect, threshold int64) (*sim.Foresight, error) {
	basis := predict.Printed
	if dialect == sim.PYSS {
		basis = predict.PYSS
	}
	p, err := predict.Named(x.Predictor, x.Loss, basis)
	if err != nil {
		return nil, err
	}
	name := x.Backfill
	if name == SJBF {
		name = "SPF"
	}
	o, err := order.Parse(name)
	return &sim.Foresight{Foreteller: p, Correction: x.Correction, Backfill: o, Threshold: threshold, Dialect: dialect}, err
}

// Outcome is what a triple did on a log.
type Outcome struct {
	Triple      Triple
	Run         metric.Run
	Accuracy    predict.Accuracy
	Corrections int
}

// Replay replays a triple on a trace; the engine is used again.
func (x Triple) Replay(e *sim.ForetoldEngine, t *job.Trace, dialect sim.Dialect, threshold, tau int64) (Outcome, error) {
	c, err := x.Foresight(dialect, threshold)
	if err == nil {
		err = e.Run(t, c)
	}
	if err != nil {
		return Outcome{}, err
	}
	return Outcome{x, metric.Measure(t, e.Starts(), tau), predict.Measure(t, e.First()), e.Corrections()}, nil
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

// Learns says whether a triple's predictor is the learner.
func Learns(x Triple) bool { return x.Predictor == learned }

// Any lets any triple be chosen.
func Any(Triple) bool { return true }
