// Package tuning turns the rows of package tune into a Report: which orders and
// threshold were learned on one half of a log, and what they do on the other.
package tuning

import (
	"cmp"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/core/paired"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/core/tune"
)

// Report answers a tune.Plan: which orders and threshold suit the machine,
// learned on one half of its log and judged on the other. The same Plan and
// trace give the same bytes of JSON on every platform, for any number of
// workers.
type Report struct {
	Version     int         `json:"version"`
	Plan        tune.Plan   `json:"plan"`
	Digest      string      `json:"digest"`
	Baseline    Tuned       `json:"baseline"` // FCFS-FCFS without threshold
	Pairs       []Tuned     `json:"pairs"`    // as Plan.Choice numbers them
	Learned     Learned     `json:"learned"`
	Recommended Recommended `json:"recommended"`

	Done int `json:"-"` // weeks of each half behind the figures; Plan.Resamples at the end
}

// Tuned is the outcome of one choice on the weeks of both halves. Waits are
// seconds; Change, Low and High are fractions of the baseline's total wait.
type Tuned struct {
	Primary     string        `json:"primary"`
	Backfill    string        `json:"backfill"`
	Threshold   study.Seconds `json:"threshold"`
	TrainAvg    report.Float  `json:"trainAvg"` // mean wait, pooled over the jobs of all training weeks
	TestAvg     report.Float  `json:"testAvg"`  // and of all testing weeks
	TrainMax    report.Float  `json:"trainMax"` // mean over weeks of the longest wait
	TestMax     report.Float  `json:"testMax"`
	TrainMaxMax int64         `json:"trainMaxMax"` // the longest wait of all weeks
	TestMaxMax  int64         `json:"testMaxMax"`
	TrainBsld   report.Float  `json:"trainBsld"` // mean bounded slowdown, pooled
	TestBsld    report.Float  `json:"testBsld"`
	Change      report.Float  `json:"change"` // pooled relative change of the total wait on testing weeks
	Low         report.Float  `json:"low"`    // its 95 % interval, percentile
	High        report.Float  `json:"high"`   // bootstrap over weeks
}

// Choice names what was done.
func (x Tuned) Choice() tune.Choice {
	return tune.Choice{Primary: x.Primary, Backfill: x.Backfill, Threshold: x.Threshold}
}

// Interval writes the 95 % interval for tables, in percent with one decimal;
// "" when it is not known.
func (x Tuned) Interval() string { return figure.Interval(x.Low, x.High) }

// LearnedPair is the best choice on the training weeks.
type LearnedPair struct {
	Tuned
	WithinBound bool `json:"withinBound"` // see tune.Learned
}

// Learned is the best choice of all on the training weeks, with its result on
// the testing weeks, and the best with each threshold.
type Learned struct {
	LearnedPair
	ByThreshold []LearnedPair `json:"byThreshold"` // as Plan.Thresholds lists them
}

// Merge makes the tuning of the rows done so far, in any order. The plan
// must be normalised.
func Merge(p tune.Plan, digest job.Digest, rows []tune.Row) *Report {
	return merge(p, digest, rows, func(int) bool { return true })
}

// Glance is Merge without the intervals of all but the learned
// choices: cheap enough to be shown while rows come in.
func Glance(p tune.Plan, digest job.Digest, rows []tune.Row) *Report {
	return merge(p, digest, rows, func(int) bool { return false })
}

func merge(p tune.Plan, digest job.Digest, rows []tune.Row, wanted func(choice int) bool) *Report {
	rows = sortedTuning(rows)
	j := judge{plan: &p, rows: rows, boot: paired.NewBootstrap(len(rows), p.Bootstrap, p.Seed)}
	j.train, j.test = tune.Pool(&p, rows, tune.Training), tune.Pool(&p, rows, tune.Testing)
	t := &Report{Version: tune.Version, Plan: p, Digest: digest.Hex(), Done: len(rows)}
	t.Baseline = tuned(tune.Choice{Primary: tune.Baseline, Backfill: tune.Baseline, Threshold: study.None}, &j.train.Baseline, &j.test.Baseline)
	best, _ := tune.Learn(&p, &j.train, tune.Any)
	learned := []tune.Learned{best}
	for _, threshold := range p.Thresholds {
		at, _ := tune.Learn(&p, &j.train, tune.Only(threshold))
		learned = append(learned, at)
	}
	need := map[int]bool{}
	for _, x := range learned {
		need[x.Choice] = true
	}
	base := j.waits(-1)
	for c := range p.Choices() {
		x := tuned(p.Choice(c), &j.train.Choices[c], &j.test.Choices[c])
		if !p.Choice(c).IsBaseline() {
			change := paired.Change{Mid: relative(j.test.Choices[c].Wait, j.test.Baseline.Wait), Low: math.NaN(), High: math.NaN()}
			if need[c] || wanted(c) {
				change = j.boot.Change(j.waits(c), base, report.Level)
			}
			x.Change, x.Low, x.High = report.Float(change.Mid), report.Float(change.Low), report.Float(change.High)
		}
		t.Pairs = append(t.Pairs, x)
	}
	t.Learned.LearnedPair = LearnedPair{t.Pairs[best.Choice], best.Within}
	for _, x := range learned[1:] {
		t.Learned.ByThreshold = append(t.Learned.ByThreshold, LearnedPair{t.Pairs[x.Choice], x.Within})
	}
	t.Recommended = j.recommend(best)
	return t
}

