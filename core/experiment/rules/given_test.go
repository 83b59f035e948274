package rules

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/worlds"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// given is what a search makes of a world of 4 jobs a user, whose files say so, or otherwise.
func given(t *testing.T, said ...Said) *Report {
	t.Helper()
	trace := submissions(t, "KTH-SP2-1996-2.1-cln", fixture.Fewer(4000, 12000))
	log := *trace
	site := worlds.Site{Key: keys["FCFS"], May: []worlds.Rule{worlds.UserJobs(4, 0)}}
	log.Wait = site.Waits(trace, trace.Procs)
	p := Default()
	p.Said = said
	r, err := NewRunner(&log, p)
	require.NoError(t, err)
	var rows []Row
	for k := range Whole + 1 {
		row, err := r.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return Merge("world", job.Digest{}, log.Procs, &log.Calendar, p, rows)
}

// A rule that the site's files say and the record bears out is in force from the beginning, and told with its figures.
func TestWhatFilesSayHoldsWhereTheRecordBearsItOut(t *testing.T) {
	r := given(t, Said{"4 jobs a user", "qos.psv, line 2: QOS normal: MaxJobsPU=4"},
		Said{"", "qos.psv, line 2: QOS normal: GrpWall=1 (why)"})
	require.Equal(t, "4 jobs a user", r.Text())
	require.Equal(t, "qos.psv, line 2: QOS normal: MaxJobsPU=4", r.Rules[0].By)
	require.Len(t, r.Said, 2)
	x := &r.Said[0]
	require.Equal(t, "holds", x.Log)
	require.Zero(t, *x.Against)
	require.Equal(t, r.Jobs(), *x.Starts)
	require.True(t, x.Edge.Sure, "3 would break %d", x.Edge.Broken)
	require.Greater(t, float64(*x.Explains), 0.005)
	require.Equal(t, "no-rule", r.Said[1].Log)
	require.Less(t, float64(r.After.Room), 0.002*float64(r.After.Seconds))
	require.Equal(t, "The site’s files say 1 rule. 1 holds in the log and explains some of the waiting.", r.SaidSentence())
}

// One that the record contradicts is not in force, and what holds is found all the same.
func TestWhatFilesSayIsNotInForceWhereTheRecordContradictsIt(t *testing.T) {
	r := given(t, Said{"2 jobs a user", "new"})
	require.Equal(t, "4 jobs a user", r.Text())
	require.Empty(t, r.Rules[0].By)
	x := &r.Said[0]
	require.Equal(t, "contradicted", x.Log)
	require.Greater(t, *x.Against, 100)
	require.Less(t, *x.Against, *x.Starts)
	require.Contains(t, r.SaidSentence(), "contradicted by the log, so it is not in force")
}

// A limit that is wider than the one that holds explains nothing, and does not keep the narrower from being found.
func TestAWiderLimitThatFilesSayKeepsNoNarrowerFromBeingFound(t *testing.T) {
	r := given(t, Said{"30 jobs a user", "old"})
	require.Equal(t, "30 jobs a user\n4 jobs a user", r.Text())
	require.Equal(t, "idle", r.Said[0].Log)
}

// A rule that files say of other jobs, or of another time, is neither in force nor against the log.
func TestWhatFilesSayOfNoJobOfTheLogIsSaidToConcernNone(t *testing.T) {
	r := given(t, Said{"nothing starts of queue 77", "a"}, Said{"4 jobs a user from 2100-01-01", "b"}, Said{"4 jobs a user", "c"})
	require.Equal(t, "4 jobs a user", r.Text())
	for i, log := range []string{"no-job", "no-job", "holds"} {
		require.Equal(t, log, r.Said[i].Log)
	}
	require.Contains(t, r.SaidSentence(), "The site’s files say 3 rules. 1 holds in the log and explains some of the waiting and "+
		"2 concern no job of the log.")
	require.Equal(t, NoJob, r.SaidTable()[1][5])
}

// Who goes first is judged by the starts that it puts into turn and out of it: partitions by the tiers of slurm.conf.
func TestTiersThatFilesSayAreJudgedByStartsInTurn(t *testing.T) {
	trace := parted(submissions(t, "KTH-SP2-1996-2.1-cln", fixture.Fewer(3000, 6000)))
	log := *trace
	log.Wait = tieredOf()[0].site.Waits(trace, trace.Procs)
	record, ok := held.RecordOf(&log)
	require.True(t, ok)
	list, err := rule.Parse("first of partition 2; first of partition 4; first of partitions 1 3")
	require.NoError(t, err)
	s, err := NewSearch(record, Default().Exempt, list)
	require.NoError(t, err)
	require.Equal(t, "first of partition 2", rule.Text(s.found))
	require.True(t, s.obey[0].holds)
	require.Zero(t, s.obey[0].against)
	require.Greater(t, s.obey[0].starts, 50)
	for _, x := range s.obey[1:] {
		require.False(t, x.holds)
		require.Greater(t, 2*x.against, x.starts)
	}
}

// Starts are counted to the letter, waiting or not, of jobs that no replay could ever start too.
func TestStartsAgainstWhatIsSaidAreCounted(t *testing.T) {
	trace := &job.Trace{Procs: 10, Users: []int64{1, 2}, Submit: []int64{0, 10, 20, 30, 40}, Run: []int64{100, 100, 100, 100, 100},
		Request: []int64{100, 100, 100, 5000, 100}, Size: []int32{1, 2, 3, 1, 4}, User: []int32{0, 0, 1, 1, 0},
		Wait: []int64{0, 0, 0, 0, 100}}
	r, err := NewRunner(trace, Default())
	require.NoError(t, err)
	list, err := rule.Parse("1 job a user; nothing starts over 1h; 4 processors; 8 processors missing from 1970-01-01T00:00 until " +
		"1970-01-01T00:01; 3 processors a user of users 2")
	require.NoError(t, err)
	got, err := obeyedBy(r.record, list)
	require.NoError(t, err)
	require.Equal(t, []obedience{{5, 2, false}, {1, 1, false}, {5, 2, false}, {4, 3, false}, {2, 1, false}}, got)
}
