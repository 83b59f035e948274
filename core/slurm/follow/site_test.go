package follow

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

func noInclude(_, _ string) (site.File, error) {
	return site.File{}, errors.New("there is none")
}

// siteOf is a site of files by their texts.
func siteOf(t testing.TB, texts ...string) (*Site, error) {
	t.Helper()
	var files []site.File
	for i, text := range texts {
		files = append(files, site.File{Name: fmt.Sprint("file ", i), Text: text})
	}
	s, err := site.Read(files, noInclude)
	if err != nil {
		return nil, err
	}
	l, err := s.Log()
	if err != nil {
		return nil, err
	}
	c, err := s.Scene(l)
	if err != nil {
		return nil, err
	}
	return FreeSite(c), nil
}

// imported are the texts of a folder of what an administrator would copy.
func imported(t testing.TB, run string) (texts []string) {
	t.Helper()
	paths, err := filepath.Glob(fixture.Path(t, "golden", "slurm-runs", "import-"+run) + "/*")
	require.NoError(t, err)
	for _, path := range paths {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		texts = append(texts, string(b))
	}
	return texts
}

// What a real Slurm said of three runs, all files together in any order, gives the runs again: who started the
// jobs, how long they waited, and with fair share every priority.
func TestASitesOwnFilesGiveItsOwnWaits(t *testing.T) {
	fixture.Long(t)
	for run, want := range map[string]struct {
		jobs       int
		main, near float64
		priorities int
	}{"defaults": {80, 67.0 / 78, 0.95, 0}, "fair-tree": {75, 20.0 / 74, 0.9, 74}, "arrays-deps": {121, 27.0 / 115, 0.65, 0}} {
		texts := imported(t, run)
		x, err := siteOf(t, texts...)
		require.NoError(t, err)
		a := x.Believe()
		require.Equal(t, want.jobs, a.Jobs, run)
		require.Zero(t, a.Left, run)
		require.InDelta(t, want.main, a.Main.Machine, 0.0001, run)
		require.GreaterOrEqual(t, float64(a.Recorded.Near)/float64(a.Judged), want.near, run)
		require.InEpsilon(t, a.Recorded.MeanWait, a.Recorded.Here, 0.05, run)
		require.Greater(t, *a.Rank, 0.95, run)
		require.Equal(t, [2]int{want.priorities, want.priorities}, [2]int{a.Priorities, a.Equal}, run)
		all := 0.0
		for _, r := range a.Reasons {
			all += r.Part
		}
		require.InDelta(t, 1, all, 1e-9, run)
		slices.Reverse(texts)
		y, err := siteOf(t, texts...)
		require.NoError(t, err)
		require.Equal(t, x.Daemon.Starts, y.Replayed(), run)
	}
}

// The JSON of sacct gives what its table gives, where what a job waited for stands in it too.
func TestTheJSONOfSacctGivesTheSameReplay(t *testing.T) {
	fixture.Long(t)
	for _, run := range []string{"defaults", "fair-tree", "arrays-deps"} {
		var table, structured []string
		lines := map[string]string{}
		for _, text := range imported(t, run) {
			switch {
			case strings.HasPrefix(text, "JobIDRaw|"):
				table = append(table, text)
				for row := range strings.Lines(text) {
					cells := strings.Split(strings.TrimSpace(row), "|")
					lines[cells[0]] = cells[len(cells)-1]
				}
			case strings.HasPrefix(text, "{"):
				structured = append(structured, text)
			case site.KindOf(text) != site.Jobs:
				table, structured = append(table, text), append(structured, text)
			}
		}
		at := slices.IndexFunc(structured, func(text string) bool { return strings.HasPrefix(text, "{") })
		structured[at] = regexp.MustCompile(`"job_id": [1-9]\d*,\s+"name"`).ReplaceAllStringFunc(structured[at], func(s string) string {
			id := strings.TrimRight(strings.Fields(s)[1], ",")
			require.NotEmpty(t, lines[id])
			return fmt.Sprintf("\"submit_line\": %q, %s", lines[id], s) // which 22.05 leaves out
		})
		x, err := siteOf(t, table...)
		require.NoError(t, err)
		y, err := siteOf(t, structured...)
		require.NoError(t, err)
		a, b := x.Believe(), y.Believe()
		require.Equal(t, a, b, run)
		require.Equal(t, x.Daemon.Starts, y.Daemon.Starts, run)
	}
}

