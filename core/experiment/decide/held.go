package decide

import (
	"math"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/believe"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/why"
)

// Explained says what of the recorded waiting follows from what is supposed of the machine: its size, the order that
// it runs now, and its rules. Shares are 0 to 1.
type Explained struct {
	InVain report.Float `json:"inVain"` // of the waiting: there was room, no rule forbade a start, and nobody would have been delayed
	ByRule report.Float `json:"byRule"` // of the waiting: there was room, and a rule forbade a start
	Broken report.Float `json:"broken"` // of the contested starts: they go against what is supposed
	// Lacking is of the contested starts: they had no room.
	Lacking report.Float `json:"lacking"`
	Starts  int          `json:"starts"` // that were contested: the job or others had waited
}

// explained is a pass over the record of the log, and one without each of its rules; zero where it tells no waits.
func (r *Runner) explained(log *job.Trace) (all held.Sum, without []held.Sum, err error) {
	record, ok := held.RecordOf(log)
	if !ok {
		return all, nil, nil
	}
	m := held.Machine{Rules: log.Rules, Plain: r.plan.Backfilling == sim.NoBackfilling.String()}
	for o := held.FCFS; o < held.Orders; o++ {
		if o.String() == r.plan.Order {
			m.Order = o
		}
	}
	pass := held.NewPass(record)
	if all, err = pass.Run(&m); err != nil {
		return all, nil, err
	}
	for i := range log.Rules {
		m.Rules = slices.Delete(slices.Clone(log.Rules), i, i+1)
		x, err := pass.Run(&m)
		if err != nil {
			return all, nil, err
		}
		without = append(without, x)
	}
	return all, without, nil
}

// beyond counts the recorded starts beyond the machine, and finds the most processors in use.
func beyond(log *job.Trace) (above int, peak int64) {
	starts, _ := why.Waited(log, log.Wait)
	var known []int32
	for j, at := range starts {
		if at != why.Unknown {
			known = append(known, int32(j))
		}
	}
	return believe.Above(log, starts, known)
}

// Obeyed is a rule that replays obey, with what speaks for it and against it in the record.
type Obeyed struct {
	Rule     string       `json:"rule"` // as --rules reads it
	Words    string       `json:"says"`
	Explains report.Float `json:"explains"`        // of the waiting: in vain without it, beside the others; 0 to 1
	Seconds  *int64       `json:"explainsSeconds"` // the same over all jobs; nil: the log tells no waits
	Broken   *int         `json:"broken"`          // starts that it forbids; nil: as above
	Idle     bool         `json:"concernsNoJob,omitempty"`
}

// obeyed are the rules of the plan, by the sums of a row; without figures where the log tells no waits.
func (p *Plan) obeyed(all *held.Sum, without []held.Sum, idle []int64) []Obeyed {
	list := []Obeyed{}
	rules, _ := rule.Parse(p.Rules) // checked with the settings
	words := p.RulesList()
	for i := range rules {
		x := Obeyed{Rule: rules[i].Text(), Words: numeral.Capital(words[i]), Explains: report.Float(math.NaN()),
			Idle: slices.Contains(idle, int64(i))}
		if i < len(without) {
			seconds, broken := int64(0), 0
			for half := range all.Breaches {
				s, n := all.Beside(&without[i], half)
				seconds, broken = seconds+s, broken+n
			}
			parts := all.Parts()
			x.Seconds, x.Broken, x.Explains = &seconds, &broken, report.Fraction(seconds, parts.Sum())
		}
		list = append(list, x)
	}
	return list
}

// ObeyedTable are the rules under which the answer was computed, their head first; nil of a plan without rules.
func (r *Report) ObeyedTable() [][]string {
	if len(r.Obeyed) == 0 {
		return nil
	}
	jobs := 1.0
	if r.Likeness != nil {
		jobs = float64(r.Likeness.Known)
	}
	means := make([]float64, len(r.Obeyed))
	for i := range r.Obeyed {
		if x := &r.Obeyed[i]; x.Explains.Known() {
			means[i] = float64(*x.Seconds) / jobs
		}
	}
	mean := numeral.DurationsTo(means, 1)
	rows := [][]string{{"rule", "explains", "of the waiting", "starts that break it"}}
	for i := range r.Obeyed {
		x := &r.Obeyed[i]
		row := []string{x.Words, numeral.Unknown, numeral.Unknown, numeral.Unknown}
		if x.Explains.Known() {
			row = []string{x.Words, mean(means[i]), numeral.Share(float64(x.Explains)), numeral.Count(*x.Broken)}
		}
		if x.Idle {
			row[0] += " (" + rules.NoJob + ")"
		}
		rows = append(rows, row)
	}
	return rows
}

