package learn

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/sim/trials"
)

// Training are scored jobs. Jobs of one pair stand together, Block of them: they
// were scored in the same trials, so their errors go together.
type Training struct {
	P, Q, R, Score []float64
	Block          int
}

// Len is the number of jobs.
func (t *Training) Len() int { return len(t.Score) }

// Pairs is the number of blocks.
func (t *Training) Pairs() int { return t.Len() / t.Block }

// Add puts a pair's jobs behind the others.
func (t *Training) Add(jobs []trials.Job, scores []float64) {
	for i, j := range jobs {
		t.P, t.Q, t.R = append(t.P, float64(j.P)), append(t.Q, float64(j.Q)), append(t.R, float64(j.R))
		t.Score = append(t.Score, scores[i])
	}
}

// weight is that of a residual: the job's area.
func (t *Training) weight(i int) float64 { return t.P[i] * t.Q[i] }

// Effective is how many rows of equal weight would say as much: those with large
// areas outweigh all others. Squared residuals have squared weights.
func (t *Training) Effective() float64 {
	most := 0.0
	for i := range t.Score {
		most = max(most, t.weight(i))
	}
	sum, squares := 0.0, 0.0
	for i := range t.Score {
		w := t.weight(i) / most
		w *= w
		sum += w
		squares += w * w
	}
	return sum * sum / squares
}

// Fit is a polynomial that was fitted to scores.
type Fit struct {
	Features
	Coefficients []Coefficient // of Terms
	Rows         int
	Pairs        int
	MAE          float64 // mean absolute error, unweighted like what follows
	R2           float64 // share of the scores' variance that is explained; below 0: less than by their mean
	Rank         float64 // Spearman's correlation of fitted and given scores
}

// Coefficient is one, in the units of its feature: a score per second, per
// processor and so on. What can't be known is NaN.
type Coefficient struct {
	Value        float64
	Stderr       float64 // as if rows were independent
	StderrByPair float64 // rows of one pair going together: the one to believe
	VIF          float64 // variance inflation as the study has it: not centred, without constant and weights
	VIFCentred   float64 // as textbooks have it, without weights
	Determined   bool    // it is at least two StderrByPair from 0, which more pairs than features tell
}

// FitTo fits features: minimal is the sum of squared residuals, each times the
// job's area; ridge times the squared coefficients of columns of length 1, that of
// the constant left out, is added to it.
func FitTo(t *Training, features Features, ridge float64) (*Fit, error) {
	x := FitterOf(t)
	f, w, err := x.fit(features, ridge)
	if err != nil {
		return nil, err
	}
	plain := x.columns(features)
	stderr, byPair := w.stderr(), w.byBlock(t.Block)
	vif, centred := inflation(plain, false), inflation(plain, true)
	for j := range f.Coefficients {
		c := &f.Coefficients[j]
		c.Stderr, c.StderrByPair, c.VIF, c.VIFCentred = stderr[j]/w.length[j], byPair[j]/w.length[j], vif[j], centred[j]
		c.Determined = f.Pairs > len(plain) && math.Abs(c.Value) >= 2*c.StderrByPair
	}
	return f, nil
}

// Fitter fits many sets of features to the same scores: what they have in common is
// made once.
type Fitter struct {
	t      *Training
	weight []float64
	ranks  []float64 // of the scores
	known  map[Term][]float64
}

// FitterOf prepares fits.
func FitterOf(t *Training) *Fitter {
	x := &Fitter{t: t, weight: make([]float64, t.Len()), ranks: ranks(t.Score), known: map[Term][]float64{}}
	for i := range x.weight {
		x.weight[i] = t.weight(i)
	}
	return x
}

// Fit is FitTo without what tells how well coefficients are known, which takes most
// of the time: their errors and inflation are left at zero.
func (x *Fitter) Fit(features Features, ridge float64) (*Fit, error) {
	f, _, err := x.fit(features, ridge)
	return f, err
}

func (x *Fitter) fit(features Features, ridge float64) (*Fit, *weighted, error) {
	n, k := x.t.Len(), len(features.Terms)
	if k > n {
		return nil, nil, errors.New(features.Name + " has " + numeral.Count(k) + " features and there are only " + numeral.Count(n) +
			" scored jobs: score more, or ask for fewer features")
	}
	w, plain := &weighted{weight: x.weight, ridge: ridge}, x.columns(features)
	if err := w.solve(features, plain, x.t.Score); err != nil {
		return nil, nil, err
	}
	f := &Fit{Features: features, Coefficients: make([]Coefficient, k), Rows: n, Pairs: x.t.Pairs()}
	for j := range f.Coefficients {
		f.Coefficients[j].Value = w.beta[j] / w.length[j]
	}
	f.judge(x.t, plain, x.ranks)
	return f, w, nil
}

