package sacct

import (
	"bytes"
	"iter"
	"slices"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// List reads the jobs of sacct --json that jq took out of its answer: a list of them (jq .jobs),
// one after the other (jq -c '.jobs[]'), or a list of whole answers (jq -s).
type List struct {
	*JSON
	form listed
}

// listed is how the jobs stand.
type listed uint8

const (
	notListed listed = iota
	inList
	inLines
	inAnswers
)

// SniffList says whether a file that begins like this holds such jobs.
func SniffList(head []byte) bool { return listedAs(head) != notListed }

// listedAs sees it from the members that hold others: only sacct has them.
func listedAs(head []byte) listed {
	for i, x := range jsontext.Outline(head) {
		inside := len(x.Place)
		switch {
		case i == 0 || x.Open == 0:
		case x.Open == '[' && x.At("", "jobs"):
			return inAnswers
		case x.Open != '{' || inside == 0 || !slices.Contains([]string{"time", "state"}, x.Place[inside-1]):
		case inside == 2 && x.Place[0] == "":
			return inList
		case inside == 1:
			return inLines
		}
	}
	return notListed
}

// NewList returns a List for a log of that name.
func NewList(name string, o account.Options) *List { return &List{JSON: NewJSON(name, o)} }

// Write takes the next bytes of the file, the first of which show how jobs stand: they are put
// into the answer that they were taken out of.
func (p *List) Write(b []byte) (int, error) {
	size := len(b)
	if p.form == notListed {
		switch p.form = listedAs(b); p.form {
		case inList:
			_, _ = p.JSON.Write([]byte(`{"jobs":`))
		case inAnswers:
			b = b[bytes.IndexByte(b, '[')+1:]
		default:
			p.form = inLines
			_, _ = p.JSON.Write([]byte(`{"jobs":[`))
		}
	}
	_, err := p.JSON.Write(b)
	return size, err
}

// end closes the answer, where the file holds all of it.
func (p *List) end() {
	switch {
	case p.form == inList && p.depth == fileDepth:
		_, _ = p.JSON.Write([]byte("}"))
	case p.form == inLines && p.depth == jobsDepth:
		_, _ = p.JSON.Write([]byte("]}"))
	}
}

// Log ends the reading.
func (p *List) Log() (*job.Log, error) {
	p.end()
	return p.JSON.Log()
}

// Rows ends the reading without making columns.
func (p *List) Rows() (*job.Log, iter.Seq[*[job.NumFields]int64], error) {
	p.end()
	return p.JSON.Rows()
}