// Newer versions write numbers as objects, and name priority, reservation, constraints and submission.
func TestJSONOfNewerVersionsHasWhatAReplayNeeds(t *testing.T) {
	number := func(n int) string { return fmt.Sprintf(`{"set":true,"infinite":false,"number":%d}`, n) }
	one := func(id, task, submit, start, end int, more string) string {
		array := `{"job_id":0,"limits":{"max":{"running":{"tasks":0}}},"task_id":{"set":false,"infinite":false,"number":0},"task":""}`
		if task >= 0 {
			array = fmt.Sprintf(`{"job_id":2,"limits":{"max":{"running":{"tasks":1}}},"task_id":%s,"task":""}`, number(task))
		}
		return fmt.Sprintf(`{"account":"x","user":"u","qos":"normal","partition":"a","cluster":"c","job_id":%d,"array":%s,`+
			`"allocation_nodes":1,"nodes":"n1","priority":%s,"required":{"CPUs":1},"state":{"current":["COMPLETED"]},`+
			`"time":{"submission":%d,"eligible":%d,"start":%d,"end":%d,"elapsed":%d,"limit":%s},"tres":{"allocated":[],"requested":[]},"steps":[]%s}`,
			id, array, number(900+id), submit, submit, start, end, end-start, number(2), more)
	}
	const at = 1_780_000_000
	text := `{"jobs":[` + strings.Join([]string{
		one(1, -1, at, at+1, at+50, `,"flags":["STARTED_ON_SCHEDULE","START_RECEIVED"],"constraints":"big","reservation":{"id":1,"name":"course"}`),
		one(2, 1, at+1, at+70, at+80, `,"flags":["STARTED_ON_BACKFILL"]`), one(3, 0, at+1, at+60, at+70, ""),
		one(4, -1, at+2, at+90, at+95, `,"flags":["STARTED_ON_SUBMIT"],"submit_line":"sbatch --dependency=afterany:1 x"`)},
		",") + `],"meta":{"slurm":{"release":"24.11.1"}}}`
	x, err := siteOf(t, text, "ClusterName=c\nNodeName=n[1-2] CPUs=1 Feature=big\nPartitionName=a Nodes=ALL\n")
	require.NoError(t, err)
	r := x.Scene.Records
	require.Equal(t, []sacct.By{sacct.Main, sacct.Backfill, sacct.Unsaid, sacct.Unsaid},
		[]sacct.By{r[0].Started, r[1].Started, r[2].Started, r[3].Started})
	require.Equal(t, [2]string{"big", "course"}, [2]string{r[0].Features, r[0].Reservation})
	require.Equal(t, [3]int64{2, 1, 1}, [3]int64{r[1].Array, r[1].Task, r[1].Throttle})
	require.Equal(t, int64(901), r[0].Priority)
	require.Equal(t, []int32{0}, x.Tasks[3].After)
	require.Len(t, x.Scene.Machine.Limits, 1, "the array's throttle")
	require.Equal(t, model.Version(2411), x.Scene.Settings.Version)
}

// Replayed are the starts.
func (x *Site) Replayed() []int64 {
	x.Run(false)
	return x.Daemon.Starts
}

