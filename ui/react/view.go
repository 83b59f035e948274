// Package react is the view that asks what queue orders do if users wait for their jobs
// before they submit more, beside what they do if users do not react.
package react

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/react"
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostForest  = "react-forest"
	hostTable   = "react-table"
	hostCaution = "react-caution"
)

// View is the study on the page: question, answer, evidence.
type View struct {
	lab.Question[react.Plan, react.Row, *react.Report, *react.Plan, *react.Row]
	list  *lab.Fold // of orders
	table lab.Table[*react.Order]
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{}
	v.Merge, v.Tasks = merge, v.tasks
	v.Plan, v.Proposed, v.Usual = react.Default(), react.Default, react.Default
	v.table = lab.Table[*react.Order]{ID: "results", Caption: "Both answers, order by order; a press on a heading sorts", Act: "sort",
		Sort: "react-wait"}
	v.list = &lab.Fold{Key: "orders", Legend: "Queue orders", Class: "orders", Fill: v.fillOrders, Brief: true}
	v.Begin(lab.Method{
		Command: react.Verb, Number: "replicates", Plain: true,
		For: lab.Purpose{Asks: "What if users wait for their jobs?", Serves: "Administrators whose users react", Needs: "Users; 20 weeks"},
		Lab: l, Kind: react.Name, Tab: "React", IDs: "react-", Verb: "Let users wait", Noun: "replicates",
		Doing: "Replaying users who wait",
		Sentence: lab.Sentence{
			Text: "What if users <wait> for their jobs? Replay {orders} beside {baseline}, {threshold}, in {replicates} " +
				"<replicates>{extras}.",
			Tips: map[string]string{"wait": waitTip, "replicates": replicateTip},
			With: map[string]lab.Part{
				"orders": lab.Opener{Fold: v.list, Words: v.ordersText},
				"baseline": lab.Choice{Key: "baseline", Label: "Baseline order", Options: v.baselines,
					Now: func() string { return lab.OrderValue(v.Plan.Baseline) }},
				"threshold": lab.Threshold{Label: "Threshold", Tip: thresholdTip, With: "with a threshold of",
					None: "without threshold"},
				"replicates": lab.Count{Key: "replicates", Label: "Number of replicates", Low: "1", High: "1000"},
				"extras":     lab.Wording(v.Extras),
			}},
		Folds: []*lab.Fold{v.list, lab.WhatIf("procs", "flurry"),
			lab.More("seed", "ends", "backfilling", "queue-depth", "backfill-tries", "promises", "dialect", "tau")},
		Answers: []lab.Part{
			lab.Once(v.Missing, lab.Heading{Text: "Both answers"}, lab.Framed(lab.Wide(hostForest), lab.Tools{}), lab.Wide(hostTable),
				lab.Host{Name: hostCaution}),
			lab.Footnote(v.footnote, v.Missing)},
		Stopped: v.stopped, Chart: v.forest, Sort: lab.Sorted(&v.table, v.drawTable),
		Proof: "What else changes", Unexplained: v.Missing, Pictures: v.pictures,
		DrawAnswer: v.drawAnswer, ReportOn: v.reportOn,
	})
	return v
}

func merge(of *archive.Log, p *react.Plan, rows []react.Row) *react.Report {
	r := react.Merge(of.Name, of.Digest, of.Overview.Procs, *p, rows)
	r.Source = of.Source()
	return r
}

// tasks is what the plan asks of a trace: where users can't be told apart, the log as it
// was alone.
func (v *View) tasks(o *lab.Opened, p *react.Plan) []*lab.Work {
	w := v.All(o, p)
	rows, next, done := v.Rows(o, p), w.Next, w.Done
	w.Next = func() []int {
		if alone(rows) {
			return nil
		}
		if list := next(); len(list) == 0 || list[0] != study.Logged {
			return list
		}
		return []int{study.Logged} // it says whether there are others
	}
	w.Done = func() int {
		if alone(rows) {
			return w.Total
		}
		return done()
	}
	return []*lab.Work{w}
}

// alone says whether a log's users can't be told apart.
func alone(rows *react.Rows) bool {
	list := rows.Known(0)
	return len(list) > 0 && !list[0].Told.Apart
}

// Look is no work: users who wait are replayed when it is asked for.
func (v *View) Look(*lab.Opened) *lab.Work { return nil }

