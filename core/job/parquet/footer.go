package parquet

import (
	"encoding/binary"
	"errors"
	"io"
	"strconv"

	"shadowtime/core/base/numeral"
)

const (
	magic     = "PAR1"
	encrypted = "PARE"
	maxFooter = 64 << 20
	// MaxRows is how many rows a file may have: a job may have several.
	MaxRows = 50_000_000
	// MaxUnpacked is how much the columns of a file that are read may unpack to, in bytes.
	MaxUnpacked = 16 << 30
)

// File is one whose footer was read.
type File struct {
	in      io.ReaderAt
	size    int64
	columns []column
	nested  []string // columns that hold lists or further columns
	groups  []group
	rows    int64
	left    int64 // bytes that may still be unpacked
}

// group are rows that stand together: a chunk of each column.
type group struct {
	rows   int64
	chunks []chunk // of the columns that are read, and others
}

// chunk is where the values of a column stand.
type chunk struct {
	codec     int64
	from, to  int64
	elsewhere bool // in another file
}

// column is one that can be read.
type column struct {
	name     string
	leaf     int // its place among all that hold values
	physical int64
	width    int // of values of a fixed length
	optional bool
	kind     kind
	scale    int // of decimals; of times, how many digits stand behind the second
	utc      bool
}

// Open reads what a file says of itself.
func Open(in io.ReaderAt, size int64) (*File, error) {
	f := &File{in: in, size: size, left: MaxUnpacked}
	var tail [8]byte
	if size < 12 {
		return nil, errCut
	}
	if _, err := in.ReadAt(tail[:], size-8); err != nil && err != io.EOF {
		return nil, err
	}
	switch string(tail[4:]) {
	case magic:
	case encrypted:
		return nil, errors.New("this Parquet file is encrypted: write it again without")
	default:
		return nil, errCut
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if n > size-12 || n > maxFooter {
		return nil, errDamaged("its footer is longer than it can be")
	}
	b := make([]byte, n)
	if _, err := in.ReadAt(b, size-8-n); err != nil && err != io.EOF {
		return nil, err
	}
	return f, f.footer(b)
}

var errCut = errors.New("this Parquet file does not end as one: it seems cut off, fetch or copy it again")

func errDamaged(what string) error {
	return errors.New("this Parquet file is damaged: " + what + ". Fetch or write it again")
}

// Columns are the names of those that can be read.
func (f *File) Columns() []string {
	list := make([]string, len(f.columns))
	for i, c := range f.columns {
		list[i] = c.name
	}
	return list
}

// Nested are the names of columns that hold lists or further columns, which are left out.
func (f *File) Nested() []string { return f.nested }

// element is one of the schema.
type element struct {
	name                               string
	physical, repetition, children     int64
	converted, width, scale, precision int64
	logical                            logical
}

// logical is what values of a column mean.
type logical struct {
	is   int // as the format numbers them; 0: not told
	utc  bool
	unit int // 1: ms, 2: us, 3: ns
	wide int64
	sign bool
}

// footer reads what Thrift has of a file.
func (f *File) footer(b []byte) error {
	t := thrift{b: b}
	var schema []element
	arrow := []byte(nil)
	t.fields(func(id int, kind byte) {
		switch {
		case id == 2 && kind == isList:
			t.list(func(byte) { schema = append(schema, readElement(&t)) })
		case id == 3:
			f.rows = t.int()
		case id == 4 && kind == isList:
			t.list(func(byte) { f.groups = append(f.groups, readGroup(&t)) })
		case id == 5 && kind == isList:
			t.list(func(byte) {
				if b := readArrow(&t); b != nil {
					arrow = b
				}
			})
		default:
			t.skip(kind)
		}
	})
	if t.bad || len(schema) == 0 {
		return errDamaged("its footer can't be read")
	}
	if err := f.schema(schema); err != nil {
		return err
	}
	f.told(arrow)
	return f.sound()
}

// sound checks that rows and places can be.
func (f *File) sound() error {
	sum := int64(0)
	for i := range f.groups {
		g := &f.groups[i]
		if g.rows < 0 || g.rows > MaxRows {
			return errDamaged("rows " + strconv.Itoa(i+1) + " of it number " + strconv.FormatInt(g.rows, 10))
		}
		if sum += g.rows; sum > MaxRows {
			return errors.New("this Parquet file has more than " + numeral.Count(MaxRows) + " rows, the most that are read: give a " +
				"part of it, as of some months")
		}
		for j := range g.chunks {
			if c := &g.chunks[j]; c.from < 0 || c.to < c.from || c.to > f.size {
				return errDamaged("column " + strconv.Itoa(j+1) + " lies beyond its end")
			}
		}
	}
	f.rows = sum
	return nil
}

// schema finds the columns that lie at the top, and the leaves of others.
func (f *File) schema(list []element) error {
	leaf, at := 0, 1
	for n := list[0].children; n > 0; n-- {
		if at >= len(list) {
			return errDamaged("its schema ends too early")
		}
		e := &list[at]
		at++
		if e.children == 0 && e.repetition < 2 {
			f.columns = append(f.columns, e.column(leaf))
			leaf++
			continue
		}
		f.nested = append(f.nested, e.name)
		if e.children == 0 {
			leaf++
		}
		for left := e.children; left > 0; left-- {
			if at >= len(list) {
				return errDamaged("its schema ends too early")
			}
			if list[at].children == 0 {
				leaf++
			}
			left += list[at].children
			at++
		}
	}
	return nil
}

func readElement(t *thrift) (e element) {
	t.fields(func(id int, kind byte) {
		switch id {
		case 1:
			e.physical = t.int()
		case 2:
			e.width = t.int()
		case 3:
			e.repetition = t.int()
		case 4:
			e.name = string(t.bytes())
		case 5:
			e.children = t.int()
		case 6:
			e.converted = t.int() + 1
		case 7:
			e.scale = t.int()
		case 8:
			e.precision = t.int()
		case 10:
			e.logical = readLogical(t, kind)
		default:
			t.skip(kind)
		}
	})
	return e
}

// readLogical reads a union: one field, of which only some have something in them.
func readLogical(t *thrift, kind byte) (l logical) {
	if kind != isStruct {
		t.skip(kind)
		return l
	}
	t.fields(func(is int, kind byte) {
		l.is = is
		if kind != isStruct {
			t.skip(kind)
			return
		}
		t.fields(func(id int, kind byte) {
			switch {
			case kind == isTrue || kind == isFalse:
				l.utc, l.sign = id == 1 && kind == isTrue, id == 2 && kind == isTrue
			case id == 1 && kind == isByte:
				l.wide = int64(t.byte())
			case id == 2 && kind == isStruct:
				t.fields(func(unit int, kind byte) {
					l.unit = unit
					t.skip(kind)
				})
			default:
				t.skip(kind)
			}
		})
	})
	return l
}

func readGroup(t *thrift) (g group) {
	t.fields(func(id int, kind byte) {
		switch {
		case id == 1 && kind == isList:
			t.list(func(byte) { g.chunks = append(g.chunks, readChunk(t)) })
		case id == 3:
			g.rows = t.int()
		default:
			t.skip(kind)
		}
	})
	return g
}

func readChunk(t *thrift) (c chunk) {
	t.fields(func(id int, kind byte) {
		switch {
		case id == 1:
			c.elsewhere = len(t.bytes()) > 0
		case id == 3 && kind == isStruct:
			words, size := int64(0), int64(0)
			t.fields(func(id int, kind byte) {
				switch id {
				case 4:
					c.codec = t.int()
				case 7:
					size = t.int()
				case 9:
					c.from = t.int()
				case 11:
					words = t.int()
				default:
					t.skip(kind)
				}
			})
			if words > 0 && words < c.from {
				c.from = words
			}
			c.to = c.from + size
		default:
			t.skip(kind)
		}
	})
	return c
}
