package swf

import (
	"errors"
	"io"
	"iter"
	"strconv"

	"shadowtime/core/job"
)

// Write writes a log: its header, then a line of eighteen numbers a job.
// Reading it back gives the same columns and the same header. Faults and notes
// are not written. A column shorter than the submit times counts as unknown.
// Values beyond +-2^53 can't be read back and are an error.
func Write(w io.Writer, l *job.Log) error { return WriteRows(w, &l.Header, l.Rows()) }

// WriteRows writes a log whose jobs come one by one.
func WriteRows(w io.Writer, h *job.Header, rows iter.Seq[*[job.NumFields]int64]) error {
	const flush = 64 << 10
	b := make([]byte, 0, flush+4096)
	var err error
	put := func() {
		if err == nil {
			var n int
			if n, err = w.Write(b); err == nil && n < len(b) {
				err = io.ErrShortWrite
			}
		}
		b = b[:0]
	}

	keyed := false // the pair above has a key, which indented text would go on with
	for _, pair := range h.Pairs {
		key, value := job.PlainText([]byte(pair.Key)), cut(job.PlainText([]byte(pair.Value)))
		if n := keyLen(key); n == 0 || n < len(key) {
			if value = cut(job.PlainText([]byte(key + " " + value))); value == "" {
				continue
			}
			if keyed {
				b = append(b, ";\n"...)
			}
			keyed = false
			b = append(b, ";   "...)
			b = append(b, value...)
		} else {
			keyed = true
			b = append(b, "; "...)
			b = append(b, key...)
			b = append(b, ':')
			if value != "" {
				b = append(b, ' ')
				b = append(b, value...)
			}
		}
		b = append(b, '\n')
		if len(b) >= flush {
			put()
		}
	}

	jobs := 0
	for row := range rows {
		jobs++
		for f, v := range row {
			if v > maxExact || v < -maxExact {
				return errors.New("job " + strconv.Itoa(jobs) + " of the log: " + job.Field(f).String() + " " +
					strconv.FormatInt(v, 10) + " is beyond 2^53 and could not be read back: correct it, or set it to -1")
			}
			if f > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, v, 10)
		}
		b = append(b, '\n')
		if len(b) >= flush {
			if put(); err != nil {
				return err
			}
		}
	}
	put()
	return err
}
