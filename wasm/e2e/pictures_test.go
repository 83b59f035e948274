package e2e

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// The documentation's pictures of whole views, with the page's head, on the example.
// go test ./wasm/e2e -run TestThePicturesOfTheDocumentation -update takes them anew.
func TestThePicturesOfTheDocumentation(t *testing.T) {
	if !*fixture.Update {
		t.Skip("pictures are taken anew with -update alone")
	}
	for _, x := range []struct {
		name, query   string
		width, height int
	}{{"decide", "?demo=sample&view=decide", 1200, 1240}, {"answer", "?demo=sample", 1200, 1500},
		{"tune", "?demo=sample&view=tune", 1200, 1800}, {"predict", "?demo=sample&view=predict", 1200, 1400},
		{"learn", "?demo=sample&view=learn", 1200, 1400}, {"cluster", "?demo=sample&view=cluster", 1200, 1500},
		{"train", "?demo=spread", 1200, 1300}} {
		p := open(t, x.query)
		p.waitState("done")
		p.dress(int64(x.width), "light")
		p.picture(x.name, chromedp.FullScreenshot(100), x.width, x.height)
	}
	p := open(t, "?view=little")
	p.dress(1120, "light")
	p.click(".little-preset")
	for range 7 {
		p.press("←")
	}
	p.wait(`document.querySelector(".little-said").textContent.startsWith("Step 6 of 12")`)
	p.picture("little", chromedp.Screenshot(chromedp.CSS(".view-little")), 1072, 2200)
	p = open(t, "?view=replay")
	p.dress(1120, "light")
	p.upload(fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz"))
	p.wait(`document.querySelector(".replay-two")?.checkVisibility()`)
	p.set("replay-find", "4034")
	p.wait(`document.querySelector(".replay-told")`)
	p.picture("replay", chromedp.Screenshot(chromedp.CSS(".view-replay .evidence")), 1072, 1260)
}

// picture writes the top of a picture that is taken into the documentation.
func (p *page) picture(name string, taken chromedp.Action[[]byte], width, height int) {
	p.t.Helper()
	frames(p)
	shot, err := chromedp.Run(p.ctx, taken)
	require.NoError(p.t, err)
	whole, err := png.Decode(bytes.NewReader(shot))
	require.NoError(p.t, err)
	require.GreaterOrEqual(p.t, whole.Bounds().Dy(), height)
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestCompression}
	require.NoError(p.t, e.Encode(&b, fewColours(whole, width, height)))
	require.NoError(p.t, os.WriteFile("../../public/docs/"+name+".png", b.Bytes(), 0o644))
}

// fewColours is the top of a picture in its 256 most frequent colours: a third of the bytes,
// and alike to the eye.
func fewColours(whole image.Image, width, height int) *image.Paletted {
	often := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(whole.At(x, y)).(color.RGBA) }
	for y := range height {
		for x := range width {
			often[at(x, y)]++
		}
	}
	key := func(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
	list := slices.SortedFunc(maps.Keys(often), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(often[b], often[a]), cmp.Compare(key(a), key(b)))
	})
	var palette color.Palette
	for _, c := range list[:min(256, len(list))] {
		palette = append(palette, c)
	}
	nearest := map[color.RGBA]uint8{}
	for _, c := range list {
		nearest[c] = uint8(palette.Index(c))
	}
	out := image.NewPaletted(image.Rect(0, 0, width, height), palette)
	for y := range height {
		for x := range width {
			out.SetColorIndex(x, y, nearest[at(x, y)])
		}
	}
	return out
}
