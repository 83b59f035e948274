package online

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// known are plans that tests have in common, computed.
var known = map[string]*studytest.Computed[Plan, Row]{}

// computed computes a plan on a made-up log, once.
func computed(t testing.TB, p Plan) *studytest.Computed[Plan, Row] {
	t.Helper()
	require.NoError(t, p.Normalise())
	key := string(study.EncodePlan(p.Settings()))
	if known[key] == nil {
		log := studytest.Log(t, lublin.Config{Procs: 64, Jobs: 10_000, Seed: 5, Load: 0.8}, 1)
		known[key] = studytest.Compute(t, log, p, NewRunner, func(p Plan, _ *Runner) int { return p.Resamples })
	}
	return known[key]
}

func sourceOf(x *studytest.Computed[Plan, Row]) report.Source {
	return report.Source{Name: "a log", Cleaning: x.Cleaning, Users: len(x.Trace.Users), UsersKnown: true, WholeWeeks: 9}
}

// selections are a plan's report and rows.
func selections(t *testing.T, p Plan) (*Report, []Row, report.Source) {
	t.Helper()
	x := computed(t, p)
	rows := slices.Clone(x.Rows)
	s := Merge(x.Plan, x.Log.Digest, rows)
	s.Warn(rows, sourceOf(x))
	return s, rows, sourceOf(x)
}

// resamples are the rows without that of the log itself.
func resamples(rows []Row) []Row {
	_, rows = study.Split(rows)
	return rows
}

func smallSelection() Plan {
	p := Default()
	p.Weeks, p.Resamples, p.Bootstrap = 3, 6, 300
	p.Block = 1 // of a log this short several weeks in a row leave no interval
	return p
}

func TestASelectionIsItsDefinitions(t *testing.T) {
	p := smallSelection()
	s, rows, _ := selections(t, p)
	require.Equal(t, 6, s.Done)
	require.Len(t, s.Strategies, 12+2*12)
	total := func(of func(Row) int64) (sum float64) {
		for _, r := range resamples(rows) {
			sum += float64(of(r))
		}
		return sum
	}
	base := total(func(r Row) int64 { return r.Fixed[0].SumWait })
	best := math.Inf(1)
	for i, name := range s.Plan.Orders {
		if w := total(func(r Row) int64 { return r.Fixed[i].SumWait }); w < best {
			best = w
			require.True(t, i == 0 || s.Best.Order != s.Plan.Orders[0], "FCFS is not the best when %s is better", name)
		}
	}
	require.InDelta(t, best/base-1, float64(s.Best.Change), 1e-12)
	require.True(t, s.Best.Low <= s.Best.Change && s.Best.Change <= s.Best.High)
	each := 0.0
	for _, r := range resamples(rows) {
		own := int64(math.MaxInt64)
		for i := range r.Fixed {
			own = min(own, r.Fixed[i].SumWait)
		}
		each += float64(own)
	}
	for i, e := range s.Plan.Entries() {
		x := s.Strategies[i]
		w := total(func(r Row) int64 { return r.Course(e).SumWait })
		require.Equal(t, e.Name(), x.Name())
		require.InDelta(t, w/base-1, float64(x.Change), 1e-12, x.Name())
		require.InDelta(t, (w-best)/6, float64(x.Regret), 1e-3)
		require.InDelta(t, float64(x.Change-s.Best.Change), float64(x.RegretFraction), 1e-12)
		require.InDelta(t, w/best-1, float64(x.RegretOfBest), 1e-12)
		require.True(t, x.OfBestLow <= x.RegretOfBest && x.RegretOfBest <= x.OfBestHigh, x.Name())
		require.InDelta(t, (w-each)/base, float64(x.RegretEach), 1e-12)
		require.True(t, x.SimLow <= x.Change && x.Change <= x.SimHigh, x.Name())
		require.InDelta(t, float64(s.AsLogged.Changes[i]), float64(x.Own), 1e-12, "the log itself, of which all is in whole weeks")
		require.True(t, x.Low <= x.Own && x.Own <= x.High, x.Name())
		require.True(t, x.RegretLow <= x.RegretFraction && x.RegretFraction <= x.RegretHigh, x.Name())
		require.True(t, x.EachLow <= x.RegretEach && x.RegretEach <= x.EachHigh, x.Name())
		require.GreaterOrEqual(t, x.RegretEach, x.RegretFraction, x.Name())
		if e.Strategy.Base == Fixed {
			require.GreaterOrEqual(t, float64(x.Regret), 0.0, "no fixed order beats the best")
			require.GreaterOrEqual(t, float64(x.RegretLow), 0.0, "nor in any draw")
		}
	}
	first := s.Strategies[0]
	require.Equal(t, Selected{Strategy: "fixed:FCFS", Period: study.None, Judged: report.Judged{Shown: report.Nothing, Near: first.Near},
		Regret: first.Regret, RegretFraction: first.RegretFraction, RegretLow: first.RegretLow, RegretHigh: first.RegretHigh,
		RegretOfBest: first.RegretOfBest, OfBestLow: first.OfBestLow, OfBestHigh: first.OfBestHigh,
		RegretEach: first.RegretEach, EachLow: first.EachLow, EachHigh: first.EachHigh}, first)

	n := s.Named
	require.Equal(t, s.Verdict, n.Verdict)
	require.Equal(t, s.Strategies[n.At].Strategy, n.Strategy)
	require.Equal(t, s.Strategies[n.At].Change, n.Resampled)
	require.Equal(t, 24, n.Among, "12 strategies, two periods each, were looked at")
	random, x := s.Strategies[s.random(n.Period)], s.Strategies[n.At]
	require.InDelta(t, (1+float64(x.Change))/(1+float64(random.Change))-1, float64(n.Chance.Change), 1e-12)
	require.InDelta(t, (1+float64(x.Own))/(1+float64(random.Own))-1, float64(n.Chance.Own), 1e-12)
	own := FixedOrders(s, rows).BestFixed()
	require.Equal(t, s.Best.Own, n.Lost.Other)
	require.Equal(t, s.Best.OwnChange, own.Own)
	require.InDelta(t, (1+float64(x.Own))/(1+float64(own.Own))-1, float64(n.Lost.Own), 1e-12)
	for _, f := range FixedOrders(s, rows).Strategies {
		require.LessOrEqual(t, own.lead(), f.lead())
	}
	ranked := s.Ranked()
	for i := 1; i < len(ranked); i++ {
		require.LessOrEqual(t, ranked[i-1].lead(), ranked[i].lead())
	}
}

