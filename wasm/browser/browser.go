// Package browser finds and drives a headless Chromium, or Firefox, for tests. No user of
// the page or the command needs it.
package browser

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
)

// names under which a Chromium may be found.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// Find returns the path of a Chromium.
func Find() (string, bool) { return find("SHADOWTIME_CHROMIUM", names) }

// find looks for a program: what the variable names, or the first of the names.
func find(variable string, names []string) (string, bool) {
	if p := os.Getenv(variable); p != "" {
		return p, true
	}
	for _, n := range names {
		if p, err := exec.LookPath(n); err == nil {
			return p, true
		}
	}
	return "", false
}

// Required says whether a missing browser is an error.
func Required() bool { return os.Getenv("SHADOWTIME_BROWSER") == "required" }

// Need returns the path of a Chromium. Without one the test is skipped, or
// fails where one is required.
func Need(t testing.TB) string {
	t.Helper()
	path, ok := Find()
	if !ok {
		if Required() {
			t.Fatal("no Chromium was found, and SHADOWTIME_BROWSER=required: install chromium or set SHADOWTIME_CHROMIUM to its path")
		}
		t.Skip("NO CHROMIUM WAS FOUND: this browser test was not run; install chromium or set SHADOWTIME_CHROMIUM to its path")
	}
	return path
}

// shared is the browser that the tests of a package have in common, to start one takes
// longer than most of them, and tabs of it that stay: the first, and those that no test has now.
var shared struct {
	once     sync.Once
	ctx, tab context.Context
	stop     func()
	err      error

	mu   sync.Mutex
	free []context.Context
}

// New opens a tab and returns its context. It ends with the test. Whoever uses it calls
// Close after the last one. All of them are of one process, in which a program that one
// has compiled is there for the next, and of one visitor: what pages keep is apart where
// their servers are.
func New(t testing.TB) context.Context {
	t.Helper()
	share(t)
	return Beside(t, shared.tab)
}

// Alone opens a tab of Chromium as New does, but of a visitor and a process of its own.
func Alone(t testing.TB) context.Context {
	t.Helper()
	share(t)
	return ending(t, shared.ctx, chromedp.WithNewBrowserContext())
}

// Lasting is a tab that stays until Close, for whoever asked.
func Lasting(t testing.TB) context.Context {
	t.Helper()
	share(t)
	tab, err := take()
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// Borrowed is a tab that stays until Close, and that the test alone has until it ends: to open one costs a third
// of what a page does. It then shows nothing and is as it was; what listens to it ends.
func Borrowed(t testing.TB) context.Context {
	t.Helper()
	tab := Lasting(t)
	ctx, stop := context.WithCancel(tab)
	t.Cleanup(func() {
		stop()
		if t.Failed() {
			return
		}
		if err := clear(tab); err != nil {
			t.Error(err)
			return
		}
		shared.mu.Lock()
		defer shared.mu.Unlock()
		shared.free = append(shared.free, tab)
	})
	return ctx
}

// take is a tab that no test has.
func take() (context.Context, error) {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if n := len(shared.free); n > 0 {
		tab := shared.free[n-1]
		shared.free = shared.free[:n-1]
		return tab, nil
	}
	// a visitor each, and so a process: tests that go on side by side would wait for one main thread
	tab, _ := chromedp.NewContext(shared.ctx, chromedp.WithNewBrowserContext())
	return tab, chromedp.Do(tab)
}

// clear takes back what a test did to a tab.
func clear(tab context.Context) error {
	if err := chromedp.Do(tab, chromedp.Navigate("about:blank"), chromedp.EmulateReset()); err != nil {
		return err
	}
	_, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	if err == nil {
		_, err = chromedp.Call(tab, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 1})
	}
	return err
}

// Beside opens a tab of the same visitor as another's, which ends with the test.
func Beside(t testing.TB, tab context.Context) context.Context {
	t.Helper()
	return ending(t, tab)
}

