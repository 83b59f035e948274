package follow

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// asSet is the configuration from which one parameter is changed: 16 nodes of one CPU, a backfill pass each second,
// who waits longest first.
var asSet = []string{"SLURM_VERSION=22.05.8", "NodeName=n[1-16] CPUs=1",
	"PartitionName=batch Nodes=ALL Default=YES MaxTime=INFINITE State=UP", "SchedulerType=sched/backfill",
	"SchedulerParameters=bf_continue,bf_interval=1,bf_resolution=1,bf_window=1440,bf_window_linear=1,bf_max_job_test=5000," +
		"bf_max_job_user=0,bf_job_part_count_reserve=0,default_queue_depth=5000,batch_sched_delay=0,sched_interval=2",
	"PriorityType=priority/multifactor", "PriorityWeightAge=10000", "PriorityMaxAge=0-00:10:00", "PriorityCalcPeriod=1",
	"PriorityDecayHalfLife=2", "PriorityFavorSmall=YES", "PriorityWeightJobSize=0", "PriorityWeightFairshare=0",
	"AccountingStorageEnforce=limits"}

// changes are what is changed of it, a parameter each. They were chosen before a prediction of any was seen.
var changes = []string{"SchedulerType=sched/builtin", "bf_job_part_count_reserve=1", "bf_max_job_test=3", "bf_interval=30", "bf_window=1",
	"bf_max_job_user=1", "PriorityWeightJobSize=20000", "PriorityWeightFairshare=20000"}

// unchanged is a second run of the configuration as set: how alike a real Slurm is to itself.
const unchanged = "nothing"

// seeds are of submissions.
var seeds = []uint64{1, 2, 3, 4, 5}

// changed are the configuration's lines with one parameter changed.
func changed(change string) []string {
	list := slices.Clone(asSet)
	name, _, _ := strings.Cut(change, "=")
	for i, line := range list {
		words := strings.Split(line, ",")
		for k, word := range words {
			if strings.HasPrefix(word, name+"=") {
				words[k] = change
			}
		}
		list[i] = strings.Join(words, ",")
	}
	return list
}

// users are what sacctmgr is told to add, and associations what it then shows.
var users = []string{"account a fairshare=3", "account b fairshare=1", "user games account=a fairshare=1",
	"user mail account=a fairshare=2", "user news account=b fairshare=1"}

const associations = "Cluster|Account|User|Share|ParentName\nprivate|root||1|\nprivate|root|root|1|\nprivate|a||3|root\n" +
	"private|a|games|1|\nprivate|a|mail|2|\nprivate|b||1|root\nprivate|b|news|1|\n"

// exported are sacct's columns.
const exported = "JobIDRaw,User,Account,QOS,Partition,Submit,Eligible,Start,End,TimelimitRaw,AllocCPUS,NNodes,State,Flags,NodeList"

// submission is a sleeping job: after so long, who asks for how much, and how long it sleeps.
type submission struct {
	at                  time.Duration
	user                string
	nodes, limit, sleep int
}

const jobsOfARun = 70

// submissions are drawn: who uses more of the machine has the larger jobs.
func submissions(seed uint64) (list []submission) {
	r := rand.New(rand.NewPCG(41, seed))
	sizes := map[string][]int{"games": {1, 2, 4, 4, 6, 8, 8, 10}, "mail": {1, 1, 1, 2, 3, 4, 6, 8}, "news": {1, 1, 1, 1, 2, 2, 3, 4}}
	at := time.Duration(0)
	for range jobsOfARun {
		at += time.Duration(1.8 * r.ExpFloat64() * float64(time.Second))
		user := "games"
		if x := r.Float64(); x > 0.8 {
			user = "news"
		} else if x > 0.5 {
			user = "mail"
		}
		list = append(list, submission{at, user, sizes[user][r.IntN(8)], []int{1, 1, 2, 3, 5}[r.IntN(5)], min(35, 3+int(8*r.ExpFloat64()))})
	}
	return list
}

// observed is a run of a real Slurm: when its daemon began, and what sacct says of its jobs.
type observed struct{ boot, jobs string }

// site is the run's jobs under a configuration.
func (o observed) site(t *testing.T, conf []string) *Site {
	t.Helper()
	x, err := siteOf(t, strings.Join(conf, "\n")+"\nBOOT_TIME="+o.boot, associations, o.jobs)
	require.NoError(t, err)
	require.Len(t, x.Jobs, jobsOfARun)
	return x
}

// wait is the mean wait on the machine, s.
func (o observed) wait(t *testing.T) (sum float64) {
	t.Helper()
	for _, r := range o.site(t, asSet).Scene.Records {
		sum += float64(r.Start-r.Submit) / jobsOfARun
	}
	return sum
}

