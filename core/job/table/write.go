package table

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/job/swf"
)

// WriteRows writes a log as a table: its header in lines that begin with #, the names
// of the eighteen columns, a line a job. A Parser makes the same log of it.
func WriteRows(w io.Writer, h *job.Header, rows iter.Seq[*[job.NumFields]int64]) error {
	const flush = 64 << 10
	var head bytes.Buffer
	if err := swf.WriteRows(&head, h, func(func(*[job.NumFields]int64) bool) {}); err != nil {
		return err
	}
	b := make([]byte, 0, flush+4096)
	for line := range bytes.Lines(head.Bytes()) { // each begins with ;
		b = append(append(b, '#'), line[1:]...)
	}
	for f := range job.NumFields {
		b = append(append(b, f.Key()...), ',')
	}
	b[len(b)-1] = '\n'
	jobs := 0
	for row := range rows {
		jobs++
		for f, v := range row {
			if v > maxNumber || v < -maxNumber {
				return errors.New("job " + strconv.Itoa(jobs) + " of the log: " + job.Field(f).String() + " " +
					strconv.FormatInt(v, 10) + " is beyond 2^53 and could not be read back: correct it, or set it to -1")
			}
			b = append(strconv.AppendInt(b, v, 10), ',')
		}
		if b[len(b)-1] = '\n'; len(b) >= flush {
			if err := put(w, b); err != nil {
				return err
			}
			b = b[:0]
		}
	}
	return put(w, b)
}

func put(w io.Writer, b []byte) error {
	n, err := w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	return err
}
