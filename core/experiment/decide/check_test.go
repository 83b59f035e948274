package decide

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/believe"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/study"
)

// waited is a trace whose log tells the waits that an order made.
func waited(t *testing.T, name string) *job.Trace {
	p := few()
	trace, _ := p.Prepare(busy(t))
	recordUnder(t, trace, name)
	return trace
}

// recordUnder gives a log the waits of a replay under an order, of which the machine then has a record.
func recordUnder(t *testing.T, trace *job.Trace, name string) {
	e := sim.New()
	c, err := study.Config(name, name, study.None, "easy", "shadowtime")
	require.NoError(t, err)
	e.Load(trace)
	require.NoError(t, e.Run(&c))
	trace.Wait = make([]int64, trace.Len())
	for j, start := range e.Starts() {
		trace.Wait[j] = start - trace.Submit[j]
	}
}

// What Explore says of how near a replay comes is what the check says: one name, one figure.
func TestTheCheckSaysWhatExploreBelieves(t *testing.T) {
	trace := waited(t, "SAF")
	for _, now := range []string{"FCFS", "SAF", "LEXP"} {
		p := few()
		p.Order = now
		r, err := NewRunner(trace, p)
		require.NoError(t, err)
		row, err := r.Task(study.Logged, nil)
		require.NoError(t, err)
		c, err := study.Config(now, now, study.None, "easy", "shadowtime")
		require.NoError(t, err)
		e := sim.New()
		e.Load(trace)
		require.NoError(t, e.Run(&c))
		logged := make([]int64, trace.Len())
		for j := range logged {
			logged[j] = trace.Submit[j] + trace.Wait[j]
		}
		explored := believe.Measure(trace, logged, e.Starts())
		require.Equal(t, float64(explored.RankCorrelation), row.Likeness.Rank)
		require.Equal(t, float64(explored.Logged.AvgWait), row.Likeness.Logged)
		require.Equal(t, float64(explored.Simulated.AvgWait), row.Likeness.Simulated)
		x := Merge(r.plan, job.Digest{}, []Row{row}, report.Source{Cleaning: &job.Cleaning{}})
		near := x.nearCheck()
		require.Contains(t, near.Detail, "(rank correlation "+believe.Ranked(explored.RankCorrelation)+")")
		require.Contains(t, explored.Sentence("EASY"), "a rank correlation of "+believe.Ranked(explored.RankCorrelation))
		require.Equal(t, now == "SAF", row.Likeness.Rank > 0.999)
	}
}

// Near is who waits as well as how long: neither alone makes a replay good, and only both
// together bar it.
// The mean wait of now stands in the check and in the answer, and is written there alike.
func TestTheCheckWritesTheWaitOfNowAsTheAnswerDoes(t *testing.T) {
	from := regexp.MustCompile(`^, from (\S+) to `)
	said := 0
	for _, recorded := range []bool{false, true} {
		p := few()
		trace, _ := p.Prepare(busy(t))
		if recorded {
			trace = waited(t, "SAF")
		}
		r := decided(t, trace, p)
		require.NotEmpty(t, r.Cards)
		now := from.FindStringSubmatch(r.fromTo(&r.Cards[0]))
		require.NotNil(t, now)
		if c := r.nearCheck(); !recorded || strings.Contains(c.Detail, "complete weeks") {
			said++
			require.Contains(t, c.Words+c.Detail, " "+now[1]+".")
		}
	}
	require.Positive(t, said)
}

func TestNearnessIsHowLongAndWho(t *testing.T) {
	for _, x := range []struct {
		logged, simulated, rank report.Float
		want                    Level
	}{
		{3600, 3600, 0.9, Good}, {3600, 3900, 0.8, Good}, {3600, 3900, 0.79, Doubtful},
		{3600, 5300, 0.9, Doubtful}, {3600, 7200, 0.9, Doubtful},
		{3600, 7200, 0.1, Doubtful}, {3600, 18000, 0.9, Doubtful}, {3600, 18000, 0.1, FixFirst}, {18000, 3600, 0.3, FixFirst},
		{30, 2, 0.1, Good},
	} {
		r := &Report{Plan: Default(), Now: Outcome{AvgWait: x.simulated}, Likeness: &Likeness{Jobs: 9, Known: 9, Logged: x.logged,
			Simulated: x.simulated, Factor: x.simulated / x.logged, Rank: x.rank}}
		c := r.nearCheck()
		require.Equal(t, x.want, c.Level, "%+v: %s", x, c.Detail)
		require.NotContains(t, c.Words, "under the rules")
		r.Plan.Rules = "2 jobs a user" // another replay, with other waits
		require.Contains(t, r.nearCheck().Words, "Replayed with first come, first served (FCFS) under the rules of the question they wait ")
	}
}

