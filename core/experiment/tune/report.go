package tune

import (
	"math"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Report answers a Plan: which orders and threshold suit the machine,
// learned on one half of its log and judged on the other. The same Plan and
// trace give the same bytes of JSON on every platform, for any number of
// workers.
type Report struct {
	Version     int             `json:"version"`
	Plan        Plan            `json:"plan"`
	Digest      string          `json:"digest"`
	AsLogged    *AsLogged       `json:"asLogged"` // null while it is not computed
	Baseline    Tuned           `json:"baseline"` // FCFS-FCFS without threshold
	Pairs       []Tuned         `json:"pairs"`    // as Plan.Choice numbers them
	Learned     Lessons         `json:"learned"`
	Choice      *Chosen         `json:"choice"` // how sure it is; null of fewer than two weeks
	Safest      Near            `json:"safest"` // what the training weeks propose, see judge.safest
	Simple      *Simple         `json:"simple"` // null where none is simpler, or none was as good on the training weeks
	Verdict     report.Verdict  `json:"verdict"`
	Named       Named           `json:"named"` // what the verdict is of
	Recommended Recommended     `json:"recommended"`
	Warnings    []stats.Warning `json:"warnings"` // see Warn

	Done int `json:"-"` // weeks of each half behind the figures; Plan.Resamples at the end

	// Source is what the report was computed from: Warn sets it.
	Source report.Source `json:"-"`

	rows []Row // of weeks, what Explain explains
}

// Tuned is the outcome of one choice on the weeks of both halves. Waits are
// seconds.
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
	// TrainOwn is what it changes of the total wait in the training half as it was; null
	// while that is not known.
	TrainOwn report.Float `json:"trainOwn"`
	// What the testing half's own weeks say of its total wait, and those drawn from it:
	// ranges are at 95 %, Shown is of all choices together. Near says that the training
	// weeks don't tell it from the best, see Chosen.
	report.Judged
}

// Choice names what was done.
func (x Tuned) Choice() Choice {
	return Choice{Primary: x.Primary, Backfill: x.Backfill, Threshold: x.Threshold}
}

// Lesson is the best choice on the training weeks.
type Lesson struct {
	Tuned
	WithinBound bool `json:"withinBound"` // see Learned
}

// Lessons is the best choice of all on the training weeks, with its result on
// the testing weeks, and the best with each threshold.
type Lessons struct {
	Lesson
	ByThreshold []Lesson `json:"byThreshold"` // as Plan.Thresholds lists them
}

// Merge makes the tuning of the rows done so far, in any order; that of the
// halves as they were may be among them. The plan must be normalised.
func Merge(p Plan, digest job.Digest, rows []Row) *Report {
	return merge(p, digest, rows, true)
}

// Glance is Merge without what is said of the choice itself, which takes the
// most time: cheap enough to be shown while rows come in.
func Glance(p Plan, digest job.Digest, rows []Row) *Report {
	return merge(p, digest, rows, false)
}

