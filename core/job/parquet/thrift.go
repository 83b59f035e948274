package parquet

// thrift reads the compact form of Thrift, which a file's footer and its pages' headers are in. After bad data all reads
// give nothing, and bad is set.
type thrift struct {
	b   []byte
	bad bool
}

// Types of the compact form.
const (
	isTrue   = 1
	isFalse  = 2
	isByte   = 3
	isDouble = 7
	isBinary = 8
	isList   = 9
	isSet    = 10
	isMap    = 11
	isStruct = 12
)

const maxNested = 20

func (t *thrift) byte() byte {
	if len(t.b) == 0 {
		t.bad = true
		return 0
	}
	c := t.b[0]
	t.b = t.b[1:]
	return c
}

// uvarint reads a number without a sign.
func (t *thrift) uvarint() uint64 {
	x, n := uint64(0), 0
	for {
		c := t.byte()
		if n > 63 {
			t.bad = true
		}
		if t.bad {
			return 0
		}
		x |= uint64(c&0x7f) << n
		if c < 0x80 {
			return x
		}
		n += 7
	}
}

// int reads a number with a sign.
func (t *thrift) int() int64 {
	x := t.uvarint()
	return int64(x>>1) ^ -int64(x&1)
}

// bytes reads a text, which is part of what is read.
func (t *thrift) bytes() []byte {
	n := t.uvarint()
	if n > uint64(len(t.b)) {
		t.bad = true
	}
	if t.bad {
		return nil
	}
	b := t.b[:n]
	t.b = t.b[n:]
	return b
}

// fields reads a struct: take is told the number and type of each field, and reads its value.
func (t *thrift) fields(take func(id int, kind byte)) {
	id := 0
	for !t.bad {
		head := t.byte()
		if head == 0 {
			return
		}
		if by := int(head >> 4); by > 0 {
			id += by
		} else {
			id = int(t.int())
		}
		take(id, head&15)
	}
}

// list reads one: take reads an element.
func (t *thrift) list(take func(kind byte)) {
	head := t.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = t.uvarint()
	}
	for ; n > 0 && !t.bad; n-- {
		take(head & 15)
	}
}

// skip passes over a value.
func (t *thrift) skip(kind byte) { t.pass(kind, 0) }

func (t *thrift) pass(kind byte, depth int) {
	switch kind {
	case isTrue, isFalse: // a field has its value in its type
	case isByte:
		t.byte()
	case 4, 5, 6:
		t.uvarint()
	case isDouble:
		if t.bad = t.bad || len(t.b) < 8; !t.bad {
			t.b = t.b[8:]
		}
	case isBinary:
		t.bytes()
	case isList, isSet:
		t.list(func(kind byte) { t.deeper(kind, depth) })
	case isMap:
		if n := t.uvarint(); n > 0 {
			for kinds := t.byte(); n > 0 && !t.bad; n-- {
				t.deeper(kinds>>4, depth)
				t.deeper(kinds&15, depth)
			}
		}
	case isStruct:
		if depth > maxNested {
			t.bad = true
			return
		}
		t.fields(func(_ int, kind byte) { t.pass(kind, depth+1) })
	default:
		t.bad = true
	}
}

// deeper passes over an element, of which a truth is a byte.
func (t *thrift) deeper(kind byte, depth int) {
	if depth > maxNested {
		t.bad = true
		return
	}
	if kind == isTrue || kind == isFalse {
		kind = isByte
	}
	t.pass(kind, depth+1)
}
