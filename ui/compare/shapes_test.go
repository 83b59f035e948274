package compare

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/shapes"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// Every host, figure, table and file of the view, for outcomes of every kind.
func TestEveryWordOfTheViewIsSupported(t *testing.T) {
	fixture.Long(t)
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
		for _, o := range v.Report.Orders[1:] {
			k.Add(o.Order, &o.Bounds, o.Shown)
		}
		if n := v.Report.Named; n != nil {
			k.Less[n.Order] = n.Verdict == report.Shown && n.Change < 0
		}
		for _, host := range []string{"verdict", hostForest, hostTable, hostCaution, hostVaried, hostLook} {
			k.Check(t, host, s.Drawn[host])
		}
		k.Check(t, "footnote", v.Footnote())
		k.Check(t, "methods", v.Text())
		facts := shapes.Facts{Shape: shape.Name}
		for _, o := range v.Report.Orders {
			facts.Is(t, "the table", o.Order, "average wait", float64(o.AvgWait/v.Report.Orders[0].AvgWait)-1)
			facts.Is(t, "the table", o.Order, "longest wait", float64(o.MaxWait/v.Report.Orders[0].MaxWait)-1)
			if o.Order != "FCFS" {
				facts.Is(t, "the table", o.Order, "change", float64(o.Change))
				facts.Is(t, "the table", o.Order, "low", float64(o.Low))
				facts.Is(t, "the table", o.Order, "sim high", float64(o.SimHigh))
				facts.Is(t, "the table", o.Order, "won", float64(o.Wins)/float64(v.Report.Done))
			}
		}
		for _, group := range groupKinds {
			v.group = group.key
			for _, x := range v.pictures() {
				if x.Key != "gains" && group.key != "size" {
					continue
				}
				k.Check(t, x.Tab+" by "+group.words, x.Draw(plot.Frame{Width: 900}))
				if m := folds.FindStringSubmatch(shapes.Plain(x.Draw(plot.Frame{Width: 900}))); m != nil {
					require.Contains(t, shapes.Plain(x.Draw(plot.Frame{Width: 900})), "× "+m[1],
						"%s: the title's factor is the row's", shape.Name)
				}
				n := x.Table()
				k.Check(t, "numbers of "+x.Tab, n.HTML("")+n.CSV())
				require.NotRegexp(t, `\d\.\d{5}`, shapes.Plain(n.HTML("")), "%s: %s has raw numbers", shape.Name, x.Tab)
				for _, r := range n.Rows {
					told(t, &facts, x.Key, n, r)
				}
			}
		}
	}
}

// folds is a factor in a title.
var folds = regexp.MustCompile(`spreads ([0-9.]+)-fold`)

// told collects what a row tells that other places tell too, by its name there.
func told(t *testing.T, facts *shapes.Facts, key string, n *lab.Numbers, r []lab.Datum) {
	is := func(of, what string, i int) { facts.Is(t, "the numbers of "+key, of, what, r[i].Value) }
	switch key {
	case "scatter":
		is(r[0].Words, "average wait", 1)
		is(r[0].Words, "longest wait", 4)
	case "matrix":
		if row, ok := strings.CutSuffix(r[0].Words, ", FCFS"); ok { // against the baseline it is the change
			is(row, "won", 1)
			is(row, "change", 2)
			is(row, "low", 3)
			is(row, "sim high", 6)
		}
	case "time":
		for i := 1; i < len(r) && r[0].Words == "later"; i += 3 {
			is(n.Heads[i].Name, "change", i)
			is(n.Heads[i].Name, "single p10", i+1)
		}
	}
}
