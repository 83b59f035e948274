package tune

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// machine is a generator of weeks: each has a load of its own, and each choice
// makes it wait so much of that, with some chance.
type machine struct {
	t     testing.TB
	rng   *rand.Rand
	ratio []float64 // by choice
}

func (m *machine) week() week {
	load := 2000 + 6000*m.rng.ExpFloat64()
	x := week{wait: []int64{int64(load)}, max: []int64{int64(load / 3)}}
	for _, r := range m.ratio {
		w := int64(load * r * (0.7 + 0.6*m.rng.Float64()))
		x.wait, x.max = append(x.wait, w), append(x.max, w/3+m.rng.Int64N(1+w/3))
	}
	return x
}

// log draws halves of so many weeks, and from each of them single weeks; the
// halves themselves come first.
func (m *machine) log(half, weeks int) []Row {
	var train, test []week
	sum := func(list []week) week {
		x := week{wait: make([]int64, len(m.ratio)+1), max: make([]int64, len(m.ratio)+1)}
		for _, y := range list {
			for i := range x.wait {
				x.wait[i], x.max[i] = x.wait[i]+y.wait[i], max(x.max[i], y.max[i])
			}
		}
		return x
	}
	for range half {
		train, test = append(train, m.week()), append(test, m.week())
	}
	rows := []Row{weekRow(m.t, study.Logged, half, sum(train), sum(test))}
	rows[0].Train.weekly, rows[0].Test.weekly = sumsOf(train), sumsOf(test)
	for k := 1; k <= weeks; k++ {
		rows = append(rows, tuneRow(m.t, k, train[m.rng.IntN(half)], test[m.rng.IntN(half)]))
	}
	return rows
}

// sumsOf are those of weeks.
func sumsOf(weeks []week) (list []Sums) {
	for i := range weeks[0].wait {
		s := Sums{make([]int64, len(weeks)+1), make([]int64, len(weeks)+1)}
		for k, w := range weeks {
			s.Wait[k], s.Bsld[k] = w.wait[i], thousandths(float64(w.wait[i])/10)
		}
		list = append(list, s)
	}
	return list
}

// six settings beside the baseline
func sixSettings(weeks int) Plan {
	p := pairsOf("SPF,SQF,SAF", "FCFS,SPF", 72000)
	p.Resamples, p.Bootstrap, p.Block = weeks, 100, 1
	return p
}

func TestLearningAgainOnDrawsIsLearningOnTheirWeeks(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for n := range 60 {
		p := sixSettings(9)
		p.Objective = Objective(n % 2)
		if n%3 > 0 {
			p.Bound = 0.9 + 0.4*rng.Float64()
		}
		m := &machine{t, rng, []float64{0.9, 0.8, 0.9, 0.8, 0.85, 0.9}}
		_, rows := study.Split(m.log(12, 9))
		j := &judge{plan: &p, rows: rows}
		s := newSearch(j)
		stats.Counts(len(rows), len(rows)+n%3-1, 20, uint64(n), func(times []int32) {
			var drawn []Row
			cost, most, base := make([]int64, len(s.choices)), make([]int64, len(s.choices)), int64(0)
			for k, of := range times {
				for range of {
					drawn = append(drawn, rows[k])
				}
				addTimes(cost, s.cost[k], int64(of))
				addTimes(most[:len(s.most[k])], s.most[k], int64(of))
				base += int64(of) * s.base[k]
			}
			pool := Pool(&p, drawn, Training)
			want, _ := Learn(&p, &pool, Any)
			require.Equal(t, want.Choice, s.choices[s.best(cost, most, base)])
		})
	}
}

