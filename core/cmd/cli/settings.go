package cli

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"shadowtime/core/study"
)

// given is the flag of a setting. It only keeps what the command line says:
// one setting may change what another begins with, so all are set at the end,
// in their own order.
type given struct {
	setting study.Setting
	text    string
	path    string // of the file that has the text
	is      bool   // on the command line
	idle    bool   // declared by accept
}

func (g *given) String() string {
	if g.is {
		return g.text
	}
	return g.setting.Get()
}

// Set keeps a text; see call.set.
func (g *given) Set(text string) error {
	g.text, g.is, g.path = text, true, ""
	if info, err := os.Stat(text); g.setting.Filed && (text == Standard || err == nil && !info.IsDir()) {
		g.path = text
	}
	return nil
}

// IsBoolFlag lets a switch stand without a value.
func (g *given) IsBoolFlag() bool { return g.setting.Form == study.Switch }

// placeholder stands for the value in -h.
func (g *given) placeholder() string {
	switch g.setting.Form {
	case study.Switch:
		return ""
	case study.Text:
		if g.setting.Filed {
			return "text|file"
		}
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

// Declare makes a flag of every setting, and of each of its other names.
func (c *Call) Declare(list study.Settings) {
	for _, s := range list {
		g := &given{setting: s}
		c.flag(g, s.Usage())
		for _, old := range s.Old {
			c.Flags.Var(g, old, "the same as --"+s.Key)
		}
	}
}

// Idle is said of flags that change nothing.
const Idle = " (for scripts that give all verbs the same flags: it changes nothing here)"

// Accept makes flags of settings that the verb has no use for. Scripts may give
// them, to every verb alike, so they are checked and that is all.
func (c *Call) Accept(list ...study.Setting) {
	for _, s := range list {
		c.flag(&given{setting: s, idle: true}, s.Usage()+Idle)
	}
}

func (c *Call) flag(g *given, usage string) {
	c.given = append(c.given, g)
	if g.setting.Filed {
		c.ReadsFile(g.setting.Key, &g.path)
	}
	c.Flags.Var(g, g.setting.Key, usage)
}

// Gave says whether the command line has the flag of a setting.
func (c *Call) Gave(key string) bool {
	for _, g := range c.given {
		if g.setting.Key == key {
			return g.is
		}
	}
	return false
}

// Settings are those that the call has flags of, in their order: those that were
// declared, or with idle those that were accepted.
func (c *Call) Settings(idle bool) (list study.Settings) {
	for _, g := range c.given {
		if g.idle == idle {
			list = append(list, g.setting)
		}
	}
	return list
}

// set sets what the command line gave.
func (c *Call) set() error {
	for _, g := range c.given {
		if !g.is {
			continue
		}
		if g.path != "" {
			if err := c.read(g); err != nil {
				return err
			}
			continue
		}
		err := g.setting.Set(g.text)
		if err != nil && g.setting.Filed && !strings.Contains(g.text, " ") {
			err = fmt.Errorf("%w; and there is no file of that name", err)
		}
		if err != nil {
			return badUse{fmt.Errorf("--%w", err)}
		}
	}
	return nil
}

// read sets what stands in a file: what is kept and asked again needs the file no more.
func (c *Call) read(g *given) error {
	text, err := c.ReadText(g.path)
	if err != nil {
		return err
	}
	if err := g.setting.Set(text); err != nil {
		return fmt.Errorf("%s: %w", g.path, err)
	}
	g.text, g.path = g.setting.Get(), ""
	return nil
}

// EachFlag calls f for each flag on the command line, by name, with its text.
func (c *Call) EachFlag(f func(name, text string)) {
	c.Flags.Visit(func(at *flag.Flag) {
		if g, ok := at.Value.(*given); ok {
			f(at.Name, g.text)
			return
		}
		f(at.Name, at.Value.String())
	})
}

// printFlags lists all flags by name.
func (c *Call) printFlags() {
	c.Flags.VisitAll(func(f *flag.Flag) {
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
		fmt.Fprintf(c.Stdout, "  --%s%s\n    \t%s\n", f.Name, what, usage)
	})
}
