package house

import (
	"bufio"
	"bytes"
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

// level orders the core: a package imports only packages of lower levels.
// Formats and job at the bottom, sim above order, capabilities above sim,
// study above capabilities, the command on top.
var level = map[string]int{
	"core/wire": 0, "core/jsontext": 0, "core/packed": 0, "core/ranked": 0, "core/stream": 0, "core/figure": 0, "core/exp": 0, "core/order/expr": 0, "core/fixture": 0,
	"core/job": 1, "core/platform": 1, "core/paired": 1, "core/plot": 1, "core/paper": 2, "core/archive": 6, "core/plot/plottest": 0, "core/fixture/hostile": 0,
	"core/predict": 2, "core/swf": 2, "core/lublin": 2, "core/order": 2, "core/resample": 2, "core/metric": 2, "core/overview": 2,
	"core/finding": 2, "core/cluster": 2, "core/batsim": 3, "core/platform/drawn": 2, "core/account": 2, "core/account/accounttest": 3, "core/sacct": 3, "core/pbs": 3, "core/lsf": 3, "core/gridengine": 3, "core/csv": 3,
	"core/sim": 3, "core/format": 4, "core/conversion": 5, "core/tracefile": 5, "core/internal/oracle": 3,
	"core/sim/simtest": 4, "core/why": 4, "core/lanes": 4, "core/replay": 6, "core/contrast": 7, "core/little": 8, "core/belief": 6, "core/sim/simbench": 7, "core/bandit": 4, "core/triple": 6, "core/foresee": 7, "core/foresight": 8,
	"core/tariff": 1, "core/place": 6, "core/placement": 7, "core/window": 6, "core/windowing": 7, "core/regression": 8, "core/candidate": 9, "core/training": 8, "core/regressed": 10, "core/heterogeneous": 9,
	"core/study": 4, "core/keep": 5, "core/sbatch": 5, "core/protocol": 5, "core/site": 5, "core/train": 7, "core/mirror": 1, "core/mirror/mirrortest": 2,
	"core/compare": 6, "core/online": 6, "core/tune": 6, "core/regress": 6, "core/agent": 6, "core/report": 5,
	"core/published": 6, "core/comparison": 7, "core/selection": 7, "core/tuning": 7,
	"core/reproduction": 7, "core/prediction": 7, "core/study/studytest": 8, "core/fixture/shapes": 8,
	"core/cmd/shadowtime": 11,
}

// views are the folders of ui that are one view each.
func views(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(root(t), "ui"))
	require.NoError(t, err)
	var list []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != "lab" {
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
// a view may import nothing but lab, and what generated files call.
var may = map[string][]string{
	"ui":                 {"ui/lab", "ui/lab/node"},
	"ui/lab":             {"ui/lab/node"},
	"ui/lab/node":        {},
	"ui/lab/labtest":     {"ui", "ui/lab", "wasm/desk"},
	"wasm/page":          {"ui", "ui/lab", "ui/*", "wasm/desk", "wasm/pool", "wasm/worker"},
	"wasm/worker":        {"wasm/desk"},
	"wasm/desk":          {},
	"wasm/pool":          {},
	"wasm/pack":          {},
	"wasm/helper":        {},
	"wasm/dist":          {},
	"wasm/browser":       {},
	"wasm/edge":          {},
	"wasm/edge/edgetest": {},
	"wasm/wasmtest":      {"wasm/browser"},
	"wasm/e2e":           {},
}

func TestImportsPointDownwards(t *testing.T) {
	for _, v := range views(t) {
		may["ui/"+v] = []string{"ui/lab", "ui/lab/node"}
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
				require.Contains(t, level, pkg, "give %s its level in this test", pkg)
				require.Contains(t, level, dep, "give %s its level in this test", dep)
				require.Less(t, level[dep], level[pkg], "%s imports %s", pkg, dep)
				continue
			}
			if strings.HasPrefix(dep, "core/") {
				continue
			}
			allowed := slices.Contains(may[pkg], dep) || slices.Contains(may[pkg], "ui/*") && path.Dir(dep) == "ui"
			require.True(t, allowed, "%s imports %s: a view imports lab and its own core, ui declares what it needs, wasm puts it together", pkg, dep)
		}
	}
}

