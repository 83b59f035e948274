package rules

import (
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// Search looks for the rules that a record shows.
type Search struct {
	record  *held.Record
	passes  []*held.Pass
	tally   *tally
	epsilon float64

	machine held.Machine // what is found so far
	found   []rule.Rule
	given   int // so many of them, the first, are said by the site's files and hold
	said    []rule.Rule
	obey    []obedience // of those that are said
	now     state
	refused []rule.Rule // rules that went again
	memory  *memory
}

// state is what a pass under some rules says.
type state struct {
	sum   held.Sum
	vain  []int64
	ahead int64 // how far in time it looked at most
}

// bounds of what is taken
const (
	gain       = 0.01    // of the waiting that a rule explains in the mean of the halves,
	otherGain  = 0.0033  // in each,
	otherShare = 1.0 / 8 // and in one of what it does in the other
	mostBeside = 1.5     // so many times what it would explain a rule may, for a job that it holds may hold others
	leastFall  = 0.015   // of share and breaches that another order explains, both halves together, and half of it in each
	loss       = 0.005   // a rule without which less is lost goes
	rounds     = 8
	touched    = 60 // seconds by which the wait in vain of a job that is concerned falls
)

// NewSearch begins with a machine of no rules but those of a site's files that its record bears out.
func NewSearch(r *held.Record, epsilon float64, said []rule.Rule) (*Search, error) {
	s := &Search{record: r, tally: newTally(r), epsilon: epsilon, memory: &memory{}, passes: []*held.Pass{held.NewPass(r)}}
	var err error
	if s.now, err = s.try(&s.machine); err != nil {
		return nil, err
	}
	if s.said = said; !s.Foreign() {
		if err = s.give(); err != nil {
			return nil, err
		}
	}
	s.tally.own(s.now.vain)
	s.tally.pools(s.now.vain)
	s.tally.sort()
	return s, err
}

func (s *Search) try(m *held.Machine) (state, error) {
	p := s.passes[0]
	p.Watch = nil
	sum, err := p.Run(m)
	return state{sum, slices.Clone(p.Vain), p.Ahead}, err
}

// Foreign says that the machine is not what the log says: too many starts had no room.
func (s *Search) Foreign() bool { return s.now.sum.Lacking() > MostLacking }

// bound has rules hold on a trace's clock.
func bound(t *job.Trace, list []rule.Rule) []rule.Bound {
	x := *t
	resample.Bind(&x, list, 1, resample.Arrivals)
	return x.Rules
}

// candidate is a machine that is tried, and what a pass says of it.
type candidate struct {
	machine held.Machine
	found   []rule.Rule
	state   state
	fall    float64 // of share and breaches, both halves together
}

// Round takes the rule, or the order, that explains most; false where there is none.
func (s *Search) Round() (bool, error) {
	list, err := s.propose()
	if err != nil {
		return false, err
	}
	var best *candidate
	for i := range list {
		p := &list[i]
		if best != nil && p.best < best.fall-0.01 {
			continue // it can hardly do better
		}
		if p.best*mostBeside < 2*gain {
			continue // nor explain enough
		}
		c, ok, err := s.weigh(p)
		if err != nil {
			return false, err
		}
		if ok && (best == nil || c.fall > best.fall) {
			best = c
		}
	}
	structural, err := s.structures(best)
	if err != nil {
		return false, err
	}
	for _, c := range structural {
		if best == nil || c.fall > best.fall {
			best = c
		}
	}
	if best == nil {
		return s.keep()
	}
	s.take(best)
	if n := len(s.found); n > s.given {
		if err := s.refine(n - 1); err != nil {
			return false, err
		}
	}
	if err := s.align(); err != nil {
		return false, err
	}
	if err := s.join(); err != nil {
		return false, err
	}
	return true, s.prune()
}

// align has all hours that were found go by one clock, where hardly more stays unexplained: a machine has one, and in
// winter two show the same.
func (s *Search) align() error {
	if len(s.tally.clocks) < 2 || !slices.ContainsFunc(s.found[s.given:], func(r rule.Rule) bool { return r.Clock() }) {
		return nil
	}
	var best *candidate
	for _, standard := range s.tally.clocks {
		list := slices.Clone(s.found)
		for i := s.given; i < len(list); i++ {
			list[i].Standard = standard && list[i].Clock()
		}
		c, err := s.under(list)
		if err != nil {
			return err
		}
		if best == nil || c.fall > best.fall {
			best = c
		}
	}
	if best.fall > -loss {
		s.take(best)
	}
	return nil
}

// join makes one rule of two that differ in their periods alone, where hardly more stays unexplained: what lies between
// them, or before and behind, had too few jobs to speak for it.
func (s *Search) join() error {
	for i := s.given; i < len(s.found); i++ {
		for k := i + 1; k < len(s.found); k++ {
			a, b := s.found[i], s.found[k]
			b.Since, b.Until = a.Since, a.Until
			if a.Kind == rule.Kept || !same(&a, &b) {
				continue
			}
			a.Since, a.Until = min(a.Since, s.found[k].Since), max(a.Until, s.found[k].Until)
			list := slices.Delete(slices.Clone(s.found), k, k+1)
			list[i] = a
			without, err := s.under(slices.Delete(slices.Clone(list), i, i+1))
			if err != nil {
				return err
			}
			c, err := s.under(list)
			if err != nil {
				return err
			}
			if c.fall > -loss && s.obeyed(&without.state, &c.state) {
				s.take(c)
				return s.join()
			}
		}
	}
	return nil
}

// same says that two rules are one.
func same(a, b *rule.Rule) bool { return a.Text() == b.Text() }

// propose counts what waits in vain under what is found so far.
func (s *Search) propose() ([]proposal, error) {
	if err := s.tally.begin(); err != nil {
		return nil, err
	}
	p := s.passes[0]
	p.Watch, s.tally.pass = s.tally, p
	_, err := p.Run(&s.machine)
	p.Watch = nil
	s.tally.gather()
	list := s.tally.proposals(s.epsilon, [2]int64{s.now.sum.All(0), s.now.sum.All(1)})
	list = slices.DeleteFunc(list, func(p proposal) bool {
		for i := range s.found {
			looser := i < s.given && p.rule.Kind == rule.Limit && p.rule.Most < s.found[i].Most // what is said may be wider than what holds
			if alike(&s.found[i], &p.rule) && !looser {
				return true
			}
		}
		return slices.ContainsFunc(s.refused, func(r rule.Rule) bool { return alike(&r, &p.rule) })
	})
	return list, err
}

// alike says that two rules are of one family and hold at one time.
func alike(a, b *rule.Rule) bool {
	same := a.Kind == b.Kind && a.Soft == b.Soft && a.Per == b.Per && a.Of == b.Of &&
		a.Class.Over == b.Class.Over && a.Class.Wider == b.Class.Wider &&
		slices.Equal(a.Class.Users, b.Class.Users) && slices.Equal(a.Class.Queues, b.Class.Queues) &&
		slices.Equal(a.Class.Partitions, b.Class.Partitions)
	return same && a.Since < b.Until && b.Since < a.Until && a.Days == b.Days
}

// weigh tries a proposal, and says whether it is to be taken.
func (s *Search) weigh(p *proposal) (*candidate, bool, error) {
	c, err := s.under(append(slices.Clip(s.found), p.rule))
	if err != nil {
		return nil, false, err
	}
	mine, other := s.compare(&c.state, p.half), s.compare(&c.state, 1-p.half)
	ok := mine.gain+other.gain >= 2*gain && min(mine.gain, other.gain) >= max(otherGain, otherShare*max(mine.gain, other.gain)) &&
		float64(mine.broken) <= max(1, s.epsilon*float64(mine.concerned)) &&
		float64(other.broken) <= max(2, 2*s.epsilon*float64(other.concerned))
	return c, ok, nil
}

func (s *Search) with(list []rule.Rule, order held.Order, plain bool) (*candidate, error) {
	c := &candidate{found: list, machine: held.Machine{Order: order, Plain: plain, Rules: bound(s.record.Trace(), list)}}
	var err error
	c.state, err = s.recall(list, &c.machine)
	c.fall = s.now.score() - c.state.score()
	return c, err
}

// orderly tries other rules and another order, as long as not enough starts go against it: none where they do.
func (s *Search) orderly(list []rule.Rule, order held.Order, enough func(*held.Sum) bool) (*candidate, error) {
	p := s.passes[0]
	p.Enough, p.Over = enough, false
	c, err := s.with(list, order, s.machine.Plain)
	if p.Enough = nil; p.Over {
		c, p.Over = nil, false
	}
	return c, err
}

// under tries other rules, with the order and the backfilling found.
func (s *Search) under(list []rule.Rule) (*candidate, error) {
	return s.with(list, s.machine.Order, s.machine.Plain)
}

// without are the rules but one.
func (s *Search) without(i int) []rule.Rule { return slices.Delete(slices.Clone(s.found), i, i+1) }

// take goes on from a candidate.
func (s *Search) take(c *candidate) { s.machine, s.found, s.now = c.machine, c.found, c.state }

// score is what stays unexplained, the less the better.
func (s *state) score() float64 {
	return s.sum.Share(0) + s.sum.Share(1) + s.sum.Broken(0) + s.sum.Broken(1)
}

// difference is what a rule does in a half.
type difference struct {
	explains  int64   // seconds of jobs that are no longer in vain
	gain      float64 // of the half's waiting, that is no longer in vain
	broken    int     // starts that go against the rule
	concerned int     // jobs that no longer wait so long in vain, and those
}

func (s *Search) compare(to *state, half int) difference { return s.between(&s.now, to, half) }

func (s *Search) between(from, to *state, half int) difference {
	a, b := &from.sum, &to.sum
	seconds, broken := b.Beside(a, half)
	d := difference{explains: seconds, gain: float64(seconds) / float64(max(1, a.All(half))), broken: broken}
	for j := range to.vain {
		if from.vain[j]-to.vain[j] > touched && s.tally.half(s.record.Start(int32(j))) == half {
			d.concerned++
		}
	}
	d.concerned += d.broken
	return d
}

// structures tries other orders, no backfilling, and that jobs keep their turns, as far as they may do better than the best so far.
func (s *Search) structures(best *candidate) ([]*candidate, error) {
	list, err := s.orders(best)
	if err != nil {
		return nil, err
	}
	if !s.machine.Plain {
		c, err := s.with(s.found, s.machine.Order, true)
		if err != nil {
			return nil, err
		}
		if s.plain(c) {
			list = append(list, c)
		}
	}
	if turned, ok := s.turned(); ok {
		c, err := s.under(turned)
		if err != nil {
			return nil, err
		}
		if s.wins(c) {
			list = append(list, c)
		}
	}
	return list, nil
}

// orders tries other orders, fair share, and who goes first.
func (s *Search) orders(best *candidate) ([]*candidate, error) {
	stakes, err := s.stakes(&s.machine)
	if err != nil || !s.mayWin(stakes.Whole(), best) {
		return nil, err
	}
	var list []*candidate
	if s.machine.Order == held.FCFS && s.shared() < 0 {
		for o := held.SPF; o < held.Orders; o++ {
			c, err := s.orderly(s.found, o, func(sum *held.Sum) bool { return !s.puts(sum) })
			if err != nil {
				return nil, err
			}
			if c != nil && s.reorders(c) {
				list = append(list, c)
			}
		}
	}
	shares, err := s.shares()
	if err != nil {
		return nil, err
	}
	firsts, err := s.firsts(stakes)
	return slices.Concat(list, shares, firsts), err
}

// turned are the rules, with turns kept where they are not.
func (s *Search) turned() ([]rule.Rule, bool) {
	list, any := slices.Clone(s.found), false
	for i := range list {
		if list[i].Clock() && !list[i].Turn {
			list[i].Turn, any = true, true
		}
	}
	return list, any
}

// wrong are the starts of a half that another order would explain.
func (s *state) wrong(half int) float64 { return wrong(&s.sum, half) }

func wrong(s *held.Sum, half int) float64 {
	return float64(s.Breaches[half][held.Delays] + s.Breaches[half][held.Overtakes])
}

// outOfTurn are those of both halves.
func (s *state) outOfTurn() int { return int(s.wrong(0) + s.wrong(1)) }

func (s *state) fallIn(to *state, half int) float64 {
	return s.sum.Share(half) + s.sum.Broken(half) - to.sum.Share(half) - to.sum.Broken(half)
}

// wins says whether enough less stays unexplained for another order, or another way to keep it: see mayWin.
func (s *Search) wins(c *candidate) bool {
	return c.fall >= leastFall && min(s.now.fallIn(&c.state, 0), s.now.fallIn(&c.state, 1)) >= leastFall/2
}

// rises is by how much more waits in vain, the worse half.
func (s *Search) rises(c *candidate) float64 {
	rise := 0.0
	for half := range 2 {
		rise = max(rise, c.state.sum.Share(half)-s.now.sum.Share(half))
	}
	return rise
}

// puts says whether another order puts the starts of both halves into turn.
func (s *Search) puts(sum *held.Sum) bool {
	return wrong(sum, 0) <= 0.3*s.now.wrong(0) && wrong(sum, 1) <= 0.3*s.now.wrong(1)
}

// reorders says whether another order is to be taken.
func (s *Search) reorders(c *candidate) bool {
	return s.puts(&c.state.sum) && s.wins(c) && s.rises(c) <= 0.01
}

// plain says whether no backfilling is to be taken.
func (s *Search) plain(c *candidate) bool {
	for half := range 2 {
		more := c.state.wrong(half) - s.now.wrong(half)
		if more > 0.01*float64(s.now.sum.Contested[half]) {
			return false
		}
	}
	return s.wins(c)
}

// prune takes rules off without which hardly anything is lost.
func (s *Search) prune() error {
	for i := s.given; i < len(s.found) && len(s.found) > 1; i++ {
		if s.found[i].Kind == rule.Kept { // for a while: of the whole log it explains little
			continue
		}
		c, err := s.under(s.without(i))
		if err != nil {
			return err
		}
		if -c.fall < loss {
			s.refused = append(s.refused, s.found[i])
			s.take(c)
			i--
		}
	}
	return nil
}
