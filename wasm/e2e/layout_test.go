package e2e

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/wasm/browser"
)

// fonts are families of which one alone is installed, with their folders and Debian's packages.
var fonts = []struct{ name, serif, sans, dir, in string }{
	{"DejaVu", "DejaVu Serif", "DejaVu Sans", "/usr/share/fonts/truetype/dejavu", "fonts-dejavu-core"},
	{"Liberation", "Liberation Serif", "Liberation Sans", "/usr/share/fonts/truetype/liberation", "fonts-liberation"},
	{"Noto", "Noto Serif", "Noto Sans", "/usr/share/fonts/truetype/noto", "fonts-noto-core"},
}

// fontsAlone is a tab of a browser that finds the fonts of one folder.
func fontsAlone(t *testing.T, serif, sans, dir, in string) context.Context {
	t.Helper()
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the fonts are not installed: apt-get install " + in)
	}
	conf := filepath.Join(t.TempDir(), "fonts.conf")
	require.NoError(t, os.WriteFile(conf, fmt.Appendf(nil, `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
		<dir>%s</dir><cachedir>%s</cachedir>
		<alias><family>serif</family><prefer><family>%s</family></prefer></alias>
		<match><edit name="family" mode="append_last"><string>%s</string></edit></match></fontconfig>`, dir, t.TempDir(), serif, sans), 0o644))
	return browser.Own(t, "FONTCONFIG_FILE="+conf)
}

// still is the sum of layout shifts below which nothing was seen to move.
const still = 0.02

// stoodStill holds that no more than that moved by itself since the page was opened.
func (p *page) stoodStill(most float64) {
	p.t.Helper()
	sum, what := p.shifts()
	p.t.Logf("layout shift %.4f", sum)
	for _, line := range what {
		p.t.Log(line)
	}
	assert.Less(p.t, sum, most)
	// the sentence fits the room that was kept for it
	assert.Empty(p.t, eval[[]string](p, `[...document.querySelectorAll(".said:has(> .to-come:not([hidden]))")].filter(e => e.checkVisibility()).map(e =>
		[...e.children].map(c => Math.max(0, ...[...c.querySelectorAll("p")].map(x => x.getBoundingClientRect().bottom - e.getBoundingClientRect().top)))).filter(([said, room]) => said > room + 1).map(String)`))
}

// Nothing moves by itself from the drop to the answer, nor in a frame of another page, whatever the fonts are.
func TestNothingJumpsFromTheDropToTheAnswer(t *testing.T) {
	t.Parallel()
	fixture.Rare(t)
	address := httptest.NewServer(built(t))
	t.Cleanup(address.Close)
	for _, f := range fonts {
		t.Run(f.name, func(t *testing.T) {
			own := fontsAlone(t, f.serif, f.sans, f.dir, f.in)
			for _, width := range []int64{390, 768, 1440} {
				visit := func(t *testing.T, query string) *page {
					tab, stop := chromedp.NewContext(own, chromedp.WithNewBrowserContext())
					t.Cleanup(stop)
					require.NoError(t, chromedp.Do(tab, chromedp.EmulateViewport(width, 844)))
					return openIn(t, tab, address.URL, query)
				}
				t.Run(strconv.FormatInt(width, 10), func(t *testing.T) {
					p := visit(t, "?"+few)
					// pressed by a mouse: what a press moves at once is no jump
					p.wait(`document.querySelector("[data-act=sample]")?.checkVisibility()`)
					p.do(chromedp.Click(chromedp.CSS("[data-act=sample]")))
					p.answered()
					p.stoodStill(still)
					for _, theme := range []string{"light", "dark"} {
						p.shot("answer-"+f.name, width, theme)
					}
				})
				for _, query := range []string{"embed=decide&demo=sample&" + few,
					"embed=compare&demo=sample&orders=spf&resamples=4&weeks=2", "embed=little"} {
					t.Run(strconv.FormatInt(width, 10)+" "+query, func(t *testing.T) {
						p := visit(t, "?"+query)
						if query != "embed=little" {
							p.waitState("done")
						}
						p.stoodStill(still)
					})
				}
			}
		})
	}
}