// What a log was taken for is said where it stands before any answer: partitions, queues,
// guesses, requests.
func TestWhatWasPooledGuessedOrMissingIsSaid(t *testing.T) {
	for _, x := range []struct {
		c     job.Cleaning
		level Level
		says  []string
	}{
		{job.Cleaning{Read: 9, Kept: 9}, Good, []string{"Every record was used.", "Nothing was pooled or guessed."}},
		{job.Cleaning{Read: 9, Kept: 9, Pooled: job.Pooled{Partitions: 3, Largest: 5}}, Doubtful,
			[]string{"3 partitions were pooled into one machine.", "The largest partition has 5 of 9 jobs."}},
		{job.Cleaning{Read: 9, Kept: 9, Pooled: job.Pooled{Queues: 4}}, Good, []string{"The log has 4 queues; they are replayed as one."}},
		{job.Cleaning{Read: 90, Kept: 90, NoRequest: 2}, Good, []string{"The run time stands for the request of 2 jobs without one."}},
		{job.Cleaning{Read: 9, Kept: 9, NoRequest: 2}, Doubtful, []string{"2 of 9 jobs have no requested time."}},
		{job.Cleaning{Read: 9, Kept: 9, NoRequest: 9}, Doubtful, []string{"No job has a requested time."}},
		{job.Cleaning{Read: 9, Kept: 9, Pooled: job.Pooled{Guesses: []job.Guess{{Switch: "zone", Value: "UTC", Why: "why"}}}}, Good,
			[]string{"Times were taken for UTC."}},
		{job.Cleaning{Read: 9, Kept: 9, Pooled: job.Pooled{Guesses: []job.Guess{{Switch: "unit", Value: "nodes", Why: "it has none"}}}},
			Doubtful, []string{"The unit was guessed: nodes.", "It has none."}},
		{job.Cleaning{Read: 9, Kept: 9, Pooled: job.Pooled{Guesses: []job.Guess{{Switch: "left", Value: "3", Why: "never started"},
			{Switch: "left", Value: "1", Why: "pending"}}}}, Good,
			[]string{"Every job that was asked for and has a recorded run was used.", "Skipped: 3 never started, 1 pending.",
				"Nothing was pooled or guessed."}},
		{job.Cleaning{Read: 9, Kept: 9, Pooled: job.Pooled{Guesses: []job.Guess{{Switch: "doubt", Value: "fetch it again",
			Why: "it is cut"}}}},
			Doubtful, []string{"It is cut: fetch it again.", "Nothing was pooled or guessed."}},
		{job.Cleaning{Read: 9, Kept: 9, Pooled: job.Pooled{Partitions: 2, Guesses: []job.Guess{{Switch: "grave", Value: "mend it",
			Why: "a time is wrong"}}}}, FixFirst, []string{"A time is wrong: mend it.", "2 partitions"}},
		{job.Cleaning{Read: 9, Kept: 8, Dropped: []job.Dropped{{Reason: job.ZeroRun, N: 1}}}, Doubtful,
			[]string{"1 of 9 records was left out.", "Run time is zero."}},
	} {
		r := &Report{Plan: Default(), Source: report.Source{Cleaning: &x.c}}
		c := r.recordCheck()
		require.Equal(t, x.level, c.Level, c.Words+" "+c.Detail)
		for _, words := range x.says {
			require.Contains(t, c.Words+" "+c.Detail, words)
		}
	}
}

