package learn

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/trials"
)

// unpacked is a file of the shared folder.
func unpacked(t testing.TB, elem ...string) string {
	t.Helper()
	b, err := os.ReadFile(fixture.Path(t, elem...))
	require.NoError(t, err)
	if bytes.HasPrefix(b, []byte("\x1f\x8b")) {
		z, err := gzip.NewReader(bytes.NewReader(b))
		require.NoError(t, err)
		b, err = io.ReadAll(z)
		require.NoError(t, err)
	}
	return string(b)
}

func readJSON(t testing.TB, into any, elem ...string) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(unpacked(t, elem...)), into))
}

// fitted is what golden/regress/fits.json says of one model.
type fitted struct {
	Name         string
	N            int
	MAE          float64
	Coefficients []struct {
		Feature                                      string
		Value, Stderr, StderrByPair, VIF, VIFCentred *float64
	}
	Lstsq []float64
}

func near(t *testing.T, want, got, share float64, what string) {
	t.Helper()
	require.InDelta(t, want, got, share*math.Abs(want), what)
}

func TestFitsAreThoseOfLAPACKAndOfAnotherHand(t *testing.T) {
	var files map[string][]fitted
	readJSON(t, &files, "golden/regress", "fits.json")
	require.Len(t, files, 2)
	for file, fits := range files {
		training, err := ReadScores(unpacked(t, "golden/regress", file), 32)
		require.NoError(t, err)
		require.Equal(t, 440, training.Pairs())
		require.InDelta(t, 242, training.Effective(), 0.5)
		require.Len(t, fits, 4)
		for _, want := range fits {
			features, err := ParseFeatures(want.Name)
			require.NoError(t, err)
			f, err := FitTo(training, features, 0)
			require.NoError(t, err)
			near(t, want.MAE, f.MAE, 1e-9, "MAE")
			require.Equal(t, want.N, f.Rows)
			for j, c := range want.Coefficients {
				got, what := f.Coefficients[j], file+" "+want.Name+" "+c.Feature
				require.Equal(t, c.Feature, f.Terms[j].String())
				// The file's scores are rounded; those that were fitted were not.
				require.InDelta(t, *c.Value, got.Value, 1e-6**c.Stderr, what)
				require.InDelta(t, want.Lstsq[j], got.Value, 1e-6**c.Stderr, what)
				near(t, *c.Stderr, got.Stderr, 1e-8, what)
				near(t, *c.StderrByPair, got.StderrByPair, 1e-8, what)
				if c.VIF != nil {
					near(t, *c.VIF, got.VIF, 1e-7, what)
					near(t, *c.VIFCentred, got.VIFCentred, 1e-7, what)
				}
				require.Equal(t, math.Abs(got.Value) >= 2*got.StderrByPair, got.Determined, what)
			}
		}
	}
}

// tried is golden/regress/trials.json.
type tried struct {
	Starts440 []int
	Trials    []struct {
		Pair   int
		M      int64
		S, Q   [][3]int64
		StartS []int64
		Trials []struct {
			Order, Start []int64
			AVGbsld      float64
		}
	}
	All720 []struct {
		Pair  int
		Score []float64
	}
	All24 struct {
		Pair  int
		Sizes []int
		Score []float64
	}
}

func studied(t testing.TB) *job.Trace {
	t.Helper()
	log, err := tracefile.Open(fixture.Path(t, "traces", "lublin_256.swf.gz"), nil)
	require.NoError(t, err)
	p := Default()
	require.NoError(t, p.Normalise())
	trace, _ := p.Prepare(log)
	return trace
}

func TestTrialsAreThoseOfAnotherHand(t *testing.T) {
	var golden tried
	readJSON(t, &golden, "golden/regress", "trials.json")
	trace := studied(t)
	var s trials.Sampler
	require.NotEmpty(t, golden.Trials)
	for _, x := range golden.Trials {
		jobs := trials.JobsFrom(trace, x.Pair, 48)
		for i, j := range append(x.S, x.Q...) {
			require.Equal(t, trials.Job{P: j[0], Q: j[1], R: j[2]}, jobs[i])
		}
		s.Set(x.M, jobs, 16, 10)
		for _, one := range x.Trials {
			order := make([]uint16, len(one.Order))
			for i, k := range one.Order {
				order[i] = uint16(16 + k)
			}
			require.Equal(t, one.Start, s.Starts(order))
			near(t, one.AVGbsld, s.Trial(order), 1e-14, "AVGbsld")
		}
	}
	for _, x := range golden.All720 {
		s.Set(256, trials.JobsFrom(trace, x.Pair, 22), 16, 10)
		requireScores(t, x.Score, s.Every().Score)
	}
	s.Set(256, trials.JobsFrom(trace, golden.All24.Pair, 8), 4, 10)
	requireScores(t, golden.All24.Score, s.Every().Score)
}

