package comparison

import (
	"strconv"

	"shadowtime/core/figure"
	"shadowtime/core/report"
	"shadowtime/core/resample"
)

// Logged says what the log itself shows, replayed as it was, beside what its
// resamples show; "" while it is not known.
func (r *Report) Logged() string {
	if r.Named == nil {
		return ""
	}
	base := r.Baseline()
	return r.AsLogged.Words(base.Order, r.Named.Order, r.Named.At, report.Where(&r.Plan.Workload), base.AvgWait, &r.Orders[r.Named.At].Judged)
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
	case c == nil:
		return "Only " + base.Order + " was chosen: choose another order to compare it with."
	case !c.Change.Known():
		return "No other order can be compared with " + base.Order + " on this log."
	case r.Plan.Variant == resample.Original:
		return c.did(base) + " on the log's own last weeks; one trace alone proves nothing: resamples of it show what is chance."
	case r.Done == 1:
		return c.did(base) + " in the first resample; one resample alone proves nothing."
	}
	low, high, byWeeks := c.Interval()
	s := ""
	switch {
	case c.Change >= 0:
		s = "No order was shown better than " + base.Order + ". " + c.Order + " comes next with " + figure.Share(float64(c.Change)) + " more waiting" + c.Rise(low, high) + "."
		if c.Change == 0 {
			s = "No order was shown better than " + base.Order + ": " + c.Order + " makes jobs wait as long."
		}
	case high < 0:
		if !byWeeks {
			s = "In resamples of this log "
		}
		s += c.Order + " would have cut total waiting by " + figure.Share(float64(-c.Change)) + c.Cut(low, high) + " against " + base.Order +
			", and was better in " + r.won(c.Order) + "; " + r.longest(c.Order) + "."
	case byWeeks && c.SimHigh < 0:
		s = "No order was shown better than " + base.Order + ". In resamples of this log " + c.Order + " cuts total waiting by " + figure.Share(float64(-c.Change)) +
			" and is better in " + r.won(c.Order) + ", but " + report.Elsewhere(low, high)
	default:
		s = "No order was shown better than " + base.Order + ". The best guess: " + c.Order + " with " + figure.Share(float64(-c.Change)) + " less waiting" +
			c.Cut(low, high) + ", better in " + r.won(c.Order) + "; this may be chance."
	}
	s += r.tied()
	if len(r.Same) > 0 {
		verb := " is"
		if len(r.Same) > 1 {
			verb = " are"
		}
		s += " " + figure.Listed(r.Same) + verb + " the same as " + c.Order + " within " + figure.Plain(100*r.Plan.Margin) + " points."
	}
	if r.Done < 10 {
		s += " So few resamples can't tell much: ask for 60."
	}
	return s
}

// did is what happened, where nothing is concluded.
func (c *Named) did(base Order) string {
	switch {
	case c.Change > 0:
		return base.Order + " waited least, and " + c.Order + " " + figure.Share(float64(c.Change)) + " longer,"
	case c.Change == 0:
		return c.Order + " waited as long as " + base.Order
	}
	return c.Order + " would have cut total waiting by " + figure.Share(float64(-c.Change)) + " against " + base.Order
}

// won counts the resamples, and says what they are not.
func (r *Report) won(order string) string {
	s := figure.Plain(float64(r.Orders[r.Index(order)].Wins)) + " of " + strconv.Itoa(r.Done) + " resamples"
	if r.Plan.Weeks >= 50 && r.Plan.Weeks <= 54 {
		s += " (not " + strconv.Itoa(r.Done) + " years)"
	}
	return s
}

func (r *Report) longest(order string) string {
	return report.Longest(float64(r.Orders[r.Index(order)].MaxWait), float64(r.Baseline().MaxWait))
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
		return " In resamples of this log " + figure.Listed(near) + " wait least and can't be told apart."
	}
}
