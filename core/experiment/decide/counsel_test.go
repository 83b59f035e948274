package decide

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report"
)

// counselled is a report with one card of a verdict, on a log whose record is near or not.
func counselled(v report.Verdict, change report.Float, conditions ...Condition) *Report {
	p := Default()
	return &Report{Plan: p, Done: p.Answering(), Weeks: 20, now: &Result{}, Now: Outcome{AvgWait: 7200, MaxWait: 90000},
		Likeness: &Likeness{Jobs: 9, Known: 9, Logged: 7200, Simulated: 7200, Factor: 1, Rank: 0.9},
		Cards: []Card{{Manner: Balanced, Verdict: v, Candidate: Candidate{"SPF", "SPF", 36000, false},
			Claim: report.Claim{Change: change, Low: change - 0.05, High: change + 0.05, Weeks: 20}, Outcome: Outcome{MaxWait: 95000}}},
		Settings: []Setting{{Change: change}}, Conditions: conditions}
}

// The counsel is one of five, made of the verdict, the conditions, and what record and replay say; its sentence begins
// with its words, and only one of the five is advice.
func TestTheCounselIsOneOfFive(t *testing.T) {
	far := Condition{Key: "nearness", Level: Doubtful}
	for name, x := range map[string]struct {
		r       *Report
		as      Counsel
		because string
		begins  string
	}{
		"shown, all hold":   {counselled(report.Shown, -0.2, Condition{Key: "ways", Level: Good}), Set, "", "Set shortest"},
		"likely, all hold":  {counselled(report.Leaning, -0.2, Condition{Key: "shown", Level: Doubtful}), Likely, "", "Likely: "},
		"shown, one fails":  {counselled(report.Shown, -0.2, far), NotYet, "nearness", "Don’t set this yet, because "},
		"likely, one fails": {counselled(report.Leaning, -0.2, far), NotYet, "nearness", "Don’t set this yet, because "},
		"shown, not yet asked": {counselled(report.Shown, -0.2, Condition{Key: "ways", Level: Open}), NotYet, "ways",
			"Don’t set this yet, because other"},
		"the gravest is named": {counselled(report.Shown, -0.2, far, Condition{Key: "size", Level: FixFirst}), NotYet, "size",
			"Don’t set this yet, because the machine"},
		"undecided":            {counselled(report.Undecided, -0.2), Unclear, "", "Can’t tell: "},
		"all are worse":        {counselled(report.Shown, 0.07), Unclear, "", "Can’t tell: no setting that keeps"},
		"undecided, condition": {counselled(report.Undecided, -0.2, far), Unclear, "", "Can’t tell: "},
	} {
		x.r.Likeness.Factor = map[bool]report.Float{true: 0.5, false: 1}[x.because == "nearness"]
		x.r.advise()
		require.Equal(t, x.as, x.r.Counsel, name)
		require.Equal(t, x.because, x.r.Because, name)
		require.True(t, strings.HasPrefix(x.r.Says, x.begins), "%s: %s", name, x.r.Says)
		require.Equal(t, x.as == Set, x.r.Advice, name)
		require.NotEmpty(t, x.r.Effect(), name)
	}
}

// Where the machine's users waited and the replay's don't, there is something to mend and never nothing to gain; only where
// neither waits there is nothing to gain; and of a log that tells no waits nothing can be told.
func TestNothingToGainIsSaidOnlyWhereNobodyWaited(t *testing.T) {
	idle := func(l *Likeness) *Report {
		r := counselled(report.NoGain, 0)
		r.Now, r.Likeness, r.Source.Cleaning = Outcome{AvgWait: 0.2, MaxWait: 9}, l, &job.Cleaning{Machine: job.Machine{Procs: 64}}
		r.Conditions = r.machine()
		r.advise()
		return r
	}
	r := idle(&Likeness{Logged: 5400, Simulated: 0.2, Factor: 0.2 / 5400})
	require.Equal(t, NotYet, r.Counsel)
	require.Contains(t, r.Says, "Don’t set anything yet, because the replayed mean wait is 0")
	require.NotEmpty(t, r.Fixes)
	r = idle(&Likeness{Logged: 4, Simulated: 0.2, Factor: 0.05})
	require.Equal(t, NoGain, r.Counsel)
	require.Empty(t, r.Fixes)
	require.Contains(t, r.Says, "as recorded and as replayed")
	r = idle(nil)
	require.Equal(t, Unclear, r.Counsel)
	require.Contains(t, r.Says, "does not say how long your users waited")

	r = counselled(report.Leaning, -0.2)
	r.Likeness.Factor, r.Source.Cleaning = 0.2, &job.Cleaning{Pooled: job.Pooled{Partitions: 3}, Machine: job.Machine{Procs: 64}}
	r.Checks = []Check{{Key: "size", Level: FixFirst}}
	r.Explained = &Explained{InVain: 0.9}
	r.Conditions = r.machine()
	r.advise()
	require.Equal(t, NotYet, r.Counsel, "whatever the evidence: what makes users wait is not in the replay")
	var keys []string
	for _, f := range r.Fixes {
		keys = append(keys, f.Key)
	}
	require.Equal(t, []string{"size", "partition", "rules"}, keys)
}

