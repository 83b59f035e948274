package resample

import (
	"math"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
)

// Dated says whether each week of a trace is one week of the log, so that what held in a part of
// the log holds in the weeks taken from it.
func (v Variant) Dated() bool { return v != Draw && v != Shuffle }

// Bind has rules hold in a log as it is, whose load was scaled so.
func Bind(t *job.Trace, rules []rule.Rule, load float64, by By) {
	bind(t, &t.Calendar, []piece{{math.MinInt64, math.MaxInt64, 0}}, rules, scaled(load, by))
}

// Bind has rules hold in what Make or Log wrote last, and Scale has scaled so since: when they held in the
// weeks that it was taken from, by the clock that these had on the wall. Of weeks that are taken
// of each user apart nothing is known of either: periods have no place there.
func (s *Source) Bind(dst *job.Trace, rules []rule.Rule, load float64, by By) {
	pieces, scale := s.pieces(), scaled(load, by)
	bind(dst, &s.trace.Calendar, pieces, rules, scale)
	dst.Calendar.Shifts = shifts(&s.trace.Calendar, pieces, scale)
}

// piece is a part of a trace's clock, from an instant to before another, and by how much it is
// ahead of the clock of the log that it was taken from.
type piece struct{ from, to, moved int64 }

// pieces are those that the weeks make, neighbours in one. The last goes on beyond its week: so do
// the jobs that still wait.
func (s *Source) pieces() (list []piece) {
	for w, from := range s.from {
		x := piece{int64(w) * job.Week, int64(w+1) * job.Week, int64(w-int(from))*job.Week - s.first}
		if last := len(list) - 1; last >= 0 && list[last].moved == x.moved {
			list[last].to = x.to
		} else {
			list = append(list, x)
		}
	}
	if len(list) > 0 {
		list[len(list)-1].to = math.MaxInt64
	}
	return list
}

// scaled moves an instant as Scale moves submits; the ends of time stay.
func scaled(load float64, by By) func(at int64) int64 {
	return func(at int64) int64 {
		if load == 1 || by != Arrivals || at == math.MinInt64 || at == math.MaxInt64 {
			return at
		}
		return int64(math.Floor(float64(at) / load))
	}
}

// bind makes the rules of a trace. One that holds at no instant of it stays, with a span before all
// instants: whoever counts by rule finds each at its place.
func bind(dst *job.Trace, c *job.Calendar, pieces []piece, rules []rule.Rule, scale func(int64) int64) {
	dst.Rules = nil
	for _, r := range rules {
		b := rule.Bound{Rule: r}
		if r.Since != rule.Always || r.Until != rule.Forever {
			b.Spans = spans(&r, c, pieces, scale)
		}
		dst.Rules = append(dst.Rules, b)
	}
}

// spans are when a rule holds.
func spans(r *rule.Rule, c *job.Calendar, pieces []piece, scale func(int64) int64) (list []rule.Span) {
	for _, x := range pieces {
		from, to := x.from, x.to
		if r.Since != rule.Always {
			from = max(from, c.Instant(r.Since)+x.moved)
		}
		if r.Until != rule.Forever {
			to = min(to, c.Instant(r.Until)+x.moved)
		}
		span := rule.Span{From: scale(from), To: scale(to)}
		if span.From >= span.To {
			continue
		}
		if last := len(list) - 1; last >= 0 && list[last].To == span.From {
			list[last].To = span.To
			continue
		}
		list = append(list, span)
	}
	if list == nil {
		list = []rule.Span{{From: rule.Always, To: rule.Always + 1}}
	}
	return list
}

// shifts are the changes of the zone in weeks that were taken from a log, and between them.
func shifts(c *job.Calendar, pieces []piece, scale func(int64) int64) (list []job.Shift) {
	offset := c.Offset
	change := func(at, to int64) {
		if to != offset {
			list, offset = append(list, job.Shift{At: scale(at), Offset: to}), to
		}
	}
	for _, x := range pieces {
		change(x.from, c.OffsetAt(x.from-x.moved))
		for _, s := range c.Shifts {
			if at := s.At + x.moved; at > x.from && at < x.to {
				change(at, s.Offset)
			}
		}
	}
	return list
}