func TestTheSelectionsEvidenceAgreesWithIt(t *testing.T) {
	fixture.Long(t)
	p := smallSelection()
	p.Periods = []study.Seconds{job.Day, job.Week, 15 * job.Day}
	s, rows, _ := selections(t, p)
	e := Explain(s, rows)
	last := func(v []report.Float) float64 { return float64(v[len(v)-1]) }
	require.Len(t, e.Fixed, 12)
	require.Zero(t, last(e.Fixed[0].Mean))
	for i, x := range s.Strategies {
		line := e.Lines[i]
		require.Len(t, line.Curve.Mean, p.Weeks+1)
		require.Equal(t, float64(x.Change), last(line.Curve.Mean), "the curve of %s ends at its pooled change", x.Name())
		require.Equal(t, float64(x.RegretFraction), last(line.Regret.Mean), "and that of the regret at its own")
		require.InDelta(t, float64(x.RegretFraction), last(line.Regret.Mean), 1e-9, x.Name())
		require.LessOrEqual(t, last(line.Curve.Low), last(line.Curve.High))
		if x.Period == study.None {
			require.Nil(t, line.Shares)
			continue
		}
		for w := range p.Weeks {
			sum := 0.0
			for o := range e.Orders {
				sum += float64(line.Shares[o][w])
			}
			require.InDelta(t, 1, sum, 1e-12, "%s, week %d", x.Name(), w)
		}
		if x.base() == Full && x.Period >= job.Week {
			require.Equal(t, report.Float(1), line.Shares[0][0], "nothing is known at first: FCFS")
		}
	}
}

