package parquet

import (
	"encoding/binary"
	"errors"
	"io"

	"shadowtime/core/base/gunzip"
	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/unzstd"
)

// MaxPage is how long a page may be, unpacked, in bytes: writers part columns into pages of a megabyte.
const MaxPage = 64 << 20

// codecs are how pages are packed, as the format numbers it.
var codecs = [...]string{"", "Snappy", "gzip", "LZO", "Brotli", "LZ4", "zstd", "LZ4"}

const (
	notPacked = 0
	bySnappy  = 1
	byGzip    = 2
	byZstd    = 6
)

// dictionary has the cells that a column's values are, each written once.
type dictionary struct {
	text []byte
	ends []int32
}

func (d *dictionary) cell(i int64) ([]byte, bool) {
	if i < 0 || i >= int64(len(d.ends)) {
		return nil, false
	}
	from := int32(0)
	if i > 0 {
		from = d.ends[i-1]
	}
	return d.text[from:d.ends[i]], true
}

// cells reads a chunk: one cell after the other.
type cells struct {
	f          *File
	c          *column
	codec      int64
	b          []byte // what follows of the chunk
	page       []byte // unpacked
	left       int64  // values of it
	defined    *runs  // which of them there are; nil: all
	values     decoder
	words      *words // the same, where values are places in a dictionary
	dictionary *dictionary
}

// head is what stands above a page.
type head struct {
	is, size, packed           int64
	values, encoding, defining int64
	ranks, repeats             int64 // bytes of levels, in pages of the second form
	bare                       bool  // what follows them is not packed
}

const (
	pageOfValues = 0
	pageOfWords  = 2
	pageSecond   = 3
)

func (t *thrift) head() (h head) {
	t.fields(func(id int, kind byte) {
		switch {
		case id == 1:
			h.is = t.int()
		case id == 2:
			h.size = t.int()
		case id == 3:
			h.packed = t.int()
		case kind == isStruct && (id == 5 || id == 7 || id == 8):
			t.fields(func(field int, kind byte) {
				switch {
				case field == 1:
					h.values = t.int()
				case field == 2 && id < 8, field == 4 && id == 8:
					h.encoding = t.int()
				case field == 3 && id == 5:
					h.defining = t.int()
				case field == 5 && id == 8:
					h.ranks = t.int()
				case field == 6 && id == 8:
					h.repeats = t.int()
				case field == 7 && id == 8:
					h.bare = kind == isFalse
				default:
					t.skip(kind)
				}
			})
		default:
			t.skip(kind)
		}
	})
	return h
}

// damaged is the error of a column whose pages can't be read.
func (r *cells) damaged(what string) error {
	return errDamaged("in column " + jsontext.Short(r.c.name) + " " + what)
}

// turn begins the next page that has values.
func (r *cells) turn() error {
	for r.left == 0 {
		t := thrift{b: r.b}
		h := t.head()
		switch {
		case t.bad:
			return r.damaged("a page has no head, or there are fewer values than rows")
		case h.packed < 0 || h.packed > int64(len(t.b)):
			return r.damaged("a page is cut off")
		case h.size < 0 || h.size > MaxPage:
			return r.damaged("a page is of more than 64 MB")
		case h.values < 0 || h.values > MaxRows:
			return r.damaged("a page has no number of values that can be")
		}
		b := t.b[:h.packed]
		r.b = t.b[h.packed:]
		if h.is != pageOfValues && h.is != pageOfWords && h.is != pageSecond {
			continue // an index
		}
		if h.is != pageOfWords && h.values == 0 {
			continue
		}
		if err := r.open(&h, b); err != nil {
			return err
		}
	}
	return nil
}

// open unpacks a page.
func (r *cells) open(h *head, b []byte) error {
	levels := []byte(nil)
	if h.is == pageSecond {
		n := h.ranks + h.repeats
		if h.ranks < 0 || h.repeats < 0 || n > int64(len(b)) || n > h.size {
			return r.damaged("a page is cut off")
		}
		levels, b = b[h.repeats:n], b[n:]
		h.size -= n
	}
	b, err := r.unpack(b, int(h.size), h.bare)
	if err != nil {
		return err
	}
	if h.is == pageOfWords {
		return r.look(b, h.values, h.encoding)
	}
	r.defined = nil
	if r.c.optional {
		if h.is == pageOfValues {
			if len(b) < 4 || uint64(binary.LittleEndian.Uint32(b)) > uint64(len(b)-4) {
				return r.damaged("a page is cut off")
			}
			n := 4 + int(binary.LittleEndian.Uint32(b))
			levels, b = b[4:n], b[n:]
			if h.defining != encodedRuns {
				return r.damaged("which values are there is told in a way of old that is not read")
			}
		}
		r.defined = newRuns(levels, 1)
	}
	r.left = h.values
	r.values = r.c.decoderOf(h.encoding, b, r.dictionary)
	if r.values == nil {
		return r.damaged("values are encoded in a way that is not read, or wrongly")
	}
	r.words, _ = r.values.(*words)
	return nil
}

