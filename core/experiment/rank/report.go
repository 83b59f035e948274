package rank

import (
	"html"
	"math"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Report is the order that was found on a log's first half, and what it did in the second.
type Report struct {
	Version int          `json:"version"`
	Log     string       `json:"log"`
	Digest  string       `json:"digest"`
	Plan    compare.Plan `json:"plan"` // of the judging
	Draws   int          `json:"draws"`
	Start   string       `json:"start"`   // the order that the search went on from
	Formula string       `json:"formula"` // as every verb and form takes it
	Terms   []Weighed    `json:"terms"`   // those that are in it
	Tried   int          `json:"tried"`   // orders
	// Learned is what it changes of SAF's waiting on the draws that it was found on: no evidence.
	Learned report.Float `json:"learned"`
	// What the second half says, as it was: SAF, FCFS, and the order unless it is SAF itself.
	Orders []Judged `json:"orders"`
	Weeks  int      `json:"weeks"` // whole ones of that half
}

// Weighed is a term with its weight.
type Weighed struct {
	Term   string  `json:"term"`
	Weight float64 `json:"weight"`
}

// Judged is an order in the second half as it was. Waits are seconds.
type Judged struct {
	Order   string       `json:"order"`
	AvgWait report.Float `json:"avgWait"`
	MaxWait int64        `json:"maxWait"`
	// Own is the change of the mean wait against SAF, Low to High its range by the half's weeks,
	// at 95 % for both others together; null of SAF, and of fewer than four weeks.
	Own  report.Float `json:"own"`
	Low  report.Float `json:"low"`
	High report.Float `json:"high"`
}

// Merge makes the report: judged are the rows of Judging, that of the half itself among them.
func Merge(name string, s *Search, draws int, made *compare.Report, judged []compare.Row) *Report {
	r := &Report{Version: 1, Log: name, Digest: made.Digest, Plan: made.Plan, Draws: draws,
		Start: starts[s.Best.Start].name, Formula: s.Name(s.Best),
		Tried: s.Tried, Learned: report.Float(s.Cost/s.reference - 1), Terms: []Weighed{}}
	for i, w := range s.Best.Weights {
		if w != 0 {
			r.Terms = append(r.Terms, Weighed{s.terms[i].Text, w})
		}
	}
	if made.AsLogged != nil {
		r.Weeks = made.AsLogged.Weeks
	}
	log, _ := study.Split(judged)
	for i, o := range made.Orders {
		x := Judged{Order: o.Order, Own: o.Own, Low: o.Low, High: o.High, AvgWait: report.Float(math.NaN())}
		if i == 0 {
			x.Own, x.Low, x.High = report.Float(math.NaN()), report.Float(math.NaN()), report.Float(math.NaN())
		}
		if log != nil && log.Runs[i].Jobs > 0 {
			run := &log.Runs[i]
			x.AvgWait, x.MaxWait = report.Float(float64(run.SumWait)/float64(run.Jobs)), run.MaxWait
		}
		r.Orders = append(r.Orders, x)
	}
	return r
}

// Found is how the order did, SAF itself where nothing better was found.
func (r *Report) Found() *Judged { return &r.Orders[r.at()] }

func (r *Report) at() int {
	if r.Formula == Reference {
		return 0
	}
	return len(r.Orders) - 1
}

// Sentence says whether the order is better than SAF.
func (r *Report) Sentence() string {
	if r.Formula == Reference {
		return "No order was found that waits less than SAF in the first half."
	}
	x := r.Found()
	s := "In the second half the order " + report.Does("SAF’s mean wait", x.Own, x.Low, x.High) + ". "
	switch {
	case x.High < 0:
		return s + "It is better than SAF there."
	case x.Low > 0:
		return s + "It is worse than SAF: what it learned does not hold."
	}
	return s + "That is not told apart from SAF, which needs no learning: nothing speaks for it."
}

// Table are the orders in the second half, for people.
func (r *Report) Table() [][]string {
	var waits, most []report.Float
	for _, x := range r.Orders {
		waits, most = append(waits, x.AvgWait), append(most, report.Float(x.MaxWait))
	}
	mean, longest := numeral.Durations(waits), numeral.Durations(most)
	rows := [][]string{{"order", "mean wait", "against SAF", "plausible", "longest wait"}}
	for i, x := range r.Orders {
		row := []string{x.Order, mean(x.AvgWait), "", "", longest(most[i])}
		if i > 0 {
			row[2], row[3] = numeral.Change(x.Own), numeral.Interval(x.Low, x.High)
		}
		rows = append(rows, row)
	}
	return rows
}

// rowHead begins the rows of a log.
const rowHead = `<tr><th scope="row">`

// Renewed are the rows of the table of several logs in the documentation, as HTML: those of other logs stay as they
// were.
func Renewed(text string, list []*Report) string {
	for _, r := range list {
		head := rowHead + html.EscapeString(r.Log) + "</th>"
		before, rest, found := strings.Cut(text, head)
		after := ""
		if _, behind, more := strings.Cut(rest, rowHead); found && more {
			after = rowHead + behind
		}
		text = before + head + r.row() + after
	}
	return text
}

// row is what stands behind the log's name.
func (r *Report) row() string {
	x, saf := r.Found(), &r.Orders[0]
	wait := numeral.Durations([]report.Float{saf.AvgWait, x.AvgWait, r.Orders[1].AvgWait})
	most := numeral.Durations([]report.Float{report.Float(saf.MaxWait), report.Float(x.MaxWait)})
	text := ""
	for _, c := range []string{numeral.Change(r.Learned), wait(r.Orders[1].AvgWait), wait(saf.AvgWait), wait(x.AvgWait),
		numeral.Change(x.Own), numeral.Interval(x.Low, x.High), most(report.Float(saf.MaxWait)), most(report.Float(x.MaxWait))} {
		text += "<td>" + html.EscapeString(c) + "</td>"
	}
	return text + "</tr>\n<tr><td colspan=\"9\"><code>" + html.EscapeString(r.Formula) + "</code></td></tr>\n"
}
