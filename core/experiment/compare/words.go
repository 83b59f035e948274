package compare

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
)

// Logged says what a replay of the log shows, beside what its own records say; ""
// while it is not known.
func (r *Report) Logged() string {
	if r.Named == nil {
		return ""
	}
	return r.AsLogged.Words(r.Baseline().Order, r.Named.Order, r.Named.At)
}

// Sentence says what the report found, in a few sentences, each with one claim. What it
// claims of the order that it names holds for having chosen it among all: see report.Claim.
func (r *Report) Sentence() string {
	base, c := r.Baseline(), r.Named
	switch {
	case r.Done == 0 && r.AsLogged == nil:
		return "Nothing is known yet."
	case r.nothing() != "":
		return r.nothing()
	case r.Verdict == report.NoGain:
		return "Nobody waits with " + base.Order + ": there is nothing to gain."
	case c == nil:
		return "Only " + base.Order + " was chosen. Choose another order to compare it with."
	case !c.Change.Known():
		return "No other order can be compared with " + base.Order + " on this log."
	}
	return c.Sentence(r.subject()) + r.longest() + r.better() + r.tied()
}

// nothing says that hardly anybody waits; "" where somebody does.
func (r *Report) nothing() string {
	return r.AsLogged.Nothing(r.Baseline().Order, r.Baseline().AvgWait)
}

// subject is what the sentence speaks of.
func (r *Report) subject() report.Subject {
	names := make([]string, len(r.Orders))
	for i := range r.Orders {
		names[i] = r.Orders[i].Order
	}
	return report.Subject{Name: order.Spoken(r.Named.Order), Base: r.Baseline().Order, What: "the mean wait", Any: "any order",
		Where: "This log", Alone: r.Source.Alone(),
		Many: "orders", Leads: report.Leaders(names, func(i int) bool { return Leads(names[i]) })}
}

// Prediction says where as many weeks more may lie; "" where that is not known.
func (r *Report) Prediction() string {
	if r.Named == nil {
		return ""
	}
	return r.Named.Next(r.subject())
}

// longest compares the longest waits of the log's own replay.
func (r *Report) longest() string {
	c := r.Named
	if c.MaxWaitBase == 0 || c.Change >= 0 {
		return ""
	}
	return " " + report.Moves("The longest wait", float64(c.MaxWaitBase), float64(c.MaxWait))
}

// better names the order that did better than the named one where that was picked beforehand.
func (r *Report) better() string {
	best := r.Ranked()[0]
	if named := r.Orders[r.Named.At]; r.subject().Leads == "" || Leads(best.Order) || best.lead() >= min(named.lead(), 0) {
		return ""
	}
	return " " + best.Order + " did better still on this log (" + report.Signed(best.lead()) + "). That is less sure: it was not picked " +
		"beforehand."
}

// tied says which few orders may be the best, by the log's own weeks.
func (r *Report) tied() string {
	var near []string
	for _, o := range r.Ranked() {
		if o.Near && o.lead().Known() {
			near = append(near, o.Order)
		}
	}
	if n := len(near); n < 2 || n > few || n == len(r.Orders) || r.Verdict != report.Shown {
		return ""
	}
	return " " + numeral.Listed(near) + " are tied for best."
}

// few orders can be named in a sentence.
const few = 4
