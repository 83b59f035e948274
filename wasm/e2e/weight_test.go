package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/wasm/browser"
)

// What a visitor loads, in bytes as they are sent: three views and their
// studies weigh three megabytes at most, and each further view has its budget.
const (
	threeViews  = 3_000_000
	furtherView = 150_000
)

func TestPageAndWorkerStayWithinTheirWeight(t *testing.T) {
	public := browser.Public(t)
	total := int64(0)
	for _, name := range []string{"page.wasm.gz", "worker.wasm.gz"} {
		info, err := os.Stat(filepath.Join(public, name))
		require.NoError(t, err)
		t.Logf("%s: %d bytes", name, info.Size())
		total += info.Size()
	}
	views, err := filepath.Glob(filepath.Join(filepath.Dir(public), "ui", "*", "view.vugu"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(views), 3)
	budget := int64(threeViews + furtherView*(len(views)-3))
	t.Logf("together: %d of %d bytes", total, budget)
	require.LessOrEqual(t, total, budget)
}
