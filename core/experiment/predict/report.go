package predict

import (
	"math"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Report answers a Plan. The same Plan and trace give the same bytes of JSON on
// every platform, for any number of workers.
type Report struct {
	Version  int             `json:"version"`
	Plan     Plan            `json:"plan"`
	Digest   string          `json:"digest"`
	AsLogged *AsLogged       `json:"asLogged"` // null while it is not computed
	Ways     []Way           `json:"ways"`     // in the order of Plan.Ways, EASY with requests first
	Verdict  report.Verdict  `json:"verdict"`
	Named    *Named          `json:"named"`    // null while nothing is known
	Warnings []stats.Warning `json:"warnings"` // see Warn

	// claims are what may be claimed of the ladder's ways, EASY's nil.
	claims []*report.Claim

	Done int `json:"-"` // resamples behind the figures; Plan.Resamples at the end

	// Source is what the report was computed from: Warn sets it.
	Source report.Source `json:"-"`
}

// Way is one way's outcome over all resamples. Changes are of the plan's objective,
// summed over all jobs, against EASY with requests. Times are seconds.
type Way struct {
	Way string `json:"way"`
	report.Judged
	Wins        report.Float `json:"wins"`        // resamples with a lower objective than EASY's, ties one half
	AvgBsld     report.Float `json:"avgBsld"`     // mean bounded slowdown, pooled over all jobs
	AvgWait     report.Float `json:"avgWait"`     // pooled over all jobs
	MaxWait     report.Float `json:"maxWait"`     // mean over resamples of the longest wait
	MaxMaxWait  int64        `json:"maxMaxWait"`  // the longest wait of all resamples
	MaxBsld     report.Float `json:"maxBsld"`     // the greatest bounded slowdown of all resamples
	Extreme     report.Float `json:"extreme"`     // share of jobs slowed down more than Extreme times
	MAE         report.Float `json:"mae"`         // mean absolute error of first predictions, pooled over all jobs
	MeanELoss   report.Float `json:"meanELoss"`   // the same of E-Loss
	Under       report.Float `json:"under"`       // share of jobs predicted shorter than they run
	Corrections report.Float `json:"corrections"` // a job
}

// Named is the way that the answer is about, see report.Claim: the best that knows nothing
// beforehand where further ways were asked for, else the way asked about, or exact
// knowledge where that is EASY itself.
type Named struct {
	Way string `json:"way"`
	report.Claim
}

// AsLogged is the log itself, all of it, replayed as it was. Changes are by way, of its
// whole weeks where it has any.
type AsLogged struct {
	Weeks      int            `json:"weeks"` // whole ones
	EASY       report.Float   `json:"easy"`  // the objective's mean under EASY with requests
	Changes    []report.Float `json:"changes"`
	FirstHalf  []report.Float `json:"firstHalf,omitempty"`
	SecondHalf []report.Float `json:"secondHalf,omitempty"`
	// Likeness is the mean wait of EASY in resamples over that in the log.
	Likeness report.Float `json:"likeness"`
	Ways     []Logged     `json:"ways"`
	// Recorded is what the log itself says; null where it says nothing.
	Recorded *report.Recorded `json:"recorded"`
}

// Logged is what a way did on the log itself.
type Logged struct {
	AvgBsld     report.Float `json:"avgBsld"`
	AvgWait     report.Float `json:"avgWait"`
	MaxWait     int64        `json:"maxWait"`
	Extreme     report.Float `json:"extreme"`
	MAE         report.Float `json:"mae"`
	MeanELoss   report.Float `json:"meanELoss"`
	Under       report.Float `json:"under"`
	Corrections int64        `json:"corrections"`
}

// Merge makes the report of the rows done so far, in any order; that of the log
// itself may be among them. The plan must be normalised.
func Merge(p Plan, digest job.Digest, rows []Row) *Report {
	r := &Report{Version: Version, Plan: p, Digest: digest.Hex()}
	log, rows := study.Split(rows)
	r.Done = len(rows)
	amount := amounts(&p, rows)
	own, weeks := owned(&p, log, rows)
	ladder, further := len(p.Ladder()), []int{}
	for i := ladder; i < len(p.Ways()); i++ {
		further = append(further, i)
	}
	w := weighing(amount, own, weeks, upTo(ladder))
	judged, _ := w.Judge()
	more, _ := weighing(amount, own, weeks, further).Judge()
	judged = append(judged, more[1:]...)
	for i := range ladder {
		var c *report.Claim
		if i > 0 {
			if c = w.About(i); c != nil && judged[i].Corrected.Known() { // nobody chose it by looking
				judged[i].Corrected = c.Change
			}
			if c != nil { // of what isn't shown the sentence says the range for all
				c.Together(&judged[i].Bounds)
				judged[i].Claimed(c)
			}
		}
		r.claims = append(r.claims, c)
	}
	for i, x := range p.Ways() {
		w := Way{Way: x.Label(), Judged: judged[i]}
		if i > 0 {
			w.Wins = report.Float(stats.Wins(amount[i], amount[0]))
		}
		w.sum(rows, i)
		r.Ways = append(r.Ways, w)
	}
	if log != nil {
		r.AsLogged = r.asLogged(log)
	}
	r.name(amount, own, weeks)
	return r
}

// upTo are the choices from the one after EASY to before n.
func upTo(n int) (list []int) {
	for i := 1; i < n; i++ {
		list = append(list, i)
	}
	return list
}

// weighing weighs some ways against EASY with requests.
func weighing(amount, own [][]int64, weeks int, ways []int) *report.Weighing {
	w := &report.Weighing{Resampled: [][]int64{amount[0]}, Weeks: weeks}
	if own != nil {
		w.Own = [][]int64{own[0]}
	}
	for _, i := range ways {
		if w.Resampled = append(w.Resampled, amount[i]); own != nil {
			w.Own = append(w.Own, own[i])
		}
	}
	return w
}

// owned are the objective's sums of the log's own whole weeks by way, and how many weeks
// those are; of a log without any they are all that it has.
func owned(p *Plan, log *Row, rows []Row) (own [][]int64, weeks int) {
	if p.Variant == resample.Original && len(rows) > 0 { // the weeks that are asked for
		if sums := rows[0].weeks(p.Objective); len(sums) > 0 {
			return report.Own(&p.Workload, sums)
		}
		return nil, 0
	}
	if log == nil {
		return nil, 0
	}
	sums := log.weeks(p.Objective)
	if log.Weeks == 0 {
		return sums, 0
	}
	w := p.Workload
	if w.Variant = resample.Block; w.Load > 1 {
		w.Load = 1 // whole weeks alone are weeks here: none is cut
	}
	for _, v := range sums {
		own = append(own, append(slices.Clone(v[:log.Weeks]), 0))
	}
	return report.Own(&w, own)
}

// weeks are the sums of an objective by way and week.
func (row *Row) weeks(o Objective) [][]int64 {
	if o == AvgBsld {
		return row.Bsld
	}
	return row.Wait
}

// sum pools what a way did over resamples.
func (w *Way) sum(rows []Row, i int) {
	var jobs, wait, longest, corrections, extreme int64
	bsld, mae, loss, under, most := 0.0, 0.0, 0.0, 0.0, 0.0
	for k := range rows {
		d := &rows[k].Ways[i]
		n := float64(d.Run.Jobs)
		jobs += d.Run.Jobs
		wait += d.Run.SumWait
		longest += d.Run.MaxWait
		w.MaxMaxWait = max(w.MaxMaxWait, d.Run.MaxWait)
		most = max(most, d.Run.MaxBsld)
		bsld += d.Run.SumBsld
		mae += float64(d.Accuracy.MAE * n)
		loss += float64(d.Accuracy.MeanELoss * n)
		under += float64(d.Accuracy.Under * n)
		corrections += d.Corrections
		extreme += d.Extreme
	}
	n := float64(jobs)
	w.AvgBsld, w.AvgWait = report.Float(bsld/n), report.Float(float64(wait)/n)
	w.MaxWait, w.MaxBsld = report.Float(float64(longest)/float64(len(rows))), report.Float(most)
	w.Extreme, w.Corrections = report.Float(float64(extreme)/n), report.Float(float64(corrections)/n)
	w.MAE, w.MeanELoss, w.Under = report.Float(mae/n), report.Float(loss/n), report.Float(under/n)
	if jobs == 0 {
		w.MaxBsld = report.Float(math.NaN())
	}
}

// name says what the answer is about, and how sure that is.
func (r *Report) name(amount, own [][]int64, weeks int) {
	ways := r.Plan.Ways()
	at := r.Plan.Asked()
	if at == 0 {
		at = r.Plan.Bound()
	}
	c, tried := r.claims[at], 0
	if len(ways) > len(r.Plan.Ladder()) {
		list := r.tried()
		tried = len(list)
		var among []report.Judged
		if among, c = weighing(amount, own, weeks, list).Judge(); c != nil {
			at = list[c.At-1]
		}
		for i, x := range list {
			if x >= len(r.Plan.Ladder()) {
				r.Ways[x].Corrected = among[i+1].Corrected
			}
		}
		if at < len(r.Plan.Ladder()) { // it was asked about beforehand
			c = r.claims[at]
		} else {
			r.Ways[at].Claimed(c)
		}
	}
	if r.Verdict = report.Undecided; c != nil {
		named := *c
		named.At = at
		if tried > 0 {
			named.Among = tried
		}
		r.Named, r.Verdict = &Named{ways[at].Label(), named}, c.Verdict
	}
	if r.idle() {
		r.Verdict = report.NoGain
		if r.Named != nil {
			r.Named.Verdict = report.NoGain
		}
	}
}

// tried are the ways that don't know run times.
func (r *Report) tried() (list []int) {
	for i, x := range r.Plan.Ways() {
		if i > 0 && x.Predicts() {
			list = append(list, i)
		}
	}
	return list
}

// idle says whether hardly anybody waits under EASY with requests.
func (r *Report) idle() bool {
	return report.Idle(r.EASY().AvgWait) || r.AsLogged != nil && report.Idle(r.AsLogged.Ways[0].AvgWait)
}

// amounts are the sums of the objective by way and resample: waits in seconds,
// bounded slowdowns in thousandths.
func amounts(p *Plan, rows []Row) [][]int64 {
	list := make([][]int64, len(p.Ways()))
	for i := range list {
		list[i] = make([]int64, len(rows))
		for k := range rows {
			run := &rows[k].Ways[i].Run
			if list[i][k] = run.SumWait; p.Objective == AvgBsld {
				list[i][k] = Thousandths(run.SumBsld)
			}
		}
	}
	return list
}

// weeksOf says how many weeks the log and its resamples have; none while one of
// them is not known.
func weeksOf(p *Plan, log *Row, rows []Row) stats.Weeks {
	if log == nil || len(rows) == 0 {
		return stats.Weeks{}
	}
	return report.WeeksOf(&p.Workload, log.Weeks, rows[0].Weeks)
}

// asLogged sums up the row of the log itself.
func (r *Report) asLogged(log *Row) *AsLogged {
	a := &AsLogged{Weeks: log.Weeks, Likeness: report.Float(math.NaN())}
	if wait := log.Ways[0].Run.AvgWait(); wait > 0 && r.Done > 0 {
		a.Likeness = r.Ways[0].AvgWait / report.Float(wait)
	}
	weekly, whole := log.weeks(r.Plan.Objective), max(1, log.Weeks)
	a.EASY = report.Float(log.Ways[0].Run.AvgWait())
	if r.Plan.Objective == AvgBsld {
		a.EASY = report.Float(log.Ways[0].Run.AvgBsld())
	}
	sum := func(i, from, to int) (n int64) {
		for _, x := range weekly[i][from:to] {
			n += x
		}
		return n
	}
	change := func(i, from, to int) report.Float {
		base := sum(0, from, to)
		return report.Fraction(sum(i, from, to)-base, base)
	}
	for i := range log.Ways {
		d := &log.Ways[i]
		a.Changes = append(a.Changes, change(i, 0, whole))
		if log.Weeks > 1 {
			a.FirstHalf = append(a.FirstHalf, change(i, 0, log.Weeks/2))
			a.SecondHalf = append(a.SecondHalf, change(i, log.Weeks/2, whole))
		}
		a.Ways = append(a.Ways, logged(d))
	}
	return a
}

func logged(d *Did) Logged {
	return Logged{report.Float(d.Run.AvgBsld()), report.Float(d.Run.AvgWait()), d.Run.MaxWait, report.Fraction(d.Extreme, d.Run.Jobs),
		report.Float(d.Accuracy.MAE), report.Float(d.Accuracy.MeanELoss), report.Float(d.Accuracy.Under), d.Corrections}
}

// Like is the likeness; NaN while the log itself is not computed.
func (a *AsLogged) Like() float64 {
	if a == nil {
		return math.NaN()
	}
	return float64(a.Likeness)
}

// Objective is the mean of what is to be small.
func (r *Report) Objective(w *Way) report.Float {
	if r.Plan.Objective == AvgWait {
		return w.AvgWait
	}
	return w.AvgBsld
}

// Ranked returns the ways from the least objective to the most, ways without a
// figure last, equal ones in the order of the plan.
func (r *Report) Ranked() []Way {
	rows := slices.Clone(r.Ways)
	sorted.Stable(rows, func(a, b Way) int { return report.Ascending(a.lead(), b.lead()) })
	return rows
}

// lead is the raw change by which tables are ordered, EASY's 0.
func (w *Way) lead() report.Float {
	change, _, _ := w.Leading()
	return change
}

// figure is the change that sentences have: corrected for choosing, where it has a range.
func (w *Way) figure() report.Float {
	if w.Corrected.Known() {
		return w.Corrected
	}
	return w.lead()
}

// EASY is the way that the others are compared with, Asked the one asked about,
// Pair the average of two, Bound exact knowledge.
func (r *Report) EASY() *Way  { return &r.Ways[0] }
func (r *Report) Asked() *Way { return &r.Ways[r.Plan.Asked()] }
func (r *Report) Pair() *Way  { return &r.Ways[r.Plan.Pair()] }
func (r *Report) Bound() *Way { return &r.Ways[r.Plan.Bound()] }

// Bounded says whether any change has an interval.
func (r *Report) Bounded() bool {
	return slices.ContainsFunc(r.Ways[1:], func(w Way) bool { return w.SimLow.Known() || w.Low.Known() })
}

// ByWeeks says whether changes have a range of the log's own weeks.
func (r *Report) ByWeeks() bool {
	return slices.ContainsFunc(r.Ways[1:], func(w Way) bool { return w.Low.Known() })
}

// Choices is the answer, to be set beside another: rows are those it was made of.
func (r *Report) Choices(rows []Row) *report.Choices {
	log, rows := study.Split(rows)
	k := &report.Choices{Digest: r.Digest, Ground: r.Plan.Workload, Weeks: weeksOf(&r.Plan, log, rows), Named: r.Asked().Way,
		Wait: amounts(&r.Plan, rows)}
	for i := range rows {
		k.K = append(k.K, rows[i].K)
	}
	for i := range r.Ways {
		k.Names, k.Change = append(k.Names, r.Ways[i].Way), append(k.Change, r.Ways[i].Bounds)
	}
	return k
}

// Warn says what must be known before the figures are believed. The rows are those
// that the report was merged from; facts say what they were made from.
func (r *Report) Warn(rows []Row, facts report.Source) {
	r.Source = facts
	p := &r.Plan
	_, rows = study.Split(rows)
	if r.AsLogged != nil {
		r.AsLogged.Recorded = facts.RecordedOfAll(&p.Workload)
	}
	if len(rows) == 0 {
		return
	}
	amount, dominance := amounts(p, rows), 0.0
	for i := 1; i < len(amount); i++ {
		dominance = max(dominance, report.ZeroNaN(stats.Dominance(amount[i], amount[0])))
	}
	area, span := 0.0, 0.0
	for k := range rows {
		area += rows[k].Ways[0].Run.Area
		span += float64(rows[k].Weeks) * job.Week
	}
	load := 0.0 // of less than a week it is not known
	if span > 0 {
		load = area / (float64(facts.Cleaning.Machine.Procs) * span)
	}
	r.Warnings = stats.Warnings(stats.Facts{
		Weeks: facts.Whole(p.Workload), Users: facts.KnownUsers(), Resamples: report.Resamples(&p.Workload, len(rows)), Length: p.Weeks,
		Likeness: r.AsLogged.Like(), Apart: report.Apart(&p.Workload),
		Load: load, Dominance: dominance, Bounded: r.Bounded(), ByWeeks: r.ByWeeks(),
	})
}
