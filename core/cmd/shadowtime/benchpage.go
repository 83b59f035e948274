package main

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/simbench"
)

// measured are figures as a page tells them.
type measured struct {
	of        map[string]string // by trace and how it was scheduled
	reference float64           // ns a step of the fixed loop, the least of all; 0: none was timed
}

func (x *measured) tell(r *simbench.Row, figure float64) {
	if x.of == nil {
		x.of = map[string]string{}
	}
	x.of[r.Trace+" "+r.Order] = strings.ReplaceAll(numeral.Grouped(figure, 0), numeral.Thin, ",")
}

// event tells what an event costs, in ns.
func (x *measured) event(r *simbench.Row) {
	x.tell(r, r.NsPerEvent)
	if x.reference == 0 || r.NsReference < x.reference {
		x.reference = r.NsReference
	}
}

// decisions tells how many thousand decisions a second there were, of n in a run, in
// tens from 100 on.
func (x *measured) decisions(r *simbench.Row, n int) {
	thousands := 1e6 * float64(n) / (r.NsPerEvent * 2 * float64(r.Jobs))
	if thousands >= 100 {
		thousands = 10 * math.Round(thousands/10)
	}
	x.tell(r, thousands)
}

var measuredPlace = regexp.MustCompile(`(<(?:td|span)(?: class="num")? data-of="([^"]*)">)[^<]*`)

// fill writes the figures where a page says what stands there: data-of="TRACE ORDER",
// or data-of="reference". What was not measured stays.
func (x *measured) fill(p *cli.Page) error {
	filled := 0
	p.Text = measuredPlace.ReplaceAllFunc(p.Text, func(place []byte) []byte {
		m := measuredPlace.FindSubmatch(place)
		figure, ok := x.of[string(m[2])]
		if ok {
			filled++
		} else if string(m[2]) == "reference" && x.reference > 0 {
			figure, ok = strconv.FormatFloat(x.reference, 'f', 1, 64), true
		}
		if !ok {
			return place
		}
		return []byte(string(m[1]) + figure)
	})
	if filled == 0 {
		return fmt.Errorf(`%s has no place for what was measured: put <td data-of="TRACE ORDER"></td> where a figure is to stand`, p.Path)
	}
	return nil
}
