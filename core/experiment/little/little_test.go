package little

import (
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
)

// random is any example that a table can hold.
func random(r *rand.Rand) *Example {
	e := &Example{Procs: 1 + r.Int64N(16), At: None}
	for range 1 + r.IntN(14) {
		runs := 1 + r.Int64N(9)
		e.Jobs = append(e.Jobs, Job{r.Int64N(12), runs, runs + r.Int64N(3)*r.Int64N(5), 1 + r.Int64N(e.Procs)})
	}
	names := order.Names(order.Every())
	for range 1 + r.IntN(MaxSides) {
		s := Easy(names[r.IntN(len(names))])
		s.Backfilling = sim.Backfilling(r.IntN(3))
		s.Exact = r.IntN(2) == 0
		if r.IntN(2) == 0 {
			s.Threshold = r.Int64N(9)
		}
		if r.IntN(4) == 0 {
			s.Order = Orders()[len(names)+r.IntN(2)]
			s.plain()
		}
		e.Sides = append(e.Sides, s)
	}
	for range r.IntN(2) * (1 + r.IntN(MaxUsers)) {
		e.Users = append(e.Users, User{1 + r.Int64N(3), 1 + r.Int64N(4)})
	}
	e.share()
	for row := range e.Of {
		e.Of[row] = 1 + r.Int64N(int64(len(e.Users)))
	}
	if r.IntN(2) == 0 && !e.Fair() {
		e.Out = Outage{r.Int64N(20), 1 + r.Int64N(6), 1 + r.Int64N(e.Procs)}
	}
	return e
}

func link(e *Example) string {
	q := url.Values{}
	e.Write(q.Set)
	return q.Encode()
}

func unlink(t *testing.T, text string) *Example {
	t.Helper()
	q, err := url.ParseQuery(text)
	require.NoError(t, err)
	e, err := Read(q.Get)
	require.NoError(t, err)
	return e
}

func TestALinkHoldsTheWholeExample(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		e := random(r)
		if r.IntN(2) == 0 {
			e.At = r.Int64N(30)
		}
		require.Equal(t, e, unlink(t, link(e)))
	}
	for _, p := range Presets() {
		require.Equal(t, p.Example, unlink(t, link(p.Example)))
		require.Less(t, len(link(p.Example)), 250, p.Key)
	}
	nothing, err := Read(func(string) string { return "" })
	require.NoError(t, err)
	require.Nil(t, nothing)
}

// What a link made today says is what it will say.
func TestAnOldLinkStaysReadable(t *testing.T) {
	e := unlink(t, "procs=8&jobs=0.6.5_1.4.6_2.3.9.3&a=fcfs-easy&b=saf-conservative-t6-exact&c=spf&at=3")
	require.Equal(t, &Example{Procs: 8, At: 3, Jobs: []Job{{0, 6, 6, 5}, {1, 4, 4, 6}, {2, 3, 9, 3}},
		Sides: []Side{Easy("FCFS"), {"SAF", sim.Conservative, 6, true}, Easy("SPF")}}, e)
	require.Equal(t, []Side{Easy("FCFS")}, unlink(t, "jobs=0.1.1").Sides)
}

func TestWhatALinkCantSayIsRefusedWithAWayOut(t *testing.T) {
	for text, why := range map[string]string{
		"procs=0":                              "1 to 64 whole processors",
		"procs=65":                             "1 to 64",
		"jobs=1":                               "ARRIVES.RUNS.REQUESTS.PROCESSORS",
		"jobs=0.1.1.1.1":                       "ARRIVES.RUNS.REQUESTS.PROCESSORS",
		"jobs=0.1.1_":                          "job 2",
		"jobs=0.5.3.1":                         "it would be ended",
		"jobs=-1.1.1":                          "0 to 999 whole hours",
		"jobs=0.0.1":                           "1 to 999 whole hours",
		"jobs=0.1000.1":                        "1 to 999 whole hours",
		"jobs=0.99999999999999999999.1":        "1 to 999 whole hours",
		"jobs=0.1.9&procs=8":                   "9 of 8 processors",
		"a=fifo":                               "give one of FCFS",
		"users=1":                              "1 to 999 whole shares",
		"users=0.1":                            "1 to 6 whole numbers of accounts",
		"users=1.0":                            "1 to 999 whole shares",
		"users=1.1_1.1_1.1_1.1_1.1_1.1_1.1":    "more than 6 share no",
		"of=1":                                 "more than 0 jobs",
		"users=1.1&of=1.2":                     "1 to 1 whole numbers of users",
		"users=" + strings.Repeat("1.1_", 999): "more than 6",
		"a=":                                   "",
		"a=expr:q-easy":                        "give one of FCFS",
		"b=saf-lazy":                           "give easy, none or conservative",
		"b=saf-tx":                             "threshold",
		"b=saf-easy-t1-exact-exact":            "too much",
		"at=-1":                                "at",
		"at=x":                                 "at",
		"jobs=" + strings.Repeat("0.1.1_", 40): "40",
		"jobs=" + strings.Repeat("9", 1<<20):   "bytes",
		"b=" + strings.Repeat("saf-", 1<<16):   "too much",
		"a=" + strings.Repeat("\u2603", 1<<12): "no order",
		"procs=8&jobs=0.1.1&c=saf-%00easy-%3Cb%3E": "easy, none or conservative",
	} {
		q, err := url.ParseQuery(text)
		require.NoError(t, err)
		_, err = Read(q.Get)
		if why == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, why, text[:min(len(text), 40)])
		require.Less(t, len(err.Error()), 260)
	}
}

