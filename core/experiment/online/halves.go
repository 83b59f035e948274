package online

import (
	"math"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Tuned is a parameter to which the plan gives several values: the value that waits
// least on resamples of odd number, judged on resamples of even number. A value that is
// chosen and judged on the same resamples looks better than the value is. Both halves
// are made of the same weeks of the log: whether another log would choose the same value,
// only Vote can tell. The interval is the simulation error, which carries no claim.
type Tuned struct {
	Strategy  string        `json:"strategy"` // without parameter
	Period    study.Seconds `json:"period"`
	Chosen    string        `json:"chosen"`    // the strategy with the value that was chosen
	Resamples int           `json:"resamples"` // that judge it
	report.Bounds
}

// Words says which value was chosen, on which resamples, and how the value changes waits.
func (t *Tuned) Words() string {
	s := "Of the values that " + t.Strategy + " (" + often(t.Period) + ") has, the resamples of odd number choose " + t.Chosen
	if !t.Change.Known() {
		return s + ". There is none of even number yet to judge it."
	}
	s += ". On those of even number it changes the mean wait by " + report.Signed(t.Change)
	if t.SimLow.Known() {
		s += " " + numeral.IntervalTo(float64(t.SimLow), float64(t.SimHigh), numeral.Digits(float64(t.Change)))
	}
	return s + "."
}

// parameters chooses the value of each parameter on one half of the resamples,
// and judges the value on the other half.
func (m *merging) parameters() {
	for _, c := range m.report.Contests() {
		best, least := c.Entries[0], int64(math.MaxInt64)
		for _, i := range c.Entries {
			sum := int64(0)
			for _, w := range m.half(m.waits(m.entries[i]), 1) {
				sum += w
			}
			if sum < least {
				best, least = i, sum
			}
		}
		wait, base := m.half(m.waits(m.entries[best]), 0), m.half(m.fixed[0], 0)
		judged := report.Weighing{Resampled: [][]int64{base, wait}}
		m.report.Parameters = append(m.report.Parameters, Tuned{
			Strategy: c.Strategy, Period: c.Period, Chosen: m.report.Strategies[best].Strategy, Resamples: len(base),
			Bounds: judged.Against(1, 0, report.Level),
		})
	}
}

// half are the waits of resamples whose number leaves the rest by two.
func (m *merging) half(wait []int64, rest int) (list []int64) {
	for k := range m.rows {
		if m.rows[k].K%2 == rest {
			list = append(list, wait[k])
		}
	}
	return list
}

// Tuning is what is known of the parameter of a strategy; nil where the plan
// gives the parameter a single value.
func (s *Report) Tuning(strategy string, period study.Seconds) *Tuned {
	p, err := ParseStrategy(strategy)
	if err != nil {
		return nil
	}
	for i := range s.Parameters {
		if t := &s.Parameters[i]; t.Strategy == p.Base && t.Period == period {
			return t
		}
	}
	return nil
}

// change is the change of total waits, pooled over resamples.
func change(wait, base []int64) report.Float {
	var more, all int64
	for k := range wait {
		more += wait[k] - base[k]
		all += base[k]
	}
	if all == 0 {
		return report.Float(math.NaN())
	}
	return report.Float(float64(more) / float64(all))
}
