package lab

import (
	"encoding/binary"
	"strings"

	"shadowtime/core/report/plot"
)

// size is a size that figures are handed out in.
type size struct {
	key, words string
	frame      plot.Frame
}

// sizes are for a screen, and for the columns of a journal: on paper the title
// is the caption's.
var sizes = []size{
	{"screen", "for a screen, 900 px", Standalone},
	{"single", "one column, 89 mm (3.5 in)", plot.Frame{Paper: 89, Standalone: true, Untitled: true}},
	{"middle", "one and a half, 140 mm", plot.Frame{Paper: 140, Standalone: true, Untitled: true}},
	{"double", "two columns, 183 mm", plot.Frame{Paper: 183, Standalone: true, Untitled: true}},
}

// sizeOf is the one of that key, "": for a screen.
func sizeOf(key string) size {
	for _, s := range sizes {
		if s.key == key {
			return s
		}
	}
	return sizes[0]
}

// sizeField is the field that chooses the size of files.
func sizeField(id, sets, now string) string {
	s := `<label for="` + id + `">Files</label> <select id="` + id + `" data-input="` + sets + `">`
	for _, x := range sizes {
		s += `<option value="` + x.key + `"`
		if now != "" && x.key == sizeOf(now).key {
			s += ` selected`
		}
		s += `>` + x.words + `</option>`
	}
	return s + `</select> `
}

// caption is what stands below a figure in print: its title, and what is shown.
func caption(svg string) string {
	title, words := captionOf(svg)
	return `<p class="hint figure-caption"><b>` + title + `.</b> ` + words + `</p>`
}

// Resolution is that of a PNG file of a drawing, in dots per inch: a paper asks
// for more than a screen.
func Resolution(svg string) int {
	head, _, _ := strings.Cut(svg, ">")
	if strings.Contains(head, `mm"`) {
		return 600
	}
	return 300
}

// Resolved is a PNG file that says its resolution, so that it is placed in the
// size it was drawn in. What is no PNG file stays as it is.
func Resolved(png []byte, dpi int) []byte {
	const header = 8 + 25 // the signature, and the first chunk
	if len(png) < header {
		return png
	}
	metre := uint32(float64(dpi)/0.0254 + 0.5)
	chunk := append([]byte{0, 0, 0, 9}, "pHYs"...)
	chunk = binary.BigEndian.AppendUint32(chunk, metre)
	chunk = binary.BigEndian.AppendUint32(chunk, metre)
	chunk = append(chunk, 1)
	sum := ^uint32(0)
	for _, b := range chunk[4:] {
		sum ^= uint32(b)
		for range 8 {
			sum = sum>>1 ^ 0xedb88320*(sum&1)
		}
	}
	chunk = binary.BigEndian.AppendUint32(chunk, ^sum)
	return append(append(append([]byte(nil), png[:header]...), chunk...), png[header:]...)
}
