package decide

import (
	"html"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/rule"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Of the rules in force each is taken off, and limits are doubled and halved; nothing else is tried.
func TestWhatIsTriedOfRulesIsThoseInForce(t *testing.T) {
	tried := func(rules string) (list []string) {
		p := Default()
		p.Rules = rules
		require.NoError(t, p.Normalise())
		for _, a := range p.amendments() {
			list = append(list, a.how.String()+": "+a.rules)
		}
		require.Equal(t, p.Pairs()+len(list), p.Answering())
		return list
	}
	require.Empty(t, tried(""))
	require.Equal(t, []string{"lifted: ", "doubled: 8 jobs a user", "halved: 2 jobs a user"}, tried("4 jobs a user"))
	require.Equal(t, []string{"lifted: ", "doubled: 2 jobs of queue 3"}, tried("1 job of queue 3"), "no limit of nothing")
	require.Equal(t, []string{"lifted: 5 jobs a user until 1997-01-01; 8 processors missing",
		"lifted: 5 jobs a user until 1997-01-01; end by 17:00 over 4h"},
		tried("5 jobs a user until 1997-01-01; end by 17:00 over 4h; 8 processors missing"), "what has ended holds nobody")
	many := "not 06:00-18:00 over 1h; not 06:00-18:00 over 2h; not 06:00-18:00 over 3h; not 06:00-18:00 over 4h; " +
		"not 06:00-18:00 over 5h; not 06:00-18:00 over 6h; not 06:00-18:00 over 7h; not 06:00-18:00 over 8h; not 06:00-18:00 over 9h"
	require.Len(t, tried(many), mostAmended)
}

// A limit that is doubled to what the machine has, or beyond, holds nobody: lifting it is tried, and it is not.
func TestADoubledLimitThatHoldsNobodyIsNotTriedBesideLifting(t *testing.T) {
	log := busy(t) // of 64 processors
	for _, x := range []struct {
		rules string
		tried []Amending
	}{{"200 jobs a user", []Amending{Lifted, Halved}},
		{"32 processors over 2h", []Amending{Lifted, Halved}},
		{"31 processors over 2h", []Amending{Lifted, Doubled, Halved}},
		{"200 processor-hours a user", []Amending{Lifted, Doubled, Halved}}} {
		p := few()
		p.Orders, p.Backfills, p.Thresholds, p.Rules = []string{"SPF"}, nil, []study.Seconds{study.None}, x.rules
		r, _ := asked(t, log, p)
		require.True(t, r.Complete())
		var tried []Amending
		for i := range r.Amended {
			tried = append(tried, r.Amended[i].How)
		}
		for i := range r.Unsettled {
			tried = append(tried, r.Unsettled[i].How)
		}
		require.Equal(t, x.tried, tried, x.rules)
	}
}

// ruled is a question under rules.
func ruled() Plan {
	p := few()
	p.Rules = "2 jobs a user; 40 processors over 2h; 4 processors missing"
	return p
}

// A changed rule has the figures of the question that is asked under it, and the answer of the machine without rules those
// of the question that is asked without.
func TestAChangedRuleHasTheFiguresOfItsOwnQuestion(t *testing.T) {
	log := busy(t)
	r, _ := asked(t, log, ruled())
	require.True(t, r.Complete())
	require.Len(t, r.Amended, 4, "40 processors doubled are more than there are")
	require.Len(t, r.Unsettled, 2, "halves of the limits are too low for this log")
	for i, words := range r.UnsettledWords() {
		require.Contains(t, strings.Join(r.AmendedTable()[1+1+len(r.Amended)+i], "|"), "|not tried: "+r.Unsettled[i].Because)
		require.Contains(t, r.Paper().HTML(), html.EscapeString(words))
	}
	require.Regexp(t, `the jobs of user \d+ would hold \d+\x{202f}% of this limit`, r.UnsettledWords()[0])
	require.Contains(t, r.UnsettledWords()[1], ", its jobs would hold ")
	require.Len(t, r.Rules, 3)
	own := func(rules string) Outcome {
		p := few()
		p.Orders, p.Backfills, p.Thresholds, p.Rules = []string{"SPF"}, nil, []study.Seconds{study.None}, rules
		o, _ := asked(t, log, p)
		return o.Now
	}
	list := r.Amended
	if !fixture.Every() {
		list = list[1:3]
	}
	for i := range list {
		a := &list[i]
		require.Equal(t, own(a.Rules), a.Outcome, a.Words)
		require.InDelta(t, float64(a.AvgWait/r.Now.AvgWait-1), float64(a.Own), 0.1, "whole weeks alone")
		require.LessOrEqual(t, a.Low, a.Change)
		require.LessOrEqual(t, a.Change, a.High)
		require.Equal(t, len(r.claimed)+len(r.Amended), a.Among, "judged together with the orders")
		for _, l := range a.Gainers {
			require.Less(t, l.To, l.From)
		}
		for _, l := range a.Losers {
			require.Greater(t, l.To, l.From)
		}
		require.LessOrEqual(t, a.Users.Gains.To, a.Users.Gains.From)
		require.GreaterOrEqual(t, a.Users.Pays.To, a.Users.Pays.From)
	}
	page := r.Paper().HTML()
	for _, rows := range [][][]string{r.ObeyedTable(), r.BothTable()} {
		require.Greater(t, len(rows), 1)
		for _, row := range rows {
			for _, cell := range row {
				require.Contains(t, page, cell, "the printed report has the rules, and both answers")
			}
		}
	}
	require.Len(t, r.ObeyedTable(), 1+3)
	require.NotNil(t, r.Open)
	require.Equal(t, own("none").AvgWait, r.Open.AvgWait)
	require.Contains(t, r.OpenWords(), report.Signed(r.Open.Change)+" for "+r.Answer().Words()+". Under them it says "+
		report.Signed(r.Answer().Change)+".")
	require.Equal(t, r.Open.Change, *r.Answer().Open)
	none := *r.Open
	none.Named, none.alone, r.Open = nil, false, &none
	require.Contains(t, r.OpenWords(), ". Without them, no card keeps to the bound on the longest wait.", "others were not asked")
	none.alone = true
	require.NotContains(t, r.OpenWords(), "Without them", "and where not all cards were, nothing is said of them")
	for _, w := range r.Ways {
		require.NotEqual(t, asOpen, w.Key, "a machine without its rules is no other way of asking about this one")
	}
}

// A log without rules is asked nothing more.
func TestWithoutRulesNothingMoreIsReplayed(t *testing.T) {
	p := few()
	require.NoError(t, p.Normalise())
	require.Equal(t, 2*p.Pairs(), p.Tasks())
	r, _ := asked(t, busy(t), p)
	require.Empty(t, r.Amended)
	require.Nil(t, r.Open)
	require.Empty(t, r.AmendedSentence()+r.OpenWords())
	require.Nil(t, r.AmendedTable())
	require.Nil(t, r.ObeyedTable())
	require.Nil(t, r.BothTable())
	require.Empty(t, r.Paper().Further)
	require.Nil(t, r.Answer().Open)
}

// users' gains and losses are those of all jobs, and the mean tells who notices.
func TestUsersAreToldByWhatBecomesOfTheirWaits(t *testing.T) {
	p := ruled()
	trace, _ := p.Prepare(busy(t))
	r, err := NewRunner(trace, ruled())
	require.NoError(t, err)
	require.NoError(t, r.begin(nil))
	then := make([]int64, len(r.waits))
	copy(then, r.waits)
	jobs := make([]int64, len(then))
	for _, u := range r.counted.User {
		jobs[u]++
	}
	then[0] -= 60 * jobs[0]
	then[1] += 60*jobs[1] - 1
	then[2] += 100 * jobs[2]
	m := r.moved(then)
	require.Equal(t, 1, m.Less)
	require.Equal(t, 1, m.More)
	require.Equal(t, UserWait{r.counted.Users[0], jobs[0], r.waits[0], then[0]}, m.Gains)
	pays := 2
	if 60*jobs[1]-1 > 100*jobs[2] {
		pays = 1
	}
	require.Equal(t, UserWait{r.counted.Users[pays], jobs[pays], r.waits[pays], then[pays]}, m.Pays)
}

// A change of a rule is an imperative only where all holds that is asked of a change of the order.
func TestAChangedRuleIsAdvisedBehindTheSameGate(t *testing.T) {
	weeks := func(n int64) []int64 {
		list := make([]int64, 20)
		for w := range list {
			list[w] = n + int64(w%3)
		}
		return list
	}
	made := func() *Report {
		p := Default()
		p.Rules = "4 jobs a user"
		require.NoError(t, p.Normalise())
		r := &Report{Plan: p, Weeks: 20, now: &Result{}, Now: Outcome{AvgWait: 3600, MaxWait: 7200}, Done: p.Answering(), balanced: -1,
			Likeness: &Likeness{Logged: 3600, Simulated: 3600, Factor: 1, Rank: 1}, Explained: &Explained{Starts: 1000}}
		w := &report.Weighing{Own: [][]int64{weeks(3600), weeks(2400), weeks(3000), weeks(4800)}, Weeks: 20, Together: true}
		r.weighed, r.sums = w.Weigh(), w.Own
		for i, a := range p.amendments() {
			r.Amended = append(r.Amended, Amended{How: a.how, rule: a.rule, clause: a.clause(r.terms()), Words: a.words(r.terms()),
				Within: true, choice: i + 1, Lines: a.slurm(r.terms())})
		}
		r.believeAmended()
		return r
	}
	r := made()
	r.judgeAmended()
	a := r.BestAmended()
	require.Equal(t, Lifted, a.How)
	require.True(t, a.Advice)
	require.True(t, r.Copied(a))
	require.Equal(t, []string{"sacctmgr modify qos normal set MaxJobsPerUser=-1"}, a.Lines)
	require.Regexp(t, `^Lift the limit \(at most 4 running jobs a user\)\. It cuts the mean wait by 3\d\x{202f}%, plausibly`, r.AmendedSentence())
	require.False(t, r.Amended[2].Advice, "what waits longer is never advised")
	for name, spoil := range map[string]func(r *Report){
		"explained":           func(r *Report) { r.Explained.InVain = 0.06 },
		"contradict":          func(r *Report) { r.Explained.Broken = 0.03 },
		"of the recorded one": func(r *Report) { r.Likeness.Factor = 0.89 },
		"rough guide":         func(r *Report) { r.Likeness.Rank = 0.79 },
		"halves":              func(r *Report) { r.Amended[0].SecondHalf = 0.01 },
	} {
		r := made()
		spoil(r)
		r.judgeAmended()
		require.False(t, r.Amended[0].Advice, name)
		require.Regexp(t, "^Lifting the limit .* would cut .* Don’t set this yet, because .*"+name, r.AmendedSentence())
	}
	r = made()
	for i := range r.Amended {
		r.Amended[i].Within = false
	}
	r.judgeAmended()
	require.False(t, r.Amended[0].Advice)
	require.Contains(t, r.AmendedSentence(), "No change of a rule that keeps to the bound")
}

// Each kind of rule has its words, and none is said with a number that is not its own.
func TestEveryChangeOfARuleHasWords(t *testing.T) {
	p := Default()
	p.Rules = "not 06:00-18:00 over 4h; end by 17:00 over 2h from 1997-01-02; 15 processors missing; fair share 7d; " +
		"960 processors over 2h"
	require.NoError(t, p.Normalise())
	var list []string
	for _, a := range p.amendments() {
		list = append(list, a.words(&rule.Terms{Procs: 100}))
	}
	require.Equal(t, []string{"Lift the closed hours: requests over 4\u202fh don’t start between 6:00 and 18:00",
		"Lift the hour to end by: requests over 2\u202fh must end by 17:00, from 2 Jan 1997",
		"Give the missing processors back: 15 of 100 processors were missing",
		"Give fair share up: users who used less go first, and use counts half after 7\u202fd",
		"Lift the limit: at most 960 processors for requests over 2\u202fh together",
		"Double the limit: at most 1\u202f920 processors for requests over 2\u202fh together",
		"Halve the limit: at most 480 processors for requests over 2\u202fh together"}, list)
}
