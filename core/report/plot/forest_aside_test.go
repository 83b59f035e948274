package plot

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/plottest"
)

// hollow is an aside as drawn: where it begins, its stem, and how it goes on.
var hollow = regexp.MustCompile(`<path class="plot-aside"[^>]* d="M(-?[\d.]+) ([\d.]+)(v6m0 0)?(l-?[\d]+-?)`)

func number(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	require.NoError(t, err)
	return v
}

func TestAnAsideStandsWhereAPointOfItsValueDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 3))
	for k := 0; k < 200; k++ {
		rows := make([]ForestRow, 2+r.IntN(9))
		for i := range rows {
			rows[i] = ForestRow{Name: "SPF", Mid: 0.3 * (r.Float64() - 0.5), Low: math.NaN()}
		}
		for i := range rows { // what others found of one is what we did of the next
			rows[i].Asides = []Aside{{At: rows[(i+1)%len(rows)].Mid, Faint: r.IntN(2) == 0}}
		}
		svg := (&Forest{Frame: Frame{Width: 280 + r.IntN(900)}, Rows: rows}).SVG()
		asides, points := hollow.FindAllStringSubmatch(svg, -1), circle.FindAllStringSubmatch(svg, -1)
		require.Len(t, asides, len(rows))
		require.Len(t, points, len(rows))
		for i := range rows {
			require.Equal(t, points[(i+1)%len(rows)][1], asides[i][1], "row %d of %d", i, len(rows))
			require.Equal(t, points[i][2], asides[i][2], "it hangs on its own whisker")
			require.NotEmpty(t, asides[i][3])
		}
	}
}

func TestWithoutAsidesAForestKnowsOfNone(t *testing.T) {
	f := &Forest{Frame: Frame{Title: "x", Width: 900}, Rows: twelve()}
	bare := f.SVG()
	assert.NotContains(t, bare, "plot-aside")
	f.Aside = "hollow: as published"
	assert.Equal(t, bare, f.SVG(), "nothing hollow, no words for it")
	f.Rows[1].Asides = []Aside{{At: math.NaN(), Words: "not published"}, {At: math.Inf(1), Words: "without end"}}
	svg := f.SVG()
	assert.NotContains(t, svg, "plot-aside")
	assert.NotContains(t, svg, f.Aside)
	assert.Contains(t, svg, `resamples; not published; without end"`, "what has no place is said")
	f.Rows[1].Asides = append(f.Rows[1].Asides, Aside{At: -0.3})
	assert.Contains(t, f.SVG(), RangeName+" · hollow: as published</text>")
}

func TestARowSaysItsAsidesLast(t *testing.T) {
	svg := published(Frame{Width: 900}).SVG()
	assert.Contains(t, svg, "19 of 20 resamples; published −16"+numeral.Thin+"% (Reis 2018, table 6.3); −40"+numeral.Thin+`% in its text"`)
	assert.Contains(t, svg, "published +910"+numeral.Thin+`% (Reis 2018, table 6.3)"`, "beyond the axis too")
	svg = (&Forest{Rows: []ForestRow{{Name: "SPF", Mid: -0.2, Asides: []Aside{{At: -0.15}}}}}).SVG()
	assert.Contains(t, svg, "; −15.0"+numeral.Thin+`%"`, "one without words says its value")
}

func TestAnAsideWidensTheAxisAndNeverNarrowsOrFlattensIt(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	for k := 0; k < 2000; k++ {
		f := &Forest{}
		for i := 0; i < 1+r.IntN(12); i++ {
			f.Rows = append(f.Rows, ForestRow{Mid: odd(r), Low: odd(r), High: odd(r), Asides: []Aside{{At: odd(r)}}})
		}
		left, right := f.ends()
		lo, hi := extent(left, right)
		wide, far := f.widened(lo, hi, left, right)
		require.LessOrEqual(t, wide, lo)
		require.GreaterOrEqual(t, far, hi)
	}

	rows := twelve()[:5]
	axis := func(at float64) string {
		rows[3].Asides = []Aside{{At: at}}
		svg := (&Forest{Frame: Frame{Width: 900}, Rows: rows}).SVG()
		return strings.Join(plottest.Read(t, svg, textWidth).Axes[0], " ")
	}
	rows[3].Asides = nil
	assert.NotContains(t, axis(math.NaN()), "+50")
	assert.Contains(t, axis(0.5), "+40", "it has its place")
	assert.Equal(t, axis(30), axis(3000), "one far out does not flatten the others")
	svg := (&Forest{Frame: Frame{Width: 900}, Rows: rows}).SVG()
	require.Len(t, hollow.FindAllStringSubmatch(svg, -1), 1)
	assert.Equal(t, "l-7-", hollow.FindStringSubmatch(svg)[4], "an arrow to the right")
}

