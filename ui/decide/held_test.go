package decide

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/decide"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// capped makes the log one of a machine with room for all, on which each of twenty users runs at most two jobs.
func capped(l *job.Log) {
	ends := map[int64][]int64{}
	var submit, wait, run, user, one []int64
	for i, at := range l.Col[job.Submit].Values() {
		u := int64(i*i) % 19
		long := 600 + int64(i*7919)%20000
		start := at
		if e := ends[u]; len(e) == 2 {
			slices.Sort(e)
			start = max(at, e[0])
			ends[u] = e[1:]
		}
		ends[u] = append(ends[u], start+long)
		submit, wait, run, user, one = append(submit, at), append(wait, start-at), append(run, long), append(user, u), append(one, 1)
	}
	for f, values := range map[job.Field][]int64{job.Submit: submit, job.Wait: wait, job.Run: run, job.ReqTime: run, job.User: user,
		job.Alloc: one, job.ReqProcs: one} {
		l.Col[f] = job.Column{}
		l.Col[f].Append(values...)
	}
}

// holdingPage is one whose log tells waits, opened as a visitor has it; nothing of the search is answered yet.
func holdingPage(t *testing.T, change func(l *job.Log)) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{v}
	}, decide.Kind(), rules.Kind())
	a.Rough, m.Late = true, true
	m.Log = m.Add("held", lublin.Config{Procs: 64, Jobs: 1200, Seed: 4})
	change(m.Log)
	labtest.Load(a, m)
	return a, v, m, s
}

// What users waited for is asked once, as soon as a log is read, and stands in what is drawn first; only a large log is drawn
// before it is known.
func TestALogIsDrawnOnceWithWhatItsUsersWaitedFor(t *testing.T) {
	for _, large := range []bool{false, true} {
		var v *View
		a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
			v = New(l)
			return []lab.View{v}
		}, decide.Kind(), rules.Kind())
		a.Rough, m.Late, m.Busy = true, true, true
		m.Log = m.Add("held", lublin.Config{Procs: 64, Jobs: 1200, Seed: 4})
		capped(m.Log)
		summary := overview.Summarise(m.Log)
		if large {
			summary.Jobs = 1_000_000
		}
		a.OpenFiles([]ui.File{{Handle: "the bytes", Name: "log.swf"}})
		m.Read(summary, nil)
		require.Len(t, m.Counts, 1)
		if large {
			require.Contains(t, s.Drawn[hostChecks], "is being counted")
		} else {
			require.Empty(t, s.Drawn[hostChecks])
		}
		m.Counts[0]()
		require.Len(t, m.Counts, 1, "it is asked once")
		require.Contains(t, s.Drawn[hostChecks], lab.Esc(rules.Waited(v.holding.account).First))
	}
}

// answerAside answers what was asked aside first.
func answerAside(m *labtest.Machine) {
	x := m.Asides[0]
	m.Asides = m.Asides[1:]
	x.Answer()
}

func found(m *labtest.Machine) {
	for len(m.Asides) > 0 {
		answerAside(m)
	}
}

// What users waited for is said at once, without rules; each rule is added when it is found, and nothing is pressed.
func TestWhatHeldJobsComesByItself(t *testing.T) {
	_, v, m, s := holdingPage(t, capped)
	line := s.Drawn[hostChecks]
	require.Contains(t, line, lab.Esc(rules.Waited(v.holding.account).First))
	require.Contains(t, s.Drawn[hostHeld], "Looking for rules.")
	require.Contains(t, s.Drawn[hostSeeking], "Cancel")
	require.Len(t, m.Asides, 1, "one round at a time")
	shown := func() string {
		html, _, _ := strings.Cut(s.Drawn[hostChecks], `class="to-come"`)
		return html
	}
	require.NotContains(t, shown(), "With the rules", "there is one bar")

	rounds := 0
	for ; len(m.Asides) > 0; rounds++ {
		answerAside(m)
	}
	require.Greater(t, rounds, 1)
	require.Equal(t, "2 jobs a user", rule.Text(v.holding.found.Rules()))
	require.Contains(t, shown(), "With the rules")
	require.Contains(t, s.Drawn[hostHeld], lab.Esc(v.holding.found.Headline(v.terms()).First))
	require.Empty(t, s.Drawn[hostSeeking])
	require.False(t, v.holding.forward.Helps(), "half of the log has no two weeks that could prove a rule")
	require.Empty(t, v.Plan.Rules, "the question is asked as it is proposed")
}

