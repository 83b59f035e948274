package tasks

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/job"
	"shadowtime/core/study"
	"shadowtime/core/study/keep"
)

const manifestName = "manifest.json"

// manifest says what a folder keeps, and how to ask for the report.
type manifest struct {
	Format  string   `json:"format"`
	Build   string   `json:"build"` // that wrote it last
	Verb    string   `json:"verb"`
	Flags   []string `json:"flags"` // that decide the report
	Args    []string `json:"args"`  // and its logs
	Parts   []Entry  `json:"parts"`
	Command string   `json:"command"` // all of it, for people
}

// Entry is a plan on a log, as the manifest of a folder has it.
type Entry struct {
	Kind   string `json:"kind"`
	Trace  string `json:"trace"`
	Digest string `json:"digest"` // of the log
	Key    string `json:"key"`    // of the plan: a hash of its settings
	Folder string `json:"folder"`
}

const manifestFormat = "shadowtime kept tasks 1"

// EntryOf is how a folder names a part, of a log that is called so.
func EntryOf(p keep.Identity, trace string) Entry {
	key := sha256.Sum256([]byte(p.Key))
	return Entry{p.Kind, trace, p.Digest.Hex(), hex.EncodeToString(key[:16]), p.Folder()}
}

// PartOf is what rows of a kind on a log belong to: the plan that settings say, computed
// by this build.
func PartOf(kind string, t *job.Trace, s study.Settings) keep.Identity {
	return keep.Identity{Kind: kind, Digest: t.Digest, Key: s.TaskKey(), Build: Build()}
}

// Begin makes the folder of --keep, if any, ready for parts. It must be new or keep the
// same: an error says what else it keeps, or why nothing can be kept there.
func (c *Call) Begin(parts ...Entry) error {
	x := &c.sharing
	if x.dir == "" {
		return nil
	}
	if info, err := os.Stat(x.dir); err == nil && !info.IsDir() {
		return fmt.Errorf("--keep %s is a file: name a folder, there or new", x.dir)
	}
	path := filepath.Join(x.dir, manifestName)
	old, err := readManifest(path)
	if err != nil {
		return err
	}
	if old != nil {
		if err := old.fits(path, c.Verb.Name, parts); err != nil {
			return err
		}
	}
	if x.merging {
		return nil
	}
	if err := os.MkdirAll(x.dir, 0o777); err != nil {
		return fmt.Errorf("--keep %s: the folder can't be made: %w", x.dir, err)
	}
	flags, args := c.recorded()
	m := manifest{manifestFormat, Build(), c.Verb.Name, flags, args, parts, ""}
	m.Command = "shadowtime " + m.Verb + " " + study.Shell(append(append([]string(nil), flags...), args...)...)
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	// written each time: that also shows at once whether the folder takes files
	if err := cli.SaveFile(path, func(w io.Writer) error { _, err := w.Write(append(b, '\n')); return err }); err != nil {
		return fmt.Errorf("--keep %s: nothing can be kept there: %w", x.dir, err)
	}
	return nil
}

// readManifest reads the manifest of a campaign's folder, which says what its verb computed there; nil: there is none.
func readManifest(path string) (*manifest, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file: name another folder, or remove it", path)
	}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var m manifest
	if err := json.Unmarshal(b, &m); err != nil || m.Format != manifestFormat {
		return nil, fmt.Errorf("%s is no manifest of kept tasks that this version of Shadowtime reads: name another folder, or remove "+
			"that file (rows beside it know what they belong to)", path)
	}
	return &m, nil
}

// fits errs when a folder keeps another question.
func (m *manifest) fits(path, verb string, parts []Entry) error {
	other := func(what string) error {
		return fmt.Errorf("%s: this folder keeps %s: name another with --keep. It was made by: %s", path, what, cut(m.Command, 300))
	}
	if m.Verb != verb {
		return other("rows of " + m.Verb)
	}
	if len(m.Parts) != len(parts) {
		return other(fmt.Sprintf("rows of %d, not of %d logs or plans", len(m.Parts), len(parts)))
	}
	for i, p := range parts {
		switch was := m.Parts[i]; {
		case was.Digest != p.Digest:
			return other(fmt.Sprintf("rows of another log, %s with digest %.12s, and this is %s with digest %.12s", was.Trace, was.Digest,
				p.Trace, p.Digest))
		case was.Key != p.Key || was.Kind != p.Kind:
			return other("rows of another plan for " + p.Trace)
		}
	}
	return nil
}