func requireScores(t *testing.T, want, got []float64) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		near(t, want[i], got[i], 1e-12, "score")
	}
}

// Fair scores of the study's 440 pairs, another hand's with 131,072 trials each: the
// noise of ours is what the golden files say of it, and what ours say of themselves.
func TestScoresOfTheStudysPairsDifferByTheirNoise(t *testing.T) {
	fixture.Long(t)
	var golden tried
	readJSON(t, &golden, "golden/regress", "trials.json")
	want, err := ReadScores(unpacked(t, "golden/regress", "scores-fair.csv.gz"), 32)
	require.NoError(t, err)
	trace := studied(t)
	tries, pairs := 512, 440
	if os.Getenv("SHADOWTIME_CAMPAIGNS") != "" {
		tries = 16384
	}
	var s trials.Sampler
	square, said := 0.0, 0.0
	for k, start := range golden.Starts440[:pairs] {
		jobs := trials.JobsFrom(trace, start, 48)
		s.Set(trace.Procs, jobs, 16, 10)
		got := s.Sample(5, start, tries/32)
		for i := range 32 {
			require.Equal(t, want.P[32*k+i], float64(jobs[16+i].P))
			require.Equal(t, want.R[32*k+i], float64(jobs[16+i].R))
			d := got.Score[i] - want.Score[32*k+i]
			square += d * d
			said += got.Error[i] * got.Error[i]
		}
	}
	n := float64(32 * pairs)
	rms, noise := math.Sqrt(square/n), math.Sqrt(said/n)
	t.Logf("%d trials a pair: rms difference %.3g, 0.055/sqrt(N) = %.3g, our standard errors %.3g", tries, rms,
		0.055/math.Sqrt(float64(tries)), noise)
	near(t, 0.055/math.Sqrt(float64(tries)), rms, 0.1, "noise")
	near(t, math.Hypot(noise, 1.5e-4), rms, 0.1, "standard errors")
}

// ---- an oracle: seconds one after another

func madeUp(n int, f func(p, q, r float64) float64) *Training {
	random := rand.New(rand.NewPCG(9, 9))
	t := &Training{Block: 8}
	for range n {
		p, q, r := float64(1+random.IntN(50_000)), float64(1+random.IntN(128)), float64(random.IntN(90_000))
		t.P, t.Q, t.R, t.Score = append(t.P, p), append(t.Q, q), append(t.R, r), append(t.Score, f(p, q, r))
	}
	return t
}

func TestTheOrthogonalFactorIsOrthogonal(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	const n, k = 40, 7
	var columns, was [][]float64
	for range k {
		column := make([]float64, n)
		for i := range column {
			column[i] = random.NormFloat64()
		}
		columns, was = append(columns, column), append(was, slices.Clone(column))
	}
	f := factor(columns)
	for j := range was { // Q'A is R, and lengths and angles stay
		x := slices.Clone(was[j])
		f.transposed(x)
		for i, v := range x {
			want := 0.0
			switch {
			case i == j:
				want = f.diagonal[j]
			case i < j:
				want = columns[j][i]
			}
			require.InDelta(t, want, v, 1e-13)
		}
		for l := range was {
			y := slices.Clone(was[l])
			f.transposed(y)
			require.InDelta(t, dot(was[j], was[l]), dot(x, y), 1e-12)
		}
	}
	inverse := f.inverse()
	for j := range was {
		for l := range was {
			sum := 0.0
			for m := range was {
				sum += inverse[j][m] * dot(was[m], was[l])
			}
			want := 0.0
			if j == l {
				want = 1
			}
			require.InDelta(t, want, sum, 1e-11)
		}
	}
}

