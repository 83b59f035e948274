// Package cli is what the verbs of a command share: how they are declared and found,
// flags made of settings, files read and written whole, progress, tables, exit status.
// It knows no verb, ends no program and keeps no tasks.
package cli

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Program is a command: its verbs, added one by one, and the groups in which help lists
// them.
type Program struct {
	Name   string   // by which it is called
	Groups []string // what people come for, in the order of help
	verbs  []Verb   // by group and place
}

// Verb is one of the things the command does.
type Verb struct {
	Group      string // one of the program's
	Place      int    // in its group, from 1
	Name, Args string // how it is called: shadowtime NAME ARGS
	Brief      string // what it does, in a line of help
	Short      string // the same, in a sentence, as -h begins
	Examples   []string
	Run        Runner
}

// Runner is what does what a verb is for: it declares the flags of the call, parses
// it and prints the answer.
type Runner interface {
	Run(c *Call) error
}

// Plainly is a verb that needs nothing but its call.
type Plainly func(c *Call) error

// Run calls the function.
func (f Plainly) Run(c *Call) error { return f(c) }

// Add adds a verb; one that help could not list, or not by itself, is a panic.
func (p *Program) Add(v Verb) {
	at, found := slices.BinarySearchFunc(p.verbs, v, func(a, b Verb) int {
		return cmp.Or(cmp.Compare(slices.Index(p.Groups, a.Group), slices.Index(p.Groups, b.Group)), cmp.Compare(a.Place, b.Place))
	})
	if found || !slices.Contains(p.Groups, v.Group) || p.Find(v.Name) != nil {
		panic(fmt.Sprintf("verb %s: its group, its place in it and its name are to be its own: %q, %d", v.Name, v.Group, v.Place))
	}
	p.verbs = slices.Insert(p.verbs, at, v)
}

// Verbs are all verbs, as help lists them.
func (p *Program) Verbs() []Verb { return p.verbs }

// Find is the verb of that name, nil: there is none.
func (p *Program) Find(name string) *Verb {
	for i := range p.verbs {
		if p.verbs[i].Name == name {
			return &p.verbs[i]
		}
	}
	return nil
}

// Run does what a command line asks, args being what follows the program's name, and
// gives its exit status: 0 done, 1 bad input or an answer that could not be written, 2 bad
// use, or that of an error that has a method ExitStatus. What went wrong is on stderr.
func (p *Program) Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &watched{Writer: stdout}
	code := p.do(args, stdin, out, stderr)
	if out.err != nil && code == 0 {
		fmt.Fprintf(stderr, "%s: the answer could not be written: %v\n", p.Name, out.err)
		return 1
	}
	return code
}

func (p *Program) do(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		p.help(stderr)
		return 2
	}
	if args[0] == "help" && len(args) > 1 {
		args = []string{args[1], "-h"}
	}
	if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		p.help(stdout)
		return 0
	}
	v := p.Find(args[0])
	if v == nil {
		var names []string
		for _, v := range p.verbs {
			names = append(names, v.Name)
		}
		fmt.Fprintf(stderr, "%s: verb %q is not known: use %s\n", p.Name, args[0], strings.Join(names, ", "))
		return 2
	}
	c := NewCall(p, v, args[1:], stdin, stdout, stderr)
	return c.status(v.Run.Run(c))
}

// help lists the verbs by group.
func (p *Program) help(out io.Writer) {
	fmt.Fprintf(out, "usage: %s VERB ...   (%s VERB -h explains one)\n", p.Name, p.Name)
	group := ""
	for _, v := range p.verbs {
		if v.Group != group {
			group = v.Group
			fmt.Fprintf(out, "\n%s\n", group)
		}
		fmt.Fprintf(out, "  %-12s%s\n", v.Name, v.Brief)
	}
}

// status is the exit status of a call that ended with an error, nil or not, and says
// it. An error may have a status of its own, by a method ExitStatus.
func (c *Call) status(err error) int {
	var use badUse
	var own interface{ ExitStatus() int }
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &use):
		fmt.Fprintf(c.Stderr, "%[1]s %[2]s: %[3]v\n(%[1]s %[2]s -h explains it)\n", c.Program.Name, c.Verb.Name, err)
		return 2
	}
	fmt.Fprintf(c.Stderr, "%s %s: %v\n", c.Program.Name, c.Verb.Name, err)
	if errors.As(err, &own) {
		return own.ExitStatus()
	}
	return 1
}

// badUse is a wrong call of the command.
type badUse struct{ error }

// BadUse says that an error is of how the command was called: exit status 2.
func BadUse(err error) error { return badUse{err} }

// Usef makes such an error of words.
func Usef(format string, a ...any) error { return badUse{fmt.Errorf(format, a...)} }
