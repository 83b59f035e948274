// Command shadowtime is the laboratory without a browser: the same core, for
// scripts and big campaigns.
//
// Exit status: 0 done, 1 bad input (the message names file, line, field, what
// was found and what to do) or an answer that could not be written, 2 bad use,
// 128 and the signal's number when a signal ended what --keep keeps: 130 after
// Ctrl-C, 143 after a termination; the same command goes on.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// verb is one of the things the command does.
type verb struct {
	name, args, short string
	examples          []string
	run               func(c *call) error
}

// call is one run of a verb.
type call struct {
	verb           *verb
	flags          *flag.FlagSet
	given          []*given // the flags that are settings, in their order
	args           []string
	outputs        []fileFlag
	inputs         []fileFlag
	alsoRead       []string     // outputs that other uses of the verb read, which are none of a call that keeps tasks
	workers        int          // how many tasks are computed at a time
	before         func() error // runs when flags are read and not yet set
	campaign       campaign
	foreign        *foreign // what another recorded; nil: all is said here
	into           *page    // where a report is put instead of printing it; nil: nowhere
	rest           []string // the arguments that are no flags
	stdin          io.Reader
	stdout, stderr io.Writer
}

// badUse is a wrong call of the command: exit status 2.
type badUse struct{ error }

func usef(format string, a ...any) error { return badUse{fmt.Errorf(format, a...)} }

func verbs() []verb {
	return []verb{replayVerb(), explainVerb(), diffVerb(), believeVerb(), compareVerb(), onlineVerb(), tuneVerb(), predictVerb(), learnVerb(), chooseVerb(), windowsVerb(), clusterVerb(), placeVerb(), agentVerb(), trainVerb(), reproduceVerb(), mergeVerb(), campaignVerb(), showVerb(), describeVerb(), convertVerb(), resampleVerb(), synthVerb(), platformVerb(), jobstatVerb(), metricsVerb(), serveVerb(), benchVerb()}
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &watched{Writer: stdout}
	code := do(args, stdin, out, stderr)
	if out.err != nil && code == 0 {
		fmt.Fprintf(stderr, "shadowtime: the answer could not be written: %v\n", out.err)
		return 1
	}
	return code
}

func do(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	list := verbs()
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		out := stderr
		if len(args) > 0 {
			out = stdout
		}
		fmt.Fprintln(out, "usage: shadowtime VERB ...   (shadowtime VERB -h explains one)")
		for _, v := range list {
			fmt.Fprintf(out, "  %-10s%s\n", v.name, v.short)
		}
		if len(args) == 0 {
			return 2
		}
		return 0
	}
	for i := range list {
		if list[i].name == args[0] {
			c := newCall(&list[i], args[1:], stdin, stdout, stderr)
			return status(c.ended(list[i].run(c)), args[0], stderr)
		}
	}
	var names []string
	for _, v := range list {
		names = append(names, v.name)
	}
	fmt.Fprintf(stderr, "shadowtime: verb %q is not known: use %s\n", args[0], strings.Join(names, ", "))
	return 2
}

func newCall(v *verb, args []string, stdin io.Reader, stdout, stderr io.Writer) *call {
	c := &call{verb: v, stdin: stdin, stdout: stdout, stderr: stderr, args: args, workers: runtime.NumCPU()}
	c.flags = flag.NewFlagSet(v.name, flag.ContinueOnError)
	c.flags.SetOutput(io.Discard)
	return c
}

func status(err error, name string, stderr io.Writer) int {
	var use badUse
	var ended *interrupted
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &use):
		fmt.Fprintf(stderr, "shadowtime %s: %v\n(shadowtime %s -h explains it)\n", name, err, name)
		return 2
	}
	fmt.Fprintf(stderr, "shadowtime %s: %v\n", name, err)
	if errors.As(err, &ended) {
		return 128 + int(ended.signal)
	}
	return 1
}

// parse reads flags and the verb's arguments, in any order, checks that there
// are n arguments (with n < 0 there may be any number) and sets the settings.
func (c *call) parse(n int) ([]string, error) {
	rest, err := c.readForeign()
	if err != nil {
		return nil, err
	}
	own, err := c.read(c.args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		c.help()
		return nil, err
	case err != nil:
		return nil, badUse{err}
	}
	rest = append(rest, own...)
	if n >= 0 && len(rest) != n {
		return nil, usef("%d arguments instead of %d: write shadowtime %s %s", len(rest), n, c.verb.name, c.verb.args)
	}
	c.rest = rest
	for _, check := range []func() error{func() error { return c.checkFiles(rest) }, c.checkWorkers, c.checkCampaign, c.checkKept} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	if c.before != nil {
		if err := c.before(); err != nil {
			return nil, err
		}
	}
	return rest, c.set()
}

// read takes the flags of words, and gives those that are none.
func (c *call) read(words []string) (rest []string, err error) {
	for {
		if err := c.flags.Parse(words); err != nil {
			return nil, err
		}
		words = c.flags.Args()
		if len(words) == 0 {
			return rest, nil
		}
		rest, words = append(rest, words[0]), words[1:]
	}
}

func (c *call) help() {
	fmt.Fprintf(c.stdout, "usage: shadowtime %s %s [flags]\n\n%s\n\nflags:\n", c.verb.name, c.verb.args, c.verb.short)
	c.printFlags()
	fmt.Fprintln(c.stdout, "\nexamples:")
	for _, e := range c.verb.examples {
		fmt.Fprintln(c.stdout, "  "+e)
	}
}
