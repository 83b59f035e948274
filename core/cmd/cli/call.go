package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"shadowtime/core/job/account"
	"shadowtime/core/study"
)

// Call is one run of a verb, from the words of its command line to what it prints.
type Call struct {
	Program        *Program
	Verb           *Verb
	Flags          *flag.FlagSet
	Args           []string // as they were given
	Rest           []string // those that are no flags, when all is read
	Workers        int      // how many tasks are computed at a time
	Stdin          io.Reader
	Stdout, Stderr io.Writer // for text: control characters don't pass

	// First reads what is asked before the call's own words, and gives what of it are
	// no flags; nil: nothing.
	First func() (rest []string, err error)

	given           []*given // the flags that are settings, in their order
	outputs, inputs []fileFlag
	files, bars     io.Writer // standard output and error as they are
	checks          []func() error
}

// NewCall is a call of one of a program's verbs, with the words that follow its name.
func NewCall(p *Program, v *Verb, args []string, stdin io.Reader, stdout, stderr io.Writer) *Call {
	stdout, stderr = bare(stdout), bare(stderr)
	c := &Call{Program: p, Verb: v, Stdin: stdin, Stdout: plain{stdout}, Stderr: plain{stderr}, files: stdout, bars: stderr,
		Args: args, Workers: runtime.NumCPU()}
	c.Flags = flag.NewFlagSet(v.Name, flag.ContinueOnError)
	c.Flags.SetOutput(io.Discard)
	return c
}

// Check adds what is looked at when all words are read, before the settings are set.
func (c *Call) Check(f func() error) { c.checks = append(c.checks, f) }

// Parse reads flags and the verb's arguments, in any order, checks that there
// are n arguments (with n < 0 there may be any number) and sets the settings. Of a call
// that asks for -h it prints the help, and errs with flag.ErrHelp.
func (c *Call) Parse(n int) ([]string, error) {
	var rest []string
	if c.First != nil {
		var err error
		if rest, err = c.First(); err != nil {
			return nil, err
		}
	}
	own, err := c.ReadWords(c.Args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		c.help()
		return nil, err
	case err != nil:
		return nil, badUse{c.withRemedy(err)}
	}
	rest = append(rest, own...)
	if n >= 0 && len(rest) != n {
		return nil, Usef("%d arguments instead of %d: write %s %s %s", len(rest), n, c.Program.Name, c.Verb.Name, c.Verb.Args)
	}
	c.Rest = rest
	if err := c.CheckFiles(rest); err != nil {
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
	for _, to := range c.outputs {
		if err := to.writable(); err != nil {
			return nil, err
		}
	}
	return rest, c.set()
}

// ReadWords takes the flags of words, and gives the words that are none. An error is that
// of package flag; nothing is set yet.
func (c *Call) ReadWords(words []string) (rest []string, err error) {
	for {
		if err := c.Flags.Parse(words); err != nil {
			return nil, err
		}
		words = c.Flags.Args()
		if len(words) == 0 {
			return rest, nil
		}
		rest, words = append(rest, words[0]), words[1:]
	}
}

// withRemedy says what package flag finds wrong in the words of settings: the flag as it is written, its value, and
// what to give.
func (c *Call) withRemedy(err error) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		if study.ImportSettings(new(account.Options)).Find(name) != nil {
			return fmt.Errorf("%s says how a file is read: %s", dashed(name), c.elsewhere(dashed(name)+" ..."))
		}
		return fmt.Errorf("%s is no flag of %s: leave it out, or look for what it is called here", dashed(name), c.Verb.Name)
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return fmt.Errorf("%s: nothing follows: write its value behind it", dashed(name))
	}
	var value, name string
	form := "invalid value %q for flag -%s"
	if strings.HasPrefix(text, "invalid boolean") {
		form = "invalid boolean value %q for -%s"
	}
	if _, no := fmt.Sscanf(text, form, &value, &name); no != nil {
		return err
	}
	name = strings.TrimSuffix(name, ":")
	_, why, _ := strings.Cut(text, "-"+name+": ")
	if getter, ok := c.Flags.Lookup(name).Value.(flag.Getter); ok {
		switch getter.Get().(type) {
		case int, int64:
			why = "give a whole number"
		case uint64:
			why = "give a whole number, 0 or more"
		case float64:
			why = "give a number"
		case bool:
			why = "it takes no value"
		}
	}
	return fmt.Errorf("%s %q: %s", dashed(name), value, why)
}

// GivenBeside are the flags on the command line that are none of these names, as they are written.
func (c *Call) GivenBeside(names ...string) (list []string) {
	c.Flags.Visit(func(f *flag.Flag) {
		if !slices.Contains(names, f.Name) {
			list = append(list, dashed(f.Name))
		}
	})
	return list
}

func (c *Call) help() {
	fmt.Fprintf(c.Stdout, "usage: %s %s %s [flags]\n\n%s\n\nflags:\n", c.Program.Name, c.Verb.Name, c.Verb.Args, c.Verb.Short)
	c.printFlags()
	fmt.Fprintln(c.Stdout, "\nexamples:")
	for _, e := range c.Verb.Examples {
		fmt.Fprintln(c.Stdout, "  "+e)
	}
}