func TestAPolynomialIsFoundAgain(t *testing.T) {
	truth := func(p, q, r float64) float64 { return 0.03 + 2e-9*p*q - 3e-6*r + 4e-3*math.Log(p) }
	f, err := ParseFeatures("lin + p q + log(p) + p q^2")
	require.NoError(t, err)
	require.Equal(t, "lin+p q+log(p)+p q^2", f.Name)
	fit, err := FitTo(madeUp(400, truth), f, 0)
	require.NoError(t, err)
	for j, want := range []float64{0.03, 0, 0, -3e-6, 2e-9, 4e-3, 0} {
		require.InDelta(t, want, fit.Coefficients[j].Value, 1e-10)
	}
	require.InDelta(t, 1, fit.R2, 1e-9)
	require.InDelta(t, 1, fit.Rank, 1e-6)
	require.Less(t, fit.MAE, 1e-9)
}

// exactly solves the normal equations in fractions.
func exactly(t *Training, terms []Term) []float64 {
	k := len(terms)
	whole := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	a := make([][]*big.Rat, k)
	for j := range a {
		for range k + 1 {
			a[j] = append(a[j], new(big.Rat))
		}
	}
	for i := range t.Score {
		row := []*big.Rat{}
		for _, x := range terms {
			v := big.NewRat(1, 1)
			for b, n := range x {
				for range n {
					v.Mul(v, whole([]float64{t.P[i], t.Q[i], t.R[i]}[b]))
				}
			}
			row = append(row, v)
		}
		row = append(row, whole(t.Score[i]))
		w := whole(t.P[i] * t.Q[i])
		w.Mul(w, w)
		for j := range k {
			for l := range k + 1 {
				x := new(big.Rat).Mul(row[j], row[l])
				a[j][l].Add(a[j][l], x.Mul(x, w))
			}
		}
	}
	for j := range k { // Gauss and Jordan
		pivot := new(big.Rat).Set(a[j][j])
		for l := range a[j] {
			a[j][l].Quo(a[j][l], pivot)
		}
		for i := range k {
			c := new(big.Rat).Set(a[i][j])
			for l := range a[i] {
				if i != j {
					a[i][l].Sub(a[i][l], new(big.Rat).Mul(c, a[j][l]))
				}
			}
		}
	}
	list := make([]float64, k)
	for j := range list {
		list[j], _ = a[j][k].Float64()
	}
	return list
}

func TestCoefficientsAreThoseOfExactArithmetic(t *testing.T) {
	fixture.Long(t)
	random := rand.New(rand.NewPCG(5, 5))
	data := madeUp(80, func(p, q, r float64) float64 { return random.Float64() / 32 })
	for _, f := range mustModels(t, Four) {
		got, err := FitTo(data, f, 0)
		require.NoError(t, err)
		for j, want := range exactly(data, f.Terms) {
			require.InDelta(t, want, got.Coefficients[j].Value, 1e-8*got.Coefficients[j].Stderr, "%s %s", f.Name, f.Terms[j])
		}
	}
}

func mustModels(t *testing.T, text string) []Features {
	t.Helper()
	list, err := parseModels(text)
	require.NoError(t, err)
	return list
}

func TestRidgeDrawsCoefficientsToNothingButTheConstant(t *testing.T) {
	data := madeUp(400, func(p, q, r float64) float64 { return 0.02 + 1e-7*p })
	lin, _ := ParseFeatures("lin")
	last := math.Inf(1)
	for _, ridge := range []float64{0, 0.01, 1, 1e6} {
		f, err := FitTo(data, lin, ridge)
		require.NoError(t, err)
		require.Less(t, f.Coefficients[1].Value, last)
		last = f.Coefficients[1].Value
		require.LessOrEqual(t, f.Coefficients[1].Stderr, 1e-3)
	}
	require.InDelta(t, 0, last, 1e-12)
	flat, _ := FitTo(data, lin, 1e6)
	require.Greater(t, flat.Coefficients[0].Value, 0.02)
}

