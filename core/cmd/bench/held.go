package bench

import (
	"errors"

	found "shadowtime/core/experiment/rules"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// held measures a pass over the record of a trace, or the search for its rules. A trace that tells no waits has those of a replay
// under Rules. The mean wait of the row is the part of it that was in vain.
func (r *Row) held(t *job.Trace, sought bool, effort Effort, clock Clock) (Row, error) {
	log, err := recorded(t)
	if err != nil {
		return *r, err
	}
	record, ok := held.RecordOf(log)
	if !ok {
		return *r, errors.New("no waits: give a log that tells how long its jobs waited")
	}
	first, _ := order.Parse("FCFS")
	easy := replay(log, &sim.Config{Primary: first, Backfill: first, Threshold: sim.None})
	before := allocated()
	var vain held.Sum
	p := held.NewPass(record)
	run := func() (err error) {
		vain, err = p.Run(&held.Machine{})
		return err
	}
	if sought {
		easy = nil
		run = func() error {
			x, err := found.NewRunner(log, found.Default())
			if err != nil {
				return err
			}
			row, err := x.Task(found.Whole, study.Progress(nil))
			if err == nil {
				vain = held.Sum{}
				vain.Waited[0][held.InVain] = row.Found.Under.Parts[held.InVain]
			}
			return err
		}
	}
	if err := r.beside(easy, run, before, effort, clock); err != nil {
		return *r, err
	}
	r.AvgWait = float64(vain.Waited[0][held.InVain]+vain.Waited[1][held.InVain]) / float64(max(record.Jobs, 1))
	return *r, nil
}

// recorded is a trace that tells waits.
func recorded(t *job.Trace) (*job.Trace, error) {
	if len(t.Wait) == t.Len() {
		return t, nil
	}
	first, _ := order.Parse("FCFS")
	x := *under(t, Rules())
	e := sim.New()
	e.Load(&x)
	if err := e.Run(&sim.Config{Primary: first, Backfill: first, Threshold: sim.None}); err != nil {
		return nil, err
	}
	x.Rules, x.Wait = nil, make([]int64, t.Len())
	for j, start := range e.Starts() {
		x.Wait[j] = start - t.Submit[j]
	}
	return &x, nil
}
