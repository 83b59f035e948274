package job

import (
	"io"
	"strconv"
)

// Parser reads a log piece by piece: Write takes the file's bytes as they come,
// cut anywhere, and Log ends the reading. The readers of all formats are ones.
type Parser interface {
	Write(b []byte) (int, error)
	Log() (*Log, error)
}

// ReadFrom reads a whole log. An error of r ends the reading; what was read
// before it is returned with the error, as is the log that holds no job.
func ReadFrom(r io.Reader, p Parser) (*Log, error) {
	buf := make([]byte, 256<<10)
	var err error
	for idle := 0; err == nil; idle++ {
		var n int
		if n, err = r.Read(buf); n > 0 {
			idle = 0
			if _, bad := p.Write(buf[:n]); bad != nil {
				return nil, bad
			}
		}
		if idle == 100 { // io.Copy would go on for ever
			err = io.ErrNoProgress
		}
	}
	l, bad := p.Log()
	if err != io.EOF {
		after := 0
		if l != nil {
			after = l.Lines
		}
		return l, &readError{after, err}
	}
	return l, bad
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
