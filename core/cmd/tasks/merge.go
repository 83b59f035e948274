package tasks

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/study/keep"
)

// between is how long a merge that waits does not look.
const between = time.Second

// Merge is the verb merge: it asks the verb that a folder of --keep names for the report of
// what is kept there.
func Merge(c *cli.Call) error {
	partial := c.Flags.Bool("partial", false, "report on the tasks that are there, though others are missing")
	wait := c.Flags.Duration("wait", 0, "`time` to wait for tasks that are missing, as 2m: files of other machines may be seen late")
	var shown []string
	for _, s := range []struct{ name, usage string }{{"json", "print one JSON object"}, {"csv", "print the table as CSV"},
		{"evidence", "with --json: add methods and evidence"}} {
		c.Flags.BoolFunc(s.name, s.usage, func(text string) error {
			on, err := strconv.ParseBool(text)
			if on {
				shown = append(shown, "--"+s.name)
			}
			return err
		})
	}
	for _, s := range []struct{ name, usage string }{{"save", "write the study to this `file`"},
		{"html", "write the report to this `file` as one HTML page to read or print"},
		{"scores-out", "of learn: write the scores to this `file`"}} {
		c.Flags.Func(s.name, s.usage, func(path string) error {
			shown = append(shown, "--"+s.name, path)
			return nil
		})
	}
	var inputs []string
	c.Flags.Func("input", "a `file` outside of the folder that its question may read, as its log where it was or a platform; once for "+
		"each", func(path string) error {
		inputs = append(inputs, path)
		return nil
	})
	args, err := c.Parse(-1)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return cli.Usef("no folder: write shadowtime merge %s", c.Verb.Args)
	}
	m := merging{Call: c, dir: args[0], logs: args[1:], inputs: inputs, shown: shown, partial: *partial, told: map[string]bool{}}
	for began := time.Now(); ; time.Sleep(between) {
		err := m.merge()
		var missed *incomplete
		if left := *wait - time.Since(began); left < 0 || !errors.As(err, &missed) && !errors.Is(err, errNoManifest) {
			return err
		}
	}
}

var errNoManifest = errors.New("there is no " + manifestName + ", so nothing is known to be kept there: give the folder that was given " +
	"to --keep")

// merging is a merge of a folder.
type merging struct {
	*cli.Call
	dir     string
	logs    []string // that are elsewhere now,
	inputs  []string // other files that may be read,
	shown   []string // and flags of what is shown
	partial bool
	told    map[string]bool // a merge that waits says a thing once
}

// merge asks what the manifest has, of what is kept alone.
func (x *merging) merge() error {
	path := filepath.Join(x.dir, manifestName)
	m, err := readManifest(path)
	if err != nil {
		return err
	}
	if m == nil {
		return fmt.Errorf("%s: %w", x.dir, errNoManifest)
	}
	v := x.Program.Find(m.Verb)
	if v == nil || v == x.Verb {
		return fmt.Errorf("%s: verb %q is not known to this version", path, cut(m.Verb, 60))
	}
	args, err := m.with(x.logs)
	if err != nil {
		return err
	}
	asked, ask := sub(x.Call, v, x.shown, x.Stdout)
	if ask == nil {
		return keepsNone(path, m.Verb)
	}
	asked.foreign = &foreign{path, slices.Concat(m.Flags, args), x.tell, slices.Concat(x.logs, x.inputs)}
	asked.sharing = sharing{dir: x.dir, merging: true, partial: x.partial}
	if err := ask(asked); err != nil {
		return err
	}
	for _, l := range asked.sharing.lacks {
		fmt.Fprintf(x.Stderr, "partial: %s of %s %s are missing: %s\n", numeral.Count(len(l.missing)), numeral.Count(l.of), l.what,
			keep.Ranges(l.missing))
	}
	return nil
}

// tell says something once.
func (x *merging) tell(text string) {
	if !x.told[text] {
		x.told[text] = true
		fmt.Fprintln(x.Stderr, text)
	}
}

// with are the manifest's arguments, its logs, the last of them, taken from elsewhere.
func (m *manifest) with(logs []string) ([]string, error) {
	if len(logs) == 0 {
		return m.Args, nil
	}
	if len(logs) != len(m.Parts) || len(logs) > len(m.Args) {
		return nil, cli.Usef("%d logs: the folder is of %d", len(logs), len(m.Parts))
	}
	return append(slices.Clone(m.Args[:len(m.Args)-len(logs)]), logs...), nil
}
