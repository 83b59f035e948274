package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// clocks are the files of tests that look at one, and why they may.
var clocks = map[string]string{
	"core/cluster/alloc_test.go":            "a bound of speed, at night",
	"core/cmd/shadowtime/keep_test.go":      "the limit of a wait for another process",
	"core/experiment/compare/bench_test.go": "a benchmark",
	"core/slurm/set/setup_test.go":          "the limit of a wait for a private Slurm",
	"core/sim/clock_linux_test.go":          "benchmarks",
	"core/sim/clock_other_test.go":          "benchmarks",
	"core/slurm/follow/experiment_test.go":  "an experiment with a private Slurm that is asked for alone",
	"wasm/e2e/alive_test.go":                "the page's own timers, which the test lets run out",
	"wasm/e2e/campaign_test.go":             "prints how long campaigns take, at night",
	"wasm/e2e/first_test.go":                "layout, at night",
	"wasm/e2e/harness_test.go":              "pictures, and what is drawn at a size",
	"core/internal/house/clock_test.go":     "this list",
}

// A test that fails because a machine is slow tells nothing of the program: each wait ends with what
// is waited for.
func TestNoTestLooksAtAClock(t *testing.T) {
	looks := regexp.MustCompile(`\btime\.(Now|Since|After|AfterFunc|Sleep|Tick|NewTicker|NewTimer)\b|\bEventually\(|` +
		`performance\.now|requestAnimationFrame|setTimeout|setInterval`)
	seen := map[string]bool{}
	for _, file := range goFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root(t), file))
		require.NoError(t, err)
		if found := looks.Find(text); found != nil {
			seen[file] = true
			require.NotEmpty(t, clocks[file], "%s has %s: wait for what is waited for, or say here why not", file, found)
		}
	}
	for file := range clocks {
		require.True(t, seen[file], "%s looks at no clock: take it from the list", file)
	}
}
