package plot

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// An axis whose steps are ratios says so; one whose steps are differences does not.
func TestALogAxisSaysSo(t *testing.T) {
	frame := Frame{Width: 600, Title: "x"}
	samples := []Sample{{Name: "SPF", Values: []float64{1, 10, 100}}, {Name: "SAF", Values: []float64{2, 20, 300}}}
	points := []ScatterPoint{{Name: "SPF", X: 1, Y: 10}, {Name: "SAF", X: 100, Y: 1000}}
	for _, log := range []bool{false, true} {
		for name, svg := range map[string]string{
			"curves": (&ECDF{Frame: frame, Series: samples, X: "wait", Log: log}).SVG(),
			"strips": (&Strips{Frame: frame, Rows: samples, X: "wait", Log: log}).SVG(),
			"across": (&Scatter{Frame: frame, Points: points, X: "wait", Y: "longest", XLog: log}).SVG(),
			"up":     (&Scatter{Frame: frame, Points: points, X: "wait", Y: "longest", YLog: log}).SVG(),
		} {
			if log {
				require.Contains(t, svg, "log scale", name)
			} else {
				require.NotContains(t, svg, "log scale", name)
			}
		}
	}
}
