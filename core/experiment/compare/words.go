package compare

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
)

// Logged says what a replay of the log shows, beside what its own records say; ""
// while it is not known.
func (r *Report) Logged() string {
	if r.Named == nil {
		return ""
	}
	return r.AsLogged.Words(r.Baseline().Order, r.Named.Order, r.Named.At)
}

// Sentence says what the report found, in a few sentences, with its
// uncertainty, and says so when nothing can be concluded. What it claims of the
// order that it names holds for having chosen it among all: see report.Choice.
func (r *Report) Sentence() string {
	if r.Done == 0 {
		return "Nothing is known yet."
	}
	base, c := r.Baseline(), r.Named
	switch {
	case base.AvgWait == 0:
		return "Under " + base.Order + " no job waits at all in these resamples: there is nothing that another order could improve."
	case r.AsLogged.Nothing(base.Order, base.AvgWait) != "":
		return r.AsLogged.Nothing(base.Order, base.AvgWait)
	case c == nil:
		return "Only " + base.Order + " was chosen: choose another order to compare it with."
	case !c.Change.Known():
		return "No other order can be compared with " + base.Order + " on this log."
	case r.short() != "":
		return r.short() + " " + report.At(&r.Plan.Workload, r.Done) + c.did(base) + "."
	case r.Plan.Once():
		return report.At(&r.Plan.Workload, r.Done) + c.did(base) + "; one trace alone proves nothing: resamples of it show what is chance."
	case r.Done == 1:
		return "In the first resample " + c.did(base) + "; one resample alone proves nothing."
	}
	s := r.claim(c, base)
	if c.Standing() == report.Sure {
		s += r.AsLogged.Against(&c.Choice)
	}
	s += c.AtLevel(len(r.Orders)-1) + r.tied()
	if len(r.Same) > 0 {
		verb := " is"
		if len(r.Same) > 1 {
			verb = " are"
		}
		s += " " + numeral.Listed(r.Same) + verb + " the same as " + c.Order + " within " + numeral.Plain(100*r.Plan.Margin) + " points."
	}
	if r.Done < report.Few {
		s += " So few resamples can't tell much: ask for 60."
	}
	return s
}

// short says that the log is too short to claim anything; "" where it is not, or is not
// replayed yet.
func (r *Report) short() string {
	if r.AsLogged == nil {
		return ""
	}
	return report.TooShort(&r.Plan.Workload, "This log", r.AsLogged.Weeks, "that any order is better than "+r.Baseline().Order)
}

// claim is what is shown of the named order against the baseline.
func (r *Report) claim(c *Named, base Order) string {
	low, high, _ := c.Interval()
	none, share, standing := "No order was shown better than "+base.Order, numeral.Share(math.Abs(float64(c.Change))), c.Standing()
	in := ""
	if r.AsLogged.Against(&c.Choice) != "" {
		in = "In resamples of this log "
	}
	switch {
	case c.Change == 0:
		return none + ": " + c.Order + " makes jobs wait as long in resamples of this log."
	case c.Change > 0 && standing == report.Sure && r.worse() == len(r.Orders)-1:
		others, beside := " was shown to make jobs wait longer, by ", ""
		if len(r.Orders) > 2 {
			others, beside = " the least so, by ", "every other order was shown to make jobs wait longer, "
		}
		return in + base.Order + " waits least: " + beside + c.Order + others + share + c.Rise(low, high) + "."
	case c.Change > 0 && standing == report.Sure:
		return in + base.Order + " waits least. " + c.Order + " comes next, and was shown to make jobs wait longer, by " + share +
			c.Rise(low, high) + "."
	case c.Change > 0 && standing == report.Resampled:
		return none + ", which waits least in resamples of this log. " + c.Order + " comes next with " + share + " more waiting" +
			c.Rise(c.SimLow, c.SimHigh) +
			", but " + report.Elsewhere(c.Low, c.High)
	case c.Change > 0:
		return none + ". " + c.Order + " comes next with " + share + " more waiting" + c.Rise(low, high) + "; this may be chance."
	case standing == report.Sure:
		return in + c.Order + " would have cut total waiting by " + share + c.Cut(low, high) + " against " + base.Order +
			", and was better in " + r.won(c.Order) + "; " + r.longest(c.Order) + "."
	case standing == report.Resampled:
		return none + ". In resamples of this log " + c.Order + " cuts total waiting by " + share +
			" and is better in " + r.won(c.Order) + ", but " + report.Elsewhere(c.Low, c.High)
	}
	return none + ". The best guess: " + c.Order + " with " + share + " less waiting" +
		c.Cut(low, high) + ", better in " + r.won(c.Order) + "; this may be chance."
}

// worse counts the orders shown to make jobs wait longer.
func (r *Report) worse() (n int) {
	for _, o := range r.Orders {
		if o.Shown == report.More {
			n++
		}
	}
	return n
}

// did is what happened, where nothing is concluded.
func (c *Named) did(base Order) string {
	share := numeral.Share(math.Abs(float64(c.Change)))
	switch {
	case c.Change > 0:
		return base.Order + " waits least; under " + c.Order + ", which comes next, jobs wait " + share + " longer"
	case c.Change == 0:
		return "jobs wait as long under " + c.Order + " as under " + base.Order
	}
	return "jobs wait " + share + " less under " + c.Order + " than under " + base.Order
}

// won counts the resamples, and says what they are not.
func (r *Report) won(order string) string {
	s := numeral.Plain(float64(r.Orders[r.Index(order)].Wins)) + " of " + strconv.Itoa(r.Done) + " resamples"
	if r.Plan.Weeks >= 50 && r.Plan.Weeks <= 54 {
		s += " (not " + strconv.Itoa(r.Done) + " years)"
	}
	return s
}

func (r *Report) longest(order string) string {
	return report.Longest(float64(r.Orders[r.Index(order)].MaxWait), float64(r.Baseline().MaxWait)) + " in the mean resample"
}

// tied says which orders can't be told from the best in resamples.
func (r *Report) tied() string {
	var near []string
	for _, o := range r.Ranked() {
		if o.Near && o.Change.Known() {
			near = append(near, o.Order)
		}
	}
	switch n := len(near); {
	case n < 2 || len(r.Orders) < 3:
		return ""
	case n == len(r.Orders):
		return " In resamples of this log no order can be told from any other."
	default:
		return " In resamples of this log " + numeral.Listed(near) + " wait least and can't be told apart."
	}
}
