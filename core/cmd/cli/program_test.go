package cli

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ended is an error with an exit status of its own.
type ended struct{ error }

func (ended) ExitStatus() int { return 77 }

func program() *Program {
	p := &Program{Name: "wait", Groups: []string{"Ask", "Keep"}}
	says := func(group string, place int, name string, err error) {
		p.Add(Verb{Group: group, Place: place, Name: name, Args: "FILE", Brief: "do " + name, Short: "do it",
			Run: Plainly(func(c *Call) error {
				c.Output("o", "", "`file` to write")
				if _, err := c.Parse(1); err != nil {
					return err
				}
				return err
			})})
	}
	says("Keep", 1, "store", nil)
	says("Ask", 2, "where", ended{errors.New("gone")})
	says("Ask", 1, "when", errors.New("never"))
	return p
}

func run(args ...string) (status int, out, said string) {
	var to, errs strings.Builder
	status = program().Run(args, strings.NewReader(""), &to, &errs)
	return status, to.String(), errs.String()
}

func TestVerbsStandInTheirGroupAtTheirPlace(t *testing.T) {
	status, out, _ := run("help")
	require.Equal(t, 0, status)
	require.Equal(t, "usage: wait VERB ...   (wait VERB -h explains one)\n\nAsk\n  when        do when\n  where       do where\n\nKeep\n "+
		" store       do store\n", out)
	p := program()
	for _, v := range []Verb{{Group: "Ask", Place: 1, Name: "new"}, {Group: "Keep", Place: 2, Name: "store"},
		{Group: "Else", Place: 1, Name: "new"}} {
		require.Panics(t, func() { p.Add(v) }, "%v", v)
	}
	require.Len(t, p.Verbs(), 3)
}

// What package flag finds is said as the settings say it: flag, value, what to give.
func TestAFlagThatCannotBeReadSaysWhatToGive(t *testing.T) {
	p := &Program{Name: "wait", Groups: []string{"Ask"}}
	p.Add(Verb{Group: "Ask", Place: 1, Name: "long", Run: Plainly(func(c *Call) error {
		c.Flags.Int("n", 1, "")
		c.Flags.Uint64("seed", 1, "")
		c.Flags.Float64("load", 1, "")
		c.Flags.Bool("json", false, "")
		c.Flags.Func("share", "", func(string) error { return errors.New("write i/n") })
		_, err := c.Parse(-1)
		return err
	})})
	for words, want := range map[string]string{
		"--load=a:b":   `--load "a:b": give a number`,
		"-n NaN":       `-n "NaN": give a whole number`,
		"--n 1e3":      `-n "1e3": give a whole number`,
		"--seed=-1":    `--seed "-1": give a whole number, 0 or more`,
		"--json=maybe": `--json "maybe": it takes no value`,
		"--share 3":    `--share "3": write i/n`,
		"--load":       "--load: nothing follows: write its value behind it",
		"--dance":      "--dance is no flag of long: leave it out, or look for what it is called here",
	} {
		var said strings.Builder
		require.Equal(t, 2, p.Run(append([]string{"long"}, strings.Fields(words)...), strings.NewReader(""), &said, &said), words)
		require.Equal(t, "wait long: "+want+"\n(wait long -h explains it)\n", said.String(), words)
	}
}

func TestTheExitStatusSaysWhoseFaultItIs(t *testing.T) {
	for _, c := range []struct {
		status int
		args   []string
		said   string
	}{
		{0, []string{"store", "x"}, ""},
		{1, []string{"when", "x"}, "wait when: never\n"},
		{77, []string{"where", "x"}, "wait where: gone\n"},
		{2, []string{"store"}, "wait store: 0 arguments instead of 1: write wait store FILE\n(wait store -h explains it)\n"},
		{2, []string{"dance"}, "wait: verb \"dance\" is not known: use when, where, store\n"},
		{0, []string{"store", "-h"}, ""},
		{0, []string{"help", "store"}, ""},
		{2, []string{"help", "dance"}, "wait: verb \"dance\" is not known: use when, where, store\n"},
	} {
		status, _, said := run(c.args...)
		require.Equal(t, c.status, status, "%v", c.args)
		require.Equal(t, c.said, said, "%v", c.args)
	}
	_, explained, _ := run("store", "-h")
	_, helped, _ := run("help", "store")
	require.Equal(t, explained, helped)
	status, _, said := run()
	require.Equal(t, 2, status)
	require.Contains(t, said, "usage: wait VERB")
}
