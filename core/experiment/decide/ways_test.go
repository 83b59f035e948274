package decide

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/react"
	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/feedback"
	"shadowtime/core/sim/order"
	"shadowtime/core/slurm/set"
	"shadowtime/core/study"
)

// asked is all that a plan asks of a log, other ways of asking too.
func asked(t *testing.T, log *job.Log, p Plan) (*Report, *job.Trace) {
	require.NoError(t, p.Normalise())
	trace, cleaning := p.Prepare(log)
	x := studytest.Compute(t, log, p, NewRunner, func(p Plan, _ *Runner) int { return p.Tasks() })
	return Merge(x.Plan, log.Digest, x.Rows, report.Source{Name: "a log", Cleaning: cleaning}), trace
}

func busy(t *testing.T) *job.Log {
	return studytest.Log(t, lublin.Config{Procs: 64, Jobs: 5000, Seed: 5}, 1)
}

// A what-if stands beside the answer with the figures that it has when it is the question.
func TestAWhatIfHasTheFiguresOfItsOwnQuestion(t *testing.T) {
	fixture.Long(t)
	log := busy(t)
	r, trace := asked(t, log, few())
	c := r.Answer()
	require.NotNil(t, c)
	seen := map[string]bool{}
	for number := range assumptions {
		a := &assumptions[number]
		p, ok := a.of(r.Plan, trace.Procs, r.Weeks)
		if !ok || a.closed {
			continue
		}
		seen[a.key] = true
		p.Orders, p.Backfills, p.Thresholds = []string{c.Front}, nil, []study.Seconds{c.Threshold}
		if c.Backfill != c.Front && p.Backfilling == r.Plan.Backfilling {
			p.Orders, p.Backfills = nil, []string{c.Backfill}
		}
		own, _ := asked(t, log, p)
		i := slices.IndexFunc(r.Ways, func(w Way) bool { return w.number == number })
		require.GreaterOrEqual(t, i, 0, a.words)
		w := &r.Ways[i]
		require.Equal(t, own.Now.AvgWait, w.AvgWait, w.Words)
		require.Equal(t, own.Settings[0].AvgWait, w.Then, w.Words)
		require.Equal(t, own.Settings[0].MaxWait, w.MaxThen, w.Words)
	}
	for _, key := range []string{asLoad, asSmaller, asLarger, asCloser, asUser, asYears} {
		require.True(t, seen[key], key)
		require.NotEmpty(t, r.WhatIfWords(key))
		require.Equal(t, "as asked", r.WhatIfTable(key)[1][0], "the answer as it was asked stands beside it")
	}
}

// Users who wait are those of react: the same chances, the same replays.
func TestUsersWhoWaitAreThoseOfReact(t *testing.T) {
	fixture.Long(t)
	p := few()
	require.NoError(t, p.Normalise())
	log := busy(t)
	trace, _ := p.Prepare(log)
	r, err := NewRunner(trace, p)
	require.NoError(t, err)
	base, err := study.Config("FCFS", "FCFS", study.None, "easy", "shadowtime")
	require.NoError(t, err)
	saf, err := order.Parse("SAF")
	require.NoError(t, err)
	s, err := feedback.NewComparison(trace, feedback.Plan{Base: base, Orders: []order.Order{saf}, Seed: p.Seed, Tau: p.Tau})
	require.NoError(t, err)
	worker := s.Worker()
	for i, c := range []Candidate{p.now(), {Front: "SAF", Backfill: "SAF", Threshold: study.None}} {
		list, err := r.closed(&p, c, nil)
		require.NoError(t, err)
		require.Len(t, list, replicates)
		weeks := make([]int64, len(list[0].Wait))
		for k := range list {
			row, err := worker.Replay(i, k)
			require.NoError(t, err)
			require.Equal(t, row.Run, list[k].Run)
			for w, sum := range worker.Weeks() {
				weeks[w] += sum
			}
		}
		require.NotEmpty(t, weeks)
		require.Equal(t, weeks, list[0].Wait)
	}
}