// predict is the mean wait in the model under a configuration, s, of daemons that begin at as many instants of the second
// in which the real one did. Where ends are drawn each job's is anywhere in the seconds that the record leaves open.
func (o observed) predict(t *testing.T, conf []string, drawn bool) (sum float64) {
	t.Helper()
	x := o.site(t, conf)
	begun, r := x.Begun, rand.New(rand.NewPCG(41, 0))
	for i := range int64(beginnings) {
		x.Begun = begun + (i-beginnings/2)*milliSecond/beginnings
		for k, record := range x.Scene.Records {
			if x.Tasks[k].Runs = (record.End - record.Start) * milliSecond; drawn {
				x.Tasks[k].Runs += r.Int64N(milliSecond) - r.Int64N(milliSecond)
			}
		}
		require.Zero(t, x.Run(false).Left)
		for k, record := range x.Scene.Records {
			sum += float64(x.Daemon.Starts[k]-record.Submit*milliSecond) / (milliSecond * beginnings * jobsOfARun)
		}
	}
	return sum
}

// effect is what a change did to the mean wait of each seed's jobs, s: on the machine and in the model, which sees
// the run before the change alone.
type effect struct{ real, predicted, drawn []float64 }

func mean(list []float64) (sum float64) {
	for _, v := range list {
		sum += v / float64(len(list))
	}
	return sum
}

// spread are two standard errors of the real mean.
func (e *effect) spread() float64 {
	m, squares := mean(e.real), 0.0
	for _, v := range e.real {
		squares += (v - m) * (v - m)
	}
	n := float64(len(e.real))
	return 2 * math.Sqrt(squares/(n-1)/n)
}

// holds says whether the mean prediction is within that of the real mean.
func (e *effect) holds() bool { return math.Abs(mean(e.predicted)-mean(e.real)) <= e.spread() }

func nameOf(seed uint64, change string) string { return fmt.Sprint(seed, " ", change) }

// A fresh experiment: the same submissions to private Slurms that differ in one parameter. SHADOWTIME_EXPERIMENT names
// a folder that keeps the runs; those it has are not made again. With -update they are what the page is written from.
func TestAChangedParameterDoesToARealSlurmWhatIsPredicted(t *testing.T) {
	dir := os.Getenv("SHADOWTIME_EXPERIMENT")
	if dir == "" {
		t.Skip("takes half an hour of real Slurms: set SHADOWTIME_EXPERIMENT to a folder that keeps their runs")
	}
	up := fixture.Path(t, "tools", "slurm-up")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	lanes := make(chan int, 10)
	for i := range cap(lanes) {
		lanes <- 20000 + 40*i
	}
	var all sync.WaitGroup
	var mutex sync.Mutex
	runs, wrong := map[string]observed{}, []error{}
	for _, seed := range seeds {
		for _, change := range append([]string{"", unchanged}, changes...) {
			port := <-lanes
			all.Go(func() {
				defer func() { lanes <- port }()
				name := nameOf(seed, change)
				o, err := observe(up, filepath.Join(dir, strings.NewReplacer(" ", ",", "/", "-").Replace(name)), port, submissions(seed),
					changed(change))
				mutex.Lock()
				defer mutex.Unlock()
				fmt.Println(time.Now().Format(time.TimeOnly), name, err) // it takes long
				if runs[name] = o; err != nil {
					wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
				}
			})
		}
	}
	all.Wait()
	require.NoError(t, errors.Join(wrong...))
	if *fixture.Update {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		for _, name := range slices.Sorted(maps.Keys(runs)) {
			fmt.Fprintf(z, "# %s#%s\n%s", name, runs[name].boot, runs[name].jobs)
		}
		require.NoError(t, z.Close())
		require.NoError(t, os.WriteFile(observations, b.Bytes(), 0o644))
	}
	lines, hold, wait := tableOf(t, runs)
	t.Logf("%d of %d hold; mean wait as set: %.1f s\n%s", hold, len(changes), wait, lines)
	require.GreaterOrEqual(t, hold, 6, "of %d", len(changes))
}

// tableOf is a line for each change and one for none, how many predictions hold, and the mean wait as set.
func tableOf(t *testing.T, runs map[string]observed) (lines string, hold int, wait float64) {
	t.Helper()
	list := append(slices.Clone(changes), unchanged)
	effects := make([]effect, len(list))
	for _, seed := range seeds {
		before := runs[nameOf(seed, "")]
		real, here, drawn := before.wait(t), before.predict(t, asSet, false), before.predict(t, asSet, true)
		wait += real / float64(len(seeds))
		for i, change := range list {
			e, conf := &effects[i], changed(change)
			e.real = append(e.real, runs[nameOf(seed, change)].wait(t)-real)
			e.predicted = append(e.predicted, before.predict(t, conf, false)-here)
			e.drawn = append(e.drawn, before.predict(t, conf, true)-drawn)
		}
	}
	each := func(list []float64) (text string) {
		for _, v := range list {
			text += fmt.Sprintf(" %+.1f", v)
		}
		return strings.TrimSpace(text)
	}
	for i, change := range list {
		e, said := &effects[i], "no"
		if e.holds() {
			said = "yes"
		}
		if e.holds() && change != unchanged {
			hold++
		}
		lines += row(change, each(e.real), fmt.Sprintf("%+.1f ± %.1f", mean(e.real), e.spread()), each(e.predicted),
			fmt.Sprintf("%+.1f", mean(e.predicted)), said, fmt.Sprintf("%+.1f", mean(e.drawn)))
	}
	return lines, hold, wait
}

