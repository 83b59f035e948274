package tune

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/report"
	core "shadowtime/core/tune"
	"shadowtime/core/tuning"
	"shadowtime/ui/lab"
)

// columns are those of the table of pairs, one row a choice.
func (v *View) columns() lab.Table[*tuning.Tuned] {
	type row = *tuning.Tuned
	order := func(key, head, tip string, name func(x row) string) lab.Column[row] {
		return lab.Column[row]{Key: key, Head: head, Tip: tip, Text: true, Words: name, Cell: func(x row) lab.Cell {
			return lab.Cell{Head: key == "queue", HTML: lab.Swatch(name(x)) + `<span title="` + lab.Esc(lab.OrderTip(name(x))) + `">` + lab.Esc(lab.Short(name(x))) + `</span>`}
		}}
	}
	number := func(key, head, unit, tip string, of func(x row) report.Float, words func(report.Float) string) lab.Column[row] {
		return lab.Column[row]{Key: key, Head: head, Unit: unit, Tip: tip,
			Value: func(x row) float64 { return float64(of(x)) },
			Cell:  func(x row) lab.Cell { return lab.Number(of(x), words(of(x))) }}
	}
	return lab.Table[row]{
		ID: "pairs", Act: "tune-sort", Row: v.rowAttributes,
		Above: `<tr class="halves"><td colspan="4"></td><th scope="colgroup" colspan="3">learning weeks</th><th scope="colgroup" colspan="4">judging weeks</th></tr>`,
		Columns: []lab.Column[row]{
			order("queue", "Queue", "primary order: who stands at the front and gets the reservation", func(x row) string { return x.Primary }),
			order("backfill", "Backfill", "order in which the others are asked whether they fit now", func(x row) string { return x.Backfill }),
			{Key: "threshold", Head: "Threshold", Tip: "jobs that have waited longer go first", Text: true,
				Value: func(x row) float64 {
					if x.Threshold < 0 {
						return math.Inf(1)
					}
					return float64(x.Threshold)
				},
				Cell: func(x row) lab.Cell { return lab.Cell{HTML: lab.Esc(x.Threshold.Words()) + v.tags(x.Choice())} }},
			{Key: "change", Head: "Change in waiting", Unit: "95 % interval",
				Tip:   "total wait on the judging weeks, relative to FCFS for both queues without threshold; negative is less waiting",
				Value: func(x row) float64 { return float64(x.Change) },
				Cell: func(x row) lab.Cell {
					if x.Choice().IsBaseline() {
						return lab.Mark(float64(x.Change), figure.Unknown)
					}
					return lab.Change(x.Change, x.Low, x.High, true)
				}},
			number("trainavg", "AvgWait", "", "mean wait of a job, over all jobs of the learning weeks",
				func(x row) report.Float { return x.TrainAvg }, figure.Duration[report.Float]),
			number("trainmax", "MaxWait", "mean week", "the longest wait of a week, mean over the learning weeks",
				func(x row) report.Float { return x.TrainMax }, figure.Duration[report.Float]),
			number("trainbsld", "Slowdown", "", "",
				func(x row) report.Float { return x.TrainBsld }, figure.Number[report.Float]),
			number("testavg", "AvgWait", "", "mean wait of a job, over all jobs of the judging weeks",
				func(x row) report.Float { return x.TestAvg }, figure.Duration[report.Float]),
			number("testmax", "MaxWait", "mean week", "the longest wait of a week, mean over the judging weeks",
				func(x row) report.Float { return x.TestMax }, figure.Duration[report.Float]),
			number("testmaxmax", "MaxWait", "all weeks", "the longest wait of all judging weeks",
				func(x row) report.Float { return report.Float(x.TestMaxMax) }, figure.Duration[report.Float]),
			number("testbsld", "Slowdown", "", "",
				func(x row) report.Float { return x.TestBsld }, figure.Number[report.Float]),
		},
	}
}

// rowAttributes name a row's choice, and mark those that the answer speaks of.
func (v *View) rowAttributes(x *tuning.Tuned) string {
	c := x.Choice()
	class := ""
	if c == v.report.Recommended.Choice() || c == v.report.Learned.Choice() {
		class = "chosen"
	}
	if c.IsBaseline() {
		class += " baseline"
	}
	return ` data-primary="` + lab.Esc(c.Primary) + `" data-backfill="` + lab.Esc(c.Backfill) + `" data-threshold="` + c.Threshold.String() + `" class="` + strings.TrimSpace(class) + `"`
}