func TestSettingsThatBehaveAlikeAreLearnedOnce(t *testing.T) {
	p := pairsOf("FCFS,SPF", "SPF", study.None)
	p.Thresholds = []study.Seconds{study.None, 72000, 3600}
	p.Resamples, p.Bootstrap = 6, 100
	rows := computed(t, p, tuningLog(t)).Rows
	_, rows = study.Split(rows)
	s := newSearch(&judge{plan: &p, rows: rows})
	require.Less(t, len(s.choices), p.Choices())
	for c := range p.Choices() {
		alike := slices.ContainsFunc(s.choices, func(i int) bool {
			return i <= c && !slices.ContainsFunc(rows, func(r Row) bool { return r.Train.Result(i) != r.Train.Result(c) })
		})
		require.True(t, alike, "%d", c)
	}
}

func TestTheChoicesOwnUncertainty(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	p := sixSettings(60)
	require.NoError(t, p.Normalise())
	// one far ahead: everything agrees
	m := &machine{t, rng, []float64{0.9, 0.9, 0.4, 0.9, 0.9, 0.9}}
	rows := m.log(30, 60)
	r := Merge(p, job.Digest{}, rows)
	require.Equal(t, Choice{Primary: "SQF", Backfill: "FCFS", Threshold: 72000}, r.Learned.Choice())
	require.Equal(t, []Near{{"SQF", "FCFS", 72000}}, r.Choice.Near)
	require.True(t, r.Learned.Near)
	require.Equal(t, Same{1, 1, 1}, r.Choice.Same)
	require.Equal(t, &Same{1, 1, 1}, r.Choice.OtherWeeks)
	require.Equal(t, r.Learned.Choice(), r.Choice.Swapped.Choice())
	require.Contains(t, r.Doubts()[0], "from each of the 5 others (95")
	require.Contains(t, r.Doubts()[2], "the choice is the same. In the first half it takes 6")

	// two alike: either may be chosen, and the shares say so
	m.ratio = []float64{0.9, 0.9, 0.5, 0.9, 0.5, 0.9}
	rows = m.log(30, 60)
	r = Merge(p, job.Digest{}, rows)
	require.Len(t, r.Choice.Near, 2)
	require.Less(t, r.Choice.OtherWeeks.Stability, report.Float(0.99))
	require.LessOrEqual(t, r.Choice.Stability, r.Choice.SamePair)
	require.LessOrEqual(t, r.Choice.SamePair, r.Choice.SamePrimary)
	require.Contains(t, r.Doubts()[0], "2 of 6 settings, with SQF and SAF for the queue, from the best")

	// swapped: what a tuning of the halves the other way round learns and shows
	var back []Row
	for _, x := range rows {
		x.Train, x.Test = x.Test, x.Train
		back = append(back, x)
	}
	other := Merge(p, job.Digest{}, back)
	require.Equal(t, other.Learned.Choice(), r.Choice.Swapped.Choice())
	require.Equal(t, other.Learned.Bounds, r.Choice.Swapped.Bounds)
	require.True(t, r.Choice.Swapped.Low.Known())
}