func sortedTuning(rows []tune.Row) []tune.Row {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b tune.Row) int { return cmp.Compare(a.K, b.K) })
	return rows
}

func tuned(c tune.Choice, train, test *tune.Total) Tuned {
	return Tuned{
		Primary: c.Primary, Backfill: c.Backfill, Threshold: c.Threshold,
		TrainAvg: report.Float(float64(train.Wait) / float64(train.Jobs)), TestAvg: report.Float(float64(test.Wait) / float64(test.Jobs)),
		TrainMax: report.Float(float64(train.MaxSum) / float64(train.Weeks)), TestMax: report.Float(float64(test.MaxSum) / float64(test.Weeks)),
		TrainMaxMax: train.MaxMax, TestMaxMax: test.MaxMax,
		TrainBsld: report.Float(train.Bsld / float64(train.Jobs)), TestBsld: report.Float(test.Bsld / float64(test.Jobs)),
	}
}

// relative is the relative difference to the baseline, NaN when that is 0.
func relative(x, base int64) float64 {
	if base == 0 {
		return math.NaN()
	}
	return float64(x-base) / float64(base)
}

// Sweep are the outcomes of one pair with every threshold of the plan, in its
// order; nil when the plan does not try the pair.
func (t *Report) Sweep(primary, backfill string) []Tuned {
	c, ok := t.Plan.Find(tune.Choice{Primary: primary, Backfill: backfill, Threshold: t.Plan.Thresholds[0]})
	if !ok {
		return nil
	}
	return t.Pairs[c : c+len(t.Plan.Thresholds)]
}

// Ranked returns the choices from the least objective on the training weeks to
// the most, equal ones in the order of the plan.
func (t *Report) Ranked() []Tuned {
	list := slices.Clone(t.Pairs)
	slices.SortStableFunc(list, func(a, b Tuned) int {
		if t.Plan.Objective == tune.AvgBsld {
			return report.Ascending(a.TrainBsld, b.TrainBsld)
		}
		return report.Ascending(a.TrainAvg, b.TrainAvg)
	})
	return list
}

// CSV writes one row a choice, in the order of the plan, with a header line.
// Undefined figures and the absence of a threshold are empty.
func (t *Report) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// a strings.Builder takes every write: the errors can only be nil
	_ = w.Write([]string{"primary", "backfill", "threshold_s", "weeks", "train_avg_wait_s", "test_avg_wait_s", "train_max_wait_s", "test_max_wait_s",
		"train_max_max_wait_s", "test_max_max_wait_s", "train_avg_bsld", "test_avg_bsld", "change", "low", "high", "learned"})
	for _, x := range t.Pairs {
		threshold, learned := "", "no"
		if x.Threshold >= 0 {
			threshold = strconv.FormatInt(int64(x.Threshold), 10)
		}
		for _, l := range t.Learned.ByThreshold {
			if l.Choice() == x.Choice() {
				learned = "with this threshold"
			}
		}
		if t.Learned.Choice() == x.Choice() {
			learned = "of all"
		}
		_ = w.Write([]string{x.Primary, x.Backfill, threshold, strconv.Itoa(t.Done), figure.Exact(x.TrainAvg), figure.Exact(x.TestAvg), figure.Exact(x.TrainMax), figure.Exact(x.TestMax),
			strconv.FormatInt(x.TrainMaxMax, 10), strconv.FormatInt(x.TestMaxMax, 10), figure.Exact(x.TrainBsld), figure.Exact(x.TestBsld),
			figure.Exact(x.Change), figure.Exact(x.Low), figure.Exact(x.High), learned})
	}
	w.Flush()
	return b.String()
}
