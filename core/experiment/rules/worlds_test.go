package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/internal/worlds"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/job/rule"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/order"
)

// Worlds are submissions of real logs run on a machine whose rules are known, by a simulator that shares nothing
// with the engine, the pass and what counts rules.

// submissions are the first jobs of a log, without its waits.
func submissions(t testing.TB, log string, jobs int) *job.Trace {
	l, err := tracefile.Open(fixture.Path(t, "traces", log+".swf.gz"), nil)
	require.NoError(t, err)
	whole, _ := job.Clean(l, job.Presets()[0].Rules, job.MachineOf(l, 0))
	part := whole.Part(0, min(jobs, whole.Len()))
	x := *part.Lasting()
	x.Had, x.Wait = nil, nil
	return &x
}

// world is a machine whose rules are known, and how these are written.
type world struct {
	order   string
	rules   string
	site    worlds.Site
	missing int64
}

func (w *world) name() string {
	text := w.order
	if w.site.Plain {
		text += " without backfilling"
	}
	if w.rules != "none" {
		text += "; " + w.rules
	}
	return text
}

var keys = map[string]func(t *job.Trace, j int) int64{
	"FCFS": func(*job.Trace, int) int64 { return 0 },
	"SPF":  func(t *job.Trace, j int) int64 { return t.Request[j] },
	"SAF":  func(t *job.Trace, j int) int64 { return t.Request[j] * int64(t.Size[j]) },
	"LQF":  func(t *job.Trace, j int) int64 { return -int64(t.Size[j]) },
}

// worldsOf are those of a machine.
func worldsOf(trace *job.Trace) []world {
	m, end := trace.Procs, int64(1)<<60
	p := func(share float64) int64 { return int64(share * float64(m)) }
	text := func(n int64, what string) string { return strconv.FormatInt(n, 10) + " " + what }
	site := func(may ...worlds.Rule) worlds.Site { return worlds.Site{May: may} }
	clock := func(s worlds.Site, hours ...int64) worlds.Site {
		s.Hours = hours
		return s
	}
	return []world{
		{"FCFS", "none", site(), 0}, {"SPF", "none", site(), 0}, {"SAF", "none", site(), 0}, {"LQF", "none", site(), 0},
		{"FCFS", "none", worlds.Site{Plain: true}, 0},
		{"FCFS", "4 jobs a user", site(worlds.UserJobs(4, 0)), 0},
		{"FCFS", text(p(0.25), "processors a user"), site(worlds.UserProcs(p(0.25))), 0},
		{"FCFS", "not 06:00-18:00 Mon-Fri over 4h", clock(site(worlds.Closed(14400, 6, 18, true, end)), 6, 18), 0},
		{"FCFS", "6 jobs a user; not 06:00-18:00 Mon-Fri over 4h",
			clock(site(worlds.UserJobs(6, 0), worlds.Closed(14400, 6, 18, true, end)), 6, 18), 0},
		{"FCFS", "not 20:00-07:00 over 1h", clock(site(worlds.Closed(3600, 20, 7, false, end)), 20, 7), 0},
		{"SPF", "8 jobs a user", site(worlds.UserJobs(8, 0)), 0},
		{"FCFS", text(p(0.6), "processors over 2h"), site(worlds.ClassProcs(7200, p(0.6))), 0},
		{"FCFS", "end by 08:00 Mon-Fri over 2h", clock(site(worlds.Ended(7200, 8)), 8), 0},
		{"FCFS", text(p(0.08), "processors missing"), site(), p(0.08)},
		{"FCFS", "fair share with a half-life of 7d", worlds.Site{Half: 7 * job.Day}, 0},
		{"FCFS", "fair share with a half-life of 24h", worlds.Site{Half: job.Day}, 0},
		{"FCFS", "4 jobs a user; fair share with a half-life of 2d",
			worlds.Site{Half: 2 * job.Day, May: []worlds.Rule{worlds.UserJobs(4, 0)}}, 0},
	}
}

