package desk

import (
	"shadowtime/core/job"
	"shadowtime/core/online"
	"shadowtime/core/wire"
)

// prepareOnline makes the runner of an online.Plan. A detail of it is the
// story of one strategy on one resample.
func prepareOnline(t *job.Trace, plan *wire.Reader) (x runner, err error) {
	p := online.DecodePlan(plan)
	if err := plan.Close(); err != nil {
		return x, err
	}
	s, err := online.NewRunner(t, p)
	if err != nil {
		return x, err
	}
	x.steps = s.Steps()
	x.task = func(k int, progress func(int)) (row, error) {
		row, err := s.Task(k, progress)
		return &row, err
	}
	x.detail = func(request []byte) ([]byte, error) {
		r := wire.NewReader(request)
		ask := online.DecodeAsk(r)
		if err := r.Close(); err != nil {
			return nil, err
		}
		story, err := s.Open(ask.K, ask.Strategy, ask.Period)
		if err != nil {
			return nil, err
		}
		var w wire.Writer
		story.Encode(&w)
		return w.B, nil
	}
	return x, nil
}
