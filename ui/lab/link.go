package lab

import (
	"net/url"

	"shadowtime/core/job/account"
	"shadowtime/core/study"
)

// Ask is what a link says of the question in sight, of how the log was read that it
// is asked of, and of the example if it is one. The first view needs no name.
func (l *Lab) Ask(first View) string {
	q := url.Values{}
	if l.View != first {
		q.Set("view", l.View.Key())
	}
	asks := l.Summary != nil && !IsAlone(l.View) // of a log
	if e, ok := l.Example(); ok && asks {
		q.Set("demo", e.Name)
	}
	if asks && l.From != "" {
		q.Set("trace", l.From)
	}
	l.View.Write(q.Set)
	if asks {
		study.ImportSettings(&l.Import).Write(study.ImportSettings(new(account.Options)), q.Set)
	}
	if len(q) == 0 && l.Home != l.First {
		q.Set("view", l.View.Key())
	}
	return q.Encode()
}

// Link is the page's address with the question in sight and, once it is computed,
// its answer.
func (l *Lab) Link(first View) string {
	address := l.Browser.Address()
	if ask := l.Ask(first); ask != "" {
		address += "?" + ask
	}
	if f := l.Finding(); f != nil {
		address += "#" + resultKey + "=" + f.Text()
	}
	return address
}
