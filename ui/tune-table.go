package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/report"
	"shadowtime/core/tune"
	"shadowtime/core/tuning"
)

// tunedColumn is a column of the table of pairs, by which it is sorted.
type tunedColumn int

const (
	byPrimary tunedColumn = iota
	byBackfill
	byThreshold
	byTestChange
	byTrainAvg
	byTrainMax
	byTrainBsld
	byTestAvg
	byTestMax
	byTestMaxMax
	byTestBsld
	byTraining // no column: by the objective on learning weeks
)

var tunedHeads = [byTraining]struct{ name, unit, key, tip string }{
	{"Queue", "", "queue", "primary order: who stands at the front and gets the reservation"},
	{"Backfill", "", "backfill", "order in which the others are asked whether they fit now"},
	{"Threshold", "", "threshold", "jobs that have waited longer go first"},
	{"Change in waiting", "95 % interval", "change", "total wait on the judging weeks, relative to FCFS for both queues without threshold; negative is less waiting"},
	{"AvgWait", "", "trainavg", "mean wait of a job, over all jobs of the learning weeks"},
	{"MaxWait", "mean week", "trainmax", "the longest wait of a week, mean over the learning weeks"},
	{"Slowdown", "", "trainbsld", "mean bounded slowdown on the learning weeks"},
	{"AvgWait", "", "testavg", "mean wait of a job, over all jobs of the judging weeks"},
	{"MaxWait", "mean week", "testmax", "the longest wait of a week, mean over the judging weeks"},
	{"MaxWait", "all weeks", "testmaxmax", "the longest wait of all judging weeks"},
	{"Slowdown", "", "testbsld", "mean bounded slowdown on the judging weeks"},
}

func (c tunedColumn) value(x *tuning.Tuned) float64 {
	switch c {
	case byThreshold:
		if x.Threshold < 0 {
			return math.Inf(1)
		}
		return float64(x.Threshold)
	case byTestChange:
		return float64(x.Change)
	case byTrainAvg:
		return float64(x.TrainAvg)
	case byTrainMax:
		return float64(x.TrainMax)
	case byTrainBsld:
		return float64(x.TrainBsld)
	case byTestAvg:
		return float64(x.TestAvg)
	case byTestMax:
		return float64(x.TestMax)
	case byTestMaxMax:
		return float64(x.TestMaxMax)
	case byTestBsld:
		return float64(x.TestBsld)
	}
	return 0
}

// topTuned is how many of the best are shown at first.
const topTuned = 10

// tunedRows are the rows in sight: the best, what was learned and what is
// proposed, and the baseline; or all.
func (t *tuner) tunedRows() []tuning.Tuned {
	r := t.report
	ranked := r.Ranked()
	in := map[tune.Choice]bool{r.Learned.Choice(): true, r.Recommended.Choice(): true}
	var list []tuning.Tuned
	based := false
	for i, x := range ranked {
		if t.ShowAll || i < topTuned || in[x.Choice()] || x.Choice().IsBaseline() {
			list = append(list, x)
			based = based || x.Choice().IsBaseline()
		}
	}
	if !based {
		list = append(list, r.Baseline)
	}
	if t.sort != byTraining {
		slices.SortStableFunc(list, t.compare)
	}
	return list
}

func (t *tuner) compare(x, y tuning.Tuned) int {
	c := 0
	switch t.sort {
	case byPrimary:
		c = strings.Compare(x.Primary, y.Primary)
	case byBackfill:
		c = strings.Compare(x.Backfill, y.Backfill)
	default:
		u, v := t.sort.value(&x), t.sort.value(&y)
		switch {
		case u < v || math.IsNaN(v) && !math.IsNaN(u):
			c = -1
		case u > v || math.IsNaN(u) && !math.IsNaN(v):
			c = 1
		}
	}
	if t.down {
		return -c
	}
	return c
}

func (t *tuner) sortBy(key string) {
	for c, h := range tunedHeads {
		if h.key == key {
			if t.sort == tunedColumn(c) {
				t.down = !t.down
			} else {
				t.sort, t.down = tunedColumn(c), false
			}
			t.drawPairs()
			t.app.Browser.Focus("tune-sort-" + key)
		}
	}
}

// showAll shows every row, or the best alone. Intervals that are not known yet
// are computed while the page stays alive.
func (t *tuner) showAll() {
	t.ShowAll = !t.ShowAll
	t.drawPairs()
	t.app.Browser.Focus("tune-all-rows")
	if !t.ShowAll || t.filled() || !t.complete() {
		return
	}
	r := t.report
	next := r.Intervals(t.behind)
	t.app.Browser.Animate(func(float64) bool {
		if r != t.report || !t.ShowAll {
			return false
		}
		more := next(intervalsAtATime)
		if !more {
			t.drawPairs()
		}
		return more
	})
}

// intervalsAtATime are computed between two frames.
const intervalsAtATime = 12

// filled says whether the intervals of all rows are known.
func (t *tuner) filled() bool {
	for i := range t.report.Pairs {
		if math.IsNaN(float64(t.report.Pairs[i].Low)) {
			return false
		}
	}
	return true
}

// saveCSV hands out the whole table, with every interval.
func (t *tuner) saveCSV() {
	if t.report == nil {
		return
	}
	for next := t.report.Intervals(t.behind); next(len(t.report.Pairs)); {
	}
	t.app.Browser.Download("shadowtime-"+t.app.Summary.Name+"-tune.csv", "text/csv", []byte(t.report.CSV()))
}