func TestRangesAreThoseOfTheHalfsOwnWeeksBesideTheSimulation(t *testing.T) {
	p := sixSettings(40)
	require.NoError(t, p.Normalise())
	m := &machine{t, rand.New(rand.NewPCG(1, 1)), []float64{0.9, 0.8, 0.7, 0.95, 1.1, 1.5}}
	rows := m.log(24, 40)
	r := Merge(p, job.Digest{}, rows)
	sums := rows[0].Test.weekly
	for c, x := range r.Pairs {
		var policy, base []int64
		for _, row := range rows[1:] {
			policy, base = append(policy, row.Test.Result(c).Wait), append(base, row.Test.Baseline.Wait)
		}
		own := stats.RangeOf(sums[1+c].Wait[:24], sums[0].Wait[:24])
		wide, narrow, all := own.Change(0.95), stats.Fieller(policy, base, 0.95), own.Change(1-0.05/6)
		require.Equal(t, stats.Change{Mid: float64(x.Own), Low: float64(x.Low), High: float64(x.High)}, wide)
		require.Equal(t, stats.Change{Mid: float64(x.Change), Low: float64(x.SimLow), High: float64(x.SimHigh)}, narrow)
		require.Less(t, wide.Low, narrow.Low)
		require.Equal(t, all.High < 0, x.Shown == report.Less)
		require.Equal(t, all.Low > 0, x.Shown == report.More)
		require.Equal(t, report.Float(relative(rows[0].Train.Result(c).Wait, rows[0].Train.Baseline.Wait)), x.TrainOwn)
		row := r.Row(&r.Pairs[c], "")
		require.Equal(t, []float64{float64(x.TrainOwn), float64(x.Own)}, row.Halves)
		require.Equal(t, []float64{float64(x.Change), float64(x.Own)}, []float64{row.Sim, row.Mid})
	}
	// what is named is at the level of the one or two that are spoken of
	require.Equal(t, 1, r.Named.Among)
	at, _ := p.Find(r.Named.Choice())
	require.Equal(t, r.Pairs[at].Own, r.Named.Own)
	require.Equal(t, []report.Float{r.Pairs[at].Low, r.Pairs[at].High}, []report.Float{r.Named.Low, r.Named.High})
	// without the halves themselves only the simulation error is known, which shows nothing
	alone := Merge(p, job.Digest{}, rows[1:])
	require.Nil(t, alone.AsLogged)
	require.Empty(t, alone.Logged())
	require.False(t, alone.ByWeeks())
	require.Equal(t, r.Pairs[0].SimLow, alone.Pairs[0].SimLow)
	require.Equal(t, report.Nothing, alone.Pairs[2].Shown)
	require.Nil(t, alone.Choice.OtherWeeks)
}

func TestTheLogItselfIsSetBesideItsWeeks(t *testing.T) {
	p := sixSettings(40)
	require.NoError(t, p.Normalise())
	m := &machine{t, rand.New(rand.NewPCG(1, 7)), []float64{0.9, 0.9, 0.4, 0.9, 0.9, 0.9}}
	rows := m.log(24, 40)
	r := Merge(p, job.Digest{}, rows)
	a, log := r.AsLogged, &rows[0]
	change := func(h *Half) report.Float {
		return report.Float(float64(h.Result(2).Wait)/float64(h.Baseline.Wait) - 1)
	}
	require.InDelta(t, float64(change(&log.Train)), float64(a.Train.Learned), 1e-12)
	require.InDelta(t, float64(change(&log.Test)), float64(a.Test.Learned), 1e-12)
	require.Equal(t, a.Test.Learned, a.Test.Recommended)
	require.Equal(t, 24, a.Test.Weeks)
	require.Equal(t, report.Float(float64(log.Test.Baseline.Wait)/240), a.Test.AvgWait)
	require.Equal(t, r.Baseline.TestAvg/a.Test.AvgWait, a.Likeness)
	require.Regexp(t, "^Replaying your log.s second half: .* mean wait with FCFS, .* with SQF with FCFS backfilling and a threshold of "+
		"20\u202fh\\. "+
		"In the first half, where ", r.Logged())
	require.Contains(t, r.Logged(), " was chosen, it changes the mean wait by −")
	r.Warn(rows, report.Source{Users: 50, HalfWeeks: [2]int{24, 24}})
	require.Equal(t, []string{stats.FewResamples, stats.Conditional}, codesOf(r.Warnings))

	// single weeks that wait half as long as the half did
	long := slices.Clone(rows)
	long[0] = weekRow(t, study.Logged, 12, week{[]int64{1, 1, 1, 1, 1, 1, 1}, make([]int64, 7)},
		week{slices.Repeat([]int64{int64(2 * 120 * float64(r.Baseline.TestAvg))}, 7), make([]int64, 7)})
	r = Merge(p, job.Digest{}, long)
	r.Warn(long, report.Source{Users: 50, HalfWeeks: [2]int{24, 12}})
	require.Equal(t, []string{stats.Unlike, stats.FewResamples, stats.FewWeeks, stats.Conditional}, codesOf(r.Warnings))
	require.Contains(t, r.Warnings[0].Words, "0.5 times as long")
	require.Contains(t, r.Warnings[0].Words, "a single week that begins with an empty machine")
	require.NotContains(t, r.Warnings[0].Words, "longer ones")
	require.Contains(t, r.Warnings[2].Words, "only 12 whole weeks")
}

