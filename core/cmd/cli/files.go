package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"shadowtime/core/report/paper"
)

// Standard is the path that stands for standard input or output.
const Standard = "-"

// fileFlag is a flag that names a file.
type fileFlag struct {
	name   string
	value  *string
	also   bool // of an output: another use of the verb reads it,
	folder bool // or the verb may make a folder of it
}

// Output declares a flag that names a file to write, and gives where its value will be.
func (c *Call) Output(name, value, usage string) *string {
	to := c.Flags.String(name, value, usage)
	c.outputs = append(c.outputs, fileFlag{name: name, value: to})
	return to
}

// FileOrFolder declares an output of which the verb may make a folder.
func (c *Call) FileOrFolder(name, value, usage string) *string {
	to := c.Output(name, value, usage)
	c.outputs[len(c.outputs)-1].folder = true
	return to
}

// Both declares a flag that names a file to write by one use of the verb, which keeps
// no tasks then, and to read by another.
func (c *Call) Both(name, usage string) *string {
	at := c.Output(name, "", usage)
	c.outputs[len(c.outputs)-1].also = true
	return at
}

// Input declares a flag that names a file to read, and gives where its value will be.
func (c *Call) Input(name, usage string) *string {
	from := c.Flags.String(name, "", usage)
	c.inputs = append(c.inputs, fileFlag{name: name, value: from})
	return from
}

// ReadsFile notes that a flag, declared already, names a file to read.
func (c *Call) ReadsFile(name string, value *string) {
	c.inputs = append(c.inputs, fileFlag{name: name, value: value})
}

// WrittenFlags are the names of the flags that name a file to write, but for those of
// Both.
func (c *Call) WrittenFlags() (names []string) {
	for _, f := range c.outputs {
		if !f.also {
			names = append(names, f.name)
		}
	}
	return names
}

// Inputs are the files that flags have read, by the names of these.
func (c *Call) Inputs() iter.Seq2[string, string] {
	return func(yield func(name, path string) bool) {
		for _, f := range c.inputs {
			if *f.value != "" && !yield(f.name, *f.value) {
				return
			}
		}
	}
}

// CheckFiles refuses outputs onto an input or onto each other, before anything
// is computed. Files are told apart by identity: one file may have many names.
func (c *Call) CheckFiles(args []string) error {
	for i, to := range c.outputs {
		if *to.value == "" {
			continue
		}
		for _, path := range args {
			if SameFile(*to.value, path) {
				return Usef("--%s %s is the file that is read, %s: name another, nothing is written onto its own input", to.name,
					*to.value, path)
			}
		}
		for _, from := range c.inputs {
			if SameFile(*to.value, *from.value) {
				return Usef("--%s and --%s are one file, %s: name another to write", to.name, from.name, *to.value)
			}
		}
		for _, other := range c.outputs[:i] {
			if *to.value == Standard && *other.value == Standard || SameFile(*other.value, *to.value) || samePath(*other.value, *to.value) {
				return Usef("--%s and --%s both write %s: name two files", other.name, to.name, *to.value)
			}
		}
	}
	return c.checkStandard(args)
}

// checkStandard refuses what would mix two answers on standard output, or read standard input twice.
func (c *Call) checkStandard(args []string) error {
	on := map[string]bool{}
	c.Flags.Visit(func(f *flag.Flag) { on[f.Name] = f.Value.String() == "true" || f.Value.String() == Standard })
	if on["json"] && on["csv"] {
		return Usef("--json and --csv both print the answer: give one of them")
	}
	for _, to := range c.outputs {
		if on["json"] && on[to.name] && !to.also {
			return Usef("--json and %s - both write standard output: name a file", dashed(to.name))
		}
	}
	reads := 0
	for _, path := range args {
		if path == Standard {
			reads++
		}
	}
	for _, from := range c.inputs {
		if *from.value == Standard {
			reads++
		}
	}
	if reads > 1 {
		return Usef("standard input is named %d times and can be read once: name files", reads)
	}
	return nil
}

// OnStandard says whether an output takes standard output, which then has nothing else.
func (c *Call) OnStandard() bool {
	return slices.ContainsFunc(c.outputs, func(to fileFlag) bool { return *to.value == Standard })
}

