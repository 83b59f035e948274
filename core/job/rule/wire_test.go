package rule_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/job/rule"
)

func TestRulesTravelToThePageAndBack(t *testing.T) {
	few, night := rule.New(rule.Limit), rule.New(rule.Hours)
	few.Per, few.Of, few.Most, few.Class.Users = rule.UserQueue, rule.Procs, 4, []int64{3, 7}
	night.Class = rule.Class{Over: 3600, Wider: 2, Queues: []int64{-1}, Partitions: []int64{2, 5}}
	night.From, night.To, night.Days, night.Turn, night.Since, night.Until = 360, 1080, rule.Workdays, true, 5, 10
	share := rule.New(rule.Share)
	share.Half = 86400
	list := []rule.Bound{{Rule: few}, {Rule: share}, {Rule: night, Spans: []rule.Span{{From: 1, To: 2}, {From: 3, To: math.MaxInt64}}}}
	var w wire.Writer
	rule.Wire(wire.Both{Put: &w}, &list)
	r := wire.NewReader(w.B)
	var taken []rule.Bound
	rule.Wire(wire.Both{Take: r}, &taken)
	require.Equal(t, list, taken)
	require.NoError(t, r.Close())
	for n := range w.B {
		short := wire.NewReader(w.B[:n])
		rule.Wire(wire.Both{Take: short}, &taken)
		require.Error(t, short.Err(), n)
	}
	rule.Wire(wire.Both{Take: wire.NewReader(make([]byte, 8))}, &taken)
	require.Nil(t, taken, "none are nil")
}
