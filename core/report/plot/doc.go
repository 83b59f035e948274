// Package plot draws the laboratory's charts as SVG text: the page puts it
// into a host element, reports of the command write it to a file.
//
// A chart is a struct: fill in what is to be shown and call SVG. The same
// struct gives the same bytes, on every platform. Any number may be NaN or
// infinite and any text may hold anything: the result is well-formed XML that
// holds neither "NaN" nor a script.
//
// The language of the charts:
//   - colour means criterion and form means direction (see [Style]); colours
//     are CSS custom properties with fallbacks, so that a dark theme needs no
//     redraw: --ink, --ink-soft, --paper, --rule, --accent, --arrival, --time,
//     --size, --expansion, --ratio, --area, and those of what jobs waited for (shares.go);
//   - less waiting is --better and more is --worse, in every chart of changes;
//     no criterion has these hues, and less lies to the left or below;
//   - a title states the finding, axes carry units, labels sit on the marks;
//   - a mark carries its value in words and its place (readout.go): one listener
//     of the page reads it to mouse, touch and arrow keys, a chart being one stop
//     of the keyboard; there is no <title> in a page, it would be a second box;
//   - the width is the host's, from 340 pixels on, and nothing overlaps: text is
//     measured with the widths of a wide typeface, so others leave some air.
//
// Order to read in: scale.go and package numeral (numbers to places and to words),
// text.go (measuring and breaking), frame.go (the builder and what surrounds
// every chart), mark.go, readout.go, axis.go, then one file a chart: most measure
// (ranges, and what words there are), lay out (a plan: where everything stands) and
// draw it. A plan refers to no chart, which would put the chart of each caller on the
// heap. Package plottest reads charts back and says what is wrong with their words.
package plot