// writable says what keeps a file from being written, before hours are spent on what is to be in it.
func (to fileFlag) writable() error {
	path := *to.value
	if path == "" || path == Standard || to.also || to.folder {
		return nil
	}
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s %s is a directory: name a file in it", dashed(to.name), path)
	case err == nil && !info.Mode().IsRegular():
		return nil // a device is written as it is
	}
	if at, err := filepath.EvalSymlinks(path); err == nil {
		path = at
	}
	f, err := beside(path)
	if err != nil {
		var why *fs.PathError
		if errors.As(err, &why) {
			err = why.Err
		}
		return fmt.Errorf("%s %s can't be written, %s: %w: name a file elsewhere", dashed(to.name), *to.value,
			filepath.Dir(path), err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// SameFile says whether two paths lead to one regular file or folder. What is neither,
// as /dev/null, may be read and written at once, and is none.
func SameFile(a, b string) bool {
	if a == Standard || b == Standard || a == "" || b == "" {
		return false
	}
	at, errA := os.Stat(a)
	bt, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(at, bt) && (at.Mode().IsRegular() || at.IsDir())
}

// samePath says whether two paths not there yet will be one.
func samePath(a, b string) bool {
	x, errX := filepath.Abs(a)
	y, errY := filepath.Abs(b)
	if _, err := os.Stat(a); err == nil || errX != nil || errY != nil {
		return false
	}
	return x == y
}

// Inside says whether a path leads into a folder, or to one of its files: by its name,
// through links, or as another name of the same file.
func Inside(path, dir string) bool {
	roots := []string{resolved(dir)}
	if list, err := os.ReadDir(dir); err == nil {
		for _, e := range list {
			if e.Type()&fs.ModeSymlink != 0 {
				roots = append(roots, resolved(filepath.Join(dir, e.Name())))
			}
		}
	}
	ways := []string{filepath.Join(resolved(filepath.Dir(path)), filepath.Base(path)), resolved(path)}
	if to, err := filepath.EvalSymlinks(path); err == nil { // before the dots in it are
		ways = append(ways, to)
	}
	for _, root := range roots {
		for _, way := range ways {
			if within(way, root) || isOf(way, root) {
				return true
			}
		}
	}
	return false
}

// resolved is the absolute path, links followed, of what need not be there yet.
func resolved(path string) string {
	at, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	for rest := ""; ; {
		if to, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(to, rest)
		}
		up := filepath.Dir(at)
		if up == at {
			return filepath.Join(at, rest)
		}
		at, rest = up, filepath.Join(filepath.Base(at), rest)
	}
}

// within says whether a resolved path is another's, or below it; that may be the same
// folder under another name.
func within(path, root string) bool {
	for {
		if path == root || SameFile(path, root) {
			return true
		}
		up := filepath.Dir(path)
		if up == path {
			return false
		}
		path = up
	}
}

// isOf says whether a path is one of the files below a folder, under another name.
func isOf(path, root string) (is bool) {
	if at, err := os.Stat(path); err != nil || !at.Mode().IsRegular() {
		return false
	}
	_ = filepath.WalkDir(root, func(at string, _ fs.DirEntry, err error) error {
		if is = err == nil && SameFile(at, path); is {
			return fs.SkipAll
		}
		return nil
	})
	return is
}

// Save writes a file, whole or not at all; "-" is standard output.
func (c *Call) Save(path string, write func(w io.Writer) error) error {
	if path == Standard {
		return write(c.files)
	}
	return SaveFile(path, write)
}

// SaveFile writes beside the file and renames when all is written, so that what
// bears the name is whole. A link is followed; a device is written as it is.
func SaveFile(path string, write func(w io.Writer) error) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	old, err := os.Stat(path)
	if err == nil && !old.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	f, err := beside(path)
	if err != nil {
		return fmt.Errorf("%s can't be written: %w", path, err)
	}
	if old != nil {
		_ = f.Chmod(old.Mode().Perm()) // it stays readable to those it was
	}
	err = errors.Join(write(f), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// beside makes a new file in the folder of path.
func beside(path string) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%08x.part", filepath.Base(path), rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// watched remembers that a writer failed: fmt.Fprint's errors are looked at by
// nobody, and a result that went nowhere is none.
type watched struct {
	io.Writer
	err error
}

func (w *watched) Write(b []byte) (int, error) {
	n, err := w.Writer.Write(b)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n, err
}

// crowd is how many workers a core may have: more take memory and no less time.
const crowd = 4

// WorkersFlag declares --workers: how many of such things are computed at a time.
func (c *Call) WorkersFlag(things string) {
	c.Flags.IntVar(&c.Workers, "workers", c.Workers, fmt.Sprintf("`number` of %s computed at a time, at most %d a core", things, crowd))
}

func (c *Call) checkWorkers() error {
	switch most := crowd * runtime.NumCPU(); {
	case c.Flags.Lookup("workers") == nil:
	case c.Workers < 1:
		return Usef("--workers %d: give 1 or more", c.Workers)
	case c.Workers > most:
		fmt.Fprintf(c.Stderr, "--workers %d: %d are taken, %d for each core of this machine\n", c.Workers, most, crowd)
		c.Workers = most
	}
	return nil
}

// SavePaper writes a page.
func (c *Call) SavePaper(path string, x *paper.Paper) error {
	return c.Save(path, func(w io.Writer) error { _, err := io.WriteString(w, x.HTML()); return err })
}
