package desk

import (
	"shadowtime/core/job"
	"shadowtime/core/tune"
	"shadowtime/core/wire"
)

func prepareTune(t *job.Trace, plan *wire.Reader) (x runner, err error) {
	p := tune.DecodePlan(plan)
	if err := plan.Close(); err != nil {
		return x, err
	}
	s, err := tune.NewRunner(t, p)
	if err != nil {
		return x, err
	}
	// A week takes a moment: its row is progress enough. A message for each of
	// its hundreds of replays would keep the page busier than the worker.
	x.steps = 1
	x.task = func(k int, _ func(int)) (row, error) {
		row, err := s.Task(k, nil)
		return &row, err
	}
	return x, nil
}