// A link that was tampered with is refused, or is an example that runs.
func TestATamperedLinkIsRefusedOrRuns(t *testing.T) {
	fixture.Long(t)
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		b := []byte(link(random(r)))
		for range 1 + r.IntN(3) {
			b[r.IntN(len(b))] = "0123456789._-tex=&"[r.IntN(18)]
		}
		q, err := url.ParseQuery(string(b))
		if err != nil {
			continue
		}
		if e, err := Read(q.Get); err == nil && e != nil {
			_, err = Run(e)
			require.NoError(t, err)
		}
	}
}

func TestACellTakesWhatMakesSenseAndKeepsTheRest(t *testing.T) {
	e := First()
	require.NoError(t, e.Set(0, "runs", "7"))
	require.Equal(t, Job{0, 7, 7, 5}, e.Jobs[0], "a request that was the run time stays that")
	require.NoError(t, e.Set(0, "requests", " 9 "))
	require.NoError(t, e.Set(0, "runs", "8"))
	require.Equal(t, Job{0, 8, 9, 5}, e.Jobs[0])
	before := e.Clone()
	for _, x := range [][3]string{
		{"runs", "10", "where it would be ended"}, {"requests", "7", "where it would be ended"}, {"procs", "9", "1 to 8 whole processors"},
		{"procs", "", `""`}, {"arrives", "1.5", "0 to 999 whole hours"}, {"arrives", "-1", "job 1, arrives"}, {"colour", "1", "colour"},
	} {
		require.ErrorContains(t, e.Set(0, x[0], x[1]), x[2])
	}
	require.ErrorContains(t, e.SetProcs("5"), "job 2 asks for 6")
	require.ErrorContains(t, e.SetProcs("100"), "1 to 64")
	require.Error(t, e.Set(9, "runs", "1"))
	require.Equal(t, before, e)
	for e.Add() {
	}
	require.Len(t, e.Jobs, MaxJobs)
	for e.Remove(0) {
	}
	require.Len(t, e.Jobs, 1)
}

func run(t *testing.T, e *Example) *Machine {
	t.Helper()
	m, err := Run(e)
	require.NoError(t, err)
	return m
}

// preset is one, replayed.
func preset(t *testing.T, key string) *Machine {
	t.Helper()
	i := slices.IndexFunc(Presets(), func(p Preset) bool { return p.Key == key })
	return run(t, Presets()[i].Example)
}

// slipped are the rows whose jobs were backfilled.
func slipped(s *Schedule) (list []int) {
	for row := range s.of.Jobs {
		if s.Slipped(row) {
			list = append(list, row)
		}
	}
	return list
}

func TestTheTextbookBackfillDelaysNobodyAndHelpsTwo(t *testing.T) {
	m := preset(t, "textbook")
	easy, without := m.Sides[0], m.Sides[1]
	require.Equal(t, []int{2, 3}, slipped(easy))
	require.Empty(t, slipped(without))
	require.Equal(t, without.Start(1), easy.Start(1), "the head starts no later")
	require.Less(t, easy.Mean(), without.Mean())
	told, err := easy.Tell(easy.End(2)) // job 3 has ended: job 5 would fit
	require.NoError(t, err)
	require.Equal(t, "waits", told.Jobs[1].Does)
	require.Contains(t, told.Jobs[1].Since, "beyond the shadow time")
}

