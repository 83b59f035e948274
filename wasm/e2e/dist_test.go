package e2e

import (
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/ui"
	"shadowtime/wasm/browser"
)

// givenAway is the folder that the build gives away, made once, in a hurry.
var givenAway = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "shadowtime-dist-")
	if err != nil {
		return "", err
	}
	temporary = append(temporary, dir)
	public := filepath.Join(dir, "public")
	program, err := packed()
	if err == nil {
		err = os.CopyFS(public, os.DirFS(builtPublic))
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(public, "shadowtime.wasm.zst"), program, 0o644)
	}
	if err != nil {
		return "", err
	}
	cmd := exec.Command("go", "run", "shadowtime/wasm/dist", "-public", public, "-out", dir, "-quality", "1")
	cmd.Stderr = os.Stderr
	return dir, cmd.Run()
})

var builtPublic string

func dist(t *testing.T) string {
	t.Helper()
	builtPublic = browser.Public(t)
	// read here, so that a change of it has the tests run again
	require.NoError(t, fs.WalkDir(os.DirFS("../dist"), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		_, err = os.ReadFile(filepath.Join("../dist", name))
		return err
	}))
	dir, err := givenAway()
	require.NoError(t, err)
	return dir
}

// maxSingle is what the one file may weigh with the program packed as here, nearly a megabyte more than as it is given
// away: a mail, which makes it a third longer, still carries it where ten megabytes are allowed.
const maxSingle = 5_615_000

func TestTheOneFileComputesWithoutAnyRequest(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	file := filepath.Join(dist(t), "shadowtime.html")
	info, err := os.Stat(file)
	require.NoError(t, err)
	t.Logf("%d of %d bytes", info.Size(), maxSingle)
	require.LessOrEqual(t, info.Size(), int64(maxSingle))

	url := "file://" + file
	p := &page{t: t, ctx: browser.New(t), url: url}
	p.listen()
	p.do(chromedp.Navigate(url + "?demo=sample&weeks=4&resamples=2"))
	p.waitState("done")
	p.requireSame("--weeks", "4", "--resamples", "2", sample(t, ui.SampleJobs, ui.SampleSeed))
	require.Equal(t, url, eval[string](p, `location.href.split("?")[0]`))

	// the documentation is in it, and its links lead through it
	shown := func(of string) string {
		return eval[string](p, `(document.querySelector("dialog.document[open] div")?.shadowRoot.querySelector("`+of+
			`")?.textContent || "")`)
	}
	eval[bool](p, `(document.querySelector('.colophon a[href="docs/evidence.html"]').click(), true)`)
	p.wait(`document.querySelector("dialog.document[open]")`)
	require.Contains(t, shown("h1"), "What the evidence is worth")
	p.shots("one-file-document")
	p.lookAt("a document of the one file")
	eval[bool](p, `(document.querySelector("dialog.document div").shadowRoot.querySelector('a[href="method.html"]').click(), true)`)
	p.wait(`document.querySelector("dialog.document div").shadowRoot.querySelector("h1").textContent.startsWith("How")`)
	links := eval[[]string](p,
		`[...document.querySelector("dialog.document div").shadowRoot.querySelectorAll("a[href]")].map(a => a.getAttribute("href"))`)
	require.Greater(t, len(links), 5)
	eval[bool](p, `(document.querySelector("dialog.document div").shadowRoot.querySelector('a[href="../index.html"]').click(), true)`)
	p.wait(`!document.querySelector("dialog.document").open`)
	require.Equal(t, "done", p.state())
	for _, missing := range []string{"docs/tour.html", "course/index.html"} {
		eval[bool](p, `(document.querySelector('.colophon a[href="`+missing+`"]').click(), true)`)
		p.wait(`document.querySelector("dialog.document[open]")`)
		require.Equal(t, "Not in this file", shown("h1"))
		eval[bool](p, `(document.querySelector("dialog.document").close(), true)`)
	}

	// and those to a view show that, with the log that is in sight
	eval[bool](p, `(document.querySelector('.colophon a[href="docs/embed.html"]').click(), true)`)
	p.wait(`document.querySelector("dialog.document[open] div").shadowRoot.querySelector("#views")`)
	eval[bool](p, `(document.querySelector("dialog.document div").shadowRoot.querySelector('a[href="../index.html?view=cluster"]').click(), true)`)
	p.wait(`!document.querySelector("dialog.document").open && document.querySelector(".view-cluster")`)
	require.Equal(t, "loaded", p.state())

	p.mu.Lock()
	defer p.mu.Unlock()
	require.Empty(t, p.failures)
	for i, r := range p.requests {
		if i > 0 { // the file itself
			require.True(t, strings.HasPrefix(r, "blob:") || strings.HasPrefix(r, "data:"), "a request: %s", r)
		}
	}
}

// A course site may show the one file in a frame that has no origin: no storage, no
// locks, no address to write.
func TestTheOneFileRunsInASandbox(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	text, err := os.ReadFile(filepath.Join(dist(t), "shadowtime.html"))
	require.NoError(t, err)
	p := openAt(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "sandbox allow-scripts")
		_, _ = w.Write(text)
	}), "?demo=sample&weeks=4&resamples=2&orders=FCFS,SAF")
	p.waitState("done")
	require.Equal(t, "null", eval[string](p, `self.origin`))
	require.Len(t, p.results(), 2)
}