// reportOn makes the report on a trace of what is known of the plan; where nothing is,
// the answer to an earlier question stays.
func (v *View) reportOn(o *lab.Opened) {
	p, err := v.On(o)
	if err != nil {
		return
	}
	rows := v.Rows(o, &p)
	done := len(rows.First(p.Replicates))
	if alone(rows) {
		done = p.Replicates // there are no others
	}
	if v.Settle(o, &p, done) {
		v.Basis = rows.Known(p.Replicates)
		v.Report = v.ReportOf(o, &p, v.Basis)
		v.Verdict.Is(lab.Asked, "")
	}
}

// ---- the question

// baselines are the known orders, the plan's own among them.
func (v *View) baselines() []study.Option {
	return lab.Chosen(lab.Options(order.Names(order.Every()), order.Short), lab.OrderValue(v.Plan.Baseline),
		func(string) string { return order.Short(v.Plan.Baseline) })
}

// ordersText says which orders are chosen.
func (v *View) ordersText() string {
	switch n := len(v.Plan.Orders); {
	case study.OrdersText(v.Plan.Orders) == "all":
		return "all 12 orders"
	case n == 0:
		return "no order yet"
	case n <= 3:
		return strings.Join(lab.Shorts(v.Plan.Orders), ", ")
	default:
		return strconv.Itoa(n) + " orders"
	}
}

// fillOrders fills the panel in which orders are chosen.
func (v *View) fillOrders(p *lab.Panel) {
	p.OrderGrid("react-order-", order.Names(order.Every()), func(n string) bool { return slices.Contains(v.Plan.Orders, n) }, "")
	p.OwnOrders("react-formula", v.Plan.Orders, false)
}

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	if name, ok := strings.CutPrefix(key, "order:"); ok {
		v.Plan.Orders = lab.Put(v.Plan.Orders, name, text == "true", "")
		v.Lab.Changed()
		return
	}
	if key == "formula" {
		if v.Lab.TakeOwn(&v.Plan.Orders, text, order.ProperName) {
			v.Lab.Changed()
		}
		return
	}
	if key != "baseline" || text != lab.OwnOrder { // it is in force
		v.Question.Set(key, text)
	}
}

const (
	waitTip = "A user submits the next jobs when those before have ended, and goes home where they take too long. Which jobs waited for " +
		"which is read of the log; under another order they come at other times, and there may be more of them."
	replicateTip = "Replays with users who wait, of every order with the same chances: who comes back when is not the same twice."
	thresholdTip = "Jobs that have waited longer than this go first, in submit order. It bounds how long an unlucky job waits."
)

// ---- the answer

// stopped says what a cancelled study leaves.
func (v *View) stopped() string {
	if v.Report == nil || v.Verdict.Standing != lab.Asked {
		return "Cancelled before the first replicate was done."
	}
	return numeral.Count(v.Report.Replicates) + " of " + numeral.Count(v.Report.Plan.Replicates) + " replicates are done, and kept: " +
		v.Verb + " continues from here."
}

// footnote says what the figures mean and what they do not.
func (v *View) footnote() string {
	return v.Report.Changes() + " " + v.Report.Source.LookAt() + "Seed " + strconv.FormatUint(v.Report.Seed, 10) +
		"; the same settings give the same figures everywhere."
}

func (v *View) drawAnswer() {
	b := v.Lab.Browser
	if v.Report == nil {
		v.Await("The log is being replayed as it was.")
		v.Lab.Clear(hostForest, hostTable, hostCaution)
		return
	}
	said, done, wanted := v.Report.Sentence(), v.Report.Replicates, v.Report.Plan.Replicates
	if v.Lab.Computes(v.Kind) && v.Verdict.Standing == lab.Asked && v.Report.Apart() && done < wanted {
		said = "So far, after " + numeral.Count(done) + " of " + numeral.Count(wanted) + " replicates: " + said
	}
	v.Verdict.Say("", said)
	b.Draw(hostForest, v.forest(plot.Frame{Width: b.Width()}))
	v.drawTable()
	b.Draw(hostCaution, lab.List("caution", v.Report.Notes()))
	v.DrawFigures()
}

