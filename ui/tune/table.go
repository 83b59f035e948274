package tune

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/ui/lab"
)

// tried are the orders of the answer.
func (v *View) tried() []string {
	return append(slices.Clone(v.Report.Plan.Primaries), v.Report.Plan.Backfills...)
}

// columns are those of the table of pairs, one row a choice.
func (v *View) columns() lab.Table[*tune.Tuned] {
	type row = *tune.Tuned
	column := func(key, head, tip string, name func(x row) string) lab.Column[row] {
		return lab.Column[row]{Key: key, Head: head, Tip: tip, Text: true, Words: name, Cell: func(x row) lab.Cell {
			return lab.Cell{Head: key == "queue", HTML: lab.Swatch(name(x)) + `<span` + lab.Says(lab.OrderTip(name(x), v.tried()...)) +
				`>` + lab.Esc(order.Short(name(x))) + `</span>`}
		}}
	}
	number := func(key, head, unit, tip string, of func(x row) report.Float,
		column func([]report.Float) func(report.Float) string) lab.Column[row] {
		return lab.Column[row]{Key: key, Head: head, Unit: unit, Tip: tip,
			Value: func(x row) float64 { return float64(of(x)) }, Column: lab.Alike(of, column)}
	}
	return lab.Table[row]{
		ID: "pairs", Act: "tune-sort", Row: v.rowAttributes,
		Above: `<tr class="halves"><td colspan="5"></td><th scope="colgroup" colspan="3">training weeks</th><th scope="colgroup" colspan="4">testing weeks</th></tr>`,
		Columns: []lab.Column[row]{
			column("queue", "Queue", "primary order: who stands at the front and gets the reservation",
				func(x row) string { return x.Primary }),
			column("backfill", "Backfill", "order in which the others are asked whether they fit now",
				func(x row) string { return x.Backfill }),
			{Key: "threshold", Head: "Threshold", Tip: "jobs that have waited longer go first", Text: true,
				Value: func(x row) float64 {
					if x.Threshold < 0 {
						return math.Inf(1)
					}
					return float64(x.Threshold)
				},
				Cell: func(x row) lab.Cell { return lab.Cell{HTML: lab.Esc(x.Threshold.Words()) + v.tags(x.Choice())} }},
			{Key: "change", Head: "Change of the mean wait",
				Tip:   "in the second half's own weeks, relative to FCFS for both queues without threshold; negative is less waiting",
				Value: func(x row) float64 { return float64(lead(x)) },
				Cell: func(x row) lab.Cell {
					if x.Choice().IsBaseline() {
						return lab.Mark(0, numeral.Unknown)
					}
					change, low, high := x.Leading()
					c := lab.Change(change, low, high, true)
					c.Tip = shownTips[x.Shown]
					return c
				}},
			{Key: "sim", Head: "In single weeks",
				Tip: "the same pooled over the testing weeks that were drawn from that half, with its simulation error: how far ever " +
					"more " +
					"of them could lie",
				Value: func(x row) float64 { return float64(x.Change) },
				Cell: func(x row) lab.Cell {
					if x.Choice().IsBaseline() {
						return lab.Mark(0, numeral.Unknown)
					}
					return lab.Change(x.Change, x.SimLow, x.SimHigh, true)
				}},
			number("trainavg", "AvgWait", "", "mean wait of a job, over all jobs of the training weeks",
				func(x row) report.Float { return x.TrainAvg }, numeral.Durations[report.Float]),
			number("trainmax", "MaxWait", "mean week", "the longest wait of a week, mean over the training weeks",
				func(x row) report.Float { return x.TrainMax }, numeral.Durations[report.Float]),
			number("trainbsld", "Slowdown", "", "",
				func(x row) report.Float { return x.TrainBsld }, numeral.Numbers[report.Float]),
			number("testavg", "AvgWait", "", "mean wait of a job, over all jobs of the testing weeks",
				func(x row) report.Float { return x.TestAvg }, numeral.Durations[report.Float]),
			number("testmax", "MaxWait", "mean week", "the longest wait of a week, mean over the testing weeks",
				func(x row) report.Float { return x.TestMax }, numeral.Durations[report.Float]),
			number("testmaxmax", "MaxWait", "all weeks", "the longest wait of all testing weeks",
				func(x row) report.Float { return report.Float(x.TestMaxMax) }, numeral.Durations[report.Float]),
			number("testbsld", "Slowdown", "", "",
				func(x row) report.Float { return x.TestBsld }, numeral.Numbers[report.Float]),
		},
	}
}

// shownTips say what is shown of a setting, all of them together.
var shownTips = map[string]string{
	report.Less:    "shown to make jobs wait less, all settings together at 95 %",
	report.More:    "shown to make jobs wait longer, all settings together at 95 %",
	report.Nothing: "not shown to differ",
}

