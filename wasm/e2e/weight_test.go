package e2e

import (
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/wasm/browser"
)

// heaviest is what the page's program may weigh, in bytes, as a library packs it at its best: 18 % more than as it is
// given away (wasm/pack/zstd.go). Who adds what a visitor loads raises it, and says in the commit what for.
const heaviest = 4_454_000

func TestThePageStaysWithinItsWeight(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	browser.Public(t)
	program, err := packed()
	require.NoError(t, err)
	t.Logf("%d of %d bytes", len(program), heaviest)
	require.LessOrEqual(t, len(program), heaviest)
}

// packed is the page's program as the library packs it at its best, however the built page has it.
var packed = sync.OnceValues(func() ([]byte, error) {
	program, err := unpacked()
	if err != nil {
		return nil, err
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(1<<25))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return z.EncodeAll(program, nil), nil
})

// The module's 30 MB are held once a tab, by the browser, which shares them with the workers:
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
