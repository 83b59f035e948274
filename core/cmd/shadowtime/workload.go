package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/batsim"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/study"
)

// onCluster is a heterogeneous machine and its workload, as flags say: verbs that
// simulate one share them.
type onCluster struct {
	platform, types, path string // of files
	options               cluster.Options

	spec    *platform.Spec
	machine *platform.Machine
	log     *job.Log // nil: text is a workload of Batsim's, or
	text    string
	own     *cluster.Load // these are the platform's own jobs
	digest  string
}

// flags declares the flags of machine and workload.
func (x *onCluster) flags(c *cli.Call) {
	c.Flags.StringVar(&x.platform, "platform", "", "the machine: a built-in one ("+numeral.Either(platform.BuiltinNames())+
		"), a `file`, or a folder")
	c.Flags.StringVar(&x.types, "types", "", "`file` of the platform's types, or a folder of HDeepRM's")
	c.ReadsFile("platform", &x.platform)
	c.ReadsFile("types", &x.types)
	c.Declare(study.Settings{
		study.One("work", &x.options.Work, study.Option{Value: "run", Words: "run times at the mean speed"},
			study.Option{Value: "accuracy", Words: "requests times a drawn accuracy"}).
			With("Work", "what jobs of a log have to do: their run time at the machine's mean speed, or their requested time at it times "+
				"an accuracy drawn as HDeepRM does"),
		study.Whole("jobs-first", &x.options.First, 0, 1<<31-1).With("First jobs", "only so many jobs of a log (0: all)"),
		study.Whole("jobs-skip", &x.options.Skip, 0, 1<<31-1).With("Skipped jobs", "passes over so many jobs of a log first"),
		study.One("overrun", &x.options.Overrun, study.Option{Value: "extend", Words: "gets a longer request"},
			study.Option{Value: "drop", Words: "is left out"}, study.Option{Value: "kill", Words: "is cut to its request"}).
			With("Overrun", "what becomes of a job of a log that runs longer than it asked for"),
	})
}

// open reads the machine, unless there is one, and the workload.
func (x *onCluster) open(c *cli.Call) (err error) {
	if x.machine == nil {
		if err := x.openMachine(c); err != nil {
			return err
		}
	}
	if x.path == "" {
		return x.takeOwn()
	}
	if x.text, err = c.ReadText(x.path); err != nil {
		return err
	}
	if jsontext.Sniff(x.text) {
		x.digest = hexed(x.text)
		return nil
	}
	path := x.path
	if path == tracefile.Stdin {
		c.Stdin = strings.NewReader(x.text) // read once, taken twice
	}
	x.text = ""
	if x.log, err = c.Open(path); err == nil {
		x.digest = x.log.Digest.Hex()
	}
	return err
}

func (x *onCluster) openMachine(c *cli.Call) (err error) {
	if x.platform == "" {
		return cli.Usef("no machine: give --platform, %s or a file", strings.Join(platform.BuiltinNames(), ", "))
	}
	if x.spec, err = cli.PlatformOf(x.platform, x.types, c.Stdin); err != nil {
		return err
	}
	x.machine, err = x.spec.Lay()
	return err
}

// takeOwn takes the jobs that a built-in platform comes with.
func (x *onCluster) takeOwn() error {
	own, ok := cluster.Own(x.platform, x.machine)
	if !ok {
		return cli.Usef("no workload: name a log, or a workload of Batsim's")
	}
	x.own, x.path = own, x.platform+"'s own jobs"
	x.digest = hexed(fmt.Sprint(own.Submit, own.Request, own.Size, own.Memory, own.Bandwidth, own.Work, own.Requested))
	return nil
}

func hexed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// load makes the jobs that a seed draws.
func (x *onCluster) load(seed uint64) (l *cluster.Load, err error) {
	if x.own != nil {
		return x.own, nil
	}
	if x.log == nil {
		l, err = batsim.Read(x.text, x.machine)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.path, err)
		}
	} else {
		o := x.options
		o.Seed = seed
		l = cluster.FromLog(x.log, x.machine, o)
	}
	if l.Len() == 0 {
		return nil, errors.New(x.path + ": no job is left to simulate" + leftOut(l))
	}
	return l, nil
}

// leftOut says how many jobs were left out, and why.
func leftOut(l *cluster.Load) string {
	s := ""
	for _, d := range l.Dropped {
		s += fmt.Sprintf("; %s left out: %s", numeral.Count(d.N), d.Reason.Words())
	}
	return s
}

// unreadable is how many lines of a log could not be read.
func (x *onCluster) unreadable() int {
	if x.log == nil {
		return 0
	}
	return x.log.Bad
}

// droppedBy counts the jobs left out by reason.
func (x *onCluster) droppedBy(l *cluster.Load) map[string]int {
	by := map[string]int{}
	if n := x.unreadable(); n > 0 {
		by["unreadable"] = n
	}
	for _, d := range l.Dropped {
		by[d.Reason.Key()] = d.N
	}
	return by
}

// printDropped tells people of them.
func (x *onCluster) printDropped(c *cli.Call, l *cluster.Load) {
	for _, d := range l.Dropped {
		fmt.Fprintf(c.Stdout, "  left out %s: %s\n", numeral.Count(d.N), d.Reason.Words())
	}
}
