package set

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// forSlurm are queues of every kind.
func forSlurm(t *testing.T, what func(Queue, Setup)) {
	t.Helper()
	for _, backfilling := range []string{"easy", "conservative", "none"} {
		for _, tries := range []int{0, 9} {
			for _, front := range append(order.Names(order.Every()), "expr:p*q-age") {
				for _, backfill := range []string{front, "SAF", "LEXP"} {
					for _, threshold := range []study.Seconds{study.None, 0, 36_000, 93_784} {
						q := Queue{Front: front, Backfill: backfill, Threshold: threshold, Backfilling: backfilling,
							Dialect: sim.Shadowtime.String(), Limits: study.Limits{Tries: tries}}
						what(q, q.Setup())
					}
				}
			}
		}
	}
}

// easy is a queue under EASY.
func easy(front, backfill string, threshold study.Seconds) Queue {
	return Queue{Front: front, Backfill: backfill, Threshold: threshold, Backfilling: sim.Easy.String(), Dialect: sim.Shadowtime.String()}
}

func (q Queue) name() string {
	return q.Front + ", " + q.Backfill + ", " + q.Threshold.String() + ", " + q.Backfilling
}

// file is one of a setting; "" where it has none of the name.
func (s Setup) file(name string) string {
	for _, f := range s.Files {
		if f.Name == name {
			return strings.Join(f.Lines, "\n") + "\n"
		}
	}
	return ""
}

func TestWhatSlurmCanBeSetToHasLinesAWayBackAndSomethingToWatch(t *testing.T) {
	seen := map[Settable]int{}
	forSlurm(t, func(q Queue, s Setup) {
		name := q.name()
		seen[s.Settable]++
		require.Equal(t, q.Settable(), s.Settable, name)
		require.NotEmpty(t, s.Why, name)
		if s.Settable == Cannot {
			require.Empty(t, slices.Concat(s.Lines, s.Steps, s.Back, s.Watch), name)
			require.Empty(t, s.Files, name)
			return
		}
		require.NotEmpty(t, s.Steps, name)
		require.NotEmpty(t, s.Back, name)
		require.Len(t, s.Watch, 3, name)
		keys := map[string]bool{}
		for _, line := range s.Lines {
			key, _, _ := strings.Cut(line, "=")
			require.False(t, keys[key], "%s: %s twice", name, key)
			keys[key] = true
		}
		require.True(t, keys["PriorityType"] && keys["PriorityWeightFairShare"] && keys["SchedulerType"], name)
		require.Equal(t, q.Backfilling != "none", keys["SchedulerParameters"], name)
		require.Equal(t, s.file(script) != "", keys["JobSubmitPlugins"], name)
		require.Equal(t, s.file(ranks) != "", s.file(minute) != "", name)
		require.Equal(t, s.file(ranks) != "", strings.Contains(s.Back[0], ": rm "+minute), name)
		require.Equal(t, q.Backfilling == "easy", strings.Contains(strings.Join(s.Lines, "\n"), "bf_job_part_count_reserve=1"), name)
	})
	require.Positive(t, seen[Settles])
	require.Positive(t, seen[Nearly])
	require.Positive(t, seen[Cannot])
}

func TestAThresholdIsInTheScriptOfEveryMinute(t *testing.T) {
	forSlurm(t, func(q Queue, s Setup) {
		if s.Settable == Cannot {
			return
		}
		acts := q.Threshold >= 0 && q.Front == q.Backfill && q.Front != "FCFS"
		require.Equal(t, acts, strings.Contains(s.file(ranks), "\nwait > "), q.name())
		if acts {
			require.Contains(t, s.file(ranks), "\nwait > "+strconv.FormatInt(int64(q.Threshold), 10)+" {")
			require.Equal(t, Nearly, s.Settable)
			require.Contains(t, s.Why, q.Threshold.Words())
		}
	})
	// The ocs dialect lets a threshold act on a backfilling order too.
	q := easy("FCFS", "SAF", 7200)
	q.Dialect = sim.OCS.String()
	s := q.Setup()
	require.Contains(t, s.file(ranks), "\nwait > 7200 {")
}

func TestALimitOnTheQueueByAgeIsNotOneOfSlurm(t *testing.T) {
	q := easy("SPF", "SPF", study.None)
	q.Depth = 32
	require.Equal(t, Cannot, q.Settable())
	q.Depth, q.Tries = 0, 9
	require.Contains(t, strings.Join(q.Setup().Lines, "\n"), "bf_max_job_test=10")
}

// waiting are jobs behind one that fills the machine: processors and minutes.
var waiting = [][2]int{{1, 600}, {2, 30}, {8, 5}, {4, 20}, {3, 240}}

