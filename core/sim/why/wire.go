package why

import "shadowtime/core/base/wire"

// Wire sends or takes the story.
func (s *Story) Wire(b wire.Both) {
	b.All(&s.Job, &s.Submit, &s.Start, &s.End, &s.How, &s.Ahead, &s.First, &s.Queue, &s.Went.Better, &s.Went.Same, &s.Went.Late,
		&s.Went.Share)
	wire.Listed(b, &s.Overtaken, func(o *Overtaker) { b.All(&o.Job, &o.Start, &o.How, &o.Shadow) })
	wire.Listed(b, &s.Episodes, func(e *Episode) {
		b.All(&e.From, &e.To, &e.Reason, &e.Head, &e.Shadow, &e.Extra, &e.Free, &e.Passes, &e.Most)
		wire.Whole(b, &e.Rules)
	})
	wire.Listed(b, &s.Reserved, func(m *Move) { b.All(&m.At, &m.Shadow) })
	wire.Listed(b, &s.Delayed, b.Int)
}

// Wire sends or takes a reason that there is.
func (r *Reason) Wire(b wire.Both) {
	v := int64(*r)
	if b.Int64(&v); b.Take == nil {
		return
	}
	if *r = Behind; v >= 0 && v <= int64(Held) {
		*r = Reason(v)
	}
}

// Wire sends or takes a sentence.
func (s *Sentence) Wire(b wire.Both) { b.All(&s.At, &s.Words) }

// Wire sends or takes the instant.
func (s *Instant) Wire(b wire.Both) {
	b.All(&s.Now, &s.Free, &s.PreviousEvent, &s.NextEvent, &s.PreviousDecision, &s.NextDecision)
	wire.Listed(b, &s.Running, func(x *Running) { b.All(&x.Job, &x.Start, &x.Projected) })
	wire.Listed(b, &s.Passes, func(p *Pass) {
		b.All(&p.Free, &p.Head, &p.Shadow, &p.Extra)
		wire.Listed(b, &p.Queue, func(x *Candidate) {
			b.All(&x.Job, &x.Reason, &x.Turn, &x.Free, &x.Extra, &x.Place)
			wire.Whole(b, &x.Rules)
		})
	})
}
