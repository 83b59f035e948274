package decide

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/study"
)

// Way is what the answer's setting does under another assumption: beside what is run now,
// under the same one.
type Way struct {
	Words   string       `json:"words"`
	Change  report.Float `json:"change"`  // of the measure
	AvgWait report.Float `json:"avgWait"` // now, seconds
	Then    report.Float `json:"then"`    // with the setting
	MaxWait int64        `json:"maxWait"` // now, seconds
	MaxThen int64        `json:"maxThen"`
}

// Agrees says whether the setting is better under the assumption too.
func (w *Way) Agrees() bool { return w.Change < 0 }

// assumption is another one under which a question is asked.
type assumption struct {
	words string
	plan  Plan // normalised
}

// years that might have been are replayed: so many.
const years = 5

// assumptions are another load, requests nearer to run times, a scheduler that looks at few
// jobs or plans for all, and other years made of a log's weeks. The plan must be normalised.
func assumptions(p Plan, weeks int) (list []assumption) {
	easy, conservative := sim.Easy.String(), sim.Conservative.String()
	add := func(words string, change func(*Plan)) {
		q := p
		change(&q)
		if q.Normalise() == nil { // a load may be beyond its bounds
			list = append(list, assumption{words, q})
		}
	}
	add("a tenth less load", func(q *Plan) { q.Load *= 0.9 })
	add("a tenth more load", func(q *Plan) { q.Load *= 1.1 })
	add("requests half as far from run times", func(q *Plan) { q.Closer = (1 + q.Closer) / 2 })
	if p.Backfilling == conservative {
		add("one reservation (EASY)", func(q *Plan) { q.Backfilling = easy })
	} else {
		add("a reservation for every job", func(q *Plan) { q.Backfilling, q.Limits = conservative, study.Limits{} })
	}
	if p.Depth == 0 && p.Backfilling != conservative {
		add("only the 32 oldest jobs ranked", func(q *Plan) { q.Depth = 32 })
	}
	if !p.Once() && weeks > 1 {
		for k := 1; k <= years; k++ {
			add("another year, "+strconv.Itoa(k)+" of "+strconv.Itoa(years), func(q *Plan) { q.Draw, q.Weeks = p.Draw+k, min(52, weeks) })
		}
	}
	return list
}

// wayOf is what is found under an assumption.
func wayOf(words string, x *Pair, m Measure) Way {
	w := Way{Words: words, AvgWait: report.Float(x.Now.AvgWait()), Then: report.Float(x.Then.AvgWait()), MaxWait: x.Now.MaxWait,
		MaxThen: x.Then.MaxWait}
	of := func(r *metric.Run) float64 { return float64(r.SumWait) }
	if m == MeanSlowdown {
		of = func(r *metric.Run) float64 { return r.SumBsld }
	}
	w.Change = report.Float(of(&x.Then)/of(&x.Now) - 1)
	return w
}

// WaysTable are the other assumptions in words, their head first.
func (r *Report) WaysTable() [][]string {
	rows := [][]string{{"if there were", "mean wait now", "then", "change", "longest wait now", "then"}}
	waits, longest := []float64{0}, []float64{0}
	for i := range r.Ways {
		w := &r.Ways[i]
		waits = append(waits, float64(w.AvgWait), float64(w.Then))
		longest = append(longest, float64(w.MaxWait), float64(w.MaxThen))
	}
	wait, most := Durations(waits...), Durations(longest...)
	for i := range r.Ways {
		w := &r.Ways[i]
		rows = append(rows, []string{w.Words, wait(float64(w.AvgWait)), wait(float64(w.Then)), numeral.Change(w.Change),
			most(float64(w.MaxWait)), most(float64(w.MaxThen))})
	}
	return rows
}
