package lublin

import (
	"bufio"
	"compress/gzip"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
)

// distance is Kolmogorov's and Smirnov's: how far the shares of values up to x
// are from a distribution function, at the values themselves. Values are known
// to within a width on either side.
func distance(values []float64, cdf func(x float64) float64, width float64) float64 {
	slices.Sort(values)
	n, d := float64(len(values)), 0.0
	for i := 0; i < len(values); {
		k := i
		for k < len(values) && values[k] == values[i] {
			k++
		}
		d = max(d, float64(k)/n-cdf(values[i]+width), cdf(math.Nextafter(values[i]-width, -1))-float64(i)/n)
		i = k
	}
	return d
}

// apart is the same between two samples.
func apart(a, b []float64) float64 {
	b = slices.Clone(b)
	slices.Sort(b)
	upTo := func(x float64) float64 {
		i, _ := slices.BinarySearchFunc(b, x, func(v, x float64) int {
			if v <= x {
				return -1
			}
			return 1
		})
		return float64(i) / float64(len(b))
	}
	return distance(slices.Clone(a), upTo, 0)
}

// chance is what the distance of n independent values exceeds once in a
// thousand (Smirnov 1948); of two samples with 1/n the sum of theirs.
func chance(n float64) float64 { return 1.95 / math.Sqrt(n) }

// sizeCDF is the model's share of jobs of at most q processors, from the
// published rule: serial, a power of two, any size.
func sizeCDF(m int) func(q float64) float64 {
	high := math.Log2(float64(m))
	med := high - (highSize - medSize)
	part := func(x, a, b float64) float64 { return min(max((x-a)/(b-a), 0), 1) }
	two := func(x float64) float64 { return lowShare*part(x, lowSize, med) + (1-lowShare)*part(x, med, high) }
	return func(q float64) float64 {
		if q = math.Floor(q); q < 1 {
			return 0
		}
		if q >= float64(m) {
			return 1
		}
		power2 := two(math.Floor(math.Log2(q)) + 0.5)
		if math.Log2(q) >= math.Floor(high) {
			power2 = 1 // none is beyond the machine
		}
		return serialShare + power2Share*power2 + (1-serialShare-power2Share)*two(math.Log2(q+0.5))
	}
}

// runCDF is the model's share of run times of at most p seconds among jobs of q
// processors.
func runCDF(q float64) func(p float64) float64 {
	share := min(max(shortSlope*q+shortBase, 0), 1)
	h := func(x float64) float64 {
		return share*gammaCDF(x, shortShape, shortScale) + (1-share)*gammaCDF(x, longShape, longScale)
	}
	return func(p float64) float64 {
		if p = math.Floor(p); p < 1 {
			return 0
		}
		return min(h(math.Log(p+1))/h(MaxLogRun), 1)
	}
}

// gapCDF is that of the points between two submits.
func gapCDF(points float64) float64 {
	return min(gammaCDF(math.Log(max(points, 0)), gapShape, gapScale)/gammaCDF(MaxLogGap, gapShape, gapScale), 1)
}

// day spreads the points of a day, as many as its seconds, over it: the gamma of
// half hours counted from 1, beginning with DayStart.
type day [slots]float64

func newDay() (d day) {
	sum := 0.0
	for i := range slots {
		n := float64(dayStart + i)
		w := gammaCDF(n+0.5, dayShape, dayScale) - gammaCDF(n-0.5, dayShape, dayScale)
		d[(dayStart+i-1)%slots] = w
		sum += w
	}
	for i := range d {
		d[i] *= job.Day / sum
	}
	return d
}

// until is how many points a day has spent by a second of it.
func (d *day) until(second float64) (points float64) {
	for i := range d {
		points += d[i] * min(max((second-float64(i)*slotSeconds)/slotSeconds, 0), 1)
	}
	return points
}

// columns are sizes, run times and submit times of a log.
func columns(l *job.Log) (size, run, submit []float64) {
	for i := range l.Len() {
		size = append(size, float64(l.Col[job.Alloc].At(i)))
		run = append(run, float64(l.Col[job.Run].At(i)))
		submit = append(submit, float64(l.Col[job.Submit].At(i)))
	}
	return size, run, submit
}

// gaps are the differences of neighbours.
func gaps(v []float64) (list []float64) {
	for i := 1; i < len(v); i++ {
		list = append(list, v[i]-v[i-1])
	}
	return list
}

func plain(t *testing.T, cfg Config) *job.Log {
	t.Helper()
	l, err := Plain(cfg)
	require.NoError(t, err)
	return l
}

