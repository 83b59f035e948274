package rules

import (
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/guard"
	"shadowtime/core/sim/held"
)

// A rule is found on a grid: of the commonest requests, of half hours, of days that are many. What
// is refined is tried by whole passes, neighbour by neighbour, as long as less stays unexplained.

// better is by how much a score must fall, so that a rule is moved.
const better = 0.0002

// refine moves those of one rule.
func (s *Search) refine(i int) error {
	without, err := s.under(s.without(i))
	if err != nil {
		return err
	}
	if err := s.settle(i, &without.state); err != nil {
		return err
	}
	if s.found[i].Kind == rule.First { // whose classes were gathered before
		return nil
	}
	for _, by := range moves(&s.found[i]) {
		if err := s.climb(i, by, &without.state); err != nil {
			return err
		}
	}
	return s.regroup(i)
}

// move changes one constant by so many steps; false where it can't.
type move func(s *Search, r *rule.Rule, steps int) bool

// moves are those of a rule.
func moves(r *rule.Rule) []move {
	var list []move
	if r.Class.Over > 0 {
		list = append(list, moveOver)
	}
	switch r.Kind {
	case rule.Hours:
		list = append(list, moveFrom, moveTo, moveClock)
	case rule.EndBy:
		list = append(list, moveFrom, moveClock)
	case rule.Share:
		list = append(list, moveHalf)
	}
	return list
}

// climb goes in one direction while it helps, one step or two at a time.
func (s *Search) climb(i int, by move, without *state) error {
	for _, steps := range []int{1, 2, -1, -2} {
		list := slices.Clone(s.found)
		if !by(s, &list[i], steps) {
			continue
		}
		moved, err := s.moveTo(list, without)
		if err != nil {
			return err
		}
		if moved {
			return s.climb(i, by, without)
		}
	}
	return nil
}

// moveTo takes other constants, where they leave less unexplained and not too many starts break the rule that moved.
func (s *Search) moveTo(list []rule.Rule, without *state) (bool, error) {
	for i := range list {
		if list[i].Check() != nil {
			return false, nil
		}
	}
	c, err := s.under(list)
	if err != nil || c.fall < better || !s.obeyed(without, &c.state) {
		return false, err
	}
	s.take(c)
	return true, nil
}

// obeyed says whether not too many starts break what is between two states.
func (s *Search) obeyed(from, to *state) bool {
	broken, concerned := 0, 0
	for half := range 2 {
		d := s.between(from, to, half)
		broken += d.broken
		concerned += d.concerned
	}
	return float64(broken) <= max(2, s.epsilon*float64(concerned))
}

// moveOver goes along the requests that a twentieth of a percent of the jobs have.
func moveOver(s *Search, r *rule.Rule, steps int) bool {
	list := s.tally.requests
	at, _ := slices.BinarySearch(list, r.Class.Over)
	if at += steps; at < 0 || at >= len(list) {
		return false
	}
	r.Class.Over = list[at]
	return true
}

// moveHalf goes along the half-lives that are tried.
func moveHalf(_ *Search, r *rule.Rule, steps int) bool {
	at := slices.Index(halves(), r.Half) + steps
	if at < 0 || at >= len(halves()) {
		return false
	}
	r.Half = halves()[at]
	return true
}

func moveFrom(_ *Search, r *rule.Rule, steps int) bool { return moveMinute(r, &r.From, steps) }
func moveTo(_ *Search, r *rule.Rule, steps int) bool   { return moveMinute(r, &r.To, steps) }

func moveMinute(r *rule.Rule, at *int32, steps int) bool {
	all := int32(24 * 60)
	if r.Days == rule.Week {
		all *= 7
	}
	*at = ((*at+int32(30*steps))%all + all) % all
	return true
}

// moveClock goes by the other clock.
func moveClock(s *Search, r *rule.Rule, steps int) bool {
	r.Standard = !r.Standard
	return steps == 1 && len(s.tally.clocks) > 1
}

// Values of a limit: what it would have counted at the start of each job, and when a job began to
// wait in vain, under the other rules.
type values struct {
	record *held.Record
	pass   *held.Pass
	guard  guard.Guard // under the rule, as if it held always
	rule   *rule.Rule
	spans  []rule.Span
	used   int64
	start  []int64
	first  []int64
	// What a job counts alone: a limit below that is no concern of it. 0 of limits that let one job of a subject run.
	startOwn, firstOwn []int64

	// By day, if the rule held throughout: starts that it would forbid, and jobs that began to wait in vain
	// though it forbids them.
	base int64
	days counts
}

// day counts where the rule would forbid.
func (v *values) day(now int64, j int32, list []float64) {
	forbids := v.guard.Forbids(now, j) != 0 && (!v.rule.Soft || v.pass.Others(j))
	if v.rule.Kind == rule.Missing {
		forbids = v.used+int64(v.record.Trace().Size[j]) > v.record.Trace().Procs-v.rule.Most
	}
	if forbids {
		list[(now-v.base)/job.Day]++
	}
}