// pooledOf are machines of five partitions, of which some have a limit together.
func pooledOf(procs int64) []world {
	var list []world
	for _, x := range []struct {
		most       int64
		partitions []int32
	}{{procs / 3, []int32{2}}, {procs / 2, []int32{2, 5}}, {2 * procs / 3, []int32{1, 3, 4}}, {2 * procs / 3, []int32{1, 2, 3, 5}}} {
		text := strconv.FormatInt(x.most, 10) + " processors of " + numeral.Plural(len(x.partitions), "partition", "partitions")
		for _, id := range x.partitions {
			text += " " + strconv.Itoa(int(id))
		}
		list = append(list, world{"FCFS", text, worlds.Site{May: []worlds.Rule{worlds.PoolProcs(x.most, x.partitions...)}}, 0})
	}
	return list
}

// tieredOf are machines of five partitions, of which jobs of some go before others: by how many of the rules they are of.
func tieredOf() []world {
	first := func(lists ...[]int32) func(t *job.Trace, j int) int64 {
		return func(t *job.Trace, j int) (key int64) {
			for _, list := range lists {
				if slices.Contains(list, t.Partition[j]) {
					key--
				}
			}
			return key
		}
	}
	return []world{
		{"FCFS", "first of partition 2", worlds.Site{First: first([]int32{2})}, 0},
		{"FCFS", "first of partitions 3 4", worlds.Site{First: first([]int32{3, 4})}, 0},
		{"FCFS", "first of partitions 1 2 4 5", worlds.Site{First: first([]int32{1, 2, 4, 5})}, 0},
		{"FCFS", "first of partition 2; first of partitions 1 2 3", worlds.Site{First: first([]int32{2}, []int32{1, 2, 3})}, 0},
		{"FCFS", "first of partition 2; 2 jobs a user",
			worlds.Site{First: first([]int32{2}), May: []worlds.Rule{worlds.UserJobs(2, 0)}}, 0},
	}
}

// clockedOf are machines whose clock is not moved for summer time, or that close for more than a day.
func clockedOf() []world {
	week := worlds.ClosedWeek(8*3600, 6, 4*24+18)
	return []world{
		{"FCFS", "end by 17:00 Mon-Fri standard time over 2h",
			worlds.Site{Still: true, Hours: []int64{17}, May: []worlds.Rule{worlds.Ended(7200, 17)}}, 0},
		{"FCFS", "not 06:00-18:00 Mon-Fri standard time over 4h",
			worlds.Site{Still: true, Hours: []int64{6, 18}, May: []worlds.Rule{worlds.Closed(14400, 6, 18, true, 1<<60)}}, 0},
		{"FCFS", "not Mon 06:00-Fri 18:00 over 8h", worlds.Site{Hours: []int64{6, 18}, May: []worlds.Rule{week}}, 0},
		{"FCFS", "4 jobs a user; not Mon 06:00-Fri 18:00 standard time over 8h",
			worlds.Site{Still: true, Hours: []int64{6, 18}, May: []worlds.Rule{worlds.UserJobs(4, 0), week}}, 0},
	}
}

// parted are the users of a trace in five partitions.
func parted(trace *job.Trace) *job.Trace {
	x := *trace
	x.Queue, x.Partition = nil, make([]int32, x.Len())
	for j := range x.Partition {
		x.Partition[j] = x.User[j]%5 + 1
	}
	return &x
}

// judged is what a search makes of a world.
type judged struct {
	world *world
	wait  float64 // mean, hours
	found *Found
	held  [2]float64 // in vain, before and after
	broke float64
	error [2]float64 // of the change of the mean wait under SAF and SPF with a threshold of 20 h, in points: fitted,
	open  [2]float64 // and of the open replay
	truth [2]float64
}

