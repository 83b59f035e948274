package rules

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim/held"
)

// amountOf is the number of a mean as it is written, and its unit.
func amountOf(t *testing.T, text string) (float64, string) {
	t.Helper()
	at := strings.LastIndex(text, numeral.Thin)
	x, err := strconv.ParseFloat(strings.ReplaceAll(text[:at], numeral.Thin, ""), 64)
	require.NoError(t, err, text)
	return x, text[at:]
}

func TestThePartsOfABarAddUpToTheMeanAsItIsWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 59))
	for range 20_000 {
		a := &held.Account{Jobs: 1 + r.IntN(50_000)}
		for c := range a.Parts {
			if r.IntN(4) > 0 {
				a.Parts[c] = r.Int64N(1 << r.IntN(36))
			}
		}
		for _, list := range [][]Piece{Bar(a), (&Found{Under: a}).Bar()} {
			sum, all := 0.0, int64(0)
			mean, unit := amountOf(t, Mean(a))
			for _, p := range list {
				x, u := amountOf(t, p.Mean)
				require.Equal(t, unit, u)
				sum += x
				all += p.Seconds
				exact := mean * float64(p.Seconds) / float64(max(1, a.Sum()))
				require.InDelta(t, exact, x, 0.0151, "%v", a.Parts)
			}
			require.Equal(t, a.Sum(), all)
			require.InDelta(t, mean, sum, 1e-6, "%v of %d jobs", a.Parts, a.Jobs)
		}
	}
}

// account is one of a hundred jobs with so many hours a job of each cause.
func account(hours ...float64) *held.Account {
	a := &held.Account{Jobs: 100}
	for c, x := range hours {
		a.Parts[c] = int64(x * 3600 * 100)
	}
	return a
}

func plain(text string) string { return strings.ReplaceAll(text, numeral.Thin, " ") }

func TestWhatUsersWaitedForIsSaidInASentence(t *testing.T) {
	kth := account(1.994, 0.356, 0, 1.90)
	require.Equal(t, "Your users waited 4.25 h on average. No change of the order can win 1.90 h of it (45 %): there was room for "+
		"the job, and starting it would have delayed nobody.", plain(Waited(kth).Text()))
	require.Equal(t, Wasted, StandingOf(kth))
	kth.Lacking = 0.58
	require.Equal(t, "The machine size looks wrong: 58 % of the starts had no room.", plain(Waited(kth).First))
	require.Equal(t, WrongSize, StandingOf(kth))
	require.Equal(t, NoWaiting, StandingOf(account()))
	require.Equal(t, "No job waited.", Waited(account()).First)
	require.Equal(t, "Your users waited 2.00 h on average. Only 0.05 h of it (2 %) passed with room for the job and nobody delayed.",
		plain(Waited(account(1.9, 0.05, 0, 0.05)).Text()))
	require.NotContains(t, Waited(account(2, 0, 0, 0)).Text(), "Only")
	few := account(1.9, 0.05, 0, 0.05)
	few.Left = 2 // the record's mean, of all jobs, stands on the same page
	require.Equal(t, "Without the 2 jobs that did not run or have no recorded wait, your users waited 2.00 h on average. Only 0.05 h of "+
		"it (2 %) passed with room for the job and nobody delayed.", plain(Waited(few).Text()))
}

// dated is a wall's clock.
func dated(text string) int64 {
	list, err := rule.Parse("1 job from " + text)
	if err != nil {
		panic(err)
	}
	return list[0].Since
}

func TestTheHeadlineIsTheStrongestOfWhatWasFound(t *testing.T) {
	terms := rule.Terms{Procs: 100}
	day := rule.New(rule.EndBy)
	day.Class.Over, day.From, day.Days, day.Until = 4*3600, 17*60, rule.Workdays, dated("1997-06-09")
	user := rule.New(rule.Limit)
	user.Per, user.Most = rule.User, 4
	f := &Found{Done: true, Under: account(2.07, 0.17, 0.95, 1.06),
		Findings: []Finding{{Rule: user, Explains: 3}, {Rule: day, Explains: 7}}, Stops: []rule.Span{{From: 0, To: 7200}}}
	require.Equal(t, "Until 9 June 1997, jobs that asked for more than 4 h were held through the working day and released at 17:00. "+
		"2 rules and 1 stretch without a start; 1.06 h stays unexplained.", plain(f.Headline(&terms).Text()))
	require.Equal(t, "With the rules found in the log, 1.06 h stays unexplained.", plain(f.Stays()))
	f.Findings = nil
	require.Equal(t, "In 1 stretch nothing started, 2 h in all.", plain(f.Headline(&terms).First))
	f.Stops = nil
	require.Equal(t, "No rule in our list explains it. 1.06 h stays unexplained.", plain(f.Headline(&terms).Text()))
	f.Done = false
	require.Equal(t, "Looking for rules.", f.Headline(&terms).First)
	f.Order = held.SPF
	require.Equal(t, "The queue looks ordered by shortest request first.", f.Headline(&terms).First)
}

