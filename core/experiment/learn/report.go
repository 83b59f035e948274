package learn

import (
	"math"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Mine is what the fitted order is called wherever it goes.
const Mine = "mine"

// Named is a formula under that name, as other studies take it.
func Named(formula string) string { return Mine + "=" + formula }

// Report is what a plan's pairs say.
type Report struct {
	Version   int          `json:"version"`
	Plan      Plan         `json:"plan"`
	Digest    string       `json:"digest"`
	Scores    int          `json:"scores"`
	Done      int          `json:"pairs"`
	Effective report.Float `json:"effectiveRows"` // rows of equal weight that would say as much
	Stderr    report.Float `json:"scoreStderr"`   // of a score, root mean square; null where it is not known
	Spread    report.Float `json:"scoreSpread"`   // standard deviation of the scores
	Settling  []Settled    `json:"settling,omitempty"`
	Models    []Model      `json:"models"` // in the order of the plan, those that could be fitted
	Refused   []string     `json:"leftOut,omitempty"`
	Formula   string       `json:"formula"` // of the first model, "": none

	Training *Training `json:"-"`

	// Source is what the report was computed from: whoever merges rows sets it.
	Source report.Source `json:"-"`
	// Judged is what windows say of the order, nil where none did.
	Judged *windows.Report `json:"judged,omitempty"`
}

// Model is one set of features, fitted.
type Model struct {
	Name         string       `json:"name"`
	Coefficients []Weight     `json:"coefficients"`
	MAE          report.Float `json:"mae"`
	R2           report.Float `json:"r2"`
	Rank         report.Float `json:"rankCorrelation"`
	Formula      string       `json:"formula"`
	Warnings     []string     `json:"warnings,omitempty"`

	Fit *Fit `json:"-"`
}

// Weight is one weight.
type Weight struct {
	Feature      string       `json:"feature"`
	Value        report.Float `json:"value"`
	Stderr       report.Float `json:"stderr"`
	StderrByPair report.Float `json:"stderrByPair"`
	VIF          report.Float `json:"vif"`
	VIFCentred   report.Float `json:"vifCentred"`
	Determined   bool         `json:"determined"` // two StderrByPair from 0 at least
	// what its feature's step from the first to the last decile changes the score by, against the mean score
	Effect report.Float `json:"effect"`
}

// Settled is how far scores lay from the last ones after some of the trials (figure 1
// of the study), root mean square.
type Settled struct {
	Trials int          `json:"trials"`
	RMS    report.Float `json:"rms"`
}

// Merge makes the report of the rows done so far, in any order.
func Merge(p Plan, digest job.Digest, rows []Row) *Report {
	_, rows = study.Split(rows)
	r := FitScores(p, digest.Hex(), TrainingOf(rows))
	r.Stderr = stderr(rows)
	r.settle(rows)
	return r
}

// FitScores makes the report of scores that are at hand; digest names them.
func FitScores(p Plan, digest string, t *Training) *Report {
	nan := report.Float(math.NaN())
	r := &Report{Version: version, Plan: p, Digest: digest, Training: t, Scores: t.Len(), Effective: nan, Stderr: nan, Spread: nan}
	if r.Scores == 0 {
		return r
	}
	r.Done, r.Effective, r.Spread = t.Pairs(), report.Float(t.Effective()), spread(t)
	for _, features := range p.Models() {
		f, err := FitTo(r.Training, features, p.Ridge)
		if err != nil {
			r.Refused = append(r.Refused, err.Error())
			continue
		}
		m := Model{Name: features.Name, MAE: report.Float(f.MAE), R2: report.Float(f.R2), Rank: report.Float(f.Rank), Formula: f.Formula(),
			Warnings: f.Warnings(), Fit: f}
		for j, c := range f.Coefficients {
			m.Coefficients = append(m.Coefficients, Weight{features.Terms[j].String(), report.Float(c.Value), report.Float(c.Stderr),
				report.Float(c.StderrByPair),
				report.Float(c.VIF), report.Float(c.VIFCentred), c.Determined,
				report.Float(c.Value * r.step(features.Terms[j]) * float64(t.Block))})
		}
		r.Models = append(r.Models, m)
	}
	if len(r.Models) > 0 {
		r.Formula = r.Models[0].Formula
	}
	return r
}

// spread is the standard deviation of scores; those of a pair sum to 1.
func spread(t *Training) report.Float {
	mean, sum := 1/float64(t.Block), 0.0
	for _, s := range t.Score {
		sum += (s - mean) * (s - mean)
	}
	return report.Float(math.Sqrt(sum / float64(t.Len())))
}

// step is how much a feature grows from its first to its last decile.
func (r *Report) step(x Term) float64 {
	t := r.Training
	list := make([]float64, t.Len())
	for i := range list {
		list[i] = x.Value(t.P[i], t.Q[i], t.R[i])
	}
	slices.Sort(list)
	return numeral.Quantile(list, 0.9) - numeral.Quantile(list, 0.1)
}

// settle measures how scores settled, before they were the last ones.
func (r *Report) settle(rows []Row) {
	for k := 0; len(rows) > 0; k++ {
		trials, sum := r.Plan.Sizes.Queued<<k, 0.0
		if trials >= int(r.Plan.Trials) {
			return
		}
		for i := range rows {
			if k >= len(rows[i].Settling) {
				return
			}
			for j, s := range rows[i].Settling[k] {
				d := s - rows[i].Score[j]
				sum += d * d
			}
		}
		r.Settling = append(r.Settling, Settled{trials, report.Float(math.Sqrt(sum / float64(r.Scores)))})
	}
}

// stderr is the standard error of a score, root mean square.
func stderr(rows []Row) report.Float {
	sum, n := 0.0, 0
	for i := range rows {
		for _, e := range rows[i].Error {
			sum += e * e
			n++
		}
	}
	return report.Float(math.Sqrt(sum / float64(n)))
}

// Undetermined are the features of a model whose weights the pairs do not determine.
func (m *Model) Undetermined() (names []string) {
	for _, c := range m.Coefficients[1:] {
		if !c.Determined {
			names = append(names, c.Feature)
		}
	}
	return names
}

// Determined says which weights of the first model are known, in words.
func (r *Report) Determined() string {
	if len(r.Models) == 0 {
		return ""
	}
	m := &r.Models[0]
	lost, n := m.Undetermined(), len(m.Coefficients)-1
	pairs := numeral.Count(r.Done) + numeral.Plural(r.Done, " pair", " pairs")
	switch len(lost) {
	case 0:
		return "All its weights are determined by " + pairs
	case n:
		return "None of its weights is determined by " + pairs + ": other pairs of the same log would give others"
	case 1:
		return "The weight of " + lost[0] + " is not determined by " + pairs
	}
	return "The weights of " + numeral.Listed(lost) + " are not determined by " + pairs
}

// Refusals are what could not be fitted, as sentences.
func (r *Report) Refusals() string {
	if len(r.Refused) == 0 {
		return ""
	}
	return numeral.Capital(strings.Join(r.Refused, "; ")) + "."
}

// Key is the fitted polynomial: smaller first.
func (m *Model) Key(p, q, r float64) float64 {
	sum := 0.0
	for j, c := range m.Fit.Coefficients {
		sum += c.Value * m.Fit.Terms[j].Value(p, q, r)
	}
	return sum
}

// Before is the share of the scored jobs that go before a job, were all queued at
// once: those with a smaller key.
func Before(t *Training, key func(p, q, r float64) float64, p, q, r float64) float64 {
	at, n := key(p, q, r), 0
	for i := range t.P {
		if key(t.P[i], t.Q[i], t.R[i]) < at {
			n++
		}
	}
	return float64(n) / float64(t.Len())
}
