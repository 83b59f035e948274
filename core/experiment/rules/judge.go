package rules

import (
	"slices"
	"sort"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/guard"
	"shadowtime/core/sim/held"
)

// tell says what was found so far; at the end with the stretches in which nothing started.
func (s *Search) tell(done bool) (*Found, error) {
	f := &Found{Round: len(s.found), Done: done, Foreign: s.Foreign(), Order: s.machine.Order, Plain: s.machine.Plain}
	for i := range s.found {
		x, err := s.judge(i)
		if err != nil {
			return nil, err
		}
		f.Findings = append(f.Findings, x)
	}
	var err error
	if f.Said, err = s.tellSaid(f.Findings); err != nil {
		return nil, err
	}
	m := s.machine
	if done && !f.Foreign {
		if f.Stops = s.stops(); len(f.Stops) > 0 && len(m.Rules) < guard.Most {
			m.Rules = append(slices.Clone(m.Rules), rule.Bound{Rule: rule.New(rule.Stop), Spans: f.Stops})
		}
	}
	if f.Under, err = held.AccountOf(s.record, &m); err == nil && len(f.Stops) > 0 {
		parts := s.now.sum.Parts()
		f.Stopped = parts[held.InVain] - f.Under.Parts[held.InVain]
	}
	return f, err
}

// judge says what rule i is worth.
func (s *Search) judge(i int) (Finding, error) {
	x := Finding{Rule: s.found[i], Absent: s.absent(&s.found[i])}
	without, err := s.under(s.without(i))
	if err != nil {
		return x, err
	}
	for half := range 2 {
		d := s.between(&without.state, &s.now, half)
		x.Explains += d.explains
		x.Broken += d.broken
		x.Concerned += d.concerned
	}
	if x.Rule.Kind == rule.Share { // what it concerns are starts that were out of turn without it
		x.Broken = s.now.outOfTurn()
		x.Concerned = max(without.state.outOfTurn(), x.Broken)
	}
	if x.Rule.Kind == rule.First {
		halves, err := s.mendedBy(&without.machine, &s.machine)
		if err != nil {
			return x, err
		}
		x.Broken = halves[0].spoiled + halves[1].spoiled
		x.Concerned = x.Broken + halves[0].mended + halves[1].mended
	}
	first, last := s.record.Span()
	n := int((last-first)/job.Week) + 1
	before, after := make([]int64, n), make([]int64, n)
	for j, vain := range without.state.vain {
		if !s.record.Has(j) { // it may have come behind all that happened
			continue
		}
		now := s.now.vain[j]
		if vain-now > touched && now <= max(5*minute, vain/10) {
			x.Exact++
		}
		w := (s.record.Start(int32(j)) - first) / job.Week
		before[w] += vain
		after[w] += now
	}
	for w := range before {
		if before[w] > 0 && 100*before[w] > before[w]-after[w] {
			x.Of++
			if after[w] < before[w] {
				x.Weeks++
			}
		}
	}
	return x, s.edge(i, &x, without)
}

// edge finds the next sharper constant, and how many starts would break it.
func (s *Search) edge(i int, x *Finding, without *candidate) error {
	x.EdgeBroken = -1
	for _, sharper := range s.sharper(i) {
		list := slices.Clone(s.found)
		list[i] = sharper
		if sharper.Check() != nil {
			continue
		}
		c, err := s.under(list)
		if err != nil {
			return err
		}
		broken, err := s.breaking(sharper.Kind, without, c)
		if err != nil {
			return err
		}
		if x.EdgeBroken < 0 || broken < x.EdgeBroken { // the less sharp of two sides
			x.Edge, x.EdgeBroken = sharper, broken
		}
	}
	if x.EdgeBroken < 0 {
		x.Edge, x.EdgeBroken = x.Rule, x.Broken
	}
	return nil
}

// breaking is how many starts go against a rule of a kind, by which two machines differ.
func (s *Search) breaking(k rule.Kind, without, with *candidate) (broken int, err error) {
	switch k {
	case rule.Share:
		return with.state.outOfTurn(), nil
	case rule.First:
		halves, err := s.mendedBy(&without.machine, &with.machine)
		return halves[0].spoiled + halves[1].spoiled, err
	}
	for half := range 2 {
		broken += s.between(&without.state, &with.state, half).broken
	}
	return broken, nil
}

// sharper are a rule's neighbours that forbid more.
func (s *Search) sharper(i int) []rule.Rule {
	r := s.found[i]
	switch r.Kind {
	case rule.Limit:
		always := r
		if r.Most--; r.Of == rule.Work {
			r.Most -= r.Most / 20
		}
		if always.Soft { // that it is soft is as sure as the starts that it lets through are many
			always.Soft = false
			return []rule.Rule{r, always}
		}
		return []rule.Rule{r}
	case rule.Missing:
		r.Most++
		return []rule.Rule{r}
	case rule.Hours:
		early, late := r, r
		moveMinute(&early, &early.From, -1)
		moveMinute(&late, &late.To, 1)
		return []rule.Rule{early, late}
	case rule.First:
		var list []rule.Rule
		for _, x := range s.neighbours(r) {
			list = append(list, x.rule)
		}
		return list
	case rule.Kept:
		early, late := r, r
		early.Since, late.Until = r.Since-grid, r.Until+grid
		return []rule.Rule{early, late}
	case rule.Share:
		var list []rule.Rule
		for _, steps := range []int{-1, 1} {
			if x := r; moveHalf(s, &x, steps) {
				list = append(list, x)
			}
		}
		return list
	case rule.EndBy: // what may start again at the hour is what would break a later one
		moveMinute(&r, &r.From, 1)
		return []rule.Rule{r}
	}
	return nil
}

// bounds of a stretch without a start
const (
	stretch  = 3600
	someJobs = 3
	some     = 2  // users
	expected = 25 // starts that there would have been
)

// stops are the stretches in which nothing started though several jobs of several users waited in vain, and the log's
// own rate in the fourteen days around would have given many starts.
func (s *Search) stops() []rule.Span {
	starts := s.startSeconds()
	var list []rule.Span
	for i := 1; i < len(starts); i++ {
		from, to := starts[i-1]+1, starts[i]
		if to-from < stretch {
			continue
		}
		low := sort.Search(len(starts), func(k int) bool { return starts[k] >= from-job.Week })
		high := sort.Search(len(starts), func(k int) bool { return starts[k] > to+job.Week })
		rate := float64(high-low) / float64(2*job.Week+to-from)
		if rate*float64(to-from) >= expected && s.stuck(from, to) {
			list = append(list, rule.Span{From: from, To: to})
		}
	}
	return list
}

func (s *Search) startSeconds() []int64 {
	t := s.record.Trace()
	var list []int64
	for j := range t.Submit {
		if s.record.Has(j) {
			list = append(list, s.record.Start(int32(j)))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// stuck says whether several jobs waited in vain in all of a stretch's second half.
func (s *Search) stuck(from, to int64) bool {
	t := s.record.Trace()
	jobs, users := 0, map[int32]bool{}
	for j, vain := range s.now.vain {
		if t.Submit[j] < to && s.record.Start(int32(j)) >= to && vain >= min(stretch/2, (to-from)/2) {
			jobs++
			users[t.User[j]] = true
		}
	}
	return jobs >= someJobs && len(users) >= min(some, len(t.Users))
}
