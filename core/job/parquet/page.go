package parquet

import (
	"encoding/binary"
	"errors"
	"io"

	"shadowtime/core/base/gunzip"
	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/unzstd"
	"shadowtime/core/job/typed"
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

// cells reads a chunk: the cells of some rows after those before.
type cells struct {
	f       *File
	c       *column
	codec   int64
	b       []byte // what follows of the chunk
	page    []byte // unpacked
	left    int64  // values of it
	defined *runs  // which of them there are; nil: all
	values  decoder
	words   *runs   // the same, where values are places in a dictionary
	known   []int64 // its numbers, where the column has such
	any     bool    // there is a dictionary
	begun   bool    // values were read
	texts   []byte  // words of this column that are in none
	out     typed.Column
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
	r.left, r.words, r.begun = h.values, nil, true
	if r.values = r.c.decoderOf(h.encoding, b, r.any); r.values == nil {
		return r.damaged("values are encoded in a way that is not read, or wrongly")
	}
	if h.encoding == encodedWords || h.encoding == encodedIndex {
		r.words, _ = r.values.(*runs)
	}
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
	if r.any || r.begun {
		return r.damaged("a dictionary stands behind values")
	}
	r.any = true
	values := r.c.decoderOf(encodedPlain, b, false)
	var text []byte
	for range n {
		v, ok := values.next()
		if !ok {
			return r.damaged("the dictionary is cut off")
		}
		if r.out.Kind != typed.Text {
			r.known = append(r.known, r.c.wide(v.n))
			continue
		}
		from := len(text)
		if text = r.c.append(text, v); len(text) > 4*MaxPage {
			return r.damaged("the dictionary is of more than 256 MB")
		}
		r.out.Words = append(r.out.Words, text[from:len(text):len(text)])
	}
	r.out.Known = len(r.out.Words)
	return nil
}

// read reads the cells of the next rows.
func (r *cells) read(n int) error {
	out := &r.out
	out.N, out.Empty = out.N[:n], out.Empty[:n]
	out.Words, r.texts = out.Words[:out.Known], r.texts[:0]
	for at := 0; at < n; {
		if r.left == 0 {
			if err := r.turn(); err != nil {
				return err
			}
		}
		end := at + int(min(int64(n-at), r.left))
		if err := r.some(out.N[at:end], out.Empty[at:end]); err != nil {
			return err
		}
		r.left -= int64(end - at)
		at = end
	}
	return nil
}

// some reads cells of one page.
func (r *cells) some(room []int64, empty []bool) error {
	there := len(room)
	clear(empty)
	if r.defined != nil {
		if !r.defined.fill(room) {
			return r.damaged("a page is cut off")
		}
		for i, is := range room {
			if is == 0 {
				empty[i] = true
				there--
			}
		}
	}
	if err := r.take(room[:there]); err != nil {
		return err
	}
	if r.f.left -= int64(there); r.f.left < 0 {
		return errLong
	}
	for i := len(room) - 1; there <= i; i-- { // below that each stands where it should
		if empty[i] {
			room[i] = 0
			continue
		}
		there--
		room[i] = room[there]
	}
	return nil
}

// take reads values that are there.
func (r *cells) take(room []int64) error {
	switch filler, is := r.values.(filler); {
	case r.words != nil:
		return r.given(room)
	case r.out.Kind == typed.Text:
		for i := range room {
			v, ok := r.values.next()
			if !ok {
				return r.damaged("a page is cut off")
			}
			from := len(r.texts)
			r.texts = r.c.append(r.texts, v)
			room[i] = int64(len(r.out.Words))
			r.out.Words = append(r.out.Words, r.texts[from:len(r.texts):len(r.texts)])
			r.f.left -= int64(len(r.texts) - from)
		}
		return nil
	case is:
		if !filler.fill(room) {
			return r.damaged("a page is cut off")
		}
	default:
		for i := range room {
			v, ok := r.values.next()
			if !ok {
				return r.damaged("a page is cut off")
			}
			room[i] = v.n
		}
	}
	if r.c.kind == asUnsigned {
		for i, n := range room {
			room[i] = r.c.wide(n)
		}
	}
	return nil
}

// given reads values that are places in the dictionary.
func (r *cells) given(room []int64) error {
	if !r.words.fill(room) {
		return r.damaged("a page is cut off")
	}
	most := uint64(len(r.known))
	if r.out.Kind == typed.Text {
		most = uint64(r.out.Known)
	}
	for i, n := range room {
		if uint64(n) >= most {
			return r.damaged("a value is in no dictionary")
		}
		if r.out.Kind != typed.Text {
			room[i] = r.known[n]
		} else {
			r.f.left -= int64(len(r.out.Words[n]))
		}
	}
	return nil
}

// Batch is the most rows that are read at once.
const Batch = 1024

// Len is how many rows the file has.
func (f *File) Len() (n int) {
	for i := range f.groups {
		n += int(f.groups[i].rows)
	}
	return n
}

// Rows reads the rows, some at a time: the cells of columns that are not wanted are empty, and nothing is read of them. What is
// given is overwritten by what follows.
func (f *File) Rows(wanted func(column int) bool, give func(columns []*typed.Column, rows int) error) error {
	read, columns, none := make([]*cells, len(f.columns)), make([]*typed.Column, len(f.columns)), &typed.Column{}
	turns := 0
	for i := range f.groups {
		g := &f.groups[i]
		for at := range f.columns {
			if read[at], columns[at] = nil, none; !wanted(at) || g.rows == 0 {
				continue
			}
			var err error
			if read[at], err = f.open(g, at); err != nil {
				return err
			}
			turns++
			columns[at] = &read[at].out
			columns[at].Turn = turns
		}
		for left := g.rows; left > 0; {
			n := int(min(left, Batch))
			left -= int64(n)
			for _, c := range read {
				if c == nil {
					continue
				}
				if err := c.read(n); err != nil {
					return err
				}
			}
			if err := give(columns, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// Lines writes rows as lines of a table with a delimiter between columns. Cells are quoted between commas alone: else the
// delimiter in one becomes a blank.
func Lines(b []byte, delimiter byte, columns []*typed.Column, rows int) []byte {
	var text []byte
	for row := range rows {
		for at, c := range columns {
			if at > 0 {
				b = append(b, delimiter)
			}
			text = c.Append(text[:0], row)
			b = quote(b, text, delimiter)
		}
		b = append(b, '\n')
	}
	return b
}

// Names writes the names of the columns as Lines does rows.
func (f *File) Names(delimiter byte) (b []byte) {
	for i := range f.columns {
		if i > 0 {
			b = append(b, delimiter)
		}
		b = quote(b, clean(nil, []byte(f.columns[i].name)), delimiter)
	}
	return append(b, '\n')
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
	r := &cells{f: f, c: c, codec: k.codec, b: b}
	r.out = typed.Column{Kind: c.holds(), UTC: c.utc, Per: c.per(), N: make([]int64, Batch), Empty: make([]bool, Batch),
		Write: func(b []byte, n int64) []byte { return c.append(b, value{n: n}) }}
	return r, nil
}
