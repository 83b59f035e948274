package slurm

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// siteWith is a machine of so many nodes of one CPU, as a site's files say it.
func siteWith(t *testing.T, nodes int, more ...site.File) *site.Site {
	t.Helper()
	text := fmt.Sprintf("ClusterName=c\nSelectType=select/linear\nPriorityType=priority/multifactor\nPriorityWeightAge=1000\n"+
		"PriorityWeightFairshare=5000\nSchedulerParameters=bf_window=4320\nNodeName=n[1-%d] CPUs=1\nPartitionName=p Nodes=ALL\n", nodes)
	s, err := site.Read(append(more, site.File{Name: "slurm.conf", Text: text}), notHere)
	require.NoError(t, err)
	return s
}

const monday = 1_700_438_400

// crowd is a log whose users send rows of jobs alike, which use as much of their limits as the row before, more or less.
func crowd(jobs int, seed uint64) *site.Log {
	r := rand.New(rand.NewPCG(seed, 5))
	l := &site.Log{File: "made"}
	at := int64(monday)
	for len(l.Jobs) < jobs {
		at += int64(r.ExpFloat64() * 13000)
		user, size, limit, uses := r.IntN(8), int64(1)<<r.IntN(4), 3600*int64(1+r.IntN(12)), 0.05+0.9*r.Float64()
		for range 1 + r.IntN(6) {
			run := max(60, int64(float64(limit)*min(1, uses*(0.7+0.6*r.Float64()))))
			l.Jobs = append(l.Jobs, sacct.Job{ID: int64(len(l.Jobs) + 1), Task: -1, User: fmt.Sprint("u", user),
				Account: fmt.Sprint("a", user%3),
				QOS:     "normal", Partition: "p", Submit: at, Eligible: at, Start: at, End: at + run, Limit: limit, Run: run,
				CPUs: size, NodeCount: size,
				Priority: -1, State: account.Completed})
		}
	}
	return l
}

// started gives a log's jobs the starts that the model has.
func started(t *testing.T, s *site.Site, l *site.Log) *site.Log {
	t.Helper()
	x, err := replayed(s, l)
	require.NoError(t, err)
	w := &site.Log{File: l.File}
	for k, j := range x.Scene.Records {
		if at := x.Daemon.Starts[k]; at != model.Unstarted {
			j.Start, j.End = at/1000, at/1000+j.End-j.Start
			w.Jobs = append(w.Jobs, j)
		}
	}
	return w
}

// cut is a log as sacct would print it at an instant.
func cut(l *site.Log, at int64) *site.Log {
	c := &site.Log{File: l.File}
	for _, j := range l.Jobs {
		switch {
		case j.Submit > at:
			continue
		case j.Start > at:
			j.Start, j.End, j.State = 0, 0, account.Pending
		case j.End > at:
			j.End, j.State = 0, account.Running
		}
		c.Jobs = append(c.Jobs, j)
	}
	return c
}

// busiest is an instant late in a log, at which a job is submitted, with the most others that wait.
func busiest(l *site.Log) (at int64) {
	most := -1
	for _, x := range l.Jobs[len(l.Jobs)*3/4:] {
		n := 0
		for _, j := range l.Jobs {
			if j.Submit <= x.Submit && j.Start > x.Submit {
				n++
			}
		}
		if n > most {
			at, most = x.Submit, n
		}
	}
	return at
}

func prophetOf(t *testing.T, s *site.Site, l *site.Log) *prophet {
	t.Helper()
	p, err := newProphet(s, l)
	require.NoError(t, err)
	return p
}

type times struct{ low, mid, high float64 }

func timesOf(t *testing.T, p *prophet, m *moment) (list []times) {
	t.Helper()
	all, left, err := p.tell(m, draws, nil)
	require.NoError(t, err)
	require.Empty(t, left)
	for _, x := range all {
		list = append(list, times{x.low, x.mid, x.high})
	}
	return list
}