func TestWhoRequestsTooMuchWaitsForIt(t *testing.T) {
	m := preset(t, "requests")
	require.Zero(t, m.Sides[1].Wait(2))
	require.Greater(t, m.Sides[0].Wait(2), m.Sides[0].Wait(0)+m.Sides[0].Wait(1))
	e := m.Example.Clone()
	require.NoError(t, e.Set(2, "requests", "3"))
	require.Zero(t, run(t, e).Sides[0].Wait(2), "corrected in the table it starts at once")
}

func TestWithoutAThresholdAWideJobStarvesAndWithOneItDoesNot(t *testing.T) {
	var free, bounded []int64
	for _, n := range []int{12, 18, 24, 38} {
		m := run(t, starvation(n))
		free, bounded = append(free, m.Sides[0].Wait(1)), append(bounded, m.Sides[1].Wait(1))
		require.Less(t, m.Sides[0].Mean(), m.Sides[1].Mean(), "on average nobody sees it")
	}
	for i := 1; i < len(free); i++ {
		require.Greater(t, free[i], free[i-1])
	}
	require.EqualValues(t, 38-12, free[3]-free[0], "an hour a job")
	require.Equal(t, bounded[0], bounded[3])
	require.Equal(t, starvation(12), preset(t, "starvation").Example)
}

func TestABackfilledJobDelaysTheSecondInLine(t *testing.T) {
	m := preset(t, "second")
	easy, without := m.Sides[0], m.Sides[1]
	require.Equal(t, []int{3}, slipped(easy))
	require.Equal(t, without.Start(1), easy.Start(1), "not the head")
	require.Greater(t, easy.Start(2), without.Start(2))
	e := m.Example.Clone()
	require.True(t, e.Remove(3))
	require.Equal(t, without.Start(2), run(t, e).Sides[0].Start(2), "it is that job's doing")
}

func TestConservativeBackfillingKeepsAllItsPromisesAndEasyOnlyTheHeads(t *testing.T) {
	m := preset(t, "conservative")
	easy, all := m.Sides[0], m.Sides[1]
	require.Equal(t, []int{3, 4}, slipped(easy))
	require.Equal(t, []int{3}, slipped(all))
	require.Less(t, easy.Mean(), all.Mean())
	require.Greater(t, easy.Start(2), all.Start(2))
	for row, j := range all.at {
		story, err := all.tape.Story(j)
		require.NoError(t, err)
		for _, x := range story.Reserved {
			require.LessOrEqual(t, all.Start(row)*hour, x.Shadow, "job %d", row+1)
		}
	}
}

func TestAWrongEstimateCostsTheHeadThoughItsPromiseIsKept(t *testing.T) {
	m := preset(t, "estimate")
	given, exact := m.Sides[0], m.Sides[1]
	story, err := given.tape.Story(given.at[1])
	require.NoError(t, err)
	require.Equal(t, given.Start(1)*hour, story.Reserved[0].Shadow)
	require.EqualValues(t, 5, given.Start(1)-exact.Start(1))
	require.Contains(t, slipped(given), 2)
	require.NotContains(t, slipped(exact), 2)
}

func TestAMaintenanceEmptiesTheMachineAndWhoAsksForLessSlipsIn(t *testing.T) {
	m := preset(t, "maintenance")
	e := m.Example
	given, exact := m.Sides[0], m.Sides[1]
	require.EqualValues(t, 9, given.Start(1), "it may run into the maintenance")
	require.EqualValues(t, 0, exact.Wait(1), "it does not")
	for _, s := range m.Sides {
		for row := range e.Jobs {
			require.True(t, s.End(row) <= e.Out.From || s.Start(row) >= e.Out.to(), "all is empty then")
		}
	}
	w, err := given.Tell(1)
	require.NoError(t, err)
	require.Equal(t, []Finding{{2, false, "is the head and waits", "it asks for 3, 3 are free, but it may run until 7\u202fh, " +
		"and 8 processors go out for 3\u202fh at 6\u202fh"}}, w.Jobs)
	w, err = given.Tell(6)
	require.NoError(t, err)
	require.Contains(t, w.Lead[0], "8 processors go out for 3\u202fh")
	w, err = given.Tell(9)
	require.NoError(t, err)
	require.Contains(t, w.Lead[0], "8 processors are back.")
	f, err := given.Picture(None)
	require.NoError(t, err)
	require.Contains(t, f.SVG(), `class="out"`)
	require.Contains(t, f.SVG(), "8 processors are out from 6 to 9\u202fh.")
	e = textbook()
	require.NoError(t, e.SetOut("procs", "3"))
	require.Equal(t, Outage{0, 2, 3}, e.Out)
	require.NoError(t, e.SetOut("from", "7"))
	require.ErrorContains(t, e.SetOut("procs", "9"), "1 to 8")
	require.NoError(t, e.SetProcs("8"))
	require.NoError(t, e.SetOut("hours", ""))
	require.Equal(t, Outage{}, e.Out)
}

