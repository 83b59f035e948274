package online

import (
	"shadowtime/core/study"
	"shadowtime/core/wire"
)

// Kind names this kind of study between the page and its workers.
const Kind = "online"

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

// DecodeAsk reads what Encode wrote.
func DecodeAsk(r *wire.Reader) Ask {
	return Ask{K: int(r.Int()), Strategy: r.String(), Period: study.Seconds(r.Int())}
}
