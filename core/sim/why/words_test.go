package why

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// textbook is the usual picture of EASY: B waits for A, C and D slip past it, E
// would delay it.
func textbook() *job.Trace {
	return &job.Trace{Procs: 8, ID: []int64{10, 11, 12, 13, 14}, Users: []int64{-1}, User: make([]int32, 5),
		Submit: []int64{0, 1, 2, 3, 4}, Run: []int64{6, 5, 3, 8, 4}, Request: []int64{6, 5, 3, 8, 4}, Size: []int32{5, 6, 1, 2, 1}}
}

func told(t *testing.T, b sim.Backfilling, j int) string {
	t.Helper()
	fcfs, err := order.Parse("FCFS")
	require.NoError(t, err)
	tape, err := Record(textbook(), &sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None, Backfilling: b})
	require.NoError(t, err)
	s, err := tape.Story(j)
	require.NoError(t, err)
	var words []string
	for _, x := range tape.Sentences(s) {
		words = append(words, strings.ReplaceAll(x.Words, "\u202f", " "))
	}
	return strings.Join(words, "\n")
}

func TestTheTextbookIsToldAsItIs(t *testing.T) {
	require.Equal(t, `No job that FCFS ranks before it went first; for all of its 5 s it did not fit: it asks for 6 of 8 processors, and at most 3 were free at its turn.
Job 11 came at day 1, 00:00:01 and asked for 6 processors for 5 s.
From day 1, 00:00:01 for 5 s it was the head of the queue: 3 processors were free, it asks for 6. It was promised a start at day 1, 00:00:06.
2 jobs that came later started earlier: 2 by backfilling (job 12 and job 13).
It started at day 1, 00:00:06, after 5 s from the front of the queue, and ended at day 1, 00:00:11.
While it was the head it kept 1 job waiting that would have fitted: job 14.`, told(t, sim.Easy, 1))
	require.Equal(t, `FCFS ranks it last of 2; 1 job that came before it went first.
For 6 s of its 7 s it did not fit: it asks for 1 of 8 processors, and none were free at its turn.
Job 14 came at day 1, 00:00:04 and asked for 1 processor for 4 s; the first in the queue was job 11.
From day 1, 00:00:04 for 1 s it did not fit: no processor was free at first, it asks for 1.
From day 1, 00:00:05 for 1 s it fitted into the 1 processor free, but would have ended at day 1, 00:00:09, after the shadow time day 1, 00:00:06 of the head, job 11, and there were no extra processors.
From day 1, 00:00:06 for 5 s it was the head of the queue: no processor was free, it asks for 1. It was promised a start at day 1, 00:00:11.
It started at day 1, 00:00:11, after 7 s from the front of the queue, and ended at day 1, 00:00:15.`, told(t, sim.Easy, 4))
	require.Equal(t, `Job 12 came at day 1, 00:00:02 and asked for 1 processor for 3 s; the first in the queue was job 11.
It started at day 1, 00:00:02 at once by backfilling, and ended at day 1, 00:00:05.`, told(t, sim.Easy, 2))
	require.Contains(t, told(t, sim.NoBackfilling, 2), "it stood behind job 11, which did not fit; without backfilling nobody goes "+
		"before the head")
	require.Contains(t, told(t, sim.NoBackfilling, 1), "kept 3 jobs waiting that would have fitted: job 12, job 13 and job 14")
	require.Contains(t, told(t, sim.Conservative, 4), "its own place began at")
}

// In dialect pyss an arrival that does not fit brings no pass: that is its reason.
func TestAJobThatNoPassSawBeforeItStartedHasAReason(t *testing.T) {
	tr := textbook()
	tape, err := Record(tr, &sim.Config{Threshold: sim.None, Dialect: sim.PYSS})
	require.NoError(t, err)
	s, err := tape.Story(1)
	require.NoError(t, err)
	require.NotEmpty(t, s.Episodes)
	require.Zero(t, s.Episodes[0].Passes)
	require.Equal(t, int64(3), s.Episodes[0].Free)
	var words []string
	for _, x := range tape.Sentences(s) {
		words = append(words, strings.ReplaceAll(x.Words, "\u202f", " "))
	}
	text := strings.Join(words, "\n")
	require.Contains(t, text, "for all of its 5 s it did not fit: it asks for 6 of 8 processors, and at most 3 were free at its turn.")
	require.Contains(t, text, "From day 1, 00:00:01 for 1 s no pass ran: 3 processors were free when it came, "+
		"it asks for 6, and in dialect pyss an arrival that does not fit brings no pass.")
}

