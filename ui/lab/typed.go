package lab

import (
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
	"shadowtime/core/study"
)

// typed does for a question what takes its types: the page has it once for each of
// them, so it is little.
type typed interface {
	clone(p Plan) Plan
	set(p Plan) // makes it the plan
	proposes() Plan
	usual() Plan
	tasks(o *Opened, p Plan) []*Work
	rows(o *Opened, p Plan) rows

	// The report: the one in sight, nil where there is none, and what makes it of the first
	// n tasks.
	answer() report.Answer
	take(o *Opened, p Plan, n int)
	forget()
	// admit takes the rows of a study that fit their plan.
	admit(p Plan, s *archive.File) error
	number(row []byte) (int, error)
}

// rows are what is known of a plan on a log.
type rows interface {
	count(n int) int     // of the first n tasks
	missing(n int) []int // of them, and of the log itself
	take(b []byte) error // keeps one
}

// typedOf is that of a question.
type typedOf[P, R any, A Answer, PP study.PlanOf[P], RR study.RowOf[R]] struct {
	q *Question[P, R, A, PP, RR]
}

func (t *typedOf[P, R, A, PP, RR]) clone(p Plan) Plan {
	x := *p.(PP)
	return PP(&x)
}

func (t *typedOf[P, R, A, PP, RR]) set(p Plan) { t.q.Plan = *p.(PP) }

func (t *typedOf[P, R, A, PP, RR]) proposes() Plan {
	p := t.q.Proposed()
	return PP(&p)
}

func (t *typedOf[P, R, A, PP, RR]) usual() Plan {
	p := t.q.Usual()
	return PP(&p)
}

func (t *typedOf[P, R, A, PP, RR]) tasks(o *Opened, p Plan) []*Work {
	if t.q.Tasks == nil {
		return []*Work{t.q.All(o, p)}
	}
	return t.q.Tasks(o, p.(PP))
}

func (t *typedOf[P, R, A, PP, RR]) rows(o *Opened, p Plan) rows {
	return rowsOf[R, RR]{t.q.Rows(o, p.(PP))}
}

func (t *typedOf[P, R, A, PP, RR]) answer() report.Answer {
	if t.q.Missing() {
		return nil
	}
	return t.q.Report
}

func (t *typedOf[P, R, A, PP, RR]) take(o *Opened, p Plan, n int) {
	t.q.Basis = t.q.Rows(o, p.(PP)).Known(n)
	t.q.Report = t.q.ReportOf(o, p.(PP), t.q.Basis)
}

func (t *typedOf[P, R, A, PP, RR]) forget() {
	var none A
	t.q.Report, t.q.Basis = none, nil
}

func (t *typedOf[P, R, A, PP, RR]) admit(p Plan, s *archive.File) error {
	rows, err := archive.Rows[R, RR](&s.Asked)
	if err == nil && t.q.Merge != nil {
		err = archive.Try(func() error { t.q.Merge(&s.Log, p.(PP), rows.All()); return nil })
	}
	if err == nil {
		t.q.Keep(s.Log.Digest, p.(PP), rows.All())
	}
	return err
}

func (t *typedOf[P, R, A, PP, RR]) number(b []byte) (int, error) {
	row, err := study.Decode[R, RR](b)
	return RR(&row).Number(), err
}

// rowsOf are rows of type R.
type rowsOf[R any, RR study.RowOf[R]] struct{ of *study.Rows[R, RR] }

func (x rowsOf[R, RR]) count(n int) int     { return len(x.of.First(n)) }
func (x rowsOf[R, RR]) missing(n int) []int { return x.of.Missing(study.Logged, n) }

func (x rowsOf[R, RR]) take(b []byte) error {
	row, err := study.Decode[R, RR](b)
	if err == nil {
		x.of.Add(row)
	}
	return err
}