// crewed is a site with limits of all kinds, reservations, nodes that go down, features and dependencies, drawn
// at random.
func crewed(r *rand.Rand) (texts []string) {
	const when = "2026-03-01T%02d:%02d:%02d"
	at := func(second int) string {
		return fmt.Sprintf(when, second/3600, second/60%60, second%60)
	}
	texts = []string{"ClusterName=c\nSLURM_VERSION=22.05.8\nAccountingStorageEnforce=limits\nPriorityType=priority/multifactor\n" +
		"PriorityWeightAge=100\nPriorityWeightFairshare=1000\nPriorityWeightQOS=10\nSchedulerParameters=bf_continue,bf_resolution=1\n" +
		"NodeName=n[1-6] CPUs=4 Feature=old\nNodeName=n[7-12] CPUs=4 Feature=new,big\n" +
		"PartitionName=a Nodes=ALL DefaultTime=10\nPartitionName=b Nodes=n[1-4] PriorityTier=5 QoS=part MaxTime=1:00:00\n",
		"Name|Priority|GraceTime|GrpTRES|MaxTRESPU|MaxJobsPU|MaxJobsPA|GrpJobs|GrpTRESRunMins\nnormal|0|0||cpu=20||9||cpu=110\n" +
			"short|9|0|cpu=12||2||4|\npart|0|0|node=2||||3|\n",
		"Cluster|Account|User|Share|ParentName|GrpTRES|MaxJobs\nc|root|||||\nc|x||2|root|cpu=30|\nc|y||1|x|cpu=16|\nc|x|u0|1||cpu=14|\n" +
			"c|y|u1|1||,gres/gpu=2|3\nc|y|u2|parent|||\n",
		"ReservationName=course StartTime=" + at(1500) + " EndTime=" + at(2100) + " Nodes=n[7-8] Users=u0\n",
		"Cluster|NodeName|TimeStart|TimeEnd|State\nc|n[2-3]|" + at(600) + "|" + at(1800) + "|DRAIN\nc||" + at(0) + "|Unknown|\n"}
	rows := "JobIDRaw|JobID|User|Account|QOS|Partition|Submit|Eligible|Start|End|TimelimitRaw|AllocCPUS|NNodes|State|Reservation|Constraints|" +
		"SubmitLine|NodeList\n"
	for i := 1; i <= 150; i++ {
		submit := i * 12
		start := submit + r.IntN(3000)
		run := 1 + r.IntN(400)
		user, account := fmt.Sprint("u", i%3), []string{"x", "y", "y"}[i%3]
		part := []string{"a", "a", "b"}[r.IntN(3)]
		id, line, reservation, features := fmt.Sprint(i), "sbatch x", "", ""
		if i%10 == 0 {
			line = fmt.Sprint("sbatch -d afterany:", i-1, " x")
		}
		if i%25 == 0 && part == "a" {
			reservation = "course"
		} else if i%7 == 0 && part == "a" {
			features = []string{"new&big", "old|new", "(new*2)"}[r.IntN(3)]
		}
		if i%20 < 5 {
			id, line = fmt.Sprintf("%d_%d", i-i%20+1, i%20), "sbatch --array=0-4%2 x"
		}
		if i%9 == 0 {
			line = strings.Replace(line, "sbatch", "sbatch -p a,b,gone", 1)
		}
		limit := fmt.Sprint((run+59)/60 + r.IntN(5))
		if i%30 == 0 {
			limit = "Partition_Limit"
		}
		rows += strings.Join([]string{fmt.Sprint(i), id, user, account, []string{"normal", "short"}[r.IntN(2)], part, at(submit),
			at(submit),
			at(start), at(start + run), limit, fmt.Sprint(1 + r.IntN(8)), "2", "COMPLETED", reservation, features, line, ""}, "|") + "\n"
	}
	return append(texts, rows)
}

