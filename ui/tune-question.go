package ui

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/core/order"
	"shadowtime/core/study"
	"shadowtime/core/tune"
)

// TuneQuestion is the search as a sentence with controls in it.
type TuneQuestion struct{ App *App }

func (c *TuneQuestion) t() *tuner    { return c.App.tuning }
func (c *TuneQuestion) Hidden() bool { return !c.t().Visible() }

// AllText names the button that tunes on every loaded log.
func (c *TuneQuestion) AllText() string {
	return "Tune on all " + strconv.Itoa(len(c.App.Shelf)) + " logs"
}

func (c *TuneQuestion) TogglePairs() {
	t := c.t()
	t.ShowPairs = !t.ShowPairs
	t.drawOrders()
}
func (c *TuneQuestion) ToggleThresholds() { c.t().ShowThresholds = !c.t().ShowThresholds }
func (c *TuneQuestion) ToggleMore()       { c.t().ShowMore = !c.t().ShowMore }

// PairsText says how many pairs are tried.
func (c *TuneQuestion) PairsText() string {
	p := &c.t().plan
	a, b := len(p.Primaries), len(p.Backfills)
	if a*b == 0 {
		return "no pair yet"
	}
	return strconv.Itoa(a) + " × " + strconv.Itoa(b) + " pairs"
}

// ThresholdsText says which thresholds are tried.
func (c *TuneQuestion) ThresholdsText() string {
	list := c.t().plan.Thresholds
	if len(list) == 0 {
		return "no threshold yet"
	}
	var words []string
	for _, s := range list {
		words = append(words, s.Words())
	}
	if len(words) > 4 {
		return strconv.Itoa(len(words)) + " thresholds"
	}
	return strings.Join(words, ", ")
}

// HoursText is the list of thresholds as its field shows it.
func (c *TuneQuestion) HoursText() string {
	var words []string
	for _, s := range c.t().plan.Thresholds {
		switch {
		case s < 0:
			words = append(words, "none")
		default:
			words = append(words, factorText(float64(s)/3600))
		}
	}
	return strings.Join(words, ", ")
}

// SetHours takes a list of thresholds, in hours.
func (c *TuneQuestion) SetHours(text string) {
	list, err := parseThresholds(text)
	if err == nil {
		p := c.t().plan
		p.Thresholds = slices.Clone(list)
		if len(p.Primaries) > 0 && len(p.Backfills) > 0 {
			err = p.Normalise()
		}
		list = p.Thresholds
	}
	if err != nil {
		c.App.Message = "The thresholds \"" + text + "\" are not usable: " + err.Error() + "."
		return
	}
	c.t().plan.Thresholds = list
	c.t().changed()
	c.App.Browser.SetValue("tune-hours", c.HoursText())
}

// Published takes the thresholds of the published example, Sweep a range.
func (c *TuneQuestion) Published() { c.SetHours(thresholdsText(tune.Default().Thresholds)) }
func (c *TuneQuestion) Sweep()     { c.SetHours(thresholdsText(tune.Sweep())) }

// Choose takes a named set of pairs.
func (c *TuneQuestion) Choose(name string) {
	p := &c.t().plan
	if a, b, err := tune.ParsePairs(name); err == nil {
		p.Primaries, p.Backfills = a, b
		c.t().changed()
	}
}

// OwnOrder adds an order to both lists: a formula, or a name.
func (c *TuneQuestion) OwnOrder(text string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	o, err := order.Parse(text)
	if err != nil {
		if o, err = order.Parse(formulaPrefix + text); err != nil {
			c.App.Message = "Your order can't be used: " + err.Error() + "."
			return
		}
	}
	p := &c.t().plan
	for _, list := range []*[]string{&p.Primaries, &p.Backfills} {
		if !slices.Contains(*list, o.Name()) {
			*list = append(slices.Clone(*list), o.Name())
		}
	}
	c.App.Browser.SetValue("tune-own", "")
	c.t().changed()
}

// toggle takes or drops an order of one of the lists.
func (t *tuner) toggle(list *[]string, name string) {
	if i := slices.Index(*list, name); i >= 0 {
		*list = slices.Delete(slices.Clone(*list), i, i+1)
	} else {
		was := *list
		*list = nil
		for _, x := range t.orders() {
			if x == name || slices.Contains(was, x) {
				*list = append(*list, x)
			}
		}
	}
	t.changed()
}

