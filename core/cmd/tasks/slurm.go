package tasks

import (
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/study"
	"shadowtime/core/study/slurm"
)

// jobArray is how a call becomes a job array, whose merge depends on it.
type jobArray struct {
	asked, submit bool
	shares        int     // 0: proposed
	tasks         int     // that are missing
	largest       int     // of one part: more shares have nothing to do
	seconds       float64 // of all of them, by the sample
}

func (s *jobArray) flags(c *Call) {
	c.Flags.BoolVar(&s.asked, "slurm", s.asked, "print a script that computes the tasks in a Slurm job array and merges them, with time "+
		"and memory by a measured sample; edit it, then start it with bash")
	c.Flags.BoolVar(&s.submit, "submit", false, "with --slurm: start it at once")
	c.Flags.IntVar(&s.shares, "shares", 0, "with --slurm: `number` of shares (0: as many as last some minutes each)")
}

// Memory that is proposed: so many times the sample's peak, in whole steps.
const (
	memReserve = 1.5
	memStep    = 64 << 20
	leastMB    = 256
)

// sample computes one missing task of a batch, keeps it, and notes what all would
// take.
func sample[R any, RR study.RowOf[R]](c *Call, rows *study.Rows[R, RR], missing []int, b Batch[R]) error {
	x := &c.sharing
	if len(missing) == 0 {
		return ErrElsewhere
	}
	tasks, err := b.Start()
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
	k := &keeper{dir: x.dir, of: b.Part, create: createFile}
	if err := k.add(RR(&row)); err != nil {
		return err
	}
	if err := k.close(); err != nil {
		return err
	}
	s := &x.slurm
	s.tasks += len(missing) - 1
	s.largest = max(s.largest, len(missing)-1)
	s.seconds += spent * float64(len(missing)-1)
	fmt.Fprintf(c.Stderr, "%s: task %d took %.2f s, %s more are to be computed\n", b.What, at, spent, numeral.Count(len(missing)-1))
	return ErrElsewhere
}

// proposeSlurm prints the script, or submits it.
func (c *Call) proposeSlurm() error {
	x := &c.sharing
	dir, err := filepath.Abs(x.dir)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if strings.HasPrefix(program, os.TempDir()) {
		fmt.Fprintf(c.Stderr, "! %s is a program that may be gone when the jobs start: go build -o shadowtime ./core/cmd/shadowtime, "+
			"where all nodes see it, and start that\n", program)
	}
	s := &x.slurm
	flags, args := c.recorded()
	array := slurm.Array{Program: study.Shell(program), Dir: study.Shell(dir),
		Words: slices.Concat([]string{c.Verb.Name}, args, flags),
		Merge: slices.Concat(c.read(), c.written()),
		Tasks: s.tasks, Largest: s.largest, Seconds: s.seconds, Shares: s.shares, MB: memoryMB()}
	script := array.Text()
	if !s.submit {
		_, err := io.WriteString(c.Stdout, script)
		return err
	}
	run := exec.Command("bash", "-s")
	run.Stdin, run.Stdout, run.Stderr = strings.NewReader(script), c.Stdout, c.Stderr
	if err := run.Run(); err != nil {
		return fmt.Errorf("--submit: the script could not be started (%w): print it without --submit and see what is to be changed", err)
	}
	return nil
}

// read names the files that the merge reads.
func (c *Call) read() (flags []string) {
	add := func(path string) {
		if at := absolute(path); filepath.IsAbs(at) {
			flags = append(flags, "--input="+at)
		}
	}
	for _, path := range c.Rest {
		add(path)
	}
	for _, path := range c.Inputs() {
		add(path)
	}
	return flags
}

// written are the flags that name files to write, for the merge that writes them.
func (c *Call) written() (flags []string) {
	c.EachFlag(func(name, text string) {
		if at, err := filepath.Abs(text); err == nil && text != "" && text != cli.Standard && slices.Contains(c.WrittenFlags(), name) &&
			!aside[name] {
			flags = append(flags, "--"+name+"="+at)
		}
	})
	return flags
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
