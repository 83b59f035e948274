package online

import (
	"slices"

	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Trace is the selection on one trace.
type Trace struct {
	Name   string
	Report *Report
}

// Ballot is what one trace would choose for itself, and what the other traces
// would choose for it: leave-one-trace-out (Reis 2018, table 6.2). For a machine
// only the others' choice can be known beforehand.
//
// A trace chooses the value of a parameter for itself on its resamples of odd
// number, and OwnChange is the value's change on resamples of even number; votes on the value
// are by all resamples. Fixed orders are chosen and judged by the log's own weeks where those are
// known, and a trace's own choice is the best in hindsight. No trace is judged by its
// own vote.
type Ballot struct {
	Trace     string       `json:"trace"`
	Own       string       `json:"own"` // what the trace would choose,
	OwnChange report.Float `json:"ownChange"`
	Others    string       `json:"others"` // the one that did best on most other traces,
	Change    report.Float `json:"change"` // and what it does here
}

// Vote chooses the parameter of a strategy: between the values it has in the
// plan, as in epsilon-greedy, epsilon-greedy@0.3. The list is empty with fewer than
// two traces or values.
func Vote(list []Trace, strategy string, period study.Seconds) []Ballot {
	return vote(list, func(s Selected) bool { return s.base() == strategy && s.Period == period },
		func(s *Selected) report.Float { return s.Change },
		func(s Selected) (chosenBy, told report.Float) { return s.odd, s.even })
}

// VoteOrder chooses an order for good, among the plan's fixed orders.
func VoteOrder(list []Trace) []Ballot {
	return vote(list, func(s Selected) bool { return s.base() == Fixed },
		(*Selected).lead,
		func(s Selected) (chosenBy, told report.Float) { return s.lead(), s.lead() })
}

// vote lets each trace vote for the candidate that did best on it, by a change. Of the candidates
// with most votes the candidate with the least mean change over the voters wins, then
// the first in the plan. Alone gives the change by which a trace chooses for itself,
// and the change that is told of its choice.
func vote(list []Trace, stands func(Selected) bool, by func(*Selected) report.Float,
	alone func(Selected) (chosenBy, told report.Float)) []Ballot {
	if len(list) < 2 {
		return nil
	}
	change := make([][]Selected, len(list)) // of each trace, the candidates
	for i, x := range list {
		for _, s := range x.Report.Strategies {
			if stands(s) {
				change[i] = append(change[i], s)
			}
		}
		if len(change[i]) < 2 || len(change[i]) != len(change[0]) {
			return nil
		}
	}
	own := make([]int, len(list))
	for i := range change {
		for c := range change[i] {
			if by(&change[i][c]) < by(&change[i][own[i]]) {
				own[i] = c
			}
		}
	}
	var ballots []Ballot
	for i := range list {
		votes, mean := make([]int, len(change[i])), make([]float64, len(change[i]))
		for j := range list {
			if j == i {
				continue
			}
			votes[own[j]]++
			for c := range change[j] {
				if x := by(&change[j][c]); x.Known() {
					mean[c] += float64(x)
				}
			}
		}
		most, won := slices.Max(votes), -1
		for c, n := range votes {
			if n == most && (won < 0 || mean[c] < mean[won]) {
				won = c
			}
		}
		itself := change[i][0]
		for _, s := range change[i] {
			own, _ := alone(s)
			if least, _ := alone(itself); own < least {
				itself = s
			}
		}
		_, told := alone(itself)
		ballots = append(ballots, Ballot{Trace: list[i].Name,
			Own: itself.Strategy, OwnChange: told,
			Others: change[i][won].Strategy, Change: by(&change[i][won])})
	}
	return ballots
}
