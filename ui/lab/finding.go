package lab

import (
	"net/url"

	"shadowtime/core/job"
	"shadowtime/core/report/link"
	"shadowtime/core/report/plot"
)

// Excerpt is an answer in short, as a view gives it: a link carries it as a link.Finding.
type Excerpt struct {
	Said   string
	Chart  plot.Forest
	Rest   int    // what the chart leaves out
	Report string // its figures as CSV, which say nothing that is not the same wherever they are computed

	Cautions []string // as the view shows them beside the answer
}

// Finding is the answer in sight in short, as a link carries answers; nil while the answer is not complete.
func (l *Lab) Finding() *link.Finding {
	alone := IsAlone(l.View)
	if !alone && (l.Trace == nil || l.State != Done) {
		return nil
	}
	x := l.View.Excerpt()
	if x == nil {
		return nil
	}
	f := &link.Finding{View: l.View.Key(), Report: job.DigestOfText(x.Said + "\n" + x.Report), Said: x.Said, Chart: x.Chart, Rest: x.Rest,
		Cautions: x.Cautions}
	if !alone {
		f.Log, f.Digest, f.Jobs = l.Summary.Name, l.Summary.Digest, l.Trace.Overview.Jobs
	}
	return f
}

// resultKey names the result in a link's fragment, which no server is sent.
const resultKey = "result"

// ResultOf is the answer that a link's fragment carries; nil of a fragment without an answer.
func ResultOf(fragment string) (*link.Finding, error) {
	q, err := url.ParseQuery(fragment)
	if err != nil || !q.Has(resultKey) {
		return nil, nil
	}
	return link.Parse(q.Get(resultKey))
}