// tags say what a choice is to the answer.
func (v *View) tags(c core.Choice) string {
	text := ""
	for _, t := range []struct {
		is        bool
		word, tip string
	}{
		{c == v.report.Recommended.Choice(), "proposed", "what the answer above proposes"},
		{c == v.report.Learned.Choice(), "learned", "the best on the learning weeks"},
		{c.IsBaseline(), "today", "what all others are compared with"},
	} {
		if t.is {
			text += ` <span class="tag" title="` + t.tip + `">` + t.word + `</span>`
		}
	}
	return text
}

// topTuned is how many of the best are shown at first.
const topTuned = 10

// rows are those in sight, the best on the learning weeks first: the best, what
// was learned and what is proposed, and the baseline; or all.
func (v *View) rows() []*tuning.Tuned {
	r := v.report
	in := map[core.Choice]bool{r.Learned.Choice(): true, r.Recommended.Choice(): true}
	var list []*tuning.Tuned
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

// showRows shows every row, or the best alone. Intervals that are not known yet
// are computed while the page stays alive.
func (v *View) showRows() {
	v.showAll = !v.showAll
	v.drawPairs()
	v.Lab.Browser.Focus("tune-all-rows")
	if !v.showAll || v.filled() || !v.complete() {
		return
	}
	r := v.report
	next := r.Intervals(v.behind)
	v.Lab.Browser.Animate(func(float64) bool {
		if r != v.report || !v.showAll {
			return false
		}
		more := next(intervalsAtATime)
		if !more {
			v.drawPairs()
		}
		return more
	})
}

// intervalsAtATime are computed between two frames.
const intervalsAtATime = 12

// filled says whether the intervals of all rows are known.
func (v *View) filled() bool {
	for i := range v.report.Pairs {
		if math.IsNaN(float64(v.report.Pairs[i].Low)) {
			return false
		}
	}
	return true
}

// saveCSV hands out the whole table, with every interval.
func (v *View) saveCSV() {
	for next := v.report.Intervals(v.behind); next(len(v.report.Pairs)); {
	}
	v.Lab.SaveText(v.Lab.FileName("csv", core.Name), v.report.CSV())
}

// drawPairs draws the table of pairs.
func (v *View) drawPairs() {
	if v.report == nil {
		v.Lab.Browser.Draw(hostPairs, "")
		return
	}
	for i := range v.table.Columns {
		switch c := &v.table.Columns[i]; c.Key {
		case "trainbsld":
			c.Tip = v.slowdownTip("learning weeks")
		case "testbsld":
			c.Tip = v.slowdownTip("judging weeks")
		}
	}
	v.table.Caption = v.caption()
	tools := `<p class="figure-tools">`
	if n := len(v.report.Pairs); n > topTuned {
		words := "show all " + figure.Count(n)
		if v.showAll {
			words = "show the best " + strconv.Itoa(topTuned)
		}
		tools += `<button type="button" class="quiet" id="tune-all-rows" data-act="tune-all-rows" aria-expanded="` + lab.Bool(v.showAll) + `">` + words + `</button> `
	}
	tools += lab.Tool("tune-csv", "", "All that was tried as CSV", "CSV") + `</p>`
	v.Lab.Browser.Draw(hostPairs, v.table.HTML(v.rows())+tools)
}

func (v *View) slowdownTip(weeks string) string {
	return "mean bounded slowdown on the " + weeks + ", tau = " + strconv.FormatInt(v.report.Plan.Tau, 10) + " s"
}

func (v *View) caption() string {
	n := len(v.report.Pairs)
	s := "The best " + strconv.Itoa(min(topTuned, n)) + " of " + figure.Count(n) + " settings on the learning weeks, and FCFS"
	if v.showAll || n <= topTuned {
		s = "All " + figure.Count(n) + " settings"
	}
	if v.table.Sort == "" {
		s += ", the best on the learning weeks first"
	}
	return s + "; change is on the judging weeks; a press on a heading sorts"
}
