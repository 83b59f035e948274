package bench

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
)

// Figures are figures as a page tells them.
type Figures struct {
	of        map[string]string // by trace and how it was scheduled
	reference float64           // ns a step of the fixed loop, the least of all; 0: none was timed
}

func (x *Figures) tell(r *Row, figure float64) {
	x.write(r.Trace+" "+r.Order, strings.ReplaceAll(numeral.Grouped(figure, 0), numeral.Thin, ","))
}

// write keeps a figure for its place.
func (x *Figures) write(of, figure string) {
	if x.of == nil {
		x.of = map[string]string{}
	}
	x.of[of] = figure
}

// Event tells what an event costs, in ns.
func (x *Figures) Event(r *Row) {
	x.tell(r, r.NsPerEvent)
	if x.reference == 0 || r.NsReference < x.reference {
		x.reference = r.NsReference
	}
}

// Decisions tells how many thousand decisions a second there were, of n in a run, in
// tens from 100 on.
func (x *Figures) Decisions(r *Row, n int) {
	thousands := 1e6 * float64(n) / (r.NsPerEvent * 2 * float64(r.Jobs))
	if thousands >= 100 {
		thousands = 10 * math.Round(thousands/10)
	}
	x.tell(r, thousands)
}

// Place is where a page has a figure, and says of what: data-of="TRACE ORDER", data-of="LOG QUESTION" and the same with
// before or pairs behind it, or data-of="reference".
var Place = regexp.MustCompile(`(<(?:td|span)(?: class="num")? data-of="([^"]*)">)[^<]*`)

// Fill writes the figures into the places of a page, and says how many of traces it
// wrote. What was not measured stays.
func (x *Figures) Fill(page []byte) (filled []byte, n int) {
	filled = Place.ReplaceAllFunc(page, func(place []byte) []byte {
		m := Place.FindSubmatch(place)
		figure, ok := x.of[string(m[2])]
		if ok {
			n++
		} else if string(m[2]) == "reference" && x.reference > 0 {
			figure, ok = strconv.FormatFloat(x.reference, 'f', 1, 64), true
		}
		if !ok {
			return place
		}
		return []byte(string(m[1]) + figure)
	})
	return filled, n
}

// Seconds tells how long a run takes, in s.
func (x *Figures) Seconds(r *Row) { x.tell(r, r.NsPerEvent*2*float64(r.Jobs)/1e9) }
