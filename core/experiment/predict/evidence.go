package predict

import (
	"shadowtime/core/job"
	"shadowtime/core/study"
)

// Evidence is what is behind a report on the log itself, all of it.
type Evidence struct {
	Behind []*Behind   `json:"behind"` // of the ladder
	Tail   []Threshold `json:"tail"`   // of the way asked about
	Asking *Asking     `json:"asking"`
}

// Threshold is what one does to the log itself.
type Threshold struct {
	Threshold study.Seconds `json:"threshold"`
	Way       Logged        `json:"way"`
	EASY      Logged        `json:"easy"`
}

// Explain computes the evidence behind a report on a trace.
func Explain(r *Report, t *job.Trace) (*Evidence, error) {
	runner, err := NewRunner(t, r.Plan)
	if err != nil {
		return nil, err
	}
	e := &Evidence{}
	for i := range r.Plan.Ladder() {
		b, err := runner.Behind(i)
		if err != nil {
			return nil, err
		}
		e.Behind = append(e.Behind, b)
	}
	tail, err := runner.Tail(r.Plan.Asked())
	if err != nil {
		return nil, err
	}
	for i, s := range tail.Thresholds {
		e.Tail = append(e.Tail, Threshold{s, logged(&tail.Did[i]), logged(&tail.EASY[i])})
	}
	e.Asking, err = runner.Asking()
	return e, err
}
