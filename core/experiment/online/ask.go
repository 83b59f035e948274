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
	from := wire.NewReader(request)
	ask := decodeAsk(from)
	if err := from.Close(); err != nil {
		return nil, err
	}
	story, err := r.Open(ask.K, ask.Strategy, ask.Period)
	if err != nil {
		return nil, err
	}
	var w wire.Writer
	story.Encode(&w)
	return w.B, nil
}

// Ask is a request for a Story: which strategy, with which period, on which
// resample.
type Ask struct {
	K        int
	Strategy string
	Period   study.Seconds
}

// Encode writes the request for a worker.
func (a Ask) Encode(w *wire.Writer) {
	w.Int(int64(a.K))
	w.String(a.Strategy)
	w.Int(int64(a.Period))
}

// decodeAsk reads what Encode wrote.
func decodeAsk(r *wire.Reader) Ask {
	return Ask{K: int(r.Int()), Strategy: r.String(), Period: study.Seconds(r.Int())}
}
