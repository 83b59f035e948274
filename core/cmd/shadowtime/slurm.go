package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"text/template"
	"time"

	"shadowtime/core/figure"
	"shadowtime/core/study"
)

// slurm is how a call becomes a job array, whose merge depends on it.
type slurm struct {
	asked, submit bool
	shares        int     // 0: proposed
	tasks         int     // that are missing
	largest       int     // of one part: more shares have nothing to do
	seconds       float64 // of all of them, by the sample
}

func (s *slurm) flags(c *call) {
	c.flags.BoolVar(&s.asked, "slurm", s.asked, "print a script that computes the tasks in a Slurm job array and merges them, with time and memory by a measured sample; edit it, then start it with bash")
	c.flags.BoolVar(&s.submit, "submit", false, "with --slurm: start it at once")
	c.flags.IntVar(&s.shares, "shares", 0, "with --slurm: `number` of shares (0: as many as last some minutes each)")
}

// Bounds of a job array.
const (
	arrayLargest = 1000     // index: one less than Slurm's MaxArraySize, unless it was raised
	shareSeconds = 5 * 60   // a share lasts at least, where there is enough to do: starting costs seconds
	timeReserve  = 2        // limits are so many times what the sample says,
	timeStart    = 60       // and these seconds for reading the log
	memReserve   = 1.5      // and memory so many times the sample's peak
	memStep      = 64 << 20 // in whole such steps
	leastMB      = 256
	mergeMinutes = 30
)

// sample computes one missing task of a batch, keeps it, and notes what all would
// take.
func sample[R any, RR study.RowOf[R]](c *call, rows *study.Rows[R, RR], missing []int, b batch[R]) error {
	x := &c.campaign
	if len(missing) == 0 {
		return errElsewhere
	}
	tasks, err := b.start()
	if err != nil {
		return err
	}
	at := missing[len(missing)-1] // the log itself, first, is like no other
	var row R
	spent, err := onCore(func() (err error) {
		row, err = tasks.Task(at, nil)
		return err
	})
	if err != nil {
		return err
	}
	k := &keeper{dir: x.dir, of: b.part, create: createFile}
	if err := k.add(RR(&row).Encode); err != nil {
		return err
	}
	if err := k.close(); err != nil {
		return err
	}
	s := &x.slurm
	s.tasks += len(missing) - 1
	s.largest = max(s.largest, len(missing)-1)
	s.seconds += spent * float64(len(missing)-1)
	fmt.Fprintf(c.stderr, "%s: task %d took %.2f s, %s more are to be computed\n", b.what, at, spent, figure.Count(len(missing)-1))
	return errElsewhere
}

// proposed is how many shares the tasks are computed in.
func (s *slurm) proposed() int {
	if s.shares > 0 {
		return s.shares
	}
	return max(1, min(int(math.Ceil(s.seconds/shareSeconds)), s.largest, arrayLargest))
}

// minutes is the time limit of a share: Slurm's are whole minutes.
func (s *slurm) minutes(shares int) int {
	return int(math.Ceil((timeStart + timeReserve*s.seconds/float64(shares)) / 60))
}

// script are the words of the script that starts the campaign.
type script struct {
	Title, Program, Dir, Manifest, Command, Log string
	Shares, Largest, Minutes, Memory, Tasks     int
	Seconds                                     string
	MergeMinutes                                int
}

// proposeSlurm prints the script, or submits it.
func (c *call) proposeSlurm() error {
	x := &c.campaign
	dir, err := filepath.Abs(x.dir)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if strings.HasPrefix(program, os.TempDir()) {
		fmt.Fprintf(c.stderr, "! %s is a program that may be gone when the jobs start: go build -o shadowtime ./core/cmd/shadowtime, where all nodes see it, and start that\n", program)
	}
	if x.slurm.shares < 0 || x.slurm.shares > maxShares {
		return usef("--shares %d: give 1 to %d, or 0 for as many as last some minutes", x.slurm.shares, maxShares)
	}
	s := &x.slurm
	n := s.proposed()
	flags, args := c.recorded()
	words := append(append([]string{c.verb.name}, args...), flags...)
	d := script{
		Title: "shadowtime " + c.verb.name, Program: study.Shell(program), Dir: study.Shell(dir), Command: study.Shell(words...), Log: study.Shell(filepath.Join(dir, "log")),
		Shares: n, Largest: arrayLargest, Minutes: s.minutes(n), Memory: memoryMB(), Tasks: s.tasks, Seconds: fmt.Sprintf("%.2f", s.seconds/max(1, float64(s.tasks))),
		MergeMinutes: mergeMinutes,
	}
	var b bytes.Buffer
	if err := slurmScript.Execute(&b, d); err != nil {
		return err
	}
	if !s.submit {
		_, err := c.stdout.Write(b.Bytes())
		return err
	}
	run := exec.Command("bash", "-s")
	run.Stdin, run.Stdout, run.Stderr = &b, c.stdout, c.stderr
	if err := run.Run(); err != nil {
		return fmt.Errorf("--submit: the script could not be started (%w): print it without --submit and see what is to be changed", err)
	}
	return nil
}