// The what-if of users has the figure of react, and its range: of the log's weeks, with the
// simulation error.
func TestUsersWhoWaitHaveTheRangeOfReact(t *testing.T) {
	fixture.Long(t)
	p := few()
	const late = study.Seconds(20 * 3600)
	p.Orders, p.Backfills, p.Threshold, p.Thresholds, p.Longest = []string{"SAF"}, nil, late, []study.Seconds{study.None, late}, 90
	for _, m := range []Measure{MeanWait, MeanSlowdown} {
		log := busy(t)
		p.Measure = m
		r, _ := asked(t, log, p)
		i := slices.IndexFunc(r.Ways, func(w Way) bool { return w.Key == asUsers })
		require.GreaterOrEqual(t, i, 0)
		w := &r.Ways[i]
		require.Less(t, w.Low, w.Change)
		require.Less(t, w.Change, w.High)
		c, ok := r.Reacting()
		require.True(t, ok)
		require.Contains(t, c.Detail, "The plausible range is")
		q := react.Default()
		q.Orders, q.Threshold, q.Backfilling = []string{"SAF"}, late, p.Backfilling
		q.Clean, q.Seed = p.Clean, p.Seed
		require.NoError(t, q.Normalise())
		require.Equal(t, replicates, q.Replicates)
		x := studytest.Compute(t, log, q, react.NewRunner, func(p react.Plan, _ *react.Runner) int { return p.Replicates })
		own := react.Merge("a log", log.Digest, 64, x.Plan, x.Rows).Orders[1]
		if m == MeanWait {
			require.Equal(t, []report.Float{own.React.Change.AvgWait, own.Low, own.High}, []report.Float{w.Own, w.Low, w.High})
			require.Equal(t, own.React.AvgWait, w.Then)
		} else {
			require.Equal(t, own.React.Change.AvgBsld, w.Own)
		}
	}
}

// Nobody can be left out of a log of one user, nor one who isn't there.
func TestWhoIsLeftOutIsInTheLog(t *testing.T) {
	p := few()
	trace, _ := p.Prepare(busy(t))
	for text, want := range map[string]string{"123456": "no job of the log is that user's", "nobody": "", "heaviest": ""} {
		q := p
		require.NoError(t, q.Settings().Find("without").Set(text))
		_, err := NewRunner(trace, q)
		if want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, want)
		}
	}
	alone := *trace
	alone.Users, alone.User = []int64{4}, make([]int32, trace.Len())
	p.Without = heaviest
	_, err := NewRunner(&alone, p)
	require.ErrorContains(t, err, "fewer than two users")
	require.Error(t, p.Settings().Find("without").Set("-3"))
}

// A log that names no users has its answer, without the way that leaves one out.
func TestALogWithoutUsersIsAnswered(t *testing.T) {
	fixture.Long(t)
	named, log := busy(t), new(job.Log)
	log.Header = named.Header
	for i := range named.Len() {
		row := named.At(i)
		row[job.User] = -1
		log.Add(&row, i+1)
	}
	r, _ := asked(t, log, few())
	require.Nil(t, r.Heaviest)
	require.NotEmpty(t, r.Ways)
	require.False(t, slices.ContainsFunc(r.Ways, func(w Way) bool { return w.Key == asUser || w.Key == asUsers }))
}

// The heaviest user is who takes most processor-seconds; unknown users are nobody.
func TestTheHeaviestUserTakesMostProcessorSeconds(t *testing.T) {
	tr := &job.Trace{Procs: 8, Submit: []int64{0, 1, 2, 3}, Run: []int64{10, 10, 100, 20}, Request: []int64{10, 10, 100, 20},
		Size: []int32{1, 1, 8, 2}, User: []int32{1, 1, 0, 2}, Users: []int64{-1, 3, 9}}
	require.Equal(t, User{9, 40.0 / 860}, heaviestOf(tr))
	tr.Users, tr.User = []int64{-1, 3}, []int32{1, 1, 0, 1}
	require.Equal(t, int64(-1), heaviestOf(tr).ID)
}