// ending opens a tab that ends with the test.
func ending(t testing.TB, of context.Context, how ...chromedp.ContextOption) context.Context {
	t.Helper()
	ctx, stop := chromedp.NewContext(of, how...)
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // waits for the tab to end
		stop()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// share starts the browser, once.
func share(t testing.TB) {
	t.Helper()
	path := Need(t)
	shared.once.Do(func() {
		if shared.ctx, shared.stop, shared.err = Start(path); shared.err == nil {
			shared.tab, _ = chromedp.NewContext(shared.ctx, chromedp.WithNewBrowserContext())
			shared.err = chromedp.Do(shared.tab)
			shared.free = append(shared.free, shared.tab)
		}
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
}

// Own starts a browser of the test's own, with these variables in its environment, and opens a tab. It ends with
// the test.
func Own(t testing.TB, env ...string) context.Context {
	t.Helper()
	ctx, _, stop, err := start(Need(t), chromedp.Env(env...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return ctx
}

// Listening starts a browser of which other programs open tabs, with Attach, and returns
// the address that it listens at. It ends with the test.
func Listening(t testing.TB) string {
	t.Helper()
	_, profile, stop, err := start(Need(t), remote.WebSocket, chromedp.Flag("remote-debugging-port", "0"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	b, err := os.ReadFile(filepath.Join(profile, "DevToolsActivePort"))
	if err != nil {
		t.Fatal(err)
	}
	port, path, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	return "ws://127.0.0.1:" + port + path
}

// Attach opens a tab in the browser that listens at an address; what it returns closes
// that tab alone.
func Attach(address string) (context.Context, func(), error) {
	alloc, stopAlloc := remote.NewAllocator(context.Background(), address, remote.NoModifyURL)
	ctx, stop := chromedp.NewContext(alloc)
	end := func() {
		stop()
		stopAlloc()
		chromedp.FromContext(ctx).Allocator.Wait()
	}
	if err := chromedp.Do(ctx); err != nil {
		end()
		return nil, nil, err
	}
	return ctx, end, nil
}

// Close ends the browser that New started, if it did. After Adopt it also waits for whatever browsers
// have left: it is called last.
func Close() {
	if shared.stop != nil {
		shared.stop()
		reap()
	}
}

// Start starts the browser at path with a fresh profile and opens a tab.
func Start(path string) (context.Context, func(), error) {
	ctx, _, stop, err := start(path)
	return ctx, stop, err
}

func start(path string, more ...chromedp.ExecAllocatorOption) (_ context.Context, profile string, _ func(), _ error) {
	profile, err := os.MkdirTemp("", "shadowtime-browser-")
	if err != nil {
		return nil, "", nil, err
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.UserDataDir(profile),
		chromedp.Flag("disable-quic", true),
		// each process would compile and warm up the page's program anew
		chromedp.Flag("process-per-site", true),
		chromedp.Flag("disable-component-update", true),
		// a second of processor time a tab went into what pops up under an address bar that nobody sees; a page
		// that is left need not be held for who goes back
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup,BackForwardCache"),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.WindowSize(1440, 1000),
		chromedp.WSURLReadTimeout(time.Minute),
	)
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), append(opts, more...)...)
	ctx, stop := chromedp.NewContext(alloc)
	end := func() {
		_ = chromedp.Cancel(ctx) // waits for the browser to end
		stop()
		stopAlloc()
		_ = os.RemoveAll(profile)
	}
	if err := chromedp.Do(ctx); err != nil { // there is no browser that could be waited for
		stop()
		stopAlloc()
		_ = os.RemoveAll(profile)
		return nil, "", nil, err
	}
	return ctx, profile, end, nil
}

// Public is the folder of the page; the test fails when it is not built.
func Public(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("the project's folder was not found")
		}
		dir = up
	}
	public := filepath.Join(dir, "public")
	for _, f := range []string{"shadowtime.wasm.zst", "wasm_exec.js", "vugu.js"} {
		if _, err := os.Stat(filepath.Join(public, f)); err != nil {
			t.Fatalf("%s is not built: run ./build.sh build first", f)
		}
	}
	return public
}