// memoryMB is what a share is proposed to have, by the peak of this process.
func memoryMB() int {
	peak := peakMemory()
	return max(leastMB, int(math.Ceil(memReserve*float64(peak)/memStep))*(memStep>>20))
}

// onCore is how long something takes on a core of its own: where samples are taken,
// as on a login node, others work too. Where the system does not say it is by the
// clock.
func onCore(do func() error) (seconds float64, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, began := threadSeconds(), time.Now()
	err = do()
	if spent := threadSeconds() - before; before > 0 && spent > 0 {
		return spent, err
	}
	return time.Since(began).Seconds(), err
}

// threadSeconds is how long this thread has been on a core, 0 where that is not known.
func threadSeconds() float64 {
	b, _ := os.ReadFile("/proc/thread-self/schedstat")
	f := strings.Fields(string(b))
	if len(f) == 0 {
		return 0
	}
	ns, _ := strconv.ParseFloat(f[0], 64)
	return ns / 1e9
}

// peakMemory is the most that this process had, as far as the system says.
func peakMemory() int64 {
	b, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "VmHWM:" {
			if kb, err := strconv.ParseInt(f[1], 10, 64); err == nil {
				return kb << 10
			}
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

var slurmScript = template.Must(template.New("slurm").Parse(`#!/bin/bash
# {{.Title}}: {{.Tasks}} tasks of about {{.Seconds}} s each, as a job array and a merge that waits for it.
# Start it with bash, not with sbatch: it submits both. Every node must see the folder, the program and the
# logs under these names. What is edited here stands; tasks that are kept are not computed again.
set -euo pipefail

dir={{.Dir}}
program={{.Program}}
shares={{.Shares}}      # each computes every {{.Shares}}th task
minutes={{.Minutes}}     # of a share, twice what a sample took; Slurm's limits are whole minutes
memory={{.Memory}}M  # of a share, half as much again as the sample
cpus=1
largest={{.Largest}}  # index of an array (MaxArraySize - 1): more shares are submitted as several arrays
options=()     # of your site, as in (--partition=long --account=me)

mkdir -p "$dir/log"   # output of a job whose folder is not there is lost
[ -x "$program" ] || { echo "$program is not there" >&2; exit 1; }

arrays=
for ((first = 1; first <= shares; first += largest)); do
  last=$((first + largest - 1 < shares ? largest : shares - first + 1))
  id=$(SHADOWTIME_DIR=$dir SHADOWTIME_PROGRAM=$program SHADOWTIME_SHARES=$shares SHADOWTIME_BEFORE=$((first - 1)) \
    sbatch --parsable --export=ALL --job-name=shadowtime --array="1-$last" --time="$minutes" --mem="$memory" --cpus-per-task="$cpus" \
      --requeue --open-mode=append --output="$dir/log/%A_%a.txt" "${options[@]}" <<'SHARE'
#!/bin/bash
exec "$SHADOWTIME_PROGRAM" {{.Command}} \
  --keep "$SHADOWTIME_DIR" --share "$((SHADOWTIME_BEFORE + SLURM_ARRAY_TASK_ID))/$SHADOWTIME_SHARES" --workers "${SLURM_CPUS_PER_TASK:-1}"
SHARE
)
  arrays+=:${id%%;*}
done

# The merge looks itself whether all tasks are there: afterok has been seen to hold though a share had failed.
merge=$(SHADOWTIME_DIR=$dir SHADOWTIME_PROGRAM=$program \
  sbatch --parsable --export=ALL --job-name=shadowtime-merge --dependency="afterok$arrays" --kill-on-invalid-dep=yes --time={{.MergeMinutes}} --mem="$memory" --cpus-per-task=1 \
    --open-mode=append --output="$dir/log/merge-%j.txt" "${options[@]}" <<'MERGE'
#!/bin/bash
set -e
"$SHADOWTIME_PROGRAM" merge "$SHADOWTIME_DIR" --wait 2m --json >"$SHADOWTIME_DIR/report.json.part"
mv "$SHADOWTIME_DIR/report.json.part" "$SHADOWTIME_DIR/report.json"
MERGE
)
echo "arrays ${arrays#:}, then merge ${merge%%;*}: $dir/report.json"
echo "should a share fail, see $dir/log; starting this again computes what is missing, and $program merge $dir says what that is"
`))
