package rules

import (
	"slices"

	"shadowtime/core/base/wire"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/guard"
	"shadowtime/core/sim/held"
)

// Rules that a site's own files say are judged as found ones are. Those that the record bears out hold from the beginning of a
// search: they are neither refined nor taken off, and what is found is found beside them.

// SaidFinding is a rule that a site's files say, as the record has it, beside those that hold.
type SaidFinding struct {
	Finding
	Starts  int  // that it concerns, whether anybody waited or not,
	Against int  // and of these those that it forbids
	Holds   bool // not too many do: it is in force
}

// Wire sends or takes it.
func (f *SaidFinding) Wire(b wire.Both) {
	f.Finding.Wire(b)
	b.Int(&f.Starts)
	b.Int(&f.Against)
	b.Bool(&f.Holds)
}

// give takes the rules that are said and hold.
func (s *Search) give() error {
	if len(s.said) == 0 {
		return nil
	}
	var err error
	if s.obey, err = obeyedBy(s.record, s.said); err != nil {
		return err
	}
	bare, none := s.now, s.machine
	for i, x := range s.said {
		if s.absent(&x) {
			continue
		}
		c, err := s.under([]rule.Rule{x})
		if err != nil {
			return err
		}
		if x.Kind.Orders() {
			if err = s.ordered(&s.obey[i], &none, &c.machine); err != nil {
				return err
			}
			if s.obey[i].holds && !holdsTwice(s.found, &x) {
				s.found = append(s.found, x)
			}
			continue
		}
		held := s.between(&bare, &c.state, 0).concerned + s.between(&bare, &c.state, 1).concerned
		if s.obey[i].holds = s.bears(s.obey[i].against, held); s.obey[i].holds && !holdsTwice(s.found, &x) {
			s.found = append(s.found, x)
		}
	}
	s.given = len(s.found)
	c, err := s.under(s.found)
	if err == nil {
		s.take(c)
	}
	return err
}

// absent says whether a rule concerns no job of the log: nothing speaks for it, and nothing against it.
func (s *Search) absent(x *rule.Rule) bool {
	t := s.record.Trace()
	return !guard.Concerned(t, &bound(t, []rule.Rule{*x})[0])
}

// ordered judges a rule that says who goes first, by the starts that it puts into turn and out of it.
func (s *Search) ordered(o *obedience, without, with *held.Machine) error {
	halves, err := s.mendedBy(without, with)
	mended := halves[0].mended + halves[1].mended
	o.against = halves[0].spoiled + halves[1].spoiled
	o.starts = mended + o.against
	o.holds = s.bears(o.against, o.starts)
	return err
}

func holdsTwice(list []rule.Rule, x *rule.Rule) bool {
	return slices.ContainsFunc(list, func(r rule.Rule) bool { return same(&r, x) })
}

// bears says whether a record bears a rule out, of which so many starts go against it and which concerns so many jobs that waited:
// one or two such starts where it held ten times as many, else the share that may break any rule.
func (s *Search) bears(against, concerned int) bool {
	return against == 0 || float64(against) <= s.epsilon*float64(concerned) || against <= 2 && 10*against <= concerned
}

// tellSaid says what each rule that is said is worth, given what is said of those that hold: one that the record contradicts as if
// it held beside these.
func (s *Search) tellSaid(holding []Finding) ([]SaidFinding, error) {
	var list []SaidFinding
	for k := range s.obey {
		x, o := s.said[k], &s.obey[k]
		told := SaidFinding{Starts: o.starts, Against: o.against, Holds: o.holds}
		if i := slices.IndexFunc(s.found[:s.given], func(r rule.Rule) bool { return same(&r, &x) }); i >= 0 {
			told.Finding = holding[i]
			list = append(list, told)
			continue
		}
		with := *s
		c, err := s.under(append(slices.Clip(s.found), x))
		if err != nil {
			return nil, err
		}
		with.take(c)
		if told.Finding, err = with.judge(len(with.found) - 1); err != nil {
			return nil, err
		}
		list = append(list, told)
	}
	return list, nil
}

// obedience is how many starts of a record a rule concerns, and how many go against it.
type obedience struct {
	starts, against int
	holds           bool
}

// clerk counts them, as a machine obeys rules to the letter.
type clerk struct {
	record *held.Record
	pass   *held.Pass
	guard  guard.Guard // under the rules, as if all held always
	rules  []rule.Bound
	used   int64
	list   []obedience
}

// obeyedBy counts what a record makes of rules.
func obeyedBy(r *held.Record, list []rule.Rule) ([]obedience, error) {
	c := &clerk{record: r, rules: bound(r.Trace(), list), list: make([]obedience, len(list))}
	always := slices.Clone(c.rules)
	for i := range always {
		always[i].Soft = false
	}
	if err := c.guard.Load(r.Trace(), always, true); err != nil {
		return nil, err
	}
	p := held.NewPass(r)
	p.Watch, c.pass = c, p
	_, err := p.Run(&held.Machine{})
	return c.list, err
}

// Start counts a start.
func (c *clerk) Start(now int64, j int32, _ bool) {
	t := c.record.Trace()
	by := c.guard.Forbids(now, j)
	for i := range c.list {
		x, missing := &c.list[i], c.rules[i].Kind == rule.Missing
		if !c.guard.Concerns(i, j) && !missing || !on(c.rules[i].Spans, now) || c.rules[i].Soft && !c.pass.Others(j) {
			continue
		}
		x.starts++
		if by>>i&1 != 0 || missing && c.used+int64(t.Size[j]) > t.Procs-c.rules[i].Most {
			x.against++
		}
	}
	c.used += int64(t.Size[j])
	c.guard.Start(now, j)
}

// on says whether an instant lies in one of the spans; of none each does.
func on(spans []rule.Span, now int64) bool {
	return len(spans) == 0 || slices.ContainsFunc(spans, func(s rule.Span) bool { return s.From <= now && now < s.To })
}

// End counts an end.
func (c *clerk) End(j int32) {
	c.used -= int64(c.record.Trace().Size[j])
	c.guard.End(c.record.Start(j), j)
}

// Interval needs no more.
func (c *clerk) Interval(int64, int64, *[held.Causes]int64) {}
