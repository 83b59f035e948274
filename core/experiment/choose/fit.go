package choose

import (
	"math"
	"strconv"

	"shadowtime/core/experiment/learn"
	"shadowtime/core/report"
)

// Candidate is a set of features, fitted, and what it does on windows.
type Candidate struct {
	Features string       `json:"features"`
	Ridge    float64      `json:"ridge"`
	Terms    int          `json:"terms"` // the constant left out
	Formula  string       `json:"formula"`
	MAE      report.Float `json:"mae"`
	R2       report.Float `json:"r2"`
	Rank     report.Float `json:"rankCorrelation"` // of fitted and given scores
	Choosing report.Float `json:"choosing"`        // times the slowdown of the first order in the typical window to choose by,
	Judging  report.Float `json:"judging"`         // and to judge by
}

// set is features to be fitted with a ridge.
type set struct {
	learn.Features
	ridge float64
}

// sets are what a plan tries, those of few features first, so that of equals the
// simplest is taken.
func (p *Plan) sets() (list []set) {
	known := map[key]bool{}
	add := func(f learn.Features, ridge float64) {
		if k := (key{f.Name, ridge}); !known[k] {
			known[k] = true
			list = append(list, set{f, ridge})
		}
	}
	p.searched(func(f learn.Features) { add(f, 0) })
	for _, f := range p.Learn.Models() {
		for _, ridge := range p.Ridges {
			add(f, ridge)
		}
	}
	var rising []set
	for n := range learn.MaxTerms + 1 {
		for _, s := range list {
			if len(s.Terms) == n {
				rising = append(rising, s)
			}
		}
	}
	return rising
}

// key tells sets apart.
type key struct {
	name  string
	ridge float64
}

// searched calls f for every set of the plan's terms.
func (p *Plan) searched(f func(learn.Features)) {
	var grow func(text string, from, left int)
	grow = func(text string, from, left int) {
		for i := from; i < len(p.Terms); i++ {
			longer := p.Terms[i].String()
			if text != "" {
				longer = text + "+" + longer
			}
			if features, err := learn.ParseFeatures(longer); err == nil {
				f(features)
			}
			if left > 1 {
				grow(longer, i+1, left-1)
			}
		}
	}
	grow("", 0, p.Most)
}

// Fitted are the sets of features of a plan, fitted to as many scores.
type Fitted struct {
	Scores     int         `json:"scores"`
	Candidates []Candidate `json:"candidates"` // those of few features first
	Refused    []string    `json:"leftOut,omitempty"`
}

// Fit fits all sets to scores, those left out that can't be.
func (p *Plan) Fit(t *learn.Training) Fitted {
	x := p.Fitting(t)
	for x.Next() {
	}
	return x.Fitted
}

// Fitting fits one set after another, for a page that must not stand still meanwhile.
type Fitting struct {
	Fitted
	left   []set
	fitter *learn.Fitter
}

// Fitting begins with the sets of a plan.
func (p *Plan) Fitting(t *learn.Training) *Fitting {
	return &Fitting{Fitted{Scores: t.Len(), Candidates: []Candidate{}}, p.sets(), learn.FitterOf(t)}
}

// Left is how many sets are still to be fitted.
func (x *Fitting) Left() int { return len(x.left) }

// Next fits the next set; false after the last.
func (x *Fitting) Next() bool {
	if len(x.left) == 0 {
		return false
	}
	s, nan := x.left[0], report.Float(math.NaN())
	x.left = x.left[1:]
	f, err := x.fitter.Fit(s.Features, s.ridge)
	if err != nil {
		x.Refused = append(x.Refused, err.Error())
		return true
	}
	x.Candidates = append(x.Candidates, Candidate{s.Name, s.ridge, len(s.Terms) - 1, f.Formula(), report.Float(f.MAE), report.Float(f.R2),
		report.Float(f.Rank), nan, nan})
	return true
}

// Name is a candidate's set with its ridge.
func (c *Candidate) Name() string {
	if c.Ridge == 0 {
		return c.Features
	}
	return c.Features + ", ridge " + strconv.FormatFloat(c.Ridge, 'g', -1, 64)
}
