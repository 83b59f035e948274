package place

import (
	_ "embed"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/stats"
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
}

func TestChoicesThatDoTheSameAreOne(t *testing.T) {
	r, _ := computed(t, func(p *Plan) { p.Platform = "gaia" })
	require.False(t, r.Waits())
	require.Equal(t, "first-high_gflops+easy", r.ByName("shortest-high_gflops+easy").Alike)
	require.Contains(t, r.Sentence(), "No job waits under any of them")
	require.Empty(t, r.ByName("first-high_gflops+easy").Alike)
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
	r, _ := computed(t, func(p *Plan) { p.Stretches, p.Against = 20, "random-random" })
	require.Equal(t, report.Shown, r.Verdict)
	require.Equal(t, r.Verdict, r.Named.Verdict)
	require.Equal(t, r.Distinct-1, r.Named.Among)
	require.Greater(t, r.Named.Level, report.Float(0.99))
	c := r.ByName(r.Named.Name)
	require.Equal(t, c.EnergyChange.Mid, r.Named.Own)
	require.Equal(t, c.EnergyChange, r.Named.Energy)
	require.Equal(t, [2]report.Float{r.Named.Low, r.Named.High}, [2]report.Float{c.EnergyChange.Low, c.EnergyChange.High},
		"sentence and table have one range")
	require.Contains(t, r.Sentence(), " would have cut the energy by ")
	one, _ := computed(t, func(p *Plan) { p.Stretches = 1 })
	require.False(t, one.Named.Low.Known())
	require.Equal(t, report.Undecided, one.Verdict)
	require.Contains(t, one.Sentence(), "1 stretch is too few to claim anything. At least 4 are needed, and 8 or more are useful. Run "+
		"more of them. ")
	same, _ := computed(t, func(p *Plan) { p.Pairs, p.Backfillings = []string{"first-random"}, []string{"none"} })
	require.Contains(t, same.Sentence(), "nothing to be compared with")
	require.Nil(t, same.Named)
	require.Equal(t, report.Undecided, same.Verdict)
	alike, _ := computed(t, func(p *Plan) {
		p.Platform, p.Pairs = "gaia", []string{"first-high_gflops", "shortest-high_gflops"}
	})
	require.Equal(t, report.NoGain, alike.Verdict)
}

// Ranges are those of the sums of stretches, as elsewhere of weeks; below four there is none,
// and nothing is claimed.
func TestRangesAreThoseOfTheSumsOfStretches(t *testing.T) {
	for _, n := range []int{1, 3, 4, 9} {
		r, _ := computed(t, func(p *Plan) {
			p.Stretches, p.Pairs = n, []string{"first-high_gflops", "shortest-low_power", "random-random"}
		})
		require.Equal(t, n, r.Stretches)
		require.Equal(t, n >= 4, r.Named.Low.Known())
		for i := range r.Choices {
			c := &r.Choices[i]
			if c.Alike != "" || c.Name == r.Against {
				continue
			}
			require.Equal(t, n >= 4, c.EnergyChange.Low.Known())
			require.Equal(t, n >= 4, len(c.EnergyHalves) == 2)
		}
		for _, row := range r.Forest().Rows {
			require.Equal(t, n >= 4 && !row.Baseline, len(row.Halves) == 2)
		}
		if n < 4 {
			require.Equal(t, report.Undecided, r.Verdict)
			require.NotRegexp(t, "would have cut|takes|raises|shown|surely|Likely", r.Sentence())
			require.Equal(t, report.Nothing, r.Named.EnergyShown)
			for _, d := range append(r.Placings, r.Backfillings...) {
				require.Equal(t, [2]string{report.Nothing, report.Nothing}, [2]string{d.EnergyShown, d.TimeShown})
			}
		}
	}
}

// made is a report of made-up stretches: energy and time by choice, the baseline first.
func made(energy, time [][]int64) *Report {
	names := []string{"a", "b", "c", "d"}
	r := &Report{Distinct: len(energy), Against: "a", Plan: Default(), Stretches: len(energy[0])}
	x := &table{plan: &r.Plan, rows: make([]Row, r.Stretches), energy: energy, time: time}
	for i := range energy {
		c := Standing{Name: names[i], MaxWait: 1}
		c.EnergyChange, c.TimeChange = x.changes(i, 0)
		r.Choices = append(r.Choices, c)
	}
	x.front(r)
	r.Named, r.Quick = x.named(r, x.energy, 0, func(c *Standing) *report.Float { return &c.EnergyCorrected }),
		x.named(r, x.time, 0, func(c *Standing) *report.Float { return &c.TimeCorrected })
	r.Verdict = r.Named.Verdict
	return r
}

