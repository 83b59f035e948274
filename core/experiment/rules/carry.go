package rules

import (
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// carry carries the rules on into a record that they were not read from: all that did not end before.
// A rule is known to hold no longer once so many starts broke it within a week as did not in two of its
// worst weeks before, and three more, and no more jobs began to wait in vain where it forbids. From then on its
// class is the widest of longer requests that the week before obeyed, if one did. That looks at no more than what
// has happened by then. Breaches alone end no rule: on KTH-SP2 long jobs are let through by day more and more, and
// still more of them are held.
func (s *Search) carry(later *held.Record) ([]rule.Rule, error) {
	var list []rule.Rule
	for _, x := range s.found {
		if x.Until != rule.Forever {
			continue
		}
		seen, err := breaks(s.record, x)
		if err != nil {
			return nil, err
		}
		worst := 0.0
		weekly(&seen.days, 0, func(_ int, broke, _ float64) bool {
			worst = max(worst, broke)
			return true
		})
		x.Since = rule.Always
		if list, err = s.follow(list, later, x, 2*worst+3); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// follow adds a rule for as long as not more starts than so many break it in a week, and what it becomes then.
func (s *Search) follow(list []rule.Rule, later *held.Record, x rule.Rule, limit float64) ([]rule.Rule, error) {
	from := 0
	for x.Until == rule.Forever {
		open := x
		open.Since = rule.Always
		next, err := breaks(later, open)
		if err != nil {
			return nil, err
		}
		end := -1
		weekly(&next.days, from, func(day int, broke, began float64) bool {
			if broke > limit && broke >= began {
				end = day
			}
			return end < 0
		})
		if end < 0 {
			return append(list, x), nil
		}
		wider := open
		widest := s.longer(x.Class.Over) / 4
		x.Until = midnight(&later.Trace().Calendar, next.base+int64(end+1)*job.Day)
		list = append(list, x)
		if ok, err := s.loosen(&wider, later, end, limit, widest); err != nil || !ok {
			return list, err
		}
		wider.Since = x.Until
		x, from = wider, end+1
	}
	return list, nil
}

// longer counts the jobs whose request is above one.
func (s *Search) longer(over int64) (n int) {
	for _, ask := range s.record.Trace().Request {
		if ask > over {
			n++
		}
	}
	return n
}

// loosen raises the request that a class begins above to the least that was obeyed in the week before a day, if
// so many jobs at least are in the class then.
func (s *Search) loosen(x *rule.Rule, later *held.Record, day int, limit float64, least int) (bool, error) {
	for _, over := range s.tally.requests {
		if x.Class.Over == 0 || over <= x.Class.Over {
			continue
		}
		if s.longer(over) < least {
			break
		}
		x.Class.Over = over
		v, err := breaks(later, *x)
		if err != nil {
			return false, err
		}
		sum := 0.0
		for _, n := range v.days.start[max(0, day-6) : day+1] {
			sum += n
		}
		if sum <= limit/2 {
			return true, nil
		}
	}
	return false, nil
}

// midnight is the beginning of a day on the clock on the wall, nearest to an instant: an hour moves with that clock.
func midnight(c *job.Calendar, at int64) int64 {
	local := c.Local(at) + job.Day/2
	return local - mod(local, job.Day)
}

// weekly tells, day by day from one on, the sums of the last seven days, of starts and of jobs that began to wait, until
// it is enough.
func weekly(days *counts, from int, tell func(day int, broke, began float64) bool) {
	broke, began := 0.0, 0.0
	for d := from; d < len(days.start); d++ {
		broke, began = broke+days.start[d], began+days.first[d]
		if d >= from+7 {
			broke, began = broke-days.start[d-7], began-days.first[d-7]
		}
		if !tell(d, broke, began) {
			return
		}
	}
}

// breaks counts, by day, the starts of a record that a rule forbids while it holds, and the jobs that began to wait in vain
// then.
func breaks(r *held.Record, x rule.Rule) (*values, error) {
	v, always := valuesOf(r, &x), x
	always.Soft = false
	if err := v.guard.Load(r.Trace(), bound(r.Trace(), []rule.Rule{always}), false); err != nil {
		return nil, err
	}
	p := held.NewPass(r)
	p.Watch, v.pass = v, p
	_, err := p.Run(&held.Machine{})
	return v, err
}