// unpack takes off what a page is packed by.
func (r *cells) unpack(b []byte, size int, bare bool) ([]byte, error) {
	if r.f.left -= int64(size); r.f.left < 0 {
		return nil, errLong
	}
	if r.codec == notPacked || bare {
		return b, nil
	}
	var err error
	ok := true
	switch r.codec {
	case bySnappy:
		r.page, ok = unsnap(r.page[:0], b, size)
	case byGzip:
		r.page, err = gunzip.Beginning(string(b), size)
	case byZstd:
		r.page, err = unzstd.Decode(r.page[:0], b, size)
	}
	if err != nil || !ok || len(r.page) != size {
		return nil, r.damaged("a page can't be unpacked")
	}
	return r.page, nil
}

var errLong = errors.New("this Parquet file unpacks to more than 16 GB: give a part of it, as of some months")

// look reads a dictionary.
func (r *cells) look(b []byte, n, encoding int64) error {
	if encoding != encodedPlain && encoding != encodedWords {
		return r.damaged("the dictionary is encoded in a way that is not read")
	}
	d := &dictionary{}
	values := r.c.decoderOf(encodedPlain, b, nil)
	for range n {
		v, ok := values.next()
		if !ok {
			return r.damaged("the dictionary is cut off")
		}
		if d.text = r.c.append(d.text, v); len(d.text) > 4*MaxPage {
			return r.damaged("the dictionary is of more than 256 MB")
		}
		d.ends = append(d.ends, int32(len(d.text)))
	}
	r.dictionary = d
	return nil
}

// append writes the next cell.
func (r *cells) append(b []byte) ([]byte, error) {
	if r.left == 0 {
		if err := r.turn(); err != nil {
			return b, err
		}
	}
	r.left--
	if r.defined != nil {
		if is, ok := r.defined.next(); !ok {
			return b, r.damaged("a page is cut off")
		} else if is.n == 0 {
			return b, nil
		}
	}
	was := len(b)
	if r.words != nil { // said by its own type: most columns are so
		v, ok := r.words.next()
		cell, known := r.dictionary.cell(v.n)
		if !ok || !known {
			return b, r.damaged("a value is in no dictionary")
		}
		b = append(b, cell...)
	} else {
		v, ok := r.values.next()
		if !ok {
			return b, r.damaged("a page is cut off")
		}
		b = r.c.append(b, v)
	}
	if r.f.left -= int64(len(b) - was); r.f.left < 0 {
		return b, errLong
	}
	return b, nil
}

// Lines gives the rows as lines of a table with a delimiter between columns, below a line of their names. Texts are quoted
// between commas alone: else the delimiter in one becomes a blank. Of columns that are not wanted nothing is read: their
// cells are empty.
func (f *File) Lines(delimiter byte, wanted func(column int) bool, give func(line []byte) error) error {
	var line []byte
	for i := range f.columns {
		f.columns[i].delimiter = delimiter
		if i > 0 {
			line = append(line, delimiter)
		}
		line = f.columns[i].text(line, []byte(f.columns[i].name))
	}
	if err := give(append(line, '\n')); err != nil {
		return err
	}
	read := make([]*cells, len(f.columns))
	for i := range f.groups {
		g := &f.groups[i]
		for at := range f.columns {
			if read[at] = nil; !wanted(at) || g.rows == 0 {
				continue
			}
			var err error
			if read[at], err = f.open(g, at); err != nil {
				return err
			}
		}
		for range g.rows {
			line = line[:0]
			for at, c := range read {
				if at > 0 {
					line = append(line, delimiter)
				}
				if c == nil {
					continue
				}
				var err error
				if line, err = c.append(line); err != nil {
					return err
				}
			}
			if err := give(append(line, '\n')); err != nil {
				return err
			}
		}
	}
	return nil
}

// open reads a chunk as it stands in the file.
func (f *File) open(g *group, at int) (*cells, error) {
	c := &f.columns[at]
	if c.leaf >= len(g.chunks) {
		return nil, errDamaged("rows lack column " + jsontext.Short(c.name))
	}
	k := &g.chunks[c.leaf]
	switch {
	case k.elsewhere:
		return nil, errors.New("column " + jsontext.Short(c.name) + " of this Parquet file lies in another file: write it as one")
	case k.codec != notPacked && k.codec != bySnappy && k.codec != byGzip && k.codec != byZstd:
		name := "an unknown way"
		if 0 <= k.codec && k.codec < int64(len(codecs)) {
			name = codecs[k.codec]
		}
		return nil, errors.New("column " + jsontext.Short(c.name) + " of this Parquet file is compressed by " + name + ", which is not " +
			"read: write it with Snappy, gzip, zstd or none, as pandas does with to_parquet(compression=\"zstd\")")
	}
	b := make([]byte, k.to-k.from)
	if _, err := f.in.ReadAt(b, k.from); err != nil && err != io.EOF {
		return nil, err
	}
	return &cells{f: f, c: c, codec: k.codec, b: b}, nil
}
