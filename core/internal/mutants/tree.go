package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"shadowtime/core/base/fixture"
)

// tree is the copy that faults are put into.
type tree struct {
	ctx        context.Context
	from, root string // of the real tree, and of the copy
	files      map[string]time.Time
	programs   map[string][]string // of tests, by their package: what they link
	fine       map[string]bool     // tests that pass without a fault, asked once
}

// copied copies the files that git knows of; logs beside the repository are beside the copy.
func copied(ctx context.Context) (*tree, error) {
	top, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return nil, err
	}
	from := strings.TrimSpace(string(top))
	list, err := exec.Command("git", "-C", from, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	c := &tree{ctx: ctx, from: from, root: filepath.Join(dir, "tree"), files: map[string]time.Time{},
		fine: map[string]bool{}}
	for _, file := range strings.FieldsFunc(string(list), func(r rune) bool { return r == 0 }) {
		if err = c.copy(file); err != nil && !errors.Is(err, os.ErrNotExist) { // it may be removed, but not from the index
			break
		}
		err = nil
	}
	if shared, is := fixture.Find(); err == nil && is {
		err = os.Symlink(shared, filepath.Join(dir, "shared"))
	}
	if err == nil {
		err = c.link()
	}
	if err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

func (c *tree) remove() { _ = os.RemoveAll(filepath.Dir(c.root)) }

// copy copies a file, and notes when.
func (c *tree) copy(file string) error {
	text, err := os.ReadFile(filepath.Join(c.from, file))
	if err != nil {
		return err
	}
	to := filepath.Join(c.root, file)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(to, text, 0o644); err != nil {
		return err
	}
	at, err := os.Stat(to)
	if err == nil {
		c.files[file] = at.ModTime()
	}
	return err
}

// restore copies those files again that are not as they were: that of the fault, and goldens
// that -update wrote.
func (c *tree) restore() error {
	for file, was := range c.files {
		if at, err := os.Stat(filepath.Join(c.root, file)); err == nil && at.ModTime().Equal(was) {
			continue
		}
		if err := c.copy(file); err != nil {
			return err
		}
	}
	return nil
}

// link asks what each package's tests link. The browser's are left out.
func (c *tree) link() error {
	cmd := c.command("go", "list", "-test", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "./core/...", "./ui/...")
	out, err := cmd.Output()
	c.programs = map[string][]string{}
	for _, line := range strings.Split(string(out), "\n") {
		f := strings.Fields(line)
		if len(f) == 0 || !strings.HasSuffix(f[0], ".test") {
			continue
		}
		c.programs[strings.TrimSuffix(f[0], ".test")] = f[1:]
	}
	return err
}

// near are the packages whose tests link one: itself, then those that link the least.
func (c *tree) near(pkg string) (list []string) {
	for program, links := range c.programs {
		if program != pkg && slices.Contains(links, pkg) {
			list = append(list, program)
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		if by := len(c.programs[a]) - len(c.programs[b]); by != 0 {
			return by
		}
		return strings.Compare(a, b)
	})
	if _, tested := c.programs[pkg]; tested {
		list = slices.Insert(list, 0, pkg)
	}
	return list
}

func (c *tree) command(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(c.ctx, name, args...)
	cmd.Dir = c.root
	// packages are those that the real tree has compiled, and the command does without its profile
	cmd.Env = append(cmd.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath -buildvcs=false -pgo=off", "GOGC=400")
	return cmd
}

// put puts a fault in, and takes it out again.
func (c *tree) put(m mutant) (s seen, err error) {
	text, err := os.ReadFile(filepath.Join(c.root, m.file))
	if err != nil {
		return seen{wrong: "there is no such file"}, nil
	}
	if n := bytes.Count(text, []byte(m.old)); n != 1 {
		return seen{wrong: "its text does not stand there once: renew it in list.go"}, nil
	}
	changed := bytes.Replace(text, []byte(m.old), []byte(m.new), 1)
	if err = os.WriteFile(filepath.Join(c.root, m.file), changed, 0o644); err != nil {
		return seen{}, err
	}
	pkg := "shadowtime/" + path.Dir(m.file)
	by, test := c.ask(&s, pkg, "-short")
	if s.wrong == nobody || s.wrong == goldenAlone {
		if by, test = c.ask(&s, pkg); s.by != "" {
			s.by += ", of test all"
		}
	}
	if err = c.restore(); err != nil || test == "" {
		return s, err
	}
	if !c.passes(by, test) {
		s.wrong = "that test fails without the fault, too"
	}
	return s, nil
}

// What is wrong with a fault that no test sees, or no law.
const (
	nobody      = "nobody"
	goldenAlone = "golden alone"
)

// ask lets package after package test the fault, until a test sees it that -update does not
// quiet.
func (c *tree) ask(s *seen, pkg string, set ...string) (by, test string) {
	golden := ""
	s.by, s.wrong = "", ""
	for _, pkg := range c.near(pkg) {
		if c.ctx.Err() != nil {
			break
		}
		test, out := c.test(s, pkg, set...)
		if test != "" && isGolden.Match(out) {
			if golden == "" {
				golden = name(pkg, test) + " (golden)"
			}
			test, out = c.test(s, pkg, append([]string{"-update"}, set...)...)
		}
		switch {
		case test == "":
			continue
		case test == built:
			s.wrong, s.by = built, string(why.Find(out))
			return pkg, ""
		}
		s.by = name(pkg, test)
		if golden != "" {
			s.by = golden + ", then " + s.by
		}
		return pkg, test
	}
	if s.by, s.wrong = golden, goldenAlone; golden == "" {
		s.wrong = nobody
	}
	return "", ""
}

func name(pkg, test string) string { return strings.TrimPrefix(pkg, "shadowtime/") + " " + test }

// built stands for a test where a package does not build.
const built = "it does not build"

var (
	failed   = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
	why      = regexp.MustCompile(`\S+\.go:\d+.*`)
	isGolden = regexp.MustCompile(`differs at byte|lines, this run gives|-update`)
)

// test runs a package's tests up to the first that fails, whose name it gives; "": none does.
func (c *tree) test(s *seen, pkg string, more ...string) (test string, out []byte) {
	args := append([]string{"test", "-failfast", "-count=1", "-vet=off", "-ldflags=-s -w", "-timeout=60m", pkg}, more...)
	cmd := c.command("go", args...)
	out, err := cmd.CombinedOutput()
	s.processor += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	switch {
	case err == nil:
		return "", out
	case bytes.Contains(out, []byte("[build failed]")), bytes.Contains(out, []byte("[setup failed]")):
		return built, out
	}
	return first(out), out
}

// first is the first test that failed, and the part of it.
func first(out []byte) (test string) {
	for _, n := range failed.FindAllSubmatch(out, -1) { // a part stands below its whole
		if part := string(n[1]); test == "" || strings.HasPrefix(part, test+"/") {
			test = part
		}
	}
	switch {
	case test != "":
		return test
	case bytes.Contains(out, []byte("panic: ")):
		return "panic"
	}
	return "failure"
}

// passes says whether a test passes without the fault.
func (c *tree) passes(pkg, test string) bool {
	test, _, _ = strings.Cut(test, "/")
	key := pkg + " " + test
	if pass, known := c.fine[key]; known {
		return pass
	}
	args := []string{"test", "-vet=off", "-ldflags=-s -w", pkg}
	if test != "panic" && test != "failure" {
		args = append(args, "-run", "^"+test+"$")
	}
	c.fine[key] = c.command("go", args...).Run() == nil
	return c.fine[key]
}
