package account

import (
	"errors"
	"iter"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// Text is a parser of files that have a record a line; what a line says is for Line
// to know.
type Text struct {
	*Builder
	Name    string                // of the log
	What    string                // the file is, in words
	Instead string                // what to read where there is no job in it
	Line    func(b []byte, n int) // takes a line and its number
	Last    func()                // before the end, or nil
	Refused string                // why nothing can be made of the file, once that is seen
	lines   Lines
}

// Write takes the next bytes of the file.
func (t *Text) Write(b []byte) (int, error) {
	t.lines.Write(b, t.line)
	return len(b), nil
}

func (t *Text) line(b []byte, long bool) {
	switch {
	case t.Refused != "", IsBlank(b), b[0] == ';':
	case t.lines.Cut:
		t.Bad(t.lines.N, "", b, "the file ends within this line, which may be cut off: copy the file again, or end the line")
	case long:
		t.Bad(t.lines.N, "", b, "longer than "+numeral.Count(MaxLine)+" bytes: a record of "+t.What+" is far shorter, so this may be none")
	default:
		t.Line(b, t.lines.N)
	}
}

// Lines are how many there are so far, cut: nothing but the file ended the last one.
func (t *Text) Lines() (n int, cut bool) { return t.lines.N, t.lines.Cut }

// Log ends the reading.
func (t *Text) Log() (*job.Log, error) {
	d, err := t.end()
	return d.Columns(), err
}

// Rows ends the reading without making columns.
func (t *Text) Rows() (*job.Log, iter.Seq[*[job.NumFields]int64], error) {
	d, err := t.end()
	return d.Log, d.Rows(), err
}

func (t *Text) end() (*Done, error) {
	t.lines.Close(t.line)
	if t.Last != nil {
		t.Last()
	}
	d := t.Finish(t.Name, t.lines.N)
	if t.Refused != "" {
		return d, errors.New(t.Refused)
	}
	return d, d.Err(t.What, t.Instead)
}
