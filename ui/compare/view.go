// Package compare is the view that compares queue orders: which would have made
// jobs wait less, by how much, how surely, and at what cost.
package compare

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostOrders  = "orders"
	hostWhatIf  = "what-if"
	hostMore    = "more"
	hostPinned  = "pinned"
	hostVerdict = "verdict"
	hostPrinted = "printed"
	hostForest  = "forest"
	hostTable   = "table"
	hostCaution = "caution"
	hostSide    = "side"
	hostLook    = "figure-look"
	hostVaried  = "varied"
)

const (
	thresholdTip = "Jobs that have waited longer than this go first, in submit order. It bounds how long an unlucky job waits."
	resamplesTip = "Each is made of weeks of the log, drawn anew: whole weeks of all users, some in a row, unless you ask for another way. All orders are replayed on the same resamples, and on the log as it was."
)

// View is the comparison on the page: question, answer, evidence.
type View struct {
	lab.Question[compare.Plan, compare.Row, *compare.Plan, *compare.Row]

	buttons    lab.Buttons
	whatIf     lab.Fold
	more       lab.Fold
	showOrders bool

	// the answer for the trace in sight
	verdict   lab.Verdict
	pin       lab.Pin
	printed   lab.Printed // what a study printed for the log
	report    *compare.Report
	behind    []compare.Row // what it was made from, the log itself included
	enough    bool          // they are all it takes: intervals have the wanted width
	table     lab.Table[*compare.Order]
	varied    *varied // other ways of asking
	explained *compare.Evidence
	pace      lab.Pace
	explain   lab.Pace // of the evidence

	// the figures behind it
	figures  lab.Figures
	name     string   // the order that figures of one order look at, "": the best
	group    string   // how jobs are grouped
	together together // how lines over time are shown
	methods  lab.Paragraph
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{group: "size"}
	v.Follow = true
	v.Judge = func(p compare.Plan, of *archive.Log, rows []compare.Row) {
		compare.Merge(p, of.Digest, of.Overview.Procs, rows).Warn(rows, of.Source())
	}
	v.Lab, v.Kind, v.Plan, v.Proposed, v.Verb = l, compare.Name, compare.Default(), compare.Default, "Compare"
	v.Command, v.Usual, v.Number = compare.Verb, compare.Default, "resamples"
	v.whatIf = lab.Fold{Key: "what-if", ID: "what-if", Button: "what if"}
	v.more = lab.Fold{Key: "more", ID: "more", Button: "more settings"}
	v.buttons = lab.Buttons{Lab: l, ID: "compare", Verb: v.Verb, Folds: []*lab.Fold{&v.whatIf, &v.more}, Known: func() string { return v.Question.Known("resamples") }}
	v.pin = lab.Pin{Lab: l, Host: hostPinned, Also: lab.Tool("believe", "", "How far to believe this: the simulator held against the waits that the log itself says", "how far to believe this")}
	v.printed = lab.Printed{Lab: l, Host: hostPrinted, Next: v.buttons.ID, Set: v.Set, Protocol: func() string { return v.Plan.Protocol }}
	v.verdict = lab.Verdict{Lab: l, Host: hostVerdict, Doing: "Comparing", Stopped: v.stopped}
	v.table = v.columns()
	v.figures = lab.Figures{Lab: l, Name: compare.Name, Look: hostLook, Pictures: v.pictures}
	v.methods = lab.Paragraph{Lab: l, ID: "methods", Text: v.methodsText}
	return v
}

// Key and Name are those of the view's tab, Answer the id of its answer.
func (v *View) Key() string    { return compare.Name }
func (v *View) Name() string   { return "Compare" }
func (v *View) Answer() string { return "answer" }

