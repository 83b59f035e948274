package tune

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Tips of the words that the question explains.
const (
	primaryTip   = "Who stands at the front of the queue and gets the reservation."
	backfillTip  = "In which order the others are asked whether they fit now, without delaying the first."
	thresholdTip = "Jobs that have waited longer than this go first, in submit order. It bounds how long an unlucky job waits."
	todayTip     = "That of FCFS for both queues without threshold, in the mean over training weeks."
	weeksTip     = "Each is one of the half’s weeks, whole unless you ask for another way, drawn anew and replayed from an empty " +
		"machine. The halves are replayed as they were beside them."
)

// PairsText says how many pairs are tried.
func (v *View) PairsText() string {
	a, b := len(v.Plan.Primaries), len(v.Plan.Backfills)
	if a*b == 0 {
		return "no pair yet"
	}
	return strconv.Itoa(a) + " × " + strconv.Itoa(b) + " pairs"
}

// ThresholdsText says which thresholds are tried.
func (v *View) ThresholdsText() string {
	var words []string
	for _, s := range v.Plan.Thresholds {
		words = append(words, s.Words())
	}
	switch n := len(words); {
	case n == 0:
		return "no threshold yet"
	case n > 4:
		return strconv.Itoa(n) + " thresholds"
	}
	return strings.Join(words, ", ")
}

// usualBound is the bound on the longest wait that the page proposes.
const usualBound = 1.5

// Bounded says whether the longest wait is bounded.
func (v *View) Bounded() bool { return v.Plan.Bound > 0 }

func (v *View) boundedText() string {
	if v.Bounded() {
		return "bound"
	}
	return "free"
}

// BoundText is the bound as its field shows it.
func (v *View) BoundText() string {
	if !v.Bounded() {
		return numeral.Plain(usualBound)
	}
	return v.Shown("bound")
}

// studied are the rules by which the published study cleaned its logs.
func (v *View) studied() job.Rules {
	r, _ := job.ParsePreset("queue-tuning")
	return study.Implied(v.Plan.Dialect, r)
}

// OtherCleaning says whether the trace was cleaned by other rules than those of
// the published study: they are proposed, never taken without being asked.
func (v *View) OtherCleaning() bool { return v.Lab.Rules != v.studied() }

// CleaningText says what is in force.
func (v *View) CleaningText() string {
	name := "your own rules are in force"
	if n := v.Lab.Rules.Preset(); n != "custom" {
		name = "\"" + n + "\" is in force"
	}
	return "The published study cleaned its logs by the rules \"queue-tuning\"; " + name + "."
}

// setForm takes a field of the form that is more than a setting's text; false:
// it is none.
func (v *View) setForm(key, text string) bool {
	if name, ok := strings.CutPrefix(key, "primary:"); ok {
		v.setOrder(&v.Plan.Primaries, name, text == "true")
		return true
	}
	if name, ok := strings.CutPrefix(key, "backfill:"); ok {
		v.setOrder(&v.Plan.Backfills, name, text == "true")
		return true
	}
	switch key {
	case "own":
		v.addOrder(text)
	case "threshold":
		v.setThresholds(text)
	case "bounded":
		v.Plan.Bound = 0
		if text == "bound" {
			v.Plan.Bound = usualBound
		}
		v.changed()
		v.Lab.Browser.SetValue("tune-bound", v.BoundText())
	case "bound":
		v.Question.Set("bound", strings.Replace(text, ",", ".", 1))
	default:
		return false
	}
	return true
}

// changed shows what is already known of the plan.
func (v *View) changed() {
	v.Lab.Changed()
}

// choosePairs takes a named set of pairs.
func (v *View) choosePairs(name string) {
	if a, b, err := tune.ParsePairs(name); err == nil {
		v.Plan.Primaries, v.Plan.Backfills = a, b
		v.changed()
	}
}

// setOrder takes or drops an order of one of the lists.
func (v *View) setOrder(list *[]string, name string, on bool) {
	was := *list
	if on == slices.Contains(was, name) {
		return
	}
	*list = nil
	if on { // at its place
		for _, x := range v.orders() {
			if x == name || slices.Contains(was, x) {
				*list = append(*list, x)
			}
		}
	} else {
		for _, x := range was {
			if x != name {
				*list = append(*list, x)
			}
		}
	}
	v.changed()
}

// addOrder adds an order to both lists: a formula, or a name.
func (v *View) addOrder(text string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	var names []string
	if o, err := order.Parse(text); err == nil {
		names = []string{o.Name()}
	} else if own, column, err := lab.ParseOwn(text, order.ProperName); err == nil {
		names = own
	} else {
		v.Lab.Refuse("Your order can't be used: "+err.Error()+".", column)
		return
	}
	if err := order.Distinct(append(v.orders(), names...)...); err != nil {
		v.Lab.Refuse("Your order can't be used: "+err.Error()+".", 0)
		return
	}
	for _, list := range []*[]string{&v.Plan.Primaries, &v.Plan.Backfills} {
		for _, name := range names {
			if !slices.Contains(*list, name) {
				*list = append(slices.Clone(*list), name)
			}
		}
	}
	v.changed()
}

