package online

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
)

// Safety is how a strategy stood beside FCFS while it learned, at the ends of periods: what
// waits still counts what it has waited.
type Safety struct {
	Broken   int          `json:"broken"`   // resamples in which more than the plan's α of FCFS' waiting so far was lost
	Most     report.Float `json:"most"`     // the most that was lost at one time, as a share of FCFS' whole wait in that resample
	Longest  report.Float `json:"longest"`  // how many times FCFS' longest wait, the most of all resamples
	Replayed int64        `json:"replayed"` // jobs replayed for shared feedback, a resample
	Told     report.Float `json:"told"`     // the change that those replays tell of, each from its period's own state
}

// safety gathers that of an entry; nil where none shares feedback.
func (m *merging) safety(e Entry) *Safety {
	if e.Strategy.Base == Fixed || !m.report.Plan.shares() || len(m.rows) == 0 {
		return nil
	}
	s, told, waited := &Safety{}, int64(0), int64(0)
	for k := range m.rows {
		base, own := &m.rows[k].Fixed[0], m.rows[k].Course(e)
		s.Broken += int(own.Beyond.Broken)
		s.Replayed += own.Beyond.Replayed
		told, waited = told+own.Beyond.Told, waited+base.SumWait
		if base.SumWait > 0 {
			s.Most = max(s.Most, report.Float(float64(own.Beyond.Most)/float64(base.SumWait)))
			s.Longest = max(s.Longest, report.Float(float64(own.MaxWait)/float64(base.MaxWait)))
		}
	}
	s.Replayed /= int64(len(m.rows))
	s.Told = change([]int64{told + waited}, []int64{waited})
	return s
}

// shares says whether a strategy of the plan shares feedback.
func (p *Plan) shares() bool {
	for _, e := range p.Entries() {
		if e.Strategy.shares() {
			return true
		}
	}
	return false
}

// SafetyWords say what each strategy lost on its way, a sentence each; "" where none shares feedback.
func (s *Report) SafetyWords() string {
	var list []string
	for _, x := range s.Strategies {
		y := x.Safety
		if y == nil {
			continue
		}
		words := numeral.Capital(x.Label()) + ", passed it in " + strconv.Itoa(y.Broken) + " of " + numeral.Resamples(s.Done) +
			" and was at most " + numeral.Share(y.Most) + " behind. Its longest wait was up to " + numeral.Number(y.Longest) +
			" times that of " + Baseline + "."
		if y.Replayed > 0 {
			words += " To learn it replayed " + numeral.Count(int(y.Replayed)) + " jobs a resample. " +
				"By those replays alone the wait changes by " + numeral.Change(y.Told) + "."
		}
		list = append(list, words)
	}
	if len(list) == 0 {
		return ""
	}
	return "Loss while learning. The limit is " + numeral.Share(report.Float(s.Plan.Alpha)) + " more waiting than " + Baseline +
		" had so far, checked at the end of each period. " + strings.Join(list, " ")
}

// sharedWords say how a strategy with shared feedback was set.
func sharedWords(p *Plan, base string, values []string) string {
	text := "each period replayed from the machine as it was when it began, counting " + map[string]string{"": "waits",
		bySlowdown: "waits by run times", byLongest: "the longest wait"}[p.Objective]
	if base == Safe {
		return text + "; α = " + numeral.Plain(p.Alpha) + ", δ = " + numeral.Plain(p.Delta) + ", longest waits " +
			numeral.Plain(1+p.Longest) + " times those of " + Baseline +
			" (conservative bandits, after Wu et al. 2016 and Kazerouni et al. 2017)"
	}
	for i, v := range values {
		if v == "" {
			values[i] = numeral.Plain(p.Epsilon)
		}
	}
	return text + ", ε = " + strings.Join(values, ", ")
}
