package tasks

import (
	"errors"
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

func (r *numbered[T]) Encode(w *wire.Writer) {
	w.Int(int64(r.K))
	if err := writeExact(w, reflect.ValueOf(&r.Value).Elem()); err != nil {
		panic(err) // the type has what can't be written: a test of it shows
	}
}

func (r *numbered[T]) Decode(b *wire.Reader) error {
	r.K = int(b.Int())
	if err := readExact(b, reflect.ValueOf(&r.Value).Elem()); err != nil {
		return err
	}
	return b.Err()
}

// Things computes n values that have no rows of their own, from 0, as Compute does rows: do
// makes, for each goroutine, what computes one.
func Things[T any](c *Call, of keep.Part, n int, what string, do func() (func(i int) (T, error), error)) ([]T, error) {
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

func writeExact(w *wire.Writer, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Bool:
		w.Bool(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.Int(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.Uint(v.Uint())
	case reflect.Float64:
		w.Float(v.Float())
	case reflect.String:
		w.String(v.String())
	case reflect.Pointer:
		w.Bool(v.IsNil())
		if !v.IsNil() {
			return writeExact(w, v.Elem())
		}
	case reflect.Slice:
		if v.IsNil() { // null in JSON, unlike one that is empty
			w.Int(-1)
			return nil
		}
		w.Int(int64(v.Len()))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			if err := writeExact(w, v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				return fmt.Errorf("%s.%s can't be kept: it is not exported", v.Type(), v.Type().Field(i).Name)
			}
			if err := writeExact(w, v.Field(i)); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("%s can't be kept", v.Type())
	}
	return nil
}

var errExact = errors.New("what is kept is not of this type")

func readExact(r *wire.Reader, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.Uint())
	case reflect.Float64:
		v.SetFloat(r.Float())
	case reflect.String:
		v.SetString(r.String())
	case reflect.Pointer:
		if !r.Bool() && r.Err() == nil {
			v.Set(reflect.New(v.Type().Elem()))
			return readExact(r, v.Elem())
		}
	case reflect.Slice:
		n := r.Int()
		if n < 0 || r.Err() != nil {
			return r.Err()
		}
		if n > int64(r.Left()) || n > math.MaxInt32 { // each takes a byte at least
			return errExact
		}
		v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			if err := readExact(r, v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if err := readExact(r, v.Field(i)); err != nil {
				return err
			}
		}
	default:
		return errExact
	}
	return r.Err()
}