// judge runs a world, and searches its record.
func judge(t testing.TB, trace *job.Trace, w *world) *judged {
	log := *trace
	procs := trace.Procs - w.missing
	if w.site.Key == nil {
		w.site.Key = keys[w.order]
	}
	log.Wait = w.site.Waits(trace, procs)
	r, err := NewRunner(&log, Default())
	require.NoError(t, err)
	f, err := r.Round(rounds+1, nil)
	require.NoError(t, err)
	before, err := NewSearch(r.record, Default().Exempt, nil)
	require.NoError(t, err)
	x := &judged{world: w, wait: mean(log.Wait) / 3600, found: f}
	sum := func(s *state) float64 { return (s.sum.Share(0) + s.sum.Share(1)) / 2 }
	x.held = [2]float64{sum(&before.now), sum(&r.search.now)}
	x.broke = (r.search.now.sum.Broken(0) + r.search.now.sum.Broken(1)) / 2
	return x
}

// weigh computes what changes of the order do in a world, and what replays say that they do.
func (x *judged) weigh(t testing.TB, trace *job.Trace) {
	w, f := x.world, x.found
	procs := trace.Procs - w.missing
	now := mean(w.site.Waits(trace, procs))
	base, open := mean(replayed(t, trace, f, f.Order.String(), sim.None)), mean(replayed(t, trace, &Found{}, "FCFS", sim.None))
	for i, change := range []string{"SAF", "SPF"} {
		then := w.site
		then.Key, then.Late = keys[change], 72000
		x.truth[i] = 100 * (mean(then.Waits(trace, procs))/now - 1)
		x.error[i] = 100*(mean(replayed(t, trace, f, change, 72000))/base-1) - x.truth[i]
		x.open[i] = 100*(mean(replayed(t, trace, &Found{}, change, 72000))/open-1) - x.truth[i]
	}
}

// replayed are the waits of a replay under what was found.
func replayed(t testing.TB, trace *job.Trace, f *Found, front string, threshold int64) []int64 {
	x := *trace
	resample.Bind(&x, f.Rules(), 1, resample.Arrivals)
	o, err := order.Parse(front)
	require.NoError(t, err)
	c := sim.Config{Primary: o, Backfill: o, Threshold: threshold}
	dialect := c.Dialect.Rules()
	dialect.BackfillThreshold = true
	c.Rules = &dialect
	if f.Plain {
		c.Backfilling = sim.NoBackfilling
	}
	e := sim.New()
	e.Load(&x)
	require.NoError(t, e.Run(&c))
	waits := slices.Clone(e.Starts())
	for j := range waits {
		waits[j] -= x.Submit[j]
	}
	return waits
}

func mean(waits []int64) float64 {
	sum := 0.0
	for _, x := range waits {
		sum += float64(x)
	}
	return sum / float64(len(waits))
}

// exact says whether the rules are those of the world, and its order.
func (x *judged) exact() bool {
	found, known := rule.Text(x.found.Rules()), strings.Split(x.world.rules, "; ")
	list := strings.Split(found, "; ")
	slices.Sort(list)
	slices.Sort(known)
	return slices.Equal(list, known) && x.found.Order.String() == x.world.order && x.found.Plain == x.world.site.Plain
}

// speaks says whether the gate lets a change be told.
func (x *judged) speaks() bool {
	near := nearness(&x.found.Ruled)
	near.Held, near.Broken = report.Float(x.held[1]), report.Float(x.broke)
	return gateOf(&near).Speaks
}

func TestWorldsOfAnotherHandGiveTheirRules(t *testing.T) {
	trace := submissions(t, "KTH-SP2-1996-2.1-cln", fixture.Fewer(4000, 12000))
	list := worldsOf(trace)
	if !fixture.Every() {
		list = []world{list[0], list[5], list[7], list[14]}
	} else if !fixture.Campaigns() { // all that a rule is of, once: at night the table has all of them
		list = []world{list[2], list[4], list[6], list[8], list[11], list[12], list[13], list[16]}
	}
	for i := range list {
		x := judge(t, trace, &list[i])
		require.True(t, x.exact(), "%s: found %s, %s", list[i].name(), x.found.Order, rule.Text(x.found.Rules()))
		require.Less(t, x.broke, 0.005, list[i].name()) // jobs of the whole machine had less of it
		require.Less(t, x.held[1], 0.002, list[i].name())
	}
}

