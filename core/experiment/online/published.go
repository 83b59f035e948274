package online

import (
	"math"

	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/study"
)

// Ours are the changes of strategies, and of the best order in hindsight, as a
// study's figures stand beside them.
func (s *Report) Ours() []published.Ours {
	unknown := report.Float(math.NaN())
	b := s.Best
	list := []published.Ours{{Name: published.Best, Period: study.None, Words: b.Order,
		Bounds: report.Bounds{Change: b.Change, Low: unknown, High: unknown, SimLow: b.Low, SimHigh: b.High}}}
	for _, x := range s.Strategies {
		if x.Period != study.None {
			list = append(list, published.Ours{Name: x.Strategy, Period: x.Period, Bounds: x.Bounds})
		}
	}
	return list
}

// Published are the figures that a study printed for this log, where the question
// is near enough to its own.
func (s *Report) Published() published.Beside {
	return published.For(Name, s.Digest, s.Plan.Settings(), s.Ours)
}
