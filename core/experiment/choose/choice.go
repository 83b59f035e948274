package choose

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/exp"
	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Report is which set of features a plan chooses, and what it is worth.
type Report struct {
	Version int    `json:"version"`
	Plan    Plan   `json:"plan"`
	Digest  string `json:"digest"`
	Fitted
	Choosing int `json:"choosingWindows"` // in which jobs count
	Judging  int `json:"judgingWindows"`
	Chosen   int `json:"chosen"` // among candidates, -1: no window chooses
	// others that the windows to choose by don't tell from the chosen one (Wilcoxon, each by itself)
	Open    int          `json:"notToldFrom"`
	Rival   string       `json:"rival"` // the order of the plan that does best on the windows to choose by
	RivalBy report.Float `json:"rivalChoosing"`
	Scored  []Scored     `json:"byScores"`  // what scores alone would have chosen
	Kept    report.Float `json:"agreement"` // rank correlation of candidates on both quarters
	// Judged is of the windows to judge by: the chosen order first, those of the plan,
	// and what scores alone would have chosen.
	Judged *windows.Report `json:"judged,omitempty"`
}

// Scored is what a measure of fits says of candidates.
type Scored struct {
	By        string       `json:"by"`        // mae, r2 or rank
	Agreement report.Float `json:"agreement"` // of its ranks of candidates with those of the windows to choose by,
	Later     report.Float `json:"later"`     // and to judge by: rank correlations, 1 the same
	Chosen    int          `json:"chosen"`    // the candidate that it puts first, -1: none
	Order     string       `json:"order"`     // its name in Judged, "": the chosen one's
}

// What orders are called in windows.
const (
	Chosen = learn.Mine
	letter = "c"
)

func label(i int) string { return letter + strconv.Itoa(i+1) }

// by are measures of fits: better ones have smaller values.
var by = [...]struct {
	key, order, words string
	of                func(c *Candidate) report.Float
}{
	{"mae", "by-error", "least error", func(c *Candidate) report.Float { return c.MAE }},
	{"r2", "by-r2", "largest R²", func(c *Candidate) report.Float { return -c.R2 }},
	{"rank", "by-ranks", "best ranks", func(c *Candidate) report.Float { return -c.Rank }},
}

// own says whether a label is one that this package gives.
func own(name string) bool {
	for _, x := range by {
		if strings.EqualFold(name, x.order) {
			return true
		}
	}
	n, err := strconv.Atoi(strings.TrimPrefix(strings.ToLower(name), letter))
	return strings.EqualFold(name, Chosen) || err == nil && n > 0 && len(name) > 1
}

// Merge makes the report of what was fitted and of the windows of both quarters, see
// Plan.Quarter.
func Merge(p Plan, name string, digest job.Digest, procs int64, f Fitted, choosing, judging []windows.Row) *Report {
	nan := report.Float(math.NaN())
	r := &Report{Version: version, Plan: p, Digest: digest.Hex(), Fitted: f, Chosen: -1, Kept: nan, RivalBy: nan, Scored: []Scored{}}
	r.Candidates = slices.Clone(f.Candidates)
	_, choosing = study.Split(choosing)
	_, judging = study.Split(judging)
	first, last := r.logs(choosing), r.logs(judging)
	r.Choosing, r.Judging = len(first[0]), len(last[0])
	for i := range r.Candidates {
		r.Candidates[i].Choosing, r.Candidates[i].Judging = typical(r.of(first, i)), typical(r.of(last, i))
	}
	r.choose(first)
	if r.Chosen < 0 {
		return r
	}
	r.score()
	_, part := p.Parts()
	r.judge(name, digest, procs, part, judging)
	return r
}

// logs are logarithms of the mean bounded slowdowns of windows in which jobs count,
// against the first order's, by order.
func (r *Report) logs(rows []windows.Row) [][]float64 {
	list := make([][]float64, len(r.Plan.Windows.Orders)+len(r.Candidates))
	for k := range rows {
		base := &rows[k].Outcomes[0]
		if base.Jobs == 0 {
			continue
		}
		for i := range list {
			list[i] = append(list[i], math.Log(rows[k].Outcomes[i].AvgBsld()/base.AvgBsld()))
		}
	}
	return list
}