// A question that is asked under the rules found has its replay of the log looked at as the one before had: what the check
// says of it was known, and stays so.
func TestHowNearTheReplayComesIsKnownUnderTheRulesFound(t *testing.T) {
	_, v, m, s := holdingPage(t, capped)
	finish := func() {
		for len(m.Tasks) > 0 {
			m.Finish(0)
		}
		require.NotContains(t, s.Drawn[hostChecks], "is not known yet")
	}
	finish()
	found(m)
	h := v.holding
	h.forward.Open.Rank, h.forward.Ruled = 0, h.forward.Open
	h.forward.Ruled.Rank = 1
	v.settle(h)
	require.Equal(t, "2 jobs a user", v.Plan.Rules)
	finish()
}

// So it is of a question that somebody changes, by an order or by rules switched off, and the last change counts; before the
// first Ask and after it.
func TestHowNearTheReplayComesIsKnownOfAChangedQuestion(t *testing.T) {
	a, v, m, s := holdingPage(t, capped)
	finish := func() {
		t.Helper()
		for len(m.Tasks) > 0 {
			m.Finish(0)
		}
		require.NotContains(t, s.Drawn[hostChecks], "is not known yet")
	}
	finish()
	found(m)
	v.obey(true)
	finish()
	require.Contains(t, s.Drawn[hostChecks], "under the rules of the question")
	v.Set("order", "LCFS")
	v.Set("order", "SPF")
	require.Len(t, m.Tasks, 1, "what is run now is replayed, and no more")
	finish()
	require.Contains(t, s.Drawn[hostChecks], "SPF")
	require.True(t, v.Missing(), "nobody asked")
	a.Act("held-switch", "0")
	require.Empty(t, v.Plan.Rules)
	finish()
	require.NotContains(t, strings.Split(s.Drawn[hostChecks], "to-come")[0], "under the rules of the question")
	found(m)

	a.Run()
	m.FinishAll()
	said := s.Drawn["decide-verdict"]
	require.False(t, v.Missing())
	v.Set("order", "SAF")
	require.Len(t, m.Tasks, 1)
	finish()
	require.Contains(t, s.Drawn["decide-verdict"], said[len(said)/2:], "the answer to the question before stays")
}

// What the rules of the first half are worth is asked beside the search from the first rule on, of a worker of its own; it
// says nothing before the search ends, and ends with a search that is stopped. One worker does it behind the search.
func TestTheHalvesAreSearchedBesideTheWhole(t *testing.T) {
	a, v, m, _ := holdingPage(t, capped)
	answerAside(m)
	require.NotEmpty(t, v.holding.found.Findings)
	require.False(t, v.holding.done())
	require.Equal(t, []bool{false, true}, aparts(m))
	a.Act("held-cancel", "")
	require.Empty(t, m.Asides)
	a.Act("held-again", "")
	require.Equal(t, []bool{false}, aparts(m))
	answerAside(m)
	require.Equal(t, []bool{false, true}, aparts(m))

	forward := m.Asides[1]
	m.Asides = m.Asides[:1]
	forward.Answer()
	require.NotNil(t, v.holding.forward)
	require.False(t, v.holding.done())
	found(m)
	require.True(t, v.holding.done())
	beside := wire.Encode(v.holding.forward)

	_, v, m, _ = holdingPage(t, capped)
	m.Single = true
	for !v.holding.done() {
		require.Equal(t, []bool{false}, aparts(m))
		answerAside(m)
	}
	require.Equal(t, []bool{false}, aparts(m))
	found(m)
	require.Equal(t, beside, wire.Encode(v.holding.forward))
}

