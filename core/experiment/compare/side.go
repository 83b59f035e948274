package compare

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/report"
	"shadowtime/core/report/csv"
)

// Finding is the report on one trace.
type Finding struct {
	Name   string
	Report *Report
}

// Side holds reports of one plan on several traces, side by side: a table of
// trace and order (as table 6.3 of Reis 2018).
type Side []Finding

// Best is the order, as an index into Plan.Orders, with the least total wait on
// trace i; 0 is the baseline, -1 where nothing is known.
func (s Side) Best(i int) int {
	best, least := -1, math.Inf(1)
	for j, o := range s[i].Report.Orders {
		if x := float64(o.lead()); x < least {
			best, least = j, x
		}
	}
	return best
}

// Sentence says what the traces have in common.
func (s Side) Sentence() string {
	if len(s) == 0 {
		return "Nothing is known yet."
	}
	r := s[0].Report
	base := r.Baseline().Order
	var everywhere, best []string
	wins := make([]int, len(r.Orders))
	for i := range s {
		if b := s.Best(i); b >= 0 {
			wins[b]++
		}
	}
	for j, o := range r.Orders[1:] {
		all := true
		for i := range s {
			all = all && s[i].Report.Orders[j+1].Shown == report.Less
		}
		if all {
			everywhere = append(everywhere, o.Order)
		}
	}
	n := strconv.Itoa(len(s))
	for i := range s {
		if b := s.Best(i); b >= 0 {
			best = append(best, r.Orders[b].Order+" on "+s[i].Name)
		}
	}
	text := "Least waiting: " + numeral.Listed(best) + ". "
	for j, w := range wins {
		if w == len(s) {
			text = r.Orders[j].Order + " waits least on all " + n + " logs. "
		}
	}
	if len(everywhere) == 0 {
		return text + "No order was shown better than " + base + " on all of them."
	}
	verb := " was"
	if len(everywhere) > 1 {
		verb = " were"
	}
	return text + numeral.Listed(everywhere) + verb + " shown better than " + base + " on each of the " + n + "."
}

// Across is what an order does on all logs together, each of them one block.
type Across struct {
	Order    string       `json:"order"`
	Logs     int          `json:"logs"` // behind it
	Mean     report.Float `json:"mean"`
	Low      report.Float `json:"low"` // 95 % interval of the mean
	High     report.Float `json:"high"`
	NextLow  report.Float `json:"nextLow"` // 95 % prediction interval of another log's change
	NextHigh report.Float `json:"nextHigh"`
	Between  report.Float `json:"between"` // standard deviation between logs
}

// Across sums up every order but the baseline over the logs (random effects, see
// stats.AcrossLogs). What a log leaves open is its interval's half-width over
// 1.96.
func (s Side) Across() []Across {
	if len(s) == 0 {
		return nil
	}
	var list []Across
	for j, o := range s[0].Report.Orders[1:] {
		var changes, errors []float64
		for i := range s {
			x := s[i].Report.Orders[j+1]
			change, low, high := x.Leading()
			changes, errors = append(changes, float64(change)), append(errors, float64(high-low)/2/1.96)
		}
		a := stats.AcrossLogs(changes, errors, report.Level)
		list = append(list, Across{o.Order, a.Logs, report.Float(a.Mean), report.Float(a.Low), report.Float(a.High),
			report.Float(a.NextLow), report.Float(a.NextHigh), report.Float(a.Between)})
	}
	return list
}

// CSV writes one row a trace and order.
func (s Side) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// a strings.Builder takes every write: the errors can only be nil
	_ = w.Write([]string{"trace", "order", "resampled", "raw", "corrected", "low", "high", "sim_low", "sim_high", "wins", "resamples",
		"avg_wait_s",
		"max_wait_s"})
	for _, x := range s {
		for _, o := range x.Report.Orders {
			_ = w.Write([]string{x.Name, o.Order, numeral.Exact(o.Change), numeral.Exact(o.Own), numeral.Exact(o.Corrected),
				numeral.Exact(o.Low),
				numeral.Exact(o.High),
				numeral.Exact(o.SimLow), numeral.Exact(o.SimHigh), numeral.Exact(o.Wins),
				strconv.Itoa(x.Report.Done), numeral.Exact(o.AvgWait), numeral.Exact(o.MaxWait)})
		}
	}
	w.Flush()
	return b.String()
}
