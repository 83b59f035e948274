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
	} {
		status, _, said := run(c.args...)
		require.Equal(t, c.status, status, "%v", c.args)
		require.Equal(t, c.said, said, "%v", c.args)
	}
	status, _, said := run()
	require.Equal(t, 2, status)
	require.Contains(t, said, "usage: wait VERB")
}