// Under whatever configuration no limit is passed, nodes that are down or reserved are left alone, and those
// who depend on others wait for them.
func TestASitesLimitsHold(t *testing.T) {
	fixture.Long(t)
	tight, elsewhere := [4]int{}, 0
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(3, seed))
		x, err := siteOf(t, crewed(r)...)
		require.NoError(t, err)
		a := x.Believe()
		c, d := x.Scene, &x.Daemon
		require.Equal(t, 150, a.Jobs+a.Left)
		require.Len(t, c.Machine.Closures, 1)
		require.Len(t, c.Machine.Outages, 1)
		require.Len(t, c.Tree, 6)
		require.Contains(t, c.Notes, "limits of gres/gpu (grptres) are not counted")
		require.Greater(t, len(c.Machine.Limits), 8)
		starts := slices.Clone(d.Starts)
		for k := range c.Records {
			if also := c.Jobs[k].Also; also != nil && starts[k] != model.Unstarted && starts[also[0]] == starts[k] {
				starts[k] = model.Unstarted // it is that one, in its other partition
				elsewhere++
			}
		}
		for k, at := range starts {
			if at == model.Unstarted || c.Jobs[k].Nice < 0 {
				continue
			}
			for _, o := range c.Tasks[k].After {
				require.GreaterOrEqual(t, at, d.Starts[o]+c.Tasks[o].Runs)
			}
			require.GreaterOrEqual(t, at, c.Tasks[k].Eligible)
			if in := c.Jobs[k].Inside; in > 0 {
				require.GreaterOrEqual(t, at, c.Machine.Closures[in-1].From*milliSecond)
			}
			for _, l := range c.Jobs[k].Limits {
				under := model.Limit{}
				for o, other := range starts {
					if other == model.Unstarted || other > at || other+c.Tasks[o].Runs <= at ||
						!slices.Contains(c.Jobs[o].Limits, l) && (other == at || !slices.Contains(c.Jobs[o].Counted, l)) {
						continue // one that it does not hold may start after this in the same pass
					}
					seconds := (other/milliSecond + c.Jobs[o].Limit) - at/milliSecond
					under.Seconds += int64(c.Jobs[o].CPUs) * seconds
					under.Jobs++
					under.CPUs += int64(c.Jobs[o].CPUs)
					under.Nodes += int64(c.Jobs[o].Nodes)
				}
				most := c.Machine.Limits[l]
				require.False(t, most.Jobs >= 0 && under.Jobs > most.Jobs || most.CPUs >= 0 && under.CPUs > most.CPUs ||
					most.Nodes >= 0 && under.Nodes > most.Nodes || most.Seconds >= 0 && under.Seconds > most.Seconds,
					"seed %d, job %d: %+v of %+v", seed, k, under, most)
				for i, at := range [...]bool{under.Jobs == most.Jobs, under.CPUs == most.CPUs, under.Nodes == most.Nodes,
					2*under.Seconds > most.Seconds && most.Seconds > 0} {
					if at {
						tight[i]++
					}
				}
			}
		}
		require.True(t, slices.ContainsFunc(a.Reasons, func(r Cause) bool { return r.Reason == model.Limited.String() }))
		told, ok := x.Tell(40)
		require.True(t, ok)
		require.Equal(t, int64(40), told.ID)
		_, ok = x.Tell(4000)
		require.False(t, ok)
	}
	require.Positive(t, elsewhere)
	for i, n := range tight {
		require.Positive(t, n, "limits of kind %d", i)
	}
}

// What sshare said at the end, less what the log's jobs used, is what was used at the beginning.
func TestUsageIsTakenBackToTheLogsBeginning(t *testing.T) {
	const before, half, long = 5e6, 30 * 86400, 86400
	d := 1 - 0.693/float64(half)
	jobs := "JobIDRaw|JobID|User|Account|QOS|Partition|Submit|Eligible|Start|End|TimelimitRaw|AllocCPUS|NNodes|State|NodeList\n"
	used := before * math.Pow(d, long)
	epoch := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	at := func(second int) string {
		return epoch.Add(time.Duration(second) * time.Second).Format("2006-01-02T15:04:05")
	}
	for i := range 10 {
		from, to := i*8000, i*8000+7000
		if i == 9 {
			to = long
		}
		jobs += fmt.Sprintf("%d|%d|u|x|q|p|%s|%s|%s|%s|600|4|1|COMPLETED|n%d\n", i+1, i+1, at(from), at(from), at(from), at(to), i%3)
		used += 4 * float64(to-from) * math.Pow(d, float64(long-to))
	}
	share := fmt.Sprintf("Account|User|RawShares|RawUsage|FairShare\nroot|||%.0f|\n x||1|%.0f|\n  x|u|1|%.0f|\n", used, used, used)
	x, err := siteOf(t, jobs, share,
		"ClusterName=c\nPriorityType=priority/multifactor\nPriorityWeightFairshare=10\nPriorityDecayHalfLife=30-0\n")
	require.NoError(t, err)
	for _, a := range x.Scene.Tree {
		require.InEpsilon(t, before, a.Usage, 1e-5)
	}
	x, err = siteOf(t, jobs, share,
		"ClusterName=c\nPriorityType=priority/multifactor\nPriorityWeightFairshare=10\nPriorityDecayHalfLife=1:00:00\n")
	require.NoError(t, err)
	require.Zero(t, x.Scene.Tree[2].Usage, "a log of many half-lives has all that counts")
	require.Positive(t, x.Scene.Warm)
}

