package rules

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/job/rule"
)

// proposal is a rule that the tally of one half speaks for.
type proposal struct {
	rule   rule.Rule
	family int     // rules of one family are tried at most a few times
	half   int     // whose tally speaks for it
	vain   float64 // seconds of waiting in vain of that half that it would explain at most
	from   int     // stretches of time, from one
	to     int     // to before another
	best   float64 // shares of the halves' waiting that it would explain at most, together
}

// how much of a half's waiting a rule must explain to be tried at all, how many are, and of a family
const (
	worth    = 0.004
	tried    = 40
	eachTime = 4
	// a rule concerns so many jobs at least
	concerned = 8
)

// proposals are the rules that either half speaks for and the other does not speak against, the strongest
// first. Of what a rule would forbid, a share of epsilon may have happened all the same.
func (y *tally) proposals(epsilon float64, waited [2]int64) []proposal {
	var list []proposal
	for half := range 2 {
		y.floor = worth * float64(waited[half])
		list = append(list, y.speak(half, [shares]float64{epsilon, epsilon / 4, 0}, func(p *proposal, other *counts) bool {
			vain, first, start := other.of(p.from, p.to)
			p.best = p.vain/float64(max(1, waited[half])) + vain/float64(max(1, waited[1-half]))
			return p.vain >= y.floor && vain >= otherGain*float64(waited[1-half]) &&
				start <= max(2, 2*epsilon*(first+start))
		})...)
	}
	slices.SortStableFunc(list, func(a, b proposal) int { return cmp.Compare(b.best, a.best) })
	list = oneClock(list)
	return few(list)
}

// shares is how many shares of starts that may break a rule are tried.
const shares = 3

// oneClock leaves, of hours of one class, those of the clock that speaks most for them.
func oneClock(list []proposal) []proposal {
	var kept []proposal
	for _, p := range list {
		if !slices.ContainsFunc(kept, func(k proposal) bool {
			a, b := &k.rule.Class, &p.rule.Class
			return p.rule.Clock() && k.rule.Standard != p.rule.Standard && k.rule.Kind == p.rule.Kind && k.rule.Days == p.rule.Days &&
				a.Over == b.Over && a.Wider == b.Wider && slices.Equal(a.Queues, b.Queues)
		}) {
			kept = append(kept, p)
		}
	}
	return kept
}

// few are the first of each family, and no rule twice.
func few(list []proposal) []proposal {
	var kept []proposal
	count := map[int]int{}
	for _, p := range list {
		same := slices.ContainsFunc(kept, func(k proposal) bool { return k.same(&p) })
		if same || count[p.family] == eachTime || len(kept) == tried {
			continue
		}
		count[p.family]++
		kept = append(kept, p)
	}
	return kept
}

func (p *proposal) same(q *proposal) bool {
	a, b := &p.rule, &q.rule
	return p.family == q.family && a.Most == b.Most && a.From == b.From && a.To == b.To && a.Days == b.Days &&
		p.from == q.from && p.to == q.to
}

// speak finds, of each family, the constant and the period for which a half speaks most.
func (y *tally) speak(half int, epsilon [shares]float64, holds func(p *proposal, other *counts) bool) []proposal {
	var list []proposal
	family := 0
	add := func(p proposal, other *counts) {
		p.family, p.half = family, half
		if holds(&p, other) {
			list = append(list, p)
		}
	}
	for i := range y.limits {
		l := &y.limits[i]
		if l.table.speaks(half) {
			y.threshold(half, l, epsilon, add)
		}
		family++
	}
	for i := range y.windows {
		w := &y.windows[i]
		if !w.table.speaks(half) || w.table.vain(half) < y.floor {
			family += 2
			continue
		}
		y.hours(half, w, epsilon, add)
		family++
		if w.by == byRequest {
			y.ending(half, w, epsilon, add)
		}
		family++
	}
	return list
}

// speaks says whether a half has so many jobs to be explained as a rule must concern.
func (t *table) speaks(half int) bool {
	n, first := len(t.cells)/2, int32(0)
	return slices.ContainsFunc(t.cells[half*n:(half+1)*n], func(c cell) bool {
		first += max(0, c.first) // a cell may take from the sums of others
		return first >= concerned
	})
}

