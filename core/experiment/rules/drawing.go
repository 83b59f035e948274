package rules

import (
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/guard"
	"shadowtime/core/sim/held"
)

// Drawing is what a rule compares, counted over the jobs that it concerns while it holds: how many started at each value,
// and how many had room there and nobody to delay, and did not start.
type Drawing struct {
	Rule rule.Rule
	Bins []Bin
}

// Bin is a range of values: running jobs or processors of those for whom the limit counts, once the job has started;
// of hours, full hours of the day.
type Bin struct {
	From, To        int64
	Started, Broken int // starts, and of these those that the rule forbids
	Held, Barred    int // held jobs, and of these those that it forbids
}

// forbidden says that the rule forbids all that is in the range.
func (b *Bin) forbidden() bool {
	return b.Broken+b.Barred > 0 && b.Broken == b.Started && b.Barred == b.Held
}

// mostBins is how many ranges a limit's values are in at most.
const mostBins = 16

// drawn counts for a Drawing. It watches a pass under all other rules.
type drawn struct {
	record *held.Record
	pass   *held.Pass
	guard  guard.Guard // under the rule, as if it held always
	rule   rule.Bound
	value  []int64 // of what started or was held
	kind   []bool  // held
	broken []bool
}

// Drawable says whether there is a drawing of a rule: of a limit of jobs or processors, and of hours of a day.
func Drawable(r *rule.Rule) bool {
	return r.Clock() && r.Days != rule.Week || r.Kind == rule.Limit && r.Of != rule.Work
}

// Draw counts what a rule compares, under all others of a machine.
func Draw(r *held.Record, m *held.Machine, at int) (*Drawing, error) {
	if at < 0 || at >= len(m.Rules) {
		return nil, errors.New("rule " + strconv.Itoa(at+1) + " of " + strconv.Itoa(len(m.Rules)) + " can't be drawn: there is none")
	}
	own := m.Rules[at]
	if !Drawable(&own.Rule) {
		return nil, errors.New("there is no drawing of rules of this kind: limits of jobs and of processors, and hours of a day have one")
	}
	others := *m
	others.Rules = slices.Delete(slices.Clone(m.Rules), at, at+1)
	d := &drawn{record: r, rule: own}
	always := own
	always.Soft = false
	if err := d.guard.Load(r.Trace(), []rule.Bound{always}, false); err != nil {
		return nil, err
	}
	p := held.NewPass(r)
	p.Watch, d.pass = d, p
	if _, err := p.Run(&others); err != nil {
		return nil, err
	}
	return d.sum(&own.Rule), nil
}

// Interval needs nothing.
func (d *drawn) Interval(int64, int64, *[held.Causes]int64) {}

// Start notes a start that waited or had others wait beside it.
func (d *drawn) Start(now int64, j int32, contested bool) {
	if contested {
		d.note(now, j, false)
	}
	d.guard.Start(now, j)
}

// End takes a job off.
func (d *drawn) End(j int32) { d.guard.End(d.record.Start(j), j) }

// Vain notes a job that begins to wait though nothing else keeps it.
func (d *drawn) Vain(from, _ int64, j int32, first bool) {
	if first {
		d.note(from, j, true)
	}
}

func (d *drawn) note(now int64, j int32, waits bool) {
	if !d.guard.Concerns(0, j) || !d.holds(now) || d.rule.Soft && !d.pass.Others(j) {
		return
	}
	broken, value := d.guard.Forbids(now, j) != 0, int64(0)
	if d.rule.Clock() {
		wall := d.guard.Wall(now, d.rule.Standard)
		if value = mod(wall, job.Day) / 3600; !d.rule.Days.On(int(mod(wall, job.Week) / job.Day)) {
			return
		}
	} else {
		value, _ = d.guard.Value(0, now, j)
	}
	d.value, d.kind, d.broken = append(d.value, value), append(d.kind, waits), append(d.broken, broken)
}

// holds says whether the rule does.
func (d *drawn) holds(now int64) bool {
	return len(d.rule.Spans) == 0 || slices.ContainsFunc(d.rule.Spans, func(s rule.Span) bool { return s.From <= now && now < s.To })
}

// sum puts what was noted into bins.
func (d *drawn) sum(r *rule.Rule) *Drawing {
	x := &Drawing{Rule: *r}
	if d.rule.Clock() {
		for h := range int64(24) {
			x.Bins = append(x.Bins, Bin{From: h, To: h + 1})
		}
	} else {
		x.Bins = d.bins(r.Most)
	}
	for i, v := range d.value {
		b := &x.Bins[slices.IndexFunc(x.Bins, func(b Bin) bool { return v < b.To })]
		all, forbidden := &b.Started, &b.Broken
		if d.kind[i] {
			all, forbidden = &b.Held, &b.Barred
		}
		*all++
		if d.broken[i] {
			*forbidden++
		}
	}
	return x
}

