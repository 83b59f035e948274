// Package compare is the view that compares queue orders: which would have made
// jobs wait less, by how much, how surely, and at what cost.
package compare

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostForest  = "forest"
	hostTable   = "table"
	hostCaution = "caution"
	hostSide    = "side"
	hostLook    = "figure-look"
	hostVaried  = "varied"
)

const (
	thresholdTip = "Jobs that have waited longer than this go first, in submit order. It bounds how long an unlucky job waits."
	resamplesTip = "Each is made of weeks of the log, drawn anew: whole weeks of all users, some in a row, unless you ask for another " +
		"way. All orders are replayed on the same resamples, and on the log as it was."
)

// View is the comparison on the page: question, answer, evidence.
type View struct {
	lab.Question[compare.Plan, compare.Row, *compare.Report, *compare.Plan, *compare.Row]
	list  *lab.Fold // of orders
	early early

	table     lab.Table[*compare.Order]
	varied    *varied // other ways of asking
	explained *compare.Evidence
	explain   lab.Pace // of the evidence

	// the figures behind it
	name     string   // the order that figures of one order look at, "": the best
	group    string   // how jobs are grouped
	together together // how lines over time are shown
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{group: "size"}
	v.Merge, v.Tasks = merge, v.tasks
	v.Plan, v.Proposed, v.Usual = compare.Default(), compare.Default, compare.Default
	v.table = lab.Table[*compare.Order]{ID: "results", Caption: "All figures of the comparison; a press on a heading sorts", Act: "sort",
		Sort: "change"}
	v.list = &lab.Fold{Key: "orders", Legend: "Queue orders", Class: "orders", Fill: v.fillOrders, Brief: true}
	v.Begin(lab.Method{
		Command: compare.Verb, Number: "resamples", Follow: true,
		For: lab.Purpose{Asks: "Under which of twelve orders do jobs wait least?", Serves: "Administrators with a log",
			Needs: "8 whole weeks"},
		Lab: l, Kind: compare.Name, Tab: "Compare", Verb: "Compare", Noun: "resamples", Doing: "Comparing",
		Sentence: lab.Sentence{
			Text: "Compare {orders} with {baseline}{backfilling}, {threshold}, on {resamples} <resamples> of {weeks} weeks{extras}.",
			Tips: map[string]string{"resamples": resamplesTip},
			With: map[string]lab.Part{
				"orders":      lab.Opener{Fold: v.list, Words: v.OrdersText},
				"baseline":    lab.Choice{Key: "baseline", ID: "-", Label: "Baseline order", Options: v.baselines, Now: v.base},
				"backfilling": lab.Aside{Text: ", backfilling in {backfill}", Hidden: func() bool { return v.Plan.Backfilling != "easy" }},
				"backfill":    lab.Host{Name: lab.HostBackfill},
				"threshold":   lab.Threshold{ID: "-", Label: "Threshold", Tip: thresholdTip, With: "threshold", None: "no threshold"},
				"resamples":   lab.Count{Key: "resamples", Label: "Number of resamples", Low: "1", High: "10000"},
				"weeks":       lab.Count{Key: "weeks", Label: "Weeks of a resample", Low: "1", High: "1040"},
				"extras":      lab.Wording(v.Extras),
			}},
		Folds: []*lab.Fold{v.list, lab.WhatIf("load", "closer", "procs", "closed", "rules", "flurry", "variant", "block", "week-start",
			"warmup", "drain"),
			lab.More("seed", "stop", "interval", "margin", "backfilling", "backfill", "queue-depth", "backfill-tries", "promises",
				"dialect", "tau")},
		Answers: []lab.Part{
			lab.Host{Name: "pinned"},
			lab.Once(v.waits, lab.Host{Name: "printed"}, lab.Heading{Text: "Evidence"}, lab.Framed(lab.Wide(hostForest), lab.Tools{}),
				lab.Wide(hostTable), lab.Host{Name: hostCaution}, lab.Host{Name: hostVaried}),
			lab.Host{Name: hostSide}, lab.Footnote(v.Footnote, v.waits)},
		Chart: v.forest, Sort: lab.Sorted(&v.table, v.drawTable),
		Choices: func() *report.Choices { return v.Report.Choices(v.Basis) }, Enough: v.enough, Early: v.first,
		Proof: "More evidence", Unexplained: func() bool { return v.explained == nil || v.waits() }, Pictures: v.pictures,
		Text:       v.methodsText,
		DrawAnswer: v.drawAnswer, DrawLook: v.drawLook, DrawSide: v.drawSide,
		Pin: lab.Pin{Also: lab.Tool("believe", "", "", "check against your machine’s real waits") + " " +
			lab.Tool("react", "", "", "What if users wait for their jobs?")},
		Printed: lab.Printed{Set: v.Set, Protocol: func() string { return v.Plan.Protocol }},
		Figures: lab.Figures{Look: hostLook},
	})
	return v
}

// waits says that the evidence is not to be shown: there is none, or its place would jump, since the answer above it
// has its length once the log itself and one resample are replayed.
func (v *View) waits() bool {
	return v.Missing() || v.Lab.Computes(v.Kind) && (v.Report.Done == 0 || v.Report.AsLogged == nil)
}

