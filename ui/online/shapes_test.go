package online

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/fixture/shapes"
	"shadowtime/core/plot"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Every host, figure, table and file of the view, for outcomes of every kind.
func TestEveryWordOfTheViewIsSupported(t *testing.T) {
	_, v, _, s := page(t)
	for i, shape := range shapes.All() {
		p, rows, err := shape.Online()
		require.NoError(t, err)
		v.Plan = p
		v.Plan.Seed = uint64(i) // each has rows of its own
		on, err := v.On(v.Lab.Current())
		require.NoError(t, err)
		for _, row := range rows {
			v.Rows(v.Lab.Current(), &on).Add(row)
		}
		clear(s.Drawn)
		v.Show()
		k := &shapes.Known{Shape: shape.Name}
		for _, x := range v.fixed.Strategies[1:] {
			k.Add(x.Strategy, &x.Bounds, x.Shown)
		}
		for j, x := range v.report.Strategies {
			if x.Period == study.None {
				continue
			}
			k.Add(label(x), &x.Bounds, x.Shown)
			k.Add(x.Strategy+", choosing "+chooses(x.Period), &x.Bounds, x.Shown)
			if n := v.report.Named; n.At == j {
				sure := n.Standing() >= report.Resampled && n.Change < 0
				k.Less[label(x)], k.Less[x.Strategy+", choosing "+chooses(x.Period)] = sure, sure
			}
		}
		for _, host := range []string{hostVerdict, hostForest, hostCaution, hostLook} {
			k.Check(t, host, s.Drawn[host])
		}
		k.Check(t, "footnote", v.Footnote())
		k.Check(t, "methods", v.methodsText())
		for _, x := range v.pictures() {
			k.Check(t, x.Tab, x.Draw(plot.Frame{Width: 900}))
			k.Check(t, "numbers of "+x.Tab, lab.CSV(x.Table()))
		}
	}
}