// drawPairs draws the table: one row a choice.
func (t *tuner) drawPairs() {
	if t.report == nil {
		t.app.Browser.Draw(hostTunePairs, "")
		return
	}
	r := t.report
	rows := t.tunedRows()
	var b strings.Builder
	b.WriteString(`<table id="pairs"><caption>` + t.pairsCaption() + `</caption><thead><tr class="halves"><td colspan="4"></td><th scope="colgroup" colspan="3">learning weeks</th><th scope="colgroup" colspan="4">judging weeks</th></tr><tr>`)
	for c, h := range tunedHeads {
		aria, arrow, class := "none", "", ` class="num"`
		if tunedColumn(c) == t.sort {
			aria, arrow = "ascending", " ↑"
			if t.down {
				aria, arrow = "descending", " ↓"
			}
		}
		if tunedColumn(c) <= byThreshold {
			class = ""
		}
		tip := h.tip
		if tunedColumn(c) == byTrainBsld || tunedColumn(c) == byTestBsld {
			tip += ", tau = " + strconv.FormatInt(r.Plan.Tau, 10) + " s"
		}
		b.WriteString(`<th scope="col"` + class + ` aria-sort="` + aria + `"><button type="button" id="tune-sort-` + h.key + `" data-act="tune-sort" data-arg="` + h.key + `" title="` + esc(tip) + `">` + h.name + arrow)
		if h.unit != "" {
			b.WriteString(`<small>` + h.unit + `</small>`)
		}
		b.WriteString(`</button></th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for i := range rows {
		t.pairRow(&b, &rows[i])
	}
	b.WriteString(`</tbody></table><p class="figure-tools">`)
	if len(r.Pairs) > topTuned {
		words := "show all " + figure.Count(len(r.Pairs))
		if t.ShowAll {
			words = "show the best " + strconv.Itoa(topTuned)
		}
		b.WriteString(`<button type="button" class="quiet" id="tune-all-rows" data-act="tune-all-rows" aria-expanded="` + flag(t.ShowAll) + `">` + words + `</button> `)
	}
	b.WriteString(`<button type="button" class="quiet" data-act="tune-csv" aria-label="All that was tried as CSV">CSV</button></p>`)
	t.app.Browser.Draw(hostTunePairs, b.String())
}

func (t *tuner) pairsCaption() string {
	n := len(t.report.Pairs)
	s := "The best " + strconv.Itoa(min(topTuned, n)) + " of " + figure.Count(n) + " settings on the learning weeks, and FCFS"
	if t.ShowAll || n <= topTuned {
		s = "All " + figure.Count(n) + " settings"
	}
	if t.sort == byTraining {
		s += ", the best on the learning weeks first"
	}
	return s + "; change is on the judging weeks; a press on a heading sorts"
}

func (t *tuner) pairRow(b *strings.Builder, x *tuning.Tuned) {
	r := t.report
	c := x.Choice()
	class, note := "", ""
	tag := func(what, tip string) { note += ` <span class="tag" title="` + tip + `">` + what + `</span>` }
	if c == r.Recommended.Choice() {
		class = "chosen"
		tag("proposed", "what the answer above proposes")
	}
	if c == r.Learned.Choice() {
		class = "chosen"
		tag("learned", "the best on the learning weeks")
	}
	if c.IsBaseline() {
		class += " baseline"
		tag("today", "what all others are compared with")
	}
	b.WriteString(`<tr data-primary="` + esc(c.Primary) + `" data-backfill="` + esc(c.Backfill) + `" data-threshold="` + c.Threshold.String() + `" class="` + strings.TrimSpace(class) + `"><th scope="row">` +
		swatch(c.Primary) + `<span title="` + esc(orderTip(c.Primary)) + `">` + esc(short(c.Primary)) + `</span></th><td>` +
		swatch(c.Backfill) + `<span title="` + esc(orderTip(c.Backfill)) + `">` + esc(short(c.Backfill)) + `</span></td><td>` + esc(c.Threshold.Words()) + note + `</td>`)
	if c.IsBaseline() {
		b.WriteString(cell(x.Change, `–`))
	} else {
		change := esc(figure.Change(x.Change))
		ci := x.Interval()
		if ci != "" {
			change += `<small>` + esc(ci) + `</small>`
		}
		s := cell(x.Change, change)
		if ci != "" {
			s = strings.Replace(s, `<td `, `<td data-low="`+fullDigits(x.Low)+`" data-high="`+fullDigits(x.High)+`" `, 1)
		}
		b.WriteString(s)
	}
	seconds := func(f report.Float) string { return cell(f, esc(figure.Duration(float64(f)))) }
	number := func(f report.Float) string { return cell(f, esc(figure.Number(float64(f)))) }
	b.WriteString(seconds(x.TrainAvg) + seconds(x.TrainMax) + number(x.TrainBsld))
	b.WriteString(seconds(x.TestAvg) + seconds(x.TestMax) + seconds(report.Float(x.TestMaxMax)) + number(x.TestBsld))
	b.WriteString(`</tr>`)
}

// fullDigits writes a figure for programs.
func fullDigits(f report.Float) string { return strconv.FormatFloat(float64(f), 'g', -1, 64) }
