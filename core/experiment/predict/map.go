package predict

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/report"
	"shadowtime/core/report/csv"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/predictor"
	"shadowtime/core/study"
)

// Map is what triples did on one log, as it was: one trace, no interval.
type Map struct {
	Name     string // of the log
	Plan     triples.Plan
	EASY     metric.Run         // with requests; no jobs while that is not known,
	Requests predictor.Accuracy // and how good those are as predictions
	Triples  []triples.Outcome  // those known, in the order of the plan
	Bounds   []triples.Outcome  // exact knowledge, in either order
}

// MapOf makes the map of the rows done so far.
func MapOf(name string, p triples.Plan, rows []triples.Row) *Map {
	m := &Map{Name: name, Plan: p}
	log, rows := study.Split(rows)
	if log != nil {
		m.EASY, m.Requests = log.Run, log.Accuracy
	}
	list := p.List()
	for i := range rows {
		o := rows[i].Outcome(list[rows[i].K-1])
		if o.Triple.Predicts() {
			m.Triples = append(m.Triples, o)
		} else {
			m.Bounds = append(m.Bounds, o)
		}
	}
	return m
}

// Complete says whether all of the plan is known.
func (m *Map) Complete() bool {
	return m.EASY.Jobs > 0 && len(m.Triples)+len(m.Bounds) == len(m.Plan.List())
}

// Best is the place in Triples of the least mean bounded slowdown, -1 of none.
func (m *Map) Best() int {
	best := -1
	for i := range m.Triples {
		if best < 0 || m.Triples[i].Run.AvgBsld() < m.Triples[best].Run.AvgBsld() {
			best = i
		}
	}
	return best
}

// Atlas are the maps of several logs, of the same triples in the same order.
type Atlas []*Map

// Chosen are the triples that the other logs choose for each, as places in Triples:
// of all, and of those that learn; nil where there is nothing to choose.
func (a Atlas) Chosen() (of, learned []int) {
	var all [][]triples.Outcome
	for _, m := range a {
		all = append(all, m.Triples)
		if len(m.Triples) != len(a[0].Triples) {
			return nil, nil
		}
	}
	if len(a) < 2 || len(a[0].Triples) == 0 {
		return nil, nil
	}
	of, _ = triples.Choose(all, triples.Any)
	for i := range all[0] {
		if all[0][i].Triple.Learns() {
			learned, _ = triples.Choose(all, triples.Triple.Learns)
			break
		}
	}
	return of, learned
}

// Correlations are those of the triples' mean bounded slowdowns between logs
// (Pearson; Reis 2018, figure 4.3).
func (a Atlas) Correlations() [][]report.Float {
	list := make([][]report.Float, len(a))
	for i := range a {
		for j := range a {
			list[i] = append(list[i], correlation(a[i].Triples, a[j].Triples))
		}
	}
	return list
}

// correlation sums in the order of the triples; NaN where one does not vary.
func correlation(a, b []triples.Outcome) report.Float {
	n := float64(min(len(a), len(b)))
	if len(a) != len(b) || n < 2 {
		return report.Float(math.NaN())
	}
	var ma, mb float64
	for i := range a {
		ma += a[i].Run.AvgBsld() / n
		mb += b[i].Run.AvgBsld() / n
	}
	var ab, aa, bb float64
	for i := range a {
		x, y := a[i].Run.AvgBsld()-ma, b[i].Run.AvgBsld()-mb
		ab += float64(x * y)
		aa += float64(x * x)
		bb += float64(y * y)
	}
	return report.Float(ab / math.Sqrt(aa*bb))
}

// Sentence says what the maps have in common: which is best where, and what the
// others would have chosen.
func (a Atlas) Sentence() string {
	if len(a) == 0 || len(a[0].Triples) == 0 {
		return "Nothing is known yet."
	}
	var best []string
	for _, m := range a {
		o := &m.Triples[m.Best()]
		best = append(best, o.Triple.Label()+" on "+m.Name+" ("+numeral.Number(o.Run.AvgBsld())+")")
	}
	s := "Least mean bounded slowdown on the log as it was: " + numeral.Listed(best) + "."
	if of, _ := a.Chosen(); of != nil {
		var list []string
		for i, m := range a {
			o := &m.Triples[of[i]]
			list = append(list, "for "+m.Name+" "+o.Triple.Label()+" ("+numeral.Number(o.Run.AvgBsld())+")")
		}
		s += " The other logs choose " + numeral.Listed(list) + "."
	}
	return s + " Each log is replayed once, so no difference has a range: a few jobs can move these figures by a fifth. The " +
		"resamples " +
		"above say what is shown."
}

// CSV writes one row a log and triple.
func (a Atlas) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// a strings.Builder takes every write: the errors can only be nil
	_ = w.Write([]string{"trace", "triple", "avg_bsld", "max_bsld", "avg_wait_s", "max_wait_s", "mae_s", "mean_eloss", "under",
		"corrections"})
	for _, m := range a {
		for _, list := range [][]triples.Outcome{m.Triples, m.Bounds} {
			for _, o := range list {
				_ = w.Write([]string{m.Name, o.Triple.Label(), numeral.Exact(o.Run.AvgBsld()), numeral.Exact(o.Run.MaxBsld),
					numeral.Exact(o.Run.AvgWait()), strconv.FormatInt(o.Run.MaxWait, 10),
					numeral.Exact(o.Accuracy.MAE), numeral.Exact(o.Accuracy.MeanELoss), numeral.Exact(o.Accuracy.Under),
					strconv.Itoa(o.Corrections)})
			}
		}
	}
	w.Flush()
	return b.String()
}
