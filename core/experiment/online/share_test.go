package online

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/sim"
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

// Replays that begin where orders may first differ say what whole ones do.
func TestReplaysThatAreSharedWouldBeTheSame(t *testing.T) {
	for _, arms := range []string{"", ArmsPairs, ArmsSettings} {
		for _, objective := range []string{"", bySlowdown} {
			p := sharing(arms, "shared", "safe")
			p.Orders, p.Objective, p.Alpha = []string{"FCFS", "SPF", "LAF", "SQF"}, objective, 3
			for k := 1; k <= 4; k++ {
				shared, whole := runner(t, p), runner(t, p)
				require.NoError(t, whole.load(k))
				require.True(t, whole.contest.on)
				row := whole.newRow(k)
				whole.contest.on = false
				require.NoError(t, whole.fill(&row, nil))
				require.Equal(t, row, task(t, shared, k), "%s, %s, resample %d", arms, objective, k)
			}
		}
	}
}

// The instant at which a replay's orders may first differ is found, not one that is later.
func TestNoOrderPartsFromAnotherBeforeTheContest(t *testing.T) {
	p := sharing("", "shared")
	p.Orders = []string{"FCFS", "LCFS", "SPF", "LPF", "SAF", "LAF"}
	r := runner(t, p)
	require.NoError(t, r.load(1))
	require.True(t, r.contest.on)
	d := r.learnt[0].length
	state, parted, never := &sim.State{}, 0, 0
	for turn := range d.turns {
		first, last := int(d.first[turn]), int(d.first[turn+1])
		*state = sim.State{Now: int64(turn) * d.seconds, Arrived: first, Acted: true}
		c := r.simulated(0)
		require.NoError(t, r.resume(&c, state, last))
		base := slices.Clone(r.scratch.Starts()[first:last])
		at := r.contest.first(&r.trace, state, r.scratch.Starts(), first, last)
		differ := false
		for i := range r.arms {
			c := r.simulated(i)
			require.NoError(t, r.resume(&c, state, last))
			for k, s := range r.scratch.Starts()[first:last] {
				if s != base[k] {
					differ = true
					require.GreaterOrEqual(t, min(s, base[k]), at, "turn %d", turn)
				}
			}
		}
		if differ {
			parted++
		}
		if at == math.MaxInt64 {
			never++
		}
	}
	require.Positive(t, parted)
	require.Positive(t, never)
}
