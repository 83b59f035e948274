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

// keepsUp says that a machine does its work in the long run: of one that does not, waits grow for as long as it is watched,
// and a change has no size.
func keepsUp(t *job.Trace, waits []int64) bool {
	half := t.Len() / 2
	return mean(waits[half:]) < 3*mean(waits[:half])
}

// The changes of limits.
const (
	doubled = "limits doubled"
	halved  = "limits halved"
)

// spreads are what a log's weeks may be supposed to differ by for a change of rules: that of orders first.
var spreads = []float64{stats.PriorSpread, 0.75, 1, stats.RuleSpread, 1.5}

// reach is how many ranges of a change hold the truth, by spread, and how far they reach.
type reach struct {
	logs int
	over int // machines that can't do their work then
	hits [5]int
	wide [5]float64 // sums of the logarithms of half a range
}

func (x *reach) add(y *reach) {
	x.logs += y.logs
	x.over += y.over
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
		waits := c.site.Waits(m.Trace, c.procs)
		if of[c.name] == nil {
			of[c.name] = &reach{}
		}
		if !keepsUp(m.Trace, waits) {
			of[c.name].over++
			continue
		}
		truth, x := mean(waits)/whole-1, &reach{}
		for k := range logs {
			log := m.Log(10+k*weeksOfLog, weeksOfLog)
			then := sumsByWeek(log, replayed(t, log, c.then, c.then.Order.String(), sim.None))
			base := sumsByWeek(log, replayed(t, log, now, now.Order.String(), sim.None))
			x.logs++
			for i, spread := range spreads {
				r := stats.RangeSupposing(spread, then, base)
				y := r.Change(0.95)
				if y.Low <= truth && truth <= y.High {
					x.hits[i]++
				}
				x.wide[i] += math.Log((1+y.High)/(1+y.Low)) / 2
			}
		}
		of[c.name].add(x)
	}
}

// The table of evidence: which spread has ranges of changed rules hold the truth, on machines that no range was asked of when
// the spread was chosen, with rules known.
func TestTheTablesOfRulesAreThoseOfTheSpread(t *testing.T) {
	fixture.Long(t)
	of := map[string]*reach{}
	var adding sync.Mutex
	t.Run("machines", func(t *testing.T) {
		for _, kind := range []worlds.Kind{worlds.Independent, worlds.Autocorrelated, worlds.Rare}[:fixture.ByDay(1, 3)] {
			for seed := range fixture.ByDay(1, 2) {
				t.Run(fmt.Sprint(kind, seed), func(t *testing.T) {
					t.Parallel()
					m, err := worlds.New(kind, uint64(6501+seed), longRun)
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
	var b strings.Builder
	for _, name := range []string{lifted, doubled, halved} {
		x := of[name]
		require.NotNil(t, x, name)
		all.add(x)
		b.WriteString(x.line(name))
	}
	b.WriteString(all.line("all"))
	b.WriteString(all.widths("a range reaches this many times above its middle"))
	t.Log(b.String())
	at := slices.Index(spreads, stats.RuleSpread)
	require.GreaterOrEqual(t, float64(all.hits[at]), 0.9*float64(all.logs))
	if fixture.Campaigns() {
		fixture.Tables(t, "../../../public/docs/evidence-rules.html", map[string]string{"rules-spread": b.String()})
	}
}

func (x *reach) line(name string) string {
	cells := []any{x.logs, x.over}
	for _, n := range x.hits {
		cells = append(cells, figure(fmt.Sprintf("%.1f", 100*float64(n)/float64(x.logs))))
	}
	return tableRow(name, cells...)
}

func (x *reach) widths(name string) string {
	cells := []any{figure(""), figure("")}
	for _, sum := range x.wide {
		cells = append(cells, math.Exp(sum/float64(x.logs)))
	}
	return tableRow(name, cells...)
}
