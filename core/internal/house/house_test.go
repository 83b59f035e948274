package house

import (
	"bufio"
	"bytes"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment"
)

// imports lists the direct imports of the project's packages, tests left out.
func imports(t *testing.T, env ...string) map[string][]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "shadowtime/...")
	cmd.Env = append(cmd.Environ(), env...)
	out, err := cmd.Output()
	require.NoError(t, err)
	list := map[string][]string{}
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
		f := strings.Fields(s.Text())
		list[f[0]] = f[1:]
	}
	require.Contains(t, list, "shadowtime/core/sim")
	return list
}

// areas are those of the core, as core/doc.go lists them: a package imports packages of
// its own area and of those before it.
func areas(t *testing.T) []string {
	t.Helper()
	return listed(t, "core")
}

// listed are the names that a folder's doc.go lists.
func listed(t *testing.T, folder string) []string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root(t), folder, "doc.go"))
	require.NoError(t, err)
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^//   - (\w+): \S`).FindAllStringSubmatch(string(source), -1) {
		list = append(list, m[1])
	}
	require.NotEmpty(t, list, "%s/doc.go lists no folders", folder)
	if folder == "core/experiment" {
		list = append(list, kinds(t)...)
	}
	return list
}

// folders are those of a folder, but for what tests read.
func folders(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(root(t), folder))
	require.NoError(t, err)
	var list []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != "testdata" {
			list = append(list, e.Name())
		}
	}
	return list
}

// Whoever looks for something in the core reads ten lines, then those of one area.
func TestTheCoreHasTenDoorsAndEachListsItsFolders(t *testing.T) {
	require.Equal(t, []string{"base", "job", "sim", "cluster", "study", "report", "slurm", "experiment", "internal", "cmd"}, areas(t))
	require.ElementsMatch(t, areas(t), folders(t, "core"))
	files, err := filepath.Glob(filepath.Join(root(t), "core", "*.go"))
	require.NoError(t, err)
	require.Len(t, files, 1, "core itself holds no code")
	require.ElementsMatch(t, listed(t, "wasm"), folders(t, "wasm"), "wasm/doc.go lists its folders")
	for _, area := range areas(t) {
		require.ElementsMatch(t, listed(t, "core/"+area), folders(t, "core/"+area), "core/%s/doc.go lists its folders", area)
		for _, folder := range folders(t, "core/"+area) {
			for _, deeper := range folders(t, "core/"+area+"/"+folder) {
				require.Contains(t, []string{"expr", "campaigns"}, deeper, "core/%s/%s has two levels", area, folder)
			}
		}
	}
}

// rank is an area's place; sim and cluster stand side by side.
func rank(t *testing.T, area string) int {
	t.Helper()
	if area == "cluster" {
		area = "sim"
	}
	at := slices.Index(areas(t), area)
	require.GreaterOrEqual(t, at, 0, "%s is no area of the core", area)
	return at
}

// forTests are the helpers of tests that more than the core's own share.
var forTests = []string{"core/base/fixture", "core/job/hostile", "core/job/mirrortest", "core/report/plottest", "core/experiment/shapes"}

// views are the folders of ui that are one view each.
func views(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(root(t), "ui"))
	require.NoError(t, err)
	var list []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != "lab" && e.Name() != "views" {
			list = append(list, e.Name())
		}
	}
	require.NotEmpty(t, list)
	return list
}

// root is the project's folder.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../..")
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(dir, "go.mod"))
	return dir
}

// may says which folders of ours each folder of ui and wasm imports beside core;
// a view may import nothing but lab.
var may = map[string][]string{
	"ui":                 {"ui/lab"},
	"ui/lab":             {},
	"ui/lab/labtest":     {"ui", "ui/lab"},
	"ui/views":           {"ui/lab", "ui/*"},
	"wasm/page":          {"ui", "ui/lab", "ui/views", "wasm/pool", "wasm/worker"},
	"wasm/worker":        {},
	"wasm/pool":          {},
	"wasm/dist":          {},
	"wasm":               {},
	"wasm/browser":       {},
	"wasm/edge":          {},
	"wasm/edge/edgetest": {},
	"wasm/wasmtest":      {"wasm/browser"},
	"wasm/e2e":           {},
}

func TestImportsPointDownwards(t *testing.T) {
	for _, v := range views(t) {
		may["ui/"+v] = []string{"ui/lab"}
	}
	for pkg, list := range imports(t, "GOOS=js", "GOARCH=wasm") {
		pkg = strings.TrimPrefix(pkg, "shadowtime/")
		if !strings.HasPrefix(pkg, "core/") && pkg != "core" {
			require.Contains(t, may, pkg, "say in this test what %s may import", pkg)
		}
		for _, dep := range list {
			dep, ours := strings.CutPrefix(dep, "shadowtime/")
			if !ours {
				continue
			}
			if strings.HasPrefix(pkg, "core/") {
				require.True(t, strings.HasPrefix(dep, "core/"), "%s imports %s: core knows nothing of ui and wasm", pkg, dep)
				mine, other := strings.Split(pkg, "/")[1], strings.Split(dep, "/")[1]
				require.True(t, mine == other || rank(t, other) < rank(t, mine), "%s imports %s: arrows point to areas above", pkg, dep)
				require.True(t, !slices.Contains(forTests, dep) || slices.Contains(forTests, pkg) || mine == "internal",
					"%s imports %s, which is for tests", pkg, dep)
				continue
			}
			if strings.HasPrefix(dep, "core/") {
				testing := strings.HasSuffix(pkg, "test")
				require.True(t, !slices.Contains(forTests, dep) || testing, "%s imports %s, which is for tests", pkg, dep)
				continue
			}
			allowed := slices.Contains(may[pkg], dep) || slices.Contains(may[pkg], "ui/*") && path.Dir(dep) == "ui"
			require.True(t, allowed, "%s imports %s: a view imports lab and its own core, ui declares what it needs, wasm puts it together",
				pkg, dep)
		}
	}
}

