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
		shot, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
		require.NoError(t, err)
		whole, err := png.Decode(bytes.NewReader(shot))
		require.NoError(t, err)
		require.GreaterOrEqual(t, whole.Bounds().Dy(), x.height)
		var b bytes.Buffer
		e := png.Encoder{CompressionLevel: png.BestCompression}
		require.NoError(t, e.Encode(&b, fewColours(whole, x.width, x.height)))
		require.NoError(t, os.WriteFile("../../public/docs/"+x.name+".png", b.Bytes(), 0o644))
	}
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
