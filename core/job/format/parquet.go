package format

import (
	"cmp"
	"errors"
	"io"
	"iter"
	"strconv"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/parquet"
	"shadowtime/core/job/sacct"
	"shadowtime/core/job/table"
	"shadowtime/core/job/typed"
)

// MaxHeld is the longest Parquet file, in bytes: what it holds stands at its end, so that it is held as it is, packed.
const MaxHeld = 2 << 30

// parquetName is what the format is called.
const parquetName = "Parquet"

// columnar reads a Parquet file as the table that it is.
type columnar struct {
	name    string
	options account.Options
	most    int // jobs; 0: as many as the table's reader takes
	told    func(done, of int)
	file    held
	inner   job.Stream
}

// isParquet says whether a file begins as one, also one that is encrypted.
func isParquet(head []byte) bool { return begins("PAR1")(head) || begins("PARE")(head) }

// Write takes the next bytes of the file.
func (c *columnar) Write(b []byte) (int, error) {
	if c.file.size += int64(len(b)); c.file.size > MaxHeld {
		return 0, errors.New("this Parquet file is of more than " + strconv.Itoa(MaxHeld>>30) + " GB: give a part of it, as of some months")
	}
	c.file.add(b)
	return len(b), nil
}

// read gives its rows to the reader of tables, or to that of what sacct prints.
func (c *columnar) read() (nested []string, err error) {
	f, err := parquet.Open(&c.file, c.file.size)
	if err != nil {
		return nil, err
	}
	names := f.Columns()
	delimiter, wanted := byte(','), table.Wanted(names, c.options.Match)
	if slurm([]byte(strings.Join(names, "|") + "\n")) {
		delimiter, wanted = '|', func(int) bool { return true }
		c.inner = sacct.New(c.name, c.options)
	} else {
		c.inner = table.New(c.name, c.options)
	}
	text, done, all := f.Names(delimiter), 0, f.Len()
	err = f.Rows(wanted, func(columns []*typed.Column, rows int) error {
		if done += rows; c.told != nil {
			c.told(done, all)
		}
		if p, is := c.inner.(*table.Parser); is && p.Settled() {
			p.Take(columns, rows)
			return c.within()
		}
		text = parquet.Lines(text, delimiter, columns, rows)
		return c.hand(&text)
	})
	if err == nil {
		err = c.hand(&text)
	}
	c.file = held{}
	return f.Nested(), err
}

// hand hands on lines.
func (c *columnar) hand(text *[]byte) error {
	_, err := c.inner.Write(*text)
	*text = (*text)[:0]
	return cmp.Or(c.within(), err)
}

// within errs on a log of too many jobs as soon as they are seen.
func (c *columnar) within() error {
	if c.most == 0 {
		return nil
	}
	return within(c.inner, c.most)
}

// Log ends the reading.
func (c *columnar) Log() (*job.Log, error) {
	nested, err := c.read()
	if err != nil {
		return &job.Log{Name: c.name}, err
	}
	l, err := c.inner.Log()
	return l, c.say(l, nested, err)
}

// Rows ends the reading without making columns.
func (c *columnar) Rows() (*job.Log, iter.Seq[*[job.NumFields]int64], error) {
	nested, err := c.read()
	if err != nil {
		return &job.Log{Name: c.name}, nil, err
	}
	l, rows, err := c.inner.Rows()
	return l, rows, c.say(l, nested, err)
}

// say says what was read.
func (c *columnar) say(l *job.Log, nested []string, err error) error {
	if _, is := c.inner.(*table.Parser); is && l != nil && l.Import != nil {
		l.Import.Format = parquetName
	}
	if l != nil && len(nested) > 0 {
		l.Notes = append(l.Notes, "columns that hold lists or further columns are left out: "+
			strings.Join(nested[:min(len(nested), 20)], ", "))
	}
	return err
}

// held is a file as it came, in parts: one that grew would be copied over and over.
type held struct {
	parts [][]byte
	size  int64
}

const partSize = 1 << 20

func (h *held) add(b []byte) {
	for len(b) > 0 {
		n := len(h.parts) - 1
		if n < 0 || len(h.parts[n]) == partSize {
			h.parts = append(h.parts, make([]byte, 0, partSize))
			n++
		}
		k := min(len(b), partSize-len(h.parts[n]))
		h.parts[n] = append(h.parts[n], b[:k]...)
		b = b[k:]
	}
}

// ReadAt implements io.ReaderAt.
func (h *held) ReadAt(b []byte, at int64) (n int, err error) {
	for n < len(b) {
		part := int((at + int64(n)) / partSize)
		if part >= len(h.parts) {
			return n, io.EOF
		}
		k := copy(b[n:], h.parts[part][min(int((at+int64(n))%partSize), len(h.parts[part])):])
		if n += k; k == 0 {
			return n, io.EOF
		}
	}
	return n, nil
}
