package online

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

// Name is the kind's name: in messages to workers, in links, in files of rows.
const Name = "online"

// Kind is the choice of orders while the machine runs, as workers and campaigns
// compute it. A detail of it is the story that an Ask asks for.
func Kind() study.Kind {
	return study.KindOf[Plan, Row](Name, func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) })
}

// Rows are the rows known of a plan on a log.
type Rows = study.Rows[Row, *Row]

// Detail answers an encoded Ask with an encoded Story.
func (r *Runner) Detail(request []byte) ([]byte, error) {
	var ask Ask
	if err := wire.Decode(request, &ask); err != nil {
		return nil, err
	}
	story, err := r.Open(ask.K, ask.Strategy, ask.Period)
	if err != nil {
		return nil, err
	}
	return wire.Encode(story), nil
}

// Ask is a request for a Story: which strategy, with which period, on which
// resample.
type Ask struct {
	K        int
	Strategy string
	Period   study.Seconds
}

// Wire sends or takes the request.
func (a *Ask) Wire(b wire.Both) {
	b.All(&a.K, &a.Strategy)
	wire.Whole(b, &a.Period)
}