// A clock that nobody moves is told from one that is moved, and hours of a week from those of days.
func TestHoursByStandardTimeAndOfAWeekAreFound(t *testing.T) {
	trace := submissions(t, "KTH-SP2-1996-2.1-cln", 12000)
	list := clockedOf()
	for k := range list[:fixture.ByDay(2, len(list))] {
		w := &list[fixture.ByDay(1, 0)+k]
		x := judge(t, trace, w)
		require.True(t, x.exact(), "%s: found %s, %s", w.name(), x.found.Order, rule.Text(x.found.Rules()))
		require.Less(t, x.held[1], 0.002, w.name())
	}
}

// Partitions that share a limit are told from those that don't, and so is a limit that is small beside the machine.
func TestPartitionsThatShareALimitAreFound(t *testing.T) {
	for _, log := range []string{"KTH-SP2-1996-2.1-cln", "SDSC-SP2-1998-4.2-cln"}[:fixture.ByDay(1, 2)] {
		trace := parted(submissions(t, log, fixture.ByDay(4000, 6000)))
		list := pooledOf(trace.Procs)
		for _, large := range []int64{trace.Procs, 40000}[:fixture.Fewer(1, 2)] {
			trace.Procs = large
			for k := range list {
				x := judge(t, trace, &list[k])
				require.True(t, x.exact(), "%s of %d: found %s, %s", list[k].name(), large, x.found.Order, rule.Text(x.found.Rules()))
				require.Less(t, x.held[1], 0.002, list[k].name())
			}
		}
	}
}

// Partitions whose jobs go before others are told from those that don't, two at once, and beside a limit.
func TestPartitionsThatGoFirstAreFound(t *testing.T) {
	fixture.Long(t)
	trace := parted(submissions(t, "KTH-SP2-1996-2.1-cln", fixture.ByDay(4000, 6000)))
	list := tieredOf()
	for k := range list {
		x := judge(t, trace, &list[k])
		require.True(t, x.exact(), "%s: found %s, %s", list[k].name(), x.found.Order, rule.Text(x.found.Rules()))
		require.Less(t, x.broke, 0.005, list[k].name())
		require.Less(t, x.held[1], 0.002, list[k].name())
		for i := range x.found.Findings {
			f := &x.found.Findings[i]
			require.True(t, f.Rule.Kind != rule.First || f.Sure(), "%s: %d of %d, %s %d", f.Rule.Text(), f.Broken, f.Concerned,
				f.Edge.Text(), f.EdgeBroken)
		}
	}
}

// Machines that hold nobody, whose scheduler looks once a minute and lets a few jobs through.
func TestNoRuleIsFoundWhereThereIsNone(t *testing.T) {
	for seed := range fixture.ByDay(2, 20) {
		kind := worlds.Kinds()[seed%2]
		m, err := worlds.New(kind, uint64(seed+1), 26)
		require.NoError(t, err)
		trace := m.Log(0, 26)
		order := []string{"FCFS", "SPF", "SAF", "LQF"}[seed/2%4]
		log := *parted(trace)
		site := worlds.Site{Key: keys[order], Cycle: 60, Seed: uint64(seed)}
		log.Wait = site.Waits(trace, trace.Procs)
		r, err := NewRunner(&log, Default())
		require.NoError(t, err)
		f, err := r.Round(rounds+1, nil)
		require.NoError(t, err)
		require.Empty(t, f.Findings, "%s, %s", m.Name, order)
	}
}

