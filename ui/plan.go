package ui

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/order"
	"shadowtime/core/study"
)

// CanCompare says whether there is a trace to compare on.
func (a *App) CanCompare() bool {
	return a.Trace != nil && !a.cleaning && a.Trace.Overview.Jobs > 0 && a.State != Running && a.State != Reading
}

// SetOrder chooses or drops an order.
func (a *App) SetOrder(name string, on bool) {
	var names []string
	for _, o := range order.Every() {
		n := o.Name()
		if n == name && on || n != name && a.HasOrder(n) {
			names = append(names, n)
		}
	}
	if own := a.Formula(); own != "" {
		names = append(names, own)
	}
	a.Plan.Orders = names
	a.planChanged()
}

// Formula is the visitor's own order, as the plan names it, or "".
func (a *App) Formula() string {
	for _, n := range a.Plan.Orders {
		if strings.HasPrefix(n, formulaPrefix) {
			return n
		}
	}
	return ""
}

// formulaPrefix begins the name of an order that is a formula.
const formulaPrefix = "expr:"

// SetFormula takes the visitor's own key, smaller first; empty text takes it
// away. A formula that can't be read is said with its column, and changes
// nothing.
func (a *App) SetFormula(text string) {
	text = strings.TrimSpace(text)
	var names []string
	for _, n := range a.Plan.Orders {
		if !strings.HasPrefix(n, formulaPrefix) {
			names = append(names, n)
		}
	}
	if text != "" {
		o, err := order.Parse(formulaPrefix + text)
		if err != nil {
			a.Message = "Your formula can't be used: " + err.Error() + "."
			return
		}
		names = append(names, o.Name())
	}
	a.Message = ""
	a.Plan.Orders = names
	a.planChanged()
}

// HasOrder says whether an order is chosen.
func (a *App) HasOrder(name string) bool {
	return slices.Contains(a.Plan.Orders, name)
}

// SetNumber sets a number of the plan from its field's text.
func (a *App) SetNumber(what, text string) {
	n, err := strconv.ParseInt(text, 10, 64)
	lo, hi := int64(1), int64(0)
	p, set := &a.Plan, func() {}
	switch what {
	case "resamples":
		hi, set = study.MaxResamples, func() { p.Resamples = int(n) }
	case "weeks":
		hi, set = study.MaxWeeks, func() { p.Weeks = int(n) }
	case "tau":
		hi, set = job.Day, func() { p.Tau = n }
	case "threshold":
		lo, hi, set = 0, job.MaxTime/3600, func() { p.Threshold = study.Seconds(n * 3600) }
	case "seed":
		lo, hi, set = 0, 1<<53, func() { p.Seed = uint64(n) }
	}
	if err != nil || n < lo || n > hi {
		a.Message = "The " + what + " \"" + text + "\" is not usable: give a whole number from " +
			strconv.FormatInt(lo, 10) + " to " + strconv.FormatInt(hi, 10) + "."
		return
	}
	a.Message = ""
	set()
	a.planChanged()
}

// SetFactor sets a number with decimals: load, flurry (in mean weeks, empty
// keeps bursts) or stop (in percentage points, empty never).
func (a *App) SetFactor(what, text string) {
	text = strings.Replace(strings.TrimSpace(text), ",", ".", 1)
	lo, hi := 0.0, 0.0
	if text == "" {
		text = map[string]string{"load": "1"}[what]
	}
	x, err := strconv.ParseFloat("0"+text, 64)
	if strings.HasPrefix(text, "-") {
		x = -1
	}
	switch what {
	case "load":
		lo, hi = study.MinLoad, study.MaxLoad
	case "flurry":
		hi = job.MaxFlurry
	case "stop":
		hi = 100
	}
	if err != nil || !(x >= lo && x <= hi) {
		a.Message = "The " + what + " \"" + text + "\" is not usable: give a number from " + factorText(lo) + " to " + factorText(hi) + "."
		return
	}
	a.Message = ""
	switch what {
	case "load":
		a.Plan.Load = x
	case "stop":
		a.Plan.Stop = x / 100
	case "flurry":
		r := a.Rules
		r.Flurry = x
		a.setRules(r)
		return
	}
	a.planChanged()
}
