package decide

import (
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/believe"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/sim/held"
	"shadowtime/core/study"
)

// Hours of rules stay where they are, so a load that a what-if scales keeps the hours of its jobs.
func TestALoadUnderHoursIsCarriedByUsers(t *testing.T) {
	for _, c := range []struct {
		rules string
		load  float64
		by    resample.By
		want  resample.By
	}{{"end by 17:00 over 4h", 1, 0, resample.Users}, {"4 jobs a user", 1, 0, resample.Arrivals}, {"", 1, 0, resample.Arrivals},
		{"not 06:00-18:00", 1.2, resample.Sizes, resample.Sizes}, {"not 06:00-18:00", 1.2, resample.Arrivals, resample.Arrivals}} {
		p := Default()
		p.Rules, p.Load, p.LoadBy = c.rules, c.load, c.by
		q, ok := Supposed(p, asLoad, 100, 20)
		require.True(t, ok)
		require.InDelta(t, 1.1*c.load, q.Load, 1e-9)
		require.Equal(t, c.want, q.LoadBy, c.rules)
	}
}

// What the note says of ranges of changed rules is what was measured of them: the table of evidence, in the column of the spread in
// force.
func TestTheNoteOfChangedRulesHasTheFiguresOfTheEvidence(t *testing.T) {
	page, err := os.ReadFile("../../../public/docs/evidence-rules.html")
	require.NoError(t, err)
	before, table, ok := strings.Cut(string(page), `<tbody id="rules-spread">`)
	require.True(t, ok)
	head := regexp.MustCompile(`num">(?:spread )?(\d\.\d\d)</th>`).FindAllStringSubmatch(before[strings.LastIndex(before, "<thead>"):], -1)
	at := slices.IndexFunc(head, func(x []string) bool { return x[1] == numeral.Grouped(stats.RuleSpread, 2) })
	require.GreaterOrEqual(t, at, 0)
	for row, says := range map[string]string{"limits halved": "in %s of logs", "no rules": "beside %s for rules taken off",
		"limits doubled": "%s for doubled limits"} {
		_, cells, ok := strings.Cut(table, ">"+row+"</th>")
		require.True(t, ok, row)
		cells, _, _ = strings.Cut(cells, "</tr>")
		figures := regexp.MustCompile(`num">([\d.]+)</td>`).FindAllStringSubmatch(cells, -1)
		cover, err := strconv.ParseFloat(figures[3+at][1], 64)
		require.NoError(t, err)
		require.Contains(t, AmendedNote, strings.Replace(says, "%s", strconv.Itoa(int(math.Round(cover)))+" %", 1), row)
	}
}

// What the machine did that no order can win stands between an answer and advice, with its number.
func TestWaitingThatNothingExplainsIsNoGroundForAdvice(t *testing.T) {
	for _, x := range []struct {
		vain, broken report.Float
		waits, start Level
	}{{0, 0, Good, Good}, {0.05, 0.02, Good, Good}, {0.051, 0, Doubtful, Good}, {0, 0.021, Good, Doubtful}} {
		r := &Report{Plan: Default(), Likeness: &Likeness{Logged: 3600, Simulated: 3600},
			Explained: &Explained{InVain: x.vain, Broken: x.broken, Starts: 1000}}
		c, ok := r.explain()
		require.True(t, ok)
		require.Equal(t, x.waits, c.Level, c.Detail)
		c, ok = r.obey()
		require.True(t, ok)
		require.Equal(t, x.start, c.Level, c.Detail)
	}
	_, ok := (&Report{}).explain()
	require.False(t, ok, "a log without waits")
}

// A log that has more processors in use than its header names contradicts itself: its size is not called known.
func TestAMachineWhoseStartsHadNoRoomIsNotCalledKnown(t *testing.T) {
	trace := &job.Trace{Procs: 4, Users: []int64{1}}
	for j := range 300 { // two a time on four processors, each of three
		at := int64(j) * 500
		trace.Submit, trace.Wait = append(trace.Submit, at), append(trace.Wait, 100)
		trace.Run, trace.Request = append(trace.Run, 900), append(trace.Request, 900)
		trace.Size, trace.User = append(trace.Size, 3), append(trace.User, 0)
	}
	asked := func(procs int64) Condition {
		log := *trace
		log.Procs = procs
		p := Default()
		p.SuitWeeks(0)
		require.NoError(t, p.Normalise())
		r, err := NewRunner(&log, p)
		require.NoError(t, err)
		row, err := r.Task(study.Logged, nil)
		require.NoError(t, err)
		source := report.Source{Cleaning: &job.Cleaning{Kept: 300, Machine: job.Machine{Procs: procs, From: job.SizeInHeader}}}
		return Merge(p, job.Digest{}, []Row{row}, source).sized()
	}
	x := asked(4)
	require.Equal(t, Doubtful, x.Level)
	require.Equal(t, "The machine’s size looks wrong", x.Words)
	require.Contains(t, x.Detail, "of the starts that other jobs waited for had no room")
	require.Equal(t, []string{"the machine’s size looks wrong"}, (&Report{}).failing([]Condition{x}))
	x = asked(6)
	require.Equal(t, Good, x.Level)
	require.Equal(t, "Machine size known", x.Words)
}

