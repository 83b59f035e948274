package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
)

// call is one run of a verb.
type call struct {
	program        *program
	verb           *verb
	flags          *flag.FlagSet
	args           []string // as they were given
	rest           []string // those that are no flags, when all is read
	workers        int      // how many tasks are computed at a time
	stdin          io.Reader
	stdout, stderr io.Writer

	// first reads what is asked before the call's own words, and gives what of it are
	// no flags; nil: nothing.
	first func() (rest []string, err error)

	given           []*given // the flags that are settings, in their order
	outputs, inputs []fileFlag
	checks          []func() error
}

// newCall is a call of one of a program's verbs.
func newCall(p *program, v *verb, args []string, stdin io.Reader, stdout, stderr io.Writer) *call {
	c := &call{program: p, verb: v, stdin: stdin, stdout: stdout, stderr: stderr, args: args, workers: runtime.NumCPU()}
	c.flags = flag.NewFlagSet(v.name, flag.ContinueOnError)
	c.flags.SetOutput(io.Discard)
	return c
}

// check adds what is looked at when all words are read, before the settings are set.
func (c *call) check(f func() error) { c.checks = append(c.checks, f) }

// parse reads flags and the verb's arguments, in any order, checks that there
// are n arguments (with n < 0 there may be any number) and sets the settings. Of a call
// that asks for -h it prints the help, and errs with flag.ErrHelp.
func (c *call) parse(n int) ([]string, error) {
	var rest []string
	if c.first != nil {
		var err error
		if rest, err = c.first(); err != nil {
			return nil, err
		}
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
	if err := c.checkFiles(rest); err != nil {
		return nil, err
	}
	if err := c.checkWorkers(); err != nil {
		return nil, err
	}
	for _, check := range c.checks {
		if err := check(); err != nil {
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