// The bare model against the distribution functions that its paper gives.
func TestTheBareModelIsThePublishedOne(t *testing.T) {
	fixture.Long(t)
	const n = 40_000
	for _, m := range []int{128, 256, 1000} {
		size, run, submit := columns(plain(t, Config{Procs: m, Jobs: n, Seed: 4}))
		serial, power2 := 0.0, 0.0
		bySize := map[float64][]float64{}
		for i, q := range size {
			bySize[q] = append(bySize[q], run[i])
			if q == 1 {
				serial++
			} else if q == math.Exp2(math.Floor(math.Log2(q))) {
				power2++
			}
		}
		cdf := sizeCDF(m)
		wanted := 0.0
		for q := 2.0; q <= float64(m); q *= 2 {
			wanted += cdf(q) - cdf(q-1)
		}
		require.InDelta(t, serialShare, serial/n, 3.3*math.Sqrt(serialShare*(1-serialShare)/n), "serial jobs")
		require.InDelta(t, wanted, power2/n, 3.3*math.Sqrt(wanted*(1-wanted)/n), "powers of two")
		require.LessOrEqual(t, distance(size, cdf, 0), chance(n), "sizes on %d", m)
		looked := 0
		for q, runs := range bySize {
			if len(runs) >= 1000 {
				require.LessOrEqual(t, distance(runs, runCDF(q), 0), chance(float64(len(runs))), "run times of %v processors", q)
				looked++
			}
		}
		require.GreaterOrEqual(t, looked, 6)

		d := newDay()
		points := make([]float64, n)
		for i, r := range submit {
			points[i] = math.Floor(r/job.Day)*job.Day + d.until(math.Mod(r, job.Day))
		}
		// A submit time is cut to its second, in which a slot spends so much at most.
		second := slices.Max(d[:]) / slotSeconds
		require.LessOrEqual(t, distance(gaps(points), gapCDF, second), chance(n), "points between submits")
		// Jobs of one day are no independent draws of its hours; days are.
		var hour []float64
		for _, r := range submit {
			hour = append(hour, math.Mod(r, job.Day))
		}
		days := submit[n-1] / job.Day
		require.LessOrEqual(t, distance(hour, func(x float64) float64 { return d.until(x) / job.Day }, 1), chance(days),
			"time of day, over %v days", days)
	}
}

// The bare model against what the authors' own program made: 10,000 jobs on 256
// processors.
func TestTheBareModelIsLikeTheAuthorsOwn(t *testing.T) {
	f, err := os.Open(fixture.Path(t, "traces", "lublin_256.swf.gz"))
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var size, run, submit []float64
	for s := bufio.NewScanner(z); s.Scan(); {
		field := strings.Fields(s.Text())
		if len(field) < 18 || field[0] == ";" {
			continue
		}
		number := func(i int) float64 {
			x, err := strconv.ParseFloat(field[i], 64)
			require.NoError(t, err)
			return x
		}
		submit, run, size = append(submit, number(1)), append(run, number(3)), append(size, number(4))
	}
	require.Len(t, size, 10_000)
	const n = 40_000
	q, p, r := columns(plain(t, Config{Procs: 256, Jobs: n, Seed: 9}))
	bound := chance(1 / (1.0/n + 1.0/10_000))
	t.Log("distances:", apart(q, size), apart(p, run), apart(gaps(r), gaps(submit)), "bound", bound)
	require.LessOrEqual(t, apart(q, size), bound)
	require.LessOrEqual(t, apart(p, run), bound)
	require.LessOrEqual(t, apart(gaps(r), gaps(submit)), bound)
}

func TestALoadThatIsAskedForIsOffered(t *testing.T) {
	for _, want := range []float64{0.3, 0.85, 1.4} {
		bare, scaled := plain(t, Config{Procs: 128, Jobs: 5000, Seed: 2}), plain(t, Config{Procs: 128, Jobs: 5000, Seed: 2, Load: want})
		require.InEpsilon(t, want, Offered(scaled, 128), 1e-4)
		require.Equal(t, bare.Col[job.Run], scaled.Col[job.Run])
		require.Equal(t, bare.Col[job.Alloc], scaled.Col[job.Alloc])
		require.Contains(t, scaled.Header.Pairs[0].Value, "offered load of "+strconv.FormatFloat(want, 'g', -1, 64))
		require.InEpsilon(t, want, Offered(sample(t, Config{Procs: 128, Jobs: 5000, Seed: 2, Load: want}), 128), 2e-3)
	}
	require.Zero(t, Offered(plain(t, Config{Procs: 128, Jobs: 1}), 128))
}

// What method.html says of the sample: how far it is from the model whose
// numbers it begins with.
func TestTheSampleIsNotTheModel(t *testing.T) {
	cfg := Config{Procs: 256, Jobs: 25_000, Seed: 1}
	q, p, r := columns(sample(t, cfg))
	require.Equal(t, 128.0, slices.Max(q), "half of the machine")
	mq, mp, mr := columns(plain(t, cfg))
	for _, x := range []struct {
		what string
		is   float64
		said float64
	}{
		{"sizes", apart(q, mq), 0.03},
		{"run times", apart(p, mp), 0.06},
		{"times between submits", apart(gaps(r), gaps(mr)), 0.17},
	} {
		require.InDelta(t, x.said, x.is, 0.005, x.what)
	}
}