func cut(text string, n int) string {
	if len(text) > n {
		return text[:n] + "..."
	}
	return text
}

// aside are flags that a manifest leaves out: how it is computed and shown. Outputs
// are left out too: who merges says what is written.
var aside = map[string]bool{"page": true, "keep": true, "share": true, "shares": true, "slurm": true, "submit": true, "workers": true,
	"json": true, "csv": true, "evidence": true}

// recorded are the flags that decide the report, and the other arguments; files by
// their absolute paths: others may start elsewhere.
func (c *Call) recorded() (flags, args []string) {
	c.EachFlag(func(name, text string) {
		if !aside[name] && !slices.Contains(c.WrittenFlags(), name) {
			flags = append(flags, "--"+name+"="+absolute(text))
		}
	})
	for _, a := range c.Rest {
		args = append(args, absolute(a))
	}
	return flags, args
}

// foreign are words of a manifest, which anybody may have written, and what they may
// not say.
type foreign struct {
	path  string
	words []string
	tell  func(text string)
	given []string // files that the caller names
}

// reads errs where a file would be read that the caller has not named and that does not lie in
// the folder: a manifest that came with one names no file of this machine.
func (f *foreign) reads(path, as string) error {
	if path == cli.Standard || slices.ContainsFunc(f.given, func(given string) bool { return cli.SameFile(given, path) }) {
		return nil
	}
	if _, err := os.Lstat(path); err != nil { // a word, or nothing that could be read
		return nil
	}
	if f.holds(path) {
		return nil
	}
	return fmt.Errorf("%s: it asks to read %s %s, which lies outside of the folder: if that is meant, add --input %s", f.path, as,
		study.Shell(path), study.Shell(path))
}

// holds says whether a file, or a folder with all that it has, lies in the manifest's folder.
func (f *foreign) holds(path string) bool {
	folder, err := filepath.EvalSymlinks(filepath.Dir(f.path))
	at, err2 := filepath.EvalSymlinks(path)
	if err != nil || err2 != nil {
		return false
	}
	if folder, err = filepath.Abs(folder); err == nil {
		at, err = filepath.Abs(at)
	}
	if rest, outside := filepath.Rel(folder, at); err != nil || outside != nil || !filepath.IsLocal(rest) {
		return false
	}
	list, _ := os.ReadDir(at) // none of a file
	return !slices.ContainsFunc(list, func(x fs.DirEntry) bool { return !f.holds(filepath.Join(at, x.Name())) })
}

// MayRead errs where a file that another file names is one that a manifest may not have read.
func (c *Call) MayRead(path, as string) error {
	if c.foreign == nil || path == "" {
		return nil
	}
	return c.foreign.reads(path, as)
}

func keepsNone(path, verb string) error {
	return fmt.Errorf("%s is of %s, which keeps no tasks: name another folder", path, verb)
}

// readForeign takes what a manifest asks, but for what is the caller's to say.
func (c *Call) readForeign() (rest []string, err error) {
	f := c.foreign
	if f == nil {
		return nil, nil
	}
	if !c.sharing.keeps {
		return nil, keepsNone(f.path, c.Verb.Name)
	}
	dir := c.sharing.dir
	if rest, err = c.ReadWords(f.words); err != nil {
		return nil, fmt.Errorf("%s can't be asked: %v: see what it says, or give another folder", f.path, err)
	}
	c.Flags.Visit(func(at *flag.Flag) {
		switch {
		case slices.Contains(c.WrittenFlags(), at.Name):
			f.tell(fmt.Sprintf("%s: --%s %s is passed over: merge writes what its own command line names", f.path, at.Name,
				study.Shell(at.Value.String())))
			_ = at.Value.Set(at.DefValue) // as it was
		case aside[at.Name] && err == nil:
			err = fmt.Errorf("%s: it says --%s, which is not of the question: take it out there", f.path, at.Name)
		}
	})
	c.sharing.dir = dir
	if err != nil {
		return nil, err
	}
	for _, path := range rest {
		if err := f.reads(path, "the log"); err != nil {
			return nil, err
		}
	}
	for name, path := range c.Inputs() {
		if err := f.reads(path, "--"+name); err != nil {
			return nil, err
		}
	}
	return rest, nil
}

// absolute is the absolute path of a text that is one.
func absolute(text string) string {
	if text == cli.Standard || text == "" {
		return text
	}
	if _, err := os.Stat(text); err != nil {
		return text
	}
	if to, err := filepath.Abs(text); err == nil {
		return to
	}
	return text
}
