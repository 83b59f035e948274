package react

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// computed are the rows of a plan on the village's log.
func computed(t *testing.T, weeks int, change func(p *Plan)) (Plan, []Row) {
	t.Helper()
	p := Default()
	p.Replicates = 3
	change(&p)
	require.NoError(t, p.Normalise())
	trace, _ := p.Prepare(village(t, weeks))
	return p, rowsOf(t, trace, p)
}

func rowsOf(t *testing.T, trace *job.Trace, p Plan) (rows []Row) {
	t.Helper()
	r, err := NewRunner(trace, p)
	require.NoError(t, err)
	for k := range p.Replicates + 1 {
		row, err := r.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return rows
}

func merged(p Plan, rows []Row) *Report {
	r := Merge("village", job.Digest{}, 64, p, rows)
	r.Source.Cleaning = &job.Cleaning{}
	return r
}

func TestTheRangeHoldsTheChangeAndTheVerdictIsThatOfTheRange(t *testing.T) {
	fixture.Long(t)
	p, rows := computed(t, 40, func(p *Plan) { p.Orders, p.Replicates = []string{"SPF", "SAF", "SQF", "LQF", "LPF"}, 6 })
	r := merged(p, rows)
	require.False(t, r.Rough)
	require.Equal(t, report.Shown, r.Verdict)
	require.Greater(t, float64(r.Level), report.Level, "for all that were looked at")
	require.Less(t, float64(r.Low), float64(r.Orders[1].Low))
	for _, o := range r.Orders[1:] {
		require.Less(t, float64(o.Low), float64(o.React.Change.AvgWait), o.Order)
		require.Greater(t, float64(o.High), float64(o.React.Change.AvgWait), o.Order)
		agree := o.Ignore.Change.AvgWait*o.React.Change.AvgWait > 0
		if o.Verdict != report.Undecided {
			require.True(t, agree && (o.High < 0 || o.Low > 0), o.Order)
		}
		if o.React.AvgWait < r.Orders[r.at].React.AvgWait {
			t.Errorf("%s waits less than %s, which is named", o.Order, r.Named)
		}
	}
	require.Equal(t, report.Undecided, r.Orders[3].Verdict, "SQF waits longer by one answer, and shorter by the other")
	// more replicates, the same draws: a smaller simulation error, a narrower range
	q, more := computed(t, 20, func(p *Plan) { p.Orders, p.Replicates = p.Orders[:1], 12 })
	few, many := merged(q, more[:4]), merged(q, more)
	require.Less(t, float64(many.Orders[1].Error.AvgWait), float64(few.Orders[1].Error.AvgWait))
	require.Less(t, float64(many.High-many.Low), float64(few.High-few.Low))
}

// An order's weeks are multiplied by one factor: twice the jobs of half the wait are half
// the wait, whatever their sum is.
func TestTheRangeIsOfTheMeanWaitAndNotOfItsSum(t *testing.T) {
	p, rows := computed(t, 12, func(p *Plan) { p.Orders = []string{"SPF"} })
	for i := range rows {
		if rows[i].K != study.Logged {
			run := &rows[i].Runs[1]
			run.SumWait, run.Jobs = rows[i].Runs[0].SumWait, 2*rows[i].Runs[0].Jobs
			copy(rows[i].Weeks[1], rows[i].Weeks[0])
		}
	}
	r := merged(p, rows)
	require.InDelta(t, -0.5, float64(r.Orders[1].React.Change.AvgWait), 1e-9)
	weeks := sums(rows[1:], 0)
	half := make([]int64, len(weeks))
	for w, x := range weeks {
		half[w] = x / 2
	}
	x := stats.RangeOf(half, weeks)
	want := x.Change(report.Level)
	require.InDelta(t, want.Low, float64(r.Low), 1e-6)
	require.InDelta(t, want.High, float64(r.High), 1e-6)
}

func TestTheLikelierAnswerComesFirst(t *testing.T) {
	p, rows := computed(t, 12, func(*Plan) {})
	rows[0].Told.Sync = 0.5
	s := merged(p, rows).Sentence()
	require.Less(t, strings.Index(s, "if users wait for their jobs"), strings.Index(s, "If users do not react"))
	rows[0].Told.Sync = 0.49
	s = merged(p, rows).Sentence()
	require.Less(t, strings.Index(s, "if users do not react"), strings.Index(s, "If they wait for their jobs"))
	require.NotContains(t, s, "total")
}

func TestWhatSplitsOrIsRoughIsNeverClaimed(t *testing.T) {
	fixture.Long(t)
	p, rows := computed(t, 40, func(p *Plan) { p.Orders, p.Replicates = []string{"SPF"}, 6 })
	require.Equal(t, report.Shown, merged(p, rows).Verdict)
	run := &rows[0].Runs[1]
	was := run.SumWait
	run.SumWait = rows[0].Runs[0].SumWait * 2
	r := merged(p, rows)
	require.Equal(t, report.Undecided, r.Verdict)
	require.Contains(t, r.Sentence(), "it depends on how users react")
	run.SumWait = was
	for c := range rows[0].Runs {
		rows[0].Runs[c].SumWait = rows[0].Runs[c].SumWait * 2 / 3
	}
	r = merged(p, rows)
	require.True(t, r.Rough)
	require.Equal(t, report.Undecided, r.Verdict)
	require.Contains(t, r.Sentence(), "rough")
}

// Whatever is known so far, there is a sentence, and a table without figures of nothing.
func TestAnyRowsMakeAReport(t *testing.T) {
	p, rows := computed(t, 40, func(p *Plan) { p.Orders = []string{"SPF"} })
	brief := slices.Clone(rows)
	for i := range brief {
		brief[i].Weeks = slices.Clone(brief[i].Weeks)
		for c, weeks := range brief[i].Weeks {
			brief[i].Weeks[c] = weeks[:3]
		}
	}
	for says, some := range map[string][]Row{"being replayed": nil, "Users who wait are still to be replayed": rows[:1],
		"single replicate": rows[:2], "of 3 whole weeks there is no range": brief, "as it was": rows[1:]} {
		r := merged(p, some)
		require.Contains(t, r.Sentence(), says)
		require.Equal(t, report.Undecided, r.Verdict)
		b, err := json.Marshal(r)
		require.NoError(t, err)
		require.NotContains(t, string(b), "NaN")
		require.NotEmpty(t, r.Forest().Title)
		require.NotEmpty(t, r.Methods())
		require.NotContains(t, fmt.Sprint(r.Table(), r.Notes()), "NaN")
	}
}

func TestLogsWhoseUsersCannotBeToldApartHaveTheOpenAnswerAlone(t *testing.T) {
	p := Default()
	require.NoError(t, p.Normalise())
	trace, _ := p.Prepare(village(t, 6))
	trace.User, trace.Users = make([]int32, trace.Len()), []int64{-1}
	x, err := NewRunner(trace, p)
	require.NoError(t, err)
	require.ErrorContains(t, x.Apart(), "users can't be told apart")
	row, err := x.Task(study.Logged, nil)
	require.NoError(t, err)
	_, err = x.Task(1, nil)
	require.ErrorContains(t, err, "users can't be told apart")
	r := merged(p, []Row{row})
	require.Regexp(t, "^Users can't be told apart: .*the mean wait is [0-9]+.*less if users do not react", r.Sentence())
	require.Equal(t, report.Undecided, r.Verdict)
	require.Empty(t, r.Named)
	require.False(t, r.Low.Known())
	require.True(t, r.Orders[1].Ignore.Change.AvgWait < 0)
	require.True(t, math.IsNaN(float64(r.Orders[1].React.AvgWait)))
}

func TestEndsOfALogThatDoesNotSayAllWaitsAreSimulated(t *testing.T) {
	fixture.Long(t)
	p := Default()
	require.NoError(t, p.Normalise())
	trace, _ := p.Prepare(village(t, 6))
	for ends, want := range map[string]bool{Auto: true, Logged: true, Simulated: false} {
		p.Ends = ends
		require.Equal(t, want, rowsOf(t, trace, p)[0].Recorded, ends)
	}
	trace.Wait[3] = -1
	p.Ends = Auto
	require.False(t, rowsOf(t, trace, p)[0].Recorded)
	p.Ends = Logged
	_, err := NewRunner(trace, p)
	require.ErrorContains(t, err, "1 of ")
	require.ErrorContains(t, err, "have no wait in the log (field 3): choose simulated ends")
}

func TestNobodyWaitingIsNothingToGain(t *testing.T) {
	p, rows := computed(t, 6, func(*Plan) {})
	for i := range rows {
		for c := range rows[i].Runs {
			rows[i].Runs[c].SumWait = 0
			clear(rows[i].Weeks[c])
		}
	}
	r := merged(p, rows)
	require.Equal(t, report.NoGain, r.Verdict)
	require.Contains(t, r.Sentence(), "nothing to gain")
}