// aparts says of each that is asked aside whether it is asked apart from others of its kind.
func aparts(m *labtest.Machine) (list []bool) {
	for _, x := range m.Asides {
		list = append(list, x.Apart)
	}
	return list
}

// A search that is stopped says so and goes on when it is asked to; another log in sight ends it.
func TestTheSearchForRulesStopsAtOnce(t *testing.T) {
	a, v, m, s := holdingPage(t, capped)
	answerAside(m)
	a.Act("held-cancel", "")
	require.Empty(t, m.Asides)
	require.Contains(t, s.Drawn[hostSeeking], "Stopped.")
	if len(v.holding.found.Findings) == 0 {
		require.Contains(t, s.Drawn[hostHeld], "No rule was found before the search ended.")
	}
	a.Act("held-again", "")
	require.Len(t, m.Asides, 1)
	require.Contains(t, s.Drawn[hostSeeking], "Cancel")

	first := v.holding
	m.Log = m.Add("other", lublin.Config{Procs: 64, Jobs: 500, Seed: 5})
	labtest.Load(a, m)
	require.Empty(t, m.Asides)
	require.Nil(t, v.holding, "it tells no waits")
	require.Empty(t, s.Drawn[hostHeld])
	a.Select("0")
	require.Same(t, first, v.holding)
	found(m)
	require.True(t, first.found.Done)
}

// What the rules of one half are worth in the other is known, and the question asked under them where they help, though
// another log came into sight before it was.
func TestAnotherLogDoesNotKeepTheQuestionFromItsRules(t *testing.T) {
	_, v, m, _ := holdingPage(t, capped)
	found(m)
	want, helps := v.Plan.Rules, v.holding.forward.Helps()
	for _, cancelled := range []bool{false, true} {
		a, v, m, _ := holdingPage(t, capped)
		for !v.holding.done() || len(m.Asides) == 0 {
			answerAside(m)
		}
		h := v.holding
		m.Log = m.Add("other", lublin.Config{Procs: 64, Jobs: 500, Seed: 5})
		labtest.Load(a, m)
		if cancelled {
			m.CancelAside(rules.Name)
			require.Nil(t, h.forward)
		} else {
			found(m)
		}
		a.Select("0")
		require.Same(t, h, v.holding)
		found(m)
		require.NotNil(t, h.forward)
		require.Equal(t, helps, h.forward.Helps())
		require.Equal(t, want, v.Plan.Rules)
	}
}

// Where the log tells no waits, or the page is part of another, nothing is looked for.
func TestRulesAreLookedForWhereThereAreWaits(t *testing.T) {
	_, v, m, s := holdingPage(t, func(*job.Log) {})
	require.Nil(t, v.holding)
	require.Empty(t, m.Asides)
	require.NotContains(t, s.Drawn[hostChecks], `data-check="waited"`)

	var w *View
	a, n, _ := labtest.New(t, func(l *lab.Lab) []lab.View {
		w = New(l)
		return []lab.View{w}
	}, decide.Kind(), rules.Kind())
	a.Rough, n.Late = true, true
	n.Log = n.Add("held", lublin.Config{Procs: 64, Jobs: 1200, Seed: 4})
	capped(n.Log)
	a.Start("embed=decide")
	labtest.Load(a, n)
	require.NotNil(t, w.holding.account)
	require.Empty(t, n.Asides)
}

// A machine that is smaller than what ran on it is not spoken of: its size comes first.
func TestAWrongSizeIsSaidInPlaceOfWaits(t *testing.T) {
	a, v, m, s := holdingPage(t, capped)
	a.SetProcs("3")
	require.Equal(t, rules.WrongSize, rules.StandingOf(v.holding.account))
	require.Contains(t, s.Drawn[hostChecks], "The machine size looks wrong")
	require.Contains(t, s.Drawn[hostChecks], `data-check="waited" data-level="red"`)
	require.Empty(t, s.Drawn[hostHeld])
	require.Empty(t, m.Asides)
	at, words := v.Worst()
	require.Equal(t, "level-fix-first", at)
	require.NotEmpty(t, words)
}

