package lublin

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/swf"
)

//go:embed testdata/exp.golden
var expGolden string

// expInputs are the borders of exp and some hundred values between them.
func expInputs() []float64 {
	x := []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, math.Ln2, -math.Ln2, math.Ln2 / 2, 1e-300, -1e-300, 1e-9, -1e-9,
		12, 13, 709.782712893384, 709.7827128933841, 709, -708.396, -708.4, -744.44, -745.1, -745.14, 1000, -1000,
		math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64,
	}
	r := rand.NewPCG(1, 1)
	unit := func() float64 { return float64(r.Uint64()>>11) / (1 << 53) }
	for range 150 {
		x = append(x, 40*unit()-20)
	}
	for range 100 {
		x = append(x, 1454*unit()-745)
	}
	for i := range 40 {
		x = append(x, (unit()-0.5)*math.Ldexp(1, -i))
	}
	return x
}

func TestExpHasTheSameBitsEverywhere(t *testing.T) {
	if *fixture.Update {
		var b strings.Builder
		for _, x := range expInputs() {
			b.WriteString(strconv.FormatUint(math.Float64bits(x), 16) + " " + strconv.FormatUint(math.Float64bits(exp(x)), 16) + "\n")
		}
		require.NoError(t, os.WriteFile("testdata/exp.golden", []byte(b.String()), 0o644))
		t.Skip("written anew: run again without -update")
	}
	lines := strings.Split(strings.TrimSpace(expGolden), "\n")
	require.Greater(t, len(lines), 300)
	for _, line := range lines {
		in, out, _ := strings.Cut(line, " ")
		x, err := strconv.ParseUint(in, 16, 64)
		require.NoError(t, err)
		want, err := strconv.ParseUint(out, 16, 64)
		require.NoError(t, err)
		assert.Equal(t, want, math.Float64bits(exp(math.Float64frombits(x))), "exp(%v)", math.Float64frombits(x))
	}
}

// ulps is how many representable numbers lie between two positive ones.
func ulps(a, b float64) float64 {
	return math.Abs(float64(int64(math.Float64bits(a)) - int64(math.Float64bits(b))))
}

func TestExpIsCloseToTheStandardOne(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 200000 {
		x := 1454*r.Float64() - 745
		require.LessOrEqual(t, ulps(exp(x), math.Exp(x)), 2.0, "exp(%v)", x)
	}
	assert.True(t, math.IsNaN(exp(math.NaN())))
	assert.Equal(t, 1.0, exp(0))
	assert.Equal(t, math.Inf(1), exp(710))
	assert.Equal(t, 0.0, exp(-746))
}

func TestExpIsWithinOneUlpOfTheTruth(t *testing.T) {
	for _, x := range expInputs() {
		if math.Abs(x) > 700 || math.IsInf(x, 0) {
			continue
		}
		// e^x = (e^(x/2^12))^(2^12), the inner by its series.
		v := new(big.Float).SetPrec(300).SetFloat64(x)
		v.Quo(v, new(big.Float).SetPrec(300).SetInt64(1<<12))
		sum, term := big.NewFloat(1).SetPrec(300), big.NewFloat(1).SetPrec(300)
		for n := int64(1); n < 60; n++ {
			term.Mul(term, v)
			term.Quo(term, new(big.Float).SetPrec(300).SetInt64(n))
			sum.Add(sum, term)
		}
		for range 12 {
			sum.Mul(sum, sum)
		}
		got := exp(x)
		_, e := math.Frexp(got)
		diff, _ := new(big.Float).Sub(sum, new(big.Float).SetPrec(300).SetFloat64(got)).Float64()
		assert.Less(t, math.Abs(diff)/math.Ldexp(1, e-53), 1.0, "exp(%v)", x)
	}
}

func TestLgammaIsTheStandardOne(t *testing.T) {
	for x := 0.01; x < 400; x *= 1.01 {
		want, _ := math.Lgamma(x)
		assert.InDelta(t, want, lgamma(x), 3e-14*max(1, math.Abs(want)), "lgamma(%v)", x)
	}
}

