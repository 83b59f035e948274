package online

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/study"
)

// sharing is a plan of strategies with shared feedback.
func sharing(arms string, strategies ...string) Plan {
	p := small()
	p.Arms, p.Strategies, p.Threshold, p.Periods = arms, strategies, 40*3600, []study.Seconds{job.Day}
	return p
}

func TestSharedFeedbackWithoutExplorationIsFullFeedbackFromTheMachine(t *testing.T) {
	p := sharing("", "shared@0", "full")
	p.Feedback = Machine
	row := task(t, runner(t, p), 1)
	require.Equal(t, row.Learnt[1].Chosen, row.Learnt[0].Chosen)
	require.Greater(t, slices.Max(row.Learnt[0].Chosen), byte(0))
	require.Positive(t, row.Learnt[0].Beyond.Replayed)
}

// A replay in which nobody was late is taken for those with longer thresholds.
func TestReplaysThatAreSparedWouldBeTheSame(t *testing.T) {
	p := sharing(ArmsSettings, "shared", "safe")
	p.Orders, p.Alpha = []string{"FCFS", "SPF", "LAF"}, 3
	spared, full := runner(t, p), runner(t, p)
	for i := range full.tightest {
		full.tightest[i] = i
	}
	a, b := task(t, spared, 1), task(t, full, 1)
	for i := range a.Learnt {
		require.Less(t, a.Learnt[i].Beyond.Replayed, b.Learnt[i].Beyond.Replayed)
		b.Learnt[i].Beyond.Replayed = a.Learnt[i].Beyond.Replayed
	}
	require.Equal(t, b, a)
	require.Greater(t, slices.Max(a.Learnt[1].Chosen), byte(0), "safe leaves FCFS")
}

// waited is what jobs have waited by an instant.
func waited(t *job.Trace, starts []int64, now int64) (sum int64) {
	for j, s := range starts {
		sum += max(0, min(s, now)-t.Submit[j])
	}
	return sum
}

func TestTheLedgerNeverKnowsMoreThanHasEnded(t *testing.T) {
	p := sharing("", Safe)
	p.Alpha = 1
	r := runner(t, p)
	row := task(t, r, 1)
	l, base := r.learnt[0], slices.Clone(r.shadow.starts)
	var ledgers []ledger
	chosen := make([]byte, l.length.turns)
	require.NoError(t, r.replay(l, chosen, nil, func(int) { ledgers = append(ledgers, l.sharer.ledger) }))
	require.Equal(t, row.Learnt[0].Chosen, chosen)
	starts := r.engine.Starts()
	behind, b := 0, Beyond{Replayed: row.Learnt[0].Beyond.Replayed, Told: row.Learnt[0].Beyond.Told}
	for turn, g := range ledgers {
		now := int64(turn) * job.Day
		require.Equal(t, waited(&r.trace, starts, now), g.own, "turn %d", turn)
		known := now // the baseline's course until the first start of a job that has not ended
		for j, s := range base {
			if starts[j]+r.trace.Run[j] >= now {
				known = min(known, s)
			}
		}
		require.Equal(t, waited(&r.trace, base, known), g.base, "turn %d", turn)
		if known < now {
			behind++
		}
	}
	require.Positive(t, behind)
	for turn := range ledgers {
		now := int64(turn+1) * job.Day
		own, base := waited(&r.trace, starts, now), waited(&r.trace, base, now)
		b.Most = max(b.Most, own-base)
		if float64(own) > (1+p.Alpha)*float64(base) {
			b.Broken = 1
		}
	}
	b.Most = max(b.Most, row.Learnt[0].SumWait-row.Fixed[0].SumWait)
	require.Equal(t, b, row.Learnt[0].Beyond)
}

func TestSafeLearningIsOneForm(t *testing.T) {
	p := Default()
	p.Safe = true
	require.NoError(t, p.Normalise())
	require.Equal(t, []string{Safe}, p.Strategies)
	require.False(t, p.Safe)
	p.Arms = ArmsSettings
	require.NoError(t, p.Normalise())
	require.Len(t, p.Choices(), 4+3*4*3, "late jobs of FCFS are in front anyway")
	require.Equal(t, Baseline, p.Choices()[0])
	for _, name := range p.Choices() {
		proper, err := study.ProperPair(name)
		require.NoError(t, err)
		require.Equal(t, name, proper)
	}
	p.Arms, p.Backfill = ArmsPairs, "SAF"
	require.ErrorContains(t, p.Normalise(), "leave out --backfill")
	p.Backfill, p.Orders = "", []string{"FCFS", "p*q"}
	require.ErrorContains(t, p.Normalise(), "built-in")
}

// What nobody waits for can't be lost, and what a strategy is told is what it learns for.
func TestObjectivesLeadToOtherChoices(t *testing.T) {
	var chosen [][]byte
	for _, objective := range []string{"", bySlowdown, byLongest} {
		p := sharing("", "shared@0")
		p.Objective = objective
		chosen = append(chosen, task(t, runner(t, p), 2).Learnt[0].Chosen)
	}
	require.NotEqual(t, chosen[0], chosen[1])
	require.NotEqual(t, chosen[0], chosen[2])
	require.NotEqual(t, chosen[1], chosen[2])
}

// A resample that is opened tells what its row does, though nothing of the row was computed there.
func TestAStoryOfSharedFeedbackAgreesWithItsRow(t *testing.T) {
	p := sharing(ArmsPairs, "shared", Safe)
	p.Orders, p.Alpha = []string{"FCFS", "SPF"}, 0.5
	row, r := task(t, runner(t, p), 2), runner(t, p)
	for i, name := range p.Strategies {
		s, err := r.Open(2, name, job.Day)
		require.NoError(t, err)
		require.Equal(t, row.Learnt[i].Chosen, s.Chosen, name)
	}
}