// of are the logs of a candidate, behind the orders of the plan.
func (r *Report) of(logs [][]float64, i int) []float64 { return logs[len(r.Plan.Windows.Orders)+i] }

// typical is the ratio in the typical window.
func typical(logs []float64) report.Float {
	if len(logs) == 0 {
		return report.Float(math.NaN())
	}
	return report.Float(exp.Exp(stats.SignedRank(logs, report.Level).Mid))
}

// choose takes the candidate with the least slowdown in the typical window, by the
// windows to choose by alone.
func (r *Report) choose(logs [][]float64) {
	for i := range r.Candidates {
		if x := r.Candidates[i].Choosing; x.Known() && (r.Chosen < 0 || x < r.Candidates[r.Chosen].Choosing) {
			r.Chosen = i
		}
	}
	if r.Chosen < 0 {
		return
	}
	for i, name := range r.Plan.Windows.Orders {
		if x := typical(logs[i]); r.Rival == "" || x < r.RivalBy {
			r.Rival, r.RivalBy = order.Label(name), x
		}
	}
	best := r.of(logs, r.Chosen)
	for i := range r.Candidates {
		if i == r.Chosen {
			continue
		}
		apart := append([]float64(nil), r.of(logs, i)...)
		for k := range apart {
			apart[k] -= best[k]
		}
		if stats.SignedRank(apart, report.Level).P > 1-report.Level {
			r.Open++
		}
	}
}

// score holds what fits say of candidates against what windows do.
func (r *Report) score() {
	choosing, judging := make([]float64, len(r.Candidates)), make([]float64, len(r.Candidates))
	for i, c := range r.Candidates {
		choosing[i], judging[i] = float64(c.Choosing), float64(c.Judging)
	}
	r.Kept = agreement(choosing, judging)
	for _, x := range by {
		s := Scored{By: x.key, Chosen: -1}
		values := make([]float64, len(r.Candidates))
		for i := range r.Candidates {
			v := x.of(&r.Candidates[i])
			values[i] = float64(v)
			if v.Known() && (s.Chosen < 0 || v < x.of(&r.Candidates[s.Chosen])) {
				s.Chosen = i
			}
		}
		s.Agreement, s.Later = agreement(values, choosing), agreement(values, judging)
		if s.Chosen >= 0 && s.Chosen != r.Chosen {
			s.Order = x.order
			for _, earlier := range r.Scored {
				if earlier.Chosen == s.Chosen {
					s.Order = earlier.Order
				}
			}
		}
		r.Scored = append(r.Scored, s)
	}
}

// agreement is the rank correlation of what is known in both lists.
func agreement(a, b []float64) report.Float {
	var x, y []float64
	for i := range a {
		if a[i] == a[i] && b[i] == b[i] {
			x, y = append(x, a[i]), append(y, b[i])
		}
	}
	if len(x) < 2 {
		return report.Float(math.NaN())
	}
	return report.Float(learn.RankCorrelation(x, y))
}

// judge reports on the windows that nothing was chosen by.
func (r *Report) judge(name string, digest job.Digest, procs int64, part study.Part, rows []windows.Row) {
	p := r.Plan.Windows
	p.Part = part
	n := len(p.Orders)
	p.Orders = append([]string{Chosen + "=" + r.Candidates[r.Chosen].Formula}, p.Orders...)
	at := []int{n + r.Chosen}
	for i := range n {
		at = append(at, i)
	}
	for i, s := range r.Scored {
		if s.Order == by[i].order {
			p.Orders, at = append(p.Orders, s.Order+"="+r.Candidates[s.Chosen].Formula), append(at, n+s.Chosen)
		}
	}
	few := make([]windows.Row, len(rows))
	for k, row := range rows {
		few[k] = windows.Row{K: row.K, Start: row.Start, Jobs: row.Jobs}
		for _, i := range at {
			few[k].Outcomes = append(few[k].Outcomes, row.Outcomes[i])
		}
	}
	r.Judged = windows.Merge(name, digest, procs, p, few)
}

// Beside is the chosen order's difference from one of the judged, nil where it is not
// known: their slowdowns as multiples of its own.
func (r *Report) Beside(name string) *windows.Difference {
	if r.Judged == nil {
		return nil
	}
	for i := range r.Judged.Differences {
		if d := &r.Judged.Differences[i]; d.Order == name && d.Ratio.Known() {
			return d
		}
	}
	return nil
}
