package lab

import "shadowtime/core/study"

// Rider is what a view asks beside its plan, which links carry with it: where one looks,
// how a learned order is judged.
type Rider[T any] struct {
	Now      *T
	Usual    func() T
	Settings func(x *T) study.Settings
	Check    func(x *T) error // of all of them together; nil: each is enough
}

// rider is one of any type.
type rider interface {
	write(put func(key, text string))
	// try changes the settings; undo takes that back, as an error does by itself.
	try(change func(s study.Settings) error) (undo func(), err error)
	knows(key string) bool
	reset()
}

func (r *Rider[T]) write(put func(key, text string)) {
	usual := r.Usual()
	r.Settings(r.Now).Write(r.Settings(&usual), put)
}

func (r *Rider[T]) try(change func(s study.Settings) error) (undo func(), err error) {
	was := *r.Now
	undo = func() { *r.Now = was }
	err = change(r.Settings(r.Now))
	if err == nil && r.Check != nil {
		err = r.Check(r.Now)
	}
	if err != nil {
		undo()
	}
	return undo, err
}

func (r *Rider[T]) knows(key string) bool { return r.Settings(r.Now).Find(key) != nil }

func (r *Rider[T]) reset() { *r.Now = r.Usual() }
