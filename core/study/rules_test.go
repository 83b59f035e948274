package study_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

func TestRulesAreASettingThatLinksAndWorkersCarry(t *testing.T) {
	p := compare.Default()
	s := p.Settings().Find("rules")
	require.Equal(t, "none", s.Get())
	require.NoError(t, s.Set("At most 4 jobs per user\nend by 17 Mon-Fri over 4h until 1997-06-09 # the day rule"))
	require.Equal(t, "4 jobs a user; end by 17:00 Mon-Fri over 4h until 1997-06-09", s.Get())
	require.Contains(t, strings.ReplaceAll(p.Settings().Sentence(compareDefault()), "\u202f", " "), ", under the rules: at most 4 running "+
		"jobs a user; requests over 4 h must end by 17:00, Monday to Friday, until 9 Jun 1997")
	require.Contains(t, p.RulesMethods(), "in the weeks that were drawn from that part")

	q := compare.Default()
	var w wire.Writer
	p.Settings().Encode(&w)
	require.NoError(t, q.Settings().Decode(wire.NewReader(w.B)))
	require.Equal(t, p.Rules, q.Rules)
	link := map[string]string{}
	p.Settings().Write(compareDefault(), func(key, text string) { link[key] = text })
	q = compare.Default()
	require.NoError(t, q.Settings().Read(func(key string) string { return link[key] }))
	require.Equal(t, p.Rules, q.Rules)
	require.NotEqual(t, compareDefault().TaskKey(), p.Settings().TaskKey())

	before := s.Get()
	require.ErrorContains(t, s.Set("4 jbos"), `rules "4 jbos": "jbos" is not known there; write it as in 4 jobs`)
	require.ErrorContains(t, s.Set(strings.Repeat("4 jobs;", 65)), "65 rules of at most 64: take some off")
	require.Equal(t, before, s.Get(), "what can't be read changes nothing")
	require.NoError(t, s.Set(`{"rules": [{"text": "1 job"}, {"text": "2 jobs"}, {"text": "3 jobs"}]}`))
	require.Contains(t, p.Settings().Sentence(compareDefault()), ", under 3 rules")
	require.NoError(t, s.Set("none"))
	require.Empty(t, p.Rules+p.RulesMethods())
	require.Equal(t, compareDefault().TaskKey(), p.Settings().TaskKey(), "rows that are about stay those of no rules")
}

// weekly is a trace of a job an hour over so many weeks, whose first is of 23 September 1996, in a zone
// that is an hour ahead in its fourth and fifth week.
func weekly(weeks int64) *job.Trace {
	tr := &job.Trace{Procs: 9, Users: []int64{1}}
	for at := int64(0); at < weeks*job.Week; at += 3600 {
		tr.Submit, tr.Run, tr.Request = append(tr.Submit, at), append(tr.Run, at), append(tr.Request, at)
		tr.Size, tr.User = append(tr.Size, 1), append(tr.User, 0)
	}
	tr.Calendar = job.Calendar{Unix: 843_436_800, Shifts: []job.Shift{{At: 3 * job.Week, Offset: 3600}, {At: 5 * job.Week}}}
	return tr
}

func TestRulesHoldOnTheCalendarOfALogAndOfItsResamples(t *testing.T) {
	w, tr := study.DefaultWorkload(), weekly(8)
	require.NoError(t, w.WhatIf().Find("rules").Set("1 job from 1996-10-07 until 1996-10-21T01:00; 2 jobs"))
	require.NoError(t, w.RuleLog(tr))
	require.Len(t, tr.Rules, 2)
	require.Equal(t, []rule.Span{{From: 2 * job.Week, To: 4 * job.Week}}, tr.Rules[0].Spans)
	require.Empty(t, tr.Rules[1].Spans)

	w.Weeks, w.Block = 20, 2
	m := makerOf(t, &w, tr)
	var made job.Trace
	require.NoError(t, m.Make(&made, 3))
	held := 0
	for j, at := range made.Submit {
		week := made.Run[j] / job.Week // it was drawn from
		on := false
		for _, s := range made.Rules[0].Spans {
			on = on || s.From <= at && at < s.To
		}
		require.Equal(t, week == 2 || week == 3, on)
		require.Equal(t, week == 3 || week == 4, made.Calendar.Ahead(at) == 3600, "its summer")
		if on {
			held++
		}
	}
	require.Positive(t, held)

	without := w
	without.Rules = ""
	var plain job.Trace
	require.NoError(t, makerOf(t, &without, tr).Make(&plain, 3))
	require.Nil(t, plain.Rules)
	require.Nil(t, plain.Calendar.Shifts)
	made.Rules, made.Calendar.Shifts = nil, nil
	require.Equal(t, plain, made, "the same jobs")
	require.NoError(t, without.RuleLog(tr))
	require.Nil(t, tr.Rules)
}