// vain is what a half waited in vain, seconds.
func (t *table) vain(half int) (sum float64) {
	n := len(t.cells) / 2
	for i := range t.cells[half*n : (half+1)*n] {
		sum += t.cells[half*n+i].vain
	}
	return sum
}

// counts of a rule by stretch of time
type counts struct {
	vain         []float64
	first, start []float64
}

func newCounts(n int) counts {
	return counts{make([]float64, n), make([]float64, n), make([]float64, n)}
}

func (c *counts) clear() {
	clear(c.vain)
	clear(c.first)
	clear(c.start)
}

// add takes the cells of a value in, and returns what they waited in vain.
func (c *counts) add(t *table, half, value, stretches int) (vain float64) {
	for s := range stretches {
		x := t.at(half, value, s, stretches)
		vain += x.vain
		c.vain[s] += x.vain
		c.first[s] += float64(x.first)
		c.start[s] += float64(x.start)
	}
	return vain
}

// period is the run of stretches that speaks most for a rule: begun to wait less started over epsilon.
func (c *counts) period(epsilon float64) (from, to int, best float64) {
	sum, begin := 0.0, 0
	for s := range c.first {
		w := c.first[s]
		switch {
		case c.start[s] == 0:
		case epsilon > 0:
			w -= c.start[s] / epsilon
		default:
			w = math.Inf(-1)
		}
		if sum <= 0 {
			sum, begin = 0, s
		}
		if sum += w; sum > best {
			from, to, best = begin, s+1, sum
		}
	}
	for best > 0 && from > 0 && c.start[from-1] == 0 { // nothing speaks against it there
		from--
	}
	for best > 0 && to < len(c.start) && c.start[to] == 0 {
		to++
	}
	return from, to, best
}

// of sums up a period.
func (c *counts) of(from, to int) (vain, first, start float64) {
	for s := from; s < to; s++ {
		vain += c.vain[s]
		first += c.first[s]
		start += c.start[s]
	}
	return vain, first, start
}

// judge finds the period of a rule, and whether it is worth a try.
func (c *counts) judge(epsilon float64) (p proposal, ok bool) {
	from, to, best := c.period(epsilon)
	if best <= 0 {
		return p, false
	}
	vain, first, start := c.of(from, to)
	p = proposal{vain: vain, from: from, to: to}
	return p, first >= concerned && start <= epsilon*(first+start)
}

// threshold finds a limit's constant.
func (y *tally) threshold(half int, l *limit, epsilon [shares]float64, add func(proposal, *counts)) {
	c, at := newCounts(y.stretches), [shares]int{}
	var found [shares]proposal
	for v := l.table.values - 1; v > 0; v-- {
		c.add(&l.table, half, v, y.stretches)
		for e := range epsilon {
			if p, good := c.judge(epsilon[e]); good && p.vain > found[e].vain {
				found[e], at[e] = p, v
			}
		}
	}
	for e := range found {
		if at[e] > 0 {
			y.limit(half, l, found[e], at[e], add)
		}
	}
}

// limit makes a rule of the constant that was found.
func (y *tally) limit(half int, l *limit, found proposal, at int, add func(proposal, *counts)) {
	for at > 1 && y.empty(half, l, at-1, &found) {
		at--
	}
	found.rule = l.rule
	switch {
	case l.what == rule.Jobs:
		found.rule.Most = int64(at) - 1
	case l.what == rule.Work:
		found.rule.Most = workOf(at)
	default:
		found.rule.Most = int64(at)*l.quantum - 1
	}
	if found.rule.Kind == rule.Missing {
		found.rule.Most, found.rule.Of = y.trace.Procs-found.rule.Most, rule.Jobs // it counts nothing
	}
	if found.rule.Most < 1 {
		return
	}
	y.date(&found)
	c := newCounts(y.stretches)
	for v := at; v < l.table.values; v++ {
		c.add(&l.table, 1-half, v, y.stretches)
	}
	add(found, &c)
}

// empty says whether no job has a value in a period.
func (y *tally) empty(half int, l *limit, value int, p *proposal) bool {
	for s := p.from; s < p.to; s++ {
		if c := l.table.at(half, value, s, y.stretches); c.start != 0 || c.vain != 0 {
			return false
		}
	}
	return true
}

