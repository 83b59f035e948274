package e2e

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/fixture"
	"shadowtime/wasm/browser"
)

// The tests of everything that decides a figure pass as WASM in the browser: both sides
// compute the same. Those of golden bytes, which reports of every kind have, stand for
// all of them unless those that take long are asked for.
func TestTheCorePassesInTheBrowser(t *testing.T) {
	browser.Need(t)
	runner := filepath.Join(t.TempDir(), "wasmtest")
	if out, err := exec.Command("go", "build", "-o", runner, "shadowtime/wasm/wasmtest").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	only, packages := "^(Test|Fuzz)", testedPackages(t)
	for _, must := range []string{"sim", "swf", "compare", "comparison", "selection", "tuning", "foresight", "regression", "windowing", "placement", "paired", "cluster", "agent", "training"} {
		require.Contains(t, packages, "shadowtime/core/"+must)
	}
	if !fixture.Every() {
		only = golden
		packages = slices.DeleteFunc(packages, func(p string) bool { return !slices.Contains(withGolden(), p) })
		require.Greater(t, len(packages), 10)
	}
	skip := "^$"
	if os.Getenv("SHADOWTIME_CAMPAIGNS") == "" {
		skip = "^(" + strings.Join(seldom(t), "|") + ")$"
	}
	// what only a debugger reads would be linked and loaded for each package; of
	// random traces a sixth is enough to tell the platforms apart
	cmd := exec.Command("go", append([]string{"test", "-count=1", "-short", "-ldflags=-s -w", "-vet=off", "-run", only, "-skip", skip, "-exec", runner}, packages...)...)
	cmd.Env = append(cmd.Environ(), "GOOS=js", "GOARCH=wasm", "SHADOWTIME_DEVTOOLS="+browser.Listening(t))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// golden are the names of tests that hold a report, a log or a model to its bytes.
const golden = "Test.*(Bytes|Digits).*(EveryPlatform|Everywhere)"

// withGolden are the packages that have them.
var withGolden = sync.OnceValue(func() []string {
	out, _ := exec.Command("git", "grep", "-lE", "^func "+golden+`\(`, "--", ":/core").Output() // none is an error
	var list []string
	for line := range strings.Lines(string(out)) {
		_, folder, _ := strings.Cut(path.Dir(strings.TrimSpace(line)), "core/")
		list = append(list, "shadowtime/core/"+folder)
	}
	return list
})

// seldom are the slowest tests of laws that follow from equal bytes: of coverage, of
// sentences and legibility, of slow readings. The browser passes them where campaigns are
// asked for.
func seldom(t *testing.T) []string {
	t.Helper()
	list := []string{
		"TestAReplayDoesNotAllocate", "TestATallListEqualsAListOfThousands", "TestStrategiesEqualTheirSlowReading",
		"TestTheSelectionsSentence", "TestTheSelectionsEvidenceAgreesWithIt", "TestWhereNothingHelpsASentenceRarelyClaimsIt", "TestTheBestFixedOrderHasTheIntervalOfItsOwnRow",
		"TestCoverageOfTheThreeIntervals", "TestCoverageOfRegrets", "TestTheIntervalOfTheLogsWeeksCoversTheMachine",
		"TestEveryConfigurationMakesALawfulLog", "TestChartsOfTheStudyAreLegibleInBothWidths", "TestARunIsLegibleAtEveryWidth",
	}
	for _, name := range list {
		out, err := exec.Command("git", "grep", "-q", "func "+name+"(", "--", ":/core").CombinedOutput()
		require.NoError(t, err, "no test is called %s: %s", name, out)
	}
	return list
}

// onlyNatively are the packages of core that a browser does not run, some of which serve,
// and charts, which decide no figure.
var onlyNatively = []string{"cmd/", "internal/", "tracefile", "mirror", "plot"}

// testedPackages are the others that have tests.
func testedPackages(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .TestImports " "}} {{join .XTestImports " "}}`, "shadowtime/core/...").Output()
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