func TestALongStoryIsShortAndLosesNoPass(t *testing.T) {
	fixture.Long(t)
	for seed := range uint64(200) {
		tr, c, _ := draw(seed)
		tape, err := Record(tr, c)
		require.NoError(t, err)
		for j := range tr.Len() {
			s, err := tape.Story(j)
			require.NoError(t, err)
			parts, n := stretches(s.Episodes), 0
			for _, p := range parts {
				n += len(p)
			}
			require.Equal(t, len(s.Episodes), n)
			require.LessOrEqual(t, len(tape.Sentences(s)), 6+several*(chapters+1))
			for _, x := range tape.Sentences(s) {
				require.False(t, strings.Contains(x.Words, "-922") || strings.Contains(x.Words, "job -"), x.Words)
			}
		}
	}
}

// The first sentence is the order's: where it ranks the job, by what, and who went first.
func TestTheOrdersReasonIsSaidFirst(t *testing.T) {
	for _, x := range []struct{ name, words string }{
		{"SAF", "SAF ranks it last of 4: 8 processor-hours; 3 smaller jobs went first."},
		{"SPF", "SPF ranks it last of 4: 2 h requested; 3 shorter jobs went first."},
		{"SQF", "SQF ranks it last of 4: 4 processors; 3 narrower jobs went first."},
		{"LQF", "No job that LQF ranks before it went first; for all of its 1 h it did not fit: it asks for 4 of 4 processors, and " +
			"none were free at its turn."},
		{"FCFS", "No job that FCFS ranks before it went first; "},
		{"LCFS", "LCFS ranks later jobs before it; 3 jobs that came after it went first."},
		{"F1", "F1 ranks it last of 4; 3 jobs that it ranks ahead went first."},
	} {
		o, err := order.Parse(x.name)
		require.NoError(t, err)
		tr := &job.Trace{Procs: 4, ID: []int64{1, 2, 3, 4, 5}, Users: []int64{-1}, User: make([]int32, 5), Submit: []int64{0, 1, 1, 1, 1},
			Run: []int64{3600, 600, 600, 600, 7200}, Request: []int64{3600, 600, 600, 600, 7200}, Size: []int32{4, 3, 3, 3, 4}}
		j := 4
		if x.name == "FCFS" || x.name == "LCFS" { // it comes before the others
			j = 1
			tr.Submit = []int64{0, 1, 2, 3, 4}
			tr.Size[1], tr.Size[4] = 4, 3
		}
		tape, err := Record(tr, &sim.Config{Primary: o, Backfill: o, Threshold: sim.None})
		require.NoError(t, err)
		s, err := tape.Story(j)
		require.NoError(t, err)
		require.Contains(t, strings.ReplaceAll(tape.Sentences(s)[0].Words, "\u202f", " "), x.words)
	}
	for n, words := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st",
		112: "112th", 123: "123rd"} {
		require.Equal(t, words, ordinal(n))
	}
}

// What a pass finds of each candidate is said of trace and configuration alone, and
// by the rule that is named.
func TestEveryCandidateIsToldByTheRuleThatHeldForIt(t *testing.T) {
	said := map[string]bool{}
	for seed := range uint64(60) {
		tr, c, r := draw(seed)
		tape, err := Record(tr, c)
		require.NoError(t, err)
		alone := &Tape{Trace: tr, Config: *c}
		tape.moments()
		for range 8 {
			s, err := tape.At(tape.events[r.IntN(len(tape.events))])
			require.NoError(t, err)
			for i := range s.Passes {
				p := &s.Passes[i]
				for _, x := range p.Queue {
					words, end := alone.Verdict(p, x, s.Now), s.Now+tr.Request[x.Job]
					require.Equal(t, tape.Verdict(p, x, s.Now), words)
					require.False(t, strings.Contains(words, "-922") || strings.Contains(words, "job -"), words)
					for part, holds := range map[string]bool{
						"from the front of":  x.Reason == Front,
						"no later than":      x.Reason == Backfilled && end <= p.Shadow,
						"for no more than":   x.Reason == Backfilled && end > p.Shadow && p.Shadow != Unknown,
						"nobody's place":     x.Reason == Backfilled && p.Shadow == Unknown,
						"is the head of the": x.Reason == Head,
					} {
						require.Equal(t, holds, strings.Contains(words, part), words)
						said[part] = said[part] || holds
					}
				}
			}
		}
	}
	require.Len(t, said, 5)
	for part, once := range said {
		require.True(t, once, part)
	}
}

func TestAnInstantWithoutACalendarIsADayAndATimeOfTheLog(t *testing.T) {
	tr := textbook()
	for at, words := range map[int64]string{0: "day 1, 00:00:00", 86_399: "day 1, 23:59:59", 2*86_400 + 50_705: "day 3, 14:05:05",
		-1: "day 0, 23:59:59", -86_400: "day 0, 00:00:00", 1500 * 86_400: "day 1\u202f501, 00:00:00"} {
		require.Equal(t, words, Clock(tr, at))
	}
}