func TestGammaCDFKnowsItsClosedForms(t *testing.T) {
	for _, scale := range []float64{0.5, 1, 3.9631} {
		for x := 0.01; x < 60; x *= 1.3 {
			// Of whole shapes n: 1 - e^-y (1 + y + ... + y^(n-1)/(n-1)!).
			y := x / scale
			sum, term := 0.0, 1.0
			for n := 1; n <= 12; n++ {
				sum += term
				term *= y / float64(n)
				assert.InDelta(t, 1-math.Exp(-y)*sum, gammaCDF(x, float64(n), scale), 1e-13)
			}
			assert.InDelta(t, math.Erf(math.Sqrt(y)), gammaCDF(x, 0.5, scale), 1e-13, "chi-square")
		}
	}
	last := 0.0
	for x := 0.0; x < 200; x += 0.25 {
		p := gammaCDF(x, dayShape, dayScale)
		assert.GreaterOrEqual(t, p, last)
		last = p
	}
	assert.InDelta(t, 1, last, 1e-12)
	for _, bad := range []float64{0, -1, math.NaN()} {
		assert.Zero(t, gammaCDF(bad, 1, 1))
		assert.Zero(t, gammaCDF(1, bad, 1))
		assert.Zero(t, gammaCDF(1, 1, bad))
	}
}

func TestGammaVariatesHaveTheirMoments(t *testing.T) {
	s := newSource(3, 3)
	for _, c := range [][2]float64{{4.2, 0.94}, {312, 0.03}, {gapShape, gapScale}, {0.4, 2}, {1, 1}} {
		const n = 40000
		sum, square, low := 0.0, 0.0, 0
		median := c[0] * c[1] * 0.9
		for range n {
			g := s.gamma(c[0], c[1])
			sum += g
			square += g * g
			if g <= median {
				low++
			}
		}
		mean, dev := c[0]*c[1], math.Sqrt(c[0])*c[1]
		assert.InDelta(t, mean, sum/n, 4*dev/math.Sqrt(n))
		assert.InEpsilon(t, dev*dev, square/n-sum/n*sum/n, 0.06)
		assert.InDelta(t, gammaCDF(median, c[0], c[1]), float64(low)/n, 0.01)
	}
	for _, bad := range []float64{0, -1, math.NaN()} {
		assert.Zero(t, s.gamma(bad, 1))
		assert.Zero(t, s.gamma(1, bad))
	}
	assert.Zero(t, s.gamma(math.Inf(1), 1))
}

func TestForTheModelsOwnMachineIsThePublishedModel(t *testing.T) {
	m := For(128)
	assert.Equal(t, []float64{lowSize, medSize, highSize}, []float64{m.Low, m.Med, m.High})
	m = For(256)
	assert.Equal(t, []float64{0.8, 5.5, 8}, []float64{m.Low, m.Med, m.High})
	for n := int64(-1); n < 20; n++ {
		m := For(n)
		assert.True(t, 0 <= m.Low && m.Low <= m.Med && m.Med <= m.High, "%d processors", n)
	}
}