func TestRulesThatCanNotHoldInATraceAreRefused(t *testing.T) {
	w, tr := study.DefaultWorkload(), weekly(8)
	require.NoError(t, w.WhatIf().Find("rules").Set("1 job until 1996-10-21"))
	w.Variant = resample.Draw
	_, err := w.Maker(tr)
	require.ErrorContains(t, err, "take whole weeks (variant block), or leave from and until out")
	require.NoError(t, w.WhatIf().Find("rules").Set("1 job"))
	makerOf(t, &w, tr)

	tr.Calendar = job.Calendar{}
	require.NoError(t, w.WhatIf().Find("rules").Set("1 job from 1970-01-08"))
	require.NoError(t, w.RuleLog(tr))
	require.Equal(t, []rule.Span{{From: job.Week, To: rule.Forever}}, tr.Rules[0].Spans)
	require.NoError(t, w.WhatIf().Find("rules").Set("1 job from 1996-10-07"))
	require.ErrorContains(t, w.RuleLog(tr), `rules "1 job from 1996-10-07": the log has no dates`)
	w.Variant = resample.Block
	_, err = w.Maker(tr)
	require.ErrorContains(t, err, "count from 1970-01-01")
}

func TestArrivalsSlideAgainstHoursAlone(t *testing.T) {
	w := study.DefaultWorkload()
	set := func(key, text string) { require.NoError(t, w.WhatIf().Find(key).Set(text)) }
	set("load", "0.8")
	set("rules", "4 jobs a user until 1997-01-01")
	require.Zero(t, w.Slide())
	set("rules", "4 jobs a user; end by 17:00 over 4h")
	require.InDelta(t, 42, w.Slide(), 1e-9)
	for _, by := range []string{"users", "sizes"} {
		set("load-by", by)
		require.Zero(t, w.Slide())
	}
	set("load-by", "arrivals")
	set("load", "1")
	require.Zero(t, w.Slide())
}

func TestAMachineUnderRulesHasProcessorsLeft(t *testing.T) {
	w, tr := study.DefaultWorkload(), weekly(8)
	for text, says := range map[string]string{
		"8 processors missing":                           "",
		"9 processors missing until 1996-10-07":          "",
		"9 processors missing":                           `rules "9 processors missing": the machine has 9 processors, so none would be left`,
		"99 processors missing from 1996-10-07":          "have fewer missing, or say until when",
		"5 processors missing; 4 cpus missing; 4 jobs":   `rules "4 processors missing": the machine has 9`,
		"5 cores missing; 4 cores missing until 2000-01": "",
	} {
		require.NoError(t, w.WhatIf().Find("rules").Set(text))
		_, err := w.Maker(tr)
		if says == "" {
			require.NoError(t, w.RuleLog(tr), text)
			require.NoError(t, err, text)
			continue
		}
		require.ErrorContains(t, w.RuleLog(tr), says)
		require.ErrorContains(t, err, says)
	}
}

// Whoever replays a resample takes the periods of its rules, those too that none of its weeks has.
func TestARuleOutsideOfTheLogChangesNoScheduleOfAResample(t *testing.T) {
	w, tr := study.DefaultWorkload(), weekly(8)
	for j := range tr.Run {
		tr.Run[j], tr.Request[j], tr.Size[j] = int64(j%23)*3000, int64(j%23)*3600, int32(1+j%9)
	}
	starts := func(rules string, load float64) []int64 {
		require.NoError(t, w.WhatIf().Find("rules").Set(rules))
		w.Weeks, w.Load = 6, load
		var made job.Trace
		require.NoError(t, makerOf(t, &w, tr).Make(&made, 2))
		fcfs, err := order.Parse("FCFS")
		require.NoError(t, err)
		e := sim.New()
		e.Load(&made)
		require.NoError(t, e.Run(&sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None}))
		return slices.Clone(e.Starts())
	}
	for _, load := range []float64{1, 0.7, 10} {
		open := starts("none", load)
		require.Equal(t, open, starts("1 job until 1996-01-01; nothing starts from 2090-01-01 until 2090-02-01", load))
		require.NotEqual(t, open, starts("1 job from 1996-09-30 until 1996-11-04", load))
	}
}