// A likely setting has the range for itself alone, which may lie below zero though nothing is certain among all that were
// judged: where it stands, it says so. What is shown has the range for all.
func TestARangeThatHoldsForOneSettingAloneSaysSo(t *testing.T) {
	far := Condition{Key: "nearness", Level: Doubtful}
	for v, alone := range map[report.Verdict]bool{report.Leaning: true, report.Shown: false} {
		r := counselled(v, -0.2, far)
		r.Cards[0].Level = 0.9954
		if alone {
			r.Cards[0].Level = report.Level
		}
		r.advise()
		require.Equal(t, alone, strings.Contains(r.Doubt(), "The range holds for this setting alone"), r.Doubt())
		require.Equal(t, alone, strings.Contains(r.Brief(), "The range holds for this setting alone"), "a link: %s", r.Brief())
		require.Equal(t, alone, strings.Contains(r.Note(), "holds for this setting alone"), r.Note())
		r.claimed, r.Weeks = []int{0}, 52
		require.Equal(t, alone, strings.Contains(r.Briefly(), "holds for this setting alone"), r.Briefly())
	}
}

// Cards that are the same setting are one choice; keeping what is run now is one setting.
func TestTheSameSettingIsOneChoice(t *testing.T) {
	r := &Report{Plan: Default(), Settings: make([]Setting, 8), Cards: []Card{{Manner: Safe, At: 3, Claim: report.Claim{Change: -0.1}},
		{Manner: Balanced, At: 3, Claim: report.Claim{Change: -0.1}}, {Manner: Greedy, At: 7, Claim: report.Claim{Change: -0.3}}}}
	list := r.Choices()
	require.Len(t, list, 2)
	require.Equal(t, []string{"Safe and balanced", "Greedy"}, []string{list[0].Names(), list[1].Names()})
	require.Equal(t, Balanced, list[0].Main())
	r.Cards[0].At, r.Cards[0].Change, r.Cards[1].Change = 2, 0.07, 0.02
	list = r.Choices()
	require.Len(t, list, 2)
	require.True(t, list[0].Kept())
	require.Equal(t, "keep FCFS, no threshold", r.Table()[2][1], "a table proposes nothing that a card does not")
}

// Those who pay are found by what the order sorts by, each group with its own waits, and the job that waits longest is one
// of the log that waits so long.
func TestWhoPaysIsFoundByWhatTheOrderSortsBy(t *testing.T) {
	p := few()
	p.Orders, p.Backfills = []string{"SPF", "SQF", "SAF"}, nil
	log := studytest.Log(t, lublin.Config{Procs: 64, Jobs: 2500, Seed: 5}, 1)
	trace, _ := p.Prepare(log)
	r := decided(t, trace, p)
	for k, by := range []string{byRequest, bySize, byArea} {
		s := &r.Settings[k*len(p.Thresholds)]
		list := r.losses(s.Candidate, s.result)
		require.NotEmpty(t, list)
		require.Equal(t, by, list[0].By, s.Words())
		for _, l := range list {
			require.Greater(t, l.To, l.From)
			require.NotEmpty(t, l.Who())
		}
		sum := func(list []int64) (sum int64) {
			for _, x := range list {
				sum += x
			}
			return sum
		}
		require.Equal(t, s.result.SumWait, sum(s.result.Request))
		require.Equal(t, s.result.SumWait, sum(s.result.Area))
		require.Contains(t, trace.ID, s.result.Last.Job)
	}
}