// Works is what the plan asks of traces.
func (v *View) Works(on []*lab.Opened) ([]*lab.Work, error) {
	var list []*lab.Work
	for _, o := range on {
		p, err := v.On(o)
		if err != nil {
			return nil, err
		}
		w := v.Work(o, &p, p.Resamples)
		v.Meant(o, &p)
		w.Next = func() []int { return v.missing(o, &p) }
		w.Draw = func(must bool) bool {
			return v.pace.Draw(v.Lab.Browser, must || v.report == nil || v.verdict.Standing != lab.Asked, func() { v.drawKnown(o, p) })
		}
		list = append(list, w)
	}
	v.showOrders = false
	v.drawForm()
	return list, nil
}

// Look is the work of a first, rough answer on a trace.
func (v *View) Look(o *lab.Opened) *lab.Work {
	return v.Question.Look(o, v.Plan.Resamples, func(bool) bool {
		if p, err := v.On(o); err == nil {
			v.drawKnown(o, p)
		}
		return true
	})
}

// drawKnown shows what is known of a plan on a trace.
func (v *View) drawKnown(o *lab.Opened, p compare.Plan) {
	v.drawSide()
	if v.Lab.InSight(v, o) {
		v.reportOn(o, p)
		v.drawAnswer()
	}
}

// missing are the resamples to compute next, given what is known.
func (v *View) missing(o *lab.Opened, p *compare.Plan) []int {
	rows := v.Rows(o, p)
	if p.Stop == 0 {
		return rows.Missing(study.Logged, p.Resamples)
	}
	if _, ok := compare.Enough(*p, rows.First(p.Resamples)); ok {
		return nil
	}
	return rows.Missing(study.Logged, min(p.Resamples, stats.NextLook(rows.Unbroken())))
}

// rowsOn are the rows that a report on a trace is made of, and whether they are
// enough though fewer than the plan has.
func (v *View) rowsOn(o *lab.Opened, p *compare.Plan) (rows []compare.Row, enough bool) {
	known := v.Rows(o, p)
	rows = known.Known(p.Resamples)
	n, enough := compare.Enough(*p, rows)
	if enough && v.Lab.State != lab.Running {
		rows = known.Known(n)
	}
	return rows, enough
}

// reportOn makes the report of what is computed of a plan, else of a first look
// at it; where there is neither, the answer to an earlier question stays.
func (v *View) reportOn(o *lab.Opened, p compare.Plan) {
	asked := p
	rows, enough := v.rowsOn(o, &p)
	r := merge(o, p, rows)
	rough, n, looked := v.Looked(o, p, p.Resamples)
	if r.Done == 0 && looked {
		p, p.Resamples = rough, n
		rows = v.Rows(o, &p).Known(n)
		r = merge(o, p, rows)
	}
	switch {
	case r.Done == 0 && v.report != nil && v.report.Digest == o.Summary.Digest.Hex():
		v.Earlier(&v.verdict, &v.report.Plan)
		return
	case r.Done == 0:
		v.report, v.behind, v.enough = nil, nil, false
		v.verdict.Is(lab.Asked, "")
		return
	}
	v.report, v.behind, v.enough = r, rows, enough
	v.Found(&v.verdict, looked, "resamples", r.Done, p.Weeks, asked.Resamples, asked.Weeks)
}

func merge(o *lab.Opened, p compare.Plan, rows []compare.Row) *compare.Report {
	r := compare.Merge(p, o.Summary.Digest, o.Trace.Overview.Procs, rows)
	r.Warn(rows, o.Source())
	return r
}

// Paper is the answer as a page, Filed as a study.
func (v *View) Paper() *paper.Paper { return v.report.Paper() }

func (v *View) Filed(said *paper.Paper) *archive.Study { return v.FiledWith(v.behind, said) }

// Known is how many resamples are behind what is shown, and how many are wanted.
func (v *View) Known() (done, total int) {
	total = v.Wanted(v.Plan.Resamples)
	switch {
	case v.report == nil || v.verdict.Standing != lab.Asked:
		return 0, total
	case v.enough:
		return v.report.Done, v.report.Done
	}
	return v.report.Done, v.report.Plan.Resamples
}

