package main

import (
	"flag"
	"fmt"
	"strings"

	"shadowtime/core/study"
)

// given is the flag of a setting. It only keeps what the command line says:
// one setting may change what another begins with, so all are set at the end,
// in their own order.
type given struct {
	setting study.Setting
	text    string
	is      bool // on the command line
	idle    bool // declared by accept
}

func (g *given) String() string {
	if g.is {
		return g.text
	}
	return g.setting.Get()
}

// Set keeps a text; see call.set.
func (g *given) Set(text string) error {
	g.text, g.is = text, true
	return nil
}

// IsBoolFlag lets a switch stand without a value.
func (g *given) IsBoolFlag() bool { return g.setting.Form == study.Switch }

// placeholder stands for the value in -h.
func (g *given) placeholder() string {
	switch g.setting.Form {
	case study.Switch:
		return ""
	case study.Integer, study.Decimal:
		return "number"
	case study.Choice:
		var values []string
		for _, o := range g.setting.Options {
			values = append(values, o.Value)
		}
		return strings.Join(values, "|")
	}
	return "value"
}

// declare makes a flag of every setting.
func (c *call) declare(list study.Settings) {
	for _, s := range list {
		c.flag(&given{setting: s}, s.Usage())
	}
}

// idle is said of flags that change nothing.
const idle = " (for scripts that give all verbs the same flags: it changes nothing here)"

// accept makes flags of settings that the verb has no use for. Scripts may give
// them, to every verb alike, so they are checked and that is all: --tau of
// online; --threshold, --backfilling and --tau of resample, which has --json in
// this way too; --backfilling of tune, which can only be easy, and --promises.
func (c *call) accept(list ...study.Setting) {
	for _, s := range list {
		c.flag(&given{setting: s, idle: true}, s.Usage()+idle)
	}
}

func (c *call) flag(g *given, usage string) {
	c.given = append(c.given, g)
	c.flags.Var(g, g.setting.Key, usage)
}

// gave says whether the command line has the flag of a setting.
func (c *call) gave(key string) bool {
	for _, g := range c.given {
		if g.setting.Key == key {
			return g.is
		}
	}
	return false
}

// set sets what the command line gave.
func (c *call) set() error {
	for _, g := range c.given {
		if !g.is {
			continue
		}
		if err := g.setting.Set(g.text); err != nil {
			return badUse{fmt.Errorf("--%w", err)}
		}
	}
	return nil
}

// eachFlag calls f for each flag on the command line, by name, with its text.
func (c *call) eachFlag(f func(name, text string)) {
	c.flags.Visit(func(at *flag.Flag) {
		if g, ok := at.Value.(*given); ok {
			f(at.Name, g.text)
			return
		}
		f(at.Name, at.Value.String())
	})
}

// printFlags lists all flags by name.
func (c *call) printFlags() {
	c.flags.VisitAll(func(f *flag.Flag) {
		what, usage := flag.UnquoteUsage(f)
		if g, ok := f.Value.(*given); ok {
			what = g.placeholder()
		}
		if what != "" {
			what = " " + what
		}
		if f.DefValue != "" && f.DefValue != "false" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(c.stdout, "  --%s%s\n    \t%s\n", f.Name, what, usage)
	})
}
