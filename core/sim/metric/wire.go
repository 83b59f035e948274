package metric

import "shadowtime/core/base/wire"

// Encode writes the run for the page.
func (r *Run) Encode(w *wire.Writer) {
	w.Int(r.Jobs)
	w.Int(r.SumWait)
	w.Int(r.MaxWait)
	w.Float(r.SumBsld)
	w.Float(r.MaxBsld)
	w.Float(r.Area)
	w.Int(r.First)
	w.Int(r.Last)
}

// DecodeRun reads what Encode wrote.
func DecodeRun(r *wire.Reader) Run {
	return Run{
		Jobs: r.Int(), SumWait: r.Int(), MaxWait: r.Int(),
		SumBsld: r.Float(), MaxBsld: r.Float(), Area: r.Float(),
		First: r.Int(), Last: r.Int(),
	}
}
