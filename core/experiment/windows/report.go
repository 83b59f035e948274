package windows

import (
	"math"
	"strconv"

	"shadowtime/core/base/exp"
	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Report is what is known of one plan on one log.
type Report struct {
	Version     int                        `json:"version"`
	Trace       string                     `json:"trace"`
	Digest      string                     `json:"digest"`
	Procs       int64                      `json:"procs"`
	Plan        Plan                       `json:"plan"`
	Windows     []Window                   `json:"windows"`
	Medians     map[string]report.Float    `json:"medians"`
	Quartiles   map[string][2]report.Float `json:"quartiles"`
	Differences []Difference               `json:"differences"` // from the first order
	Follows     report.Float               `json:"follows"`     // how far a window goes on into the next, see stats.Follows
}

// Window is what orders did in one.
type Window struct {
	Start   int64                   `json:"start"` // of its first job, on the log's clock
	Jobs    int                     `json:"jobs"`  // with those that do not count
	AvgBsld map[string]report.Float `json:"avgbsld"`
	AvgWait map[string]report.Float `json:"avgwait"` // seconds
	MaxWait map[string]report.Float `json:"maxwait"`
}

// Difference is how an order's mean bounded slowdowns differ from the baseline's in
// the same windows.
type Difference struct {
	Order    string       `json:"order"`
	Baseline string       `json:"baseline"`
	Ratio    report.Float `json:"ratio"` // in the typical window, with its interval at 95 % for all orders together
	Low      report.Float `json:"low"`
	High     report.Float `json:"high"`
	P        report.Float `json:"p"`    // by chance,
	Holm     report.Float `json:"holm"` // and so that it holds for all orders at once
	Less     int          `json:"less"` // windows with less than the baseline,
	Same     int          `json:"same"`
	Windows  int          `json:"windows"` // of so many in which jobs count
}

// reportVersion of the format of reports.
const reportVersion = 1

// Merge makes the report of a plan and the rows of windows, of a log by its name and
// digest on a machine of so many processors.
func Merge(name string, digest job.Digest, procs int64, p Plan, rows []Row) *Report {
	_, rows = study.Split(rows)
	r := &Report{Version: reportVersion, Trace: name, Digest: digest.Hex(), Procs: procs, Plan: p,
		Medians: map[string]report.Float{}, Quartiles: map[string][2]report.Float{}, Windows: []Window{}, Differences: []Difference{}}
	names := order.Labels(p.Orders)
	means := make([][]float64, len(names)) // by order, of windows in which jobs count
	for _, row := range rows {
		w := Window{row.Start, row.Jobs, map[string]report.Float{}, map[string]report.Float{}, map[string]report.Float{}}
		for i, name := range names {
			o := &row.Outcomes[i]
			w.AvgBsld[name], w.AvgWait[name], w.MaxWait[name] = report.Float(o.AvgBsld()), report.Float(o.AvgWait()),
				report.Float(o.MaxWait)
			if o.Jobs > 0 {
				means[i] = append(means[i], o.AvgBsld())
			}
		}
		r.Windows = append(r.Windows, w)
	}
	for i, name := range names {
		q := report.Quantiles(means[i], 0.25, 0.5, 0.75)
		r.Medians[name], r.Quartiles[name] = q[1], [2]report.Float{q[0], q[2]}
	}
	r.compare(names, means)
	return r
}

// compare sets each order beside the first.
func (r *Report) compare(names []string, means [][]float64) {
	var chances []float64
	all := make([][]float64, 0, len(names))
	for i, name := range names[1:] {
		d := Difference{Order: name, Baseline: names[0], Windows: len(means[0])}
		logs := make([]float64, d.Windows)
		for k, base := range means[0] {
			ratio := means[i+1][k] / base
			logs[k] = math.Log(ratio)
			switch {
			case ratio < 1:
				d.Less++
			case ratio == 1:
				d.Same++
			}
		}
		all = append(all, logs)
		r.Differences = append(r.Differences, d)
	}
	follows := stats.Follows(all)
	r.Follows = report.Float(follows)
	for i, logs := range all {
		d, s := &r.Differences[i], stats.SignedRank(logs, stats.Among(report.Level, len(names))).Following(follows)
		d.Ratio, d.Low, d.High, d.P = times(s.Mid), times(s.Low), times(s.High), report.Float(s.P)
		chances = append(chances, s.P)
	}
	for i, p := range stats.Holm(chances) {
		r.Differences[i].Holm = report.Float(p)
	}
}

// times is the ratio of a logarithm.
func times(log float64) report.Float {
	if log != log {
		return report.Float(log)
	}
	return report.Float(exp.Exp(log))
}

// Sure says whether a difference is one, whichever of all orders it is looked at.
func (d *Difference) Sure() bool { return d.Holm <= 1-report.Level }

// Enough says whether there are so many windows that ranks could show anything of
// any order: if all agree, by chance, of all orders looked at.
func (r *Report) Enough() bool {
	return len(r.Differences) > 0 && r.Differences[0].Windows >= needed(len(r.Differences))
}

// needed is how many windows can show something of so many orders, if all agree.
func needed(orders int) (windows int) {
	for chance := 2 * float64(orders); chance > 1-report.Level; chance /= 2 {
		windows++
	}
	return windows
}

// Shorter are the days of windows of which the log has enough to show something; 0 where those
// would be too short.
func (r *Report) Shorter() int {
	if len(r.Differences) == 0 {
		return 0
	}
	days := r.Plan.Days * r.Differences[0].Windows / needed(len(r.Differences))
	if days < leastDays {
		return 0
	}
	return days
}

// leastDays of a window are proposed: one of fewer begins and ends with an empty machine
// more than it is one.
const leastDays = 3

// Bounded says whether any difference has an interval.
func (r *Report) Bounded() bool {
	for i := range r.Differences {
		if r.Differences[i].Low.Known() {
			return true
		}
	}
	return false
}

// Best is the order with the least median, "" where no window counts.
func (r *Report) Best() (best string) {
	for _, name := range order.Labels(r.Plan.Orders) {
		if m := r.Medians[name]; m.Known() && (best == "" || m < r.Medians[best]) {
			best = name
		}
	}
	return best
}

// Title is the finding in a sentence.
func (r *Report) Title() string {
	best := r.Best()
	if best == "" {
		return "In no window any job counts. Give fewer first jobs that do not"
	}
	n := len(r.Windows)
	of := " of " + strconv.Itoa(n) + " " + numeral.Plural(n, "window", "windows")
	s := "Of all orders " + best + " has the least median" + of + ", " + numeral.Number(r.Medians[best])
	for i := range r.Differences {
		d := &r.Differences[i]
		if d.Order != best {
			continue
		}
		s += ". In the typical window it has " + numeral.Number(d.Ratio) + " times the slowdown of " + d.Baseline
		if d.Low.Known() {
			s += " [" + numeral.Number(d.Low) + ", " + numeral.Number(d.High) + "]"
		}
		if !d.Sure() {
			s += ". This may be chance"
		}
	}
	return s + "."
}

// Note says what the table is.
const Note = "Mean bounded slowdowns of windows; times: of the typical window, with its interval at 95 % for all orders together; p by " +
	"signed ranks, adjusted after Holm, both for windows that go on into the next; less: windows in which it is less."

// cleaned names rules; that run times are above zero goes with all of them.
func cleaned(rules job.Rules) string {
	if rules.AsRead {
		return strconv.Quote(rules.Preset())
	}
	rules.DropZeroRun = false
	if name := rules.Preset(); name != "custom" {
		return strconv.Quote(name) + ", run times above zero"
	}
	rules.DropZeroRun = true
	return strconv.Quote(rules.Preset())
}

// lead is a sentence that another follows.
func lead(sentence string) string {
	if sentence != "" {
		sentence += " "
	}
	return sentence
}

// Methods says in a paragraph how the figures came about.
func (r *Report) Methods(c *job.Cleaning) string {
	p := &r.Plan
	s := numeral.Count(c.Kept) + " of " + numeral.Count(c.Read) + " jobs were kept after the cleaning " + cleaned(c.Rules)
	for _, d := range c.Dropped {
		s += "; " + numeral.Count(d.N) + ": " + d.Reason.Words()
	}
	s += ". " + lead(c.Supposed()) + "Windows of " + numeral.Days(p.Days)
	if len(p.Starts) == 0 {
		s += " follow each other from the " + p.Part.Possessive() + " first job on"
	} else {
		s += " begin at the first jobs submitted at given instants or later (those that overlap share jobs: probabilities then say too " +
			"much)"
	}
	s += ", as far as the log outlasts them. Each was replayed from an empty machine of " + numeral.Count(r.Procs) +
		" processors until all its jobs had ended, " +
		map[string]string{Actual: "run times known beforehand and nothing backfilled",
			Estimates: "orders seeing requests and nothing backfilled",
			Easy:      "orders seeing requests, with EASY backfilling"}[p.Scenario] + "; submit times count from its first job."
	if p.Warm > 0 {
		s += " Its first " + numeral.Count(p.Warm) + " jobs do not count."
	}
	if p.Dialect == GC {
		pool := "the whole queue is ranked"
		if p.Pool > 0 {
			pool = "the " + numeral.Count(p.Pool) + " oldest waiting jobs are ranked"
		}
		s += " The simulator is a model of the regression study's program: " + pool + ", 16 jobs start first, and starts take time."
	}
	exact := ""
	if r.Bounded() {
		exact = " with an interval at 95 % for all orders together"
	}
	if r.Follows > 0 {
		exact += ", widened since a window goes on into the next (lag-one correlation " + report.Decimals(2)(r.Follows) +
			" in the mean of orders)"
	}
	return s + " Slowdowns are bounded at " + strconv.FormatInt(p.Tau, 10) + " s and averaged over the jobs of a window. Differences are " +
		"ratios of these averages in the same" +
		" window: the Hodges-Lehmann estimate of their logarithms" + exact + ", Wilcoxon's signed-rank probability, and the same " +
		"adjusted after Holm for" +
		" the number of orders. They speak of further windows like these; one log is not other machines."
}