// columns are features as they are.
func (x *Fitter) columns(features Features) [][]float64 {
	list := make([][]float64, len(features.Terms))
	for j, term := range features.Terms {
		if x.known[term] == nil {
			column := make([]float64, x.t.Len())
			for i := range column {
				column[i] = term.Value(x.t.P[i], x.t.Q[i], x.t.R[i])
			}
			x.known[term] = column
		}
		list[j] = x.known[term]
	}
	return list
}

// weighted is the weighted problem on columns of length 1.
type weighted struct {
	weight  []float64
	ridge   float64
	length  []float64   // of the weighted columns
	columns [][]float64 // of length 1
	beta    []float64
	left    []float64   // weighted residuals
	inverse [][]float64 // of the columns' products, ridge added
}

// solve finds beta and what its errors need.
func (w *weighted) solve(features Features, plain [][]float64, score []float64) error {
	if err := w.scale(features, plain); err != nil {
		return err
	}
	n, k := len(score), len(plain)
	y := make([]float64, n)
	for i := range score {
		y[i] = w.weight[i] * score[i]
	}
	w.left = append([]float64(nil), y...)
	f := factor(w.ridged(features.Terms))
	if j := f.dependent(); j >= 0 {
		return errors.New(features.Name + ": of these jobs " + features.Terms[j].String() +
			" is a combination of the features before it, or always 0: leave it out")
	}
	y = append(y, make([]float64, len(f.columns[0])-n)...)
	f.transposed(y)
	w.beta = y[:k:k]
	f.back(w.beta)
	for j, column := range w.columns {
		for i, a := range column {
			w.left[i] -= w.beta[j] * a
		}
	}
	w.inverse = f.inverse()
	return nil
}

// scale weights columns and makes them as long as 1, or leaves them at 0.
func (w *weighted) scale(features Features, plain [][]float64) error {
	for j := range plain {
		column := make([]float64, len(plain[j]))
		for i, x := range plain[j] {
			column[i] = w.weight[i] * x
		}
		length := norm(column)
		if math.IsInf(length, 1) {
			return errors.New("feature " + features.Terms[j].String() + " is too large for numbers: leave it out")
		}
		if length > 0 {
			for i := range column {
				column[i] /= length
			}
		}
		w.length, w.columns = append(w.length, length), append(w.columns, column)
	}
	return nil
}

// ridged are the columns once more, with a row for each that the ridge adds.
func (w *weighted) ridged(terms []Term) [][]float64 {
	list := make([][]float64, len(w.columns))
	for j, column := range w.columns {
		list[j] = append([]float64(nil), column...)
		if w.ridge == 0 {
			continue
		}
		more := make([]float64, len(terms))
		if !terms[j].Constant() {
			more[j] = math.Sqrt(w.ridge)
		}
		list[j] = append(list[j], more...)
	}
	return list
}

// stderr are standard errors as if rows were independent and equally uncertain
// once weighted.
func (w *weighted) stderr() []float64 {
	n, k := len(w.weight), len(w.columns)
	variance := math.NaN()
	if n > k {
		variance = dot(w.left, w.left) / float64(n-k)
	}
	list := make([]float64, k)
	for j, row := range w.inverse {
		v := row[j]
		for l := 1; l < k; l++ { // the constant is first and has no ridge
			v -= w.ridge * row[l] * row[l]
		}
		list[j] = math.Sqrt(variance * max(0, v))
	}
	return list
}

// byBlock are standard errors that let rows of one block go together: a sandwich,
// without correction for few blocks.
func (w *weighted) byBlock(size int) []float64 {
	k := len(w.columns)
	sums, g := make([]float64, k), make([]float64, k)
	for from := 0; from+size <= len(w.weight); from += size {
		for j, column := range w.columns {
			g[j] = dot(column[from:from+size], w.left[from:from+size])
		}
		for j, row := range w.inverse {
			x := dot(row, g)
			sums[j] += x * x
		}
	}
	for j := range sums {
		sums[j] = math.Sqrt(sums[j])
		if len(w.weight) < 2*size {
			sums[j] = math.NaN()
		}
	}
	return sums
}

