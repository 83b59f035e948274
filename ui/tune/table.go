package tune

import (
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

// columns are those of the table of pairs, one row a choice: what was trained before what was tested.
func (v *View) columns(t *lab.Table[*tune.Tuned]) {
	t.Columns = lab.Columns(v.Report.Columns(), true, "queue", "backfill", "threshold", "change", "corrected", "sim",
		"trainavg", "trainmax", "trainbsld", "testavg", "testmax", "testmaxmax", "testbsld")
	cell := func(name string, head bool) lab.Cell {
		return lab.Cell{Head: head, HTML: lab.Swatch(name) + `<span` + lab.Says(lab.OrderTip(name, v.tried()...)) + `>` +
			lab.Esc(order.Short(name)) + `</span>`}
	}
	t.Of("queue").Cell = func(x *tune.Tuned) lab.Cell { return cell(x.Primary, true) }
	t.Of("backfill").Cell = func(x *tune.Tuned) lab.Cell { return cell(x.Backfill, false) }
	t.Of("threshold").Cell = func(x *tune.Tuned) lab.Cell {
		return lab.Cell{HTML: lab.Esc(x.Threshold.Words()) + v.tags(x.Choice())}
	}
	t.Of("change").Dress = func(x *tune.Tuned, c *lab.Cell) {
		if !x.Choice().IsBaseline() {
			c.Tip = shownTips[x.Shown]
		}
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
		c.Threshold.String() + `" class="` + strings.TrimSpace(class) + `"` + lab.Keyed(tune.PairName(c))
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
	v.columns(&v.table)
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
