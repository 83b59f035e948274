package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// program is a command: verbs, in the groups in which help lists them.
type program struct {
	name   string
	groups []string
	verbs  []verb // by group and place
}

// verb is one of the things the command does.
type verb struct {
	group       string // one of the program's
	place       int    // in its group, from 1
	name, args  string // how it is called: shadowtime NAME ARGS
	brief       string // what it does, in a line of help
	short       string // the same, in a sentence, as -h begins
	examples    []string
	run         runner
	completions []string // of its arguments that are no files; nil: they are
}

// runner is what does what a verb is for: it declares the flags of the call, parses
// it and prints the answer.
type runner interface {
	run(c *call) error
}

// plainly is a verb that needs nothing but its call.
type plainly func(c *call) error

func (f plainly) run(c *call) error { return f(c) }

// add adds a verb; one that help could not list, or not by itself, is a panic.
func (p *program) add(v verb) {
	at, found := slices.BinarySearchFunc(p.verbs, v, func(a, b verb) int {
		return cmp.Or(cmp.Compare(slices.Index(p.groups, a.group), slices.Index(p.groups, b.group)), cmp.Compare(a.place, b.place))
	})
	if found || !slices.Contains(p.groups, v.group) || p.find(v.name) != nil {
		panic(fmt.Sprintf("verb %s: its group, its place in it and its name are to be its own: %q, %d", v.name, v.group, v.place))
	}
	p.verbs = slices.Insert(p.verbs, at, v)
}

// find is the verb of that name, nil: there is none.
func (p *program) find(name string) *verb {
	for i := range p.verbs {
		if p.verbs[i].name == name {
			return &p.verbs[i]
		}
	}
	return nil
}

// run does what a command line asks, and is its exit status.
func (p *program) run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &watched{Writer: stdout}
	code := p.do(args, stdin, out, stderr)
	if out.err != nil && code == 0 {
		fmt.Fprintf(stderr, "%s: the answer could not be written: %v\n", p.name, out.err)
		return 1
	}
	return code
}

func (p *program) do(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		p.help(stderr)
		return 2
	}
	if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		p.help(stdout)
		return 0
	}
	v := p.find(args[0])
	if v == nil {
		var names []string
		for _, v := range p.verbs {
			names = append(names, v.name)
		}
		fmt.Fprintf(stderr, "%s: verb %q is not known: use %s\n", p.name, args[0], strings.Join(names, ", "))
		return 2
	}
	c := newCall(p, v, args[1:], stdin, stdout, stderr)
	return c.status(v.run.run(c))
}

// help lists the verbs by group.
func (p *program) help(out io.Writer) {
	fmt.Fprintf(out, "usage: %s VERB ...   (%s VERB -h explains one)\n", p.name, p.name)
	group := ""
	for _, v := range p.verbs {
		if v.group != group {
			group = v.group
			fmt.Fprintf(out, "\n%s\n", group)
		}
		fmt.Fprintf(out, "  %-12s%s\n", v.name, v.brief)
	}
}

// status is the exit status of a call that ended with an error, nil or not, and says
// it. An error may have a status of its own, by a method ExitStatus.
func (c *call) status(err error) int {
	var use badUse
	var own interface{ ExitStatus() int }
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &use):
		fmt.Fprintf(c.stderr, "shadowtime %s: %v\n(shadowtime %s -h explains it)\n", c.verb.name, err, c.verb.name)
		return 2
	}
	fmt.Fprintf(c.stderr, "shadowtime %s: %v\n", c.verb.name, err)
	if errors.As(err, &own) {
		return own.ExitStatus()
	}
	return 1
}

// badUse is a wrong call of the command: exit status 2.
type badUse struct{ error }

// misused says that an error is of how the command was called.
func misused(err error) error { return badUse{err} }

func usef(format string, a ...any) error { return badUse{fmt.Errorf(format, a...)} }
