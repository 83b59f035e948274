package decide

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
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
	Why     string       `json:"why,omitempty"` // it can't be asked
}

// Agrees says whether the setting is better under the assumption too.
func (w *Way) Agrees() bool { return w.Change < 0 }

// Variation is the question about one setting, under another assumption.
type Variation struct {
	Words string
	Plan  Plan // normalised
	Why   string
}

// years that might have been are replayed: so many.
const years = 5

// Variations are the other assumptions under which a setting is asked about: another load,
// requests nearer to run times, a scheduler that looks at few jobs or plans for all, and other
// years made of the log's weeks.
func Variations(p Plan, c Candidate, weeks int) (list []Variation) {
	one := p
	one.Orders, one.Backfills, one.Thresholds = []string{c.Front}, nil, []study.Seconds{c.Threshold}
	if c.Backfill != c.Front {
		one.Orders, one.Backfills = nil, []string{c.Backfill}
	}
	add := func(words string, change func(*Plan)) {
		q := one
		change(&q)
		v := Variation{Words: words, Plan: q}
		if err := v.Plan.Normalise(); err != nil {
			v.Why = err.Error()
		} else if v.Plan.Tasks() != 1 { // a backfilling order without EASY
			return
		}
		list = append(list, v)
	}
	add("a tenth less load", func(q *Plan) { q.Load *= 0.9 })
	add("a tenth more load", func(q *Plan) { q.Load *= 1.1 })
	add("requests half as far from run times", func(q *Plan) { q.Closer = (1 + q.Closer) / 2 })
	if p.Backfilling == "conservative" {
		add("one reservation (EASY)", func(q *Plan) { q.Backfilling = "easy" })
	} else {
		add("a reservation for every job", func(q *Plan) { q.Backfilling, q.Limits = "conservative", study.Limits{} })
	}
	if p.Depth == 0 && p.Backfilling != "conservative" {
		add("only the 32 oldest jobs ranked", func(q *Plan) { q.Depth = 32 })
	}
	if !p.Once() && weeks > 1 {
		for k := 1; k <= years; k++ {
			add("another year, "+strconv.Itoa(k)+" of "+strconv.Itoa(years), func(q *Plan) { q.Draw, q.Weeks = k, min(52, weeks) })
		}
	}
	return list
}

// WayOf is what is found under an assumption, from the rows of its plan: false as long as
// those are not all known.
func WayOf(v *Variation, rows []Row) (w Way, ok bool) {
	w = Way{Words: v.Words, Why: v.Why}
	if v.Why != "" {
		return w, true
	}
	var now, then *Result
	for i := range rows {
		switch {
		case len(rows[i].Results) == 0:
		case rows[i].K == study.Logged:
			now = &rows[i].Results[0]
		case rows[i].K == 1:
			then = &rows[i].Results[0]
		}
	}
	if now == nil || then == nil {
		return w, false
	}
	r := Report{Plan: v.Plan}
	w.AvgWait, w.Then = report.Float(now.AvgWait()), report.Float(then.AvgWait())
	w.MaxWait, w.MaxThen = now.MaxWait, then.MaxWait
	w.Change = report.Float(r.measured(then)/r.measured(now) - 1)
	return w, true
}

// Variations are those of the answer; none while it is not known, or where nobody waits.
func (r *Report) Variations() []Variation {
	c := r.Answer()
	if c == nil || r.idle() || r.Done < r.Plan.Tasks() {
		return nil
	}
	return Variations(r.Plan, c.Candidate, r.Weeks)
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
	wait, most := durations(waits...), durations(longest...)
	for i := range r.Ways {
		w := &r.Ways[i]
		if w.Why != "" {
			rows = append(rows, []string{w.Words, w.Why})
			continue
		}
		rows = append(rows, []string{w.Words, wait(float64(w.AvgWait)), wait(float64(w.Then)), numeral.Change(w.Change),
			most(float64(w.MaxWait)), most(float64(w.MaxThen))})
	}
	return rows
}
