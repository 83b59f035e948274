package online

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/shapes"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
)

// Every host, figure, table and file of the view, for outcomes of every kind.
func TestEveryWordOfTheViewIsSupported(t *testing.T) {
	fixture.Long(t)
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
			k.Weigh(x.Strategy, &x.Bounds, x.Shown)
		}
		for j, x := range v.Report.Strategies {
			if x.Period == study.None {
				continue
			}
			k.Weigh(x.Label(), &x.Bounds, x.Shown)
			k.Weigh(x.Strategy+", choosing "+online.Chooses(x.Period), &x.Bounds, x.Shown)
			if n := v.Report.Named; n.At == j {
				k.Claim(x.Label(), &n.Claim)
				k.Claim(x.Strategy+", choosing "+online.Chooses(x.Period), &n.Claim)
			}
		}
		for _, host := range []string{"online-verdict", hostForest, hostTable, hostCaution, hostLook} {
			k.Check(t, host, s.Drawn[host])
		}
		k.Check(t, "footnote", v.Footnote())
		k.Check(t, "methods", v.Text())
		facts := shapes.Facts{Shape: shape.Name}
		for _, x := range append(v.Report.Strategies, v.fixed.Strategies...) {
			change, _, _ := x.Leading()
			facts.Is(t, "the table", strings.TrimPrefix(x.Name(), "fixed:"), "change", float64(change))
			facts.Is(t, "the table", strings.TrimPrefix(x.Name(), "fixed:"), "pooled", float64(x.Change))
			facts.Is(t, "the table", strings.TrimPrefix(x.Name(), "fixed:"), "regret", float64(x.RegretFraction))
		}
		if v.Report.Best.Change.Known() {
			facts.Is(t, "the best in hindsight", v.Report.Best.Order, "pooled", float64(v.Report.Best.Change))
		}
		for _, x := range v.pictures() {
			k.Check(t, x.Tab, x.Draw(plot.Frame{Width: 900}))
			n := x.Table()
			k.Check(t, "numbers of "+x.Tab, n.HTML("")+n.CSV())
			require.NotRegexp(t, `\d\.\d{5}`, shapes.Plain(n.HTML("")), "%s: %s has raw numbers", shape.Name, x.Tab)
			for _, r := range n.Rows {
				switch {
				case x.Key == "orders":
					facts.Is(t, "the numbers of orders", r[0].Words, "change", r[1].Value)
					facts.Is(t, "the numbers of orders", r[0].Words, "pooled", r[4].Value)
					facts.Is(t, "the numbers of orders", r[0].Words, "regret", r[8].Value)
				case r[0].Words == "later":
					for j := 1; j < len(r); j += 3 {
						what := map[string]string{"curves": "pooled", "regret": "regret"}[x.Key]
						facts.Is(t, "the numbers of "+x.Key, strings.TrimPrefix(n.Heads[j].Name, "fixed:"), what, r[j].Value)
					}
				}
			}
		}
	}
}