// kinds are the capabilities that the worker computes.
func kinds(t *testing.T) []string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root(t), "wasm/worker/main.go"))
	require.NoError(t, err)
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^\t\t(\w+)\.Kind\(\),$`).FindAllStringSubmatch(string(source), -1) {
		list = append(list, m[1])
	}
	require.NotEmpty(t, list)
	return list
}

// shownBy names the view of a kind that has none of its own.
var shownBy = map[string]string{"triple": "foresee", "window": "regress"}

// reported names the result package of a kind that takes what the rows hold, traces and
// starts, and not the rows.
var reported = map[string]string{"replay": "contrast"}

// A kind that a worker computes has gone through the conformance suite, its
// decoders are fuzzed, its reports have golden bytes (which also pass as WASM),
// and the built page is held to the command's figures.
func TestEveryKindConforms(t *testing.T) {
	read := func(elem ...string) string {
		b, err := os.ReadFile(filepath.Join(append([]string{root(t)}, elem...)...))
		require.NoError(t, err)
		return string(b)
	}
	direct := imports(t, "GOOS=js", "GOARCH=wasm")
	for _, kind := range kinds(t) {
		conform := read("core", kind, "conform_test.go")
		require.Contains(t, conform, "studytest.Subject[", kind)
		require.Contains(t, conform, ".Conforms(t)", kind)
		require.Contains(t, conform, ".Fuzz(f)", kind)
		results, view := 0, kind
		if of, ok := shownBy[kind]; ok {
			view = of
		}
		for _, dep := range direct["shadowtime/ui/"+view] {
			dep, ours := strings.CutPrefix(dep, "shadowtime/core/")
			builds := direct["shadowtime/core/"+dep]
			if !ours || dep != reported[kind] && !slices.Contains(builds, "shadowtime/core/"+kind) || !slices.Contains(builds, "shadowtime/core/report") {
				continue
			}
			results++ // a result package, which knows the kind's rows
			golden, err := filepath.Glob(filepath.Join(root(t), "core", dep, "testdata", "*.jsonl"))
			require.NoError(t, err)
			require.NotEmpty(t, golden, "core/%s has no golden bytes", dep)
		}
		require.NotZero(t, results, "ui/%s shows the reports of no result package", view)
		require.FileExists(t, filepath.Join(root(t), "wasm/e2e", view+"_test.go"), "the built page is not held to the command's figures")
	}
}

func TestTheCoreIsPure(t *testing.T) {
	banned := map[string]bool{"syscall/js": true, "unsafe": true, "os": true, "net": true, "net/http": true, "math/rand": true, "log": true}
	for pkg, list := range imports(t) {
		name := strings.TrimPrefix(pkg, "shadowtime/")
		if !strings.HasPrefix(name, "core/") || strings.HasPrefix(name, "core/cmd/") ||
			strings.HasPrefix(name, "core/internal/") || name == "core/tracefile" || name == "core/mirror" || name == "core/mirror/mirrortest" || name == "core/fixture" || name == "core/fixture/hostile" || name == "core/study/studytest" {
			continue
		}
		for _, dep := range list {
			require.False(t, banned[dep], "%s imports %s", name, dep)
		}
	}
}

// A worker computes rows: reports, charts and what draws them are the page's.
func TestAWorkerMakesNoReports(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "shadowtime/wasm/worker")
	cmd.Env = append(cmd.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	require.NoError(t, err)
	needs := imports(t)
	for _, dep := range strings.Fields(string(out)) {
		for _, ours := range []string{"core/report", "core/plot", "core/paired", "ui"} {
			require.False(t, dep == "shadowtime/"+ours || strings.HasPrefix(dep, "shadowtime/"+ours+"/"), "the worker links %s", dep)
		}
		// a capability's results are those that build on report
		require.NotContains(t, needs[dep], "shadowtime/core/report", "the worker links the results of %s", dep)
		require.False(t, strings.HasPrefix(dep, "gonum.org/"), "the worker links %s", dep)
	}
}

// A line of markup is as long as a reviewer reads without scrolling.
func TestMarkupHasShortLines(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root(t), "ui", "*.vugu"))
	require.NoError(t, err)
	deeper, err := filepath.Glob(filepath.Join(root(t), "ui", "*", "*.vugu"))
	require.NoError(t, err)
	files = append(files, deeper...)
	require.Greater(t, len(files), len(views(t)))
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
	allowed := []string{".ci", ".gitattributes", ".gitignore", "LICENSE", "README.md", "build.sh", "core", "go.mod", "go.sum", "public", "ui", "wasm"}
	for _, file := range strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }) {
		top, _, _ := strings.Cut(file, "/")
		require.Contains(t, allowed, top)
	}
}