// date sets a rule's beginning and end: those near the log's own are open.
func (y *tally) date(p *proposal) {
	if p.from > 1 {
		p.rule.Since = midnight(&y.trace.Calendar, y.first+int64(p.from)*y.length)
	}
	if p.to < y.stretches-1 {
		p.rule.Until = midnight(&y.trace.Calendar, y.first+int64(p.to)*y.length)
	}
}

// hours finds closed hours of a class: any beginning and length, of all days or some, and of a week, longer than a day.
func (y *tally) hours(half int, w *window, epsilon [shares]float64, add func(proposal, *counts)) {
	for _, days := range []rule.Days{rule.EveryDay, rule.Workdays, rule.Weekend, rule.Week} {
		together, all, least, most := 1, perDay, 1, perDay-2
		if days == rule.Week {
			together, all = rough, slots/rough
			least, most = perDay/rough+1, all-1
		}
		list := y.closed(y.columns(half, w, days, together), least, most, epsilon)
		if len(list) == 0 {
			continue
		}
		rest := y.columns(1-half, w, days, together)
		for _, b := range list {
			b.rule = w.rule
			b.rule.Days = days
			b.rule.From, b.rule.To = int32(b.slots[0]*together*30), int32(b.slots[1]%all*together*30)
			y.date(&b.proposal)
			c := newCounts(y.stretches)
			for slot := b.slots[0]; slot < b.slots[1]; slot++ {
				c.add(&rest, 0, slot, y.stretches)
			}
			add(b.proposal, &c)
		}
	}
}

// closing is a proposal of closed hours, and from which column to before which they are.
type closing struct {
	proposal
	slots [2]int
}

// closed finds the columns in a row, of which half are beginnings, for which a half speaks most: so many at least and at most.
func (y *tally) closed(columns table, least, most int, epsilon [shares]float64) (list []closing) {
	sums := sumsOf(&columns, y.stretches)
	var best [shares]closing
	var reached [shares]float64 // by some of a rough grid: what explains less is not the best
	blocks := columns.values/blocked + 1
	limits, known := make([][shares]float64, blocks*blocks), make([]bool, blocks*blocks) // by blocks of beginnings and ends
	try := func(from, n int, take bool) {
		vain, first := sums.between(from, from+n)
		if vain < y.floor || first < concerned { // it is worth nothing
			return
		}
		begins, ends := from/blocked, (from+n)/blocked
		block := begins*blocks + ends
		if !known[block] {
			limits[block], known[block] = sums.most(begins*blocked, ends*blocked, epsilon), true
		}
		most := &limits[block]
		judged := false
		for e := range epsilon {
			if most[e] < reached[e] || most[e] < y.floor || most[e] <= best[e].vain || vain < reached[e] || vain <= best[e].vain {
				continue
			}
			if !judged {
				sums.load(from, from+n)
				judged = true
			}
			if p, ok := sums.row.judge(epsilon[e]); ok {
				if p.vain > reached[e] {
					reached[e] = p.vain
				}
				if take && p.vain > best[e].vain {
					best[e] = closing{p, [2]int{from, from + n}}
				}
			}
		}
	}
	for from := 0; from < columns.values/2; from += 4 {
		for n := least; n <= most; n += 4 {
			try(from, n, false)
		}
	}
	for from := range columns.values / 2 {
		for n := least; n <= most; n++ {
			try(from, n, true)
		}
	}
	for _, b := range best {
		if b.vain > 0 {
			list = append(list, b)
		}
	}
	return list
}

// sums are those of a table's columns before each, by stretch of time, and in all.
type sums struct {
	all  counts // by columns,
	each counts // by columns and stretches,
	row  counts // and of those that are looked at
	n    int    // stretches
}