func TestSizesFollowTheTwoStageUniform(t *testing.T) {
	m := For(128)
	s := newSource(4, 4)
	const n = 100000
	serial, power2, upper := 0.0, 0.0, 0.0
	for range n {
		q := m.size(s)
		require.True(t, 1 <= q && q <= 128)
		if q == 1 {
			serial++
		}
		if q&(q-1) == 0 {
			power2++
		}
		if q >= 23 { // 2^4.5 = 22.6
			upper++
		}
	}
	assert.InDelta(t, serialShare, serial/n, 0.006)
	// Sizes of any kind hit 2, 4, 8, 16, ... where 2^x rounds to them.
	chance := 0.0
	for k := 1; k <= 7; k++ {
		a, b := math.Log2(math.Exp2(float64(k))-0.5), math.Log2(math.Exp2(float64(k))+0.5)
		overlap := func(lo, hi float64) float64 { return max(0, min(b, hi)-max(a, lo)) / (hi - lo) }
		chance += lowShare*overlap(lowSize, medSize) + (1-lowShare)*overlap(medSize, highSize)
	}
	assert.InDelta(t, serialShare+power2Share+(1-serialShare-power2Share)*chance, power2/n, 0.006)
	// Above Med: the upper uniform, but for what rounding moves across 4.5 (nothing: 5 and 4).
	assert.InDelta(t, (1-serialShare)*(1-lowShare), upper/n, 0.006)
}

func TestRunTimesFollowTheHyperGamma(t *testing.T) {
	m := For(256)
	s := newSource(5, 5)
	const n = 40000
	for _, q := range []int64{1, 16, 64, 200} {
		share := min(max(shortSlope*float64(q)+shortBase, 0), 1)
		sum, long := 0.0, 0.0
		for range n {
			h := m.logRun(s, q)
			require.True(t, 0 <= h && h <= MaxLogRun)
			sum += h
			if h > 7.5 {
				long++
			}
		}
		assert.InDelta(t, share*shortShape*shortScale+(1-share)*longShape*longScale, sum/n, 0.06, "%d processors", q)
		assert.InDelta(t, share*(1-gammaCDF(7.5, shortShape, shortScale))+(1-share)*(1-gammaCDF(7.5, longShape, longScale)), long/n, 0.012)
	}
}

func TestArrivalsFollowTheDay(t *testing.T) {
	fixture.Long(t)
	m := For(256)
	jobs := m.Jobs(6, 0, 60000)
	c := m.clock()
	var seen [slots]float64
	last := int64(0)
	for _, j := range jobs {
		require.GreaterOrEqual(t, j.Submit, last)
		last = j.Submit
		seen[j.Submit%job.Day/slotSeconds]++
	}
	sum, busiest := 0.0, 0
	for i := range seen {
		sum += c.weight[i]
		assert.InDelta(t, c.weight[i]/slots, seen[i]/float64(len(jobs)), 0.004, "half hour %d", i)
		if c.weight[i] > c.weight[busiest] {
			busiest = i
		}
	}
	assert.InDelta(t, slots, sum, 1e-9, "a day's weights have mean 1")
	// The peak of the gamma, counted from 1, and what is left of it at dawn.
	assert.InDelta(t, (dayShape-1)*dayScale-1, float64(busiest), 1)
	assert.Less(t, c.weight[dayStart-1], 0.2)

	gaps, n := 0.0, 40000
	s := newSource(7, 7)
	for range n {
		g := m.gap(s)
		require.LessOrEqual(t, g, 442414.0)
		gaps += math.Log(g)
	}
	assert.InDelta(t, gapShape*gapScale, gaps/float64(n), 0.05)
}

func TestGapsAreSpentAtTheWeightOfTheirHalfHour(t *testing.T) {
	m := For(256)
	c := m.clock()
	assert.EqualValues(t, 900, c.next(900*c.weight[0]))
	assert.EqualValues(t, 1800+600, c.next(900*c.weight[0]+600*c.weight[1]))
	assert.EqualValues(t, 1800+600+3*job.Day, c.next(3*job.Day), "a day's weights sum to its seconds")
}

