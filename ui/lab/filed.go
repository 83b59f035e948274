package lab

import (
	"shadowtime/core/job"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/core/study/desk"
)

// Filer is a view whose answers are kept in files and come back from them.
type Filer interface {
	// Paper is the answer in sight as a page, Filed the same as a study.
	Paper() *paper.Paper
	Filed(said *paper.Paper) *archive.File
	// TakeStudy makes a study the question, with what is known of it; false: it is
	// of another kind.
	TakeStudy(s *archive.File) (mine bool, err error)
}

// Answers says whether there is an answer in sight that can be kept.
func (l *Lab) Answers() bool { return l.Files() && (l.State == Done || l.State == Cancelled) }

// Files says whether the view's answers can be handed out. Until there is one, its buttons keep their room.
func (l *Lab) Files() bool {
	_, ok := l.View.(Filer)
	return ok
}

// SaveStudy hands out the answer in sight as a study.
func (l *Lab) SaveStudy() {
	if v, ok := l.View.(Filer); ok && l.Answers() {
		l.Browser.Download(l.FileName(archive.Ending, l.View.Key()), "application/json", v.Filed(v.Paper()).Encode())
	}
}

// SaveReport hands it out as a page.
func (l *Lab) SaveReport() {
	if v, ok := l.View.(Filer); ok && l.Answers() {
		p := v.Paper()
		p.Address = l.Browser.Address()
		l.Browser.Download(l.FileName("html", l.View.Key()), "text/html", []byte(p.HTML()))
	}
}

// Paper is the answer as a page, Filed as a study.
func (q *Question[P, R, A, PP, RR]) Paper() *paper.Paper { return q.Report.Paper() }

// Filed is the answer as a study.
func (q *Question[P, R, A, PP, RR]) Filed(said *paper.Paper) *archive.File {
	return q.FiledWith(q.Basis, said)
}

// FiledWith is the study of the question on the trace in sight, of rows that its answer
// was made from.
func (q *Question[P, R, A, PP, RR]) FiledWith(rows []R, said *paper.Paper) *archive.File {
	o := q.Lab.Current()
	p, _ := q.On(o) // there is an answer to it
	if x, ok := q.origin.plan.(PP); ok && q.origin.early {
		p = *x
	}
	return archive.NewFile[R, RR](q.Kind, PP(&p).Settings(), q.about(o), rows, said)
}

// about says of a log what the study does of it.
func (s *Method) about(o *Opened) archive.Log {
	if s.Lasting && o.Trace.lasting != nil {
		lasting := *o
		lasting.Trace = o.Trace.lasting
		o = &lasting
	}
	return o.about()
}

// Account finds out, for a study that leaves out jobs of no run time, what the cleaning of a
// trace says without them: a page cleans alike for all its views. Once it is
// known the view is drawn again.
func (s *Method) Account(o *Opened) {
	t := o.Trace
	if !s.Lasting || t.lasting != nil || o.Rules.DropZeroRun || o.Rules.AsRead {
		return
	}
	t.lasting = &Trace{Cleaning: t.Cleaning, Overview: t.Overview} // until it is known; and if it never is
	rules := o.Rules
	rules.DropZeroRun = true
	s.Lab.Engine.Clean(o.Summary.Digest, desk.Cleaning{Rules: rules, Procs: o.Procs}, func(x *Trace, err error) {
		if err != nil { // cancelled with a reading: it is asked for again with the next report
			t.lasting = nil
			return
		}
		t.lasting = &Trace{Cleaning: x.Cleaning, Overview: x.Overview}
		s.drawOn(o)
	})
}

// about says of a log what a study does that takes it as it is.
func (o *Opened) about() archive.Log {
	return archive.Log{Name: o.Summary.Name, Digest: o.Summary.Digest, Bad: o.Summary.Bad, Cleaning: o.Trace.Cleaning,
		Overview: o.Trace.Overview}
}

// TakeStudy makes a study the question, with what is known of it; false: it is of
// another kind. A study that can't be read changes nothing.
func (s *Method) TakeStudy(x *archive.File) (mine bool, err error) {
	if x.Kind != s.Kind {
		return false, nil
	}
	p := s.typed.proposes()
	if err = x.Ask(p.Settings()); err == nil {
		err = p.Normalise()
	}
	if err == nil {
		err = s.typed.admit(p, x)
	}
	if err == nil {
		s.typed.set(p)
		s.byHand = true
	}
	return true, err
}

// Keep adds rows that a file gave to those of a plan on a log.
func (q *Question[P, R, A, PP, RR]) Keep(log job.Digest, p *P, rows []R) {
	known := q.book.Rows(log, PP(p).Settings().TaskKey())
	for _, row := range rows {
		known.Add(row)
	}
}
