package place

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/report"
)

func computed(t *testing.T, change func(p *Plan)) (*Report, *job.Cleaning) {
	t.Helper()
	g := reports()
	change(&g.Base)
	x := g.Compute(t, g.Base)
	return Merge(x.Trace.Name, x.Trace.Digest, x.Plan, x.Rows), x.Cleaning
}

func TestNoOtherChoiceBeatsOneOfTheFrontOnBoth(t *testing.T) {
	r, _ := computed(t, func(p *Plan) {})
	front := 0
	for i := range r.Choices {
		c := &r.Choices[i]
		if !c.Front {
			continue
		}
		front++
		for j := range r.Choices {
			d := &r.Choices[j]
			require.False(t, d.EnergyChange.Mid <= c.EnergyChange.Mid && d.TimeChange.Mid < c.TimeChange.Mid ||
				d.EnergyChange.Mid < c.EnergyChange.Mid && d.TimeChange.Mid <= c.TimeChange.Mid, "%s beats %s", d.Name, c.Name)
		}
	}
	require.Positive(t, front)
	require.True(t, r.ByName(r.Thrifty.Name).Front)
	require.True(t, r.ByName(r.Quick.Name).Front)
}

func TestChoicesThatDoTheSameAreOne(t *testing.T) {
	r, _ := computed(t, func(p *Plan) { p.Platform = "gaia" })
	require.False(t, r.Waits())
	require.Equal(t, "first-high_gflops", r.ByName("shortest-high_gflops+easy").Alike)
	require.Contains(t, r.Sentence(), "No job waits under any of them")
	require.Regexp(t, `Of placings \w+ costs most, \d+.%`, r.Sentence())
	require.Empty(t, r.ByName("first-high_gflops").Alike)
	require.Equal(t, Change{}, r.ByName("shortest-high_gflops").EnergyChange)
}

// Differences over all else are of choices that differ in that alone.
func TestMarginsCompareLikeWithLike(t *testing.T) {
	r, _ := computed(t, func(p *Plan) { p.Pairs = []string{"first-high_gflops", "shortest-low_power"} })
	require.Len(t, r.Backfillings, 1)
	require.Empty(t, r.Placings, "no two pairs here have the same selection")
	require.Empty(t, r.Selections)
	none, easy := r.Choices[0].Energy+r.Choices[1].Energy, r.Choices[2].Energy+r.Choices[3].Energy
	require.InDelta(t, float64(easy/none)-1, float64(r.Backfillings[0].Energy.Mid), 1e-9)
	r, _ = computed(t, func(p *Plan) {})
	require.Len(t, r.Placings, 5)
	require.Len(t, r.Selections, 5)
}

func TestWhatIsNamedHoldsForAllAtOnce(t *testing.T) {
	r, _ := computed(t, func(p *Plan) { p.Stretches = 8 })
	require.Greater(t, r.Thrifty.Level, report.Float(0.99))
	c := r.ByName(r.Thrifty.Name)
	require.Equal(t, c.EnergyChange.Mid, r.Thrifty.Energy.Mid)
	require.Less(t, r.Thrifty.Energy.Low, c.EnergyChange.Low)
	one, _ := computed(t, func(p *Plan) { p.Stretches = 1 })
	require.False(t, one.Thrifty.Energy.Low.Known())
	require.Contains(t, one.Sentence(), "one stretch does not say how sure")
	same, _ := computed(t, func(p *Plan) { p.Pairs, p.Backfillings = []string{"first-random"}, []string{"none"} })
	require.Contains(t, same.Sentence(), "nothing to be compared with")
}

// One paragraph said that a choice is quicker by 36 % [4, 46] and that none was shown
// quicker: the quickest varies more than another.
func TestNoChoiceIsUnshownBesideOneThatIsShown(t *testing.T) {
	stretches := func(values ...int64) (list [][]int64) {
		for _, v := range values {
			row := make([]int64, 8)
			for k := range row {
				row[k] = v + int64(k)
			}
			list = append(list, row)
		}
		return list
	}
	x := &table{time: stretches(1000, 900, 900), energy: stretches(1000, 990, 800)}
	for k := range x.time[1] {
		x.time[1][k] = []int64{100, 1500}[k%2] // the least, and wild
	}
	r := &Report{Distinct: 3, Against: "a", Choices: []Standing{{Name: "a"}, {Name: "b"}, {Name: "c"}}, Plan: Default(), Stretches: 8}
	quick := x.named(r, x.time, x.energy, 0)
	require.Equal(t, "c", quick.Name)
	require.Equal(t, report.Less, quick.Time.Shown())
	require.False(t, quick.Least)
	r.Quick, r.Thrifty = quick, x.named(r, x.energy, x.time, 0)
	require.Equal(t, "c", r.Thrifty.Name)
	require.NotContains(t, r.haste(), "No choice was shown")
	require.Equal(t, "No other is as surely of shorter mean turnaround.", r.haste())
	require.NotContains(t, r.thrift()+r.haste(), "can't be told")
	r.Thrifty.Name = "d"
	require.Contains(t, r.haste(), "Mean turnaround is most surely shorter under c, ")
}

func TestTheCSVHasALineAChoice(t *testing.T) {
	r, _ := computed(t, func(p *Plan) {})
	lines := strings.Split(strings.TrimSpace(r.CSV()), "\n")
	require.Len(t, lines, 1+72)
	require.Equal(t, 26, len(strings.Split(lines[1], ",")))
}
