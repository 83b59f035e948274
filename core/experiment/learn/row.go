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

// Wire sends or takes the row.
func (row *Row) Wire(b wire.Both) {
	b.All(&row.K, &row.Jobs, &row.Places, &row.Start)
	wire.Listed(b, &row.Queue, func(j *trials.Job) { b.All(&j.P, &j.Q, &j.R) })
	b.All(&row.Score, &row.Error)
	n := len(row.Queue)
	b.Check(len(row.Score) == n && len(row.Error) == n)
	wire.Listed(b, &row.Settling, func(list *[]float64) {
		b.All(list)
		b.Check(len(*list) == n)
	})
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
