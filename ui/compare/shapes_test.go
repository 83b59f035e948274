package compare

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/fixture/shapes"
	"shadowtime/core/plot"
	"shadowtime/core/report"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// Every host, figure, table and file of the view, for outcomes of every kind.
func TestEveryWordOfTheViewIsSupported(t *testing.T) {
	a, v, m, s := page(t)
	labtest.Load(a, m)
	for i, shape := range shapes.All() {
		p, rows, err := shape.Compare()
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
		for _, o := range v.report.Orders[1:] {
			k.Add(o.Order, &o.Bounds, o.Shown)
		}
		if n := v.report.Named; n != nil {
			k.Less[n.Order] = n.Standing() >= report.Resampled && n.Change < 0
		}
		for _, host := range []string{hostVerdict, hostForest, hostCaution, hostVaried, hostLook} {
			k.Check(t, host, s.Drawn[host])
		}
		k.Check(t, "footnote", v.Footnote())
		k.Check(t, "methods", v.methodsText())
		for _, group := range groupKinds {
			v.group = group.key
			for _, x := range v.pictures() {
				if x.Key != "gains" && group.key != "size" {
					continue
				}
				k.Check(t, x.Tab+" by "+group.words, x.Draw(plot.Frame{Width: 900}))
				k.Check(t, "numbers of "+x.Tab, lab.CSV(x.Table()))
			}
		}
	}
}