func TestThreeOrdersServeOneQueueInThreeWays(t *testing.T) {
	m := preset(t, "orders")
	require.Len(t, m.Sides, 3)
	fcfs, spf, lpf := m.Sides[0], m.Sides[1], m.Sides[2]
	require.NotEqual(t, fcfs.tape.Starts, lpf.tape.Starts)
	require.Less(t, spf.Mean(), fcfs.Mean())
	require.Less(t, fcfs.Mean(), lpf.Mean())
}

// The numbers that presets speak of are those of their jobs.
func TestPresetsSayWhatTheyShow(t *testing.T) {
	keys := map[string]bool{}
	for _, p := range Presets() {
		require.False(t, keys[p.Key])
		keys[p.Key] = true
		m := run(t, p.Example)
		_, parting, err := m.Answer()
		require.NoError(t, err)
		require.Contains(t, parting, " first differ at ", p.Key)
		require.Greater(t, len(p.Shows), 60)
	}
	require.Equal(t, Job{2, 3, 9, 3}, preset(t, "requests").Jobs[2])
	require.Equal(t, Job{0, 3, 8, 5}, preset(t, "estimate").Jobs[0])
}

// covers counts who has each row at an hour of a picture, in jobs and promises.
func covers(t *testing.T, f *plot.Moment, at float64) {
	t.Helper()
	rows := make([]string, f.Procs)
	take := func(label string, list []plot.RowSpan) {
		for _, r := range list {
			for i := r.From; i < r.To; i++ {
				require.Empty(t, rows[i], "row %d at %g: %s and %s", i, at, rows[i], label)
				rows[i] = label
			}
		}
	}
	for _, j := range f.Jobs {
		if j.Start <= at && at < max(j.End, j.Until) {
			take(j.Label, j.Rows)
		}
	}
	if f.Out.From <= at && at < f.Out.To {
		take("out", f.Out.Rows)
	}
	for _, p := range f.Promises {
		if p.From <= at && at < p.From+p.Runs {
			take("promise "+p.Label, p.Rows)
		}
	}
	if at == f.Shadow {
		take("extra", f.ExtraRows)
	}
}

// Every picture of any example is of jobs that do not overlap, with as many rows as
// processors, and of a reservation with as many extra ones as the engine counts; and
// every step is told.
func TestEveryMomentIsDrawnAndToldAsTheEngineHasIt(t *testing.T) {
	fixture.Long(t)
	r := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		m := run(t, random(r))
		_, _, err := m.Answer()
		require.NoError(t, err)
		for _, s := range m.Sides {
			for _, at := range append(slices.Clone(m.Steps), None) {
				f, err := s.Picture(at)
				require.NoError(t, err)
				for _, j := range f.Jobs {
					n := 0
					for _, x := range j.Rows {
						n += x.To - x.From
					}
					require.EqualValues(t, m.Jobs[atoi(j.Label)-1].Procs, n)
				}
				n := 0
				for _, x := range f.Out.Rows {
					n += x.To - x.From
				}
				require.EqualValues(t, m.Out.Procs, n)
				for _, h := range m.Steps {
					covers(t, f, float64(h))
				}
				svg := f.SVG()
				require.NotContains(t, svg, "NaN")
				wellFormed(t, svg)
				if at == None {
					continue
				}
				require.Len(t, f.Queue, s.waitingAt(at))
				require.LessOrEqual(t, len(f.Queue), f.Most)
				x, err := s.instant(at)
				require.NoError(t, err)
				if p := last(x); p != nil && p.Shadow != why.Unknown {
					extra := 0
					for _, x := range f.ExtraRows {
						extra += x.To - x.From
					}
					require.Equal(t, s.spared(p), extra, "extra processors at %d", at)
				}
				told, err := s.Tell(at)
				require.NoError(t, err)
				require.NotEmpty(t, told.Lead[0])
				for _, j := range told.Jobs {
					require.Equal(t, j.Starts, x.Now == at*hour && s.Start(j.Job-1) == at, "job %d at %d", j.Job, at)
				}
			}
		}
	}
}

