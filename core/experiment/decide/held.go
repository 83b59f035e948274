package decide

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/held"
)

// Explained says what of the recorded waiting follows from what is supposed of the machine: its size, the order that
// it runs now, and its rules. Shares are 0 to 1.
type Explained struct {
	InVain report.Float `json:"inVain"` // of the waiting: there was room, no rule forbade a start, and nobody would have been delayed
	ByRule report.Float `json:"byRule"` // of the waiting: there was room, and a rule forbade a start
	Broken report.Float `json:"broken"` // of the contested starts: they go against what is supposed
	Starts int          `json:"starts"` // that were contested: the job or others had waited
}

// explained is a pass over the record of the log; false where it tells no waits.
func (r *Runner) explained(log *job.Trace) (x held.Sum, ok bool, err error) {
	record, ok := held.RecordOf(log)
	if !ok {
		return x, false, nil
	}
	m := held.Machine{Rules: log.Rules, Plain: r.plan.Backfilling == sim.NoBackfilling.String()}
	for o := held.FCFS; o < held.Orders; o++ {
		if o.String() == r.plan.Order {
			m.Order = o
		}
	}
	x, err = held.NewPass(record).Run(&m)
	return x, true, err
}

// explainedOf is that of a row; nil where the log tells no waits.
func explainedOf(s *held.Sum) *Explained {
	sum := s.Parts()
	starts, broken := s.Starts()
	if starts == 0 || sum.Sum() == 0 {
		return nil
	}
	return &Explained{report.Float(sum.Share(held.InVain)), report.Float(sum.Share(held.Ruled)),
		report.Float(float64(broken) / float64(starts)), starts}
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
		if x.Detail += " Up to " + numeral.Share(rules.MostHeld) + " would do."; r.Plan.Rules == "" {
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
	x := Condition{Key: "starts", Level: Good, Words: "Recorded starts as supposed",
		Detail: numeral.Share(float64(e.Broken)) + " of " + numeral.Count(e.Starts) + " starts for which somebody waited go against the " +
			"order and the rules supposed."}
	if e.Broken > rules.MostBroken {
		x.Level, x.Words = Doubtful, numeral.Share(float64(e.Broken))+" of the starts not as supposed"
		x.Detail += " Up to " + numeral.Share(rules.MostBroken) + " would do."
	}
	return x, true
}
