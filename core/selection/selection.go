// Package selection turns the rows of package online into a Report: what
// choosing orders while the machine runs was worth, against each fixed order.
package selection

import (
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/online"
	"shadowtime/core/paired"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Report answers an online.Plan: what choosing orders while the machine runs
// was worth. The same Plan and trace give the same bytes of JSON on every
// platform, for any number of workers.
type Report struct {
	Version    int         `json:"version"`
	Plan       online.Plan `json:"plan"`
	Digest     string      `json:"digest"`
	Best       Hindsight   `json:"best"`
	Strategies []Selected  `json:"strategies"` // as Plan.Entries lists them

	Done int `json:"-"` // resamples behind the figures; Plan.Resamples at the end
}

// Hindsight is the fixed order with the least wait, summed over all resamples:
// what can be known only afterwards.
type Hindsight struct {
	Order  string       `json:"order"`
	Change report.Float `json:"change"`
}

// Selected is one strategy's outcome over all resamples. Fractions are of the
// total wait under FCFS with the same threshold.
type Selected struct {
	Strategy string        `json:"strategy"`
	Period   study.Seconds `json:"period"` // seconds, null of a fixed order
	Change   report.Float  `json:"change"` // pooled relative change of the total wait
	Low      report.Float  `json:"low"`    // its 95 % interval, percentile
	High     report.Float  `json:"high"`   // bootstrap over resamples
	// Regret is how much longer jobs waited, all together, than under the best
	// fixed order in hindsight: seconds, mean over resamples. Below 0 the
	// strategy did better than any one order.
	Regret report.Float `json:"regret"`
	// RegretFraction is the same pooled over resamples, as a fraction of the
	// wait under FCFS: Change less that of the best order.
	RegretFraction report.Float `json:"regretFraction"`
}

// Name is the strategy with its period, as in "full, day".
func (s Selected) Name() string {
	if s.Period == study.None {
		return s.Strategy
	}
	return s.Strategy + ", " + online.PeriodName(s.Period)
}

// Merge makes the selection of the rows done so far, in any order. The
// plan must be normalised.
func Merge(p online.Plan, digest job.Digest, rows []online.Row) *Report {
	s := &Report{Version: online.Version, Plan: p, Digest: digest.Hex(), Done: len(rows)}
	rows = sortedRows(rows)
	fixed := make([][]int64, len(p.Orders))
	for i := range fixed {
		fixed[i] = totals(rows, func(r *online.Row) *online.Course { return &r.Fixed[i] })
	}
	base, best := fixed[0], paired.Best(fixed)
	boot := paired.NewBootstrap(len(rows), p.Bootstrap, p.Seed)
	s.Best = Hindsight{p.Orders[best], report.Float(boot.Change(fixed[best], base, report.Level).Mid)}
	if best == 0 {
		s.Best.Change = 0
	}
	for _, e := range p.Entries() {
		x := Selected{Strategy: e.Strategy.Name(), Period: e.Period}
		wait := totals(rows, func(r *online.Row) *online.Course { return r.Of(e) })
		if !isBaseline(e) {
			c := boot.Change(wait, base, report.Level)
			x.Change, x.Low, x.High = report.Float(c.Mid), report.Float(c.Low), report.Float(c.High)
		}
		var more, all int64
		for k := range wait {
			more += wait[k] - fixed[best][k]
			all += base[k]
		}
		x.Regret = report.Float(float64(more) / float64(len(rows)))
		x.RegretFraction = report.Float(float64(more) / float64(all))
		s.Strategies = append(s.Strategies, x)
	}
	return s
}

// isBaseline is FCFS itself, whose own row has zeros.
func isBaseline(e online.Entry) bool { return e.Strategy.Base == online.Fixed && e.At == 0 }

func sortedRows(rows []online.Row) []online.Row {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b online.Row) int { return a.K - b.K })
	return rows
}

// totals are the summed waits of a course by resample.
func totals(rows []online.Row, of func(*online.Row) *online.Course) []int64 {
	v := make([]int64, len(rows))
	for k := range rows {
		v[k] = of(&rows[k]).SumWait
	}
	return v
}

// Ranked returns the strategies from the least total wait to the most, those
// without a figure last, equal ones in the order of the plan.
func (s *Report) Ranked() []Selected {
	list := slices.Clone(s.Strategies)
	slices.SortStableFunc(list, func(a, b Selected) int { return report.Ascending(a.Change, b.Change) })
	return list
}

// base is the strategy without its parameter.
func (s Selected) base() string {
	p, err := online.ParseStrategy(s.Strategy)
	if err != nil {
		return s.Strategy
	}
	return p.Base
}