func codesOf(list []stats.Warning) (codes []string) {
	for _, w := range list {
		codes = append(codes, w.Code)
	}
	return codes
}

func TestASimplerSettingIsProposedOnlyWhereItCostsLessThanTheMargin(t *testing.T) {
	p := pairsOf("FCFS,SPF", "FCFS,SPF,SQF", 72000)
	train := []int64{100_000, 100_000, 95_000, 95_000, 80_000, 60_300, 60_000}
	for _, c := range []struct {
		simple, learned int64
		holds           bool
	}{{60_000, 60_000, true}, {60_900, 60_000, true}, {61_050, 60_000, false}, {64_000, 60_000, false}, {59_000, 60_000, true}} {
		r := try(t, p, 60, train, []int64{100_000, 100_000, 95_000, 95_000, 80_000, c.simple, c.learned})
		require.Equal(t, Choice{Primary: "SPF", Backfill: "SPF", Threshold: 72000}, r.Simple.Choice(),
			"chosen on the training weeks, whatever the testing weeks say")
		require.InDelta(t, float64(c.simple-c.learned)/100_000, float64(r.Simple.Loss), 1e-4)
		require.LessOrEqual(t, r.Simple.SimLow, r.Simple.Resampled)
		require.LessOrEqual(t, r.Simple.Resampled, r.Simple.SimHigh)
		require.Equal(t, c.holds, r.Simple.Holds)
		require.Equal(t, c.holds, r.Recommended.Simpler)
		require.Equal(t, stats.Among(0.95, 3), float64(r.Named.Level), "two are spoken of")
		require.Equal(t, r.Recommended.Choice(), r.Named.Choice(), "the verdict is of what is proposed")
		if c.holds {
			require.Contains(t, r.Sentence(), "The simpler one will do")
		} else {
			require.Equal(t, r.Learned.Choice(), r.Recommended.Choice())
			require.Contains(t, r.Doubts()[len(r.Doubts())-1], "not below the margin of 1 point")
		}
	}
	r := try(t, p, 60, train, []int64{100_000, 100_000, 95_000, 95_000, 80_000, 60_900, 60_000})
	require.Contains(t, r.Sentence(), "The training weeks choose SPF with SQF backfilling and a threshold of 20\u202fh, which takes 0.9 "+
		"points more off the mean wait. The simpler one will do.")
	// worse on the training weeks by more than the margin: never asked for
	train[5] = 62_000
	require.Nil(t, try(t, p, 60, train, []int64{100_000, 100_000, 95_000, 95_000, 80_000, 60_000, 60_000}).Simple)
	// so little is gained at all that nothing need be changed
	little := try(t, p, 60, []int64{100_000, 100_000, 99_900, 99_800, 99_700, 99_600, 99_500}, []int64{100_000, 100_000, 99_900, 99_800,
		99_700, 99_600, 99_500})
	require.True(t, little.Recommended.Choice().IsBaseline())
	require.Equal(t, "The second half does not show that the chosen setting beats FCFS. Best guess: SPF with SQF backfilling and a "+
		"threshold of 20\u202fh, −0.48\u202f%, plausibly between 11\u202f% less and 11\u202f% more. The raw change is "+
		"−0.50\u202f%. Even twenty years of log would not settle it. The longest wait stays at 28\u202fhours.", little.Sentence())
}

func TestInPointsABoundIsRoundedUp(t *testing.T) {
	for want, x := range map[string]report.Float{"1 point": 0.00999, "0.4 points": 0.0033, "0.5 points": 0.005, "12 points": 0.12,
		"2.1 points": 0.0201} {
		require.Equal(t, want, inPoints(x))
	}
}

