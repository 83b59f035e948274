package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/fixture/shapes"
	"shadowtime/core/plot"
	core "shadowtime/core/tune"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// Every host, figure, table and file of the view, for outcomes of every kind.
func TestEveryWordOfTheViewIsSupported(t *testing.T) {
	a, v, m, s := page(t)
	labtest.Load(a, m)
	for i, shape := range shapes.All() {
		for _, objective := range []core.Objective{core.AvgWait, core.AvgBsld} {
			p, rows, err := shape.Tune()
			require.NoError(t, err)
			v.Plan, v.Plan.Seed = p, uint64(i) // each has rows of its own
			v.Plan.Objective = objective
			on, err := v.On(v.Lab.Current())
			require.NoError(t, err)
			for _, row := range rows {
				v.Rows(v.Lab.Current(), &on).Add(row)
			}
			clear(s.Drawn)
			v.Show()
			k := &shapes.Known{Shape: shape.Name}
			for _, x := range v.report.Pairs[1:] {
				k.Add(pairName(x.Choice()), &x.Bounds, x.Shown)
			}
			for _, host := range []string{hostVerdict, hostSetting, hostCaution, hostLook} {
				k.Check(t, host, s.Drawn[host])
			}
			k.Check(t, "footnote", v.Footnote())
			k.Check(t, "methods", v.methodsText())
			for _, train := range []bool{false, true} {
				for _, difference := range []bool{false, true} {
					v.look.train, v.look.difference = train, difference
					for _, x := range v.pictures() {
						k.Check(t, x.Tab, x.Draw(plot.Frame{Width: 900}))
						k.Check(t, "numbers of "+x.Tab, lab.CSV(x.Table()))
					}
				}
			}
		}
	}
}