func TestWhatCannotBeFittedIsSaid(t *testing.T) {
	qdr, _ := ParseFeatures("qdr")
	_, err := FitTo(madeUp(5, func(p, q, r float64) float64 { return p }), qdr, 0)
	require.EqualError(t, err, "qdr has 8 features and there are only 5 scored jobs: score more, or ask for fewer features")
	same := madeUp(50, func(p, q, r float64) float64 { return p })
	for i := range same.Q {
		same.Q[i] = 4
	}
	_, err = FitTo(same, qdr, 0)
	require.EqualError(t, err, "qdr: of these jobs q is a combination of the features before it, or always 0: leave it out")
	for text, says := range map[string]string{"": `"" is not known`, "1": "give 2 to 40", "p^7": "6 factors", "p^0": "not known",
		"x": `"x" is not known`, "p,q,,": "not known", "p^p": "p^p"} {
		_, err := parseModels(text)
		require.ErrorContains(t, err, says, text)
	}
}

func TestModelsAreReadAsTheyAreWritten(t *testing.T) {
	list, err := parseModels("LIN, qdr ,cub,qua,qdr,p*q+p+1+p q,lin+sqrt(q)^2 p")
	require.NoError(t, err)
	require.Equal(t, "lin,qdr,cub,qua,p q+p,lin+p sqrt(q)^2", modelsText(list))
	again, err := parseModels(modelsText(list))
	require.NoError(t, err)
	require.Equal(t, list, again)
	require.Empty(t, list[0].ByClock())
	require.Equal(t, []string{"r^2"}, list[1].ByClock())
}

// A formula orders jobs as the fitted polynomial does.
func TestAFormulaIsAnOrderAndItsKeysDifferAsThePolynomials(t *testing.T) {
	data := madeUp(300, func(p, q, r float64) float64 { return 0.01 + 1e-7*p - 2e-7*r + 3e-5*q + 1e-4*math.Sin(p) })
	for _, name := range []string{"lin", "qdr", "qua", "log(p)+sqrt(q)^3+log(r)+p q"} {
		features, err := ParseFeatures(name)
		require.NoError(t, err)
		f, err := FitTo(data, features, 0)
		require.NoError(t, err)
		o, err := order.Parse(f.Formula())
		require.NoError(t, err, f.Formula())
		value := func(p, q, r float64) (sum float64) {
			for j, x := range f.Terms {
				sum += f.Coefficients[j].Value * x.Value(p, q, r)
			}
			return sum
		}
		first := value(100, 3, 50) - o.Key(100, 3, 50, 0)
		for i := range 100 {
			p, q, r := int64(data.P[i]), int32(data.Q[i]), int64(data.R[i])
			require.InDelta(t, first, value(float64(p), float64(q), float64(r))-o.Key(p, q, r, 0), 1e-6)
		}
	}
	lin, _ := ParseFeatures("lin")
	f := Fit{Features: lin, Coefficients: []Coefficient{{Value: 0.0324}, {Value: 1.148217e-07}, {Value: 2.607264e-05},
		{Value: -1.574367e-07}}}
	require.Equal(t, "expr:1.148217e-07*p + 2.607264e-05*q - 1.574367e-07*r", f.Formula())
}

// ---- files of scores

func TestScoresAreReadAsTheyAreWritten(t *testing.T) {
	data := madeUp(16, func(p, q, r float64) float64 { return p / 50_001 })
	back, err := ReadScores(string(WriteScores(data)), 8)
	require.NoError(t, err)
	require.Equal(t, data, back)
	back, err = ReadScores("p,q,r,score\r\n10,4,0,0.25\r\n\r\n3, 2, 7, 0.75", 2)
	require.NoError(t, err)
	require.Equal(t, []float64{10, 3}, back.P)
	for text, says := range map[string]string{
		"":                                  "no scores: each line holds p,q,r,score of a job",
		"10,4,0,0.25\n10,x,0,0.3":           `line 2: q is "x": give a number`,
		"10,4,0":                            `line 1: "10,4,0" has 3 fields instead of four: write p,q,r,score`,
		"0,4,0,0.1":                         "line 1: p is \"0\": give a number above 0",
		"1,4,-1,0.1":                        "line 1: r is \"-1\": give seconds",
		"1,4,1,1.1":                         "line 1: score is \"1.1\": give a share",
		"1,4,1,NaN":                         "give a number",
		"10,4,0,0.25\n10,4,0,0.25\n1,1,1,1": "its 3 scores are no whole number of pairs of 2: say with --sizes",
		"job,runs\n":                        "line 1",
	} {
		_, err := ReadScores(text, 2)
		require.ErrorContains(t, err, says, text)
	}
}