func merge(p Plan, digest job.Digest, rows []Row, doubts bool) *Report {
	log, rows := study.Split(rows)
	j := &judge{plan: &p, log: log, rows: rows}
	j.train, j.test = Pool(&p, rows, Training), Pool(&p, rows, Testing)
	t := &Report{Version: version, Plan: p, Digest: digest.Hex(), Done: len(rows), rows: rows}
	t.Baseline = tuned(baseline, &j.train.Baseline, &j.test.Baseline)
	best, _ := Learn(&p, &j.train, Any)
	base, among := j.waits(Testing, -1), j.among()
	for c := range p.Choices() {
		x := tuned(p.Choice(c), &j.train.Choices[c], &j.test.Choices[c])
		if !p.Choice(c).IsBaseline() {
			own, _ := j.own(Testing, waits, c)
			x.Judged = judged(own, j.waits(Testing, c), base, among)
		}
		if log != nil {
			x.TrainOwn = report.Float(relative(log.Train.Result(c).Wait, log.Train.Baseline.Wait))
		}
		t.Pairs = append(t.Pairs, x)
	}
	near := []int{best.Choice} // one week tells nothing
	if len(rows) > 1 {
		near = j.near(best)
	}
	if doubts {
		t.Choice = j.choose(best, near)
	}
	if t.Choice != nil {
		for _, x := range t.Choice.Near {
			at, _ := p.Find(x.Choice())
			t.Pairs[at].Near = true
		}
	}
	if at, ok := p.Find(baseline); ok {
		t.Baseline = t.Pairs[at]
	}
	t.Learned.Lesson = Lesson{t.Pairs[best.Choice], best.Within}
	for _, threshold := range p.Thresholds {
		x, _ := Learn(&p, &j.train, Only(threshold))
		t.Learned.ByThreshold = append(t.Learned.ByThreshold, Lesson{t.Pairs[x.Choice], x.Within})
	}
	safest := j.safest(near)
	t.Safest, t.Simple = Near(j.same(safest)), j.simple(safest, best.Within)
	t.Named, t.Recommended = j.recommend(safest, t.Simple)
	t.AsLogged = t.asLogged(log)
	if t.Verdict = t.Named.Verdict; t.nothing() != "" {
		t.Verdict = report.NoGain
	}
	return t
}

func tuned(c Choice, train, test *Total) Tuned {
	return Tuned{
		Primary: c.Primary, Backfill: c.Backfill, Threshold: c.Threshold,
		TrainAvg: report.Float(float64(train.Wait) / float64(train.Jobs)), TestAvg: report.Float(float64(test.Wait) / float64(test.Jobs)),
		TrainMax:    report.Float(float64(train.MaxSum) / float64(train.Weeks)),
		TestMax:     report.Float(float64(test.MaxSum) / float64(test.Weeks)),
		TrainMaxMax: train.MaxMax, TestMaxMax: test.MaxMax,
		TrainBsld: report.Float(train.Bsld / float64(train.Jobs)), TestBsld: report.Float(test.Bsld / float64(test.Jobs)),
		TrainOwn: report.Float(math.NaN()), Judged: report.Judged{Shown: report.Nothing},
	}
}

// relative is the relative difference to the baseline, NaN when that is 0.
func relative(x, base int64) float64 {
	if base == 0 {
		return math.NaN()
	}
	return float64(x-base) / float64(base)
}

// Find is the outcome of a choice; false when the plan does not try it. The
// baseline is always known.
func (t *Report) Find(c Choice) (Tuned, bool) {
	if at, ok := t.Plan.Find(c); ok {
		return t.Pairs[at], true
	}
	if c.IsBaseline() {
		return t.Baseline, true
	}
	return Tuned{}, false
}

// Bounded says whether any change has an interval.
func (t *Report) Bounded() bool {
	return slices.ContainsFunc(t.Pairs, func(x Tuned) bool { return !x.Choice().IsBaseline() && (x.Low.Known() || x.SimLow.Known()) })
}

// ByWeeks says whether the intervals that lead are of this log's weeks.
func (t *Report) ByWeeks() bool {
	return slices.ContainsFunc(t.Pairs, func(x Tuned) bool { return !x.Choice().IsBaseline() && x.Low.Known() })
}

// Sweep are the outcomes of one pair with every threshold of the plan, in its
// order; nil when the plan does not try the pair.
func (t *Report) Sweep(primary, backfill string) []Tuned {
	c, ok := t.Plan.Find(Choice{Primary: primary, Backfill: backfill, Threshold: t.Plan.Thresholds[0]})
	if !ok {
		return nil
	}
	return t.Pairs[c : c+len(t.Plan.Thresholds)]
}

// Ranked returns the choices from the least objective on the training weeks to
// the most, equal ones in the order of the plan.
func (t *Report) Ranked() []Tuned {
	list := slices.Clone(t.Pairs)
	sorted.Stable(list, func(a, b Tuned) int {
		if t.Plan.Objective == AvgBsld {
			return report.Ascending(a.TrainBsld, b.TrainBsld)
		}
		return report.Ascending(a.TrainAvg, b.TrainAvg)
	})
	return list
}
