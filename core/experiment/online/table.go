package online

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/report/csv"
	"shadowtime/core/study"
)

// Columns are those of the table of strategies.
func (s *Report) Columns() *report.Table[*Selected] {
	type column = report.Column[*Selected]
	type figure = func(x *Selected) report.Float
	simulated := report.ErrorHead(s.Done > 1 && s.Bounded())
	bounds := func(low, high figure) func(x *Selected) (low, high report.Float) {
		return func(x *Selected) (report.Float, report.Float) { return low(x), high(x) }
	}
	fractionLow, eachLow := func(x *Selected) report.Float { return x.RegretLow }, func(x *Selected) report.Float { return x.EachLow }
	fractionHigh, eachHigh := func(x *Selected) report.Float { return x.RegretHigh }, func(x *Selected) report.Float { return x.EachHigh }
	columns := []column{
		{Key: "strategy", Head: "Strategy", Paper: "strategy", File: "strategy", Words: func(x *Selected) string { return x.Strategy }},
		{Key: "chooses", Head: "Chooses", Tip: "how long an order stays", Words: func(x *Selected) string { return Chooses(x.Period) }},
		{Key: "period", Paper: "period", Words: func(x *Selected) string { return PeriodName(x.Period) }},
		report.Word("period_s", func(x *Selected) string {
			if x.Period == study.None {
				return ""
			}
			return strconv.FormatInt(int64(x.Period), 10)
		})}
	columns = append(columns, report.ChangeColumns(func(x *Selected) *report.Judged { return &x.Judged },
		column{Key: "change", Head: "Raw change of the mean wait", Unit: report.RangeHead(s.ByWeeks()), Paper: "raw",
			Ranged: "plausible",
			Mark:   "baseline",
			Tip:    "in the log's own whole weeks, against FCFS all the time: Σ(W − W₀) / ΣW₀; negative is less waiting"},
		column{Key: "sim", Head: "In resamples", Unit: simulated, Paper: "in resamples", Ranged: "simulation",
			Tip: "the same pooled over all resamples, with its simulation error: how far ever more of them could lie; of the best in " +
				"hindsight, where resamples find the same, with the best chosen anew in every draw of resamples"})...)
	columns = append(columns, report.Word("shown", func(x *Selected) string { return x.Shown }),
		report.Word("near_best", func(x *Selected) string { return strconv.FormatBool(x.Near) }),
		column{Key: "hours", Head: "Regret", Unit: "hours; of the best’s wait", Paper: "regret, h", File: "regret_s",
			Tip: "the same in hours of wait of all jobs together, mean over resamples; and as a share of the waiting under that one " +
				"order",
			Value: func(x *Selected) report.Float { return x.Regret }, Said: func(x *Selected) string {
				if !x.Regret.Known() {
					return ""
				}
				return strconv.FormatFloat(float64(x.Regret)/3600, 'f', 0, 64)
			}, Write: func([]report.Float) func(report.Float) string {
				return func(x report.Float) string { return numeral.Number(math.Round(float64(x) / 3600)) }
			}},
		column{Key: "regret", Head: "Regret", Unit: "of the wait under FCFS", Paper: "regret/FCFS", Ranged: "simulation",
			File: "regret_fraction",
			Tip: "in resamples, how much more waiting than under " + s.Best.Order + ", the one order that is best over all of them, with " +
				"its simulation error; below zero: less than under any one order",
			Value: func(x *Selected) report.Float { return x.RegretFraction }, Range: bounds(fractionLow, fractionHigh)},
		report.Figure("regret_low", fractionLow), report.Figure("regret_high", fractionHigh),
		column{Key: "ofbest", Paper: "regret/best", File: "regret_of_best",
			Value: func(x *Selected) report.Float { return x.RegretOfBest }},
		report.Figure("of_best_low", func(x *Selected) report.Float { return x.OfBestLow }),
		report.Figure("of_best_high", func(x *Selected) report.Float { return x.OfBestHigh }),
		column{Key: "each", Head: "Regret of each", Unit: "of the wait under FCFS", Paper: "regret of each", Ranged: "simulation",
			File:  "regret_each",
			Tip:   "the same against each resample's own best order: what was lost to one who knows which order each of them needs",
			Value: func(x *Selected) report.Float { return x.RegretEach }, Range: bounds(eachLow, eachHigh)},
		report.Figure("each_low", eachLow), report.Figure("each_high", eachHigh), report.Count[*Selected]("resamples", s.Done))
	return &report.Table[*Selected]{Columns: columns, Baseline: func(x *Selected) bool { return x.Strategy == Fixed+":"+Baseline }}
}

// Table is the table of strategies in words, with its head.
func (s *Report) Table() [][]string {
	return s.Columns().Sheet(report.Rows(s.Ranked()), "strategy", "period", "own", "corrected", "sim", "regret", "ofbest", "each", "hours")
}

// CSV is the table of one log, see CSV.
func (s *Report) CSV() string { return CSV([]Trace{{s.Source.Name, s}}) }

// CSV writes one row a trace and strategy, with a header line. Undefined figures are empty.
func CSV(list []Trace) string {
	var lines [][]string
	for i, x := range list {
		for k, line := range x.Report.Columns().Lines(report.Rows(x.Report.Strategies)) {
			switch {
			case k > 0:
				lines = append(lines, append([]string{x.Name}, line...))
			case i == 0:
				lines = append(lines, append([]string{"trace"}, line...))
			}
		}
	}
	var b strings.Builder
	_ = csv.NewWriter(&b).WriteAll(lines) // a Builder takes every write
	return b.String()
}
