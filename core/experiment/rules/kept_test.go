package rules

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/internal/worlds"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// keptOf is a machine of which some was kept for a class on dates.
func keptOf(t testing.TB, trace *job.Trace, text string) world {
	w := world{"FCFS", text, worlds.Site{}, 0}
	list, err := rule.Parse(text)
	require.NoError(t, err)
	for i := range list {
		r := &list[i]
		class := func(t *job.Trace, j int) bool {
			return (len(r.Class.Users) == 0 || slices.Contains(r.Class.Users, t.Users[t.User[j]])) &&
				(len(r.Class.Partitions) == 0 || slices.Contains(r.Class.Partitions, int64(t.Partition[j])))
		}
		from, to := trace.Calendar.Instant(r.Since), trace.Calendar.Instant(r.Until)
		w.site.May = append(w.site.May, worlds.Kept(r.Keeps(trace.Procs), from, to, class))
		w.site.Until = append(w.site.Until, to)
	}
	return w
}

// drawnDate is a rule that keeps half of a machine, three quarters or all of it for some hours, for a user or a partition
// whose jobs come then: whoever asks for a time has jobs for it.
func drawnDate(trace *job.Trace, seed uint64) rule.Rule {
	r := rand.New(rand.NewPCG(seed, 5))
	x := rule.New(rule.Kept)
	for {
		day := trace.Calendar.Local(trace.Submit[r.IntN(trace.Len())])
		x.Since = day - mod(day, job.Day) + 3600*(6+r.Int64N(10))
		x.Until = x.Since + 3600*(4+r.Int64N(9))
		x.Most = []int64{0, trace.Procs / 2, trace.Procs / 4 * 3}[r.IntN(3)]
		came, best := map[int64]int{}, int64(-1)
		for j, at := range trace.Submit {
			if wall := trace.Calendar.Local(at); wall < x.Since-3600 || wall >= x.Until-3600 {
				continue
			}
			id := int64(trace.Partition[j])
			if seed%2 == 0 {
				id = trace.Users[trace.User[j]]
			}
			if came[id]++; best < 0 || came[id] > came[best] {
				best = id
			}
		}
		if came[best] < 4 {
			continue
		}
		if x.Class.Partitions = []int64{best}; seed%2 == 0 {
			x.Class = rule.Class{Users: []int64{best}}
		}
		return x
	}
}

// alikeIn says whether the record can't tell two sets of rules apart: under either as much waits in vain, to a thousandth of what the
// first explain, and the same starts are wrong.
func alikeIn(t testing.TB, log *job.Trace, a, b []rule.Rule) bool {
	record, ok := held.RecordOf(log)
	require.True(t, ok)
	pass := held.NewPass(record)
	run := func(list []rule.Rule) (vain int64, wrong int) {
		sum, err := pass.Run(&held.Machine{Rules: bound(log, list)})
		require.NoError(t, err)
		parts := sum.Parts()
		_, wrong = sum.Starts()
		return parts[held.InVain], wrong
	}
	none, _ := run(nil)
	x, p := run(a)
	y, q := run(b)
	return p == q && math.Abs(float64(x-y)) <= 0.001*float64(none-x)
}

// seeded counts what a search makes of worlds of one kind.
type seeded struct{ worlds, exact, alike, other, none int }

// take judges a world whose rule concerns so many jobs at least and explains so much of the waiting in the mean of the halves.
func (x *seeded) take(t testing.TB, trace *job.Trace, w *world, least int, gains float64) {
	known, err := rule.Parse(w.rules)
	require.NoError(t, err)
	log := *trace
	log.Wait = w.site.Waits(trace, trace.Procs)
	record, ok := held.RecordOf(&log)
	require.True(t, ok)
	s, err := NewSearch(record, Default().Exempt, nil)
	require.NoError(t, err)
	c, err := s.under(known)
	require.NoError(t, err)
	a, b := s.compare(&c.state, 0), s.compare(&c.state, 1)
	if a.concerned+b.concerned < least || a.gain+b.gain < 2*gains || min(a.gain, b.gain) < gains/2 {
		return
	}
	x.worlds++
	j := judge(t, trace, w)
	switch {
	case j.exact():
		x.exact++
	case len(j.found.Findings) == 0:
		x.none++
	case alikeIn(t, &log, known, j.found.Rules()):
		x.alike++
	default:
		x.other++
		t.Logf("%s: %s", w.name(), rule.Text(j.found.Rules()))
	}
}