// starting is held by who starts a Slurm: many databases made at a time fail.
var starting sync.Mutex

// observe has one private Slurm run the submissions, unless the file has them.
func observe(up, file string, port int, list []submission, conf []string) (o observed, err error) {
	if b, err := os.ReadFile(file); err == nil {
		o.boot, o.jobs, _ = strings.Cut(string(b), "\n")
		return o, nil
	}
	dir, err := os.MkdirTemp("/tmp", "slurm") // a socket's path must be short
	if err != nil {
		return o, err
	}
	call := func(args ...string) string {
		if err != nil {
			return ""
		}
		cmd := exec.Command("nice", append([]string{"-n", "-15"}, args...)...) // or a busy machine puts off its clock
		cmd.Env = append(os.Environ(), "TZ=UTC", "SLURM_TIME_FORMAT=standard", "SLURM_CONF="+filepath.Join(dir, "slurm.conf"))
		var out, said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &said
		if e := cmd.Run(); e != nil {
			err = fmt.Errorf("%s: %w: %s", strings.Join(args, " "), e, said.String())
		}
		return out.String()
	}
	defer func() {
		_ = exec.Command(filepath.Join(filepath.Dir(up), "slurm-down"), dir).Run()
		_ = os.RemoveAll(dir)
	}()
	starting.Lock()
	call(append([]string{up, dir, "-n", "16", "-c", "1", "-p", fmt.Sprint(port)}, conf[2:]...)...) // it has the nodes' lines
	starting.Unlock()
	for _, told := range users {
		call(append([]string{"sacctmgr", "-i", "add"}, strings.Fields(told)...)...)
	}
	for _, name := range []string{"games", "mail", "news"} { // the daemon is told of them a little later
		call("timeout", "60", "sh", "-c", "until sbatch --test-only --uid "+name+" -D /tmp --wrap true; do sleep 0.2; done")
	}
	begun, ids := time.Now(), []string{}
	for _, s := range list {
		<-time.After(time.Until(begun.Add(s.at))) // the submissions' own clock
		out := call("sbatch", "--parsable", "--uid", s.user, "-D", "/tmp", "-o", "/dev/null", "-N", fmt.Sprint(s.nodes), "-t",
			fmt.Sprint(s.limit), "--wrap", fmt.Sprint("sleep ", s.sleep))
		ids = append(ids, strings.TrimSpace(out))
	}
	call("sbatch", "--wait", "-d", "afterany:"+strings.Join(ids, ":"), "-D", "/tmp", "-o", "/dev/null", "--wrap", "true")
	o.boot = strings.TrimSpace(call("sh", "-c", "scontrol show config | sed -n 's/^BOOT_TIME *= *//p'"))
	table := "sacct -X -P -D -S now-1hour -u games,mail,news -o " + exported
	all := fmt.Sprintf("awk '/[|]COMPLETED[|]/ {n++} END {exit n != %d}'", len(list))
	o.jobs = call("timeout", "60", "sh", "-c", "until "+table+" | "+all+"; do sleep 0.5; done; "+table) // it is told a little later
	if err == nil {
		err = os.WriteFile(file, []byte(o.boot+"\n"+o.jobs), 0o644)
	}
	return o, err
}

// observations are the runs of which the page speaks.
const observations = "testdata/changes.gz"

// recorded are those runs.
func recorded(t *testing.T) map[string]observed {
	t.Helper()
	b := unpacked(t, observations)
	runs := map[string]observed{}
	for text := range strings.SplitSeq(strings.TrimPrefix(string(b), "# "), "\n# ") {
		head, jobs, _ := strings.Cut(text, "\n")
		name, boot, _ := strings.Cut(head, "#")
		runs[name] = observed{boot, jobs}
	}
	return runs
}

// The page says what came of the experiment.
func TestThePageSaysWhatAChangedParameterDoes(t *testing.T) {
	fixture.Long(t)
	documented(t)
	lines, hold, wait := tableOf(t, recorded(t))
	require.GreaterOrEqual(t, hold, 6, "of %d", len(changes))
	fixture.Tables(t, page, map[string]string{"changes": lines})
	between(t, page, `<span id="hold">`, "</span>", fmt.Sprint(hold))
	between(t, page, `<span id="as-set">`, "</span>", fmt.Sprintf("%.1f s", wait))
}
