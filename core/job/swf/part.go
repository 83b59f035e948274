package swf

import "shadowtime/core/job"

// part is what of a log is read, where not all of it is.
type part struct {
	span    job.Span // all: all of it
	partial bool     // each job is looked at before it is held
	began   bool     // a job was met: what follows is known
	own     bool     // the log tells no dates
	unix    int64    // the Unix time of its instant 0, 0 where it tells none
	outside job.Outside
	most    int        // jobs that are held, once there were more
	weeks   *job.Weeks // of jobs, which are counted alone since then
}

// begin sees once, at the first job, whether the log tells dates.
func (p *Parser) begin() {
	x := &p.part
	if x.began {
		return
	}
	h := job.Header{Pairs: p.pairs}
	unix, ok := h.Int("UnixStartTime")
	x.began, x.own = true, !ok || unix <= 0 || unix > job.MaxTime
	if !x.own {
		x.unix = unix
	}
}

// holds says whether the job at place at of the last block is held, and counts it where not.
func (p *Parser) holds() bool {
	p.begin()
	x, col := &p.part, &p.last.col
	submit := x.unix + col[job.Submit][p.at]
	switch {
	case x.span.Mismatch(x.own) != nil:
		return false
	case !x.span.Has(submit):
		x.outside.Add(x.span, submit, col[job.Wait][p.at], col[job.Run][p.at], col[job.Alloc][p.at])
		return false
	case x.weeks != nil:
		x.weeks.Add(submit, 1)
		return false
	}
	return true
}

// CountWeeks gives up the jobs, of which there are more than that: they and all that come are counted by weeks, and the
// reading ends in an error that offers weeks.
func (p *Parser) CountWeeks(most int) {
	p.begin()
	x := &p.part
	x.partial, x.most, x.weeks = true, most, &job.Weeks{Own: x.own}
	p.seal()
	for submit := range p.col[job.Submit].All() {
		x.weeks.Add(x.unix+submit, 1)
	}
	p.col, p.line, p.n, p.widths, p.prevFields = [numFields]job.Column{}, job.Column{}, 0, nil, 0
}

// err is the error of a log of which no part can be read as asked; nil: it can.
func (x *part) err() error {
	switch {
	case !x.began:
		return nil
	case x.weeks != nil:
		return x.weeks.TooMany(x.most)
	}
	return x.span.Mismatch(x.own)
}

// words say what was read of a log of which so many jobs are held; none where that is all of it.
func (x *part) words(kept int) []string {
	if x.span.All() {
		return nil
	}
	return []string{x.outside.Words(x.span, kept, "processors")}
}
