package published

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Ours is what was computed here of what a study printed a figure of.
type Ours struct {
	Name   string
	Period study.Seconds
	Words  string // what it is in detail, "": nothing to add
	report.Bounds
}

// Pair is a printed figure beside ours.
type Pair struct {
	Figure
	Ours Ours
}

// Points is how far ours lies from the study's value, in percentage points.
func (p *Pair) Points() float64 { return 100 * (float64(p.Ours.Change) - p.Value()) }

// Inside says whether the study's value, as far as it is known, lies in our
// simulation error: the study drew from the same log. Its own error, about as
// large, is not printed, so of figures asked alike one in six lies outside by
// chance alone (two errors of one size, 95 % of one).
func (p *Pair) Inside() bool { return p.holds(p.Ours.SimLow, p.Ours.SimHigh) }

func (p *Pair) holds(low, high report.Float) bool {
	return low.Known() && float64(low) <= p.Value()+p.Precision() && float64(high) >= p.Value()-p.Precision()
}

// Printed writes what is printed, a whole percent.
func Printed(v float64) string { return numeral.SignedPercent(v, 0) }

// Label names it: the order or the strategy, with how often it chooses.
func (f Figure) Label() string {
	switch f.Period {
	case study.None:
		return f.Name
	case job.Day:
		return f.Name + ", day"
	case job.Week:
		return f.Name + ", week"
	}
	return f.Name + ", " + f.Period.String()
}

// Said is the figure in words, with its source, as for a readout.
func (f Figure) Said() string {
	s := "published " + Printed(f.Printed) + " (" + Source(f.Kind)
	if f.Column != "" {
		s += ", under the label " + f.Column
	}
	if f.Contradicted() {
		s += "; its own plot ends at " + numeral.Change(f.Plotted)
	}
	return s + ")"
}

// Beside are printed figures beside ours, those alone that have one.
type Beside []Pair

// Pairs sets printed figures beside ours.
func Pairs(figures []Figure, ours []Ours) (b Beside) {
	for _, f := range figures {
		for _, o := range ours {
			if o.Name == f.Name && o.Period == f.Period && o.Change.Known() {
				b = append(b, Pair{f, o})
			}
		}
	}
	return b
}

// For are the figures that may stand beside an answer: to a question near enough
// to the study's, of a log that is known by its digest.
func For(kind, digest string, asked study.Settings, ours func() []Ours) Beside {
	log, known := Known(digest)
	if !known || !Near(asked) {
		return nil
	}
	return Pairs(Lookup(log, kind), ours())
}

// Find is the pair of an order or of a strategy with its period; nil: there is
// none.
func (b Beside) Find(name string, period study.Seconds) *Pair {
	for i := range b {
		if b[i].Name == name && b[i].Period == period {
			return &b[i]
		}
	}
	return nil
}

// Fit is how near ours are to the study's values.
type Fit struct {
	N       int     `json:"n"`
	Inside  int     `json:"inside"`  // in our simulation error, see Pair.Inside
	Weeks   int     `json:"weeks"`   // in the interval of this log's weeks; of none that has one: 0
	Mean    float64 `json:"mean"`    // absolute distance, percentage points
	Largest float64 `json:"largest"` // the same of the farthest
	At      string  `json:"at"`      // which that is
}

// Fit says how near ours are.
func (b Beside) Fit() (f Fit) {
	for i := range b {
		p := &b[i]
		d := math.Abs(p.Points())
		f.N++
		f.Mean += d
		if p.Inside() {
			f.Inside++
		}
		if p.holds(p.Ours.Low, p.Ours.High) {
			f.Weeks++
		}
		if d > f.Largest {
			f.Largest, f.At = d, p.Label()
		}
	}
	if f.N > 0 {
		f.Mean /= float64(f.N)
	}
	return f
}

// Sentence says how many of the study's values lie inside our intervals, and how
// far off they are; "" where there are none.
func (b Beside) Sentence() string {
	f := b.Fit()
	if f.N == 0 {
		return ""
	}
	kind, log := b[0].Kind, b[0].Log
	if f.N == 1 {
		s := Source(kind) + " printed " + Printed(b[0].Printed) + " for " + b[0].Label() + " on " + log + ": " + Points(f.Mean) +
			" from ours, "
		if f.Inside == 1 {
			return s + "inside our simulation error."
		}
		return s + "outside our simulation error."
	}
	s := "Of the " + strconv.Itoa(f.N) + " changes that " + Source(kind) + " has for " + log + ", " + count(f.Inside) +
		" inside our simulation error" + f.weeks() +
		"; on average they are " + Points(f.Mean) + " away, at most " + Points(f.Largest) + " (" + f.At + ")."
	return s
}

// weeks says how many lie in the wider intervals, where there are such.
func (f Fit) weeks() string {
	if f.Weeks == 0 {
		return ""
	}
	return " and " + strconv.Itoa(f.Weeks) + " inside the plausible ranges of this log’s weeks"
}

// count says how many lie somewhere.
func count(n int) string {
	if n == 0 {
		return "none lies"
	}
	return strconv.Itoa(n) + numeral.Plural(n, " lies", " lie")
}

// Points writes percentage points.
func Points(v float64) string {
	n := strconv.FormatFloat(v, 'f', 1, 64)
	return n + numeral.Plural(map[bool]int{true: 1}[n == "1.0"], " point", " points")
}

// Off writes how far something is off, in percentage points, with its sign.
func Off(points float64) string { return numeral.Signed(numeral.Grouped(points, 1)) }

// Notes explain labels that are exchanged and cells that are at odds with the
// study's own pictures, each a sentence.
func (b Beside) Notes() (list []string) {
	var labels []string
	for i := range b {
		if x := &b[i]; x.Column != "" && x.Name < x.Column { // each pair once
			labels = append(labels, "under the label "+x.Column+" stands "+x.Name+" and the reverse")
		}
	}
	if len(labels) > 0 {
		list = append(list, "In the study’s table "+strings.Join(labels, ", ")+": the paper before it had exchanged the labels of the "+
			"other pairs, and the thesis then exchanged every pair.")
	}
	for i := range b {
		if p := &b[i]; p.Contradicted() {
			list = append(list, p.Name+" is printed as "+Printed(p.Printed)+", but the study’s own curve ends at "+
				numeral.Change(p.Plotted)+": that is what stands here, the printed one fainter.")
		}
	}
	return list
}
