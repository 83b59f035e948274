package rules

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/worlds"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// carriedOn is what becomes of rules that are known of a log's first half in its second.
func carriedOn(t *testing.T, log *job.Trace, text string) []rule.Rule {
	n := log.Len()
	first, second := log.Part(0, n/2), log.Part(n/2, n)
	record, ok := held.RecordOf(&first)
	require.True(t, ok)
	later, ok := held.RecordOf(&second)
	require.True(t, ok)
	s, err := NewSearch(record, Default().Exempt, nil)
	require.NoError(t, err)
	list, err := rule.Parse(text)
	require.NoError(t, err)
	c, err := s.under(list)
	require.NoError(t, err)
	s.take(c)
	carried, err := s.carry(later)
	require.NoError(t, err)
	return carried
}

// A rule that is lifted ends within three weeks, and one that stays goes on.
func TestARuleIsCarriedOnUntilItIsLifted(t *testing.T) {
	log := *submissions(t, "KTH-SP2-1996-2.1-cln", 12000)
	n := log.Len()
	for _, end := range []int64{log.Submit[n*3/4], 1 << 60} {
		site := worlds.Site{Key: keys["FCFS"], Hours: []int64{6, 18}, May: []worlds.Rule{worlds.Closed(14400, 6, 18, true, end)}}
		log.Wait = site.Waits(&log, log.Procs)
		list := carriedOn(t, &log, "not 06:00-18:00 Mon-Fri over 4h")
		require.NotEmpty(t, list)
		if end == 1<<60 {
			require.Equal(t, "not 06:00-18:00 Mon-Fri over 4h", rule.Text(list))
			continue
		}
		lifted := log.Calendar.Local(end)
		for i, last := range list {
			require.NotEqual(t, int64(rule.Forever), last.Until, "%s, lifted at %d", rule.Text(list), lifted)
			require.True(t, i > 0 || last.Until >= lifted && last.Until <= lifted+21*job.Day, "%s, lifted at %d", rule.Text(list), lifted)
		}
	}
}

// Jobs that are let through end no rule while more of them are held: on KTH-SP2 long ones are by day, more and more.
func TestBreachesAloneEndNoRule(t *testing.T) {
	list := carriedOn(t, ofLog(t, kth).trace, "end by 17:00 Mon-Fri over 2h from 1996-11-11; end by 08:30 Mon-Fri over 4h from 1997-01-01")
	require.Equal(t, "end by 17:00 Mon-Fri over 2h", list[0].Text())
	require.NotEqual(t, int64(rule.Forever), list[1].Until, "more start against it than begin to wait: %s", rule.Text(list))
}