// A press opens what is known, in every state; an hour of the week and a way to part jobs are chosen in place.
func TestWhatHeldJobsIsLookedIntoInPlace(t *testing.T) {
	a, v, m, s := holdingPage(t, capped)
	a.Act("held", "")
	require.Contains(t, s.Drawn[hostWeek], "plot-week")
	require.Empty(t, s.Drawn[hostRules])
	found(m)
	require.Contains(t, s.Drawn[hostRules], `role="switch"`)
	require.Contains(t, s.Drawn[hostLeft], "unexplained")
	a.Act("held-hour", "112")
	require.Contains(t, s.Drawn[hostHour], "Friday, 16 to 17")
	for _, by := range rules.Groupings(v.holding.account) {
		a.Act("held-by", string(by))
		require.Contains(t, s.Drawn[hostBy], `data-arg="`+string(by)+`" aria-pressed="true"`)
		require.Contains(t, s.Drawn[hostGroups], "plot-piles")
		a.Act("held-group", "0")
		require.Contains(t, s.Drawn[hostGroup], lab.Esc(rules.GroupSaid(v.holding.account, by, 0).First))
	}
	a.Act("held", "")
	require.Empty(t, s.Drawn[hostWeek])
}

// Taken off, changed or added: what a list of rules explains is asked at once, and the question follows it.
func TestRulesAreTakenOffChangedAndAdded(t *testing.T) {
	a, v, m, s := holdingPage(t, capped)
	found(m)
	a.Act("held", "")
	h := v.holding
	explained := func() int64 { return h.shown().Under.Parts[held.Ruled] }
	most := explained()
	require.Positive(t, most)
	require.Len(t, v.rulings(), 2)
	a.View.Set("rules", v.rulings()[1].Value)
	require.Equal(t, "2 jobs a user", v.Plan.Rules)

	a.Act("held-switch", "0")
	require.Contains(t, s.Drawn[hostRules], `aria-busy="true"`)
	answerAside(m)
	require.Less(t, explained(), most)
	require.Contains(t, s.Drawn[hostRules], `aria-checked="false"`)
	a.Act("held-switch", "0")
	require.Empty(t, m.Asides, "it is known")
	require.Equal(t, most, explained())

	a.View.Set("rules", h.text)
	a.Act("held-edit", "0")
	require.Contains(t, s.Drawn[hostRules], `id="held-most-0"`)
	a.SetField("held-most-0", "held-most-0", "0")
	require.NotEmpty(t, s.Refused["held-most-0"])
	require.Empty(t, m.Asides)
	a.SetField("held-most-0", "held-most-0", "3")
	answerAside(m)
	require.Equal(t, "3 jobs a user", v.Plan.Rules)
	require.Contains(t, s.Drawn[hostRules], ", yours")
	require.Less(t, explained(), most)
	a.Act("held-restore", "0")
	require.Equal(t, most, explained())

	for key, text := range map[string]string{"most": "5", "of": "processors", "per": "", "since": "1970-01-08"} {
		a.Set("held-add-"+key, text)
	}
	a.Act("held-add", "")
	answerAside(m)
	require.Equal(t, "2 jobs a user; 5 processors from 1970-01-08", h.text)
	a.Act("held-copy", "json")
	require.Contains(t, s.Files["clipboard"], `{"rule": "5 processors from 1970-01-08", "says": "`)
	a.Act("held-copy", "slurm")
	require.Contains(t, s.Files["clipboard"], "MaxJobsPerUser=2")
	a.Act("held-remove", "1")
	require.Equal(t, "2 jobs a user", h.text)
	require.Equal(t, most, explained())
	a.Set("held-add-most", "0")
	a.Act("held-add", "")
	require.NotEmpty(t, a.Message)

	// Rules of any kind are written as the command reads them.
	a.Set("held-add-text", "not 06:00-18:00 Mon-Fri over 4h; end by 17:00 over 2h")
	a.Act("held-write", "")
	answerAside(m)
	require.Equal(t, "2 jobs a user; not 06:00-18:00 Mon-Fri over 4h; end by 17:00 over 2h", h.text)
	require.Empty(t, v.add.text)
	for _, text := range []string{"", "none", "4 jobs of nobody"} {
		a.Message = ""
		a.Set("held-add-text", text)
		a.Act("held-write", "")
		require.NotEmpty(t, a.Message, text)
		require.Len(t, h.list, 3)
		require.Equal(t, text, v.add.text, "what was written stays to be mended")
	}
}

