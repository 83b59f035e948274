package predict

import (
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
)

// Columns are those of the table of ways.
func (r *Report) Columns() *report.Table[*Way] {
	type column = report.Column[*Way]
	times, shares, numbers := numeral.Durations[report.Float], report.Shares, numeral.Numbers[report.Float]
	columns := []column{{Key: "way", Head: "Way", Paper: "way", File: "way", Words: func(w *Way) string { return w.Way },
		Tip: "predictor, correction where predictions can be outlived, backfilling order"}}
	columns = append(columns, report.ChangeColumns(func(w *Way) *report.Judged { return &w.Judged },
		column{Key: "change", Head: "Raw change", Unit: report.RangeHead(r.ByWeeks()), Paper: "raw", Ranged: "plausible",
			Mark: "baseline",
			Tip:  "of what is to be small, in the log's own whole weeks, relative to EASY with requests"},
		column{Key: "sim", Head: "In resamples", Unit: report.ErrorHead(r.Done > 1 && r.Bounded()), Paper: "in resamples",
			Ranged: "simulation",
			Tip:    "the same pooled over all resamples, with its simulation error: how far ever more of them could lie"})...)
	columns = append(columns, column{File: "shown", Words: func(w *Way) string { return w.Shown }},
		column{Key: "wins", Head: "Won", Unit: "resamples", Paper: "won", File: "wins", Mark: numeral.Unknown,
			Tip:   "resamples in which it is less than under EASY with requests; a tie counts one half",
			Value: func(w *Way) report.Float { return w.Wins }, Write: report.Plain, Fixed: report.Decimals(-1)},
		report.Count[*Way]("resamples", r.Done),
		column{Key: "bsld", Head: "Slowdown", Unit: "bounded, mean", Paper: "AvgBsld", File: "avg_bsld",
			Tip:   "mean of max(1, (wait + p) / max(p, τ))",
			Value: func(w *Way) report.Float { return w.AvgBsld }, Write: numbers, Fixed: report.Decimals(2)},
		column{Key: "avgwait", Head: "AvgWait", Paper: "AvgWait", File: "avg_wait_s",
			Tip:   "mean wait of a job, over all jobs of all resamples",
			Value: func(w *Way) report.Float { return w.AvgWait }, Write: times},
		column{Key: "maxwait", Head: "MaxWait", Unit: "mean", Paper: "MaxWait", File: "max_wait_s",
			Tip:   "the longest wait of a resample, mean over resamples: predictions that are too short can starve large jobs",
			Value: func(w *Way) report.Float { return w.MaxWait }, Write: times},
		column{File: "max_max_wait_s", Whole: true, Value: func(w *Way) report.Float { return report.Float(w.MaxMaxWait) }},
		report.Figure("max_bsld", func(w *Way) report.Float { return w.MaxBsld }),
		column{Key: "extreme", Head: "Extreme", Unit: "slowed 1000-fold", Paper: "extreme", File: "extreme",
			Tip:   "share of jobs whose bounded slowdown is above 1000",
			Value: func(w *Way) report.Float { return w.Extreme }, Write: shares,
			Fixed: func(x report.Float) string { return numeral.Percent(x, 3) }},
		column{Key: "mae", Head: "Error", Unit: "mean, absolute", Paper: "MAE", File: "mae_s",
			Tip:   "mean absolute difference of first prediction and run time",
			Value: func(w *Way) report.Float { return w.MAE }, Write: times},
		report.Figure("mean_eloss", func(w *Way) report.Float { return w.MeanELoss }),
		column{Key: "under", Head: "Too short", Paper: "too short", File: "under", Tip: "share of jobs predicted shorter than they ran",
			Value: func(w *Way) report.Float { return w.Under }, Write: shares, Fixed: numeral.Share[report.Float]},
		column{Key: "corrections", Head: "Corrections", Unit: "a job", File: "corrections_per_job",
			Tip:   "predictions outlived and made longer, a job",
			Value: func(w *Way) report.Float { return w.Corrections }, Write: numbers})
	easy := r.EASY().Way
	return &report.Table[*Way]{Columns: columns, Baseline: func(w *Way) bool { return w.Way == easy }}
}

// Table is a row a way, those of the ladder first, with a head.
func (r *Report) Table() [][]string {
	ladder := len(r.Plan.Ladder())
	more := (&Report{Ways: r.Ways[ladder:]}).Ranked()
	shown := slices.Concat(r.Ways[:ladder], more[:min(mostFurther, len(more))])
	rows := r.Columns().Sheet(report.Rows(shown), "way", "own", "corrected", "sim", "wins", "bsld", "avgwait", "maxwait", "mae", "under",
		"extreme")
	if n := len(more) - mostFurther; n > 0 {
		rows = append(rows, append([]string{"... " + strconv.Itoa(n) + " more: --csv has all"}, make([]string, len(rows[0])-1)...))
	}
	return rows
}

// CSV writes the table of ways, one row a way in the plan's order.
func (r *Report) CSV() string { return r.Columns().CSV(report.Rows(r.Ways)) }
