// Package tasks is what verbs share that compute the tasks of a plan: a study as the
// command does it, from its flags to what is printed; what is kept, by whom, and merged;
// shares and job arrays; whole campaigns; studies in files.
package tasks

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/study"
	"shadowtime/core/study/keep"
)

// Call is a call of a verb that computes tasks: a plain one that knows, too, what is kept
// and who else computes.
type Call struct {
	*cli.Call
	Into *cli.Page // where a report is put instead of printing it; nil: nowhere

	sharing sharing
	foreign *foreign // what another recorded; nil: all is said here
}

// NewCall has a call compute tasks. Its flags are declared by TaskFlags, before Parse.
func NewCall(c *cli.Call) *Call {
	x := &Call{Call: c}
	c.First = x.readForeign
	c.Check(x.checkSharing)
	c.Check(x.checkKept)
	return x
}

// sub is a call of another of the program's verbs, whose answer goes to stdout; ask does
// it, and errs where the report is made elsewhere. Nil: the verb computes no tasks.
func sub(c *cli.Call, v *cli.Verb, args []string, stdout io.Writer) (x *Call, ask Verb) {
	ask, _ = v.Run.(Verb)
	return NewCall(cli.NewCall(c.Program, v, args, c.Stdin, stdout, c.Stderr)), ask
}

// Verb is a verb that computes tasks. Where the report is made elsewhere it errs with
// ErrElsewhere, which is no failure.
type Verb func(c *Call) error

// Run calls the function, and says what came of a call that made no report.
func (f Verb) Run(c *cli.Call) error {
	x := NewCall(c)
	return x.ended(f(x))
}

// sharing is how a call shares its tasks with others, before and beside it: by
// a folder, in which every process keeps the rows that it computed.
type sharing struct {
	dir     string // "": nothing is kept
	keeps   bool   // a folder of its kind may have a manifest
	share   share
	slurm   jobArray
	merging bool // nothing is computed, what is kept is reported
	partial bool // of it whatever is there
	told    map[string]bool
	kept    int // rows written by this process
	found   int // rows that were there, of what it was to compute
	lacks   []lack
}

// lack is what a merge misses.
type lack struct {
	what    string
	missing []int
	of      int
}

// TaskFlags declares what verbs have that compute tasks: --workers, --keep, --share,
// --slurm and what goes with them. Things are what the tasks are, for people.
func (c *Call) TaskFlags(things string) {
	c.sharing.keeps = true
	c.WorkersFlag(things)
	c.keepFlags()
	c.sharing.slurm.flags(c)
}

// keepFlags declares where tasks are kept, and which.
func (c *Call) keepFlags() {
	x := &c.sharing
	c.Flags.StringVar(&x.dir, "keep", x.dir, "`folder` in which finished tasks are kept: started again, the same command goes on from "+
		"there, also for more of them; see merge")
	c.Flags.Var(&x.share, "share", "compute only this share of the tasks into --keep, as `i/n`, the i-th of n: for other processes or "+
		"machines to compute the others; merge makes the report")
}

// checkSharing refuses what can't be together.
func (c *Call) checkSharing() error {
	x := &c.sharing
	switch {
	case x.slurm.submit && !x.slurm.asked:
		return cli.Usef("--submit goes with --slurm")
	case x.slurm.shares != 0 && !x.slurm.asked:
		return cli.Usef("--shares goes with --slurm")
	case x.slurm.shares < 0 || x.slurm.shares > maxShares:
		return cli.Usef("--shares %d: give 1 to %d, or 0 for as many as last some minutes", x.slurm.shares, maxShares)
	case x.dir != "":
		return nil
	case x.share.n > 0:
		return cli.Usef("--share %s: say with --keep in which folder the rows of all shares are to be", x.share.String())
	case x.slurm.asked:
		return cli.Usef("--slurm: say with --keep in which folder, seen by all nodes, the rows are to be")
	}
	return nil
}

// checkKept refuses outputs into the folder of --keep, whichever way leads there:
// what is kept is hours of computing, and no file there is a report's.
func (c *Call) checkKept() error {
	dir := c.sharing.dir
	if dir == "" {
		return nil
	}
	for _, name := range c.WrittenFlags() {
		if to := c.Flags.Lookup(name).Value.String(); to != "" && to != cli.Standard && cli.Inside(to, dir) {
			return cli.Usef("--%s %s lies in %s, where tasks are kept, and nothing is written over those: name a file elsewhere",
				name, to, dir)
		}
	}
	return nil
}

