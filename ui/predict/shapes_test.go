package predict

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/shapes"
	"shadowtime/core/report"
)

// Every host of the view but the details, for outcomes of every kind.
func TestEveryWordOfTheViewIsSupported(t *testing.T) {
	fixture.Long(t)
	_, v, _, s := page(t, "weeks=2&resamples=2")
	for i, shape := range shapes.All() {
		p, rows, err := shape.Predict()
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
		r := v.Report
		k := &shapes.Known{Shape: shape.Name}
		facts := shapes.Facts{Shape: shape.Name}
		for j := range r.Ways {
			w := &r.Ways[j]
			if j > 0 {
				k.Weigh(w.Way, &w.Bounds, w.Shown)
				if j < len(r.Plan.Ladder()) {
					k.Weigh(predict.Doing(r.Plan.Ways()[j]), &w.Bounds, w.Shown)
				}
			}
			change, _, _ := w.Leading()
			facts.Is(t, "the report", w.Way, "change", float64(change))
		}
		if n := r.Named; n != nil && len(r.Ways) == len(r.Plan.Ladder()) {
			k.Claim(predict.Doing(r.Plan.Ways()[n.At]), &n.Claim)
		}
		for _, host := range []string{"predict-verdict", hostLadder, hostTable, hostCaution} {
			k.Check(t, host, s.Drawn[host])
		}
		k.Check(t, "footnote", v.Footnote())
		k.Check(t, "methods", v.Report.Methods())
		for _, row := range v.chart().Rows {
			facts.Is(t, "the ladder", row.Name, "change", row.Mid)
		}
		if r.Verdict != report.Shown {
			require.NotContains(t, s.Drawn["predict-verdict"], "Learning run times would have cut", shape.Name)
		}
	}
}