func TestEveryKindOfRuleHasAHeadlineInThePast(t *testing.T) {
	for text, want := range map[string]string{
		"4 jobs a user":                        "No user had more than 4 running jobs",
		"25 processors a user from 1996-12-23": "From 23 December 1996, no user held more than 25 processors",
		"300 processor-hours a user":           "No user had more than 300 processor-hours outstanding",
		"2 jobs a user in each queue":          "No user had more than 2 running jobs in a queue",
		"368 processors of partition 2":        "Jobs in partition 2 held at most 368 processors together",
		"960 processors over 2h":               "Jobs that asked for more than 2 h held at most 960 processors together",
		"1 job of queue 30":                    "Of jobs in queue 30 at most 1 ran at once",
		"1 job a user of users 46 57":          "None of users 46 and 57 had more than 1 running job",
		"not 06:00-18:00 Mon-Fri over 4h":      "Jobs that asked for more than 4 h did not start between 6:00 and 18:00 on working days",
		"end by 8:00 over 2h":                  "Jobs that asked for more than 2 h started only if they would end by 8:00",
		"end by 8:00 standard time over 2h": "Jobs that asked for more than 2 h started only if they would end by 8:00, " +
			"by a clock without summer time",
		"end by 17:00 Mon-Fri standard time over 4h": "Jobs that asked for more than 4 h were held through the working day " +
			"and released at 17:00, by a clock without summer time",
		"not Sun 9-Fri 17 over 20h":              "Jobs that asked for more than 20 h did not start from Sunday 9:00 to Friday 17:00",
		"15 processors missing until 1996-10-14": "Until 14 October 1996, 15 of 100 processors were missing",
		"50 processors of partitions 2 5":        "Jobs in partitions 2 and 5 held at most 50 processors together",
		"fair share 7d from 1996-12-23": "From 23 December 1996, users who had used less went first, and use counted half after " +
			"7 d",
		"nothing starts over 4h until 1996-11-03": "Until 3 November 1996, jobs that asked for more than 4 h did not start",
	} {
		list, err := rule.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, plain((&rule.Terms{Procs: 100}).Past(&list[0])), text)
	}
}

func TestAnEdgeSaysWhatTheNextConstantWouldBreak(t *testing.T) {
	terms := rule.Terms{Procs: 100}
	for _, c := range [][3]string{
		{"end by 17:00 over 4h", "end by 16:30 over 4h", "16:30 would break 231; 17:00 breaks 14"},
		{"not 04:30-08:00", "not 04:30-08:30", "8:30 would break 231; 8:00 breaks 14"},
		{"not Mon 00:00-Fri 17:00 over 9h", "not Mon 00:00-Fri 18:00 over 9h",
			"Friday 18:00 would break 231; Friday 17:00 breaks 14"},
		{"not Sun 09:00-Fri 17:00", "not Sun 08:30-Fri 17:00", "Sunday 8:30 would break 231; Sunday 9:00 breaks 14"},
		{"4 jobs a user", "3 jobs a user", "3 would break 231; 4 breaks 14"},
		{"15 processors missing", "16 processors missing", "16 would break 231; 15 breaks 14"},
		{"fair share 7d", "fair share 5d", "5 d would break 231; 7 d breaks 14"},
		{"300 processor-hours a user", "285 processor-hours a user", "285 would break 231; 300 breaks 14"},
	} {
		list, err := rule.Parse(c[0] + ";" + c[1])
		require.NoError(t, err)
		f := &Found{Under: account(1, 1, 1, 1),
			Findings: []Finding{{Rule: list[0], Edge: list[1], EdgeBroken: 231, Broken: 14, Concerned: 1422}}}
		told := f.Told(&terms)[0]
		require.Equal(t, c[2], plain(told.EdgeWords))
		require.Equal(t, Sure, told.Edge)
		require.Equal(t, "14 of 1"+numeral.Thin+"422", told.Broken)
		f.Findings[0].EdgeBroken = 139
		require.Equal(t, Weak, f.Told(&terms)[0].Edge)
	}
}