func FuzzAnyTextIsScoresOrAnError(f *testing.F) {
	f.Add("10,4,27541,0.02696\n11,2,27614,0.0361\n")
	f.Add("p,q,r,score\n1,1,1e3,0")
	f.Fuzz(func(t *testing.T, text string) {
		x, err := ReadScores(text, 1)
		if err != nil {
			return
		}
		again, err := ReadScores(string(WriteScores(x)), 1)
		require.NoError(t, err)
		require.Equal(t, x, again)
		lin, _ := ParseFeatures("lin")
		if fit, err := FitTo(x, lin, 0); err == nil {
			_, err = order.Parse(fit.Formula())
			require.NoError(t, err)
		}
	})
}

func FuzzAnyTextIsFeaturesOrAnError(f *testing.F) {
	f.Add("lin,qdr,p q+log(p)")
	f.Fuzz(func(t *testing.T, text string) {
		if list, err := parseModels(text); err == nil {
			again, err := parseModels(modelsText(list))
			require.NoError(t, err)
			require.Equal(t, modelsText(list), modelsText(again))
		}
	})
}

// ---- the study's shuffle

// firstChances is for each of n places in the queue the chance to come first, in
// units of 1/n, by a shuffle that swaps each place in turn with any of all n.
func firstChances(n int) []float64 {
	list := make([]float64, n)
	for k := range list {
		at := make([]float64, n) // the chance of each place for what began at k
		at[k] = 1
		for i := range n {
			after := make([]float64, n)
			for x, chance := range at {
				for j := range n {
					switch {
					case x == i:
						after[j] += chance / float64(n)
					case x == j:
						after[i] += chance / float64(n)
					default:
						after[x] += chance / float64(n)
					}
				}
			}
			at = after
		}
		list[k] = at[0] * float64(n)
	}
	return list
}

func squaredCorrelation(a, b []float64) float64 {
	meanA, meanB, n := 0.0, 0.0, float64(len(a))
	for i := range a {
		meanA, meanB = meanA+a[i]/n, meanB+b[i]/n
	}
	aa, ab, bb := 0.0, 0.0, 0.0
	for i := range a {
		aa, ab, bb = aa+(a[i]-meanA)*(a[i]-meanA), ab+(a[i]-meanA)*(b[i]-meanB), bb+(b[i]-meanB)*(b[i]-meanB)
	}
	return ab * ab / (aa * bb)
}

// What learning.html says of the study's released scores.
func TestTheReleasedScoresCarryTheBiasOfTheirShuffle(t *testing.T) {
	released, err := ReadScores(unpacked(t, "golden/regress", "scores.csv.gz"), 32)
	require.NoError(t, err)
	fair, err := ReadScores(unpacked(t, "golden/regress", "scores-fair.csv.gz"), 32)
	require.NoError(t, err)
	chances := firstChances(32)
	require.InDelta(t, 1, chances[0], 0.005)
	require.InDelta(t, 1.34, chances[1], 0.005)
	require.InDelta(t, 0.75, chances[31], 0.005)
	bias, product := *released, slices.Clone(fair.Score)
	bias.Score = nil
	for i := range product {
		product[i] *= chances[i%32]
		bias.Score = append(bias.Score, chances[i%32]/32)
	}
	require.InDelta(t, 0.74, squaredCorrelation(bias.Score, released.Score), 0.005)
	require.InDelta(t, 0.19, math.Sqrt(squaredCorrelation(fair.Score, released.Score)), 0.005)
	require.InDelta(t, 0.996, math.Sqrt(squaredCorrelation(product, released.Score)), 0.0005)
	lin := mustModels(t, "lin")[0]
	for want, data := range map[float64]*Training{-1.57e-7: released, -0.59e-7: fair, -0.91e-7: &bias} {
		f, err := FitTo(data, lin, 0)
		require.NoError(t, err)
		require.InDelta(t, want, f.Coefficients[3].Value, 0.005e-7)
	}
}
