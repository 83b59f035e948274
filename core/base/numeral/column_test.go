package numeral

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func written[F ~float64](values []F, write func(F) string) (list []string) {
	for _, v := range values {
		list = append(list, write(v))
	}
	return list
}

func TestAColumnHasTheDigitsThatTellItsFiguresApart(t *testing.T) {
	h := []float64{61200, 61400, 61900, 62000}
	require.Equal(t, []string{"17.00\u202fh", "17.06\u202fh", "17.19\u202fh", "17.22\u202fh"}, written(h, Durations(h)))
	h = []float64{61200, 65000, 90000}
	require.Equal(t, []string{"17\u202fh", "18\u202fh", "25\u202fh"}, written(h, Durations(h)), "two digits are enough")
	h = []float64{61200, 61200, math.NaN(), 0}
	require.Equal(t, []string{"17\u202fh", "17\u202fh", "–", "0\u202fh"}, written(h, Durations(h)), "equal figures need no digits")
	h = []float64{61200, 61201}
	require.Equal(t, []string{"17\u202fh", "17\u202fh"}, written(h, Durations(h)), "four digits don't tell them apart, so two will do")

	n := []float64{58.92, 59.13, 133.9}
	require.Equal(t, []string{"58.9", "59.1", "134"}, written(n, Numbers(n)))
	n = []float64{0.8473, 0.8469, 0.8481}
	require.Equal(t, []string{"84.73\u202f%", "84.69\u202f%", "84.81\u202f%"}, written(n, Percents(n, false)))
	n = []float64{-0.163, 0.02, 0}
	require.Equal(t, []string{"−16.3\u202f%", "+2.0\u202f%", "0\u202f%"}, written(n, Percents(n, true)))
	require.Equal(t, "1\u202f234", Counted(1234.0))
	require.Equal(t, "–", Counted(math.NaN()))
}

func TestAColumnOfTimesHasOneUnit(t *testing.T) {
	for _, c := range []struct {
		why    string
		values []float64
		want   string
	}{
		{"33 h above 46 min", []float64{118_800, 2760}, "33.00 h|0.77 h"},
		{"days stay days", []float64{400_000, 180_000, 100_000}, "4.6 d|2.1 d|1.2 d"},
		{"a single one is as Duration writes it", []float64{2760}, "46 min"},
		{"what is exact needs no more digits", []float64{3600, 7200, 86_400, 5400}, "1.0 h|2.0 h|24.0 h|1.5 h"},
		{"whole ones have no decimals", []float64{3600, 7200, 86_400}, "1 h|2 h|24 h"},
		{"seconds of a log are whole", []float64{5, 12, 40}, "5 s|12 s|40 s"},
		{"the usual one decides, not the longest", []float64{300, 600, 900, 700, 118_800},
			"5.0 min|10.0 min|15.0 min|11.7 min|1 980.0 min"},
		{"nor the shortest", []float64{18_000, 36_000, 90_000, 5}, "5.00 h|10.00 h|25.00 h|<0.01 h"},
		{"no figure has five digits before the point", []float64{10, 20, 15, 25, 900_000}, "<0.01 h|0.01 h|<0.01 h|0.01 h|250.00 h"},
		{"a difference keeps its sign", []float64{-7200, 36_000, 90_000, 90_000, -1}, "−2.00 h|10.00 h|25.00 h|25.00 h|>−0.01 h"},
		{"nothing known", []float64{math.NaN(), 0}, "–|0 s"},
	} {
		require.Equal(t, c.want, strings.ReplaceAll(strings.Join(written(c.values, Durations(c.values)), "|"), Thin, " "), c.why)
	}
	// of any column: one unit, the same decimals but for zeros, and as great as the figures are
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		values := make([]float64, 1+r.IntN(8))
		for i := range values {
			values[i] = math.Exp(r.Float64()*20-3) * float64(1-2*r.IntN(2)*r.IntN(2))
			if r.IntN(8) == 0 {
				values[i] = 0
			}
		}
		units, decimals := map[string]bool{}, map[int]bool{}
		for i, s := range written(values, Durations(values)) {
			at := strings.LastIndex(s, Thin)
			units[s[at+len(Thin):]] = true
			if values[i] == 0 {
				require.Equal(t, "0", s[:at])
				continue
			}
			_, fraction, _ := strings.Cut(s[:at], ".")
			decimals[len(fraction)] = true
			whole := strings.Trim(strings.ReplaceAll(strings.TrimSuffix(s[:at], "."+fraction), Thin, ""), Minus+"<>")
			require.True(t, len(whole) <= 4 || strings.HasSuffix(s, "d"), "%s of %v", s, values)
		}
		require.Len(t, units, 1, "%v", values)
		require.LessOrEqual(t, len(decimals), 1, "%v", values)
	}
}

func TestTimesOfASentenceHaveOneUnitAndTheSameDigits(t *testing.T) {
	two := func(a, b float64) string {
		write := Times(a, b)
		return write(a) + " " + write(b)
	}
	require.Equal(t, "2.0\u202fh 1.4\u202fh", two(7200, 5040))
	require.Equal(t, "72\u202fmin 30\u202fmin", two(4320, 1800))
	require.Equal(t, "2.1\u202fd 40\u202fs", two(181_440, 40), "too far apart for one unit")
	require.Equal(t, "2\u202fh –", two(7200, math.NaN()))
}

// Changes that one sentence compares have the digits of the largest, and one more where others would look like none or alike.
func TestChangesOfASentenceHaveTheSameDigits(t *testing.T) {
	for _, c := range []struct {
		a, b float64
		want []string
	}{
		{-0.452, -0.087, []string{"−45 %", "−9 %"}},
		{-0.066, 0.12, []string{"−7 %", "+12 %"}},
		{-0.2231, -0.2174, []string{"−22.3 %", "−21.7 %"}},
		{-0.0076, -0.0083, []string{"−0.76 %", "−0.83 %"}},
		{-0.3, -0.003, []string{"−30.0 %", "−0.3 %"}},
		{-0.3, 0, []string{"−30 %", "0 %"}},
	} {
		write := Changes(c.a, c.b)
		require.Equal(t, c.want, []string{strings.ReplaceAll(write(c.a), Thin, " "), strings.ReplaceAll(write(c.b), Thin, " ")})
	}
}