func TestASiteWithoutJobsIsRefusedWithARemedy(t *testing.T) {
	for want, texts := range map[string][]string{
		"no file has jobs: give what sacct -P prints": {"ClusterName=c\n"},
		"lacks columns": {"JobID|JobName|Partition|State\n1|a|b|COMPLETED\n"},
		"no file names nodes, and jobs had 1\u202f000\u202f000 CPUs at once": {"JobIDRaw|JobID|User|Account|Submit|Start|End|TimelimitRaw|AllocCPUS|State\n" +
			"1|1|u|x|2026-03-01T00:00:00|2026-03-01T00:00:00|2026-03-01T00:00:09|5|1000000|COMPLETED\n"},
		"none is a job that ran": {"ClusterName=c\nNodeName=n1\n", "JobIDRaw|JobID|User|Account|Submit|Start|End|TimelimitRaw|" +
			"AllocCPUS|State\n1|1|u|x|2026-03-01T00:00:00|Unknown|2026-03-01T00:00:09|5|1|CANCELLED\n"},
	} {
		_, err := siteOf(t, texts...)
		require.ErrorContains(t, err, want)
	}
}

func FuzzSite(f *testing.F) {
	texts := crewed(rand.New(rand.NewPCG(1, 1)))
	for i := range 2 {
		cut := slices.Clone(texts)
		cut[5] = strings.Join(strings.SplitAfter(cut[5], "\n")[:9+9*i], "")
		f.Add(strings.Join(cut, "\f"))
	}
	f.Fuzz(func(t *testing.T, all string) {
		x, err := siteOf(t, strings.Split(all, "\f")...)
		if err != nil || len(x.Jobs) > 200 || len(x.Scene.Names) > 2000 {
			return
		}
		last := int64(0)
		for k := range x.Tasks {
			last = max(last, x.Tasks[k].Eligible+x.Tasks[k].Runs)
		}
		if last-x.Begun > 30*86400*milliSecond || x.settings.Interval*x.settings.SchedInterval < 100 {
			return // a replay of years, a pass a second, is slow and no fault
		}
		a := x.Believe()
		require.LessOrEqual(t, a.Judged, a.Jobs)
		require.False(t, math.IsNaN(a.Distance))
	})
}