// rowAttributes name a row's choice, and mark those that the answer speaks of.
func (v *View) rowAttributes(x *tune.Tuned) string {
	c := x.Choice()
	class := ""
	if c == v.Report.Recommended.Choice() || c == v.Report.Named.Choice() || c == v.Report.Learned.Choice() {
		class = "chosen"
	}
	if c.IsBaseline() {
		class += " baseline"
	}
	return ` data-primary="` + lab.Esc(c.Primary) + `" data-backfill="` + lab.Esc(c.Backfill) + `" data-threshold="` +
		c.Threshold.String() + `" class="` + strings.TrimSpace(class) + `"` + lab.Keyed(pairName(c))
}

// tags say what a choice is to the answer.
func (v *View) tags(c tune.Choice) string {
	text := ""
	for _, t := range []struct {
		is        bool
		word, tip string
	}{
		{c == v.Report.Recommended.Choice() && v.Report.Setting() != nil, "proposed", "what the answer above proposes"},
		{c == tune.Choice(v.Report.Safest) && !c.IsBaseline(), "named", "of what the training weeks don't tell from the best, the one " +
			"with " +
			"the smallest longest wait"},
		{c == v.Report.Learned.Choice(), "trained", "the best on the training weeks"},
		{v.isNear(c), "near best", "the training weeks don't tell it from the best"},
		{c.IsBaseline(), "baseline", "what all others are compared with"},
	} {
		if t.is {
			text += ` <span class="tag"` + lab.Says(t.tip) + `>` + t.word + `</span>`
		}
	}
	return text
}

// topTuned is how many of the best are shown at first.
const topTuned = 10

// rows are those in sight, the best on the training weeks first: the best, what
// was learned and what is proposed, and the baseline; or all.
func (v *View) rows() []*tune.Tuned {
	r := v.Report
	in := map[tune.Choice]bool{r.Learned.Choice(): true, r.Named.Choice(): true, tune.Choice(r.Safest): true}
	var list []*tune.Tuned
	based := false
	ranked := r.Ranked()
	for i := range ranked {
		x := &ranked[i]
		base := x.Choice().IsBaseline()
		if v.showAll || i < topTuned || in[x.Choice()] || base {
			list = append(list, x)
			based = based || base
		}
	}
	if !based {
		list = append(list, &r.Baseline)
	}
	return list
}

// sortBy sorts by a column; the same again turns it round.
func (v *View) sortBy(key string) {
	if v.table.SortBy(key) {
		v.drawPairs()
		v.Lab.Browser.Focus("tune-sort-" + key)
	}
}

// showRows shows every row, or the best alone.
func (v *View) showRows() {
	v.showAll = !v.showAll
	v.drawPairs()
	v.Lab.Browser.Focus("tune-all-rows")
}

// isNear says whether a choice is near the best, where that says anything: of
// some, and beside the learned one.
func (v *View) isNear(c tune.Choice) bool {
	if x := v.Report.Choice; x == nil || len(x.Near) == len(v.Report.Pairs) || c == v.Report.Learned.Choice() {
		return false
	}
	x, ok := v.Report.Find(c)
	return ok && x.Near
}

// saveCSV hands out the whole table.
func (v *View) saveCSV() {
	v.Lab.SaveText(v.Lab.FileName("csv", tune.Name), v.Report.CSV())
}

// drawPairs draws the table of pairs.
func (v *View) drawPairs() {
	if v.Report == nil {
		v.Lab.Browser.Draw(hostPairs, "")
		return
	}
	for i := range v.table.Columns {
		switch c := &v.table.Columns[i]; c.Key {
		case "trainbsld":
			c.Tip = v.slowdownTip("training weeks")
		case "change":
			c.Unit = report.IntervalHead(v.Report.ByWeeks())
		case "sim":
			c.Unit = report.IntervalHead(v.Report.Done > 1 && v.Report.Bounded())
		case "testbsld":
			c.Tip = v.slowdownTip("testing weeks")
		}
	}
	v.table.Caption = v.caption()
	tools := `<p class="figure-tools">`
	if n := len(v.Report.Pairs); n > topTuned {
		words := "show all " + numeral.Count(n)
		if v.showAll {
			words = "show the best " + strconv.Itoa(topTuned)
		}
		tools += `<button type="button" class="quiet" id="tune-all-rows" data-act="tune-all-rows" aria-expanded="` + lab.Bool(v.showAll) +
			`">` + words + `</button> `
	}
	tools += lab.Tool("tune-csv", "", "All that was tried as CSV", "CSV") + `</p>`
	v.Lab.Browser.Draw(hostPairs, v.table.HTML(v.rows())+tools)
}

func (v *View) slowdownTip(weeks string) string {
	return "mean bounded slowdown on the " + weeks + ", tau = " + strconv.FormatInt(v.Report.Plan.Tau, 10) + " s"
}

func (v *View) caption() string {
	n := len(v.Report.Pairs)
	s := "The best " + strconv.Itoa(min(topTuned, n)) + " of " + numeral.Count(n) + " settings on the training weeks, and FCFS"
	if v.showAll || n <= topTuned {
		s = "All " + numeral.Count(n) + " settings"
	}
	if v.table.Sort == "" {
		s += ", the best on the training weeks first"
	}
	return s + "; change is in the testing half; a press on a heading sorts"
}