// Show draws what is known of the plan on the trace in sight.
func (v *View) Show() {
	v.Settings() // as the log in sight has them
	v.drawForm()
	o := v.Lab.Current()
	if p, err := v.On(o); err == nil {
		v.reportOn(o, p)
	}
	v.drawAnswer()
	v.drawSide()
}

// Demo asks what is proposed: that is soon done for the sample.
func (v *View) Demo() {}

// ---- the question

// HasThreshold says whether there is one; Hours is it, or the usual one.
func (v *View) HasThreshold() bool { return v.Plan.Threshold >= 0 }

// Hours is the threshold as its field shows it.
func (v *View) Hours() string {
	if !v.HasThreshold() {
		return "40"
	}
	return v.Shown("threshold")
}

// Orders are the names of all known orders.
func (v *View) Orders() []string { return order.Names(order.Every()) }

// Baselines are the orders that others can be compared with: the known ones, then
// the visitor's own, as numbers because a formula is too long for an attribute.
func (v *View) Baselines() (values []string) {
	values = v.Orders()
	for i := range v.own() {
		values = append(values, strconv.Itoa(i))
	}
	return values
}

// Base is the value of the baseline, BaselineWords what a value is called.
func (v *View) Base() string {
	if i := slices.Index(v.own(), v.Plan.Baseline); i >= 0 {
		return strconv.Itoa(i)
	}
	return v.Plan.Baseline
}

func (v *View) BaselineWords(value string) string { return order.Short(v.baseline(value)) }

// baseline is the order of a value.
func (v *View) baseline(value string) string {
	if i, err := strconv.Atoi(value); err == nil && i < len(v.own()) {
		return v.own()[i]
	}
	return value
}

// own are the visitor's orders, the baseline among them.
func (v *View) own() []string {
	list := lab.Own(v.Plan.Orders)
	if lab.IsOwn(v.Plan.Baseline) && !slices.Contains(list, v.Plan.Baseline) {
		list = append(list, v.Plan.Baseline)
	}
	return list
}

// OrdersText says which orders are chosen.
func (v *View) OrdersText() string {
	switch n := len(v.Plan.Orders); {
	case study.OrdersText(v.Plan.Orders) == "all":
		return "all 12 orders"
	case n == len(order.Every()):
		return "every known order"
	case n == 0:
		return "no order yet"
	case n <= 3:
		return strings.Join(lab.Shorts(v.Plan.Orders), ", ")
	default:
		return strconv.Itoa(n) + " orders"
	}
}

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	if name, ok := strings.CutPrefix(key, "order:"); ok {
		v.setOrder(name, text == "true")
		return
	}
	switch key {
	case "threshold-on":
		v.Plan.Threshold = study.None
		if text != "none" {
			v.Plan.Threshold = compare.Default().Threshold
		}
		v.Lab.Changed()
	case "formula":
		v.setFormula(text)
	case "baseline":
		v.Question.Set(key, v.baseline(text))
	case "stop": // in percentage points
		v.setStop(text)
	case "figure-order":
		v.name = text
		v.drawFigures()
	case "figure-group":
		v.group = text
		v.drawFigures()
	default:
		v.Question.Set(key, text)
	}
}