// by is the order of the waiting jobs: where each that goes next was submitted.
func by(t *testing.T, name string) []int {
	t.Helper()
	o, err := order.Parse(name)
	require.NoError(t, err)
	key := func(k int) float64 { return o.Key(int64(waiting[k][1])*60, int32(waiting[k][0]), int64(k), 1) }
	list := []int{0, 1, 2, 3, 4}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(key(a), key(b)) })
	return list
}

// Slurm itself, where it is installed and may be started.
func TestTheLinesOrderJobsOnSlurmAsTheOrderDoes(t *testing.T) {
	fixture.Long(t)
	m := newMachine(t)
	plain := func(name string) Setup { q := easy(name, name, study.None); return q.Setup() }
	ranked := func(s Setup) {
		m.set(s)
		m.run("scontrol reconfigure")
		m.run(command(t, s.Steps, "Rank the jobs"))
	}
	m.set(plain("FCFS"))
	m.restart()
	m.submit(8, 60)
	m.eventually(func() bool { return m.run("squeue -h -t R -o %i") != "" }, "the machine is filled")
	for k, job := range waiting {
		if k == 3 { // in a later second than those before
			last := m.run("date +%s")
			m.eventually(func() bool { return m.run("date +%s") > last }, "a second passes")
		}
		m.ids = append(m.ids, m.submit(job[0], job[1]))
	}
	require.Equal(t, by(t, "FCFS"), m.queue(), "FCFS")
	for _, name := range []string{"SQF", "SPF", "SAF", "LPF", "LQF", "SRF", "LRF", "LAF"} {
		ranked(plain(name))
		require.Equal(t, by(t, name), m.queue(), name)
	}

	// A job goes by what it asks for, from the moment that it asks.
	ranked(plain("SAF"))
	require.Equal(t, []int{2, 1, 3, 0, 4}, m.queue())
	m.run("scontrol update JobId=" + m.ids[4] + " TimeLimit=1")
	require.Equal(t, []int{4, 2, 1, 3, 0}, m.queue())
	m.run("scontrol update JobId=" + m.ids[4] + " TimeLimit=240")

	// EASY reserves for the first alone.
	m.eventually(func() bool {
		starts := strings.Fields(m.run("squeue -h -t PD --sort=-p,i -o %S"))
		return len(starts) == 5 && starts[0] != "N/A" && slices.Equal(starts[1:], []string{"N/A", "N/A", "N/A", "N/A"})
	}, "one reservation")

	minutely := filepath.Join(m.dir, filepath.Base(ranks))
	byScript := func(q Queue) func() []int {
		m.set(q.Setup())
		return func() []int { m.run("sh " + minutely); return m.queue() }
	}
	head := byScript(easy("FCFS", "SAF", study.None))
	require.Equal(t, []int{0, 2, 1, 3, 4}, head(), "the oldest first, then SAF")

	// Beyond the threshold the longest waiting go first, the others in their order behind.
	laf := easy("LAF", "LAF", 36_000)
	late := laf.Setup()
	ranked(late)
	require.Equal(t, []int{4, 0, 3, 1, 2}, m.queue())
	from, err := strconv.Atoi(m.run("SLURM_TIME_FORMAT=%s squeue -h -O EligibleTime -j " + m.ids[3]))
	require.NoError(t, err)
	then := strings.Replace(late.file(ranks), "$(date +%s)", strconv.Itoa(from+36_000), 1)
	require.NoError(t, os.WriteFile(minutely, []byte(then), 0o644))
	m.run("sh " + minutely)
	require.Equal(t, []int{0, 1, 2, 4, 3}, m.queue())

	require.NotContains(t, strings.Fields(m.run("sprio -h -o '%S '")), "0")
	m.run(command(t, late.Back, "Clear the ranks"))
	require.Equal(t, []string{"0", "0", "0", "0", "0"}, strings.Fields(m.run("sprio -h -o '%S '")))
	require.Equal(t, by(t, "FCFS"), m.queue(), "the way back")
	for _, name := range []string{"LEXP", "SEXP"} {
		aged := byScript(easy(name, name, study.None))
		m.eventually(func() bool { return slices.Equal(by(t, name), aged()) }, name)
	}
	held := m.ids[2]
	m.run("scontrol hold " + held)
	m.run("sh " + minutely)
	require.Equal(t, "JobHeldAdmin", m.run("squeue -h -o %r -j "+held), "who is held stays so")
}

// command is what stands behind the words of a sentence.
func command(t *testing.T, list []string, begins string) string {
	t.Helper()
	for _, x := range list {
		if strings.HasPrefix(x, begins) {
			_, command, ok := strings.Cut(x, ": ")
			require.True(t, ok, x)
			return command
		}
	}
	t.Fatal("no sentence begins with " + begins)
	return ""
}