func TestNoModelPanicsOrHangs(t *testing.T) {
	bad := []float64{0, -1, 1e308, -1e308, math.NaN(), math.Inf(1), math.Inf(-1)}
	for _, v := range bad {
		for i := range 16 {
			m := For(100)
			p := []*float64{&m.Serial, &m.Power2, &m.Low, &m.Med, &m.High, &m.LowShare, &m.ShortShape, &m.ShortScale,
				&m.LongShape, &m.LongScale, &m.ShortSlope, &m.ShortBase, &m.MaxLogRun, &m.GapShape, &m.GapScale, &m.MaxLogGap}
			*p[i] = v
			for _, j := range m.Jobs(1, 1, 20) {
				assert.True(t, 1 <= j.Size && j.Size <= 100)
				assert.GreaterOrEqual(t, j.Run, int64(1))
				assert.GreaterOrEqual(t, j.Submit, int64(0))
			}
		}
		m := For(100)
		m.DayShape, m.DayScale, m.DayStart = v, v, -100
		assert.Len(t, m.Jobs(1, 1, 20), 20)
	}
	var zero Model
	assert.Len(t, zero.Jobs(1, 1, 20), 20)
	assert.Empty(t, zero.Jobs(1, 1, -1))
}

func sample(t testing.TB, cfg Config) *job.Log {
	t.Helper()
	l, err := Sample(cfg)
	require.NoError(t, err)
	return l
}

// lawful holds what is true of every synthetic log.
func lawful(t *testing.T, l *job.Log, cfg Config) {
	t.Helper()
	require.Equal(t, cfg.Jobs, l.Len())
	require.Equal(t, cfg.Jobs+len(l.Header.Pairs), l.Lines)
	last := int64(0)
	for i := range l.Len() {
		q, p, req := l.Col[job.Alloc].At(i), l.Col[job.Run].At(i), l.Col[job.ReqTime].At(i)
		require.True(t, 1 <= q && q <= int64(cfg.Procs))
		require.Equal(t, q, l.Col[job.ReqProcs].At(i))
		require.GreaterOrEqual(t, p, int64(1))
		require.GreaterOrEqual(t, l.Col[job.Submit].At(i), last)
		last = l.Col[job.Submit].At(i)
		require.EqualValues(t, i+1, l.Col[job.ID].At(i))
		require.EqualValues(t, len(l.Header.Pairs)+i+1, l.Line.At(i))
		if req != -1 {
			require.LessOrEqual(t, p, req)
			require.Contains(t, limits, req)
			require.True(t, 1 <= l.Col[job.User].At(i))
			require.Contains(t, []int64{0, 1, 5}, l.Col[job.Status].At(i))
			if p == req {
				require.EqualValues(t, 0, l.Col[job.Status].At(i), "killed")
			}
		}
	}
}

func TestEveryConfigurationMakesALawfulLog(t *testing.T) {
	fixture.Long(t)
	r := rand.New(rand.NewPCG(8, 8))
	configs := []Config{
		{Procs: 2, Jobs: 1}, {Procs: 2, Jobs: 2}, {Procs: 2, Jobs: 3000}, {Procs: 3, Jobs: 3000}, {Procs: MaxProcs, Jobs: 2000},
		{Procs: 256, Jobs: 100, Users: 1000}, {Procs: 256, Jobs: 4000, Users: 1}, {Procs: 256, Jobs: 500, Load: MinLoad},
		{Procs: 256, Jobs: 500, Load: MaxLoad, Seed: math.MaxUint64}, {Procs: 100, Jobs: 5000, Users: 5000},
	}
	n := fixture.Fewer(20, 60)
	if testing.Short() {
		n = 15
	}
	for range n {
		configs = append(configs, Config{
			Procs: 2 + int(math.Exp2(17*r.Float64())), Jobs: 1 + r.IntN(4000), Seed: r.Uint64(), Users: r.IntN(400),
			Load: 0.3 + r.Float64(),
		})
	}
	for _, cfg := range configs {
		l := sample(t, cfg)
		lawful(t, l, cfg)
		if cfg.Load == 0 {
			cfg.Load = DefaultLoad
		}
		if cfg.Jobs >= 100 {
			assert.InEpsilon(t, cfg.Load, Offered(l, cfg.Procs), 0.001, "%+v", cfg)
		}
		if end := l.Col[job.Submit].At(cfg.Jobs-1) + 1; end > 2*job.Week {
			assert.Zero(t, end%job.Week, "whole weeks")
		}
		assert.Zero(t, l.Col[job.Submit].At(0))

		p, err := Plain(cfg)
		require.NoError(t, err)
		lawful(t, p, cfg)
		if cfg.Jobs >= 100 {
			assert.InEpsilon(t, cfg.Load, Offered(p, cfg.Procs), 0.01, "%+v", cfg)
		}
	}
}

