package tune

import (
	"math"
	"slices"

	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Evidence is what stands behind a Report, for its views. Choices are
// numbered as Plan.Choice does; the figures are those of Lelong, Reis and
// Trystram 2017.
type Evidence struct {
	Train    []Point    `json:"train"`    // by choice, on training weeks (figures 2, 3, 5)
	Test     []Point    `json:"test"`     // and on testing weeks
	Heat     []Heat     `json:"heat"`     // by threshold (figure 4)
	Moves    []Move     `json:"moves"`    // by backfilling order and primary order (figure 5)
	Swept    []Swept    `json:"steps"`    // by threshold (figures 6, 7)
	Transfer []Transfer `json:"transfer"` // by threshold (figure 8)
	Weekly   Weekly     `json:"weekly"`   // figure 1
	// Weeks in which nobody waits under the baseline: no part of Point.Ratio.
	TrainIdle int `json:"trainIdle"`
	TestIdle  int `json:"testIdle"`
}

// Point is a choice's average and longest wait against the baseline's: pooled
// over weeks as in the table, and each week against the baseline on that week,
// as means with first and last decile over weeks. The means count a week in
// which hardly anybody waits as much as one in which all do, so they are other
// figures than the pooled ones.
type Point struct {
	Change    report.Float `json:"change"`    // of the total wait of all weeks: on testing weeks that of the table
	MaxChange report.Float `json:"maxChange"` // of the longest wait of a week, mean over weeks

	Ratio      report.Point `json:"ratio"`      // 1: the same; over weeks in which somebody waits under the baseline
	Difference report.Point `json:"difference"` // seconds
	MaxMax     report.Float `json:"maxMax"`     // the longest wait of all weeks, as a ratio to the baseline's
	Front      bool         `json:"front"`      // no other choice has both Change and MaxChange lower: on the Pareto front
}

// Heat is, at one threshold, what pairs of orders change of the total wait on
// testing weeks: a row a primary order, a column a backfilling order.
type Heat struct {
	Threshold study.Seconds    `json:"threshold"`
	Against   string           `json:"against"` // the backfilling order that Given compares with: FCFS, or the plan's first
	Given     [][]report.Float `json:"given"`   // against the same primary order with that backfilling order
	Change    [][]report.Float `json:"change"`  // against the baseline
}

// Move leads from a pair without threshold to the same pair with one. Both are
// choices, as indices into Train and Test.
type Move struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Swept is what is learned with one threshold, and what the pair that is best
// over all of them does with it.
type Swept struct {
	Threshold study.Seconds `json:"threshold"`
	Learned   int           `json:"learned"` // choices, as indices into Train and Test
	Overall   int           `json:"overall"`
}

// Transfer says how the ranking of pairs on training weeks carries over to the
// testing weeks, at one threshold.
type Transfer struct {
	Threshold       study.Seconds  `json:"threshold"`
	Choices         []int          `json:"choices"`
	Train           []report.Float `json:"train"`           // pooled AvgWait as a ratio to the baseline's, by choice
	Test            []report.Float `json:"test"`            // likewise
	TrainDifference []report.Float `json:"trainDifference"` // the same as a difference, seconds
	TestDifference  []report.Float `json:"testDifference"`
	Spearman        report.Float   `json:"spearman"` // rank correlation of Train and Test
	Kendall         report.Float   `json:"kendall"`  // tau-b
}

// Weekly is how wild single weeks are: the AvgWait of the first training weeks
// under every primary order with one backfilling order.
type Weekly struct {
	Backfill  string           `json:"backfill"` // FCFS, or the plan's first
	Threshold study.Seconds    `json:"threshold"`
	Primaries []string         `json:"primaries"`
	Baseline  []report.Float   `json:"baseline"` // by week, seconds
	Avg       [][]report.Float `json:"avg"`      // by primary order and week, seconds
	Relative  [][]report.Float `json:"relative"` // as a ratio to the baseline on the week, null where nobody waits under it
}

// weeklyWeeks is how many weeks Weekly has at most.
const weeklyWeeks = 150

// Explain computes the evidence behind a tuning from the rows it was
// merged from, one week of each half at least.
func Explain(t *Report, rows []Row) *Evidence {
	p := &t.Plan
	_, rows = study.Split(rows)
	e := &Evidence{TrainIdle: idle(rows, Training), TestIdle: idle(rows, Testing),
		Train: points(p, rows, Training), Test: points(p, rows, Testing)}
	for k := range p.Thresholds {
		e.Heat = append(e.Heat, heat(t, k))
		e.Transfer = append(e.Transfer, transfer(t, k))
	}
	if p.Thresholds[0] < 0 && len(p.Thresholds) > 1 {
		for c := 0; c < p.Choices(); c += len(p.Thresholds) {
			for k := 1; k < len(p.Thresholds); k++ {
				e.Moves = append(e.Moves, Move{c, c + k})
			}
		}
	}
	for k, threshold := range p.Thresholds {
		learned, _ := p.Find(t.Learned.ByThreshold[k].Choice())
		x := t.Learned.Choice()
		x.Threshold = threshold
		overall, _ := p.Find(x)
		e.Swept = append(e.Swept, Swept{threshold, learned, overall})
	}
	e.Weekly = weeklyOf(p, rows)
	return e
}

// MovesTo are the moves of a plan's primary orders from no threshold to one,
// all with the same backfilling order: what figure 5 draws, with SPF and 20 h.
func (e *Evidence) MovesTo(p *Plan, backfill string, threshold study.Seconds) []Move {
	var list []Move
	for _, m := range e.Moves {
		if x := p.Choice(m.To); x.Backfill == backfill && x.Threshold == threshold {
			list = append(list, m)
		}
	}
	return list
}

// plainBackfill is the backfilling order that others are compared with: FCFS, or
// the plan's first.
func plainBackfill(p *Plan) string {
	if slices.Contains(p.Backfills, Baseline) {
		return Baseline
	}
	return order.Label(p.Backfills[0])
}

func points(p *Plan, rows []Row, half func(*Row) *Half) []Point {
	list := make([]Point, p.Choices())
	pool := Pool(p, rows, half)
	var avg, most, avgMore, mostMore []float64
	for c := range list {
		avg, most, avgMore, mostMore = avg[:0], most[:0], avgMore[:0], mostMore[:0]
		for k := range rows {
			h := half(&rows[k])
			if h.Jobs == 0 {
				continue
			}
			x, base := h.Result(c), h.Baseline
			avgMore = append(avgMore, float64(x.Wait-base.Wait)/float64(h.Jobs))
			mostMore = append(mostMore, float64(x.Max-base.Max))
			if base.Wait > 0 {
				avg = append(avg, float64(x.Wait)/float64(base.Wait))
				most = append(most, float64(x.Max)/float64(base.Max))
			}
		}
		x, base := &pool.Choices[c], &pool.Baseline
		list[c] = Point{Change: report.Fraction(x.Wait-base.Wait, base.Wait), MaxChange: report.Fraction(x.MaxSum-base.MaxSum, base.MaxSum),
			Ratio: report.PointOf(avg, most), Difference: report.PointOf(avgMore, mostMore),
			MaxMax: report.Float(float64(x.MaxMax) / float64(base.MaxMax))}
	}
	for c := range list {
		list[c].Front = onFront(list, c)
	}
	return list
}

// onFront says that no other point is at least as good in both and better in
// one.
func onFront(list []Point, c int) bool {
	x := &list[c]
	if !x.Change.Known() {
		return false
	}
	for i := range list {
		y := &list[i]
		if y.Change <= x.Change && y.MaxChange <= x.MaxChange && (y.Change < x.Change || y.MaxChange < x.MaxChange) {
			return false
		}
	}
	return true
}

// idle counts the weeks in which nobody waits under the baseline.
func idle(rows []Row, of half) (n int) {
	for k := range rows {
		if of(&rows[k]).Baseline.Wait == 0 {
			n++
		}
	}
	return n
}

func heat(t *Report, threshold int) Heat {
	p := &t.Plan
	h := Heat{Threshold: p.Thresholds[threshold], Against: plainBackfill(p)}
	for _, primary := range order.Labels(p.Primaries) {
		at, _ := p.Find(Choice{Primary: primary, Backfill: h.Against, Threshold: h.Threshold})
		plain := float64(t.Pairs[at].TestAvg)
		var given, change []report.Float
		for _, backfill := range order.Labels(p.Backfills) {
			c, _ := p.Find(Choice{Primary: primary, Backfill: backfill, Threshold: h.Threshold})
			given = append(given, report.Float(float64(t.Pairs[c].TestAvg)/plain-1))
			change = append(change, t.Pairs[c].Change)
		}
		h.Given, h.Change = append(h.Given, given), append(h.Change, change)
	}
	return h
}

func transfer(t *Report, threshold int) Transfer {
	p := &t.Plan
	x := Transfer{Threshold: p.Thresholds[threshold]}
	var train, test []float64
	for c := threshold; c < len(t.Pairs); c += len(p.Thresholds) {
		a, b := float64(t.Pairs[c].TrainAvg), float64(t.Pairs[c].TestAvg)
		x.Choices = append(x.Choices, c)
		train, test = append(train, a), append(test, b)
		x.Train, x.Test = append(x.Train, report.Float(a/float64(t.Baseline.TrainAvg))),
			append(x.Test, report.Float(b/float64(t.Baseline.TestAvg)))
		x.TrainDifference = append(x.TrainDifference, report.Float(a)-t.Baseline.TrainAvg)
		x.TestDifference = append(x.TestDifference, report.Float(b)-t.Baseline.TestAvg)
	}
	x.Spearman, x.Kendall = report.Float(spearman(train, test)), report.Float(kendall(train, test))
	return x
}

func weeklyOf(p *Plan, rows []Row) Weekly {
	x := Weekly{Backfill: plainBackfill(p), Threshold: p.Thresholds[0], Primaries: order.Labels(p.Primaries)}
	rows = rows[:min(len(rows), weeklyWeeks)]
	avg := func(wait, jobs int64) report.Float { return report.Float(float64(wait) / float64(jobs)) }
	for k := range rows {
		h := &rows[k].Train
		x.Baseline = append(x.Baseline, avg(h.Baseline.Wait, h.Jobs))
	}
	for _, primary := range order.Labels(p.Primaries) {
		c, _ := p.Find(Choice{Primary: primary, Backfill: x.Backfill, Threshold: x.Threshold})
		var week, ratio []report.Float
		for k := range rows {
			h := &rows[k].Train
			w := h.Result(c).Wait
			week, ratio = append(week, avg(w, h.Jobs)), append(ratio, report.Float(math.NaN()))
			if h.Baseline.Wait > 0 {
				ratio[k] = report.Float(float64(w) / float64(h.Baseline.Wait))
			}
		}
		x.Avg, x.Relative = append(x.Avg, week), append(x.Relative, ratio)
	}
	return x
}