// setStop takes a half-width in percentage points; empty text is never.
func (v *View) setStop(text string) {
	text = strings.Replace(strings.TrimSpace(text), ",", ".", 1)
	if text == "" {
		text = "0"
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= 100) {
		v.Lab.Refuse("The stop "+strconv.Quote(text)+": give a number from 0 to 100.", 0)
		return
	}
	v.Plan.Stop = x / 100
	v.Lab.Changed()
}

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	switch {
	case v.Question.Act(what, arg):
	case v.figures.Act(what, arg):
		v.drawLook()
	case v.pin.Act(what, v.pinnable()):
	case what == "believe":
		v.Lab.Go("replay", what, "true")
	case v.printed.Act(what):
		v.drawAnswer()
	case what == "fold":
		if arg == "orders" {
			v.showOrders = !v.showOrders
		}
		v.buttons.Toggle(arg)
		v.drawForm()
	case what == "curves":
		v.chooseLines(arg)
	case what == "sort" && v.report != nil:
		if v.table.SortBy(arg) {
			v.drawTable()
			v.Lab.Browser.Focus("sort-" + arg)
		}
	case what == "save" && v.report != nil:
		v.Lab.SavePicture(v.Lab.FileName(arg, compare.Name), func() string { return v.forest(900, true) }, v.report.CSV)
	case what == "side-csv":
		v.Lab.SaveText("shadowtime-side-by-side.csv", v.side().CSV())
	case what == "vary":
		v.vary()
	case what == "varied-csv":
		v.Lab.SaveText(v.Lab.FileName("csv", compare.Name, "sensitivity"), v.sensitivity().CSV())
	case what == "methods":
		v.methods.Copy()
	case what == "choose":
		v.choose(arg)
	}
}

// setOrder chooses or drops an order.
func (v *View) setOrder(name string, on bool) {
	var names []string
	for _, n := range v.Orders() {
		if n == name && on || n != name && slices.Contains(v.Plan.Orders, n) {
			names = append(names, n)
		}
	}
	v.Plan.Orders = append(names, lab.Own(v.Plan.Orders)...)
	v.Lab.Changed()
}

// choose takes the twelve orders, every order, or none, and keeps formulas.
func (v *View) choose(which string) {
	names, _ := study.ParseOrders(which)
	v.Plan.Orders = append(names, lab.Own(v.Plan.Orders)...)
	v.Lab.Changed()
}

// setFormula takes the visitor's own keys, smaller first; empty text takes them
// away. A formula that can't be read is said with its column, and changes
// nothing.
func (v *View) setFormula(text string) {
	if v.Lab.TakeOwn(&v.Plan.Orders, text) {
		v.Lab.Changed()
	}
}

// drawForm draws what is unfolded of the form.
func (v *View) drawForm() {
	v.DrawAsking()
	v.Lab.Draw(hostOrders, v.orders())
	var whatIf, more *lab.Panel
	if v.whatIf.Open {
		whatIf = &lab.Panel{}
		whatIf.Open("what-if", "more", "What if")
		v.WhatIf(whatIf, "load", "closer", "procs", "flurry", "variant", "block", "week-start", "warmup", "drain")
		whatIf.Close()
	}
	v.Lab.Draw(hostWhatIf, whatIf)
	if v.more.Open {
		s := v.Settings()
		more = &lab.Panel{}
		more.Open("more", "more", "More settings")
		v.More(more, "seed")
		stop := *s.Find("stop")
		stop = stop.Around("once every interval is within ±", "percentage points")
		shown := ""
		if v.Plan.Stop > 0 {
			shown = numeral.Plain(100 * v.Plan.Stop)
		}
		more.Row(lab.Field{Of: &stop, ID: "stop", Placeholder: "never", Shown: shown})
		v.More(more, "interval", "margin", "backfilling", "backfill", "queue-depth", "backfill-tries", "promises", "dialect", "tau")
		more.Close()
	}
	v.Lab.Draw(hostMore, more)
}

// orders is the panel in which orders are chosen, nil while it is folded.
func (v *View) orders() *lab.Panel {
	if !v.showOrders {
		return nil
	}
	p := &lab.Panel{}
	p.Open("orders", "orders", "Queue orders")
	p.HTML(`<p class="actions">` + lab.Tool("choose", "all", "", "all 12") + ` ` + lab.Tool("choose", "every", "", "every known order") + ` ` + lab.Tool("choose", "none", "", "none") + `</p>`)
	p.OrderGrid("order-", v.Orders(), func(n string) bool { return slices.Contains(v.Plan.Orders, n) }, "")
	p.OwnOrders("formula", v.Plan.Orders)
	p.Close()
	return p
}