// shared is how many replayed jobs make a task worth to be shared: each worker makes the resample
// anew, which takes as long as a quarter of a replay.
var shared = 500_000

// tasks is what the plan asks of a trace, until that is enough.
func (v *View) tasks(o *lab.Opened, p *compare.Plan) []*lab.Work {
	w := v.All(o, p)
	w.Next = func() []int { return v.next(o, p) }
	if o.Trace.Overview.Jobs*len(p.Orders) >= shared {
		w.Join, w.Early = compare.Join, func(parts [][]byte) {
			if less, row, ok := compare.Early(*p, parts); ok {
				v.Rows(o, &less).Add(row)
				v.early = early{v.KeyOf(o, p), less}
			}
		}
	}
	return []*lab.Work{w}
}

// early is the plan of the first orders of another, whose key it has, that were replayed.
type early struct {
	of   string
	plan compare.Plan
}

// first is what is known of a plan before a resample is.
func (v *View) first(o *lab.Opened, p lab.Plan) (lab.Plan, string) {
	if v.early.of != v.KeyOf(o, p) {
		return nil, ""
	}
	x := v.early.plan
	return &x, strconv.Itoa(len(x.Orders)) + " of " + strconv.Itoa(p.Steps()) + " orders so far, on one resample."
}

// next are the resamples to compute next, given what is known.
func (v *View) next(o *lab.Opened, p *compare.Plan) []int {
	rows := v.Rows(o, p)
	if p.Stop == 0 {
		return rows.Missing(study.Logged, p.Resamples)
	}
	if _, ok := compare.Enough(*p, rows.First(p.Resamples)); ok {
		return nil
	}
	return rows.Missing(study.Logged, min(p.Resamples, stats.NextLook(rows.Unbroken())))
}

// enough says how many resamples there are when intervals have the width that is wanted.
func (v *View) enough(o *lab.Opened, p lab.Plan) (n int, ok bool) {
	x := p.(*compare.Plan)
	return compare.Enough(*x, v.Rows(o, x).Known(x.Resamples))
}

func merge(of *archive.Log, p *compare.Plan, rows []compare.Row) *compare.Report {
	r := compare.Merge(*p, of.Digest, of.Overview.Procs, rows)
	r.Warn(rows, of.Source())
	return r
}

// ---- the question

// Orders are the names of all known orders.
func (v *View) Orders() []string { return order.Names(order.Every()) }

// baselines are the orders that others can be compared with: the known ones, then
// the visitor's own, as numbers because a formula is too long for an attribute.
func (v *View) baselines() (list []study.Option) {
	list = lab.Options(v.Orders(), order.Short)
	for i, name := range v.own() {
		list = append(list, study.Option{Value: strconv.Itoa(i), Words: order.Short(name)})
	}
	return list
}

// base is the value of the baseline.
func (v *View) base() string {
	if i := slices.Index(v.own(), v.Plan.Baseline); i >= 0 {
		return strconv.Itoa(i)
	}
	return v.Plan.Baseline
}

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
	case "formula":
		v.setFormula(text)
	case "baseline":
		v.Question.Set(key, v.baseline(text))
	case "stop": // in percentage points
		v.setStop(text)
	case "figure-order":
		v.name = text
		v.DrawFigures()
	case "figure-group":
		v.group = text
		v.DrawFigures()
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
	case what == "believe":
		v.Lab.Go("replay", what, "true")
	case what == "react":
		v.react()
	case what == "curves":
		v.chooseLines(arg)
	case what == "side-csv":
		v.Lab.SaveText("shadowtime-side-by-side.csv", v.side().CSV())
	case what == "vary":
		v.vary()
	case what == "varied-csv":
		v.Lab.SaveText(v.Lab.FileName("csv", compare.Name, "sensitivity"), v.sensitivity().CSV())
	case what == "choose":
		v.choose(arg)
	}
}

// react asks the same orders with the same threshold of users who wait for their jobs.
func (v *View) react() {
	s := v.Settings()
	v.Lab.Go("react", "orders", s.Find("orders").Get())
	for _, key := range []string{"baseline", "threshold"} {
		v.Lab.View.Set(key, s.Find(key).Get())
	}
}

// setOrder chooses or drops an order.
func (v *View) setOrder(name string, on bool) {
	v.Plan.Orders = lab.Put(v.Plan.Orders, name, on, "")
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
	if v.Lab.TakeOwn(&v.Plan.Orders, text, study.ProperPair) {
		v.Lab.Changed()
	}
}

// fillOrders fills the panel in which orders are chosen.
func (v *View) fillOrders(p *lab.Panel) {
	p.HTML(`<p class="actions">` + lab.Tool("choose", "all", "", "all 12") + ` ` + lab.Tool("choose", "every", "", "every known order") +
		` ` + lab.Tool("choose", "none", "", "none") + `</p>`)
	p.OrderGrid("order-", v.Orders(), func(n string) bool { return slices.Contains(v.Plan.Orders, n) }, "")
	p.OwnOrders("formula", v.Plan.Orders, true)
}