// orders are the known orders, and those of the plan that are not among them.
func (v *View) orders() []string {
	names := order.Names(order.Every())
	for _, list := range [][]string{v.Plan.Primaries, v.Plan.Backfills} {
		for _, n := range list {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}

var errNoThreshold = errors.New("write none, or hours, with commas between them")

// setThresholds takes a list of thresholds: none, hours, or durations with a
// unit.
func (v *View) setThresholds(text string) {
	var words []string
	for _, s := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r <= ' ' || r == '\u00a0' }) {
		if x, err := strconv.ParseFloat(s, 64); err == nil && x >= 0 && x <= job.MaxTime/3600 {
			s = study.Seconds(math.Round(x * 3600)).String()
		}
		words = append(words, s)
	}
	p, err := v.Plan, errNoThreshold
	if len(words) > 0 {
		p.Thresholds, err = tune.ParseThresholds(strings.Join(words, ","))
	}
	if err == nil && p.Pairs() > 0 {
		err = p.Normalise()
	}
	if err != nil {
		v.Lab.Refuse("The thresholds \""+text+"\" are not usable: "+err.Error()+".", 0)
		return
	}
	v.Question.Set("threshold", tune.ThresholdsText(p.Thresholds))
	v.Lab.Browser.SetValue("tune-hours", v.hours())
}

// hours is the list of thresholds as its field shows it.
func (v *View) hours() string {
	var words []string
	for _, s := range v.Plan.Thresholds {
		if s < 0 {
			words = append(words, "none")
		} else {
			words = append(words, numeral.Plain(float64(s)/3600))
		}
	}
	return strings.Join(words, ", ")
}

// fillPairs fills the panel in which orders are chosen for the two queues.
func (v *View) fillPairs(p *lab.Panel) {
	p.HTML(`<p class="actions">` + lab.Tool("pairs", tune.Published, "", "7 × 7, the published search") + ` ` +
		lab.Tool("pairs", tune.Twelve, "", "12 × 12") + ` ` + lab.Tool("pairs", tune.Every, "", "every known order") + `</p>`)
	p.HTML(`<div class="scroll"><table class="plain tune-orders"><caption>Each order of the first column is tried with each of the second</caption><thead><tr>` +
		`<th scope="col">Order</th><th scope="col">queue</th><th scope="col">backfill</th><th scope="col">what goes first</th></tr></thead><tbody>`)
	box := func(list, what, name string, on bool) {
		id := "tune-" + list + "-" + name
		p.HTML(`<td><input type="checkbox" id="` + lab.Esc(id) + `" data-set="` + lab.Esc(list+":"+name) + `" aria-label="` +
			lab.Esc(order.Label(name)+what) + `"></td>`)
		p.Shows(id, strconv.FormatBool(on))
	}
	for _, name := range v.orders() {
		words, formula, _ := strings.Cut(lab.OrderTip(name), ": key ")
		p.HTML(`<tr><th scope="row">` + lab.Swatch(name) + lab.Esc(order.Label(name)) + `</th>`)
		box("primary", " for the queue", name, slices.Contains(v.Plan.Primaries, name))
		box("backfill", " for backfilling", name, slices.Contains(v.Plan.Backfills, name))
		p.HTML(`<td>` + lab.Esc(words) + ` <code>` + lab.Esc(formula) + `</code></td></tr>`)
	}
	p.HTML(`</tbody></table></div><p class="field own"><label for="tune-own">Another order for both</label> ` +
		`<input type="text" id="tune-own" size="34" spellcheck="false" autocomplete="off" placeholder="p * sqrt(q) - 100 * age" data-set="own"> ` +
		`<span class="hint">a key, smaller first: p requested time, q processors, r submit, age (seconds); or a mixture such as mix:SAF+3600*FCFS; with a name, mine=p*q</span></p>`)
	p.Shows("tune-own", "")
}

// fillThresholds fills the one in which thresholds are chosen.
func (v *View) fillThresholds(p *lab.Panel) {
	p.Row(lab.Field{Of: v.Settings().Find("threshold"), ID: "tune-hours", Label: "Hours, with commas",
		Hint: "none is without threshold; other units as in 30m, 3d", Shown: v.hours()})
	p.HTML(`<p class="actions">` + lab.Tool("thresholds", tune.ThresholdsText(tune.Default().Thresholds), "", "20, 40 and 80 h") + ` ` +
		lab.Tool("thresholds", "none,20h", "", "none and 20 h, as the study") + ` ` +
		lab.Tool("thresholds", "sweep", "", "none and nine from 1 h to 100 h") + `</p>`)
}