// One paragraph said that a choice is quicker by 36 % [4, 46] and that none was shown
// quicker: the quickest varies more than another.
func TestNoChoiceIsUnshownBesideOneThatIsShown(t *testing.T) {
	stretches := func(values ...int64) (list [][]int64) {
		for _, v := range values {
			row := make([]int64, 16)
			for k := range row {
				row[k] = v + int64(k)
			}
			list = append(list, row)
		}
		return list
	}
	energy, time := stretches(1000, 990, 600), stretches(1000, 900, 600)
	for k := range time[1] {
		time[1][k] = []int64{100, 1000}[k%2] // the least, and wild
	}
	r := made(energy, time)
	require.Equal(t, "c", r.Quick.Name)
	require.Equal(t, report.Shown, r.Quick.Verdict)
	require.Equal(t, "c", r.Named.Name)
	require.NotContains(t, r.Sentence(), "not show")
	require.Contains(t, r.Sentence(), "No other takes as much off the mean turnaround as surely.")
	require.NotEqual(t, r.Named.Change, r.Quick.Time.Mid)
	require.Contains(t, r.Sentence(),
		" In raw figures c takes 40\u202f% off the mean turnaround", "the table has a corrected change of it, too")
}

// Of whatever stretches: what a paragraph claims of a choice it does not deny of all, and it
// claims nothing beyond its verdicts.
func TestAParagraphDoesNotContradictItself(t *testing.T) {
	fixture.Long(t)
	rng := rand.New(rand.NewPCG(3, 8))
	seen := map[string]int{}
	for range 400 {
		n, wild := 1+rng.IntN(24), rng.Float64()
		var energy, time [][]int64
		for range 2 + rng.IntN(3) {
			e, s := 0.6+0.6*rng.Float64(), 0.4+rng.Float64()
			var es, ts []int64
			for range n {
				es = append(es, int64(1e6*e*(1+wild*(rng.Float64()-0.5))))
				ts = append(ts, int64(1e6*s*(1+wild*(rng.Float64()-0.5))))
			}
			energy, time = append(energy, es), append(time, ts)
		}
		r := made(energy, time)
		text := r.thrift() + " " + r.haste()
		for _, x := range []struct {
			what string
			of   *Named
		}{{"the energy", r.Named}, {"the mean turnaround", r.Quick}} {
			seen[string(x.of.Verdict)]++
			cut := strings.Contains(text, "would have cut "+x.what) || strings.Contains(text, "off "+x.what+", plausibly") &&
				!strings.Contains(text, "not yet sure") && !strings.Contains(text, "Best guess")
			denied := strings.Contains(text, "does not show that any choice") && strings.Contains(text, map[string]string{
				"the energy": "uses less energy than a", "the mean turnaround": "has less mean turnaround than a"}[x.what])
			require.False(t, cut && denied, text)
			if strings.Contains(text, "would have cut "+x.what) {
				require.Equal(t, report.Shown, x.of.Verdict, text)
				require.Negative(t, x.of.High)
			}
			for i := range r.Choices { // none is shown where the one that is named is not
				if x.of.Verdict == report.Undecided && x.of.Held == "" && i > 0 {
					by := map[string][][]int64{"the energy": energy, "the mean turnaround": time}[x.what]
					require.NotEqual(t, report.Less, shown(changed(by[i], by[0], stats.Among(0.95, r.Distinct))), text)
				}
			}
		}
		require.LessOrEqual(t, strings.Count(text, "picked as the best"), 1, text)
		if n < 4 {
			require.NotRegexp(t, "would have cut|takes|raises", text)
		}
	}
	require.Len(t, seen, 3, "%v", seen)
}

func TestTheCSVHasALineAChoice(t *testing.T) {
	r, _ := computed(t, func(p *Plan) {})
	lines := strings.Split(strings.TrimSpace(r.CSV()), "\n")
	require.Len(t, lines, 1+72)
	require.Equal(t, 28, len(strings.Split(lines[1], ",")))
}