// What verbs share knows no verb, and what computes tasks is on top of what does not.
func TestTheCommandPointsToWhatItsVerbsShare(t *testing.T) {
	may := map[string][]string{"shadowtime": {"bench", "cli", "serve", "tasks"}, "tasks": {"cli"}, "serve": {"cli"},
		"bench": nil, "cli": nil}
	require.ElementsMatch(t, slices.Collect(maps.Keys(may)), folders(t, "core/cmd"))
	for pkg, list := range imports(t) {
		folder, ours := strings.CutPrefix(pkg, "shadowtime/core/cmd/")
		for _, dep := range list {
			if dep, is := strings.CutPrefix(dep, "shadowtime/core/cmd/"); ours && is {
				require.Contains(t, may[folder], dep, "core/cmd/%s imports core/cmd/%s", folder, dep)
			}
		}
	}
}

// kinds are the capabilities that are computed, as the registry lists them with a line each.
func kinds(t *testing.T) []string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root(t), "core/experiment/kinds.go"))
	require.NoError(t, err)
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^\t\t(\w+)\.Kind\(\), +// \S`).FindAllStringSubmatch(string(source), -1) {
		list = append(list, m[1])
	}
	require.Len(t, list, len(experiment.Kinds()), "each kind has a line that says what it is")
	return list
}

// shownBy names the view of a kind that has none of its own.
var shownBy = map[string]string{"triples": "predict", "windows": "learn", "rules": "decide"}

// A kind that a worker computes has gone through the conformance suite, where its reports
// have golden bytes, its decoders are fuzzed, and the page shows it. All that also passes
// as WASM in the browser, so the page's figures are the command's.
func TestEveryKindConforms(t *testing.T) {
	read := func(elem ...string) string {
		b, err := os.ReadFile(filepath.Join(append([]string{root(t)}, elem...)...))
		require.NoError(t, err)
		return string(b)
	}
	for _, kind := range kinds(t) {
		conform := read("core/experiment", kind, "conform_test.go")
		require.Contains(t, conform, "studytest.Subject[", kind)
		require.Contains(t, conform, ".Conforms(t)", kind)
		require.Contains(t, conform, ".Fuzz(f)", kind)
		view := kind
		if of, ok := shownBy[kind]; ok {
			view = of
		}
		require.FileExists(t, filepath.Join(root(t), "ui", view, "view.go"), "no view shows what %s computes", kind)
	}
}

func TestTheCoreIsPure(t *testing.T) {
	banned := map[string]bool{"syscall/js": true, "unsafe": true, "os": true, "net": true, "net/http": true, "math/rand": true, "log": true}
	for pkg, list := range imports(t) {
		name := strings.TrimPrefix(pkg, "shadowtime/")
		if !strings.HasPrefix(name, "core/") || strings.HasPrefix(name, "core/cmd/") ||
			strings.HasPrefix(name, "core/internal/") || slices.Contains(forTests, name) || name == "core/job/tracefile" ||
			name == "core/job/mirror" {
			continue
		}
		for _, dep := range list {
			require.False(t, banned[dep], "%s imports %s", name, dep)
		}
	}
}

// What computes rows knows nothing of what is said of them: a worker gets by without
// reports and statistics, and a row depends on the plan and the trace alone.
func TestPlansRowsAndRunnersKnowNoReport(t *testing.T) {
	var files []string
	for _, start := range []string{"plan", "row", "run"} {
		list, err := filepath.Glob(filepath.Join(root(t), "core/experiment/*", start+"*.go"))
		require.NoError(t, err)
		files = append(files, list...)
	}
	require.Greater(t, len(files), 20)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, spec := range parsed.Imports {
			dep := strings.Trim(spec.Path.Value, `"`)
			require.NotRegexp(t, `^(shadowtime/core/(report|base/stats)|gonum.org)(/|$)`, dep, file)
		}
	}
}

// A line of markup is as long as a reviewer reads without scrolling.
func TestMarkupHasShortLines(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root(t), "ui", "*.vugu"))
	require.NoError(t, err)
	deeper, err := filepath.Glob(filepath.Join(root(t), "ui", "*", "*.vugu"))
	require.NoError(t, err)
	files = append(files, deeper...)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			require.LessOrEqual(t, utf8.RuneCountInString(line), 120, "%s:%d", file, i+1)
		}
	}
}

// What stands beside the code is a short list: files left over by a trial do not
// get in unseen.
func TestTheTopHoldsWhatItShould(t *testing.T) {
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = root(t)
	out, err := list.Output()
	if err != nil {
		t.Skip("no git here, or no repository: " + err.Error())
	}
	allowed := []string{".ci", ".gitattributes", ".gitignore", "LICENSE", "README.md", "build.sh", "core", "findings", "go.mod", "go.sum",
		"public", "ui", "wasm"}
	for _, file := range strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }) {
		top, _, _ := strings.Cut(file, "/")
		require.Contains(t, allowed, top)
	}
}