func TestTheOthersVoteForEachTrace(t *testing.T) {
	made := func(name string, changes ...report.Float) Trace {
		s := &Report{}
		for i, c := range changes {
			x := Selected{Strategy: []string{"epsilon-greedy", "epsilon-greedy@0.3", "epsilon-greedy@0.5", "fixed:FCFS", "fixed:SPF"}[i],
				Period: job.Day, Judged: report.Judged{Bounds: report.Bounds{Change: c, Own: c}}, odd: c, even: c + 0.01}
			if i > 2 {
				x.Period = study.None
			}
			s.Strategies = append(s.Strategies, x)
		}
		return Trace{name, s}
	}
	list := []Trace{
		made("A", -0.10, -0.20, -0.05, 0, -0.1),
		made("B", -0.10, -0.20, -0.05, 0, -0.2),
		made("C", -0.30, -0.20, -0.05, 0, 0.1),
	}
	require.Equal(t, []Ballot{
		// one vote each: the lower mean, (-0.10-0.30)/2 equals (-0.20-0.20)/2, then the first
		{"A", "epsilon-greedy@0.3", -0.19, "epsilon-greedy", -0.10},
		{"B", "epsilon-greedy@0.3", -0.19, "epsilon-greedy", -0.10},
		{"C", "epsilon-greedy", -0.29, "epsilon-greedy@0.3", -0.20},
	}, Vote(list, "epsilon-greedy", job.Day))
	order := VoteOrder(list)
	require.Equal(t, Ballot{"C", "fixed:FCFS", 0, "fixed:SPF", 0.1}, order[2])
	require.Empty(t, Vote(list, "epsilon-greedy", job.Week), "nobody stands")
	require.Empty(t, Vote(list[:1], "epsilon-greedy", job.Day), "nobody else votes")
}

func TestTheSelectionsSentence(t *testing.T) {
	fixture.Long(t)
	p := smallSelection()
	s, _, _ := selections(t, p)
	text := s.Sentence()
	for _, part := range []string{"The strategy " + s.Named.Strategy + ", choosing ", "better than choosing at random as often: ",
		" The best fixed order, which only hindsight knows, is " + s.Best.Own + ". "} {
		require.Contains(t, text, part)
	}
	require.NotContains(t, text, "parameter", "each has one")
	logged := s.Logged()
	require.Contains(t, logged, "Replaying your log: ")
	require.Contains(t, logged, " mean wait with FCFS, ")
	require.Contains(t, logged, " with "+s.Named.Strategy+", choosing ")
	require.Contains(t, logged, " in the log's first half and ")
	p.Strategies = []string{"fixed:SPF"}
	s, _, _ = selections(t, p)
	require.False(t, s.Named.Chooses())
	require.Equal(t, report.Shown, s.Verdict)
	name, _ := strings.CutPrefix(s.Named.Strategy, "fixed:")
	require.Regexp(t, "^"+name+" would have cut the mean wait by .* for choosing the best of 11 orders, of which .* are looked at "+
		"first\\. The raw change is .*\\.$", s.Sentence())
	p.Orders, p.Strategies = []string{"FCFS"}, []string{"fixed:FCFS"}
	s, _, _ = selections(t, p)
	require.Contains(t, s.Sentence(), "Only FCFS was chosen")
	require.Equal(t, "Nothing is known yet.", Merge(s.Plan, job.Digest{}, nil).Sentence())

	idle := Merge(s.Plan, job.Digest{}, []Row{{K: 1, Jobs: 1, Fixed: []Course{{}}}})
	require.Equal(t, "Under FCFS jobs wait less than a second on average: there is nothing to gain.", idle.Sentence())
	require.Equal(t, report.NoGain, idle.Verdict)
	b, err := json.Marshal(idle)
	require.NoError(t, err)
	require.Contains(t, string(b), `"regretFraction":null`)

	p = smallSelection()
	p.Feedback, p.Lambda, p.Noise = Machine, 0.5, 0.33
	p.Strategies = append(p.Strategies, "full@0.9")
	s, _, _ = selections(t, p)
	methods := s.Methods()
	for _, part := range []string{"SHA-256", "resamples of 3 weeks", "day, week", "FCFS, LCFS", "40h", "λ = 0.5, 0.9", "1 ± 0.33",
		"1 ± 0.15", "ε = 0.1",
		"untried orders first", "from the machine as it was", "Garivier", "chosen anew in every draw", "simulation error",
		"sums of the log's own 9 weeks", "for all 26 strategies together (Bonferroni)",
		"The log itself", "Fieller", "on the resamples of odd number and judged on those of even number",
		"conditional on this log"} {
		require.Contains(t, methods, part)
	}
}

func TestSelectionsAsCSV(t *testing.T) {
	s, _, _ := selections(t, smallSelection())
	cells, err := csv.NewReader(strings.NewReader(CSV([]Trace{{"one", s}, {"two", s}}))).ReadAll()
	require.NoError(t, err)
	require.Len(t, cells, 1+2*36)
	require.Equal(t, []string{"one", "fixed:FCFS", "", "0", "0", "0", "0", "0", "0", "0", "nothing"}, cells[1][:11])
	require.Equal(t, "86400", cells[13][2])
}
