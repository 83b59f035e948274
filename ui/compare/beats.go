package compare

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// ---- who beats whom

func drawMatrix(v *look, f plot.Frame) string {
	m := plot.Matrix{Frame: f, Of: v.resamples()}
	list := v.ranked()
	all, sure := 1.0, 0
	for _, i := range list {
		m.Orders = append(m.Orders, plot.MatrixOrder{Name: v.evidence.Orders[i]})
		var row []float64
		var framed []bool
		var notes []string
		for _, j := range list {
			share, apart := float64(v.evidence.Beats[i][j]), &v.evidence.Apart[i][j]
			row = append(row, share)
			framed, notes = append(framed, v.evidence.Sure[i][j]), append(notes, difference(apart))
			if i != list[0] || i == j {
				continue
			}
			all = min(all, share)
			if change, _, _ := apart.Leading(); v.evidence.Sure[i][j] && change < 0 {
				sure++
			}
		}
		m.Share, m.Framed, m.Notes = append(m.Share, row), append(m.Framed, framed), append(m.Notes, notes)
	}
	m.Title = "No order waits less than each other one in most resamples"
	if all > 0.5 {
		m.Title = v.evidence.Orders[list[0]] + " waits less than each other order in " + numeral.Share(all) + " of " +
			v.resamples() + " or more"
	}
	if v.report.Done < 2 {
		m.Title = "Who waits less in a single replay: another one may turn it round"
	}
	m.Subtitle = "share of " + v.resamples() + " in which the row's total wait is below the column's, percent; ties one half"
	if v.report.Bounded() {
		m.Frames = "more than chance" + v.about() + ", all pairs together at 95 %"
		if all > 0.5 {
			m.Title += "; " + strconv.Itoa(sure) + " of its " + strconv.Itoa(len(list)-1) + " differences " + numeral.Plural(sure, "is",
				"are") + " more than chance"
		}
	}
	return m.SVG()
}

// difference writes how the row's waits relate to the column's in the log's own weeks.
func difference(b *report.Bounds) string {
	change, low, high := b.Leading()
	if !change.Known() || change == 0 {
		return ""
	}
	s := "in the log itself " + report.Signed(change)
	if low.Known() {
		s += " " + numeral.IntervalTo(float64(low), float64(high), numeral.Digits(float64(change)))
	}
	return s
}

// about says what the intervals that lead are about.
func (v *look) about() string {
	if v.report.ByWeeks() {
		return " (of this log's weeks)"
	}
	return " (of the simulation)"
}

// matrixTable has a row a pair.
func matrixTable(v *look) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "row and column").Add(lab.InShares, "row waits less").Add(lab.InChanges,
		"change against the column",
		"low", "high", "sim low", "sim high")
	for i, o := range v.evidence.Orders {
		for j, p := range v.evidence.Orders {
			if b := &v.evidence.Apart[i][j]; i != j {
				n.Line(o+", "+p, v.evidence.Beats[i][j], b.Change, b.Low, b.High, b.SimLow, b.SimHigh)
			}
		}
	}
	return n
}
