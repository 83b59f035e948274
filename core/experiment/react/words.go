package react

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/job/session"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// same is a change of nothing that would be seen.
const same = "the same"

// moved says a change in words, as in "7 % less".
func moved(change report.Float) string {
	c := float64(change)
	switch {
	case math.IsNaN(c) || math.IsInf(c, 0):
		return "of nothing known"
	case math.Abs(c) < 0.005:
		return same
	case c < 0:
		return numeral.Percent(-c, 0) + " less"
	}
	return numeral.Percent(c, 0) + " more"
}

// between says a range of changes, as in "plausibly 18 to 35 % less".
func between(low, high report.Float) string {
	switch {
	case !low.Known() || !high.Known():
		return ""
	case high <= 0:
		return " (plausibly " + numeral.BarePercent(-float64(high), 0) + " to " + moved(low) + ")"
	case low >= 0:
		return " (plausibly " + numeral.BarePercent(float64(low), 0) + " to " + moved(high) + ")"
	}
	return " (plausibly between " + moved(low) + " and " + moved(high) + ")"
}

// Sentence is what came out: that nothing can be told, if so, then what the order named
// does by both answers, the likelier one first, and how sure that is.
func (r *Report) Sentence() string {
	base := r.Orders[0].Order
	switch {
	case !r.replayed:
		return "The log is being replayed as it was."
	case r.Verdict == report.NoGain:
		return "Nobody waits under " + base + ": there is nothing to gain."
	case !r.apart:
		return numeral.Capital(session.ErrUsers.Error()) + ". " + r.ignored(r.leastIgnored())
	case r.Replicates == 0:
		return r.ignored(r.leastIgnored()) + " Users who wait are still to be replayed."
	}
	o := r.named()
	slowdown, plausibly := moved(o.React.Change.AvgBsld), between(r.Low, r.High)
	wait, jobs := moved(o.React.Change.AvgWait)+plausibly, moved(o.React.Change.JobsPerWeek)
	if jobs == same {
		jobs = "as many"
	}
	jobs += " jobs are done a week."
	seem := ", as " + numeral.Percent(float64(r.Sync), 0) + " of the jobs in this log seem to"
	s := "With " + o.Order + " in place of " + base + " the mean wait is " + wait + " if users wait for their jobs" + seem +
		". Slowdown is then " + slowdown + ", and " + jobs + " If users do not react, the mean wait is " + moved(o.Ignore.Change.AvgWait) +
		" and slowdown " + moved(o.Ignore.Change.AvgBsld) + "."
	if !r.Leads() {
		s = r.ignored(o) + " If they wait for their jobs" + seem + ", the mean wait is " + wait + ", slowdown " + slowdown + ", and " + jobs
	}
	if r.Verdict == report.Undecided {
		s = r.surety() + " " + s
	} else {
		s += " " + r.surety()
	}
	if len(r.Near) > 0 {
		s += " " + numeral.Listed(r.Near) + numeral.Plural(len(r.Near), " comes", " come") + " within 2 points of " + o.Order + "."
	}
	return s
}

// ignored says what an order does where users do not react.
func (r *Report) ignored(o *Order) string {
	return "With " + o.Order + " in place of " + r.Orders[0].Order + " the mean wait is " + moved(o.Ignore.Change.AvgWait) +
		" if users do not react, and slowdown " + moved(o.Ignore.Change.AvgBsld) + "."
}

// leastIgnored is the order under which jobs wait least if users do not react.
func (r *Report) leastIgnored() *Order {
	at := 1
	for i := range r.Orders {
		if i > 0 && r.Orders[i].Ignore.AvgWait < r.Orders[at].Ignore.AvgWait {
			at = i
		}
	}
	return &r.Orders[at]
}

// surety says how sure the answer is.
func (r *Report) surety() string {
	o := r.named()
	switch {
	case o.Ignore.Change.AvgWait*o.React.Change.AvgWait < 0:
		return "Can't tell: it depends on how users react."
	case r.Rough:
		return "Can't tell: the answer for users who wait is rough. With them " + r.Orders[0].Order +
			" does not come out like the log."
	case r.Verdict == report.Shown:
		return "Both answers agree in sign, and other weeks of this machine would hardly say otherwise."
	case r.Verdict == report.Leaning && r.held:
		return "Likely, not yet sure. One busy spell decides this log."
	case r.Verdict == report.Leaning:
		return "Likely, not yet sure. Both answers agree in sign, but other weeks of this machine could say otherwise."
	case r.Replicates < 2:
		return "Can't tell: a single replicate does not say how far others lie from it."
	case !r.Low.Known():
		return "Can't tell: of " + numeral.Count(r.Weeks) + " whole " + numeral.Plural(r.Weeks, "week", "weeks") + " there is no range."
	}
	return "Can't tell: other weeks of this machine could say otherwise."
}