// Folder is the folder of --keep, "" where nothing is kept.
func (c *Call) Folder() string { return c.sharing.dir }

// OnlyHere refuses sharing where tasks follow from the results of others.
func (c *Call) OnlyHere(why string) error {
	if x := &c.sharing; x.share.n > 0 || x.slurm.asked {
		return cli.Usef("--share and --slurm: %s: leave them out; --keep alone goes on where it ended", why)
	}
	return nil
}

// NotKept refuses to keep where there are no tasks.
func (c *Call) NotKept(why string) error {
	if c.sharing.dir != "" {
		return cli.Usef("--keep: %s: leave it out", why)
	}
	return nil
}

// share is the i-th of n, 0 of 0: all.
type share struct{ i, n int }

const maxShares = 100_000

func (s *share) String() string {
	if s == nil || s.n == 0 {
		return ""
	}
	return strconv.Itoa(s.i) + "/" + strconv.Itoa(s.n)
}

func (s *share) Set(text string) error {
	a, b, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if !ok || err != nil || err2 != nil || i < 1 || i > n || n > maxShares {
		return fmt.Errorf("write i/n, as in 2/7, with i from 1 to n and n up to %d", maxShares)
	}
	*s = share{i, n}
	return nil
}

// has says whether a task is of the share.
func (s share) has(k int) bool { return s.n == 0 || k%s.n == s.i%s.n }

// own are those tasks of a list that are of the share.
func (s share) own(list []int) []int {
	var own []int
	for _, k := range list {
		if s.has(k) {
			own = append(own, k)
		}
	}
	return own
}

// ErrElsewhere is no failure: what was to be done here is done, and the report is
// made elsewhere.
var ErrElsewhere = errors.New("the report is made elsewhere")

// ended says what came of a call that made no report.
func (c *Call) ended(err error) error {
	if !errors.Is(err, ErrElsewhere) {
		return err
	}
	x := &c.sharing
	if x.slurm.asked {
		return c.proposeSlurm()
	}
	_, err = fmt.Fprintf(c.Stderr, "share %s: %s computed, %s there already; when all shares are done: shadowtime merge %s\n",
		x.share.String(), numeral.Count(x.kept), numeral.Count(x.found), study.Shell(append([]string{x.dir}, c.read()...)...))
	return err
}

// incomplete is a merge that misses tasks.
type incomplete struct {
	dir  string
	list []lack
}

func (e *incomplete) Error() string {
	var parts []string
	for _, l := range e.list {
		parts = append(parts, fmt.Sprintf("%d of %d %s are missing: %s", len(l.missing), l.of, l.what, keep.Ranges(l.missing)))
	}
	return e.dir + ": " + strings.Join(parts, "; ") + ". Start the command that computes them again with the same --keep, or report what " +
		"is there with --partial"
}

// Later collects why there is no report here, while what else can be done is done.
type Later struct{ elsewhere, missed error }

// Takes says whether an error is no reason to end at once.
func (l *Later) Takes(err error) bool {
	var missed *incomplete
	switch {
	case errors.Is(err, ErrElsewhere):
		l.elsewhere = err
	case errors.As(err, &missed):
		l.missed = err
	default:
		return false
	}
	return true
}

// Err is that there is no report, nil where there is one.
func (l *Later) Err(c *Call) error {
	if l.missed != nil {
		return &incomplete{c.sharing.dir, c.sharing.lacks}
	}
	return l.elsewhere
}

// interrupted is a call that was ended by a signal.
type interrupted struct {
	signal syscall.Signal
	words  string
}

func (e *interrupted) Error() string { return e.words }

// ExitStatus is that of a program that the signal ended.
func (e *interrupted) ExitStatus() int { return 128 + int(e.signal) }

// tellOnce says something that every part finds again.
func (c *Call) tellOnce(text string) {
	x := &c.sharing
	if x.told == nil {
		x.told = map[string]bool{}
	}
	if !x.told[text] {
		x.told[text] = true
		fmt.Fprintln(c.Stderr, text)
	}
}