func atoi(text string) (n int) {
	for _, c := range text {
		n = n*10 + int(c-'0')
	}
	return n
}

func wellFormed(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else {
			require.NoError(t, err)
		}
	}
}

// took adds up the processors that a finding says were taken before its turn.
func took(since string) (sum int64) {
	for _, m := range regexp.MustCompile(`job \d+ took (\d+)`).FindAllStringSubmatch(strings.SplitN(since, ")", 2)[0], -1) {
		n, _ := strconv.ParseInt(m[1], 10, 64)
		sum += n
	}
	return sum
}

// freeIn reads the count of free processors of a finding, -1 where it says none.
func freeIn(since string) int64 {
	if strings.Contains(since, "none is free") {
		return 0
	}
	m := regexp.MustCompile(`, (\d+) (?:is|are) free`).FindStringSubmatch(since)
	if m == nil {
		return -1
	}
	n, _ := strconv.ParseInt(m[1], 10, 64)
	return n
}

// Verdicts come in the order in which they are made: each counts what is free when those
// told before it have started, and names who took the rest.
func TestVerdictsCountDownFromWhatIsFreeAndNameWhoTookIt(t *testing.T) {
	fixture.Long(t)
	r := rand.New(rand.NewPCG(3, 4))
	list := []*Example{textbook(), estimate(), broken()}
	for range 80 {
		list = append(list, random(r))
	}
	taken := 0
	for _, e := range list {
		m := run(t, e)
		for _, at := range m.Steps {
			for _, s := range m.Sides {
				x, err := s.instant(at)
				require.NoError(t, err)
				w, err := s.Tell(at)
				require.NoError(t, err)
				p := last(x)
				if p == nil || w.At != at {
					continue
				}
				lead := strings.Join(w.Lead, " ")
				require.Contains(t, lead, strconv.FormatInt(p.Free, 10)+" of "+strconv.FormatInt(e.Procs, 10)+" processors")
				free := p.Free
				for _, j := range w.Jobs {
					if says := freeIn(j.Since); says >= 0 {
						require.Equal(t, free, says, "%s: job %d: %s", lead, j.Job, j.Since)
						require.Equal(t, p.Free-free, took(j.Since), "%s: job %d: %s", lead, j.Job, j.Since)
					}
					if j.Starts {
						free -= e.Jobs[j.Job-1].Procs
						taken++
					}
				}
				require.Equal(t, x.Free, free)
				if x.Free != p.Free {
					require.Contains(t, lead, " before anybody starts, "+strconv.FormatInt(x.Free, 10)+" afterwards.")
				} else {
					require.NotContains(t, lead, "afterwards")
				}
			}
		}
	}
	require.Greater(t, taken, 100)
	w, err := run(t, textbook()).Sides[0].Tell(6)
	require.NoError(t, err)
	require.Contains(t, w.Lead[1], "6 of 8 processors are free before anybody starts, 0 afterwards.")
	require.Equal(t, "it asks for 1, none is free (job 2 took 6)", w.Jobs[1].Since)
}

// At a step at which nothing happens on a side all is counted anew: what is free is what
// the picture shows, and every finding says the same.
func TestAStepAtWhichNothingHappensShowsOneCountOfFreeProcessors(t *testing.T) {
	fixture.Long(t)
	r := rand.New(rand.NewPCG(8, 4))
	list := []*Example{textbook()}
	for range 80 {
		list = append(list, random(r))
	}
	found := 0
	for _, e := range list {
		m := run(t, e)
		for _, at := range m.Steps {
			for _, s := range m.Sides {
				w, err := s.Tell(at)
				require.NoError(t, err)
				x, err := s.instant(at)
				require.NoError(t, err)
				if w.At == at || last(x) == nil {
					continue
				}
				running := int64(0) // or out
				if e.Out.during(at) {
					running = e.Out.Procs
				}
				for row, j := range e.Jobs {
					if s.Start(row) <= at && s.End(row) > at {
						running += j.Procs
					}
				}
				require.Equal(t, s.count(e.Procs-running)+".", w.Lead[1])
				require.Len(t, w.Jobs, s.waitingAt(at))
				for _, j := range w.Jobs {
					require.False(t, j.Starts)
					require.NotContains(t, j.Since, "took")
					if says := freeIn(j.Since); says >= 0 {
						require.Equal(t, e.Procs-running, says)
						found++
					}
				}
			}
		}
	}
	require.Greater(t, found, 100)
	w, err := run(t, textbook()).Sides[0].Tell(9)
	require.NoError(t, err)
	require.Equal(t, []string{"Nothing happens here: all is as it was left at 6\u202fh.", "0 of 8 processors are free."}, w.Lead)
	require.Equal(t, []Finding{{5, false, "is the head and waits", "it asks for 1, none is free"}}, w.Jobs)
}