// What is told of an instant of the log is what is told where the log ends there: nothing is known of what came later. And
// squeue's JSON of that instant, with numbers in either of its forms and another clock, says the same again.
func TestNothingIsKnownOfWhatCameLater(t *testing.T) {
	fixture.Long(t)
	s := siteWith(t, 16)
	l := started(t, s, crowd(500, 1))
	at := busiest(l)
	whole := prophetOf(t, s, l)
	want := timesOf(t, whole, whole.then(at, func(*sacct.Job) bool { return true }))
	require.Greater(t, len(want), 5)
	part := prophetOf(t, s, cut(l, at))
	end := part.end()
	require.Equal(t, at, end.at)
	require.Equal(t, want, timesOf(t, part, end))

	for _, form := range []func(n int64) any{func(n int64) any { return n },
		func(n int64) any { return map[string]any{"set": true, "infinite": false, "number": n} }} {
		const apart = -7200
		var jobs []map[string]any
		for _, j := range cut(l, at).Jobs {
			if j.State == account.Completed {
				continue
			}
			start := form(0)
			if j.Start > 0 {
				start = form(j.Start + apart)
			}
			jobs = append(jobs, map[string]any{"job_id": j.ID, "job_state": []string{map[account.State]string{account.Running: "RUNNING",
				account.Pending: "PENDING"}[j.State]}, "accrue_time": form(j.Submit + apart), "submit_time": form(j.Submit + apart),
				"eligible_time": form(j.Eligible + apart), "start_time": start, "time_limit": form(j.Limit / 60), "cpus": form(j.CPUs),
				"node_count": form(j.NodeCount), "user_name": j.User, "account": j.Account, "partition": j.Partition,
				"qos": j.QOS, "priority": form(9)})
		}
		text, err := json.Marshal(map[string]any{"last_update": form(at + apart), "jobs": jobs})
		require.NoError(t, err)
		q := siteWith(t, 16, site.File{Name: "squeue.json", Text: string(text)})
		require.NotNil(t, q.Queue)
		m, notes := part.queue(q.Queue)
		require.Empty(t, notes)
		require.Equal(t, at, m.at)
		require.Equal(t, want, timesOf(t, part, m))
	}
}

// A job that fits an empty machine starts at the next pass, in each draw; one that never fits is said to.
func TestAJobThatFitsAnEmptyMachineStartsAtTheNextPass(t *testing.T) {
	s := siteWith(t, 16)
	l := &site.Log{File: "made"}
	for i := range int64(30) { // nobody comes at this time of the day
		j := crowd(1, 1).Jobs[0]
		j.ID, j.Submit, j.Eligible, j.Start, j.End, j.CPUs, j.NodeCount = i+1, monday+i*86400, monday+i*86400, monday+i*86400,
			monday+i*86400+9000, 16, 16
		l.Jobs = append(l.Jobs, j)
	}
	p := prophetOf(t, s, l)
	m := &moment{at: l.Jobs[29].End + 600}
	require.NoError(t, m.more(p, sacct.Job{CPUs: 16, Limit: 3600}))
	require.Equal(t, []times{{0, 0, 0}}, timesOf(t, p, m))
	require.NoError(t, m.more(p, sacct.Job{CPUs: 16, Limit: 3600, User: "other", Account: "x"}))
	both := timesOf(t, p, m)
	require.Equal(t, times{0, 0, 0}, both[0], "who has used nothing is first")
	require.Positive(t, both[1].low, "two do not fit")
	require.LessOrEqual(t, both[1].high, 3600.0+60)

	f, err := when(s, l, &Ask{More: &sacct.Job{CPUs: 17, Limit: 60}})
	require.NoError(t, err)
	require.Empty(t, f.Jobs)
	require.Contains(t, f.Notes, "job that is one more can't start: it is larger than the nodes of its partition")
	require.Contains(t, f.Says[0], "No range is given", "nobody waited")
	_, err = when(s, l, &Ask{})
	require.ErrorContains(t, err, "no job waits there")
}