// The tables of evidence: what is found in worlds, exact and noisy, and what a change that is told is off by.
func TestTheTablesOfRulesAreThose(t *testing.T) {
	fixture.Rare(t)
	tables := map[string]string{}
	gate := map[bool]*gated{true: {}, false: {}}
	for _, of := range []struct {
		id, log string
		jobs    int
		cycle   int64
		exempt  float64
	}{{"worlds-kth", "KTH-SP2-1996-2.1-cln", 12000, 0, 0}, {"worlds-sp2", "SDSC-SP2-1998-4.2-cln", 10000, 0, 0},
		{"worlds-noisy", "KTH-SP2-1996-2.1-cln", 12000, 60, 0.003}} {
		trace := submissions(t, of.log, of.jobs)
		var b strings.Builder
		tell := func(trace *job.Trace, list []world) {
			for i := range list {
				w := &list[i]
				w.site.Cycle, w.site.Exempt, w.site.Seed = of.cycle, of.exempt, 7
				x := judge(t, trace, w)
				x.weigh(t, trace)
				gate[x.speaks()].add(x)
				b.WriteString(x.line())
			}
		}
		tell(trace, worldsOf(trace))
		tell(parted(trace), pooledOf(trace.Procs))
		tables[of.id] = b.String()
	}
	tables["worlds-gate"] = gate[true].line("speaks") + gate[false].line("silent")
	t.Log(gate[true].line("speaks"), gate[false].line("silent"))
	require.LessOrEqual(t, gate[true].mean(gate[true].fitted), 2.0)
	require.GreaterOrEqual(t, gate[true].signs(gate[true].right), 0.97)
	fixture.Tables(t, "../../../public/docs/evidence-rules.html", tables)
}

// The table of evidence: worlds of another clock, and of hours of a week, exact and with a scheduler that looks once a minute.
func TestTheTablesOfRulesAreThoseOfClocks(t *testing.T) {
	fixture.Rare(t)
	trace := submissions(t, "KTH-SP2-1996-2.1-cln", 12000)
	var b strings.Builder
	for _, noisy := range []bool{false, true} {
		list := clockedOf()
		for i := range list {
			w := &list[i]
			if noisy {
				w.site.Cycle, w.site.Exempt, w.site.Seed = 60, 0.003, 7
			}
			x := judge(t, trace, w)
			x.weigh(t, trace)
			b.WriteString(x.line())
		}
	}
	fixture.Tables(t, "../../../public/docs/evidence-rules.html", map[string]string{"worlds-clocks": b.String()})
}

// The table of evidence: worlds of partitions whose jobs go before others.
func TestTheTablesOfRulesAreThoseOfWhoGoesFirst(t *testing.T) {
	fixture.Rare(t)
	trace := parted(submissions(t, "KTH-SP2-1996-2.1-cln", 12000))
	var b strings.Builder
	for _, w := range tieredOf() {
		x := judge(t, trace, &w)
		x.weigh(t, trace)
		b.WriteString(x.line())
	}
	fixture.Tables(t, "../../../public/docs/evidence-rules.html", map[string]string{"worlds-first": b.String()})
}

func (x *judged) line() string {
	mark := "yes"
	if !x.exact() {
		mark = x.found.Order.String() + "; " + rule.Text(x.found.Rules())
	}
	l, o := &x.found.Ruled, &x.found.Open
	says := "silent"
	if x.speaks() {
		says = "speaks"
	}
	pair := func(of [2]float64) string { return fmt.Sprintf("%.1f, %.1f", math.Abs(of[0]), math.Abs(of[1])) }
	return tableRow(x.world.name(), x.wait, mark, 100*x.held[0], 100*x.held[1], o.Simulated/o.Logged, l.Simulated/l.Logged, o.Rank, l.Rank,
		figure(pair(x.error)), figure(pair(x.open)), says)
}

// figure is a cell of figures.
type figure string

// tableRow is a row of a table: a head, then words and figures.
func tableRow(head string, cells ...any) string {
	text := "<tr><th scope=\"row\">" + head + "</th>"
	for _, c := range cells {
		switch x := c.(type) {
		case string:
			text += "<td>" + x + "</td>"
		case float64:
			text += fmt.Sprintf("<td class=\"num\">%.2f</td>", x)
		default:
			text += fmt.Sprintf("<td class=\"num\">%v</td>", x)
		}
	}
	return text + "</tr>\n"
}

// gated sums up worlds that the gate lets speak, or not.
type gated struct {
	worlds       int
	fitted, open []float64
	right, other []bool // signs, where the truth is five points or more
}