// A promise that can't be held is said at the event that breaks it, and who breaks it;
// one that holds is never said to be void. First come, first served breaks none of EASY's.
func TestABrokenPromiseIsSaidWithItsReason(t *testing.T) {
	fixture.Long(t)
	w, err := run(t, broken()).Sides[0].Tell(2)
	require.NoError(t, err)
	require.Contains(t, w.Lead, "The promise of 3\u202fh to job 2 is void: job 4 is shorter and now comes first. EASY promises the "+
		"head alone.")
	require.Contains(t, w.Short, "The promise of 3\u202fh to job 2 is void")
	r := rand.New(rand.NewPCG(7, 7))
	said := map[sim.Backfilling]int{}
	for range 600 {
		e := random(r)
		m := run(t, e)
		for _, s := range m.Sides {
			held := map[int]int64{} // promises of the event before, by row
			for _, at := range m.Steps {
				x, err := s.instant(at)
				require.NoError(t, err)
				if x.Now != at*hour {
					continue
				}
				w, err := s.Tell(at)
				require.NoError(t, err)
				lead := strings.Join(w.Lead, " ")
				now := map[int]int64{}
				if p := last(x); p != nil {
					for _, c := range p.Queue {
						if c.Reason == why.Front || c.Reason == why.Backfilled {
							continue
						}
						row := s.row(c.Job)
						now[row] = why.Unknown
						if s.Backfilling == sim.Conservative {
							now[row] = c.Place
						} else if s.Backfilling == sim.Easy && c.Reason == why.Head {
							now[row] = p.Shadow
						}
					}
				}
				for row := range e.Jobs {
					old, promised := held[row]
					later, waits := now[row]
					void := promised && old != why.Unknown && waits && (later == why.Unknown || later > old)
					text := "to job " + strconv.Itoa(row+1) + " is void: job "
					require.Equal(t, void, strings.Contains(lead, text[:len(text)-4]), "%s at %d: %s", link(e), at, lead)
					if void {
						said[s.Backfilling]++
						require.Regexp(t, "The promise of "+Hours(old/hour)+" "+text[:len(text)-4]+`jobs? \d`, lead)
						if s.Backfilling == sim.Easy {
							require.False(t, s.Order == "FCFS", "%s at %d: %s", link(e), at, lead)
							require.Regexp(t, `void: jobs? \d[^.]*(now comes first|took \d+ processors?)\.`, lead)
						}
					}
				}
				require.NotContains(t, lead, " jobs , ")
				held = now
			}
		}
	}
	require.Greater(t, said[sim.Easy], 100)
	require.Greater(t, said[sim.Conservative], 100)
}

// What is said of who comes first is so: of the two, that one.
func TestWhoComesFirstDoesSoByTheOrdersOwnMeasure(t *testing.T) {
	e := on(8, []Job{{0, 3, 3, 6}, {1, 4, 4, 4}, {2, 2, 2, 8}}, Easy("SPF"))
	for order, says := range map[string]string{"SPF": "is shorter", "LQF": "asks for more processors", "LCFS": "came later"} {
		e.Sides[0] = Easy(order)
		w, err := run(t, e).Sides[0].Tell(2)
		require.NoError(t, err)
		require.Contains(t, strings.Join(w.Lead, " "), "to job 2 is void: job 3 "+says+" and now comes first.")
	}
	e.Jobs = []Job{{0, 9, 9, 6}, {1, 6, 6, 8}, {2, 3, 3, 8}, {7, 1, 1, 1}} // job 2 waits longest
	e.Sides[0] = Side{Order: "SPF", Backfilling: sim.Easy, Threshold: 5}
	w, err := run(t, e).Sides[0].Tell(7)
	require.NoError(t, err)
	require.Contains(t, strings.Join(w.Lead, " "), "to job 3 is void: job 2 has waited longer than 5\u202fh and now comes first.")
}
