package lab

import "net/url"

// Ask is what a link says of the question in sight, and of the sample if that is
// what it is asked of. The first view needs no name.
func (l *Lab) Ask(first View) string {
	q := url.Values{}
	if l.View != first {
		q.Set("view", l.View.Key())
	}
	if l.Summary != nil && l.Summary.Digest == l.Sample {
		q.Set("demo", "sample")
	}
	l.View.Write(q.Set)
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
