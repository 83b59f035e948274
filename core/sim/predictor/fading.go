package predictor

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/job"
)

// Fading predicts the mean run time of the user's jobs that have ended, weighted the less the longer ago they ended: the last
// counts W, the one before it W (1 - W), and so on, the first what is left (exponential smoothing: Brown: Statistical
// forecasting for inventory control, 1959). It is rounded down, and the request until a job has ended.
type Fading struct {
	W     float64 // above 0, at most 1
	trace *job.Trace
	mean  []float64 // by user
	known []bool
}

// newFading errs on a weight that is none.
func newFading(w float64) (*Fading, error) {
	if !(w > 0 && w <= 1) {
		return nil, errors.New("weight " + strconv.FormatFloat(w, 'g', -1, 64) + ": give one above 0 and at most 1, as in 0.5")
	}
	return &Fading{W: w}, nil
}

// Load, Submit, Start and End are those of a Predictor.
func (p *Fading) Load(t *job.Trace) {
	p.trace = withUsers(t)
	p.mean, p.known = cleared(p.mean, len(p.trace.Users)), cleared(p.known, len(p.trace.Users))
}

// Submit is the mean.
func (p *Fading) Submit(j int32, now int64) int64 {
	u, request := p.trace.User[j], p.trace.Request[j]
	if !p.known[u] {
		return within(request, request)
	}
	return within(int64(math.Floor(p.mean[u])), request)
}

// Start changes nothing.
func (p *Fading) Start(j int32, now int64) {}

// End takes the run time in.
func (p *Fading) End(j int32, now int64) {
	u, run := p.trace.User[j], float64(p.trace.Run[j])
	if !p.known[u] {
		p.mean[u], p.known[u] = run, true
		return
	}
	p.mean[u] += float64(p.W * (run - p.mean[u]))
}
