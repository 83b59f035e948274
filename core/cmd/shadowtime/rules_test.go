package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

func TestRulesOfALogAreTakenByOtherVerbs(t *testing.T) {
	log := ruledFile()
	text := must(t, "rules", "--text", log)
	require.Equal(t, "not 06:00-18:00 Mon-Fri over 1h\n", text)
	file := filepath.Join(t.TempDir(), "a.rules")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	report := filepath.Join(t.TempDir(), "a.json")
	require.NoError(t, os.WriteFile(report, []byte(must(t, "rules", "--json", log)), 0o644))
	typed := must(t, "replay", "--rules", "not 6-18 Mon-Fri over 1h", "--jobs", "-", log)
	require.NotEqual(t, must(t, "replay", "--jobs", "-", log), typed)
	require.Equal(t, typed, must(t, "replay", "--rules", file, "--jobs", "-", log))
	require.Equal(t, typed, must(t, "replay", "--rules", report, "--jobs", "-", log))
}

func TestRulesSayWhatUsersWaitedFor(t *testing.T) {
	log := ruledFile()
	out := strings.ReplaceAll(must(t, "rules", log), "\u202f", " ")
	for _, words := range []string{"Your users waited", "No change of the order can win", "from the log alone",
		"Requests over 1 h don’t start between 6:00 and 18:00, Monday to Friday", "Sure, 5:30 would break",
		"With the rules found in the log, nothing stays unexplained.", "Nothing is replayed to tell what jobs waited for"} {
		require.Contains(t, strings.Join(strings.Fields(out), " "), words)
	}
	var r struct {
		Waiting, After struct{ Jobs, Seconds, NoRoom, Kept, Rule, Room int64 }
		Rules          []struct {
			Kind, Text     string
			From, To, Over int64
		}
		Gate struct{ Speaks bool }
		Week []struct{ Seconds int64 }
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "rules", "--json", log)), &r))
	require.Equal(t, r.Waiting.Seconds, r.Waiting.NoRoom+r.Waiting.Kept+r.Waiting.Room)
	require.Equal(t, r.Waiting.Seconds, r.After.Seconds)
	require.Zero(t, r.After.Room, "all is explained")
	require.Equal(t, "hours", r.Rules[0].Kind)
	require.Equal(t, [3]int64{6 * 3600, 18 * 3600, 3600}, [3]int64{r.Rules[0].From, r.Rules[0].To, r.Rules[0].Over})
	require.True(t, r.Gate.Speaks)
	sum := int64(0)
	for _, x := range r.Week {
		sum += x.Seconds
	}
	require.Equal(t, r.Waiting.Seconds, sum)
	if !fixture.Every() { // each way to write it searches the rules once more
		return
	}
	week := must(t, "rules", "--week", log)
	require.Equal(t, 1+7*24, strings.Count(week, "\n"))
	require.True(t, strings.HasPrefix(must(t, "rules", "--csv", log), "kind,rule,explains"))
}

// What a site's Slurm says is told from the log by content, and judged by it.
func TestASitesFilesSayRulesBesideALog(t *testing.T) {
	log, dir := ruledFile(), t.TempDir()
	qos := filepath.Join(dir, "qos.psv")
	require.NoError(t, os.WriteFile(qos, []byte("Name|GraceTime|MaxJobsPU|GrpTRES|MaxJobsPA\nnormal|00:00:00|1|cpu=100000|3\n"), 0o644))
	var r struct {
		Rules []struct{ Text, SaidBy string }
		Said  []struct {
			By, Log         string
			Text            *string
			Starts, Against *int
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "rules", "--json", qos, log)), &r))
	require.Len(t, r.Said, 3)
	require.Equal(t, "qos.psv, line 2: QOS normal: MaxJobsPU=1", r.Said[0].By)
	require.Equal(t, "1 job a user", *r.Said[0].Text)
	require.Equal(t, "contradicted", r.Said[0].Log)
	require.Positive(t, *r.Said[0].Against)
	require.Equal(t, "idle", r.Said[1].Log)
	require.Zero(t, *r.Said[1].Against)
	require.Equal(t, "no-rule", r.Said[2].Log)
	require.Nil(t, r.Said[2].Text)
	require.Equal(t, "100000 processors", r.Rules[0].Text)
	require.Equal(t, "qos.psv, line 2: QOS normal: GrpTRES=cpu=100000", r.Rules[0].SaidBy)
	require.Equal(t, "not 06:00-18:00 Mon-Fri over 1h", r.Rules[1].Text, "found beside it")
	out := strings.Join(strings.Fields(strings.ReplaceAll(must(t, "rules", log, qos), "\u202f", " ")), " ")
	require.Contains(t, out, "The site’s files say 2 rules. 1 holds and explains nothing and 1 is contradicted by the log")
	status, _, errs := callCommand("", "rules", log, log, qos)
	require.Equal(t, 2, status)
	require.Contains(t, errs, "give one, and beside it what Slurm says")
}

func TestALogWithoutWaitsHasNoRules(t *testing.T) {
	status, out, errs := callCommand("", "rules", sampleFile())
	require.Equal(t, 1, status)
	require.Empty(t, out)
	require.Contains(t, errs, "does not say how long its jobs waited")
	require.Contains(t, errs, "give a log with wait times")
}
