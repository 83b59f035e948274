package house

import (
	"bufio"
	"bytes"
	"os/exec"
	"strings"
	"testing"

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
	"core/wire": 0, "core/figure": 0, "core/exp": 0, "core/order/expr": 0, "core/fixture": 0,
	"core/job": 1, "core/paired": 1, "core/plot": 1,
	"core/swf": 2, "core/lublin": 2, "core/order": 2, "core/resample": 2, "core/metric": 2, "core/overview": 2,
	"core/sim": 3, "core/format": 3, "core/tracefile": 4, "core/internal/oracle": 3,
	"core/sim/simbench": 4, "core/bandit": 4,
	"core/study":   5,
	"core/compare": 6, "core/online": 6, "core/tune": 6, "core/report": 6,
	"core/comparison": 7, "core/selection": 7, "core/tuning": 7,
	"core/cmd/shadowtime": 9,
}

func TestImportsPointDownwards(t *testing.T) {
	for pkg, list := range imports(t, "GOOS=js", "GOARCH=wasm") {
		pkg = strings.TrimPrefix(pkg, "shadowtime/")
		for _, dep := range list {
			dep, ours := strings.CutPrefix(dep, "shadowtime/")
			if !ours {
				continue
			}
			switch {
			case strings.HasPrefix(pkg, "core/"):
				require.True(t, strings.HasPrefix(dep, "core/"), "%s imports %s: core knows nothing of ui and wasm", pkg, dep)
				require.Contains(t, level, pkg, "give %s its level in this test", pkg)
				require.Contains(t, level, dep, "give %s its level in this test", dep)
				require.Less(t, level[dep], level[pkg], "%s imports %s", pkg, dep)
			case pkg == "ui":
				require.True(t, strings.HasPrefix(dep, "core/"), "ui imports %s: it declares what it needs, wasm puts it together", dep)
			}
		}
	}
}

func TestTheCoreIsPure(t *testing.T) {
	banned := map[string]bool{"syscall/js": true, "unsafe": true, "os": true, "net": true, "net/http": true, "math/rand": true, "log": true}
	for pkg, list := range imports(t) {
		name := strings.TrimPrefix(pkg, "shadowtime/")
		if !strings.HasPrefix(name, "core/") || strings.HasPrefix(name, "core/cmd/") ||
			strings.HasPrefix(name, "core/internal/") || name == "core/tracefile" || name == "core/fixture" {
			continue
		}
		for _, dep := range list {
			require.False(t, banned[dep], "%s imports %s", name, dep)
		}
	}
}

// The worker is carried by every tab several times over: it stays free of what
// costs a tenth of a megabyte and more.
func TestTheWorkerIsSlim(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "shadowtime/wasm/worker")
	cmd.Env = append(cmd.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	require.NoError(t, err)
	for _, dep := range strings.Fields(string(out)) {
		for _, heavy := range []string{"fmt", "encoding/json", "compress/gzip", "crypto/sha256", "net/url", "regexp"} {
			require.NotEqual(t, heavy, dep, "the worker links %s", heavy)
		}
		require.False(t, strings.HasPrefix(dep, "gonum.org/"), "the worker links %s", dep)
	}
}
