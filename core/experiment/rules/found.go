package rules

import (
	"math"

	"shadowtime/core/base/wire"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/metric"
)

// Finding is a rule that a log shows.
type Finding struct {
	Rule      rule.Rule
	Explains  int64 // seconds that jobs would wait in vain more without it, beside the others
	Broken    int   // recorded starts that go against it,
	Concerned int   // of so many jobs that it held, and those
	// Edge is the rule with its next sharper constant, and how many starts would break that.
	Edge       rule.Rule
	EdgeBroken int
	Exact      int  // jobs that it held which wait at most five minutes in vain under all rules, or a tenth of before
	Absent     bool // it concerns no job of the log
	Weeks, Of  int  // weeks in which it explains something, of those in which more than a hundredth of their waiting is in vain without it
}

// Sure says that its constant has a sharp edge: the next one would be broken ten times as often.
func (f *Finding) Sure() bool { return f.EdgeBroken >= 10*max(1, f.Broken) }

// Wire sends or takes it.
func (f *Finding) Wire(b wire.Both) {
	f.Rule.Wire(b)
	b.Int64(&f.Explains)
	b.Int(&f.Broken)
	b.Int(&f.Concerned)
	f.Edge.Wire(b)
	b.Int(&f.EdgeBroken)
	b.Int(&f.Exact)
	b.Int(&f.Weeks)
	b.Int(&f.Of)
	b.Bool(&f.Absent)
}

// Found is how far a search is.
type Found struct {
	Round    int  // so many were taken
	Done     bool // nothing more is found
	Foreign  bool // nothing was looked for: too many starts had no room
	Order    held.Order
	Plain    bool // no backfilling
	Findings []Finding
	Said     []SaidFinding // rules that the site's files say, in their order; those that hold are the first Findings
	Stops    []rule.Span   // stretches of the trace's clock in which nothing started, of what no rule explains
	Stopped  int64         // seconds of waiting that these explain
	Under    *held.Account // what jobs waited for under all of that
	// How near replays come to the recorded waits: open, and under the rules without the stops. They are known at the end.
	Open, Ruled metric.Likeness
}

// Rules are those found.
func (f *Found) Rules() []rule.Rule {
	var list []rule.Rule
	for i := range f.Findings {
		list = append(list, f.Findings[i].Rule)
	}
	return list
}

// Wire sends or takes it.
func (f *Found) Wire(b wire.Both) {
	b.Int(&f.Round)
	b.Bool(&f.Done)
	b.Bool(&f.Foreign)
	order := int(f.Order)
	b.Int(&order)
	if f.Order = held.Order(order); order < 0 || order >= held.Orders {
		b.Take.Fail()
	}
	b.Bool(&f.Plain)
	wire.Listed(b, &f.Findings, func(x *Finding) { x.Wire(b) })
	wire.Listed(b, &f.Said, func(x *SaidFinding) { x.Wire(b) })
	wire.Listed(b, &f.Stops, func(x *rule.Span) { x.Wire(b) })
	b.Int64(&f.Stopped)
	if f.Under == nil {
		f.Under = &held.Account{}
	}
	f.Under.Wire(b)
	b.All(&f.Open, &f.Ruled)
}

// Forward is what the rules of a log's first half of jobs are worth in the second, which they were not
// read from. Sums are of the second half.
type Forward struct {
	Found       Found // of the first half
	Carried     []rule.Rule
	Jobs        int
	Before      held.Sum // without rules
	After       held.Sum // under those that are carried on
	Open, Ruled metric.Likeness
}

// Wire sends or takes it.
func (f *Forward) Wire(b wire.Both) {
	f.Found.Wire(b)
	wire.Listed(b, &f.Carried, func(r *rule.Rule) { r.Wire(b) })
	b.Int(&f.Jobs)
	f.Before.Wire(b)
	f.After.Wire(b)
	b.All(&f.Open, &f.Ruled)
}

// Row is the answer of task K: one of these.
type Row struct {
	K       int
	Account *held.Account
	Found   *Found
	Forward *Forward
}

// Number is the task's.
func (r *Row) Number() int { return r.K }

// Wire sends or takes the row.
func (r *Row) Wire(b wire.Both) {
	b.Int(&r.K)
	switch r.K {
	case Waits:
		if r.Account == nil {
			r.Account = &held.Account{}
		}
		r.Account.Wire(b)
	case Whole:
		if r.Found == nil {
			r.Found = &Found{}
		}
		r.Found.Wire(b)
	case Half:
		if r.Forward == nil {
			r.Forward = &Forward{}
		}
		r.Forward.Wire(b)
	default:
		if b.Take != nil {
			b.Take.Fail()
		}
	}
}

// RoundRequest asks a runner for what is found after so many rounds, FoundOf reads the answer.
func RoundRequest(round int) []byte {
	var w wire.Writer
	w.Int(int64(round))
	return w.B
}

// UnderRequest asks a runner what other rules than those found explain, and what breaks them; FoundOf reads the
// answer, whose findings are in their order.
func UnderRequest(list []rule.Rule) []byte {
	var w wire.Writer
	w.Int(under)
	wire.Listed(wire.Both{Put: &w}, &list, func(r *rule.Rule) { r.Wire(wire.Both{Put: &w}) })
	return w.B
}

// ForwardRequest asks a runner what the rules of the log's first half are worth in the second, ForwardOf reads the
// answer.
func ForwardRequest() []byte {
	var w wire.Writer
	w.Int(forward)
	return w.B
}

// ForwardOf reads the answer to a ForwardRequest.
func ForwardOf(answer []byte) (*Forward, error) {
	r, f := wire.NewReader(answer), &Forward{}
	f.Wire(wire.Both{Take: r})
	return f, r.Close()
}

// What stands for a round in other requests.
const (
	under   = -1
	forward = -2
	drawing = -3
)

// FoundOf reads the answer to a RoundRequest or an UnderRequest.
func FoundOf(answer []byte) (*Found, error) {
	r, f := wire.NewReader(answer), &Found{}
	f.Wire(wire.Both{Take: r})
	return f, r.Close()
}

const minute = 60

// Helps says whether the rules bring a replay nearer to the recorded waits than none do.
func (f *Forward) Helps() bool { return nearer(&f.Open, &f.Ruled) }

// nearer says that the second tells better who waits long, and no worse how long.
func nearer(a, b *metric.Likeness) bool {
	off := func(l *metric.Likeness) float64 { return math.Abs(math.Log(l.Simulated / l.Logged)) }
	return b.Rank > -1 && !(a.Rank >= b.Rank) && !(off(b) > off(a)+0.1) // a replay in which nobody waits has no rank
}
