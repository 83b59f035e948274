package rules

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/stats"
	"shadowtime/core/internal/worlds"
	"shadowtime/core/job"
	"shadowtime/core/sim"
)

// What a change does to a machine in the long run is the truth; a log is some of its weeks, and has a range.
const (
	weeksOfLog = 20
	longRun    = 170
)

// covered counts ranges at 95 % of the weeks of logs, and those that hold the truth: under the rules found, and of open
// replays, which have none where a rule is what is changed.
type covered struct{ ranges, hits, open, openHits int }

func (x *covered) add(y *covered) {
	x.ranges, x.hits, x.open, x.openHits = x.ranges+y.ranges, x.hits+y.hits, x.open+y.open, x.openHits+y.openHits
}

// ruledWorlds are machines of made-up submissions that have rules and can do their work under them: one that can't has
// no long run.
func ruledWorlds(m int64) []world {
	end := int64(1) << 60
	p := func(share float64) int64 { return int64(share * float64(m)) }
	site := func(may ...worlds.Rule) worlds.Site { return worlds.Site{May: may} }
	day := site(worlds.Closed(14400, 6, 18, true, end))
	day.Hours = []int64{6, 18}
	return []world{
		{"FCFS", "none", site(), 0},
		{"FCFS", "6 jobs a user", site(worlds.UserJobs(6, 0)), 0},
		{"FCFS", fmt.Sprint(p(0.5), " processors a user"), site(worlds.UserProcs(p(0.5))), 0},
		{"FCFS", "not 06:00-18:00 Mon-Fri over 4h", day, 0},
		{"SPF", "8 jobs a user", site(worlds.UserJobs(8, 0)), 0},
		{"FCFS", fmt.Sprint(p(0.85), " processors over 2h"), site(worlds.ClassProcs(7200, p(0.85))), 0},
		{"FCFS", fmt.Sprint(p(0.08), " processors missing"), site(), p(0.08)},
	}
}

// sumsByWeek are the sums of waits by week of submission, in seconds.
func sumsByWeek(t *job.Trace, waits []int64) []int64 {
	sums := make([]int64, weeksOfLog)
	for j, wait := range waits {
		sums[t.Submit[j]/job.Week] += wait
	}
	return sums
}

// cover asks a log of a machine for what changes do, and counts the ranges that hold what they do in the long run. False:
// the gate is silent.
func cover(t testing.TB, m *worlds.Machine, from int, w *world, count map[string]*covered) bool {
	log := m.Log(from, weeksOfLog)
	procs := log.Procs - w.missing
	site := w.site
	site.Key = keys[w.order]
	log.Wait = site.Waits(log, procs)
	r, err := NewRunner(log, Default())
	require.NoError(t, err)
	f, err := r.Round(rounds+1, nil)
	require.NoError(t, err)
	near := nearOf(&f.Ruled, f.Under)
	if !gateOf(&near).Speaks {
		return false
	}
	whole := mean(site.Waits(m.Trace, procs))
	open := &Found{}
	holds := func(now, then *Found, front string, late int64, truth float64) int {
		spread := stats.PriorSpread
		if then != now { // a change of rules
			spread = stats.RuleSpread
		}
		x := stats.RangeSupposing(spread, sumsByWeek(log, replayed(t, log, then, front, late)),
			sumsByWeek(log, replayed(t, log, now, now.Order.String(), sim.None)))
		if c := x.Change(0.95); c.Low <= truth && truth <= c.High {
			return 1
		}
		return 0
	}
	add := func(name string, x *covered) {
		if count[name] == nil {
			count[name] = &covered{}
		}
		count[name].add(x)
	}
	for _, order := range []string{"SAF", "SPF"} {
		then := site
		then.Key, then.Late = keys[order], 72000
		truth := mean(then.Waits(m.Trace, procs))/whole - 1
		add(order+", 20 h", &covered{1, holds(f, f, order, 72000, truth), 1, holds(open, open, order, 72000, truth)})
	}
	if w.rules != "none" {
		then := site
		then.May = nil
		truth := mean(then.Waits(m.Trace, m.Trace.Procs))/whole - 1
		bare := &Found{Order: f.Order, Plain: f.Plain}
		add(lifted, &covered{ranges: 1, hits: holds(f, bare, f.Order.String(), sim.None, truth)})
	}
	return true
}

// lifted is the change that takes all rules off.
const lifted = "no rules"

// Ranges are of a log's own weeks: under the rules found they hold what a change does to the machine in the long run.
func TestRangesUnderRulesCoverTheTruth(t *testing.T) {
	fixture.Long(t)
	m, err := worlds.New(worlds.Independent, 5901, longRun)
	require.NoError(t, err)
	count, list := map[string]*covered{}, ruledWorlds(m.Trace.Procs)
	for _, w := range []world{list[1], list[3]}[:fixture.ByDay(1, 2)] {
		require.True(t, cover(t, m, 30, &w, count), w.name())
	}
	sum := covered{}
	for _, x := range count {
		sum.add(x)
	}
	t.Log(sum)
	require.Equal(t, fixture.ByDay(3, 6), sum.ranges)
	require.GreaterOrEqual(t, sum.hits, fixture.ByDay(3, 5))
}

// The table of evidence: ranges that hold the truth, of three machines of each of three kinds under all rules.
func TestTheTablesOfRulesAreThoseOfRanges(t *testing.T) {
	fixture.Rare(t)
	count, silent := map[string]*covered{}, 0
	var adding sync.Mutex
	t.Run("machines", func(t *testing.T) {
		for _, kind := range []worlds.Kind{worlds.Independent, worlds.Autocorrelated, worlds.Rare} {
			for seed := range 3 {
				t.Run(fmt.Sprint(kind, seed), func(t *testing.T) {
					t.Parallel()
					m, err := worlds.New(kind, uint64(5901+seed), longRun)
					require.NoError(t, err)
					of, quiet := map[string]*covered{}, 0
					for _, w := range ruledWorlds(m.Trace.Procs) {
						if !cover(t, m, 30+60*seed, &w, of) {
							quiet++
						}
					}
					adding.Lock()
					defer adding.Unlock()
					silent += quiet
					for name, x := range of {
						t.Log(name, *x)
						if count[name] == nil {
							count[name] = &covered{}
						}
						count[name].add(x)
					}
				})
			}
		}
	})
	var b strings.Builder
	all := covered{}
	for _, name := range []string{"SAF, 20 h", "SPF, 20 h", lifted} {
		b.WriteString(count[name].line(name))
		all.add(count[name])
	}
	b.WriteString(all.line("all"))
	t.Log(b.String(), silent, "silent")
	for _, x := range count {
		require.GreaterOrEqual(t, float64(x.hits), 0.9*float64(x.ranges))
	}
	fixture.Tables(t, "../../../public/docs/evidence-rules.html", map[string]string{"rules-cover": b.String()})
}

func (x *covered) line(name string) string {
	open := figure("–")
	if x.open > 0 {
		open = figure(fmt.Sprintf("%d of %d", x.openHits, x.open))
	}
	return tableRow(name, figure(fmt.Sprintf("%d of %d", x.hits, x.ranges)), open)
}