// Notes say what the log tells of its users, and how like the log users are who wait.
func (r *Report) Notes() []string {
	if !r.apart {
		return nil
	}
	home := "From this log: no sign that long waits send users home."
	if r.HalfHours.Known() && !math.IsInf(float64(r.HalfHours), 0) {
		home = "From this log: users returned the same day in half of the cases after " + numeral.Grouped(float64(r.HalfHours), 1) + " h."
	}
	list := []string{home, "Of the log's jobs " + numeral.Percent(float64(r.Sync), 0) + " waited for the batch before, " +
		numeral.Percent(float64(r.Async), 0) + " did not, " + numeral.Percent(float64(r.Anchor), 0) + " came at a time of their own, by " +
		r.whose() + "."}
	if r.Likeness.Wait.Known() {
		s := r.Orders[0].Order + " with users who wait has " + numeral.Number(r.Likeness.Wait) + " times the mean wait and " +
			numeral.Number(r.Likeness.Weekly) + " times the jobs a week of " + r.Orders[0].Order + " if users do not react."
		if r.Rough {
			s += " That is rough: more than 15" + numeral.PerCent + " in wait or 5" + numeral.PerCent + " in jobs."
		}
		list = append(list, s)
	}
	return list
}

// whose says which ends users are taken to have waited for.
func (r *Report) whose() string {
	if r.Ends == Logged {
		return "the log's own ends"
	}
	return "the ends of the replay under " + r.Orders[0].Order
}

// Ranked are the orders from the least wait to the most if users wait, where that is not
// known if they do not react.
func (r *Report) Ranked() []Order {
	list := append([]Order(nil), r.Orders...)
	sorted.Stable(list, func(a, b Order) int {
		if c := report.Ascending(a.React.AvgWait, b.React.AvgWait); c != 0 {
			return c
		}
		return report.Ascending(a.Ignore.AvgWait, b.Ignore.AvgWait)
	})
	return list
}

// Note says what the table's figures are.
func (r *Report) Note() string { return r.Changes() + " ± is one standard error of the simulation." }

// Changes says what changes are against, and of what their range is.
func (r *Report) Changes() string {
	return "Changes are against " + r.Orders[0].Order + " in the same answer. The plausible range (95" + numeral.PerCent +
		") is of the mean wait if users wait, from the log's own weeks."
}

// Forest is the chart of both answers: a point with its range if users wait, and below it
// where it is if they do not react.
func (r *Report) Forest() plot.Forest {
	f := r.forest("change of the mean wait", func(a *Answer) report.Float { return a.Change.AvgWait })
	f.Title = r.Finding()
	for i := range f.Rows {
		row := &f.Rows[i]
		for _, o := range r.Orders[1:] {
			if o.Order == row.Name {
				row.Low, row.High = float64(o.Low), float64(o.High)
			}
		}
		row.Best = r.Verdict == report.Shown && row.Name == r.Named
	}
	return f
}

// Slowdowns and Weekly are the same of slowdowns and of jobs a week, which have no range.
func (r *Report) Slowdowns() plot.Forest {
	f := r.forest("change of the mean bounded slowdown", func(a *Answer) report.Float { return a.Change.AvgBsld })
	f.Less, f.More = "less slowdown", "more slowdown"
	if o := r.named(); o != nil {
		f.Title = o.Order + " against " + r.Orders[0].Order + ": slowdown " + moved(o.React.Change.AvgBsld) +
			" if users wait for their jobs, " + moved(o.Ignore.Change.AvgBsld) + " if they do not react"
	}
	return f
}