// A job that a rule kept waits in vain until the rule is asked for.
func TestARuleExplainsWhatItHeld(t *testing.T) {
	n := 400
	trace := &job.Trace{Procs: 100, Users: []int64{1, 2}}
	free := int64(0)
	for j := range n {
		at := int64(j) * 600
		start := max(at, free) // one job at a time of one user
		free = start + 900
		trace.Submit, trace.Wait = append(trace.Submit, at), append(trace.Wait, start-at)
		trace.Run, trace.Request = append(trace.Run, 900), append(trace.Request, 900)
		trace.Size, trace.User = append(trace.Size, 1), append(trace.User, 0)
	}
	share := func(rules string) (held.Sum, *Report) {
		p := Default()
		p.Rules = rules
		p.SuitWeeks(0)
		r, err := NewRunner(trace, p)
		require.NoError(t, err)
		row, err := r.Task(study.Logged, nil)
		require.NoError(t, err)
		require.NoError(t, p.Normalise())
		return row.Waits, Merge(p, job.Digest{}, []Row{row}, report.Source{})
	}
	_, open := share("")
	require.Equal(t, report.Float(1), open.Explained.InVain)
	require.Empty(t, open.Obeyed)
	require.Nil(t, open.ObeyedTable())
	sum, ruled := share("1 job a user")
	require.Equal(t, report.Float(0), ruled.Explained.InVain)
	require.Equal(t, report.Float(1), ruled.Explained.ByRule)
	require.Zero(t, sum.Breaches)
	all := sum.Parts()
	require.Equal(t, []Obeyed{{"1 job a user", "At most 1 running job a user", 1, new(all.Sum()), new(0), false}}, ruled.Obeyed)
	// Of two rules each has what the other does not explain, and a rule that held nobody is broken by who started against it.
	_, two := share("1 job a user; not 00:00-12:00")
	require.Equal(t, report.Float(0), two.Obeyed[0].Explains-report.Float(float64(*two.Obeyed[0].Seconds)/float64(all.Sum())))
	require.Less(t, *two.Obeyed[0].Seconds, all.Sum())
	require.Positive(t, *two.Obeyed[1].Broken)
	// A rule of another queue, or of another time, concerns nobody, and the answer says so.
	for _, rules := range []string{"nothing starts of queue 77", "1 job a user from 1975-01-01", "1 job a user of users 9"} {
		_, idle := share(rules)
		require.True(t, idle.Obeyed[0].Idle, rules)
		require.Contains(t, idle.ObeyedTable()[1][0], " (it concerns no job of the log)")
	}
	require.NotContains(t, two.ObeyedTable()[1][0], "concerns no job")
	// Of a log that tells no waits nothing is said of what a rule explains, neither 0 nor a number.
	trace.Wait = nil
	_, untold := share("1 job a user")
	require.Len(t, untold.Obeyed, 1)
	require.Nil(t, untold.Obeyed[0].Seconds)
	require.Nil(t, untold.Obeyed[0].Broken)
	require.False(t, untold.Obeyed[0].Explains.Known())
	require.Equal(t, []string{numeral.Unknown, numeral.Unknown, numeral.Unknown}, untold.ObeyedTable()[1][1:])
}

// A record without waits in which more is in use at once than the machine has is judged as believe judges it.
func TestASizeThatARecordWithoutWaitsGoesBeyondLooksWrong(t *testing.T) {
	for procs, wrong := range map[int64]bool{10: true, 12: false} {
		trace := &job.Trace{Procs: procs, Users: []int64{1}}
		for j := range 300 { // three at once
			at := int64(j/3) * 3600
			trace.Submit, trace.Wait = append(trace.Submit, at), append(trace.Wait, 0)
			trace.Run, trace.Request = append(trace.Run, 900), append(trace.Request, 900)
			trace.Size, trace.User = append(trace.Size, 4), append(trace.User, 0)
		}
		p := Default()
		p.SuitWeeks(0)
		r, err := NewRunner(trace, p)
		require.NoError(t, err)
		row, err := r.Task(study.Logged, nil)
		require.NoError(t, err)
		require.NoError(t, p.Normalise())
		machine := job.Machine{Procs: procs, From: job.SizeInHeader, Of: "MaxProcs"}
		source := report.Source{Cleaning: &job.Cleaning{Kept: 300, Machine: machine}}
		x := Merge(p, job.Digest{}, []Row{row}, source).sized()
		caveats := strings.Join(believe.Measure(trace, trace.Submit, trace.Submit).Caveats, " ")
		const says = "100 of 300 jobs started while more processors were in use than the machine has (12 of 10)"
		require.Equal(t, wrong, x.Level == Doubtful)
		require.Equal(t, wrong, strings.Contains(x.Detail, says+". The size is the log header’s"), x.Detail)
		require.Equal(t, wrong, strings.Contains(caveats, "The machine’s size looks wrong: "+says+"."), caveats)
	}
}
