package plot

import (
	"strconv"
	"testing"

	"shadowtime/core/report/plottest"
)

func TestAMomentIsLegible(t *testing.T) {
	for _, w := range []int{280, 340, 520, 900} {
		frame := func(title, subtitle string) Frame { return Frame{Title: title, Subtitle: subtitle, Width: w} }
		for _, m := range moments(frame)[:2] {
			plottest.Legible(t, strconv.Itoa(w), m.SVG(), textWidth)
		}
	}
}
