package compare

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/report/csv"
	"shadowtime/core/sim"
	"shadowtime/core/study"
)

// Variation is a question asked in another way: what decides the sign of an
// answer is often the length of the window, the threshold or the cleaning, and
// not the order.
type Variation struct {
	Words string // what is other than asked; of the question itself "as asked"
	Plan  Plan   // normalised
}

// shallow is a queue depth that schedulers have, and the one of the study of
// regressed orders.
const shallow = 32

// Variations are the question itself and the same with windows of 1, 4, 13 and
// 52 weeks, with and without threshold, looking at the oldest jobs alone and at
// the whole queue, under each cleaning preset, and with a reservation for every
// job. They have fewer resamples: 20 of 52 weeks, as many more of shorter windows
// up to 240. The plan must be normalised.
func Variations(p Plan) []Variation {
	list := []Variation{{"as asked", p}}
	add := func(words string, change func(*Plan)) {
		q := p
		q.Stop = 0
		change(&q)
		if q.Key() == p.Key() || q.Weeks != p.Weeks && p.Variant == resample.Whole {
			return
		}
		q.Resamples = q.Traces(min(240, max(20, 20*52/q.Weeks)))
		if err := q.Normalise(); err == nil {
			list = append(list, Variation{words, q})
		}
	}
	for _, weeks := range []int{1, 4, 13, 52} {
		words := "windows of " + strconv.Itoa(weeks) + " weeks"
		if weeks == 1 {
			words = "single weeks"
		}
		add(words, func(q *Plan) { q.Weeks = weeks })
	}
	if p.Threshold >= 0 {
		add("no threshold", func(q *Plan) { q.Threshold = study.None })
	} else {
		usual := Default().Threshold
		add("threshold "+usual.Words(), func(q *Plan) { q.Threshold = usual })
	}
	if p.Depth > 0 {
		add("the whole queue ranked", func(q *Plan) { q.Depth = 0 })
	} else { // conservative backfilling knows none
		add("only the "+strconv.Itoa(shallow)+" oldest jobs ranked", func(q *Plan) { q.Depth = shallow })
	}
	for _, preset := range job.Presets() {
		add("cleaned as "+preset.Name, func(q *Plan) {
			flurry := q.Clean.Flurry
			q.Clean = study.Implied(q.Dialect, preset.Rules)
			q.Clean.Flurry = flurry
		})
	}
	// Last, as it takes longest: Slurm reserves for every job unless told not to.
	if p.Backfilling == sim.Conservative.String() {
		add("one reservation (EASY)", func(q *Plan) { q.Backfilling = sim.Easy.String() })
	} else {
		add("a reservation for every job", func(q *Plan) {
			q.Backfilling, q.Limits = sim.Conservative.String(), study.Limits{}
		})
	}
	return list
}

// Sensitivity are the reports of variations, that of the question itself first.
type Sensitivity []Varied

// Varied is one of them; the report is nil where nothing can be simulated, and
// Why says so.
type Varied struct {
	Words  string  `json:"words"`
	Why    string  `json:"why,omitempty"`
	Report *Report `json:"report"`
}

// Alone is the report without its sensitivity: as part of one.
func (r *Report) Alone() *Report {
	alone := *r
	alone.Sensitivity = nil
	return &alone
}

// Sentence says whether the order that the answer names keeps its sign however
// one asks.
func (s Sensitivity) Sentence() string {
	if len(s) == 0 || s[0].Report == nil || s[0].Report.Named == nil {
		return "Nothing is known yet."
	}
	n := s[0].Report.Named
	var less, more []string
	own := s[0].Report.Orders[n.At].lead()
	low, high := own, own
	for _, v := range s {
		if v.Report == nil || v.Report.Done == 0 && v.Report.AsLogged == nil {
			continue
		}
		o := v.Report.Orders[n.At]
		if x := o.lead(); x.Known() {
			low, high = min(low, x), max(high, x)
		}
		switch o.Shown {
		case report.Less:
			less = append(less, v.Words)
		case report.More:
			more = append(more, v.Words)
		}
	}
	if !(low <= high) {
		return "Nobody waits under " + s[0].Report.Baseline().Order + ". Nothing depends on the assumptions."
	}
	text := n.Order + " changes the mean wait by " + report.Signed(low) + " to " + report.Signed(high) + ", depending on the assumptions. "
	switch {
	case len(more) > 0 && len(less) > 0:
		return text + "It was shown better (" + numeral.Listed(less) + ") and worse (" + numeral.Listed(more) +
			"). The assumptions decide, not the order."
	case len(more) > 0:
		return text + "It was shown worse (" + numeral.Listed(more) + ")."
	case len(less) == len(s):
		return text + "It was shown better in every one of these ways."
	case len(less) > 0:
		return text + "It was shown better in " + strconv.Itoa(len(less)) + " of " + strconv.Itoa(len(s)) + " ways (" +
			numeral.Listed(less) + "), and worse in none. " + s.looks()
	}
	return text + "It was not shown better in any of these ways."
}

// looks says what so many looks are worth: each has its own 95 %.
func (s Sensitivity) looks() string {
	chance := 1 - math.Pow(report.Level, float64(len(s)))
	return "Each way is a look of its own. Where an order does nothing, up to " + numeral.Percent(chance, 0) +
		" of logs would show it in " +
		"one of " + strconv.Itoa(len(s)) + " by chance."
}

// CSV writes one row a variation and order.
func (s Sensitivity) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// a strings.Builder takes every write: the errors can only be nil
	_ = w.Write([]string{"asked", "resamples", "weeks", "order", "change_as_logged", "resampled", "raw", "corrected", "low", "high",
		"sim_low", "sim_high",
		"avg_wait_s", "late"})
	for _, v := range s {
		if v.Report == nil {
			continue
		}
		for i, o := range v.Report.Orders {
			logged := ""
			if a := v.Report.AsLogged; a != nil {
				logged = numeral.Exact(a.Changes[i])
			}
			_ = w.Write([]string{v.Words, strconv.Itoa(v.Report.Done), strconv.Itoa(v.Report.Plan.Weeks), o.Order, logged,
				numeral.Exact(o.Change), numeral.Exact(o.Own), numeral.Exact(o.Corrected),
				numeral.Exact(o.Low), numeral.Exact(o.High), numeral.Exact(o.SimLow), numeral.Exact(o.SimHigh), numeral.Exact(o.AvgWait),
				numeral.Exact(o.Late)})
		}
	}
	w.Flush()
	return b.String()
}