// A limit counts where it is set first: at the partition's QOS, the job's, its association. A job that another limit
// holds counts for those it is not held by.
func TestALimitCountsWhereItIsSetFirst(t *testing.T) {
	const qos = "Name|Priority|GraceTime|Flags|GrpTRES|MaxJobsPU|GrpJobs\npart|0|0||cpu=9||\nnormal|0|0||cpu=5|2|\nover|0|0|OverPartQOS,NoReserve|cpu=7||\n"
	const tree = "Cluster|Account|User|Share|GrpTRES|MaxJobs|GrpJobs\nc|root|||||\nc|x||1|cpu=3||8\nc|x|u|1|cpu=2|4|6\n"
	jobs := "JobIDRaw|JobID|User|Account|QOS|Partition|Submit|Eligible|Start|End|TimelimitRaw|AllocCPUS|NNodes|State|NodeList\n"
	for i, where := range []string{"normal|a", "normal|b", "over|b", "none|a"} {
		jobs += fmt.Sprintf("%d|%d|u|x|%s|2026-03-01T00:00:00|2026-03-01T00:00:00|2026-03-01T00:00:05|2026-03-01T00:00:09|5|1|1|COMPLETED|n1\n",
			i+1, i+1, where)
	}
	x, err := siteOf(t, qos, tree, jobs, "ClusterName=c\nAccountingStorageEnforce=limits\nNodeName=n[1-4] CPUs=4\n"+
		"PartitionName=a Nodes=ALL\nPartitionName=b Nodes=ALL QoS=part\n")
	require.NoError(t, err)
	most := func(list []int32) (all model.Limit) {
		all = model.Unlimited
		for _, l := range list {
			m := x.Scene.Machine.Limits[l]
			for to, n := range map[*int64]int64{&all.Jobs: m.Jobs, &all.CPUs: m.CPUs} {
				if n >= 0 && (*to < 0 || n < *to) {
					*to = n
				}
			}
		}
		return all
	}
	for k, want := range [][2]model.Limit{
		{{Jobs: 2, CPUs: 5, Nodes: -1, Seconds: -1}, {Jobs: 4, CPUs: 2, Nodes: -1, Seconds: -1}},
		{{Jobs: 2, CPUs: 9, Nodes: -1, Seconds: -1}, {Jobs: 4, CPUs: 2, Nodes: -1, Seconds: -1}},
		{{Jobs: 4, CPUs: 7, Nodes: -1, Seconds: -1}, {Jobs: -1, CPUs: 2, Nodes: -1, Seconds: -1}},
		{{Jobs: 4, CPUs: 2, Nodes: -1, Seconds: -1}, model.Unlimited},
	} {
		require.Equal(t, want, [2]model.Limit{most(x.Jobs[k].Limits), most(x.Jobs[k].Counted)}, "job %d", k+1)
		require.Equal(t, k == 2, x.Jobs[k].Unreserved)
	}
}

// Of jobs in a row each waits for the end of the one before, whatever became of it, and nobody runs on a node while it
// is drained: without these lines of the files all start at once.
func TestDependenciesAndDrainedNodesHoldJobsBack(t *testing.T) {
	const head = "JobIDRaw|JobID|User|Account|QOS|Partition|Submit|Eligible|Start|End|TimelimitRaw|AllocCPUS|NNodes|State|NodeList|SubmitLine\n"
	jobs := func(after string) string {
		return head + "1|1|u|x|q|a|2026-03-01T10:00:00|2026-03-01T10:00:00|2026-03-01T10:00:01|2026-03-01T10:05:01|9|1|1|FAILED|n1|sbatch x\n" +
			"2|2|u|x|q|a|2026-03-01T10:00:00|2026-03-01T10:05:01|2026-03-01T10:05:02|2026-03-01T10:06:02|9|1|1|COMPLETED|n1|sbatch " + after + " x\n" +
			"3|3|u|x|q|a|2026-03-01T10:06:30|2026-03-01T10:06:30|2026-03-01T10:20:01|2026-03-01T10:21:01|9|3|3|COMPLETED|n[1-3]|sbatch x\n"
	}
	const conf = "ClusterName=c\nNodeName=n[1-3] CPUs=1\nPartitionName=a Nodes=ALL\n"
	const events = "Cluster|NodeName|TimeStart|TimeEnd|State\nc|n3|2026-03-01T10:04:00|2026-03-01T10:20:00|DRAIN\n"
	zero := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC).Unix()
	for _, c := range []struct {
		after, events   string
		second, third   int64 // not before
		before1, before int64
	}{{"-d afterany:1", events, 300, 1200, 310, 1270}, {"-d afterany:1", "", 300, 390, 310, 460}} {
		texts := []string{jobs(c.after), conf}
		if c.events != "" {
			texts = append(texts, c.events)
		}
		x, err := siteOf(t, texts...)
		require.NoError(t, err)
		a := x.Believe()
		at := func(k int) int64 { return x.Daemon.Starts[k]/milliSecond - zero }
		require.GreaterOrEqual(t, at(1), c.second)
		require.Less(t, at(1), c.before1)
		require.GreaterOrEqual(t, at(2), c.third)
		require.Less(t, at(2), c.before)
		require.Equal(t, c.events != "", slices.ContainsFunc(a.Reasons, func(r Cause) bool { return r.Reason == model.Down.String() }))
	}
	x, err := siteOf(t, conf,
		strings.Replace(jobs(""), "|2026-03-01T10:05:01|2026-03-01T10:05:02", "|2026-03-01T10:00:00|2026-03-01T10:05:02", 1))
	require.NoError(t, err)
	x.Believe()
	require.Less(t, x.Daemon.Starts[1]/milliSecond-zero, int64(10), "nothing holds it back")
}

