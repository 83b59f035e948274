package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/stats"
	"shadowtime/core/internal/worlds"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim"
	"shadowtime/core/sim/guard"
)

// scaled is what a limit is doubled or halved to, on the independent site and for the engine; false: the world has none, or on a
// machine of so many processors it is as good as lifted.
func (w *world) scaled(procs int64, double bool) (worlds.Site, []rule.Rule, bool) {
	list, err := rule.Parse(w.rules)
	if err != nil || len(list) != 1 || list[0].Kind != rule.Limit {
		return worlds.Site{}, nil, false
	}
	x := &list[0]
	if x.Most /= 2; double {
		x.Most *= 4
	}
	site := w.site
	switch {
	case x.Most >= procs:
		return site, nil, false
	case x.Of == rule.Jobs:
		site.May = []worlds.Rule{worlds.UserJobs(int(x.Most), 0)}
	case x.Per == rule.User:
		site.May = []worlds.Rule{worlds.UserProcs(x.Most)}
	default:
		site.May = []worlds.Rule{worlds.ClassProcs(x.Class.Over, x.Most)}
	}
	return site, list, true
}

// offered is what jobs offer to a limit that is halved.
func offered(t testing.TB, log *job.Trace, c *change) float64 {
	if c.name != halved {
		return 0
	}
	var g guard.Guard
	require.NoError(t, g.Load(log, bound(log, []rule.Rule{c.then.Findings[0].Rule}), false))
	share, _ := g.Offered(0)
	return share
}

// The changes of limits.
const (
	doubled = "limits doubled"
	halved  = "limits halved"

	allChanges = "all"
)

// spreads are what a log's weeks may be supposed to differ by for a change of rules: that of orders first.
var spreads = []float64{stats.PriorSpread, 0.75, 1, stats.RuleSpread, 1.5}

// reach is how many ranges of a change hold the truth, by spread, and how far they reach.
type reach struct {
	logs int
	none int // that are told no range,
	lost int // and of these, ranges that would hold the truth
	hits [5]int
	wide [5]float64 // sums of the logarithms of half a range
}

func (x *reach) add(y *reach) {
	x.logs += y.logs
	x.none += y.none
	x.lost += y.lost
	for i := range x.hits {
		x.hits[i] += y.hits[i]
		x.wide[i] += y.wide[i]
	}
}

// change is a machine under other rules.
type change struct {
	name  string
	site  worlds.Site
	procs int64
	then  *Found
}

// changesOf are what may be done to a world's one rule, known as the site has it.
func changesOf(w *world, procs int64) (now *Found, list []change) {
	known := func(rules []rule.Rule) *Found {
		f := &Found{}
		for f.Order.String() != w.order {
			f.Order++
		}
		for _, r := range rules {
			f.Findings = append(f.Findings, Finding{Rule: r})
		}
		return f
	}
	rules, _ := rule.Parse(w.rules)
	bare := w.site
	bare.May = nil
	list = []change{{lifted, bare, procs, known(nil)}}
	for _, double := range []bool{true, false} {
		if site, then, ok := w.scaled(procs, double); ok {
			list = append(list, change{map[bool]string{true: doubled, false: halved}[double], site, procs, known(then)})
		}
	}
	for i := range list {
		list[i].site.Key = keys[w.order]
	}
	return known(rules), list
}

