package wire

// Both reads or writes: a type that says its parts in order, once, can be sent and taken. Take is nil where
// it writes.
type Both struct {
	Put  *Writer
	Take *Reader
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
func (b Both) Int(x *int) {
	y := int64(*x)
	b.Int64(&y)
	*x = int(y)
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

// Ints are numbers, nil of none.
func (b Both) Ints(x *[]int64) {
	if b.Take != nil {
		if *x = b.Take.Ints(); len(*x) == 0 {
			*x = nil
		}
	} else {
		b.Put.Ints(*x)
	}
}

// Listed are parts of any number, each of one byte at least.
func Listed[T any](b Both, list *[]T, one func(x *T)) {
	if b.Take == nil {
		b.Put.Int(int64(len(*list)))
	} else if n := b.Take.Len(); n > 0 {
		*list = make([]T, n)
	} else {
		*list = nil
	}
	for i := range *list {
		one(&(*list)[i])
	}
}