func (v *values) value(now int64, j int32) (int64, bool) {
	if v.rule.Kind != rule.Limit && v.rule.Kind != rule.Missing || len(v.spans) > 0 && (now < v.spans[0].From || now >= v.spans[0].To) {
		return 0, false
	}
	if v.rule.Kind == rule.Missing {
		return v.used + int64(v.record.Trace().Size[j]), true
	}
	if !v.guard.Concerns(0, j) || v.rule.Soft && !v.pass.Others(j) {
		return 0, false
	}
	x, runs := v.guard.Value(0, now, j)
	return x, runs || v.rule.Per == rule.All || v.rule.Of == rule.Jobs
}

func (v *values) own(j int32) int64 {
	if v.rule.Kind == rule.Limit && v.rule.Per == rule.All && v.rule.Of == rule.Procs {
		return int64(v.record.Trace().Size[j])
	}
	return 0
}

func (v *values) Interval(int64, int64, *[held.Causes]int64) {}

func (v *values) Vain(from, _ int64, j int32, first bool) {
	if !first {
		return
	}
	v.day(from, j, v.days.first)
	if x, ok := v.value(from, j); ok {
		v.first = append(v.first, x)
		v.firstOwn = append(v.firstOwn, v.own(j))
	}
}

func (v *values) Start(now int64, j int32, _ bool) {
	v.day(now, j, v.days.start)
	if x, ok := v.value(now, j); ok {
		v.start = append(v.start, x)
		v.startOwn = append(v.startOwn, v.own(j))
	}
	v.used += int64(v.record.Trace().Size[j])
	v.guard.Start(now, j)
}

func (v *values) End(j int32) {
	v.used -= int64(v.record.Trace().Size[j])
	v.guard.End(v.record.Start(j), j)
}

func valuesOf(r *held.Record, x *rule.Rule) *values {
	first, last := r.Span()
	v := &values{record: r, rule: x, spans: bound(r.Trace(), []rule.Rule{*x})[0].Spans}
	v.base = first - mod(r.Trace().Calendar.Local(first), job.Day)
	v.days = newCounts(int((last-v.base)/job.Day) + 1)
	return v
}

// values are those of rule i.
func (s *Search) values(i int) (*values, error) { return s.valuesIn(s.found, i) }

// valuesIn are those of rule i of a list.
func (s *Search) valuesIn(list []rule.Rule, i int) (*values, error) {
	v, always := valuesOf(s.record, &list[i]), list[i]
	always.Soft = false
	if err := v.guard.Load(s.record.Trace(), []rule.Bound{{Rule: always}}, false); err != nil {
		return nil, err
	}
	m := s.machine
	m.Rules = bound(s.record.Trace(), slices.Delete(slices.Clone(list), i, i+1))
	p := s.passes[0]
	p.Watch, v.pass = v, p
	_, err := p.Run(&m)
	p.Watch = nil
	for _, list := range [][]int64{v.start, v.first, v.startOwn, v.firstOwn} {
		slices.Sort(list)
	}
	return v, err
}

// settle gives a limit the constant, and a rule the days, for which the record speaks most.
func (s *Search) settle(i int, without *state) error {
	v, err := s.values(i)
	if err != nil {
		return err
	}
	if most, ok := v.most(s.epsilon); ok {
		list := slices.Clone(s.found)
		if list[i].Most = most; list[i].Kind == rule.Missing {
			list[i].Most = s.record.Trace().Procs - most
		}
		if list[i].Most != s.found[i].Most {
			if _, err := s.moveTo(list, without); err != nil {
				return err
			}
			if v, err = s.values(i); err != nil {
				return err
			}
		}
	}
	list := slices.Clone(s.found)
	v.date(&list[i], &s.record.Trace().Calendar, s.epsilon)
	if list[i].Since != s.found[i].Since || list[i].Until != s.found[i].Until {
		_, err = s.moveTo(list, without)
	}
	return err
}

// most is the least value of those that fewest starts go beyond, and most jobs were held by.
func (v *values) most(epsilon float64) (most int64, ok bool) {
	best := 0.0
	for k := len(v.start) - 1; k >= 0; k-- {
		x := v.start[k]
		if k > 0 && v.start[k-1] == x {
			continue
		}
		above := float64(beyond(v.start, x) - beyond(v.startOwn, x))
		held := float64(beyond(v.first, x) - beyond(v.firstOwn, x))
		if score := held - above/epsilon; score > 0 && score >= best {
			best, most, ok = score, x, true
		}
	}
	return most, ok
}

// date sets a rule's beginning and end to the days for which the record speaks most; open ones
// within the first and the last twelfth.
func (v *values) date(r *rule.Rule, c *job.Calendar, epsilon float64) {
	from, to, best := v.days.period(epsilon)
	if best <= 0 {
		return
	}
	n := len(v.days.first)
	if r.Since = rule.Always; from > n/12 {
		r.Since = c.Local(v.base + int64(from)*job.Day)
		r.Since -= mod(r.Since, job.Day)
	}
	if r.Until = rule.Forever; to < n-n/12 {
		r.Until = c.Local(v.base+int64(to)*job.Day) + job.Day/2
		r.Until -= mod(r.Until, job.Day)
	}
}

// beyond counts the values greater than x.
func beyond(list []int64, x int64) int {
	at, _ := slices.BinarySearch(list, x+1)
	return len(list) - at
}