func TestImpossibleConfigurationsAreErrors(t *testing.T) {
	for _, c := range []struct {
		cfg  Config
		want string
	}{
		{Config{Procs: 1, Jobs: 10}, "can't make a workload: the number of processors is 1: choose from 2 to 16777216"},
		{Config{Procs: 1 << 40, Jobs: 10}, "can't make a workload: the number of processors is 1099511627776: choose from 2 to 16777216"},
		{Config{Procs: 4, Jobs: 0}, "can't make a workload: the number of jobs is 0: choose from 1 to 5000000"},
		{Config{Procs: 4, Jobs: 1e9}, "can't make a workload: the number of jobs is 1000000000: choose from 1 to 5000000"},
		{Config{Procs: 4, Jobs: 5, Users: -1}, "can't make a workload: the number of users is -1: choose from 0 to 100000, 0 for 250"},
		{Config{Procs: 4, Jobs: 5, Load: -0.5}, "can't make a workload: the load is -0.5: choose from 0.01 to 10, 0 for the default"},
		{Config{Procs: 4, Jobs: 5, Load: math.NaN()}, "can't make a workload: the load is NaN: choose from 0.01 to 10, 0 for the default"},
	} {
		_, err := Sample(c.cfg)
		assert.EqualError(t, err, c.want)
		_, err = Plain(c.cfg)
		assert.EqualError(t, err, c.want)
	}
}

func text(t *testing.T, l *job.Log) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, swf.Write(&b, l))
	return b.String()
}

func TestTheSameSeedMakesTheSameBytesEverywhere(t *testing.T) {
	hash := func(l *job.Log, err error) string {
		require.NoError(t, err)
		sum := sha256.Sum256([]byte(text(t, l)))
		return hex.EncodeToString(sum[:8])
	}
	cfg := Config{Procs: 128, Jobs: 3000, Seed: 1}
	assert.Equal(t, "f61b302d52060ed6", hash(Sample(cfg)))
	assert.Equal(t, "af876a98fc28bd75", hash(Plain(cfg)))
	assert.Equal(t, hash(Sample(cfg)), hash(Sample(cfg)))
	other := cfg
	other.Seed = 2
	assert.NotEqual(t, hash(Sample(cfg)), hash(Sample(other)))
	assert.NotEqual(t, hash(Plain(cfg)), hash(Plain(other)))
}

func TestTheFileSaysFirstThatItIsSyntheticAndReadsBack(t *testing.T) {
	cfg := Config{Procs: 256, Jobs: 2500, Seed: 7}
	for _, generate := range []func(Config) (*job.Log, error){Sample, Plain} {
		l, err := generate(cfg)
		require.NoError(t, err)
		s := text(t, l)
		assert.True(t, strings.HasPrefix(s, "; Note: synthetic workload, not the log of a real machine"), s[:100])
		assert.Contains(t, s[:strings.IndexByte(s, '\n')], "seed 7")
		back, err := swf.Read(strings.NewReader(s), l.Name)
		require.NoError(t, err)
		assert.Equal(t, l, back, "lines, header and columns agree with the file")
		unix, ok := l.Header.Int("UnixStartTime")
		assert.True(t, ok)
		assert.Zero(t, (unix-4*job.Day)%job.Week, "Monday 00:00 UTC")
		for _, key := range []string{"MaxProcs", "MaxNodes"} {
			m, _ := l.Header.Int(key)
			assert.EqualValues(t, 256, m)
		}
	}
}

