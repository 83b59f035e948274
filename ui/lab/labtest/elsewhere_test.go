package labtest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

func TestAQuestionIsHandedToAnotherMachine(t *testing.T) {
	fixture.Long(t)
	a, _, s, _ := answered(t, small["compare"])
	require.True(t, a.Commands())
	a.Act("elsewhere", "")
	require.Contains(t, s.Drawn["elsewhere"], "<pre")
	a.Act("elsewhere", "command")
	require.Contains(t, s.Drawn["elsewhere"], "Copied")
	line := s.Files["clipboard"]
	require.Contains(t, line, "shadowtime compare --orders FCFS,SPF,SAF --resamples 4 --weeks 1 ")
	a.Act("elsewhere", "script")
	script := s.Files["clipboard"]
	require.True(t, strings.HasPrefix(script, "#!/bin/bash\n# shadowtime compare: 5 tasks of about "), script)
	require.Contains(t, script, " compare log.swf --orders=FCFS,SPF,SAF --resamples=4 --weeks=1 \\\n")
	a.Act("elsewhere", "save")
	require.Contains(t, s.Files, "shadowtime-"+a.Summary.Name+"-compare.sh")

	a.As = "-\nSHARE\ntouch gone #.swf"
	a.Act("elsewhere", "script")
	require.Contains(t, s.Files["clipboard"], ` compare $'./-\x0ASHARE\x0Atouch gone #.swf' --orders`)
	require.Equal(t, strings.Count(script, "\n"), strings.Count(s.Files["clipboard"], "\n"), "a name ends no line")
	a.Act("elsewhere", "command")
	require.Equal(t, strings.TrimSuffix(line, "log.swf\n")+`$'./-\x0ASHARE\x0Atouch gone #.swf'`+"\n", s.Files["clipboard"])
	a.As = "log.swf"

	a.Set("resamples", "9")
	require.Contains(t, s.Drawn["elsewhere"], "--resamples 9", "it follows the question")
	require.NotContains(t, s.Drawn["elsewhere"], "Copied")
	for view, line := range map[string]string{"online": "shadowtime online ", "tune": "shadowtime tune ",
		"predict": "shadowtime predict --resamples 60 --weeks ", "learn": "shadowtime learn --part first", "cluster": "shadowtime place ",
		"train": "shadowtime train "} {
		a.SetView(view)
		require.True(t, a.Away(), view)
		require.Contains(t, s.Drawn["elsewhere"], line)
	}
	for _, view := range []string{"replay", "reproduce"} {
		a.SetView(view)
		require.False(t, a.Commands(), view)
		require.Empty(t, s.Drawn["elsewhere"])
	}
	a.SetView("compare")
	a.Act("elsewhere", "")
	require.Empty(t, s.Drawn["elsewhere"])
}