// The logs whose patterns spec and page tell, in shares: after an own end with its chance, after anybody's with its
// chance, with others.
func TestPatternsPointToTheKindOfCause(t *testing.T) {
	for name, c := range map[string]struct {
		seen [5]float64
		want Cause
	}{
		"KTH":    {[5]float64{0.03, 0.01, 0.07, 0.05, 0.01}, Seldom},
		"HPC2N":  {[5]float64{0.18, 0.02, 0.33, 0.06, 0.21}, OfUsers},
		"OSC":    {[5]float64{0.31, 0.03, 0.47, 0.04, 0.28}, OfUsers},
		"SP2":    {[5]float64{0.18, 0.02, 0.61, 0.05, 0.18}, Unseen},
		"Curie":  {[5]float64{0.22, 0.03, 0.74, 0.20, 0.51}, Unseen},
		"Sandia": {[5]float64{0.21, 0.02, 0.79, 0.04, 0.33}, Unseen},
		"Gaia":   {[5]float64{0.35, 0.08, 0.94, 0.20, 0.68}, Unseen},
		"hands":  {[5]float64{0.01, 0.01, 0.05, 0.05, 0.30}, ByHand},
	} {
		a := account(0, 0, 0, 1)
		a.Patterns = [held.Patterns]held.Pattern{held.AfterAnEnd: {Seen: c.seen[2], Chance: c.seen[3]},
			held.AfterOwnEnd: {Seen: c.seen[0], Chance: c.seen[1]}, held.InBatches: {Seen: c.seen[4], Chance: math.NaN()},
			held.OnTheHour: {Seen: 0.06, Chance: 0.067}}
		require.Equal(t, c.want, Likely(a), name)
		names := strings.Contains((&Found{Under: a}).Left().Rest, "The likely cause is")
		require.Equal(t, c.want != Seldom, names, "%s: a cause without a sign of it", name)
	}
	a := account(0, 0, 0, 1)
	a.Patterns[held.OnTheHour] = held.Pattern{Seen: 0.4, Chance: 0.067}
	require.Equal(t, ByClock, Likely(a))
}

// ofLog is the runner of a log of the archive.
func ofLog(t *testing.T, name string) *Runner {
	t.Helper()
	l, err := tracefile.Open(fixture.Path(t, "traces", name), nil)
	require.NoError(t, err)
	trace, _ := job.Clean(l, job.Presets()[0].Rules, job.MachineOf(l, 0))
	r, err := NewRunner(trace, Default())
	require.NoError(t, err)
	return r
}

const kth = "KTH-SP2-1996-2.1-cln.swf.gz"

func TestWhatUsersOfKTHWaitedFor(t *testing.T) {
	row, err := ofLog(t, kth).Task(Waits, nil)
	require.NoError(t, err)
	a := row.Account
	require.Equal(t, "Your users waited 4.25 h on average. No change of the order can win 1.90 h of it (45 %): there was room for "+
		"the job, and starting it would have delayed nobody.", plain(Waited(a).Text()))
	var parts []string
	for _, p := range Bar(a) {
		parts = append(parts, plain(p.Mean+" "+p.Legend))
	}
	require.Equal(t, []string{"1.99 h too few processors free", "0.36 h kept for a job ahead", "1.90 h room, nobody delayed"}, parts)
	friday := a.Week[4*24+16]
	require.InDelta(t, 1090, float64(friday.Sum())/3600, 0.5)
	require.InDelta(t, 0.86, friday.Share(held.InVain), 0.01)
	require.Equal(t, "Jobs of one processor were held for 89 % of their wait", plain(SizeWords(a)))
}

func TestTheRulesFoundGoThroughTheirTextAndBack(t *testing.T) {
	fixture.Long(t)
	for _, name := range []string{"SDSC-Par-1996-3.1-cln.swf.gz", kth}[:fixture.ByDay(1, 2)] {
		r := ofLog(t, name)
		var rows []Row
		for _, k := range []int{Whole, Waits} {
			row, err := r.Task(k, nil)
			require.NoError(t, err)
			rows = append(rows, row)
		}
		found := rows[0].Found
		require.NotEmpty(t, found.Findings, name)
		report := Merge(name, r.trace.Digest, r.trace.Procs, &r.trace.Calendar, Default(), rows)
		again, err := rule.Parse(report.Text())
		require.NoError(t, err, report.Text())
		require.Equal(t, found.Rules(), again)
		written, err := json.Marshal(report)
		require.NoError(t, err)
		again, err = rule.Read(string(written))
		require.NoError(t, err)
		require.Equal(t, found.Rules(), again, "what a report prints is what a command takes back")
		require.Equal(t, found.Under.Sum(), rows[1].Account.Sum(), "the same waiting, explained")
		if name != kth {
			at := slices.IndexFunc(found.Findings, func(x Finding) bool { return slices.Equal(x.Rule.Class.Partitions, []int64{2}) })
			require.GreaterOrEqual(t, at, 0, report.Text())
			x := &found.Findings[at]
			require.Equal(t, int64(368), x.Rule.Most, report.Text())
			require.True(t, x.Sure(), "one less would break %d, it breaks %d", x.EdgeBroken, x.Broken)
		}
	}
}