// seedsOf are worlds of machines by seed, with their rule, until so many were judged.
func seedsOf(t testing.TB, n int, noise bool, least int, gains float64, make func(trace *job.Trace, seed uint64) world) *seeded {
	x := &seeded{}
	for seed := uint64(0); x.worlds < n && seed < 400; seed++ {
		m, err := worlds.New(worlds.Kinds()[seed/2%2], 7000+seed, 12)
		require.NoError(t, err)
		trace := parted(m.Log(0, 12))
		w := make(trace, seed)
		if noise {
			w.site.Cycle, w.site.Exempt, w.site.Seed = 60, 0.003, seed
		}
		x.take(t, trace, &w, least, gains)
	}
	return x
}

// row is that of a table: of so many worlds.
func (x *seeded) row(name string) string {
	return tableRow(name, x.worlds, x.exact, x.alike, x.other, x.none)
}

// The table of evidence: worlds by seed of limits while others wait, of the same always, and of what is kept for a class on a date.
func TestTheTablesOfRulesAreThoseBySeed(t *testing.T) {
	fixture.Rare(t)
	limited := func(soft bool) func(trace *job.Trace, seed uint64) world {
		return func(trace *job.Trace, seed uint64) world {
			n := 1 + seed%3
			r := worlds.UserJobs(int(n), 0)
			text := strconv.FormatUint(n, 10) + numeral.Plural(int(n), " job a user", " jobs a user")
			if seed%4 == 3 {
				most := trace.Procs / 8 * int64(n)
				r, text = worlds.UserProcs(most), strconv.FormatInt(most, 10)+" processors a user"
			}
			if soft {
				r, text = worlds.WhileOthersWait(r), text+" while others wait"
			}
			return world{"FCFS", text, worlds.Site{Again: true, May: []worlds.Rule{r}}, 0}
		}
	}
	kept := func(trace *job.Trace, seed uint64) world {
		r := drawnDate(trace, seed)
		return keptOf(t, trace, r.Text())
	}
	rows := ""
	for _, noise := range []bool{false, true} {
		more := ""
		if noise {
			more = ", a look a minute, 0.3 % let through"
		}
		soft, always := seedsOf(t, 20, noise, 20, 0.02, limited(true)), seedsOf(t, 20, noise, 20, 0.02, limited(false))
		date := seedsOf(t, 20, noise, 20, 0, kept)
		require.GreaterOrEqual(t, soft.exact, 17)
		require.GreaterOrEqual(t, always.exact, 19)
		require.GreaterOrEqual(t, date.exact+date.alike, 16)
		rows += soft.row("a limit of each user while others wait"+more) + always.row("the same limit always"+more) +
			date.row("processors kept for a class on a date"+more)
	}
	fixture.Tables(t, "../../../public/docs/evidence-rules.html", map[string]string{"worlds-seeds": rows})
}

// What was kept for a class is found: for whom, how much and until when; its beginning as far as the record tells.
func TestWhatWasKeptForAClassOnADateIsFound(t *testing.T) {
	trace := parted(submissions(t, "KTH-SP2-1996-2.1-cln", 4000))
	for _, text := range []string{"all processors kept for partition 2 from 1996-10-15T09:00 until 1996-10-15T15:00",
		"64 processors kept for partition 2 from 1996-10-22T09:00 until 1996-10-22T17:00"} {
		w := keptOf(t, trace, text)
		x := judge(t, trace, &w)
		log := *trace
		log.Wait = w.site.Waits(trace, trace.Procs)
		known, err := rule.Parse(text)
		require.NoError(t, err)
		require.Len(t, x.found.Findings, 1, text)
		require.True(t, alikeIn(t, &log, known, x.found.Rules()), "%s: found %s", text, rule.Text(x.found.Rules()))
		require.Equal(t, known[0].Class, x.found.Findings[0].Rule.Class)
		require.Equal(t, known[0].Most, x.found.Findings[0].Rule.Most)
		require.Equal(t, known[0].Until, x.found.Findings[0].Rule.Until)
		require.Less(t, x.held[1], 0.0005, text)
	}
}
