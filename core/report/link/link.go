// Package link writes an answer so short that a link carries it: what was found, of
// which log, and the digest of the report, so that whoever has the log can check it.
//
// The text is a version, a dot, and base64url of: view, log, its digest and jobs, that of
// the report, the sentence, the chart of changes row by row, and what is to be known before it is believed. Numbers are
// varints of hundred thousandths, a hundred times finer than what is shown, and shown as
// they were; with them there is little left that compression would take away.
//
// What a link says is somebody's word. Only computing it again tells whether it is so.
package link

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"unicode/utf8"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/report/plot"
)

// Limits of what a link says.
const (
	MaxText     = 8_000 // bytes of the whole text
	MaxRows     = 40    // of the chart: the first, the rest is counted
	MaxSaid     = 1_400 // bytes of the sentences, which end before a full stop
	maxCautions = 8
	maxWord     = 200 // bytes of any other text
	maxCaution  = 500 // of each

	former, version = "1", "2" // the former has no cautions
)

// Finding is an answer in short.
type Finding struct {
	View   string // key of the view that gave it
	Log    string // its name
	Digest job.Digest
	Jobs   int
	Report job.Digest // job.DigestOfText of the sentence, a line end, and the report's figures as CSV
	Said   string     // the sentence
	Chart  plot.Forest
	Rest   int // rows of the chart that it leaves out

	Cautions []string // what is to be known before it is believed
}

// scale is what a unit of a number is: a hundred thousandth.
const scale = 100_000

// Text is what a link carries.
func (f *Finding) Text() string {
	b := appendText(nil, f.View)
	b = appendText(b, f.Log)
	b = append(b, f.Digest[:]...)
	b = binary.AppendUvarint(b, uint64(max(f.Jobs, 0)))
	b = append(b, f.Report[:]...)
	b = appendText(b, whole(f.Said, MaxSaid))
	c := &f.Chart
	for _, s := range []string{c.Title, c.Subtitle, c.Axis, c.Interval, c.Less, c.More} {
		b = appendText(b, cut(s, maxWord))
	}
	rows := c.Rows[:min(len(c.Rows), MaxRows)]
	b = binary.AppendUvarint(b, uint64(f.Rest+len(c.Rows)-len(rows)))
	b = binary.AppendUvarint(b, uint64(len(rows)))
	for i := range rows {
		b = appendRow(b, &rows[i])
	}
	cautions := f.Cautions[:min(len(f.Cautions), maxCautions)]
	b = binary.AppendUvarint(b, uint64(len(cautions)))
	for _, s := range cautions {
		b = appendText(b, whole(s, maxCaution))
	}
	return version + "." + base64.RawURLEncoding.EncodeToString(b)
}

// What a row is.
const (
	isBaseline = 1 << iota
	isBest
	isUndefined
	hasLabel
	hasHue
	hasInterval
	hasSim
	hasTick
	hasHalves
)

func appendRow(b []byte, r *plot.ForestRow) []byte {
	what := uint64(0)
	for i, on := range []bool{r.Baseline, r.Best, r.Undefined || !finite(r.Mid), r.Label != "" && r.Label != r.Name, r.Hue != "",
		spans(r.Low, r.High), spans(r.SimLow, r.SimHigh), r.Sim != 0 && finite(r.Sim),
		len(r.Halves) == 2 && finite(r.Halves[0]) && finite(r.Halves[1])} {
		if on {
			what |= 1 << i
		}
	}
	b = appendText(binary.AppendUvarint(b, what), cut(r.Name, maxWord))
	if what&hasLabel != 0 {
		b = appendText(b, cut(r.Label, maxWord))
	}
	if what&hasHue != 0 {
		b = appendText(b, cut(r.Hue, maxWord))
	}
	if what&isUndefined != 0 {
		return b
	}
	b = appendNumber(b, r.Mid)
	if what&hasInterval != 0 {
		b = appendNumber(appendNumber(b, r.Low), r.High)
	}
	if what&hasSim != 0 {
		b = appendNumber(appendNumber(b, r.SimLow), r.SimHigh)
	}
	if what&hasTick != 0 {
		b = appendNumber(b, r.Sim)
	}
	if what&hasHalves != 0 {
		b = appendNumber(appendNumber(b, r.Halves[0]), r.Halves[1])
	}
	return b
}

func finite(x float64) bool { return math.Abs(x) < 1e9 } // false of what is no number

