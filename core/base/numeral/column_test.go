package numeral

import (
	"math"
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
	h = []float64{61200, 64400, 64800, 90000, 400_000}
	require.Equal(t, []string{"17.0\u202fh", "17.9\u202fh", "18.0\u202fh", "25.0\u202fh", "4.63\u202fd"}, written(h, Durations(h)))
	h = []float64{61200, 61200, math.NaN(), 0}
	require.Equal(t, []string{"17\u202fh", "17\u202fh", "–", "0\u202fs"}, written(h, Durations(h)), "equal figures need no digits")
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
