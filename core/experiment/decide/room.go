package decide

import (
	"strings"
	"unicode/utf8"

	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
)

// useful is the number of weeks from which no log is too short to claim anything, unless parts of weeks are left out: the
// weeks at its ends may not count.
const useful = 2 * stats.LeastWeeks

// figures are changes with their ranges, as wide to write as any: those that may be shown, which leave no doubt of their
// sign, and others.
var figures = map[bool][][3]report.Float{
	true:  {{-0.44, -0.66, -0.22}, {-0.044, -0.066, -0.022}, {-0.0044, -0.0066, -0.0022}},
	false: {{-0.44, -0.66, 0.33}, {-0.44, -0.88, 1.11}, {-0.044, -0.066, 0.033}, {-0.0044, -0.0066, 0.0033}, {-0.44, -8.88, 8.88}},
}

// Foreseen is the report as it would be if no order were left to replay.
func (r *Report) Foreseen() *Report {
	x := *r
	x.Done = x.Plan.Answering()
	return &x
}

// Longest are the longest answers, sentence and effect, that a report of the plan can come to on its log, one of each
// form. No answer has a longer first sentence and a longer rest than one of them, so that a page can keep their room
// free while it waits.
func (r *Report) Longest() (list []string) {
	weeks, c := max(r.Source.WholeWeeks, stats.LeastWeeks), r.Plan.longest()
	for _, as := range []Counsel{Set, Likely, NotYet, Unclear} {
		list = append(list, r.longestAt(c, as, weeks))
	}
	if p := &r.Plan; r.Source.WholeWeeks < useful || p.Warmup > 0 || p.Drain > 0 {
		list = append(list, r.longestAt(c, Unclear, stats.LeastWeeks-1))
	}
	return list
}

// longestAt is the longest answer of a counsel on a candidate and a log of so many weeks.
func (r *Report) longestAt(candidate Candidate, as Counsel, weeks int) string {
	first, rest := "", ""
	years := report.TooLong + 1
	x := *r
	x.now, x.Now, x.Counsel = &Result{}, Outcome{59.9 * 60, 1, 59.9 * 60}, as
	x.Done, x.Weeks, x.balanced, x.claimed = x.Plan.Answering(), weeks, 0, make([]int, 3*x.Plan.Pairs())
	x.Amended = make([]Amended, x.Plan.Answering()-x.Plan.Pairs())
	if as == NotYet {
		x.hinder()
	}
	for _, f := range figures[as != Unclear] {
		for _, more := range []int{report.TooLong, years} {
			for _, before := range []int64{22.2 * 60, 59.6 * 60} {
				x.Now.MaxWait = before
				c := Card{Candidate: candidate, Outcome: Outcome{58.8 * 60, 1, 59.9 * 60},
					Claim: report.Claim{Change: f[0], Low: f[1], High: f[2], Weeks: weeks, More: &more}}
				x.Cards, x.Settings = []Card{c}, []Setting{{Candidate: c.Candidate, Outcome: c.Outcome, Change: c.Change}}
				a, b, _ := strings.Cut(strings.TrimSpace(x.Sentence()+" "+x.Effect()), ". ")
				first, rest = longer(first, a), longer(rest, b)
			}
		}
	}
	return first + ". " + rest
}

// hinder gives a report the condition that takes most words.
func (r *Report) hinder() {
	most := ""
	r.Explained = &Explained{InVain: 0.888, Broken: 0.0888}
	r.Source.Cleaning = &job.Cleaning{NoRequest: 1, Kept: 2}
	for _, l := range []*Likeness{nil, {Factor: 0.0888, Rank: Alike}, {Factor: 88.8, Rank: 0}, {Factor: 1, Rank: 0.222}} {
		for _, key := range gravity {
			x := *r
			x.Likeness, x.Because, x.Conditions = l, key, []Condition{{Key: key, Level: Doubtful}}
			if words := x.because(); longer(most, words) != most {
				most, *r = words, x
			}
		}
	}
}

// LongestNear are the longest lines that say how near the replay comes to the machine, of logs that say of all their jobs
// or of none how long they waited.
func (r *Report) LongestNear() (list []Check) {
	x := *r
	x.now, x.Now = &Result{}, Outcome{AvgWait: 355}
	x.Likeness = nil
	list = append(list, x.nearCheck())
	for _, rank := range []report.Float{0.24, Alike} {
		for _, factor := range []report.Float{0.44, 88} {
			x.Likeness = &Likeness{Logged: 352.8, Simulated: 346.2, Factor: factor, Rank: rank}
			if c, last := x.nearCheck(), &list[len(list)-1]; last.Detail == "" || longer(last.Detail, c.Detail) != last.Detail {
				list = append(list, c)
			}
		}
	}
	return list
}

func longer(a, b string) string {
	if utf8.RuneCountInString(b) > utf8.RuneCountInString(a) {
		return b
	}
	return a
}

// longest is the candidate with the longest name.
func (p *Plan) longest() (c Candidate) {
	name := ""
	for k := 1; k <= p.Pairs(); k++ {
		for _, threshold := range p.Thresholds {
			x := p.pair(k, threshold)
			if n := longer(name, x.name()); n != name {
				c, name = x, n
			}
		}
	}
	return c
}
