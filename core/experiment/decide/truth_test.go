package decide

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/studytest"
	"shadowtime/core/internal/worlds"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// decided replays all that a plan asks of a trace.
func decided(t testing.TB, trace *job.Trace, p Plan) *Report {
	r, err := NewRunner(trace, p)
	require.NoError(t, err)
	require.NoError(t, r.begin(nil))
	r.ways = nil // what is done under other assumptions is not asked here
	var rows []Row
	for k := 0; k <= r.plan.Tasks(); k++ {
		row, err := r.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return Merge(r.plan, job.Digest{}, rows, report.Source{})
}

// then is what a setting does on another log, beside what is run now.
func then(t testing.TB, trace *job.Trace, p Plan, c Candidate) (now, set Outcome) {
	p.Orders, p.Backfills, p.Thresholds = []string{c.Front}, nil, []study.Seconds{c.Threshold}
	if c.Backfill != c.Front {
		p.Orders, p.Backfills = nil, []string{c.Backfill}
	}
	r := decided(t, trace, p)
	return r.Now, r.Settings[0].Outcome
}

// On machines whose truth is known, other than those on which the rule was found, what the
// balanced card says comes true on logs that it has not seen: jobs wait less, and the longest
// wait keeps to its bound. No card but the greedy one lets jobs wait without end.
func TestTheBalancedCardComesTrueOnOtherLogsOfTheMachine(t *testing.T) {
	fixture.Long(t)
	const weeks, logs = 26, 3
	machines := uint64(fixture.ByDay(1, 3)) // of each kind
	p := Default()
	gains, bounds, trials := 0, 0, 0
	for _, kind := range worlds.Kinds() {
		for seed := uint64(801); seed < 801+machines; seed++ {
			m, err := worlds.New(kind, seed, (weeks+1)*(logs+2))
			require.NoError(t, err)
			r := decided(t, m.Log(0, weeks), p)
			for i := range r.Cards {
				require.True(t, r.Cards[i].Manner == Greedy || r.Cards[i].Threshold >= 0)
			}
			c := r.Answer()
			require.NotNil(t, c, m.Name)
			for k := 1; k <= logs && k*(weeks+1)+weeks <= m.Weeks; k++ {
				now, set := then(t, m.Log(k*(weeks+1), weeks), p, c.Candidate)
				trials++
				if set.AvgWait < now.AvgWait {
					gains++
				}
				if float64(set.MaxWait) <= p.Longest*float64(now.MaxWait) {
					bounds++
				}
				t.Logf("%s: %s, %s: mean %.2f, longest %.2f", m.Name, c.Words(), c.Verdict, set.AvgWait/now.AvgWait,
					float64(set.MaxWait)/float64(now.MaxWait))
			}
		}
	}
	t.Logf("gains %d, bounds %d of %d", gains, bounds, trials)
	require.GreaterOrEqual(t, float64(gains), 0.9*float64(trials))
	require.GreaterOrEqual(t, float64(bounds), 0.9*float64(trials))
}

// What a narrow bound allows, every wider one allows: so no card has a change, or a range's end, that is higher than a safer
// card's, and a longer longest wait besides.
func TestNoCardIsWorseInBothRegardsThanASaferOne(t *testing.T) {
	fixture.Long(t)
	p := few()
	p.Orders, p.Backfills = []string{"SPF", "SAF"}, []string{"SAF"}
	p.Thresholds = []study.Seconds{study.None, 80 * 3600, 20 * 3600, 10 * 3600, 5 * 3600, 2 * 3600, 3600}
	apart := 0
	for seed := uint64(1); seed <= uint64(fixture.ByDay(3, 30)); seed++ {
		trace, _ := p.Prepare(studytest.Log(t, lublin.Config{Procs: 64, Jobs: fixture.ByDay(3000, 9000), Seed: seed}, 1))
		r := decided(t, trace, p)
		for i := range r.Cards {
			for k := range r.Cards[:i] {
				safer, wider := &r.Cards[k], &r.Cards[i]
				if safer.At == wider.At {
					continue
				}
				apart++
				worse := wider.Change > safer.Change || end(wider.Own, wider.High) > end(safer.Own, safer.High)
				require.False(t, worse && wider.MaxWait > safer.MaxWait, "seed %d: %s, %s; %s, %s", seed, safer.Manner,
					safer.Words(), wider.Manner, wider.Words())
			}
		}
	}
	require.Positive(t, apart, "cards differ")
}