// machine is a private Slurm of one node of eight processors.
type machine struct {
	t    *testing.T
	dir  string
	conf []string // as it came
	ids  []string // of waiting jobs, as they were submitted

	written time.Time // the date of the files
}

// newMachine starts one, or leaves the test.
func newMachine(t *testing.T) *machine {
	t.Helper()
	leave := func(why string) {
		if os.Getenv("SHADOWTIME_SLURM") == "required" {
			t.Fatal("Slurm is required here: " + why)
		}
		t.Skip("NOT TRIED ON SLURM: " + why)
	}
	if os.Geteuid() != 0 {
		leave("only root may start one")
	}
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/sbin:/sbin")
	for _, name := range []string{"slurmctld", "slurmd", "munged", "sbatch"} {
		if _, err := exec.LookPath(name); err != nil {
			leave("there is no " + name + ": apt-get install --no-install-recommends slurmctld slurmd slurm-client " +
				"slurm-wlm-basic-plugins munge")
		}
	}
	dir, err := os.MkdirTemp("/tmp", "slurm") // a socket's path must be short
	require.NoError(t, err)
	up := "../../cmd/shadowtime/testdata/slurm.sh"
	t.Cleanup(func() {
		_ = exec.Command(up, "down", dir).Run()
		_ = os.RemoveAll(dir)
	})
	if out, err := exec.Command(up, "up", dir).CombinedOutput(); err != nil {
		leave(string(out))
	}
	t.Setenv("SLURM_CONF", filepath.Join(dir, "slurm.conf"))
	b, err := os.ReadFile(filepath.Join(dir, "slurm.conf"))
	require.NoError(t, err)
	return &machine{t: t, dir: dir, conf: strings.Split(strings.TrimSpace(string(b)), "\n"), written: time.Now()}
}

// set writes a setting's lines in place of those of the same name, and its files.
func (m *machine) set(s Setup) {
	m.t.Helper()
	key := func(line string) string { return line[:strings.Index(line+"=", "=")] }
	list := slices.DeleteFunc(slices.Clone(m.conf), func(line string) bool {
		return slices.ContainsFunc(s.Lines, func(x string) bool { return key(x) == key(line) })
	})
	text := strings.Join(append(list, s.Lines...), "\n") + "\n"
	text = strings.Replace(text, "\nSchedulerParameters=", "\nSchedulerParameters=bf_interval=1,", 1) // what the site has already
	require.NoError(m.t, os.WriteFile(filepath.Join(m.dir, "slurm.conf"), []byte(text), 0o644))
	m.written = m.written.Add(time.Second) // Slurm reads its script anew where its date, in whole seconds, is another
	for _, f := range s.Files {
		path := filepath.Join(m.dir, filepath.Base(f.Name))
		require.NoError(m.t, os.WriteFile(path, []byte(strings.Join(f.Lines, "\n")+"\n"), 0o644))
		require.NoError(m.t, os.Chtimes(path, m.written, m.written))
	}
}

// restart ends Slurm's controller and starts it again.
func (m *machine) restart() {
	m.t.Helper()
	m.run(`pid=$(cat "$DIR/pid/slurmctld"); kill "$pid"; while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
setsid slurmctld -D >>"$DIR/log/slurmctld.out" 2>&1 </dev/null & echo $! >"$DIR/pid/slurmctld"`)
	m.eventually(func() bool { return strings.Contains(m.run("scontrol ping || true"), "is UP") }, "the controller is back")
	m.eventually(func() bool { return m.run("sinfo -h -o %t") == "idle" }, "the node is back")
}

// submit submits a job that would run for ten minutes.
func (m *machine) submit(processors, minutes int) string {
	m.t.Helper()
	return m.run("sbatch --parsable -o /dev/null -n" + strconv.Itoa(processors) + " -t" + strconv.Itoa(minutes) + " --wrap 'sleep 600'")
}

// queue is the order of the waiting jobs: where each that goes next was submitted.
func (m *machine) queue() []int {
	m.t.Helper()
	var list []int
	for _, id := range strings.Fields(m.run("squeue -h -t PD --sort=-p,i -o %i")) {
		list = append(list, slices.Index(m.ids, id))
	}
	return list
}

func (m *machine) run(command string) string {
	m.t.Helper()
	cmd := exec.Command("bash", "-c", command)
	cmd.Env = append(os.Environ(), "DIR="+m.dir)
	out, err := cmd.CombinedOutput()
	require.NoError(m.t, err, "%s: %s", command, out)
	return strings.TrimSpace(regexp.MustCompile(`(?m)^(slurm_load|sinfo: error).*$`).ReplaceAllString(string(out), ""))
}

func (m *machine) eventually(holds func() bool, what string) {
	m.t.Helper()
	require.Eventually(m.t, holds, 5*time.Minute, 200*time.Millisecond, what)
}
