package e2e

import (
	"bytes"
	"compress/gzip"
	"path/filepath"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/wasm/browser"
)

// What a visitor loads, in bytes as they are sent: three views and their studies
// weigh 2.4 megabytes at most, and each further view has its budget. So has what
// views share beyond them.
const (
	threeViews  = 2_400_000
	furtherView = 150_000
	readers     = 232_000 // of accounting files, tables, workloads and Parquet, what unpacks them, weeks of large logs
	imports     = 50_000  // how a file is read: what is asked, the account of it, saving it
	machines    = 120_000 // of unequal processors: descriptions, engine, agents
	sharing     = 60_000  // answers in links, and what checks them
	filing      = 80_000  // studies and reports as files
	asking      = 21_000  // questions that wait for one another, and the answers of a visit, two of them side by side
	keeping     = 45_000  // logs and results kept in the browser
	stepping    = 56_000  // what a scheduler saw, who overtook whom, what a schedule's colours mean
	likeness    = 62_000  // a log's own schedule, how near the simulator comes to it, and what two schedules differ in
	elsewhere   = 58_000  // questions for other machines and pages, rows from them, and logs that links name
	queues      = 23_000  // long queues of formulas, searched instead of computed, and orders that see the machine
	holding     = 248_000 // what jobs waited for, the rules that held them and an answer obeys, and what another rule or users would do
	guarding    = 82_000  // safe learning among pairs and settings, exercises, site files as rules, data sets by columns
	meeting     = 32_000  // replays shared from equal states, raw and corrected figures, one range for a name, silent mistakes
	vectors     = 151_000 // nodes of CPUs, memory and GPUs, preemption and its plans, what slurmctld refuses, and what is not modelled
)

// packed is the page's program as any gzip -9 packs it, however the built page has it: our own
// encoder makes it a twentieth smaller.
var packed = sync.OnceValues(func() ([]byte, error) {
	program, err := unpacked()
	if err != nil {
		return nil, err
	}
	return gzipped(program, gzip.BestCompression)
})

func gzipped(content []byte, level int) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, level)
	if err != nil {
		return nil, err
	}
	if _, err = z.Write(content); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

func TestThePageStaysWithinItsWeight(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	public := browser.Public(t)
	program, err := packed()
	require.NoError(t, err)
	views, err := filepath.Glob(filepath.Join(filepath.Dir(public), "ui", "*", "view.go"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(views), 3)
	budget := int64(threeViews + readers + imports + machines + sharing + filing + asking + keeping + stepping + likeness + elsewhere +
		queues + holding + guarding + meeting + vectors + furtherView*(len(views)-3))
	t.Logf("%d of %d bytes", len(program), budget)
	require.LessOrEqual(t, int64(len(program)), budget)
}

// The module's 20 MB are held once a tab, by the browser, which shares them with the workers:
// the page lets go of the bytes that it compiled.
func TestTheTabHoldsTheModuleOnce(t *testing.T) {
	fixture.Long(t)
	p := openAlone(t, "") // of a process all that its tabs hold is counted
	_, err := chromedp.Call(p.ctx, heapprofiler.CollectGarbage, cdp.Empty{})
	require.NoError(t, err)
	held, err := chromedp.Call(p.ctx, runtime.GetHeapUsage, cdp.Empty{})
	require.NoError(t, err)
	require.Less(t, held.BackingStorageSize, 5e6)
}
