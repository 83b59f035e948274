package link

import (
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/report/plot"
)

// twelve is an answer as the page gives it of the twelve orders.
func twelve() *Finding {
	f := &Finding{View: "compare", Log: "KTH-SP2-1996-2.1-cln.swf", Jobs: 28476, Said: strings.Repeat("SAF would have cut waiting by 29 "+
		"% [24, 33] on this log. ", 8),
		Chart: plot.Forest{Frame: plot.Frame{Title: "8 of 11 orders wait less than FCFS, 2 more",
			Subtitle: "KTH-SP2, EASY, threshold 40 h; pooled over 20 resamples of 46 weeks; bars: 95 % of this log’s weeks"},
			Axis: "change in total waiting against FCFS"}}
	for i := range f.Digest {
		f.Digest[i], f.Report[i] = byte(i), byte(255-i)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i, name := range []string{"FCFS", "LCFS", "SPF", "LPF", "SQF", "LQF", "SEXP", "LEXP", "SRF", "LRF", "SAF", "LAF"} {
		mid := math.Round(rng.NormFloat64()*30_000) / scale
		f.Chart.Rows = append(f.Chart.Rows, plot.ForestRow{Name: name, Mid: mid, Low: mid - 0.1, High: mid + 0.12, SimLow: mid - 0.01,
			SimHigh: mid + 0.01, Baseline: i == 0, Best: i == 10})
	}
	return f
}

func TestAFindingComesBackAsItWasToAHundredThousandth(t *testing.T) {
	f := twelve()
	f.Chart.Rows[3] = plot.ForestRow{Name: "mine", Label: "mine, never \"seen\" <b>", Hue: "--accent", Undefined: true}
	f.Chart.Rows[4] = plot.ForestRow{Name: "SQF", Mid: 123.5}
	back, err := Parse(f.Text())
	require.NoError(t, err)
	require.Len(t, back.Chart.Rows, 12)
	for i := range f.Chart.Rows {
		a, b := &f.Chart.Rows[i], &back.Chart.Rows[i]
		require.InDelta(t, a.Mid, b.Mid, 0.5/scale)
		require.InDelta(t, a.Low, b.Low, 0.5/scale)
		require.InDelta(t, a.SimHigh, b.SimHigh, 0.5/scale)
		a.Mid, a.Low, a.High, a.SimLow, a.SimHigh = b.Mid, b.Low, b.High, b.SimLow, b.SimHigh
	}
	require.Equal(t, f, back)
	require.Equal(t, f.Text(), back.Text())
}

// Of a figure on a page and in its link no two differ.
func TestWhatIsShownOfANumberIsShownOfItInALink(t *testing.T) {
	fixture.Long(t)
	r := rand.New(rand.NewPCG(3, 4))
	twice := 0
	for i := range 200_000 {
		x := math.Round(r.NormFloat64()*500)/1000 + (r.Float64()-0.5)*2e-5
		if i%2 == 0 {
			x += 0.0005 // where what is shown goes over into the next
		}
		f := Finding{Chart: plot.Forest{Rows: []plot.ForestRow{{Name: "SAF", Mid: x}}}}
		back, err := Parse(f.Text())
		require.NoError(t, err)
		got := back.Chart.Rows[0].Mid
		require.Equal(t, numeral.SignedPercent(x, 1), numeral.SignedPercent(got, 1), x)
		require.InDelta(t, x, got, 1.0/scale)
		if numeral.SignedPercent(x, 1) != numeral.SignedPercent(math.Round(x*scale)/scale, 1) {
			twice++
		}
	}
	require.Positive(t, twice, "rounding twice shows another figure of some")
}

func TestTwelveOrdersAreShort(t *testing.T) {
	require.Less(t, len(twelve().Text()), 1600, "so that a whole link stays under 2,000")
}

func TestWhatIsTooLongIsCutAtASentenceAndCounted(t *testing.T) {
	f := twelve()
	f.Said = strings.Repeat("One sentence more. ", 100)
	f.Chart.Title = strings.Repeat("ü", 300)
	for len(f.Chart.Rows) < MaxRows+5 {
		f.Chart.Rows = append(f.Chart.Rows, plot.ForestRow{Name: "SPF", Mid: -0.25})
	}
	back, err := Parse(f.Text())
	require.NoError(t, err)
	require.LessOrEqual(t, len(back.Said), MaxSaid)
	require.True(t, strings.HasSuffix(back.Said, "more."))
	require.Len(t, back.Chart.Rows, MaxRows)
	require.Equal(t, 5, back.Rest)
	require.Equal(t, back.Text(), f.Text())
}

func TestADamagedFindingIsASentence(t *testing.T) {
	text := twelve().Text()
	for i := range len(text) {
		_, err := Parse(text[:i])
		require.Error(t, err, "cut at %d", i)
	}
	for _, x := range []string{"", "1", "1.", "3." + text[2:], "1.!!!!", strings.Repeat("A", MaxText+1), text + "AAAA"} {
		_, err := Parse(x)
		require.Error(t, err)
		require.Greater(t, len(err.Error()), 60)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(twelve().Text())
	f.Add("1.AAAA")
	f.Fuzz(func(t *testing.T, text string) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		x, err := Parse(text)
		if err != nil {
			return
		}
		// what is taken can be drawn, and says the same again
		x.Chart.Width = 400
		require.NotEmpty(t, x.Chart.SVG())
		y, err := Parse(x.Text())
		require.NoError(t, err)
		require.Equal(t, x.Text(), y.Text())
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(32<<20))
	})
}
