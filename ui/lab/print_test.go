package lab

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/report/plot"
)

func TestAPNGFileSaysItsResolution(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))))
	out := Resolved(b.Bytes(), 600)
	at := bytes.Index(out, []byte("pHYs"))
	require.Equal(t, 37, at, "right after the header, before the data")
	require.Equal(t, uint32(23622), binary.BigEndian.Uint32(out[at+4:]))
	require.Equal(t, crc32.ChecksumIEEE(out[at:at+13]), binary.BigEndian.Uint32(out[at+13:]))
	m, err := png.Decode(bytes.NewReader(out))
	require.NoError(t, err)
	require.Equal(t, 3, m.Bounds().Dx())
	require.Equal(t, []byte("no"), Resolved([]byte("no"), 300))
}

func TestAPaperIsWhiteInMillimetresAndAsksForMoreDots(t *testing.T) {
	draw := func(s size) string {
		f := s.frame
		f.Title, f.Subtitle = "SPF waits least", "of two"
		return (&plot.Forest{Frame: f, Rows: []plot.ForestRow{{Name: "SPF", Mid: -0.2, Low: -0.3, High: -0.1},
			{Name: "FCFS", Baseline: true}}}).SVG()
	}
	for i, width := range []string{`width="924"`, `width="89mm"`, `width="140mm"`, `width="183mm"`} {
		svg := draw(sizes[i])
		require.Contains(t, svg, width)
		require.NotContains(t, svg, "var(--")
		require.Equal(t, i > 0, !strings.Contains(svg, ">SPF waits least</text>"), "on paper the title is the caption's")
		if i > 0 {
			require.Equal(t, 600, Resolution(svg))
			require.Contains(t, svg, `fill="#ffffff"`)
			require.Contains(t, svg, `font-family="Helvetica, `, "a journal asks for fonts by their names")
			require.Contains(t, caption(svg), `<b>SPF waits least.</b> of two. change in total waiting`)
		} else {
			require.Equal(t, 300, Resolution(svg))
		}
	}
}