// bins part the values of a limit so that it lies between two of them.
func (d *drawn) bins(most int64) (list []Bin) {
	last := most
	for _, v := range d.value {
		last = max(last, v)
	}
	width := (most + mostBins/2 - 1) / (mostBins / 2)
	edge := most + 1 // where a bin begins
	from := edge - (edge-1+width-1)/width*width
	for ; from <= last && len(list) < mostBins; from += width {
		list = append(list, Bin{From: max(from, 0), To: from + width})
	}
	list[len(list)-1].To = max(list[len(list)-1].To, last+1)
	return list
}

// Chart is the drawing.
func (x *Drawing) Chart() plot.Piles {
	c := plot.Piles{Unit: plot.Whole, Axis: "jobs", Causes: []plot.Legend{{Cause: plot.Kept, Words: "started"},
		{Cause: plot.ByRule, Words: "held: room, nobody delayed"}}}
	started, broken, waited := 0, 0, 0
	for _, b := range x.Bins {
		row := plot.Pile{Label: x.label(&b), Parts: []float64{float64(b.Started), float64(b.Held)}}
		if b.forbidden() {
			row.Note = "forbidden"
		}
		started += b.Started
		broken += b.Broken
		waited += b.Barred
		c.Rows = append(c.Rows, row)
	}
	of := numeral.Plural(started, " start of such a job", " starts of such jobs")
	c.Title = numeral.Count(broken) + " of " + numeral.Count(started) + of + " broke it"
	if waited > 0 {
		c.Title += ", " + numeral.Count(waited) + numeral.Plural(waited, " job was", " jobs were") + " held where it forbids"
	}
	c.Subtitle = "Jobs that the rule concerns, while it holds, by " + x.axis()
	return c
}

// axis says what the bins are.
func (x *Drawing) axis() string {
	who := "of their class"
	switch x.Rule.Per {
	case rule.User:
		who = "of their user"
	case rule.UserQueue:
		who = "of their user in their queue"
	}
	switch {
	case x.Rule.Clock() && x.Rule.Standard:
		return "hour of the day, " + rule.Unmoved
	case x.Rule.Clock():
		return "hour of the day"
	case x.Rule.Of == rule.Procs:
		return "processors " + who + ", with their own"
	}
	return "running jobs " + who + ", with themselves"
}

func (x *Drawing) label(b *Bin) string {
	switch {
	case x.Rule.Clock():
		return numeral.Count(b.From) + ":00"
	case b.To == b.From+1:
		return numeral.Count(b.From)
	}
	return numeral.Count(b.From) + " to " + numeral.Count(b.To-1)
}

// DrawRequest asks a runner for the drawing of one of these rules, by its place among them; DrawingOf reads the answer.
func DrawRequest(list []rule.Rule, at int) []byte {
	var w wire.Writer
	w.Int(drawing)
	w.Int(int64(at))
	wire.Listed(wire.Both{Put: &w}, &list, func(r *rule.Rule) { r.Wire(wire.Both{Put: &w}) })
	return w.B
}

// DrawingOf reads the answer to a DrawRequest.
func DrawingOf(answer []byte) (*Drawing, error) {
	x := &Drawing{}
	return x, wire.Decode(answer, x)
}

// Wire sends or takes the drawing.
func (x *Drawing) Wire(b wire.Both) {
	x.Rule.Wire(b)
	wire.Listed(b, &x.Bins, func(n *Bin) { b.All(&n.From, &n.To, &n.Started, &n.Broken, &n.Held, &n.Barred) })
}

// draw answers a DrawRequest, of which the first number is read.
func (r *Runner) draw(from *wire.Reader) ([]byte, error) {
	at := from.Int()
	var list []rule.Rule
	wire.Listed(wire.Both{Take: from}, &list, func(x *rule.Rule) { x.Wire(wire.Both{Take: from}) })
	if err := from.Close(); err != nil {
		return nil, err
	}
	m := held.Machine{Rules: bound(r.trace, list)}
	if r.search != nil {
		m.Order, m.Plain = r.search.machine.Order, r.search.machine.Plain
	}
	x, err := Draw(r.record, &m, int(at))
	if err != nil {
		return nil, err
	}
	return wire.Encode(x), nil
}
