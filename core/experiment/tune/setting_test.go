package tune

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// set is the setting of a choice found under limits.
func set(primary, backfill string, threshold study.Seconds, l study.Limits) Setting {
	return settingOf(Choice{Primary: primary, Backfill: backfill, Threshold: threshold}, &Plan{Limits: l})
}

// lines are all of a setting, with the words of hints without any that stand before.
func lines(s Setting) (lines []string, before string) {
	for _, h := range s.Slurm {
		if lines == nil && len(h.Lines) == 0 {
			before += h.Words + " "
		}
		lines = append(lines, h.Lines...)
	}
	return lines, before
}

// A line can be pasted as it stands, each parameter is set once, and there is the one
// that makes Slurm's backfilling EASY.
func TestALineOfSlurmsIsWholeAndSetOnce(t *testing.T) {
	whole := regexp.MustCompile(`^[A-Z][A-Za-z]+=[A-Za-z0-9_/:,=-]+$`)
	names := append(order.Names(order.Every()), "mix:SAF+3600*FCFS", "expr:p*q")
	for _, primary := range names {
		for _, backfill := range []string{primary, "SPF"} {
			for _, threshold := range []study.Seconds{study.None, 26*3600 + 62} {
				for _, l := range []study.Limits{{}, {Depth: 32, Tries: 5}} {
					s := set(primary, backfill, threshold, l)
					seen := map[string]bool{}
					list, _ := lines(s)
					for _, line := range list {
						require.Regexp(t, whole, line, primary)
						key, _, _ := strings.Cut(line, "=")
						require.False(t, seen[key], "%s twice: %s", key, primary)
						seen[key] = true
					}
					require.Contains(t, list[len(list)-1], "SchedulerParameters=bf_job_part_count_reserve=1",
						"EASY, not a start for everybody")
					for _, h := range s.Slurm {
						require.NotContains(t, strings.Join(h.Lines, " "), "..")
					}
				}
			}
		}
	}
}

// What can't be set is known before a line is read.
func TestWhatSlurmCantDoIsSaidBeforeItsLines(t *testing.T) {
	for _, name := range []string{"LCFS", "SPF", "LPF", "SAF", "LEXP", "mix:SAF+3600*FCFS"} {
		list, before := lines(set(name, name, study.None, study.Limits{}))
		require.Regexp(t, "no priority factor|have no factor", before, name)
		require.Equal(t, []string{"SchedulerParameters=bf_job_part_count_reserve=1"}, list, "no weight is set for what has none")
	}
	list, before := lines(set("SQF", "SPF", 26*3600+62, study.Limits{Depth: 32, Tries: 1}))
	for _, words := range []string{"no order of its own to set for backfilling", "no switch that sends jobs to the front after a time",
		"no limit by age"} {
		require.Contains(t, before, words)
	}
	require.Equal(t, []string{multifactor, "PriorityFavorSmall=YES", "PriorityWeightJobSize=1000000", "PriorityMaxAge=1-02:01:02",
		"PriorityWeightAge=1000000",
		"SchedulerParameters=bf_job_part_count_reserve=1,bf_max_job_test=2"}, list, "the first of the queue is one of those tried")
	_, before = lines(set("SPF", "SPF", 3600, study.Limits{}))
	require.Contains(t, before, "no priority factor for the time limit")
	require.Contains(t, before, "no switch that sends")
}

func TestSettingsSayWhatSlurmHas(t *testing.T) {
	sqf := set("SQF", "SQF", study.None, study.Limits{})
	list, before := lines(sqf)
	require.Empty(t, before)
	require.Contains(t, list, "PriorityFavorSmall=YES")
	require.Contains(t, sqf.Words, "Keep the queue in the order of SQF (fewest processors first)")
	require.NotEmpty(t, sqf.NotModelled)
	list, _ = lines(set("LQF", "LQF", study.None, study.Limits{}))
	require.Contains(t, list, "PriorityFavorSmall=NO")
	list, _ = lines(set("FCFS", "FCFS", study.None, study.Limits{}))
	require.Contains(t, list, "PriorityWeightAge=1000000")
	require.Contains(t, set("SAF", "SAF", study.None, study.Limits{}).Slurm[0].Words, "p̃ q")
	reserve := sqf.Slurm[len(sqf.Slurm)-1].Words
	require.Contains(t, reserve, "Without this Slurm's backfill scheduler plans a start for every waiting job that it looks at")
	require.Contains(t, set("SQF", "SQF", study.None, study.Limits{Depth: 32, Tries: 1}).Words,
		"no more than 32 waiting jobs, the oldest. At most 1 job is tried behind the first.")
}