// Titles of ObeyedTable and BothTable.
const (
	ObeyedTitle = "Rules under which this was computed"
	BothTitle   = "Under the rules, and without them"
)

// ObeyedNote says what the figures of ObeyedTable are.
const ObeyedNote = "What a rule explains is recorded waiting that would be in vain without it, beside the others, as a mean over all " +
	"jobs. Starts that break it are recorded ones that it forbids."

// BothTable has the change of each setting that was judged under the rules beside the one that a machine without them would have
// been told, its head first; nil where that is not known.
func (r *Report) BothTable() [][]string {
	rows := [][]string{{"set", "under the rules", "plausible", "without them"}}
	for i := range r.Cards {
		c := &r.Cards[i]
		if c.Open == nil || c.Kept() {
			continue
		}
		row := []string{c.Words(), numeral.Change(c.Change), numeral.Interval(c.Low, c.High), numeral.Change(*c.Open)}
		if !slices.ContainsFunc(rows, func(x []string) bool { return x[0] == row[0] }) {
			rows = append(rows, row)
		}
	}
	if len(rows) == 1 {
		return nil
	}
	return rows
}

// explainedOf is that of a row; nil where the log tells no waits.
func explainedOf(s *held.Sum) *Explained {
	sum := s.Parts()
	starts, broken := s.Starts()
	if starts == 0 || sum.Sum() == 0 {
		return nil
	}
	return &Explained{report.Float(sum.Share(held.InVain)), report.Float(sum.Share(held.Ruled)),
		report.Float(float64(broken) / float64(starts)), report.Float(s.Lacking()), starts}
}

// logUnder is the log with the plan's rules.
func (r *Runner) logUnder() (*job.Trace, error) {
	log, as := *r.log, r.plan.Workload
	as.Load = 1 // it came as it did
	return &log, as.RuleLog(&log)
}

// explain says whether the recorded waits follow from what is supposed.
func (r *Report) explain() (Condition, bool) {
	e := r.Explained
	if e == nil || r.Likeness == nil || r.idles() {
		return Condition{}, false
	}
	x := Condition{Key: "waits", Level: Good, Words: "Recorded waits explained",
		Detail: numeral.Share(float64(e.InVain)) + " of the waiting passed though there was room for the job, no rule forbade its start " +
			"and nobody would have been delayed."}
	if e.InVain > rules.MostHeld {
		x.Level, x.Words = Doubtful, numeral.Share(float64(e.InVain))+" of the waiting unexplained"
		if x.Detail += " The limit for advice is " + numeral.Share(rules.MostHeld) + "."; r.Plan.Rules == "" {
			x.Detail += " Ask under the rules that the log shows, or give the site’s own files."
		} else {
			x.Detail += " What held these jobs is not in the rules: the site’s own files would say more."
		}
	}
	return x, true
}

// obey says whether the recorded starts go by what is supposed.
func (r *Report) obey() (Condition, bool) {
	e := r.Explained
	if e == nil || r.Likeness == nil || r.idles() {
		return Condition{}, false
	}
	x := Condition{Key: "starts", Level: Good, Words: "Recorded starts follow the assumed order",
		Detail: numeral.Share(float64(e.Broken)) + " of the " + numeral.Count(e.Starts) + " starts that other jobs waited for contradict " +
			"the assumed order and rules."}
	if e.Broken > rules.MostBroken {
		x.Level, x.Words = Doubtful, numeral.Share(float64(e.Broken))+" of the starts contradict the assumed order"
		x.Detail += " The limit for advice is " + numeral.Share(rules.MostBroken) + "."
	}
	return x, true
}