// The Lab's list leads to the rules, with a log or before there is one, and so does its link.
func TestTheLabLeadsToTheRules(t *testing.T) {
	a, v, m, s := holdingPage(t, capped)
	found(m)
	a.Enter("lab")
	require.False(t, v.heldOpen)
	a.Act("rules-of", "")
	require.True(t, v.heldOpen)
	require.False(t, a.Listed)
	require.NotEmpty(t, s.Drawn[hostRules])
	v.heldOpen = false
	require.True(t, v.Knows("held"))
	require.NoError(t, v.Read(func(key string) string { return map[string]string{"held": "open"}[key] }))
	require.True(t, v.heldOpen)

	empty, v, _, _ := page(t)
	empty.Enter("lab")
	empty.Act("rules-of", "")
	require.True(t, v.heldOpen, "it is open when a log comes")
}

// An answer about a list that was changed again is dropped, and one that fails is said.
func TestALateAnswerAboutRulesIsDropped(t *testing.T) {
	a, v, m, _ := holdingPage(t, capped)
	found(m)
	a.Act("held-switch", "0")
	late := m.Asides[0]
	a.Act("held-switch", "0")
	late.Answer()
	require.Nil(t, v.holding.under)
	a.Act("held-switch", "0")
	m.Asides[len(m.Asides)-1].Done(nil, errors.New("it ended"))
	require.Contains(t, v.holding.halted, "it ended")
}

// The room of the line and of its finding is kept before anything is known of them.
func TestTheRoomOfWhatHeldJobsIsKept(t *testing.T) {
	_, v, m, s := holdingPage(t, capped)
	room := func() string {
		_, html, _ := strings.Cut(s.Drawn[hostHeld], `class="to-come"`)
		return html
	}
	before := room()
	require.Contains(t, before, "data-room=")
	found(m)
	require.Equal(t, before, room())
	longest := foreseen(fullest(v.Lab.Trace)).Headline(v.terms())
	said := v.holding.found.Headline(v.terms())
	require.LessOrEqual(t, len([]rune(said.First)), len([]rune(longest.First)))
	require.LessOrEqual(t, len([]rune(said.Rest)), len([]rune(longest.Rest))+1, strconv.Quote(said.Rest))
}

// The fields of hours of a week hold their days, and what is put into them is read as it stands there.
func TestHoursOfAWeekKeepTheirDaysInTheForm(t *testing.T) {
	list, err := rule.Parse("not Sun 09:00-Fri 17:00 over 20h")
	require.NoError(t, err)
	r := &list[0]
	values := map[string]string{}
	for _, c := range constants(r, true) {
		values[c.key] = c.value
		require.NoError(t, setConstant(r, c.key, c.value))
	}
	require.Equal(t, map[string]string{"over": "20", "start": "Sunday 9:00", "stop": "Friday 17:00"}, values)
	require.Equal(t, "not Sun 09:00-Fri 17:00 over 20h", r.Text())
	require.NoError(t, setConstant(r, "stop", "mon 0"))
	require.Equal(t, "not Sun 09:00-Mon 00:00 over 20h", r.Text())
	require.ErrorContains(t, setConstant(r, "stop", "17:00"), "write it as in Friday 17:00")
	require.Equal(t, "not Sun 09:00-Mon 00:00 over 20h", r.Text())
}
