package wire

// Both reads or writes: a type that says its parts in order, once, can be sent and taken. Take is nil where
// it writes.
type Both struct {
	Put  *Writer
	Take *Reader
}

// Sent is a type that says its parts.
type Sent interface{ Wire(b Both) }

// Encode writes a message of one value.
func Encode(x Sent) []byte {
	var w Writer
	x.Wire(Both{Put: &w})
	return w.B
}

// Decode reads what Encode wrote.
func Decode(message []byte, x Sent) error {
	r := NewReader(message)
	x.Wire(Both{Take: r})
	return r.Close()
}

// All sends or takes parts in their order: pointers to whole numbers (int or int64), numbers, switches, texts and
// lists of them, and whatever says its own parts.
func (b Both) All(parts ...any) {
	for _, part := range parts {
		switch x := part.(type) {
		case *int:
			b.Int(x)
		case *int64:
			b.Int64(x)
		case *float64:
			b.Float(x)
		case *bool:
			b.Bool(x)
		case *string:
			b.Text(x)
		case *[]int64:
			b.Ints(x)
		case *[]float64:
			list(b, x, (*Reader).Floats, (*Writer).Floats)
		case *[]int32:
			list(b, x, (*Reader).Int32s, (*Writer).Int32s)
		case *[]byte:
			list(b, x, func(r *Reader) []byte { return r.Raw(r.Len()) }, func(w *Writer, v []byte) { w.Int(int64(len(v))); w.Raw(v) })
		case *[]string:
			Listed(b, x, b.Text)
		case Sent:
			x.Wire(b)
		default:
			panic("wire: a part can't be sent: give it a Wire, or make it a pointer to a number or a text")
		}
	}
}

// Taking says whether it reads without error so far: then what was read can be looked at.
func (b Both) Taking() bool { return b.Take != nil && b.Take.Err() == nil }

// Check refuses what was read where a law of it does not hold. What is written is never refused.
func (b Both) Check(holds bool) {
	if b.Take != nil && !holds {
		b.Take.Fail()
	}
}

// Int64 is a number.
func (b Both) Int64(x *int64) {
	if b.Take != nil {
		*x = b.Take.Int()
	} else {
		b.Put.Int(*x)
	}
}

// Int is a number.
func (b Both) Int(x *int) { Whole(b, x) }

// Whole is a whole number of any type, sent as an int64.
func Whole[T ~int | ~int64 | ~int32 | ~uint8 | ~uint64](b Both, x *T) {
	if b.Take != nil {
		*x = T(b.Take.Int())
	} else {
		b.Put.Int(int64(*x))
	}
}

// Float is a number.
func (b Both) Float(x *float64) {
	if b.Take != nil {
		*x = b.Take.Float()
	} else {
		b.Put.Float(*x)
	}
}

// Bool is a switch.
func (b Both) Bool(x *bool) {
	if b.Take != nil {
		*x = b.Take.Bool()
	} else {
		b.Put.Bool(*x)
	}
}

// Text is a text.
func (b Both) Text(x *string) {
	if b.Take != nil {
		*x = b.Take.String()
	} else {
		b.Put.String(*x)
	}
}

// Raw are bytes of a length that both sides know.
func (b Both) Raw(x []byte) {
	if b.Take != nil {
		copy(x, b.Take.Borrow(len(x)))
	} else {
		b.Put.Raw(x)
	}
}

// Ints are numbers, nil of none.
func (b Both) Ints(x *[]int64) { list(b, x, (*Reader).Ints, (*Writer).Ints) }

// list are values of one type, nil of none.
func list[T any](b Both, x *[]T, take func(*Reader) []T, put func(*Writer, []T)) {
	if b.Take == nil {
		put(b.Put, *x)
	} else if *x = take(b.Take); len(*x) == 0 {
		*x = nil
	}
}

// List are parts of any number that say their own.
func List[T any, S interface {
	*T
	Sent
}](b Both, list *[]T) {
	Listed(b, list, func(x *T) { S(x).Wire(b) })
}

// Listed are parts of any number, each of one byte at least.
func Listed[T any](b Both, list *[]T, one func(x *T)) {
	if b.Take == nil {
		b.Put.Int(int64(len(*list)))
		for i := range *list {
			one(&(*list)[i])
		}
		return
	}
	*list = nil
	for n := b.Take.Len(); n > 0 && b.Take.Err() == nil; n-- { // a bad message makes no more of them than it has
		var x T
		one(&x)
		*list = append(*list, x)
	}
}
