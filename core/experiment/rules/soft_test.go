package rules

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/worlds"
	"shadowtime/core/job/rule"
)

// softOf are machines whose users are held by a limit while others wait.
func softOf(procs int64) []world {
	soft := func(text string, may ...worlds.Rule) world {
		return world{"FCFS", text, worlds.Site{Again: true, May: may}, 0}
	}
	quarter := procs / 4
	return []world{
		soft("2 jobs a user while others wait", worlds.WhileOthersWait(worlds.UserJobs(2, 0))),
		soft(strconv.FormatInt(quarter, 10)+" processors a user while others wait", worlds.WhileOthersWait(worlds.UserProcs(quarter))),
	}
}

func TestALimitWhileOthersWaitIsToldFromOneThatHoldsAlways(t *testing.T) {
	trace := submissions(t, "KTH-SP2-1996-2.1-cln", 4000)
	list := softOf(trace.Procs)
	for i := range list {
		x := judge(t, trace, &list[i])
		require.True(t, x.exact(), "%s: found %s", list[i].name(), rule.Text(x.found.Rules()))
		require.Less(t, x.held[1], 0.001, list[i].name())
	}
	always := world{"FCFS", "2 jobs a user", worlds.Site{May: []worlds.Rule{worlds.UserJobs(2, 0)}}, 0}
	require.True(t, judge(t, trace, &always).exact())
}
