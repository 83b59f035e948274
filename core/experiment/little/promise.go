package little

import (
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
)

// promised is when a pass says that a job will start, Unknown where it says nothing:
// EASY promises the head alone.
func (s *Schedule) promised(p *why.Pass, c *why.Candidate) int64 {
	if s.Backfilling == sim.Easy {
		if c.Job == p.Head {
			return p.Shadow
		}
		return why.Unknown
	}
	return c.Place
}

// broken says which promises of the event before are void at an instant, and why.
func (s *Schedule) broken(x *why.Instant) (list []string, err error) {
	p := last(x)
	if x.PreviousEvent == why.Unknown || p == nil {
		return nil, nil
	}
	y, err := s.tape.At(x.PreviousEvent)
	if err != nil {
		return nil, err
	}
	was := last(y)
	if was == nil {
		return nil, nil
	}
	for i := range was.Queue {
		c := &was.Queue[i]
		old := s.promised(was, c)
		at := place(p, c.Job)
		if old == why.Unknown || at < 0 {
			continue
		}
		c = &p.Queue[at]
		now := s.promised(p, c)
		if c.Reason == why.Front || c.Reason == why.Backfilled || now != why.Unknown && now <= old {
			continue
		}
		text := "The promise of " + Hours(old/hour) + " to " + s.job(c.Job) + " is void: " + s.cause(was, p, c.Job, x.Now) + "."
		if now != why.Unknown {
			text += " " + numeral.Capital(s.job(c.Job)) + " is promised " + Hours(now/hour) + " now."
		} else {
			text += " EASY promises the head alone."
		}
		list = append(list, text)
	}
	return list, nil
}

// place is where a job stands in the queue of a pass, -1 where it does not.
func place(p *why.Pass, job int) int {
	return slices.IndexFunc(p.Queue, func(c why.Candidate) bool { return c.Job == job })
}

// cause is why a job can't have what it was promised a pass before.
func (s *Schedule) cause(was, p *why.Pass, job int, now int64) string {
	ahead := p.Queue[:place(p, job)] // of the head that it was, all are new
	if s.Backfilling == sim.Easy {
		if p.Head != job {
			return s.before([]int{p.Head}, job, now, "and now comes first", "")
		}
		var took []int
		sum := int64(0)
		for _, c := range ahead {
			took = append(took, c.Job)
			sum += s.size(c.Job)
		}
		rest := "and took " + processors(sum)
		return s.before(took, job, now, rest, rest)
	}
	then := place(was, job)
	from := was.Queue[then].Place
	until := from + s.tape.Trace.Request[job]
	var passed, moved []int
	for _, c := range ahead { // those that take some of its hours now, and did not
		i := place(was, c.Job)
		switch {
		case c.Place >= until || c.Place+s.tape.Trace.Request[c.Job] <= from:
		case i < 0 || i > then:
			passed = append(passed, c.Job)
		case was.Queue[i].Place != c.Place:
			moved = append(moved, c.Job)
		}
	}
	if len(passed) > 0 {
		return s.before(passed, job, now, "and now comes first", "and now come first")
	}
	text := s.listed(moved) + ", ahead of it, " + numeral.Plural(len(moved), "has", "have") + " another place"
	for row, j := range s.at {
		if s.End(row)*hour == now && s.of.Jobs[row].Runs*hour < s.tape.Trace.Request[j] {
			return s.job(j) + " ended early, and " + text
		}
	}
	return text
}

// before says of jobs why they go before another, and what comes of it: one and many.
func (s *Schedule) before(list []int, job int, now int64, one, many string) string {
	var reasons, words []string
	groups := map[string][]int{}
	for _, j := range list {
		r := s.ahead(j, job, now)
		if groups[r] == nil {
			reasons = append(reasons, r)
		}
		groups[r] = append(groups[r], j)
	}
	for _, r := range reasons {
		is, are, _ := strings.Cut(r, "|")
		words = append(words, s.listed(groups[r])+" "+numeral.Plural(len(groups[r]), is, are))
	}
	return numeral.Listed(words) + " " + numeral.Plural(len(list), one, many)
}

// ahead says why a job goes before another, of one and of many.
func (s *Schedule) ahead(a, b int, now int64) string {
	t := s.tape.Trace
	o, err := order.Parse(s.Order)
	switch late := func(j int) bool { return s.Threshold >= 0 && now-t.Submit[j] > s.Threshold*hour }; {
	case err != nil:
		return "goes before it|go before it"
	case late(a):
		return "has waited longer than " + Hours(s.Threshold) + "|have waited longer than " + Hours(s.Threshold)
	}
	area := func(j int) int64 { return t.Request[j] * s.size(j) }
	switch name := o.Name(); {
	case name == "SPF" && t.Request[a] < t.Request[b]:
		return "is shorter|are shorter"
	case name == "LPF" && t.Request[a] > t.Request[b]:
		return "is longer|are longer"
	case name == "SQF" && s.size(a) < s.size(b):
		return "asks for fewer processors|ask for fewer processors"
	case name == "LQF" && s.size(a) > s.size(b):
		return "asks for more processors|ask for more processors"
	case name == "SAF" && area(a) < area(b):
		return "is of less area|are of less area"
	case name == "LAF" && area(a) > area(b):
		return "is of more area|are of more area"
	case name == "LCFS" && t.Submit[a] > t.Submit[b]:
		return "came later|came later"
	}
	return "goes before it (" + o.Words() + ")|go before it (" + o.Words() + ")"
}
