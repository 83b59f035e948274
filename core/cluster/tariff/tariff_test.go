package tariff

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

func hourly(n int, price func(hour int) float64) string {
	var b strings.Builder
	b.WriteString("hour,price\n")
	for h := range n {
		fmt.Fprintf(&b, "%d, %g\n", h, price(h))
	}
	return b.String()
}

// A sum second by second is slow and obvious.
func TestIntegralsAreTheSumOfTheirSeconds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	prices := make([]float64, week)
	for i := range prices {
		prices[i] = float64(rng.IntN(9)) - 1
	}
	monday := 1714953600.0 // 2024-05-06
	for _, n := range []int{day, week} {
		c, err := Parse(hourly(n, func(h int) float64 { return prices[h] }))
		require.NoError(t, err)
		require.False(t, c.Dated())
		for range 50 {
			begin := Clock{Week: float64(rng.IntN(7*86400) - 86400)}
			from := float64(rng.IntN(20 * 86400))
			to := from + float64(rng.IntN(3*86400))
			sum := 0.0
			for s := from; s < to; s++ {
				h := (int(math.Floor((begin.Week+s)/3600))%n + n) % n
				sum += prices[h]
			}
			require.InDelta(t, sum, c.Integral(from, to, begin), 1e-6)
		}
	}
	var b strings.Builder
	for i := range 5 {
		fmt.Fprintf(&b, "2024-05-%02d 06:30,%g\n", 7+2*i, prices[i])
	}
	c, err := Parse(b.String())
	require.NoError(t, err)
	require.True(t, c.Dated())
	for range 20 {
		from := float64(rng.IntN(12 * 86400))
		to := from + float64(rng.IntN(2*86400))
		sum := 0.0
		for s := from; s < to; s++ {
			i := int(math.Floor((s - 86400 - 6.5*3600) / (2 * 86400)))
			sum += prices[min(max(i, 0), 4)]
		}
		require.InDelta(t, sum, c.Integral(from, to, Clock{Local: monday}), 1e-6)
	}
	require.Zero(t, c.Integral(5, 5, Clock{}))
	long := c.Integral(0, 1e9, Clock{Local: monday})
	require.False(t, math.IsNaN(long))
}

func TestDatesAreThoseOfTheCalendar(t *testing.T) {
	fixture.Long(t)
	for at := time.Date(1899, 12, 25, 3, 4, 5, 0, time.UTC); at.Year() < 2105; at = at.Add(37*time.Hour + 11*time.Minute) {
		for layout, length := range map[string]time.Duration{"2006-01-02T15:04:05Z": time.Second, "2006-01-02 15:04": time.Minute,
			"2006-01-02T15": time.Hour, "2006-01-02": 24 * time.Hour} {
			got, ok := instant(at.Format(layout))
			require.True(t, ok)
			require.Equal(t, at.Truncate(length).Unix(), int64(got), at)
		}
	}
	for _, bad := range []string{"", "2024", "2024-05", "2024-13-01", "2024-05-01T24", "2024-05-01T1:99", "2024-05-01T1:2:3:4",
		"2024-05-01T-1", "-2024-05-01", "2024-00-01"} {
		_, ok := instant(bad)
		require.False(t, ok, bad)
	}
}

func TestWhatIsNoTariffIsASentence(t *testing.T) {
	for text, says := range map[string]string{
		"":                                   "no prices",
		"hour,price\n":                       "no prices",
		"1,2,3\n":                            "row 1 is not of two columns",
		"0,1\n0,2\n":                         "row 2: hour \"0\": give each",
		"0,1\n168,2\n":                       "row 2: hour \"168\"",
		"0,1\n1,much\n":                      "row 2: price \"much\": give a number",
		"0,1\n1,NaN\n":                       "give a number",
		"0,1\n2,3\n":                         "hours with a price: 2",
		"tomorrow,1\n":                       "neither an hour nor a time",
		"2024-05-01T01:00,1\n2024-05-01,1\n": "is not after the row before",
		"2024-05-01T01:00,1\n3,1\n":          "both hours and times",
		hourly(23, func(int) float64 { return 1 }) + "99,1\n": "no price of hour 23",
	} {
		_, err := Parse(text)
		require.ErrorContains(t, err, says, text)
		require.Less(t, len(err.Error()), 300)
	}
}
