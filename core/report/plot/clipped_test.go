package plot

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// Where an axis ends before the figures do, an arrow stands at its edge, on every chart that
// clips one; where it does not, none.
func TestAClippedAxisHasAnArrow(t *testing.T) {
	frame := Frame{Width: 700, Title: "x"}
	arrow := map[string]*regexp.Regexp{
		"forest":  regexp.MustCompile(`l-?9-5v10z"`),
		"diverge": regexp.MustCompile(`l-?[78]-[\d.]+v[\d.]+z"`),
		"panels":  regexp.MustCompile(`l5[ -]8h-10z"`),
		"scatter": regexp.MustCompile(`m(10 0l-7-4\.5v9z|-10 0l7-4\.5v9z|0-10l-4\.5 7h9z|0 10l-4\.5-7h9z)"`),
	}
	names := []string{"SPF", "SQF", "SRF", "SAF", "LEXP", "SEXP", "LPF"}
	for _, far := range []struct {
		name string
		by   float64 // of the last row
	}{{"above", 40}, {"below", -40}, {"none", 0}} {
		forest, diverge, whisker := &Forest{Frame: frame, Rows: []ForestRow{{Name: "FCFS", Baseline: true}}}, &Diverge{Frame: frame},
			&Diverge{Frame: frame}
		panels, across, up := &Multiples{Frame: frame}, &Scatter{Frame: frame, X: "wait", Y: "longest"},
			&Scatter{Frame: frame, X: "wait", Y: "longest"}
		for i, name := range names {
			v, half := -0.1+0.03*float64(i), 0.02
			if i == len(names)-1 {
				v += far.by
			}
			forest.Rows = append(forest.Rows, ForestRow{Name: name, Mid: v, Low: v - half, High: v + half})
			diverge.Rows = append(diverge.Rows, DivergeRow{Label: name, Change: v})
			w := DivergeRow{Label: name, Change: -0.1 + 0.03*float64(i), Low: -0.2, High: 0.2}
			if i == len(names)-1 {
				w.Low, w.High = min(w.Low, far.by), max(w.High, far.by)
			}
			whisker.Rows = append(whisker.Rows, w)
			panels.Panels = append(panels.Panels, Line{Frame: Frame{Title: name},
				Series: []Series{{Name: name, Values: []float64{0, v, v / 2}}}})
			across.Points = append(across.Points, ScatterPoint{Name: name, X: v, Y: 1 + 0.1*float64(i)})
			up.Points = append(up.Points, ScatterPoint{Name: name, X: 1 + 0.1*float64(i), Y: v})
		}
		for _, x := range []struct {
			kind, name, svg string
		}{{"forest", "forest", forest.SVG()}, {"diverge", "bars", diverge.SVG()}, {"diverge", "whiskers of bars", whisker.SVG()},
			{"panels", "panels", panels.SVG()}, {"scatter", "across", across.SVG()}, {"scatter", "up", up.SVG()}} {
			clipped := far.by > 0 || far.by < 0 && x.kind != "scatter" // whose axis reaches down to the least
			require.Equal(t, clipped, arrow[x.kind].MatchString(x.svg), "%s, %s", x.name, far.name)
		}
	}
}