func (r *Report) Weekly() plot.Forest {
	f := r.forest("change of the jobs a week", func(a *Answer) report.Float { return a.Change.JobsPerWeek })
	f.Less, f.More = "fewer jobs", "more jobs"
	if o := r.named(); o != nil {
		f.Title = o.Order + " against " + r.Orders[0].Order + ": " + moved(o.React.Change.JobsPerWeek) + " jobs a week if users wait for " +
			"their jobs"
	}
	return f
}

func (r *Report) forest(axis string, of func(a *Answer) report.Float) plot.Forest {
	base := r.Orders[0].Order
	f := plot.Forest{Axis: axis + " against " + base, Aside: "hollow: if users do not react"}
	f.Subtitle = r.Setting()
	nan := math.NaN()
	for _, o := range r.Ranked() {
		mid, ignored := of(&o.React), of(&o.Ignore)
		row := plot.ForestRow{Name: o.Order, Mid: float64(mid), Low: nan, High: nan, Undefined: !mid.Known(), Baseline: o.Order == base}
		if !row.Baseline && ignored.Known() {
			row.Asides = []plot.Aside{{At: float64(ignored), Words: numeral.Change(ignored) + " if users do not react"}}
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}

// Finding is the title of that chart.
func (r *Report) Finding() string {
	o := r.named()
	if o == nil {
		return "Users who wait are not replayed"
	}
	return o.Order + " against " + r.Orders[0].Order + ": mean wait " + moved(o.React.Change.AvgWait) + " if users wait for their jobs, " +
		moved(o.Ignore.Change.AvgWait) + " if they do not react"
}

// Setting says under which conditions the figures were made.
func (r *Report) Setting() string {
	p := &r.Plan
	return r.Trace + ", " + report.Scheduler(p.Backfilling, "", p.Promises, p.Limits, p.Threshold) + "; " + numeral.Count(r.Replicates) +
		numeral.Plural(r.Replicates, " replicate", " replicates") + " with users who wait, by " + r.whose()
}

// Methods is a paragraph with every setting, for a report.
func (r *Report) Methods() string {
	p, base := &r.Plan, r.Orders[0].Order
	s := "We compared the queue orders " + strings.Join(order.SpelledAll(p.Orders[1:]), ", ") + " with " + order.Spelled(p.Orders[0]) +
		" on the log " + r.Trace + " (SHA-256 of its columns " + r.Digest[:16] + "...), with the submit times of the log and with users " +
		"who wait " +
		"for their jobs. " + r.Source.Cleaned("replayed", p.Clean.Flurry) + "Each order served front and backfill of " +
		report.Scheduler(p.Backfilling, "", p.Promises, p.Limits, p.Threshold) + "; ties and details are those of the dialect \"" +
		p.Dialect + "\". " + p.LimitMethods()
	if r.apart {
		s += "A batch is what a user submitted within 20 minutes and before the end of what came before. It waits for the batch before " +
			"where it came after the end of that, by " + r.whose() + ". A user goes on the same day with a chance that falls with the " +
			"response, fitted to this log, else on another active day. Every order was replayed " + numeral.Count(r.Replicates) +
			numeral.Plural(r.Replicates, " time", " times") + " with the same chances (seed " + strconv.FormatUint(r.Seed, 10) +
			"), and the log's length is held, not its jobs. The range is that of the sums of waits in the log's " + numeral.Weeks(r.Weeks) +
			", " + base + " and the order in the same replicates, with the simulation error added; that of the order named holds at " +
			numeral.Percent(float64(r.Level), 1) + ". "
	}
	return s + "Bounded slowdowns use tau = " + strconv.FormatInt(p.Tau, 10) + " s. How users wait is read of one log, and real users " +
		"differ. Computed with Shadowtime, report format " + strconv.Itoa(r.Version) + "."
}

// Paper is the report as a page.
func (r *Report) Paper() *paper.Paper {
	p, usual, proposed := &r.Plan, Default(), Default()
	return &paper.Paper{
		Kind: "Users who wait for their jobs", Log: r.Trace, Digest: r.Digest, Answer: r.Sentence(),
		Figures: []paper.Figure{paper.Forest(r.Forest())}, Table: r.Table(), Note: r.Note(), Cautions: r.Notes(), Methods: r.Methods(),
		Command: p.Settings().Command(Verb, usual.Settings(), r.Trace),
		Query:   p.Settings().Query(study.Verb{}, proposed.Settings(), Name),
	}
}
