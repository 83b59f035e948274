package tasks

import (
	"fmt"
	"math"
	"reflect"

	"shadowtime/core/base/wire"
	"shadowtime/core/study"
	"shadowtime/core/study/keep"
)

// numbered is a value that has no rows of its own as the row of task K. All that it
// has is written exactly: what is read makes the same bytes of a report.
type numbered[T any] struct {
	K     int
	Value T
}

func (r *numbered[T]) Number() int { return r.K }

// Wire sends or takes the row.
func (r *numbered[T]) Wire(b wire.Both) {
	b.Int(&r.K)
	if err := wireExact(b, reflect.ValueOf(&r.Value).Elem()); err != nil {
		panic(err) // the type has what can't be written: a test of it shows
	}
}

// Things computes n values that have no rows of their own, from 0, as Compute does rows: do
// makes, for each goroutine, what computes one.
func Things[T any](c *Call, of keep.Identity, n int, what string, do func() (func(i int) (T, error), error)) ([]T, error) {
	var rows study.Rows[numbered[T], *numbered[T]]
	err := Compute(c, &rows, Batch[numbered[T]]{Part: of, From: 1, UpTo: n, What: what,
		Start: func() (study.Tasks[numbered[T]], error) {
			f, err := do()
			return each[T](f), err
		}})
	if err != nil {
		return nil, err
	}
	var list []T
	for _, r := range rows.First(n) {
		list = append(list, r.Value)
	}
	return list, nil
}

// each are tasks of a function.
type each[T any] func(i int) (T, error)

func (f each[T]) Steps() int { return 1 }

func (f each[T]) Task(k int, _ study.Progress) (numbered[T], error) {
	v, err := f(k - 1)
	return numbered[T]{k, v}, err
}

// wireExact sends or takes a value; an error is of a type that can't be kept.
func wireExact(b wire.Both, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		x := v.Int()
		b.Int64(&x)
		v.SetInt(x)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		x := int64(v.Uint())
		b.Int64(&x)
		v.SetUint(uint64(x))
	case reflect.Bool:
		x := v.Bool()
		b.Bool(&x)
		v.SetBool(x)
	case reflect.Float64:
		x := v.Float()
		b.Float(&x)
		v.SetFloat(x)
	case reflect.String:
		x := v.String()
		b.Text(&x)
		v.SetString(x)
	case reflect.Pointer:
		none := v.IsNil()
		if b.Bool(&none); none || b.Take != nil && b.Take.Err() != nil {
			return nil
		}
		if b.Take != nil {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return wireExact(b, v.Elem())
	case reflect.Slice:
		n := int64(-1) // null in JSON, unlike a list that is empty
		if !v.IsNil() {
			n = int64(v.Len())
		}
		if b.Int64(&n); b.Take != nil {
			b.Check(n <= int64(b.Take.Left()) && n <= math.MaxInt32) // each takes a byte at least
			if b.Take.Err() != nil || n < 0 {
				return nil
			}
			v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			if err := wireExact(b, v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				return fmt.Errorf("%s.%s can't be kept: it is not exported", v.Type(), v.Type().Field(i).Name)
			}
			if err := wireExact(b, v.Field(i)); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("%s can't be kept", v.Type())
	}
	return nil
}