func TestAFarAsideLeavesOurDigits(t *testing.T) {
	rows := []ForestRow{{Name: "F1", Mid: -0.0213, Low: -0.023, High: -0.012, Asides: []Aside{{At: -0.3}}},
		{Name: "F2", Mid: -0.0209, Low: -0.023, High: -0.01}}
	svg := (&Forest{Rows: rows}).SVG()
	assert.Contains(t, svg, "−2.13"+numeral.Thin+"%</text>")
	assert.Contains(t, svg, "−2.09"+numeral.Thin+"%</text>")
}

// taken is the box of an aside, its stroke counted.
func taken(t *testing.T, m []string) plottest.Label {
	t.Helper()
	x, y := number(t, m[1]), number(t, m[2])
	box := plottest.Label{X0: x - 4, Y0: y, X1: x + 4, Y1: y + 8}
	switch {
	case m[3] != "": // from the whisker
		box.Y1 += asideDrop - 4
	case m[4] == "l-7-": // an arrow, from its tip
		box = plottest.Label{X0: x - 7, Y0: y - 4, X1: x, Y1: y + 4}
	case m[4] == "l7-":
		box = plottest.Label{X0: x, Y0: y - 4, X1: x + 7, Y1: y + 4}
	}
	return plottest.Label{X0: box.X0 - 0.6, Y0: box.Y0 - 0.6, X1: box.X1 + 0.6, Y1: box.Y1 + 0.6}
}

// row is the ground of a row: where it is and how high.
var row = regexp.MustCompile(`<rect x="0" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"`)

func TestAsidesStayInTheirRowsAndMeetNoWords(t *testing.T) {
	for _, w := range []int{280, 340, 390, 500, 600, 768, 900, 1400} {
		for _, label := range []string{"", "Smallest expansion factor first", "a name that no line of a phone has room for, whatever is " +
			"done"} {
			f := published(Frame{Width: w})
			for i := range f.Rows {
				f.Rows[i].Label = label
			}
			svg := f.SVG()
			what := strconv.Itoa(w) + " " + label
			chart := plottest.Neat(t, what, svg, textWidth)
			for _, g := range strings.Split(svg, `<g class="plot-row`)[1:] {
				ground := row.FindStringSubmatch(g)
				top := number(t, ground[1])
				end := top + number(t, ground[2]) + 1 // the best row's is a pixel short
				for _, m := range hollow.FindAllStringSubmatch(g, -1) {
					box := taken(t, m)
					assert.True(t, box.X0 >= 0 && box.X1 <= chart.W, "%s: %v leaves the chart", what, m)
					assert.True(t, box.Y0 >= top && box.Y1 <= end, "%s: %v leaves its row, %g to %g", what, m, top, end)
					for _, l := range chart.Labels {
						assert.False(t, l.X0 < box.X1 && box.X0 < l.X1 && l.Y0 < box.Y1 && box.Y0 < l.Y1, "%s: %v meets %q",
							what, m, l.Words)
					}
				}
			}
		}
	}
}

func TestAForestWithAsidesIsLegible(t *testing.T) {
	for _, w := range []int{340, 390, 600, 768, 900, 1400} {
		plottest.Legible(t, strconv.Itoa(w), published(Frame{Width: w, Title: "x"}).SVG(), textWidth)
	}
	plottest.Legible(t, "a column of paper", published(Frame{Paper: 85, Standalone: true, Untitled: true}).SVG(), textWidth)
}

func TestAFaintAsideIsStillSeen(t *testing.T) {
	p := number(t, asideFaint)
	for k, theme := range themes(t)[:2] {
		ground, words := hex(t, theme[paper.name]), hex(t, theme[ink.name])
		faint := words.over(ground, p)
		assert.Greater(t, faint.contrast(ground), 3.0, "theme %d", k)
		assert.Greater(t, faint.apart(words), 30.0, "theme %d: told from the others", k)
	}
}