func spans(low, high float64) bool { return finite(low) && finite(high) && low != high }

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// appendNumber rounds a number so that it is shown as it was: rounding once more what
// was rounded up to a half would show another figure.
func appendNumber(b []byte, x float64) []byte {
	n := math.Round(x * scale)
	if shown(n/scale) != shown(x) {
		n += math.Copysign(1, x-n/scale)
	}
	return binary.AppendVarint(b, int64(n))
}

// shown is how a chart writes a change.
func shown(x float64) string { return numeral.SignedPercent(x, 1) }

// whole is the beginning of a text, of as many whole sentences as there is room for.
func whole(s string, n int) string {
	if len(s) <= n {
		return s
	}
	s = s[:n]
	if i := strings.LastIndex(s, ". "); i > 0 {
		return s[:i+1]
	}
	return cut(s, n)
}

// cut is the beginning of a text, of whole characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// The ways in which a text is no finding.
var (
	errVersion = errors.New("the link's result is in a form that this version of Shadowtime does not know: open it in the one that made " +
		"it, or drop the log and compute it here")
	errDamaged = errors.New("the link's result is damaged: it may have been cut when it was sent; ask for the link again, or drop the " +
		"log and compute it here")
)

// Parse reads a Text.
func Parse(text string) (*Finding, error) {
	v, body, ok := strings.Cut(text, ".")
	switch {
	case len(text) > MaxText || !ok:
		return nil, errDamaged
	case v != version && v != former:
		return nil, errVersion
	}
	b, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil {
		return nil, errDamaged
	}
	r := reader{b: b}
	f := &Finding{View: r.text(maxWord), Log: r.text(MaxText), Digest: r.digest(), Jobs: int(r.count(math.MaxInt32)), Report: r.digest(),
		Said: r.text(MaxSaid)}
	c := &f.Chart
	for _, s := range []*string{&c.Title, &c.Subtitle, &c.Axis, &c.Interval, &c.Less, &c.More} {
		*s = r.text(maxWord)
	}
	f.Rest = int(r.count(math.MaxInt32))
	for n := r.count(MaxRows); n > 0 && !r.bad; n-- {
		c.Rows = append(c.Rows, r.row())
	}
	if v == version {
		for n := r.count(maxCautions); n > 0 && !r.bad; n-- {
			f.Cautions = append(f.Cautions, r.text(maxCaution))
		}
	}
	if r.bad || len(r.b) > 0 {
		return nil, errDamaged
	}
	return f, nil
}

// reader takes values; after the first fault all are zero.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) take(n uint64) []byte {
	if r.bad || n > uint64(len(r.b)) {
		r.bad = true
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) count(most uint64) uint64 {
	x, n := binary.Uvarint(r.b)
	if n <= 0 || x > most {
		r.bad = true
		return 0
	}
	r.take(uint64(n))
	return x
}

func (r *reader) text(most uint64) string {
	s := string(r.take(r.count(most)))
	if !utf8.ValidString(s) {
		r.bad = true
	}
	return s
}

func (r *reader) digest() (d job.Digest) {
	copy(d[:], r.take(uint64(len(d))))
	return d
}

func (r *reader) number() float64 {
	x, n := binary.Varint(r.b)
	if n <= 0 || !finite(float64(x)/scale) {
		r.bad = true
		return 0
	}
	r.take(uint64(n))
	return float64(x) / scale
}

func (r *reader) row() (row plot.ForestRow) {
	what := r.count(1<<9 - 1)
	row.Name = r.text(maxWord)
	row.Baseline, row.Best, row.Undefined = what&isBaseline != 0, what&isBest != 0, what&isUndefined != 0
	if what&hasLabel != 0 {
		row.Label = r.text(maxWord)
	}
	if what&hasHue != 0 {
		row.Hue = r.text(maxWord)
	}
	if row.Undefined {
		return row
	}
	row.Mid = r.number()
	if what&hasInterval != 0 {
		row.Low, row.High = r.number(), r.number()
	}
	if what&hasSim != 0 {
		row.SimLow, row.SimHigh = r.number(), r.number()
	}
	if what&hasTick != 0 {
		row.Sim = r.number()
	}
	if what&hasHalves != 0 {
		row.Halves = []float64{r.number(), r.number()}
	}
	return row
}

// Short is the beginning of a digest, enough to tell logs apart by eye.
func Short(d job.Digest) string { return d.Hex()[:12] }
