package predictor

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/job"
)

// The study's settings of the learner.
const (
	regularisation = 4e9
	stepSize       = 5000
)

// quantileStep is that of a quantile: larger ones learn sooner, but wander about it
// (at 5000 a share of 0.36 of KTH-SP2's jobs exceeds what half of them should).
const quantileStep = 200

// Learned predicts by a polynomial of degree 2 of what is known of a job and its
// user when it is submitted, fitted while the machine runs: one step for each job
// that ends (normalised adaptive gradient: Ross, Mineiro, Langford: Normalized
// online learning, 2013), with an l2-regularised loss (Reis 2018, section 4.3).
type Learned struct {
	Loss   Loss
	Basis  Basis
	Lambda float64 // regularisation
	Eta    float64 // step
	Signed bool    // values below a second predict one; else values count without their sign, as in the study's program

	record
	line nag
	// Features of jobs that were submitted and have not ended, each in a slot.
	slots []base
	free  []int32
	slot  []int32 // of each job
}

// NewLearned is the learner as the study chose it.
func NewLearned() *Learned {
	return &Learned{Loss: ELoss, Lambda: regularisation, Eta: stepSize}
}

// newQuantile learns what a share q of such jobs do not exceed, 0 < q < 1: too long
// a prediction costs a little backfilling, too short a one starves the head. It
// errs on another q.
func newQuantile(q float64) (*Learned, error) {
	if !(q > 0 && q < 1) {
		return nil, errors.New("quantile " + strconv.FormatFloat(q, 'g', -1, 64) + ": give a share between 0 and 1, as in 0.8")
	}
	return &Learned{Loss: Loss{Over: Linear, Under: Linear, Quantile: q}, Eta: quantileStep}, nil
}

// Load, Submit, Start and End are those of a Predictor.
func (p *Learned) Load(t *job.Trace) {
	p.record.load(t)
	p.line.reset(p.Basis.Terms())
	p.slot = cleared(p.slot, t.Len())
	p.free = p.free[:0]
	for i := range p.slots {
		p.free = append(p.free, int32(i))
	}
}

// Submit is the polynomial's value.
func (p *Learned) Submit(j int32, now int64) int64 {
	if len(p.free) == 0 {
		p.slots = append(p.slots, base{})
		p.free = append(p.free, int32(len(p.slots)-1))
	}
	at := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	p.slot[j] = at
	x := &p.slots[at]
	p.Basis.observe(x, &p.record, j, now)
	p.record.submit(j)
	p.Basis.expand(p.line.terms, x)
	value := p.line.value()
	if p.Signed {
		value = max(value, 0)
	}
	return bounded(value, p.trace.Request[j])
}

// bounded is a value as a prediction.
func bounded(value float64, request int64) int64 {
	v := math.Floor(math.Abs(value))
	if !(v < float64(request)) { // or no number
		return within(request, request)
	}
	return within(int64(v), request)
}

// Start takes in that the job runs.
func (p *Learned) Start(j int32, now int64) { p.record.start(j, now) }

// End learns from the job, with the features it had when it was submitted.
func (p *Learned) End(j int32, now int64) {
	p.record.end(j, now)
	at, t := p.slot[j], p.record.trace
	p.Basis.expand(p.line.terms, &p.slots[at])
	p.free = append(p.free, at)
	weigh := p.Loss.Weight.Value
	if p.Basis == PYSS {
		weigh = p.Loss.Weight.AsRun
	}
	p.line.fit(&p.Loss, weigh(t.Size[j], t.Run[j]), float64(t.Run[j]), p.Lambda, p.Eta)
}

// nag is a line fitted online: weights with a scale and a summed squared gradient
// each.
type nag struct {
	terms  []float64 // of the job at hand
	weight []float64
	scale  []float64
	grown  []float64
	norm   float64 // N
	steps  float64 // n
}

// least is what scales and sums begin with.
const least = 1e-9

func (x *nag) reset(n int) {
	x.terms, x.weight, x.scale, x.grown = cleared(x.terms, n), cleared(x.weight, n), cleared(x.scale, n), cleared(x.grown, n)
	for i := range x.scale {
		x.scale[i], x.grown[i] = least, least
	}
	x.norm, x.steps = least, 1
}

func (x *nag) value() float64 {
	v := 0.0
	for i, t := range x.terms {
		v += float64(x.weight[i] * t)
	}
	return v
}

// fit goes a step towards what the value should have been. It returns the value
// after rescaling.
func (x *nag) fit(loss *Loss, gamma, target, lambda, eta float64) float64 {
	n := len(x.terms)
	weight, scale, grown := x.weight[:n], x.scale[:n], x.grown[:n]
	norm := 0.0
	for i, t := range x.terms {
		a := math.Abs(t)
		if a > scale[i] {
			weight[i] *= scale[i] / a
			scale[i] = a
		}
		norm += float64(a*a) / float64(scale[i]*scale[i])
	}
	x.norm += norm
	v := x.value()
	side, sign, by := loss.slope(v - target)
	gamma *= loss.factor(sign)
	for i, t := range x.terms {
		d := 0.0
		switch {
		case side == Square:
			d = float64(float64(2*t)*float64(sign*by)) * gamma
		case by != 0 || sign > 0:
			d = float64(sign*t) * gamma
		}
		d += float64(lambda * weight[i])
		grown[i] += float64(d * d)
		weight[i] -= float64(eta*d) / float64(math.Sqrt(x.norm*grown[i]/x.steps)*scale[i])
	}
	x.steps += 2
	return v
}

// Influence adds to sum, one entry a term of the Basis, how much each term had in
// the last prediction: the absolute value of its weight times itself.
func (p *Learned) Influence(sum []float64) {
	for i, t := range p.line.terms {
		sum[i] += math.Abs(p.line.weight[i] * t)
	}
}