// Learned orders, formulas and predicted run times are candidates as the rest are, where asked.
// Slurm can't be set to what it cannot predict, and no formula either, and says why.
func TestWhatIsTriedBesidesIsReplayedAsTheRest(t *testing.T) {
	fixture.Long(t)
	p := few()
	p.Also, p.Orders = AlsoBoth, []string{"SPF", "expr:p*q+100*r"}
	r, _ := asked(t, busy(t), p)
	require.Equal(t, p.Pairs()*len(p.Thresholds), len(r.Settings))
	predicted, learned := 0, 0
	for i := range r.Settings {
		s := &r.Settings[i]
		switch {
		case s.Predicted:
			predicted++
			require.Equal(t, set.Cannot, s.Slurm)
			require.Contains(t, r.Plan.queue(s.Candidate).Setup().Why, "no prediction")
			require.Contains(t, s.Words(), "by predicted run times")
		case s.Front[0] == 'F' && s.Front != "FCFS", s.Front[0] == 'e':
			learned++
			require.Equal(t, set.Cannot, s.Slurm)
			require.NotEmpty(t, r.Plan.queue(s.Candidate).Setup().Why)
		}
	}
	require.Equal(t, []int{2 * 3, 5 * 3}, []int{predicted, learned})
	for _, change := range []func(p *Plan){
		func(p *Plan) { p.Order = "SAF" }, func(p *Plan) { p.Backfilling = "conservative" }, func(p *Plan) { p.Dialect = "ocs" }} {
		q := p
		change(&q)
		for _, c := range q.besides() {
			require.False(t, c.Predicted, "EASY behind FCFS alone is planned with predictions")
		}
	}
}

// The answer is there once its settings are replayed: what other assumptions say comes after, and changes neither verdict
// nor figures.
func TestTheAnswerIsSaidBeforeOtherAssumptionsAreAsked(t *testing.T) {
	fixture.Long(t)
	log := busy(t)
	p := few()
	require.NoError(t, p.Normalise())
	_, cleaning := p.Prepare(log)
	x := studytest.Compute(t, log, p, NewRunner, func(p Plan, _ *Runner) int { return p.Tasks() })
	source := report.Source{Name: "a log", Cleaning: cleaning}
	whole := Merge(x.Plan, log.Digest, x.Rows, source)
	require.True(t, whole.Complete())
	require.NotEmpty(t, whole.Ways)
	early := slices.DeleteFunc(slices.Clone(x.Rows), func(r Row) bool { return r.K > x.Plan.Pairs() })
	r := Merge(x.Plan, log.Digest, early, source)
	require.True(t, r.Answered())
	require.False(t, r.Complete())
	require.Equal(t, *whole.Named, *r.Named)
	require.Equal(t, whole.Verdict, r.Verdict)
	text := func(v any) string {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		return string(b)
	}
	require.Equal(t, text(whole.Cards), text(r.Cards))
	require.Equal(t, whole.Effect(), r.Effect())
	require.Empty(t, r.Ways)
	require.False(t, r.Advice, "an imperative waits for them")
	require.Len(t, r.Settings, len(whole.Settings))
	missing := 0
	for i := range r.Settings {
		if s := &r.Settings[i]; s.AvgWait.Known() {
			require.Equal(t, text(whole.Settings[i]), text(*s), "what is there is as it will be")
		} else {
			require.False(t, s.Balanced || s.Safe)
			missing++
		}
	}
	require.Positive(t, missing, "thresholds that no card chooses come later")
	at := slices.IndexFunc(r.Conditions, func(c Condition) bool { return c.Key == "ways" })
	require.Equal(t, Open, r.Conditions[at].Level)
	require.False(t, Merge(x.Plan, log.Digest, early[:len(early)-1], source).Answered())
}

// A formula that looks at the machine goes neither with plans for all nor with users who wait: those are left out, and the
// others asked.
func TestASettingThatSeesTheMachineIsAskedWhereItCanBe(t *testing.T) {
	p := few()
	formula := "expr:p*q*(1+share)"
	p.Orders = []string{"SAF", formula}
	require.NoError(t, p.Normalise())
	trace, _ := p.Prepare(busy(t))
	r, err := NewRunner(trace, p)
	require.NoError(t, err)
	require.NoError(t, r.begin(nil))
	numbers := func(name string) map[int]bool {
		at := 0
		for c := r.plan.candidate(at); c.Front != name || c.Backfill != name; c = r.plan.candidate(at) {
			at++
		}
		seen := map[int]bool{}
		for i := range r.ways {
			list, err := r.supposed(&r.ways[i], []int{at}, func(float64, float64) sim.Progress { return nil })
			require.NoError(t, err)
			for _, x := range list {
				seen[x.Way] = true
			}
		}
		return seen
	}
	sees, plain := numbers(formula), numbers("SAF")
	left := 0
	for number := range plain {
		if !sees[number] {
			left++
			key := assumptions[number].key
			require.True(t, key == asScheduler || key == asUsers, key)
		}
	}
	require.Equal(t, 2, left)
	require.Len(t, sees, len(plain)-2)
}
