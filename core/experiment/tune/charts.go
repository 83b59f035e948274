package tune

import (
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Charts are the figures behind a report, those of the published study, of its log: the
// same on the page and on paper.
type Charts struct {
	Report   *Report
	Evidence *Evidence
	Look     Look
}

// Look is how the figures look at the weeks.
type Look struct {
	Train      bool           // training weeks instead of testing ones
	Difference bool           // seconds more or less instead of a ratio
	Threshold  *study.Seconds // nil: the one of the learned choice
	Backfill   string         // of the moves; "": SPF, or the learned one
}

// Chart is one of them: what a view knows it by, the word of its tab, and how it is made.
type Chart struct {
	Key, Tab string
	Make     func() paper.Chart
}

// List are those that there are: with a single threshold nothing moves.
func (v *Charts) List() []Chart {
	list := []Chart{
		{"pairs", "Average and longest wait", func() paper.Chart { return v.cloud(false) }},
		{"worst", "Longest wait of all weeks", func() paper.Chart { return v.cloud(true) }},
		{"given", "Backfilling orders", v.given},
		{"all", "All pairs", v.all},
	}
	if len(v.Evidence.Moves) > 0 {
		list = append(list, Chart{"moves", "With the threshold", v.moves})
	}
	return append(list, Chart{"steps", "Every threshold", v.steps}, Chart{"carry", "Does it carry over", v.carry},
		Chart{"weeks", "Single weeks", v.weekly})
}

// At is the threshold looked at, as its number in the plan.
func (v *Charts) At() int {
	list := v.Report.Plan.Thresholds
	if x := v.Look.Threshold; x != nil {
		if i := slices.Index(list, *x); i >= 0 {
			return i
		}
	}
	return max(0, slices.Index(list, v.Report.Learned.Threshold))
}

func (v *Charts) threshold() study.Seconds { return v.Report.Plan.Thresholds[v.At()] }

// Backfilling is the backfilling order of the moves.
func (v *Charts) Backfilling() string {
	list := order.Labels(v.Report.Plan.Backfills)
	for _, b := range []string{v.Look.Backfill, "SPF", v.Report.Learned.Backfill} {
		if slices.Contains(list, b) {
			return b
		}
	}
	return list[0]
}

// halfWords names the weeks looked at.
func (v *Charts) halfWords() string { return v.half() + " weeks" }

func (v *Charts) half() string {
	if v.Look.Train {
		return "training"
	}
	return "testing"
}

// counted are the weeks looked at with their number.
func (v *Charts) counted() string {
	n := v.Report.Done
	return numeral.Count(n) + " " + v.half() + numeral.Plural(n, " week", " weeks")
}

// Points are the choices in the weeks looked at.
func (v *Charts) Points() []Point {
	if v.Look.Train {
		return v.Evidence.Train
	}
	return v.Evidence.Test
}

// Choices are the choices with the threshold looked at.
func (v *Charts) Choices() []int {
	n := len(v.Report.Plan.Thresholds)
	var list []int
	for c := v.At(); c < len(v.Report.Pairs); c += n {
		list = append(list, c)
	}
	return list
}

// Moved is where the moves lead to: the threshold looked at, or the longest
// one when that is none.
func (v *Charts) Moved() study.Seconds {
	if s := v.threshold(); s >= 0 {
		return s
	}
	list := v.Report.Plan.Thresholds
	return list[min(1, len(list)-1)]
}

// Waits are a choice's average wait, and its longest of a week, in the weeks
// looked at.
func (v *Charts) Waits(x *Tuned) (avg, most float64) {
	if v.Look.Train {
		return float64(x.TrainAvg), float64(x.TrainMax)
	}
	return float64(x.TestAvg), float64(x.TestMax)
}

// markOf is a pair's mark: the colour and filling of its queue order, a shape
// for its backfilling order.
func (v *Charts) markOf(c Choice) *plot.Mark {
	m := plot.Style(c.Primary)
	m.Shape = backfillShape(slices.Index(order.Labels(v.Report.Plan.Backfills), c.Backfill))
	return &m
}

// backfillShape is the shape of the i-th backfilling order; there are ten.
func backfillShape(i int) plot.Shape {
	return plot.Shape(max(0, i) % (int(plot.Cross) + 1))
}

// key explains the marks: colours, then shapes.
func (v *Charts) key() []plot.KeyEntry {
	var list []plot.KeyEntry
	for _, o := range order.Labels(v.Report.Plan.Primaries) {
		m := plot.Style(o)
		m.Shape = plot.Circle
		list = append(list, plot.KeyEntry{Label: o, Mark: m})
	}
	for i, o := range order.Labels(v.Report.Plan.Backfills) {
		m := plot.Mark{Var: "--ink-soft", Fallback: "#5f5b53", Shape: backfillShape(i)}
		list = append(list, plot.KeyEntry{Label: "+ " + o, Mark: m})
	}
	return list
}

// under says with which threshold, for subtitles.
func under(s study.Seconds) string {
	if s < 0 {
		return "without threshold"
	}
	return "with a threshold of " + s.Words()
}

// PairName names a pair in a picture.
func PairName(c Choice) string { return c.Primary + " + " + c.Backfill }

func (v *Charts) weeksOf() string {
	return v.Report.Source.Name + ", " + v.counted() + ", " + under(v.threshold())
}