// inflation is by what factor the variance of each coefficient but the constant's
// is larger than if the other features were not there: 1/(1 - R2) of the feature on
// the others, the constant among them where centred.
func inflation(plain [][]float64, centred bool) []float64 {
	list := make([]float64, len(plain))
	list[0] = math.NaN()
	columns := make([][]float64, 0, len(plain)-1)
	for _, column := range plain[1:] {
		column = append([]float64(nil), column...)
		if centred {
			mean := 0.0
			for i, x := range column {
				mean += (x - mean) / float64(i+1)
			}
			for i := range column {
				column[i] -= mean
			}
		}
		if l := norm(column); l > 0 {
			for i := range column {
				column[i] /= l
			}
		}
		columns = append(columns, column)
	}
	f := factor(columns)
	known := f.dependent() < 0
	var inverse [][]float64
	if known {
		inverse = f.inverse()
	}
	for j := range columns {
		list[j+1] = math.NaN()
		if known {
			list[j+1] = inverse[j][j]
		}
	}
	return list
}

// judge measures how the polynomial predicts the scores, whose ranks are given.
func (f *Fit) judge(t *Training, plain [][]float64, given []float64) {
	n := float64(t.Len())
	fitted, mean := make([]float64, t.Len()), 0.0
	for i, s := range t.Score {
		for j, c := range f.Coefficients {
			fitted[i] += c.Value * plain[j][i]
		}
		f.MAE += math.Abs(fitted[i]-s) / n
		mean += s / n
	}
	left, all := 0.0, 0.0
	for i, s := range t.Score {
		left += (fitted[i] - s) * (fitted[i] - s)
		all += (s - mean) * (s - mean)
	}
	f.R2 = 1 - left/all
	if all == 0 {
		f.R2 = math.NaN()
	}
	f.Rank = correlation(ranks(fitted), given)
}

// RankCorrelation is Spearman's, equal values sharing their ranks; NaN where either
// list has equal values only.
func RankCorrelation(a, b []float64) float64 { return correlation(ranks(a), ranks(b)) }

// ranks are places from 0, equal values having the mean of theirs.
func ranks(values []float64) []float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	mean := make([]float64, len(sorted)) // of a run of equals, where it begins
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		mean[from] = float64(from+to-1) / 2
		from = to
	}
	list := make([]float64, len(values))
	for i, v := range values {
		at, _ := slices.BinarySearch(sorted, v)
		list[i] = mean[at]
	}
	return list
}

// correlation of ranks, whose mean is known.
func correlation(a, b []float64) float64 {
	mean := float64(len(a)-1) / 2
	aa, ab, bb := 0.0, 0.0, 0.0
	for i := range a {
		x, y := a[i]-mean, b[i]-mean
		aa += x * x
		ab += x * y
		bb += y * y
	}
	if aa == 0 || bb == 0 {
		return math.NaN()
	}
	return ab / math.Sqrt(aa*bb)
}

// Digits of coefficients in a formula: as many as the study's program has.
const formulaDigits = 7

// Formula is the polynomial as a queue order, lowest first. The constant is left
// out: it is in every key.
func (f *Fit) Formula() string {
	var b strings.Builder
	b.WriteString("expr:")
	for j, x := range f.Terms {
		c := f.Coefficients[j].Value
		if x.Constant() || c == 0 {
			continue
		}
		text := strconv.FormatFloat(math.Abs(c), 'g', formulaDigits, 64)
		switch {
		case b.Len() == len("expr:"):
			if c < 0 {
				b.WriteByte('-')
			}
		case c < 0:
			b.WriteString(" - ")
		default:
			b.WriteString(" + ")
		}
		b.WriteString(text + "*" + x.formula())
	}
	if b.Len() == len("expr:") {
		b.WriteByte('0')
	}
	return b.String()
}

// Warnings say in sentences what the fit can't carry.
func (f *Fit) Warnings() (list []string) {
	if k := len(f.Terms); f.Pairs <= k {
		list = append(list, numeral.Count(f.Pairs)+numeral.Plural(f.Pairs, " pair is", " pairs are")+" too few to tell which of "+
			numeral.Count(k)+" coefficients are determined: score more pairs.")
	}
	if names := f.ByClock(); names != nil {
		list = append(list, "Keys depend on when the clock began, by "+numeral.Listed(names)+
			": fitted over the hours of a pair, they rank otherwise on a clock that has run for days.")
	}
	if f.R2 < 0 {
		list = append(list, "The weighted fit predicts scores worse than their mean does (R² "+numeral.Number(f.R2)+
			"): it is an order, not a model of scores.")
	}
	return list
}
