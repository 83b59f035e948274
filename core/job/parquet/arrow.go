package parquet

import (
	"encoding/base64"
	"encoding/binary"
)

// Types of Arrow, which the programs that write Parquet by it tell beside the format's own: those of seconds and of durations
// the format has not.
const (
	arrowTime     = 9
	arrowStamp    = 10
	arrowDuration = 18
)

// readArrow reads a pair of the footer: the schema of Arrow; nil: it is another.
func readArrow(t *thrift) (schema []byte) {
	is, text := false, []byte(nil)
	t.fields(func(id int, kind byte) {
		switch {
		case id == 1 && kind == isBinary:
			is = string(t.bytes()) == "ARROW:schema"
		case id == 2 && kind == isBinary:
			text = t.bytes()
		default:
			t.skip(kind)
		}
	})
	if !is {
		return nil
	}
	b, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil || len(b) < 8 {
		return nil
	}
	return b[8:] // a mark, and how long it is
}

// flat is a table of FlatBuffers, at a place of its bytes; at 0 it is none, and has no fields.
type flat struct {
	b  []byte
	at int
}

func (f flat) int(at, n int) int {
	if at < 0 || at+n > len(f.b) {
		return 0
	}
	switch n {
	case 1:
		return int(f.b[at])
	case 2:
		return int(binary.LittleEndian.Uint16(f.b[at:]))
	}
	return int(int32(binary.LittleEndian.Uint32(f.b[at:])))
}

// field is where a table has one; 0: it has not.
func (f flat) field(i int) int {
	if f.at == 0 {
		return 0
	}
	names := f.at - f.int(f.at, 4)
	if 4+2*i >= f.int(names, 2) {
		return 0
	}
	if by := f.int(names+4+2*i, 2); by > 0 {
		return f.at + by
	}
	return 0
}

// to is what a field refers to.
func (f flat) to(i int) flat {
	if at := f.field(i); at > 0 {
		return flat{f.b, at + f.int(at, 4)}
	}
	return flat{f.b, 0}
}

// short is a number of so many bytes, which may be left out.
func (f flat) short(i, n, else_ int) int {
	if at := f.field(i); at > 0 {
		return f.int(at, n)
	}
	return else_
}

// told gives columns the types that Arrow's schema has for them.
func (f *File) told(arrow []byte) {
	root := flat{arrow, 0}
	root.at = root.int(0, 4)
	fields := root.to(2).to(1)
	for i := range min(max(0, fields.int(fields.at, 4)), len(arrow)/4) {
		at := fields.at + 4 + 4*i
		x := flat{arrow, at + fields.int(at, 4)}
		name := x.to(0)
		n := name.int(name.at, 4)
		if name.at == 0 || n < 0 || name.at+4+n > len(arrow) {
			continue
		}
		for j := range f.columns {
			c := &f.columns[j]
			if c.name == string(arrow[name.at+4:name.at+4+n]) && c.kind == asNumber && (c.physical == int64s || c.physical == int32s) {
				c.tell(x.short(2, 1, 0), x.to(3))
			}
		}
	}
}

// tell gives a column of plain numbers a type of Arrow's.
func (c *column) tell(is int, of flat) {
	switch is {
	case arrowTime:
		c.kind, c.scale = asClock, 3*min(of.short(0, 2, 1), 3)
	case arrowStamp:
		c.kind, c.scale, c.utc = asStamp, 3*min(of.short(0, 2, 0), 3), of.to(1).at > 0
	case arrowDuration:
		c.kind, c.scale = asSpan, 3*min(of.short(0, 2, 1), 3)
	}
}