// Until there is an answer, its sentence counts what is replayed, once.
func TestTheSentenceCountsWhatIsReplayedOnce(t *testing.T) {
	p := few()
	require.NoError(t, p.Normalise())
	r := &Report{Plan: p, Done: 1, balanced: -1, now: &Result{}}
	of := strconv.Itoa(p.Answering())
	require.Equal(t, "1 of "+of+" orders is replayed on your log so far.", r.Sentence())
	r.Done = 2
	require.Equal(t, "2 of "+of+" orders are replayed on your log so far.", r.Sentence())
}

// The report has the keys that other programs were promised, none of them left out where
// nothing is known.
func TestTheReportHasItsKeys(t *testing.T) {
	fixture.Long(t)
	r, _ := asked(t, busy(t), few())
	require.NotEmpty(t, r.Cards)
	empty := Merge(r.Plan, job.Digest{}, nil, report.Source{})
	top := []string{"version", "plan", "digest", "checks", "verdict", "named", "cards", "candidates"}
	for _, x := range []*Report{r, empty} {
		m := keysOf(t, x)
		for _, key := range top {
			require.Contains(t, m, key)
		}
	}
	require.Equal(t, "null", string(keysOf(t, empty)["named"]))
	require.Equal(t, "[]", string(keysOf(t, empty)["cards"]))
	named := keysOf(t, r.Named)
	for _, key := range []string{"setting", "change", "low", "high", "level"} {
		require.Contains(t, named, key)
	}
	require.NotEmpty(t, r.Checks)
	for i := range r.Checks {
		m := keysOf(t, r.Checks[i])
		for _, key := range []string{"name", "level", "says"} {
			require.Contains(t, m, key)
		}
		require.Contains(t, []string{`"green"`, `"amber"`, `"red"`}, string(m["level"]))
	}
	names := []string{}
	for i := range r.Cards {
		m := keysOf(t, r.Cards[i])
		for _, key := range []string{"name", "primary", "backfill", "threshold", "avgWait", "maxWait", "change", "low", "high",
			"maxWaitRatio", "losers", "slurm", "lines"} {
			require.Contains(t, m, key)
		}
		names = append(names, string(m["name"]))
		require.Contains(t, []string{`"yes"`, `"nearly"`, `"no"`}, string(m["slurm"]))
		require.True(t, string(m["threshold"]) != "null" || r.Cards[i].Manner == Greedy, "no threshold is for the greedy alone")
	}
	require.Subset(t, []string{`"safe"`, `"balanced"`, `"greedy"`}, names)
}

func keysOf(t *testing.T, v any) (m map[string]json.RawMessage) {
	b, err := json.Marshal(v)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &m))
	return m
}

// A machine that is offered far more than it can do is doubted, whoever told its size.
func TestAnOverloadedMachineIsDoubted(t *testing.T) {
	machine := job.Machine{Procs: 4, From: job.SizeInHeader, Of: "MaxProcs"}
	r := &Report{Source: report.Source{Cleaning: &job.Cleaning{Kept: 9, Machine: machine}, WholeWeeks: 9}}
	require.Equal(t, Good, r.sizeCheck().Level)
	r.Source.Overload = "The jobs offer 140 % of what 4 processors can do."
	x := r.sizeCheck()
	require.Equal(t, Doubtful, x.Level)
	require.Equal(t, r.Source.Overload, x.Detail)
	r.Checks = []Check{x}
	require.Equal(t, "More work than the machine can do", r.sized().Words)
}

// What a rule of the question says of the machine's size, and what the check says of it, agree.
func TestTheSizeAndRulesOfIt(t *testing.T) {
	machine := job.Machine{Procs: 100, From: job.SizeInHeader, Of: "MaxProcs"}
	r := &Report{Source: report.Source{Cleaning: &job.Cleaning{Kept: 9, Machine: machine}, WholeWeeks: 9}, Plan: Default()}
	for rules, on := range map[string]string{"": " on 100 processors.", "14 processors missing": " on 86 of 100 processors.",
		"14 processors missing until 1996-10-17": " on 100 processors."} {
		r.Plan.Rules = rules
		require.Contains(t, r.sizeCheck().Words, on, rules)
		for _, words := range r.Plan.RulesList() {
			require.NotContains(t, words, "the machine had", "the check says how many it has")
		}
	}
}
