package e2e

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/wasm/browser"
)

// The tests of everything that decides a figure pass as WASM in the browser: both sides
// compute the same. In the nearer sets the tests of each view hold the page's figures to the
// command's.
func TestTheCorePassesInTheBrowser(t *testing.T) {
	fixture.Rare(t)
	browser.Need(t)
	runner := filepath.Join(t.TempDir(), "wasmtest")
	if out, err := exec.Command("go", "build", "-o", runner, "shadowtime/wasm/wasmtest").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	packages := testedPackages(t)
	require.Contains(t, packages, "shadowtime/core/sim")
	// what only a debugger reads would be linked and loaded for each package; of
	// random traces a sixth is enough to tell the platforms apart. The engines do without
	// tests of bounds, as in the page.
	cmd := exec.Command("go", append([]string{"test", "-gcflags=shadowtime/core/sim=-B", "-gcflags=shadowtime/core/sim/order=-B",
		"-gcflags=shadowtime/core/base/exp=-B", "-gcflags=shadowtime/core/cluster=-B", "-count=1", "-short",
		"-ldflags=-s -w", "-vet=off", "-run", "^(Test|Fuzz)", "-exec", runner}, packages...)...)
	cmd.Env = append(cmd.Environ(), "GOOS=js", "GOARCH=wasm", "SHADOWTIME_DEVTOOLS="+browser.Listening(t))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// onlyNatively are the packages of core that a browser does not run, some of which serve,
// and charts, which decide no figure.
var onlyNatively = []string{"cmd/", "internal/", "job/tracefile", "job/mirror", "report/plot", "study/desk"}

// testedPackages are the others that have tests.
func testedPackages(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .TestImports " "}} {{join .XTestImports " "}}`,
		"shadowtime/core/...").Output()
	require.NoError(t, err)
	var list []string
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		natively := slices.ContainsFunc(onlyNatively, func(p string) bool { return strings.HasPrefix(f[0], "shadowtime/core/"+p) })
		if slices.Contains(f[1:], "testing") && !natively {
			list = append(list, f[0])
		}
	}
	return list
}
