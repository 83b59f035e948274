// Command areas lets go test build one program of tests for each area instead of one for
// each of a hundred packages: to link those was the greatest part. It writes the file that
// go's -overlay takes into a folder, and prints what is then to be tested. Where packages are
// named, their tests alone are called.
//
//	areas FOLDER [PACKAGE...]
//
// In the overlay the test files of a package are files of the package itself, those of its
// foo_test a package beside it, and each area has a package whose tests call all of them, each
// in its own folder. As this is so in all of the programs, nothing is compiled twice for them.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// listing is what go list says of a package.
type listing struct {
	Dir, ImportPath, Name     string
	TestGoFiles, XTestGoFiles []string
	XTestEmbedFiles           []string
}

// beside is the folder of a package's outer tests.
const beside = "outertests"

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: areas FOLDER [PACKAGE...]")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "areas:", err)
		os.Exit(1)
	}
}

func write(folder string, packages []string) error {
	list, err := listed()
	if err != nil {
		return err
	}
	o := overlay{folder: folder, packages: packages, replace: map[string]string{}, areas: map[string]*area{}}
	for _, p := range list {
		if p.ImportPath == "shadowtime/"+areaOf(p.below()) {
			o.areas[p.below()] = &area{dir: p.Dir}
		}
	}
	for _, p := range list {
		if err := o.add(p); err != nil {
			return err
		}
	}
	return o.write()
}

// listed asks go for the project's packages.
func listed() ([]listing, error) {
	out, err := exec.Command("go", "list", "-test", "-json=Dir,ImportPath,Name,TestGoFiles,XTestGoFiles,XTestEmbedFiles", "./...").Output()
	if err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("go list: %s", exit.Stderr)
		}
		return nil, err
	}
	var list []listing
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p listing
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		if !strings.HasSuffix(p.ImportPath, ".test") && !strings.HasSuffix(p.ImportPath, "]") { // what -test adds
			list = append(list, p)
		}
	}
	return list, nil
}

// overlay is what is added to the tree.
type overlay struct {
	folder   string
	packages []string          // whose tests are called, none for all
	replace  map[string]string // a path, and where what it holds is
	areas    map[string]*area  // by folder
	alone    []string          // packages whose tests keep a program of their own
}

// area is the package that calls the tests of its packages.
type area struct {
	dir   string
	calls []call
}

// call is a test of a package: where it can be imported from, and the folder that it runs in.
type call struct {
	test
	path, folder string
}

// add has a package's tests called by its area.
func (o *overlay) add(p listing) error {
	tests, main, err := functions(p.Dir, p.TestGoFiles)
	if err != nil {
		return err
	}
	outer, _, err := functions(p.Dir, p.XTestGoFiles)
	if err != nil || len(tests)+len(outer) == 0 {
		return err
	}
	called := len(o.packages) == 0 || slices.Contains(o.packages, p.ImportPath)
	name := areaOf(p.below())
	a := o.areas[name]
	if p.Name == "main" || main || a == nil { // the first two can't be imported
		if called {
			o.alone = append(o.alone, p.ImportPath)
		}
		return nil
	}
	for _, f := range p.TestGoFiles {
		o.replace[filepath.Join(p.Dir, renamed(f))] = filepath.Join(p.Dir, f)
		o.replace[filepath.Join(p.Dir, f)] = ""
	}
	for _, f := range p.XTestGoFiles {
		o.replace[filepath.Join(p.Dir, beside, renamed(f))] = filepath.Join(p.Dir, f)
		o.replace[filepath.Join(p.Dir, f)] = ""
	}
	for _, f := range p.XTestEmbedFiles {
		o.replace[filepath.Join(p.Dir, beside, f)] = filepath.Join(p.Dir, f)
	}
	if !called {
		return nil
	}
	folder := "." + strings.TrimPrefix(p.below(), name)
	for _, t := range tests {
		a.calls = append(a.calls, call{t, p.ImportPath, folder})
	}
	for _, t := range outer {
		a.calls = append(a.calls, call{t, p.ImportPath + "/" + beside, folder})
	}
	return nil
}

