package lab

import "net/url"

// Link is the page's address with the question in sight, and the sample if
// that is what it is asked of. The first view needs no name.
func (l *Lab) Link(first View) string {
	q := url.Values{}
	if l.View != first {
		q.Set("view", l.View.Key())
	}
	if l.Summary != nil && l.Summary.Digest == l.Sample {
		q.Set("demo", "sample")
	}
	l.View.Write(q.Set)
	address := l.Browser.Address()
	if len(q) == 0 {
		return address
	}
	return address + "?" + q.Encode()
}
