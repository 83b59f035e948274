package tune

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/shapes"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// Every host, figure, table and file of the view, for outcomes of every kind.
func TestEveryWordOfTheViewIsSupported(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	sets := 0
	for i, shape := range shapes.All() {
		for _, objective := range []tune.Objective{tune.AvgWait, tune.AvgBsld} {
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
			set := strings.Contains(s.Drawn["tune-verdict"], "Decide says whether to set it.")
			require.Equal(t, set, strings.Contains(s.Drawn[hostSetting], "In your scheduler"),
				"%s: what is proposed, and nothing else, has lines to set", shape.Name)
			if set {
				sets++
			}
			for _, x := range v.Report.Pairs[1:] {
				k.Add(tune.PairName(x.Choice()), &x.Bounds, x.Shown)
			}
			// the answer claims what the verdict is, and no simulation error
			sure := shapes.Known{Shape: shape.Name, Bounded: k.Bounded, ByWeeks: k.ByWeeks, Claims: v.Report.Verdict == report.Shown}
			sure.Check(t, "tune-verdict", s.Drawn["tune-verdict"])
			require.Equal(t, set, v.Report.Verdict == report.Shown && v.Report.Named.Why == "", shape.Name)
			require.NotContains(t, s.Drawn["tune-verdict"], "Keep", shape.Name)
			for _, host := range []string{"tune-verdict", hostSetting, hostPairs, hostCaution, hostLook} {
				k.Check(t, host, s.Drawn[host])
			}
			k.Check(t, "footnote", v.Footnote())
			k.Check(t, "methods", v.Text())
			if objective != tune.AvgWait { // figures are of waits alone
				continue
			}
			facts := shapes.Facts{Shape: shape.Name}
			for _, x := range v.Report.Pairs {
				change := float64(x.Change)
				if !x.Change.Known() || x.Choice().IsBaseline() {
					continue
				}
				facts.Is(t, "the table", tune.PairName(x.Choice()), "change", change)
				facts.Is(t, "the table", tune.PairName(x.Choice()), "longest wait", float64(x.TestMax/v.Report.Baseline.TestMax)-1)
			}
			for _, train := range []bool{false, true} {
				for _, difference := range []bool{false, true} {
					if train && difference {
						continue
					}
					v.look.Train, v.look.Difference = train, difference
					for _, x := range v.pictures() {
						k.Check(t, x.Tab, x.Draw(plot.Frame{Width: 900}))
						n := x.Table()
						k.Check(t, "numbers of "+x.Tab, n.HTML("")+n.CSV())
						require.NotRegexp(t, `\d\.\d{5}`, shapes.Plain(n.HTML("")), "%s: %s has raw numbers", shape.Name, x.Tab)
						for _, r := range n.Rows {
							switch {
							case x.Key == "pairs" && !train && r[0].Words != "FCFS + FCFS":
								facts.Is(t, "the numbers of pairs", r[0].Words, "change", r[1].Value)
								facts.Is(t, "the numbers of pairs", r[0].Words, "longest wait", r[2].Value)
							case x.Key == "all" && r[0].Words != "FCFS":
								facts.Is(t, "the numbers of all", r[0].Words+" + FCFS", "change", r[1].Value)
							case x.Key == "carry" && r[0].Words != "FCFS + FCFS":
								facts.Is(t, "the numbers of carry", r[0].Words, "change", r[2].Value)
							}
						}
					}
				}
			}
		}
	}
	require.NotZero(t, sets)
}

// What was kept of the halves before their sums by week were is computed anew.
func TestARowOfTheHalvesWithoutSumsByWeekIsNotRecalled(t *testing.T) {
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	p, err := v.On(v.Lab.Current())
	require.NoError(t, err)
	_, rows := tuned(t, m, p)
	at := slices.IndexFunc(rows, func(r tune.Row) bool { return r.K == study.Logged })
	var w wire.Writer
	rows[at].Wire(wire.Both{Put: &w})
	before := len(w.B) - 1
	for err := error(wire.ErrShort); err != nil; before-- {
		_, err = study.Decode[tune.Row](w.B[:before])
	}
	known := v.Rows(v.Lab.Current(), &p)
	kept := lab.KeptRow{Kind: tune.Name, Key: v.Lab.Current().TaskKey(p.Settings().TaskKey()), K: study.Logged, Row: w.B[:before+1]}
	v.Recall(a.Summary.Digest, kept)
	require.Equal(t, []int{study.Logged}, known.Missing(study.Logged, 0))
	kept.Row = w.B
	v.Recall(a.Summary.Digest, kept)
	require.Empty(t, known.Missing(study.Logged, 0))
}