// orders are the known orders, and those of the plan that are not among them.
func (t *tuner) orders() []string {
	var names []string
	for _, o := range order.Every() {
		names = append(names, o.Name())
	}
	for _, list := range [][]string{t.plan.Primaries, t.plan.Backfills} {
		for _, n := range list {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}

// drawOrders draws the table in which orders are chosen for the two queues.
func (t *tuner) drawOrders() {
	if !t.ShowPairs {
		t.app.Browser.Draw(hostTuneOrders, "")
		return
	}
	var b strings.Builder
	b.WriteString(`<table class="plain tune-orders"><caption>Each order of the first column is tried with each of the second</caption><thead><tr><th scope="col">Order</th><th scope="col">queue</th><th scope="col">backfill</th><th scope="col">what goes first</th></tr></thead><tbody>`)
	box := func(act, what, name string, on bool) {
		b.WriteString(`<td><input type="checkbox" id="` + esc(act+"-"+name) + `" data-act="` + act + `" data-arg="` + esc(name) + `" aria-label="` + esc(name+what) + `"`)
		if on {
			b.WriteString(` checked`)
		}
		b.WriteString(`></td>`)
	}
	for _, n := range t.orders() {
		words, formula := n, ""
		if o, err := order.Parse(n); err == nil {
			words, formula = o.Words(), o.Formula()
		}
		b.WriteString(`<tr><th scope="row">` + swatch(n) + esc(n) + `</th>`)
		box("tune-primary", " for the queue", n, slices.Contains(t.plan.Primaries, n))
		box("tune-backfill", " for backfilling", n, slices.Contains(t.plan.Backfills, n))
		b.WriteString(`<td>` + esc(words) + ` <code>` + esc(formula) + `</code></td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	t.app.Browser.Draw(hostTuneOrders, b.String())
}

func (c *TuneQuestion) Objective() string { return c.t().plan.Objective.String() }

func (c *TuneQuestion) SetObjective(name string) {
	if o, err := tune.ParseObjective(name); err == nil {
		c.t().plan.Objective = o
		c.t().changed()
	}
}

func (c *TuneQuestion) Bounded() bool { return c.t().plan.Bound > 0 }

// SetBounded says whether the longest wait is bounded.
func (c *TuneQuestion) SetBounded(v string) {
	c.t().plan.Bound = 0
	if v == "bound" {
		c.t().plan.Bound = 1.5
	}
	c.t().changed()
}

func (c *TuneQuestion) BoundText() string {
	if !c.Bounded() {
		return "1.5"
	}
	return factorText(c.t().plan.Bound)
}

func (c *TuneQuestion) WeeksText() string { return strconv.Itoa(c.t().plan.Resamples) }
func (c *TuneQuestion) SeedText() string  { return strconv.FormatUint(c.t().plan.Seed, 10) }
func (c *TuneQuestion) TauText() string   { return strconv.FormatInt(c.t().plan.Tau, 10) }
func (c *TuneQuestion) LoadText() string  { return factorText(c.t().plan.Load) }
func (c *TuneQuestion) Dialect() string   { return c.t().plan.Dialect }
func (c *TuneQuestion) Running() bool     { return c.App.State == Running }

// SetNumber sets a number of the plan from its field's text.
func (c *TuneQuestion) SetNumber(what, text string) {
	p := &c.t().plan
	lo, hi, whole := 1.0, 0.0, true
	var set func(x float64)
	switch what {
	case "weeks":
		hi, set = study.MaxResamples, func(x float64) { p.Resamples = int(x) }
	case "seed":
		lo, hi, set = 0, 1<<53, func(x float64) { p.Seed = uint64(x) }
	case "tau":
		hi, set = job.Day, func(x float64) { p.Tau = int64(x) }
	case "bound":
		hi, whole, set = tune.MaxBound, false, func(x float64) { p.Bound = x }
	case "load":
		lo, hi, whole, set = study.MinLoad, study.MaxLoad, false, func(x float64) { p.Load = x }
	}
	x, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
	kind := "number"
	if whole {
		kind = "whole number"
	}
	if err != nil || !(x >= lo && x <= hi) || whole && x != float64(int64(x)) {
		c.App.Message = "The " + what + " \"" + text + "\" is not usable: give a " + kind + " from " + factorText(lo) + " to " + strconv.FormatFloat(hi, 'f', -1, 64) + "."
		return
	}
	set(x)
	c.t().changed()
}

// SetDialect takes a simulator's ties, and the cleaning that belongs to it.
func (c *TuneQuestion) SetDialect(name string) {
	a := c.App
	c.t().plan.Dialect = name
	plain := a.Rules
	plain.OneSecond = false
	if rules := study.Implied(name, plain); rules != a.Rules {
		a.setRules(rules)
		return
	}
	c.t().changed()
}

// Extras are the settings that differ from what is proposed, as part of the
// sentence.
func (c *TuneQuestion) Extras() string {
	p, d := &c.t().plan, tune.Default()
	s := ""
	if p.Load != d.Load {
		s += ", with " + c.LoadText() + " times the load"
	}
	if c.App.Procs > 0 {
		s += ", on " + figure.Count(c.App.Procs) + " processors"
	}
	if p.Dialect != d.Dialect {
		s += ", with ties as in " + p.Dialect
	}
	if p.Seed != d.Seed {
		s += ", seed " + c.SeedText()
	}
	if p.Tau != d.Tau {
		s += ", slowdowns bounded at " + c.TauText() + " s"
	}
	return s
}

// studied are the rules by which the published study cleaned its logs.
func (t *tuner) studied() job.Rules {
	r, _ := job.ParsePreset("queue-tuning")
	return study.Implied(t.plan.Dialect, r)
}

// OtherCleaning says whether the trace was cleaned by other rules than those of
// the published study: they are proposed, never taken without being asked.
func (c *TuneQuestion) OtherCleaning() bool {
	return c.App.Trace != nil && c.App.Rules != c.t().studied()
}

// CleaningText says what is in force.
func (c *TuneQuestion) CleaningText() string {
	name := "your own rules are in force"
	if n := c.App.Rules.Preset(); n != "custom" {
		name = "\"" + n + "\" is in force"
	}
	return "The published study cleaned its logs by the rules \"queue-tuning\"; " + name + "."
}

// UseStudied takes the study's rules.
func (c *TuneQuestion) UseStudied() { c.App.setRules(c.t().studied()) }

// Known says what a press of Tune would still have to compute.
func (c *TuneQuestion) Known() string {
	t := c.t()
	if t.report == nil || c.App.State == Running || c.App.Trace == nil {
		return ""
	}
	if done, total := t.known(); done < total {
		return figure.Count(done) + " weeks of each half are computed already; " + strconv.Itoa(total-done) + " to go"
	}
	return ""
}