// Usage counts as the log's billing has it, and as the QOS weighs it.
func TestUsageCountsByBillingAndUsageFactor(t *testing.T) {
	jobs := "JobIDRaw|JobID|User|Account|QOS|Partition|Submit|Eligible|Start|End|TimelimitRaw|AllocCPUS|AllocTRES|NNodes|State|NodeList\n"
	for i, x := range []string{"free|billing=4,cpu=4", "half|billing=12,cpu=4,node=1", "none|"} {
		q, tres, _ := strings.Cut(x, "|")
		jobs += fmt.Sprintf("%d|%d|u%d|x|%s|a|2026-03-01T10:00:00|2026-03-01T10:00:00|2026-03-01T10:00:00|2026-03-01T10:30:00|60|4|%s|1|COMPLETED|n%d\n",
			i+1, i+1, i, q, tres, i+1)
	}
	jobs += "4|4|u0|x|none|a|2026-03-01T10:10:00|2026-03-01T10:10:00|2026-03-01T10:31:00|2026-03-01T10:32:00|60|12|billing=12|3|COMPLETED|n[1-3]\n"
	x, err := siteOf(t, jobs, "Name|Priority|GraceTime|UsageFactor\nfree|0|0|0.000000\nhalf|0|0|0.500000\n", "ClusterName=c\nNodeName=n[1-3] CPUs=4\n"+
		"PartitionName=a Nodes=ALL\nPriorityType=priority/multifactor\nPriorityWeightFairshare=1000\nPriorityDecayHalfLife=0\nAccountingStorageEnforce=limits\n")
	require.NoError(t, err)
	x.Believe()
	var used []float64
	for _, k := range []int32{0, 1, 2} {
		used = append(used, x.Daemon.Priorities.Associations[x.Jobs[k].Association].Usage)
	}
	const whole = 4 * 30 * 60
	require.InDeltaSlice(t, []float64{0, 1.5 * whole, whole}, used, 10*4)
}

// Who asks for licences waits until as many are free, whether their column or the submission's line says how many.
func TestLicencesHoldJobsBack(t *testing.T) {
	jobs := "JobIDRaw|JobID|User|Account|QOS|Partition|Submit|Eligible|Start|End|TimelimitRaw|AllocCPUS|NNodes|State|NodeList|Licenses|SubmitLine\n"
	for i, asks := range []string{"a:2,b|x", "|sbatch -L a:1 x", "b|x", "c:9|x", "a:4|x", "|x"} {
		jobs += fmt.Sprintf("%d|%d|u|x|q|a|2026-03-01T10:00:0%d|2026-03-01T10:00:0%d|2026-03-01T10:00:10|2026-03-01T10:05:10|9|1|1|COMPLETED|n1|%s\n",
			i+1, i+1, i, i, asks)
	}
	for _, more := range []string{"", ",bf_licenses"} {
		x, err := siteOf(t, jobs, "ClusterName=c\nNodeName=n[1-9] CPUs=1\nPartitionName=a Nodes=ALL\nLicenses=a:2,b:2\n"+
			"SchedulerParameters=bf_max_job_test=100"+more+"\n")
		require.NoError(t, err)
		a := x.Believe()
		require.Equal(t, map[string]int{"larger than their partition's nodes, with their features, or than all licences": 1}, a.Why)
		require.Contains(t, a.Notes, "1 job asks for licences that no file has: they start without")
		d := &x.Daemon
		require.GreaterOrEqual(t, d.Starts[1], d.Ends[0])
		for _, k := range []int{2, 3, 4} {
			require.Less(t, d.Starts[k], d.Ends[0])
		}
	}
}