func sumsOf(columns *table, stretches int) *sums {
	n := columns.values + 1
	s := &sums{all: newCounts(n), each: newCounts(n * stretches), row: newCounts(stretches), n: stretches}
	for v := range columns.values {
		vain, first := 0.0, 0.0
		for i := range stretches {
			x, at := columns.at(0, v, i, stretches), v*stretches+i
			s.each.vain[at+stretches] = s.each.vain[at] + x.vain
			s.each.first[at+stretches] = s.each.first[at] + float64(x.first)
			s.each.start[at+stretches] = s.each.start[at] + float64(x.start)
			vain, first = vain+x.vain, first+float64(x.first)
		}
		s.all.vain[v+1], s.all.first[v+1] = s.all.vain[v]+vain, s.all.first[v]+first
	}
	return s
}

// between is what waits in vain, and begins to, from one column to before another.
func (s *sums) between(from, to int) (vain, first float64) {
	return s.all.vain[to] - s.all.vain[from], s.all.first[to] - s.all.first[from]
}

// blocked is how many beginnings, and ends, are looked at together.
const blocked = 4

// most is, by share of starts that may break a rule, what hours that begin in one block of columns and end in another explain at
// most: of stretches in a row none has more starts in all of these hours than all stretches in any of them would allow.
func (s *sums) most(from, to int, epsilon [shares]float64) (most [shares]float64) {
	last := min(to+blocked-1, len(s.all.vain)-1)
	_, first := s.between(from, last)
	var run, allowed [shares]float64
	for e, x := range epsilon {
		allowed[e] = x / (1 - x) * first * (1 + 1e-9)
	}
	inner, outer := [2]int{(from + blocked - 1) * s.n, to * s.n}, [2]int{from * s.n, last * s.n}
	for i := range s.n {
		start := s.each.start[inner[1]+i] - s.each.start[inner[0]+i]
		if start < 0 { // they have no column in common
			start = 0
		}
		vain := s.each.vain[outer[1]+i] - s.each.vain[outer[0]+i]
		for e := range run {
			if run[e] += vain; start > allowed[e] {
				run[e] = 0
			}
			if run[e] > most[e] { // in WASM max is a call
				most[e] = run[e]
			}
		}
	}
	return most
}

// load has the row be that of columns from one to before another.
func (s *sums) load(from, to int) {
	a, b, x := from*s.n, to*s.n, &s.each
	for i := range s.n {
		s.row.vain[i] = x.vain[b+i] - x.vain[a+i]
		s.row.first[i] = x.first[b+i] - x.first[a+i]
		s.row.start[i] = x.start[b+i] - x.start[a+i]
	}
}

// rough is the grid, in half hours, on which hours of a week are looked for. They are refined later.
const rough = 6

// columns sum up the half hours of the days, and those of the days behind them: what is beyond midnight belongs to the
// day before. Of a week it is all of it, twice, so many half hours together.
func (y *tally) columns(half int, w *window, days rule.Days, together int) table {
	long, begins := perDay, 7
	if days == rule.Week {
		long, begins = slots, 1
	}
	n := 2 * long / together
	sum := table{n, make([]cell, n*y.stretches)}
	for d := range begins {
		if !days.On(d) {
			continue
		}
		for s := range y.stretches {
			to, from := sum.cells[s*n:(s+1)*n], w.table.cells[(half*y.stretches+s)*slots:(half*y.stretches+s+1)*slots]
			at := d * perDay
			for i := range to {
				for range together {
					if at == slots {
						at = 0
					}
					to[i].add(&from[at])
					at++
				}
			}
		}
	}
	return sum
}

// ending finds hours by which jobs of a class must have ended.
func (y *tally) ending(half int, w *window, epsilon [shares]float64, add func(proposal, *counts)) {
	c := newCounts(y.stretches)
	for d := range w.ends {
		var best [shares]proposal
		for h := range 24 {
			c.clear()
			c.add(&w.ends[d], half, h, y.stretches)
			for e := range epsilon {
				if p, ok := c.judge(epsilon[e]); ok && p.vain > best[e].vain {
					best[e] = p
					best[e].rule = w.rule
					best[e].rule.Kind, best[e].rule.From, best[e].rule.Days = rule.EndBy, int32(60*h), rule.Days(d)
				}
			}
		}
		for _, b := range best {
			if b.vain > 0 {
				y.date(&b)
				c.clear()
				c.add(&w.ends[d], 1-half, int(b.rule.From)/60, y.stretches)
				add(b, &c)
			}
		}
	}
}