// below is a package's folder in the project.
func (p listing) below() string { return strings.TrimPrefix(p.ImportPath, "shadowtime/") }

// renamed is a test file's name as one of the package's own. What is behind the last _ may
// name a system that it is for.
func renamed(file string) string { return "alltests_" + strings.TrimSuffix(file, "_test.go") + ".go" }

// source is the area's package. A test keeps its name where no other of the area has it:
// that is where what a fuzz test failed on is looked for.
func (a *area) source(area string) (string, error) {
	var imports, calls strings.Builder
	count := map[string]int{}
	for _, c := range a.calls {
		count[c.name]++
	}
	aliases := map[string]string{}
	for _, c := range a.calls {
		alias := aliases[c.path]
		if alias == "" {
			alias = strings.NewReplacer("/", "_", "-", "_").Replace(strings.TrimPrefix(c.path, "shadowtime/"))
			aliases[c.path] = alias
			fmt.Fprintf(&imports, "\t%s %q\n", alias, c.path)
		}
		name, arg := c.name, "t *testing.T"
		switch {
		case c.prints != "":
			fmt.Fprintf(&calls, "func Example_%s%d() {\n\t%s.%s()\n\t// Output:\n\t// %s\n}\n", alias, calls.Len(), alias, name,
				strings.ReplaceAll(strings.TrimSpace(c.prints), "\n", "\n\t// "))
			continue
		case strings.HasPrefix(name, "Fuzz"):
			arg = "t *testing.F"
		}
		if count[name] > 1 {
			if kept := filepath.Join(a.dir, c.folder, "testdata", "fuzz", name); exists(kept) {
				return "", fmt.Errorf("%s is kept for a test whose name another of %s has: name it otherwise", kept, area)
			}
			name += "_" + alias
		}
		fmt.Fprintf(&calls, "func %s(%s) { t.Chdir(%q); %s.%s(t) }\n", name, arg, c.folder, alias, c.name)
	}
	return fmt.Sprintf(`package %s_test

import (
	"os"
	"testing"

	"shadowtime/core/base/fixture"
%s)

func TestMain(m *testing.M) {
	code := m.Run()
	fixture.Spent("native")
	os.Exit(code)
}

%s`, path.Base(area), &imports, &calls), nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// areaOf is the area of a folder: those of the core, and what stands beside it.
func areaOf(below string) string {
	parts := strings.SplitN(below, "/", 3)
	if parts[0] == "core" {
		return strings.Join(parts[:2], "/")
	}
	return parts[0]
}

// test is a function that go test calls; an example also has what it prints.
type test struct{ name, prints string }

// functions are the tests of files, and whether there is a TestMain.
func functions(dir string, files []string) (tests []test, main bool, err error) {
	for _, f := range files {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, f), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, false, err
		}
		for _, e := range doc.Examples(file) {
			if e.Output != "" {
				tests = append(tests, test{"Example" + e.Name, e.Output})
			}
		}
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil {
				continue
			}
			switch name := fn.Name.Name; {
			case name == "TestMain":
				main = true
			case strings.HasPrefix(name, "Test") && len(fn.Type.Params.List) == 1, strings.HasPrefix(name, "Fuzz"):
				tests = append(tests, test{name: name})
			}
		}
	}
	return tests, main, nil
}

func (o *overlay) write() error {
	paths := slices.Clone(o.alone)
	for name, a := range o.areas {
		if len(a.calls) == 0 {
			continue
		}
		text, err := a.source(name)
		if err != nil {
			return err
		}
		file := filepath.Join(o.folder, strings.ReplaceAll(name, "/", "-")+".go")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
		o.replace[filepath.Join(a.dir, "alltests_test.go")] = file
		paths = append(paths, "shadowtime/"+name)
	}
	b, err := json.MarshalIndent(map[string]any{"Replace": o.replace}, "", "\t")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(o.folder, "overlay.json"), b, 0o644); err != nil {
		return err
	}
	slices.Sort(paths)
	fmt.Println(strings.Join(paths, "\n"))
	return nil
}
