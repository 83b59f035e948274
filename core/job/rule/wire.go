package rule

import "shadowtime/core/base/wire"

// Wire sends or takes a rule.
func (r *Rule) Wire(b wire.Both) {
	small := []int64{int64(r.Kind), int64(r.Per), int64(r.Of), int64(r.From), int64(r.To), int64(r.Days)}
	b.Ints(&small)
	if b.Take != nil {
		if len(small) != 6 {
			b.Take.Fail()
			return
		}
		r.Kind, r.Per, r.Of, r.From, r.To, r.Days = Kind(small[0]), Per(small[1]), Measure(small[2]), int32(small[3]), int32(small[4]),
			Days(small[5])
	}
	b.Int64(&r.Most)
	b.Int64(&r.Half)
	b.Bool(&r.Turn)
	b.Bool(&r.Standard)
	b.Bool(&r.Soft)
	b.Int64(&r.Since)
	b.Int64(&r.Until)
	c := &r.Class
	b.Int64(&c.Over)
	b.Int64(&c.Wider)
	b.Ints(&c.Users)
	b.Ints(&c.Queues)
	b.Ints(&c.Partitions)
	if b.Take != nil && b.Take.Err() == nil && r.Check() != nil {
		b.Take.Fail()
	}
}

// Wire sends or takes a span.
func (s *Span) Wire(b wire.Both) {
	b.Int64(&s.From)
	b.Int64(&s.To)
}

// Wire sends or takes a rule that is bound to a trace.
func (r *Bound) Wire(b wire.Both) {
	r.Rule.Wire(b)
	wire.Listed(b, &r.Spans, func(s *Span) { s.Wire(b) })
}

// Wire sends or takes rules that are bound to a trace.
func Wire(b wire.Both, list *[]Bound) { wire.Listed(b, list, func(r *Bound) { r.Wire(b) }) }