// reaching asks logs of a machine, cut out of it one after the other, what changes of a rule do, with each spread.
func reaching(t testing.TB, m *worlds.Machine, w *world, logs int, of map[string]*reach) {
	now, list := changesOf(w, m.Trace.Procs)
	site := w.site
	site.Key = keys[w.order]
	whole := mean(site.Waits(m.Trace, m.Trace.Procs-w.missing))
	for _, c := range list {
		if of[c.name] == nil {
			of[c.name] = &reach{}
		}
		truth, x := math.Inf(1), &reach{}
		if offered(t, m.Trace, &c) < 1 { // else waits grow for as long as the machine is watched
			truth = mean(c.site.Waits(m.Trace, c.procs))/whole - 1
		}
		for k := range logs {
			log := m.Log(10+k*weeksOfLog, weeksOfLog)
			given := offered(t, log, &c) < MostOffered
			if !given && math.IsInf(truth, 1) {
				x.none++
				continue
			}
			then := sumsByWeek(log, replayed(t, log, c.then, c.then.Order.String(), sim.None))
			base := sumsByWeek(log, replayed(t, log, now, now.Order.String(), sim.None))
			if given {
				x.logs++
			} else {
				x.none++
			}
			for i, spread := range spreads {
				r := stats.RangeSupposing(spread, then, base)
				y := r.Change(0.95)
				hit := y.Low <= truth && truth <= y.High
				if !given {
					if hit && spread == stats.RuleSpread {
						x.lost++
					}
					continue
				}
				if hit {
					x.hits[i]++
				}
				x.wide[i] += math.Log((1+y.High)/(1+y.Low)) / 2
			}
		}
		of[c.name].add(x)
	}
}

// spreadOn asks machines of two seeds of each kind.
func spreadOn(t *testing.T, seed uint64) map[string]*reach {
	of := map[string]*reach{}
	var adding sync.Mutex
	t.Run(fmt.Sprint("machines ", seed), func(t *testing.T) {
		for _, kind := range []worlds.Kind{worlds.Independent, worlds.Autocorrelated, worlds.Rare}[:fixture.ByDay(1, 3)] {
			for more := range uint64(fixture.ByDay(1, 2)) {
				t.Run(fmt.Sprint(kind, more), func(t *testing.T) {
					t.Parallel()
					m, err := worlds.New(kind, seed+more, longRun)
					require.NoError(t, err)
					mine := map[string]*reach{}
					list := ruledWorlds(m.Trace.Procs)[1:]
					for _, w := range list[:fixture.ByDay(1, len(list))] {
						reaching(t, m, &w, fixture.ByDay(2, 8), mine)
					}
					adding.Lock()
					defer adding.Unlock()
					for name, x := range mine {
						if of[name] == nil {
							of[name] = &reach{}
						}
						of[name].add(x)
					}
				})
			}
		}
	})
	all := &reach{}
	for _, x := range of {
		all.add(x)
	}
	of[allChanges] = all
	return of
}

// The table of evidence: on machines whose rules are known, and that were not asked when the spread was chosen and what may be offered
// to a halved limit, how many ranges of changed rules hold the truth.
func TestTheTablesOfRulesAreThoseOfTheSpread(t *testing.T) {
	fixture.Long(t)
	of := spreadOn(t, 7701)
	var b strings.Builder
	for _, name := range []string{lifted, doubled, halved, allChanges} {
		require.NotNil(t, of[name], name)
		b.WriteString(of[name].line(name))
	}
	b.WriteString(of[allChanges].widths("a range reaches this many times above its middle"))
	t.Log(b.String())
	at := slices.Index(spreads, stats.RuleSpread)
	for name, x := range of {
		require.GreaterOrEqual(t, float64(x.hits[at]), 0.9*float64(x.logs), name)
	}
	if fixture.Campaigns() {
		fixture.Tables(t, "../../../public/docs/evidence-rules.html", map[string]string{"rules-spread": b.String()})
	}
}

func (x *reach) line(name string) string {
	cells := []any{x.logs, x.none, x.lost}
	for _, n := range x.hits {
		cells = append(cells, figure(fmt.Sprintf("%.1f", 100*float64(n)/float64(x.logs))))
	}
	return tableRow(name, cells...)
}

func (x *reach) widths(name string) string {
	cells := []any{figure(""), figure(""), figure("")}
	for _, sum := range x.wide {
		cells = append(cells, math.Exp(sum/float64(x.logs)))
	}
	return tableRow(name, cells...)
}