// pictures are the charts below the answer on users who wait: what else an order changes for them.
func (v *View) pictures() []lab.Picture {
	if v.Report == nil {
		return nil
	}
	return []lab.Picture{
		{Key: "slowdown", Tab: "Slowdown", Draw: func(f plot.Frame) string { return framed(v.Report.Slowdowns(), f) },
			Table: v.numbers(func(a *react.Answer) report.Float { return a.Change.AvgBsld })},
		{Key: "jobs", Tab: "Jobs a week", Draw: func(f plot.Frame) string { return framed(v.Report.Weekly(), f) },
			Table: v.numbers(func(a *react.Answer) report.Float { return a.Change.JobsPerWeek })},
	}
}

// framed draws a chart in a frame, with a title of its own.
func framed(c plot.Forest, f plot.Frame) string {
	f.Title, f.Subtitle = c.Title, c.Subtitle
	c.Frame = f
	return c.SVG()
}

// numbers are the table behind a picture.
func (v *View) numbers(of func(a *react.Answer) report.Float) func() *lab.Numbers {
	return func() *lab.Numbers {
		n := (&lab.Numbers{}).Add(lab.InWords, "order").Add(lab.InChanges, "if users wait", "if they do not react")
		for i := range v.Report.Orders[1:] {
			o := &v.Report.Orders[i+1]
			n.Line(o.Order, of(&o.React), of(&o.Ignore))
		}
		return n
	}
}

// forest is the chart of both answers.
func (v *View) forest(f plot.Frame) string { return lab.Forest(v.Report.Forest(), f) }

// Excerpt is the answer in short.
func (v *View) Excerpt() *lab.Excerpt {
	if v.Report == nil {
		return nil
	}
	return &lab.Excerpt{Said: v.Report.Sentence(), Chart: v.Report.Forest(), Report: v.Report.CSV(), Cautions: v.Report.Notes()}
}

// drawTable draws the results table.
func (v *View) drawTable() {
	ranked := v.Report.Ranked()
	v.columns(&v.table)
	v.Lab.Browser.Draw(hostTable, v.table.HTML(report.Rows(ranked)))
}

// columns are those of the results table, one row an order: figures, and below them changes.
func (v *View) columns(t *lab.Table[*react.Order]) {
	all := v.Report.Columns()
	t.Columns = lab.Columns(all, false, "order", "react-wait", "react-bsld", "react-weekly", "ignore-wait", "ignore-bsld", "ignore-weekly")
	t.Row = func(o *react.Order) string {
		s := ` data-order="` + lab.Esc(o.Order) + `"` + lab.Keyed(o.Order)
		if all.Baseline(o) {
			s += ` class="baseline"`
		}
		return s
	}
	t.Of("order").Cell = func(o *react.Order) lab.Cell {
		return lab.Cell{Head: true, HTML: lab.Swatch(o.Order) + `<span` +
			lab.Says(lab.OrderTip(o.Order, v.Report.Plan.Orders...)) + `>` + lab.Esc(o.Order) + `</span>`}
	}
	below := func(key string, change func(o *react.Order) lab.Cell) {
		t.Of(key).Dress = func(o *react.Order, c *lab.Cell) {
			x := lab.Cell{}
			if !all.Baseline(o) {
				x = change(o)
			}
			x.HTML = c.HTML + small(x.HTML)
			*c = x
		}
	}
	plain := func(x report.Float) lab.Cell { return lab.Number(x, numeral.Change(x)) }
	below("react-wait", func(o *react.Order) lab.Cell { return lab.Change(o.React.Change.AvgWait, o.Low, o.High, false) })
	below("ignore-wait", func(o *react.Order) lab.Cell { return plain(o.Ignore.Change.AvgWait) })
	for key, of := range map[string]func(o *react.Order) *react.Answer{
		"react":  func(o *react.Order) *react.Answer { return &o.React },
		"ignore": func(o *react.Order) *react.Answer { return &o.Ignore }} {
		below(key+"-bsld", func(o *react.Order) lab.Cell { return plain(of(o).Change.AvgBsld) })
		below(key+"-weekly", func(o *react.Order) lab.Cell { return plain(of(o).Change.JobsPerWeek) })
	}
}

// small is what stands below a figure.
func small(html string) string {
	if html == "" {
		return ""
	}
	return `<small>` + html + `</small>`
}

// Act does what a button asks for.
func (v *View) Act(what, arg string) { v.Question.Act(what, arg) }