func (g *gated) add(x *judged) {
	g.worlds++
	for i, truth := range x.truth {
		g.fitted, g.open = append(g.fitted, math.Abs(x.error[i])), append(g.open, math.Abs(x.open[i]))
		if math.Abs(truth) >= 5 {
			g.right, g.other = append(g.right, (x.error[i]+truth)*truth > 0), append(g.other, (x.open[i]+truth)*truth > 0)
		}
	}
}

func (g *gated) mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / max(1, float64(len(list)))
}

func (g *gated) signs(list []bool) float64 {
	n := 0
	for _, right := range list {
		if right {
			n++
		}
	}
	return float64(n) / max(1, float64(len(list)))
}

func (g *gated) line(name string) string {
	of := func(list []float64, share float64) float64 {
		sorted := slices.Clone(list)
		slices.Sort(sorted)
		if len(sorted) == 0 {
			return 0
		}
		return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
	}
	count := func(list []bool) string {
		return fmt.Sprintf("%.0f of %d", g.signs(list)*float64(len(list)), len(list))
	}
	return tableRow(name, g.worlds, g.mean(g.fitted), of(g.fitted, 0.9), of(g.fitted, 1), count(g.right), g.mean(g.open), of(g.open, 0.9),
		count(g.other))
}

// The table of evidence: what the rules of the first half of real logs are worth in the second.
func TestTheTablesOfRulesAreThoseForward(t *testing.T) {
	fixture.Rare(t)
	forward, gate := forwardLines(t)
	fixture.Tables(t, "../../../public/docs/evidence-rules.html", map[string]string{"rules-forward": forward, "rules-stretches": gate})
}

// forwardLines are the rows of what rules are worth in the second half, and of how long that is behind the gate.
func forwardLines(t *testing.T) (forward, gate string) {
	var b, g strings.Builder
	for _, of := range []struct {
		name, log string
		jobs      int
	}{{"KTH-SP2", "KTH-SP2-1996-2.1-cln", 1 << 30}, {"SDSC-Par-1996", "SDSC-Par-1996-3.1-cln", 1 << 30},
		{"SDSC-SP2", "SDSC-SP2-1998-4.2-cln", 1 << 30}, {"UniLu-Gaia", "UniLu-Gaia-2014-1", 1 << 30},
		{"CEA-Curie, 30,000 jobs", "CEA-Curie-2011-2.1-cln", 30000}} {
		l, err := tracefile.Open(fixture.Path(t, "traces", of.log+".swf.gz"), nil)
		require.NoError(t, err)
		whole, _ := job.Clean(l, job.Presets()[0].Rules, job.MachineOf(l, 0))
		part := whole.Part(0, min(of.jobs, whole.Len()))
		r, err := NewRunner(&part, Default())
		require.NoError(t, err)
		row, err := r.Task(Half, nil)
		require.NoError(t, err)
		f := row.Forward
		share := func(of func(half int) float64) float64 { return 50 * (of(0) + of(1)) }
		names := rule.Text(f.Found.Rules())
		b.WriteString(tableRow(of.name, names, share(f.Before.Share), share(f.After.Share), share(f.Before.Broken), share(f.After.Broken),
			f.Open.Simulated/f.Open.Logged, f.Ruled.Simulated/f.Ruled.Logged, f.Open.Rank, f.Ruled.Rank,
			f.Open.Distance, f.Ruled.Distance))
		second := part.Part(part.Len()/2, part.Len())
		on := &Found{Order: f.Found.Order, Plain: f.Found.Plain}
		for _, x := range f.Carried {
			on.Findings = append(on.Findings, Finding{Rule: x})
		}
		record, _ := held.RecordOf(&second)
		left, err := held.AccountOf(record, &held.Machine{Order: on.Order, Plain: on.Plain, Rules: bound(&second, f.Carried)})
		require.NoError(t, err)
		g.WriteString(tableRow(of.name, append(weeksUnder(t, &second, on).stretchCells(), causes[Likely(left)], absent(l))...))
	}
	return b.String(), g.String()
}
