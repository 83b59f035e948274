package learn

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/sim/trials"
	"shadowtime/core/study"
)

// Row is what the trials of pair K say. Task study.Logged has what the log offers:
// how many jobs, and at how many of them a pair can begin.
type Row struct {
	K      int
	Jobs   int // of the log
	Places int
	Start  int          // number of the pair's first job in the log, from 0
	Queue  []trials.Job // in submit order
	trials.Scores
}

// Rows are the rows known of a plan on a log.
type Rows = study.Rows[Row, *Row]

// Number is the task's.
func (row *Row) Number() int { return row.K }

// Encode writes the row for the page.
func (row *Row) Encode(w *wire.Writer) {
	for _, n := range []int{row.K, row.Jobs, row.Places, row.Start, len(row.Queue)} {
		w.Int(int64(n))
	}
	for _, j := range row.Queue {
		w.Int(j.P)
		w.Int(j.Q)
		w.Int(j.R)
	}
	w.Floats(row.Score)
	w.Floats(row.Error)
	w.Int(int64(len(row.Settling)))
	for _, list := range row.Settling {
		w.Floats(list)
	}
}

// Decode reads what Encode wrote.
func (row *Row) Decode(r *wire.Reader) error {
	for _, n := range []*int{&row.K, &row.Jobs, &row.Places, &row.Start} {
		*n = int(r.Int())
	}
	for n := r.Len(); n > 0; n-- {
		row.Queue = append(row.Queue, trials.Job{P: r.Int(), Q: r.Int(), R: r.Int()})
	}
	row.Score, row.Error = r.Floats(), r.Floats()
	whole := len(row.Score) == len(row.Queue) && len(row.Error) == len(row.Queue)
	for n := r.Len(); n > 0; n-- {
		row.Settling = append(row.Settling, r.Floats())
		whole = whole && len(row.Settling[len(row.Settling)-1]) == len(row.Queue)
	}
	if r.Err() == nil && !whole {
		return wire.ErrShort
	}
	return r.Err()
}

// TrainingOf are the scored jobs of rows, that of the log left out, in their order.
func TrainingOf(rows []Row) *Training {
	t := &Training{}
	for i := range rows {
		if row := &rows[i]; row.K != study.Logged {
			t.Add(row.Queue, row.Score)
			t.Block = len(row.Queue)
		}
	}
	return t
}