func TestTheSampleDrawsSizesAndRunTimesAfterTheModel(t *testing.T) {
	l := sample(t, Config{Procs: 256, Jobs: 20000, Seed: 1})
	serial, sum := 0.0, 0.0
	for i := range l.Len() {
		if l.Col[job.Alloc].At(i) == 1 {
			serial++
		}
		sum += math.Log(float64(l.Col[job.Run].At(i)))
		require.LessOrEqual(t, l.Col[job.Alloc].At(i), int64(128), "at most half of the machine")
	}
	assert.InDelta(t, serialShare, serial/20000, 0.02)
	m := For(256)
	m.High--
	want := 0.0
	s := newSource(9, 9)
	for range 20000 {
		want += m.logRun(s, m.size(s))
	}
	// Killed jobs, and the scale that makes whole weeks, move it a little.
	assert.InDelta(t, want/20000, sum/20000, 0.4)
}

func TestTheSampleHasUsersWithHabits(t *testing.T) {
	l := sample(t, Config{Procs: 256, Jobs: 20000, Seed: 1})
	n := l.Len()
	jobs := map[int64]float64{}
	mean := map[int64]float64{}
	weekend, night, killed := 0.0, 0.0, 0.0
	total, square := 0.0, 0.0
	for i := range n {
		u := l.Col[job.User].At(i)
		h := math.Log2(float64(l.Col[job.Alloc].At(i)))
		jobs[u]++
		mean[u] += h
		total += h
		square += h * h
		r := l.Col[job.Submit].At(i)
		if r%job.Week/job.Day >= 5 {
			weekend++
		}
		if hour := r % job.Day / 3600; hour < 6 {
			night++
		}
		if l.Col[job.Run].At(i) == l.Col[job.ReqTime].At(i) {
			killed++
		}
	}
	N := float64(n)
	assert.Greater(t, len(jobs), 200)
	most := 0.0
	between := 0.0
	for u, k := range jobs {
		most = max(most, k)
		d := mean[u]/k - total/N
		between += k * d * d
	}
	assert.Greater(t, most, 8*N/float64(len(jobs)), "activity is heavy-tailed")
	assert.Less(t, most, N/5, "no one is the whole load")
	assert.Greater(t, between/(square-total*total/N), 0.15, "users differ in size")
	assert.InDelta(t, 0.1, killed/N, 0.025, "about a tenth is killed at its limit")
	assert.Less(t, weekend/N, 0.75*2/7)
	assert.Greater(t, weekend/N, 0.2*2/7)
	assert.Less(t, night/N, 0.5*6/24)
	weeks := float64(l.Col[job.Submit].At(n-1)+1) / job.Week
	assert.True(t, 20 <= weeks && weeks <= 52, "%v weeks", weeks)
}

func TestNoWeekDrownsTheSample(t *testing.T) {
	fixture.Long(t)
	for seed := range uint64(3) {
		l := sample(t, Config{Procs: 256, Jobs: 20000, Seed: seed})
		work := make([]float64, (l.Col[job.Submit].At(l.Len()-1)+1)/job.Week)
		for i := range l.Len() {
			work[l.Col[job.Submit].At(i)/job.Week] += float64(l.Col[job.Run].At(i)) * float64(l.Col[job.Alloc].At(i)) / 256 / job.Week
		}
		for _, w := range work {
			assert.True(t, 0.4 < w && w < 1.5, "a week offers %v", w)
		}
	}
}

func BenchmarkSample(b *testing.B) {
	for b.Loop() {
		Sample(Config{Procs: 256, Jobs: 20000, Seed: 1})
	}
}

func BenchmarkPlain(b *testing.B) {
	for b.Loop() {
		Plain(Config{Procs: 256, Jobs: 20000, Seed: 1})
	}
}

func BenchmarkExp(b *testing.B) {
	x, sum := 0.0, 0.0
	for b.Loop() {
		sum += exp(x)
		x += 1e-6
	}
}