// The same is said by however many workers; ranges have the median in them; an own job is asked about beside the queue.
func TestAForecastIsTheSameHoweverItIsComputed(t *testing.T) {
	fixture.Long(t)
	s := siteWith(t, 16)
	l := started(t, s, crowd(150, 2))
	l = cut(l, busiest(l))
	more, err := ParseJob("cpus=4 limit=2h user=u1")
	require.NoError(t, err)
	f, err := when(s, l, &Ask{More: more})
	require.NoError(t, err)
	require.Greater(t, len(f.Jobs), 5)
	require.Empty(t, f.Jobs[0].Name, "what was asked stands first")
	require.NotEmpty(t, f.Jobs[1].Name)
	require.Equal(t, "12345678", nameOf(&sacct.Job{ID: 12345678}))
	require.Equal(t, "12345678_7", nameOf(&sacct.Job{ID: 12345685, Array: 12345678, Task: 7}))
	for _, j := range f.Jobs {
		require.NotNil(t, j.Median)
		require.Equal(t, f.Held.borne(), j.Low != nil)
		if j.Low != nil {
			require.LessOrEqual(t, *j.Low, *j.Median)
		}
		if j.High != nil {
			require.LessOrEqual(t, *j.Median, *j.High)
		}
	}
	head, rows := f.Table()
	require.Len(t, rows, len(f.Jobs))
	require.NotContains(t, head, "Slurm says", "it says it of none")
	require.Len(t, rows[0], len(head))
	g, err := when(s, l, &Ask{More: more, Each: apart})
	require.NoError(t, err)
	require.Equal(t, f, g)
}

// Of more than a thousand that wait three days are looked at, with fewer passes, and both is said.
func TestAQueueOfThousandsIsToldOfTheDaysThatAreLookedAt(t *testing.T) {
	fixture.Long(t)
	s := siteWith(t, 12)
	l := started(t, s, crowd(40, 4))
	last := l.Jobs[len(l.Jobs)-1]
	for _, j := range l.Jobs {
		last.Submit = max(last.Submit, j.End)
	}
	last.Eligible = last.Submit
	for i := range int64(deep + 1) {
		j := last
		j.ID, j.CPUs, j.NodeCount, j.Limit = 1000+i, 1, 1, sixty
		j.Start, j.End, j.Run, j.State = 0, 0, -1, account.Pending
		l.Jobs = append(l.Jobs, j)
	}
	f, err := when(s, l, &Ask{Each: apart})
	require.NoError(t, err)
	require.Equal(t, nearer, f.Days)
	require.Contains(t, strings.Join(f.Notes, "; "), "jobs wait: backfill is taken to pass every 1.5\u202fmin in place of every 30\u202fs")
	require.Len(t, f.Jobs, deep+1)
	late := told{job: &l.Jobs[0], low: daySeconds, mid: nearer * daySeconds, high: nearer * daySeconds}
	f.Jobs = append(f.Jobs[:0], late.start(lesson{sixty, 1, 1}, f.Days))
	_, rows := f.Table()
	require.Contains(t, rows[0], "later than 3 days")
}

