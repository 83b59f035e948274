package tune

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
)

// Columns are those of the table of settings, in the order of the file.
func (t *Report) Columns() *report.Table[*Tuned] {
	type column = report.Column[*Tuned]
	times, numbers := numeral.Durations[report.Float], numeral.Numbers[report.Float]
	slowdown := func(weeks string) string {
		return "mean bounded slowdown on the " + weeks + ", tau = " + strconv.FormatInt(t.Plan.Tau, 10) + " s"
	}
	columns := []column{
		{Key: "queue", Head: "Queue", Paper: "primary", File: "primary", Words: func(x *Tuned) string { return x.Primary },
			Tip: "primary order: who stands at the front and gets the reservation"},
		{Key: "backfill", Head: "Backfill", Paper: "backfill", File: "backfill", Words: func(x *Tuned) string { return x.Backfill },
			Tip: "order in which the others are asked whether they fit now"},
		{Key: "threshold", Head: "Threshold", Paper: "threshold", Words: func(x *Tuned) string { return x.Threshold.String() },
			Tip: "jobs that have waited longer go first", Value: func(x *Tuned) report.Float {
				if x.Threshold < 0 {
					return report.Float(math.Inf(1))
				}
				return report.Float(x.Threshold)
			}},
		{File: "threshold_s", Words: func(x *Tuned) string {
			if x.Threshold < 0 {
				return ""
			}
			return strconv.FormatInt(int64(x.Threshold), 10)
		}},
		report.Count[*Tuned]("weeks", t.Done),
		{Key: "trainavg", Head: "AvgWait", Paper: "train AvgWait", File: "train_avg_wait_s",
			Tip:   "mean wait of a job, over all jobs of the training weeks",
			Value: func(x *Tuned) report.Float { return x.TrainAvg }, Write: times},
		{Key: "testavg", Head: "AvgWait", Paper: "test AvgWait", File: "test_avg_wait_s",
			Tip:   "mean wait of a job, over all jobs of the testing weeks",
			Value: func(x *Tuned) report.Float { return x.TestAvg }, Write: times},
		{Key: "trainmax", Head: "MaxWait", Unit: "mean week", File: "train_max_wait_s",
			Tip:   "the longest wait of a week, mean over the training weeks",
			Value: func(x *Tuned) report.Float { return x.TrainMax }, Write: times},
		{Key: "testmax", Head: "MaxWait", Unit: "mean week", Paper: "test MaxWait", File: "test_max_wait_s",
			Tip:   "the longest wait of a week, mean over the testing weeks",
			Value: func(x *Tuned) report.Float { return x.TestMax }, Write: times},
		{File: "train_max_max_wait_s", Whole: true, Value: func(x *Tuned) report.Float { return report.Float(x.TrainMaxMax) }},
		{Key: "testmaxmax", Head: "MaxWait", Unit: "all weeks", Paper: "test MaxMaxWait", File: "test_max_max_wait_s",
			Tip:   "the longest wait of all testing weeks",
			Whole: true, Value: func(x *Tuned) report.Float { return report.Float(x.TestMaxMax) }, Write: times},
		{Key: "trainbsld", Head: "Slowdown", File: "train_avg_bsld", Tip: slowdown("training weeks"),
			Value: func(x *Tuned) report.Float { return x.TrainBsld }, Write: numbers},
		{Key: "testbsld", Head: "Slowdown", File: "test_avg_bsld", Tip: slowdown("testing weeks"),
			Value: func(x *Tuned) report.Float { return x.TestBsld }, Write: numbers}}
	columns = append(columns, report.ChangeColumns(func(x *Tuned) *report.Judged { return &x.Judged },
		column{Key: "change", Head: "Raw change of the mean wait", Unit: report.RangeHead(t.ByWeeks()), Paper: "raw",
			Ranged: "plausible", Mark: numeral.Unknown,
			Tip: "in the second half's own weeks, relative to FCFS for both queues without threshold; negative is less waiting"},
		column{Key: "sim", Head: "In single weeks", Unit: report.ErrorHead(t.Done > 1 && t.Bounded()), Paper: "in single weeks",
			Ranged: "simulation", Tip: "the same pooled over the testing weeks that were drawn from that half, with its simulation " +
				"error: how far ever more of them could lie"})...)
	columns = append(columns, column{File: "shown", Words: func(x *Tuned) string { return x.Shown }},
		column{File: "near_best", Words: func(x *Tuned) string { return strconv.FormatBool(x.Near) }},
		column{File: "learned", Words: t.learned})
	return &report.Table[*Tuned]{Columns: columns, Baseline: func(x *Tuned) bool { return x.Choice().IsBaseline() }}
}

// learned says whether a setting was the best on the training weeks, in a word of the file.
func (t *Report) learned(x *Tuned) string {
	if t.Learned.Choice() == x.Choice() {
		return "of all"
	}
	for _, l := range t.Learned.ByThreshold {
		if l.Choice() == x.Choice() {
			return "with this threshold"
		}
	}
	return "no"
}

// CSV writes one row a choice, in the order of the plan.
func (t *Report) CSV() string { return t.Columns().CSV(report.Rows(t.Pairs)) }

// Sheet is the table of some settings on paper.
func (t *Report) Sheet(list []Tuned) [][]string {
	return t.Columns().Sheet(report.Rows(list), "threshold", "queue", "backfill", "trainavg", "testavg", "own", "corrected", "sim",
		"testmax",
		"testmaxmax")
}

// Table is the setting that the answer speaks of and the best with each threshold, with a head,
// and the baseline below.
func (t *Report) Table() [][]string { return t.Sheet(append(t.told(), t.Baseline)) }
