package job

import (
	"errors"
	"io"
	"iter"
	"strconv"

	"shadowtime/core/base/numeral"
)

// MaxJobs is how many jobs a log may hold; the page takes fewer. A log of as many
// takes some 0.25 GB, and its replay 1.5 GB.
const MaxJobs = 10_000_000

// TooMany is the error of a log that holds more jobs than it may, and what to do.
func TooMany(most int) error {
	remedy := "give a part of it, as of some months"
	if most < MaxJobs {
		remedy += ", or take the command, which reads " + numeral.Count(MaxJobs)
	}
	return errors.New("more than " + numeral.Count(most) + " jobs, the most that a log may hold here: " + remedy)
}

// Parser reads a log piece by piece: Write takes the file's bytes as they come,
// cut anywhere, and Log ends the reading. The readers of all formats are ones.
type Parser interface {
	Write(b []byte) (int, error)
	Log() (*Log, error)
}

// Stream is a parser that need not hold the log as columns: Rows ends the reading
// like Log, gives all of the log but its columns, and its jobs one after the other.
type Stream interface {
	Parser
	Rows() (*Log, iter.Seq[*[NumFields]int64], error)
}

// ReadFrom reads a whole log. An error of r ends the reading; what was read
// before it is returned with the error, as is the log that holds no job.
func ReadFrom(r io.Reader, p Parser) (*Log, error) {
	stopped, refused := feed(r, p)
	if refused != nil {
		return nil, refused
	}
	l, err := p.Log()
	return l, whole(l, stopped, err)
}

// RowsFrom reads a whole log as ReadFrom does, without holding it as columns.
func RowsFrom(r io.Reader, p Stream) (*Log, iter.Seq[*[NumFields]int64], error) {
	stopped, refused := feed(r, p)
	if refused != nil {
		return nil, nil, refused
	}
	l, rows, err := p.Rows()
	return l, rows, whole(l, stopped, err)
}

// feed gives a parser all of r: what stopped it, io.EOF at the end.
func feed(r io.Reader, p Parser) (stopped, refused error) {
	buf := make([]byte, 256<<10)
	for idle := 0; ; idle++ {
		n, err := r.Read(buf)
		if n > 0 {
			idle = 0
			if _, bad := p.Write(buf[:n]); bad != nil {
				return nil, bad
			}
		}
		if err == nil && idle == 100 { // io.Copy would go on for ever
			err = io.ErrNoProgress
		}
		if err != nil {
			return err, nil
		}
	}
}

// whole is the error of a log: that reading stopped before its end comes first.
func whole(l *Log, stopped, err error) error {
	if stopped == io.EOF {
		return err
	}
	after := 0
	if l != nil {
		after = l.Lines
	}
	return &readError{after, stopped}
}

// readError says how far the reading came.
type readError struct {
	after int
	err   error
}

func (e *readError) Error() string {
	return "reading failed after line " + strconv.Itoa(e.after) + ": " + e.err.Error()
}

func (e *readError) Unwrap() error { return e.err }