// apart computes each task on its own.
func apart(n int, task func(i int) error) error {
	var wait sync.WaitGroup
	errs := make([]error, n)
	for i := range n {
		wait.Go(func() { errs[n-1-i] = task(n - 1 - i) })
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// covers says which part of a log's jobs is within its range, by what the answer itself says.
func covers(t *testing.T, s *site.Site, l *site.Log, instants int) Held {
	t.Helper()
	p := prophetOf(t, s, l)
	p.most = instants
	h, err := p.look(apart)
	require.NoError(t, err)
	t.Logf("%s: %d of %d jobs within (%.1f %%), half no wider than %.1f h, half still waited %.1f h", l.File, h.Within, h.Jobs,
		100*float64(h.Within)/float64(h.Jobs), h.Width/3600, h.Longer/3600)
	return h
}

// In a world of users that the model of run times does not have, ranges hold as many jobs as they should.
func TestRangesHoldNineOfTenInAWorldTheyDidNotDraw(t *testing.T) {
	fixture.Long(t)
	s := siteWith(t, 16)
	jobs, instants := fixture.ByDay(400, 1200), fixture.ByDay(45, MaxInstants)
	h := covers(t, s, started(t, s, crowd(jobs, 3)), instants)
	require.Greater(t, h.Jobs, instants)
	require.InDelta(t, 0.9, float64(h.Within)/float64(h.Jobs), 0.05)
}

// The same of machines' own logs, with the starts that they had and with those of the model: the table of the documentation.
func TestRangesHoldNineOfTenOnLogsOfMachines(t *testing.T) {
	fixture.Rare(t)
	var b strings.Builder
	for _, x := range []struct {
		name, file string
		nodes      int
		from, to   int
	}{{"KTH-SP2", "KTH-SP2-1996-2.1-cln", 100, 1, 9000}, {"SDSC-SP2", "SDSC-SP2-1998-4.2-cln", 128, 5000, 17000},
		{"UniLu-Gaia", "UniLu-Gaia-2014-1", 2004, 5000, 25000}} {
		log, err := tracefile.Open(fixture.Path(t, "traces", x.file+".swf.gz"), nil)
		require.NoError(t, err)
		s := siteWith(t, x.nodes)
		l := logOf(log, x.from, x.to)
		for i, l := range []*site.Log{l, started(t, s, l)} {
			h := covers(t, s, l, MaxInstants)
			require.Greater(t, h.Jobs, 100)
			part := float64(h.Within) / float64(h.Jobs)
			require.InDelta(t, 0.9, part, 0.05)
			fmt.Fprintf(&b, `<tr><th scope="row">%s</th><td>%s</td><td>%s</td><td>%d</td><td>%.0f %%</td><td>%.0f %%</td><td>%.1f</td><td>%.1f</td></tr>`+"\n",
				x.name, [...]string{"the machine’s", "the model’s"}[i], numeral.Count(len(l.Jobs)), h.Jobs,
				100*float64(h.bare)/float64(h.Jobs), 100*part,
				h.Width/3600, h.Longer/3600)
		}
	}
	fixture.Tables(t, "../../../public/docs/slurm-site.html", map[string]string{"when-held": b.String()})
}

// logOf is part of a log as sacct would have it: limits in whole minutes, five accounts.
func logOf(log *job.Log, from, to int) *site.Log {
	l := &site.Log{File: log.Name}
	n := 0
	for i := range log.Len() {
		v := log.At(i)
		if v[job.Run] <= 0 {
			continue
		}
		if n++; n < from || n >= to {
			continue
		}
		submit := monday + v[job.Submit]
		start := submit + max(0, v[job.Wait])
		l.Jobs = append(l.Jobs, sacct.Job{ID: v[job.ID], Task: -1, User: fmt.Sprint("u", v[job.User]),
			Account: fmt.Sprint("a", v[job.User]%5), Partition: "p", QOS: "normal", Submit: submit, Eligible: submit,
			Start: start, End: start + v[job.Run],
			Limit: max(1, (v[job.ReqTime]+59)/60) * 60,
			Run:   v[job.Run], CPUs: v[job.Alloc], NodeCount: v[job.Alloc], Priority: -1, State: account.Completed})
	}
	return l
}

// Where the log has too few jobs that waited, or its ranges do not hold what they should, the answer says so.
func TestAForecastThatCannotBeTrustedSaysSo(t *testing.T) {
	f := &Forecast{Draws: draws, Held: Held{Told: 79, Jobs: 39, Within: 35}}
	require.Contains(t, f.says(false)[0], "No range is given beside the medians: 79 jobs")
	f.Jobs = []Start{{Name: "7"}}
	head, rows := f.Table()
	require.NotContains(t, head, "90 % range")
	require.Len(t, rows[0], len(head))
	f.Held = Held{Jobs: 100, Within: 90, Width: 3600, Longer: 600}
	require.Equal(t, []string{"Told the same way of 100 jobs of the log while they waited, 90 (90 %) started within their range.",
		"Half of these ranges were no wider than 60 min, where half of these jobs still waited up to 10 min."}, f.says(false))
	f.Held.Within = 80
	require.Contains(t, f.says(false)[0], "80 (80 %) started within their range. Nine of ten should have, so no range is given beside "+
		"the medians.")
	f.Held.Within = 99
	require.Contains(t, f.says(false)[0], "so no range is given beside the medians.")
}

func TestOneMoreJobIsWrittenInWords(t *testing.T) {
	j, err := ParseJob("cpus=64 limit=1-0 user=alice account=a partition=p nodes=2 qos=q")
	require.NoError(t, err)
	require.Equal(t, &sacct.Job{CPUs: 64, NodeCount: 2, Limit: 86400, Run: -1, User: "alice", Account: "a", Partition: "p", QOS: "q"}, j)
	for limit, want := range map[string]int64{"2h": 7200, "1.5h": 5400, "90": 5400, "2:00:00": 7200} {
		j, err = ParseJob("cpus=1 limit=" + limit)
		require.NoError(t, err)
		require.Equal(t, want, j.Limit)
	}
	for _, text := range []string{"64 CPUs, 2 h", "64cpus 2h", "64 2:00:00", "2 h 64 cores", "limit=2h 64"} {
		j, err = ParseJob(text)
		require.NoError(t, err, text)
		require.Equal(t, &sacct.Job{CPUs: 64, Limit: 7200, Run: -1}, j, text)
	}
	j, err = ParseJob(" ")
	require.NoError(t, err)
	require.Nil(t, j)
	for text, want := range map[string]string{"cpus=0": "whole number from 1", "cpus=x": "whole number", "limit=2h": "how many CPUs",
		"cpus=1 limit=no": "write it as 2h", "cpus=1 limit=-1": "write it as 2h", "size=4": "write 64 CPUs 2 h",
		"4 batch": "write it as 2h"} {
		_, err := ParseJob(text)
		require.ErrorContains(t, err, want, text)
	}
}

// Medians alone are those that are told with ranges; nothing is looked back at.
func TestMediansAloneAreTheSame(t *testing.T) {
	s := siteWith(t, 16)
	l := started(t, s, crowd(100, 4))
	l = cut(l, busiest(l))
	whole, err := when(s, l, &Ask{})
	require.NoError(t, err)
	soon, err := when(s, l, &Ask{Soon: true})
	require.NoError(t, err)
	require.Len(t, soon.Jobs, len(whole.Jobs))
	require.Equal(t, awaited(s, l), len(soon.Jobs))
	for i := range soon.Jobs {
		require.Equal(t, whole.Jobs[i].Median, soon.Jobs[i].Median)
		require.Nil(t, soon.Jobs[i].Low)
	}
	require.Zero(t, soon.Held.Told)
	require.NotEqual(t, whole.Says, soon.Says)
}

// The page's worker answers as the command does.
func TestTheWorkerForetellsAsTheCommandDoes(t *testing.T) {
	fixture.Long(t)
	s := siteWith(t, 16)
	l := started(t, s, crowd(100, 4))
	l = cut(l, busiest(l))
	want, err := when(s, l, &Ask{})
	require.NoError(t, err)
	text, err := JSON(want)
	require.NoError(t, err)
	r := &runner{checked: &Checked{}, site: s, log: l}
	got, err := r.Detail(WhenRequest("", false))
	require.NoError(t, err)
	require.Equal(t, string(text), string(got))
	f, err := DecodeForecast(got)
	require.NoError(t, err)
	require.Equal(t, want.Jobs, f.Jobs)
	require.Equal(t, want.Says, f.Says)
	_, err = r.Detail(WhenRequest("cpus=no", false))
	require.ErrorContains(t, err, "whole number")
	for _, key := range []string{`"version"`, `"at"`, `"queue"`, `"jobs":[{"job":"`, `"planned":null`, `"low"`, `"median"`, `"high"`,
		`"held":{"instants"`, `"within"`, `"width"`, `"longer"`, `"says"`, `"notes"`} {
		require.True(t, strings.Contains(string(text), key), key)
	}
	require.False(t, slices.ContainsFunc(f.Jobs, func(s Start) bool { return s.Name == "" }))
}

// What is learnt of few draws is taken to more at the level at which both have the same in the mean.
func TestMoreDrawsAreReadWhereFewHaveTheSameInTheMean(t *testing.T) {
	mean := func(n int, level float64) (sum float64) {
		r := rand.New(rand.NewPCG(uint64(n), 7))
		const rounds = 20000
		for range rounds {
			v := make([]float64, n)
			for i := range v {
				v[i] = r.Float64()
			}
			slices.Sort(v)
			sum += numeral.Quantile(v, level) / rounds
		}
		return sum
	}
	for _, of := range []float64{0.05, 0.5, 0.95} {
		require.InDelta(t, of, level(of, fewer), 1e-12)
		for _, n := range []int{fewer + 1, draws} {
			require.InDelta(t, mean(fewer, of), mean(n, level(of, n)), 0.01, "%v of %d", of, n)
		}
	}
	require.Zero(t, level(0.05, 1), "a job that all draws but one leave out")
}