// Where no setting differs from the baseline in truth, a log of thirty weeks a
// half rarely brings the sentence to propose one.
func TestWhereNoSettingDiffersOneIsRarelyProposed(t *testing.T) {
	fixture.Long(t)
	rng := rand.New(rand.NewPCG(11, 3))
	p := sixSettings(60)
	require.NoError(t, p.Normalise())
	const logs = 400
	proposed, shown := 0, 0
	for range logs {
		m := &machine{t, rng, []float64{1, 1, 1, 1, 1, 1}}
		r := Glance(p, job.Digest{}, m.log(30, 60))
		if r.Verdict == report.Shown {
			proposed++
		}
		if slices.ContainsFunc(r.Pairs, func(x Tuned) bool { return x.Shown != report.Nothing }) {
			shown++
		}
	}
	t.Logf("of %d logs %d propose a setting, and %d show one of the table better or worse", logs, proposed, shown)
	require.LessOrEqual(t, proposed, logs*5/100)
	require.LessOrEqual(t, shown, logs*8/100)
}

// The ranges of the log's weeks hold the truth of the machine that the log is
// of; the simulation error does not.
func TestRangesOfTheLogsWeeksCoverTheMachine(t *testing.T) {
	fixture.Long(t)
	rng := rand.New(rand.NewPCG(21, 3))
	p := sixSettings(60)
	require.NoError(t, p.Normalise())
	const logs = 300
	covered, simulated := 0, 0
	for range logs {
		m := &machine{t, rng, []float64{0.9, 0.9, 0.7, 0.9, 0.9, 0.9}}
		x := Glance(p, job.Digest{}, m.log(30, 60)).Pairs[2]
		if x.Low <= -0.3 && -0.3 <= x.High {
			covered++
		}
		if x.SimLow <= -0.3 && -0.3 <= x.SimHigh {
			simulated++
		}
	}
	t.Logf("of %d logs %d cover the machine, %d by the simulation error", logs, covered, simulated)
	require.GreaterOrEqual(t, covered, logs*92/100)
	require.Less(t, simulated, covered)
}

func TestAWeekWithoutWaitingEmptiesNothing(t *testing.T) {
	p := sixSettings(12)
	require.NoError(t, p.Normalise())
	m := &machine{t, rand.New(rand.NewPCG(1, 9)), []float64{0.9, 0.9, 0.4, 0.9, 0.9, 0.9}}
	rows := m.log(24, 12)
	still := week{make([]int64, 7), make([]int64, 7)}
	rows[4] = tuneRow(t, 4, still, still)
	rows[5] = tuneRow(t, 5, rowWeek(&rows[5].Train), still)
	r := Merge(p, job.Digest{}, rows)
	e := Explain(r, rows)
	require.Equal(t, []int{1, 2}, []int{e.TrainIdle, e.TestIdle})
	for c, x := range e.Test {
		for _, f := range []report.Float{x.Ratio.Avg, x.Ratio.AvgHigh, x.Ratio.Max, x.Difference.Avg, x.MaxMax, r.Pairs[c].Change,
			r.Pairs[c].SimLow, r.Pairs[c].Low} {
			require.True(t, f.Known())
		}
	}
	require.Equal(t, []bool{true, true, true, false, true}, []bool{e.Weekly.Relative[0][0].Known(), e.Weekly.Relative[0][1].Known(),
		e.Weekly.Relative[0][2].Known(), e.Weekly.Relative[0][3].Known(), e.Weekly.Relative[0][4].Known()})
}

func rowWeek(h *Half) week {
	x := week{[]int64{h.Baseline.Wait}, []int64{h.Baseline.Max}}
	for c := range h.Choices() {
		x.wait, x.max = append(x.wait, h.Result(c).Wait), append(x.max, h.Result(c).Max)
	}
	return x
}
