package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/sim/order"
	"shadowtime/core/slurm/set"
	"shadowtime/core/study"
)

// chosen is the setting of a choice found under limits.
func chosen(primary, backfill string, threshold study.Seconds, l study.Limits) Setting {
	return settingOf(Choice{Primary: primary, Backfill: backfill, Threshold: threshold}, &Plan{Limits: l, Dialect: "shadowtime"})
}

// The lines are those that Decide has for the same queue: said once, tried on a real Slurm.
func TestTheLinesOfATuningAreThoseOfDecide(t *testing.T) {
	for _, primary := range append(order.Names(order.Every()), "mix:SAF+3600*FCFS", "expr:p*q") {
		for _, backfill := range []string{primary, "SPF"} {
			for _, l := range []study.Limits{{}, {Depth: 32}, {Tries: 5}} {
				s := chosen(primary, backfill, 26*3600+62, l)
				q := set.Queue{Front: primary, Backfill: backfill, Threshold: 26*3600 + 62, Backfilling: "easy",
					Dialect: "shadowtime",
					Limits:  l}
				require.Equal(t, q.Setup(), s.Slurm, primary)
				for _, term := range s.terms() {
					for _, line := range term.Lines {
						require.NotRegexp(t, "PriorityFavorSmall|SMALL_RELATIVE_TO_TIME|PriorityMaxAge", line,
							"the job size factor of Slurm is of nodes, not of the order")
					}
				}
			}
		}
	}
}

func TestASettingSaysItsRule(t *testing.T) {
	s := chosen("SQF", "SQF", study.None, study.Limits{Depth: 32, Tries: 1})
	require.Equal(t, "The queue is in the order of SQF (fewest processors first). Where the first job does not fit, processors are "+
		"reserved for it. Others that do not delay it may start, tried in the same order. The scheduler looks at no more than 32 waiting "+
		"jobs, the oldest. At most 1 job is tried behind the first.", s.Words)
	require.NotEmpty(t, s.NotModelled)
	require.Contains(t, chosen("SPF", "LEXP", 7200, study.Limits{}).Words, "Jobs that have waited more than 2\u202fh go first")
	require.Contains(t, s.terms()[0].Words, "Decide says whether to set it")
}
