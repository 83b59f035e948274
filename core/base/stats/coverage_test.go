package stats

import (
	_ "embed"
	"flag"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// go test -run Coverage -v ./core/base/stats -samples 4000
var samples = flag.Int("samples", 200, "samples a population behind the logged coverages of bootstrap intervals")

//go:embed testdata/kth-sp2.txt
var kth string

//go:embed testdata/sdsc-sp2.txt
var sdsc string

//go:embed testdata/unilu-gaia.txt
var gaia string

// simulated skips what takes long in a browser: the figures are the same there,
// digit for digit, as another test says.
func simulated(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("a simulation of some seconds: run it natively")
	}
}

// population draws pairs whose pooled change is known.
type population struct {
	name   string
	change float64
	draw   func(*rand.Rand) (policy, base float64)
}

func (p population) sample(rng *rand.Rand, policy, base []int64) {
	for k := range base {
		x, y := p.draw(rng)
		policy[k], base[k] = int64(math.Round(x)), int64(math.Round(y))
	}
}

func gamma(rng *rand.Rand, shape int) (x float64) {
	for range shape {
		x += rng.ExpFloat64()
	}
	return x
}

func lightTails() []population {
	return []population{
		{"normal", -0.2, func(g *rand.Rand) (float64, float64) {
			b := 1e6 * (10 + g.NormFloat64())
			return 0.8*b + 5e5*g.NormFloat64(), b
		}},
		{"uniform", -0.2, func(g *rand.Rand) (float64, float64) {
			b := 1e6 * (1 + g.Float64())
			return b * (0.5 + 0.6*g.Float64()), b
		}},
		{"gamma(4) + gamma(4)", 0, func(g *rand.Rand) (float64, float64) {
			b := 1e6 * gamma(g, 4)
			return b/2 + 5e5*gamma(g, 4), b
		}},
	}
}

func lognormal(name string, sigma float64) population {
	return population{name, -0.2, func(g *rand.Rand) (float64, float64) {
		b := 1e9 * math.Exp(sigma*g.NormFloat64())
		return b * 0.8 * math.Exp(0.5*g.NormFloat64()-0.125), b
	}}
}

// recorded holds one row an order, the baseline first.
func recorded(text string) [][]int64 {
	var wait [][]int64
	for _, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		for i, field := range strings.Fields(line) {
			if i == len(wait) {
				wait = append(wait, nil)
			}
			x, err := strconv.ParseInt(field, 10, 64)
			if err != nil {
				panic(err)
			}
			wait[i] = append(wait[i], x)
		}
	}
	return wait
}

// real takes recorded resamples for a whole population.
func real(name, text string, column int) population {
	wait := recorded(text)
	policy, base := wait[column], wait[0]
	return population{name, pooled(sum(policy), sum(base)), func(g *rand.Rand) (float64, float64) {
		k := g.IntN(len(base))
		return float64(policy[k]), float64(base[k])
	}}
}

func heavyTails() []population {
	return []population{
		{"gamma(4) x gamma(4)", -0.2, func(g *rand.Rand) (float64, float64) {
			b := 1e6 * gamma(g, 4)
			return 0.8 * b * gamma(g, 4) / 4, b
		}},
		lognormal("lognormal, sigma 1", 1),
		lognormal("lognormal, sigma 1.5", 1.5),
		real("KTH-SP2, SPF", kth, 1),
		real("KTH-SP2, LQF", kth, 2),
		real("SDSC-SP2, SPF", sdsc, 1),
		real("UniLu-Gaia, SPF", gaia, 1),
		real("UniLu-Gaia, SQF", gaia, 2),
	}
}

// coverage is the share of samples of n resamples whose interval holds the
// truth, and the share of those without a bounded interval, which say nothing
// false and count as holding it.
func coverage(p population, n, samples int, interval func(policy, base []int64, seed uint64) Change) (held, none float64) {
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	policy, base := make([]int64, n), make([]int64, n)
	for i := range samples {
		p.sample(rng, policy, base)
		c := interval(policy, base, uint64(i))
		if math.IsNaN(c.Low) {
			none++
		}
		if !(c.Low > p.change) && !(c.High < p.change) {
			held++
		}
	}
	return held / float64(samples), none / float64(samples)
}

func fieller(policy, base []int64, _ uint64) Change { return Fieller(policy, base, 0.95) }

func percentile(policy, base []int64, seed uint64) Change {
	return NewBootstrap(len(base), 500, seed).Change(policy, base, 0.95)
}

func bca(policy, base []int64, seed uint64) Change {
	return NewBootstrap(len(base), 500, seed).BCa(policy, base, 0.95)
}

func TestTheIntervalCoversOnLightTails(t *testing.T) {
	fixture.Long(t)
	for _, p := range lightTails() {
		for _, n := range []int{60, 120, 240} {
			c, none := coverage(p, n, 4000, fieller)
			require.Zero(t, none)
			t.Logf("%-20s %3d resamples: Fieller %.1f %%", p.name, n, 100*c)
			require.True(t, c >= 0.93 && c <= 0.97, "%s, %d resamples: covered %v", p.name, n, c)
		}
	}
}

// What the documentation of Fieller says, measured anew; a loose bound keeps
// it from going quietly wrong.
func TestCoverageOfTheThreeIntervals(t *testing.T) {
	fixture.Long(t)
	simulated(t)
	log := func(p population, n int) (f, b float64) {
		f, none := coverage(p, n, max(2000, *samples), fieller)
		b, _ = coverage(p, n, *samples, percentile)
		c, _ := coverage(p, n, *samples, bca)
		t.Logf("%-20s %2d resamples: Fieller %.1f %% (unbounded %.1f %%), percentile %.1f %%, BCa %.1f %%", p.name, n, 100*f,
			100*none, 100*b, 100*c)
		return f, b
	}
	for _, n := range []int{60, 20} {
		for _, p := range lightTails() {
			f, b := log(p, n)
			require.True(t, f >= 0.92 && f <= 0.98, "%s: Fieller %v", p.name, f)
			require.True(t, b >= 0.86 && b <= 0.99, "%s: percentile %v", p.name, b)
		}
		for _, p := range heavyTails() {
			f, _ := log(p, n)
			if p.name != "UniLu-Gaia, SQF" { // rare disasters: see the documentation
				require.True(t, f >= 0.91 && f <= 0.99, "%s: Fieller %v", p.name, f)
			}
		}
	}
}

func TestStoppingEarlyHardlyHurtsTheCoverage(t *testing.T) {
	fixture.Long(t)
	simulated(t)
	for _, p := range append(lightTails()[:1], heavyTails()[:4]...) {
		rng := rand.New(rand.NewPCG(7, 7))
		const runs, most = 500, 640
		policy, base := make([]int64, most), make([]int64, most)
		for _, half := range []float64{0.02, 0.05} {
			held, stopped, total := 0, 0, 0
			for range runs {
				p.sample(rng, policy, base)
				n, ok := Stop([][]int64{base, policy}, 0, half, 0.95)
				if !ok {
					continue
				}
				stopped++
				total += n
				if c := Fieller(policy[:n], base[:n], 0.95); c.Low <= p.change && p.change <= c.High {
					held++
				}
			}
			if stopped < runs/2 {
				continue
			}
			share := float64(held) / float64(stopped)
			t.Logf("%-20s half-width %.2f: stopped in %d of %d, after %.0f resamples on average, covered %.1f %%",
				p.name, half, stopped, runs, float64(total)/float64(stopped), 100*share)
			require.Greater(t, share, 0.88, p.name)
		}
	}
}
