package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/bandit"
	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/core/online"
	"shadowtime/core/order"
	"shadowtime/core/resample"
	"shadowtime/core/study"
)

// OnlineQuestion is the selection as a sentence with controls in it.
type OnlineQuestion struct{ App *App }

func (c *OnlineQuestion) s() *selecting { return c.App.online }

// Hidden says whether another view is in sight, or nothing to ask about.
func (c *OnlineQuestion) Hidden() bool { return c.App.Trace == nil || c.App.View != viewOnline }

func (c *OnlineQuestion) ToggleStrategies() { c.s().showStrategies = !c.s().showStrategies }
func (c *OnlineQuestion) ToggleHow()        { c.s().showHow = !c.s().showHow }
func (c *OnlineQuestion) ToggleOrders()     { c.s().showOrders = !c.s().showOrders }
func (c *OnlineQuestion) ToggleMore()       { c.s().showMore = !c.s().showMore }
func (c *OnlineQuestion) ToggleWhatIf()     { c.s().showWhatIf = !c.s().showWhatIf }

// AllText names the button that learns on every loaded log.
func (c *OnlineQuestion) AllText() string {
	return "Learn on all " + strconv.Itoa(len(c.App.Shelf)) + " logs"
}

// Known says what a press of Learn would still have to compute.
func (c *OnlineQuestion) Known() string {
	a := c.App
	if a.State == Running || a.Trace == nil || a.View != viewOnline {
		return ""
	}
	if done, total := c.s().known(); done > 0 && done < total {
		return figure.Count(done) + " resamples are computed already; " + strconv.Itoa(total-done) + " to go"
	}
	return ""
}

// ---- strategies

// StrategyRow is a strategy to choose, with what is known about it.
type StrategyRow struct {
	Name, Words      string
	Formula, Source  string
	Parameter, Usual string // what its parameter is, and its usual value
	Values           string // further values of it, as the visitor wrote them
	On               bool
}

// Rows are the strategies to choose from, none while their panel is shut: each
// render emits all there is.
func (c *OnlineQuestion) Rows() []StrategyRow {
	if !c.s().showStrategies {
		return nil
	}
	return c.s().strategyRows()
}

func (s *selecting) strategyRows() []StrategyRow {
	p := s.plan
	var rows []StrategyRow
	for _, name := range bases() {
		x := StrategyRow{Name: name, Words: online.Strategy{Base: name}.Words(), Values: s.values(name), On: slices.Contains(p.Strategies, name)}
		if k, err := bandit.Find(name); err == nil {
			x.Words, x.Formula, x.Source = strings.ReplaceAll(k.Words, "arm", "order"), k.Formula, k.Source
			x.Parameter = k.Parameter
			if k.Default > 0 {
				x.Usual = factorText(k.Default)
			}
			if name == online.Epsilon {
				x.Usual = factorText(p.Epsilon)
			}
		} else {
			x.Formula, x.Source = "least Σ λ^(T-1-t) w(t), w(t) the summed wait of the jobs submitted in period t when they alone are simulated", "Reis: Learning to control large-scale parallel platforms, 2018, section 6.2"
			x.Parameter, x.Usual = "λ, what a period keeps of the past", factorText(p.Lambda)
			switch name {
			case online.Noisy:
				x.Formula += "; each w off by a factor within 1 ± " + factorText(p.Noise)
			case online.NoisyJob:
				x.Formula += "; each job's wait off by a factor within 1 ± " + factorText(p.JobNoise)
			}
		}
		rows = append(rows, x)
	}
	return rows
}

// Symbol is the short name of a parameter: what stands before the comma.
func (x StrategyRow) Symbol() string {
	name, _, _ := strings.Cut(x.Parameter, ",")
	return name
}

// values are the further values of a strategy's parameter.
func (s *selecting) values(base string) string {
	var list []string
	for _, name := range s.plan.Strategies {
		if x, ok := strings.CutPrefix(name, base+"@"); ok {
			list = append(list, x)
		}
	}
	return strings.Join(list, ", ")
}

// SetStrategy chooses or drops a strategy; its further values go with it.
func (c *OnlineQuestion) SetStrategy(base string, on bool) {
	values := ""
	if on {
		values = c.s().values(base)
	}
	c.s().take(base, on, values)
}

// SetValues takes further values of a strategy's parameter.
func (c *OnlineQuestion) SetValues(base, text string) {
	var list []string
	for _, x := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		if _, err := online.ParseStrategy(base + "@" + x); err != nil {
			c.App.Message = "These values can't be used: " + err.Error() + "."
			return
		}
		list = append(list, x)
	}
	c.s().take(base, slices.Contains(c.s().plan.Strategies, base) || len(list) > 0, strings.Join(list, ", "))
}

// take puts a strategy into the plan, or out of it, at its own place.
func (s *selecting) take(base string, on bool, values string) {
	var names []string
	for _, b := range bases() {
		has, also := slices.Contains(s.plan.Strategies, b), s.values(b)
		if b == base {
			has, also = on, values
		}
		if has {
			names = append(names, b)
		}
		for _, x := range strings.Split(also, ", ") {
			if x != "" {
				names = append(names, b+"@"+x)
			}
		}
	}
	for _, name := range s.plan.Strategies {
		if strings.HasPrefix(name, online.Fixed+":") {
			names = append(names, name)
		}
	}
	s.app.Message = ""
	s.plan.Strategies = names
	s.app.planChanged()
}

// Fixed says whether each order for good stands in the table too.
func (c *OnlineQuestion) Fixed() bool {
	return slices.ContainsFunc(c.s().plan.Strategies, isFixed)
}

func isFixed(name string) bool { return strings.HasPrefix(name, online.Fixed+":") }

func (c *OnlineQuestion) SetFixed(on bool) {
	s := c.s()
	s.plan.Strategies = slices.DeleteFunc(slices.Clone(s.plan.Strategies), isFixed)
	if on {
		for _, name := range s.plan.Orders {
			s.plan.Strategies = append(s.plan.Strategies, online.Fixed+":"+name)
		}
	}
	c.App.planChanged()
}

// Choose takes every strategy, or those of the published study.
func (c *OnlineQuestion) Choose(all bool) {
	s := c.s()
	s.plan.Strategies = proposedOnline().Strategies
	if all {
		s.plan.Strategies = bases()
	}
	c.App.Message = ""
	c.App.planChanged()
}

// StrategiesText says which strategies are chosen.
func (c *OnlineQuestion) StrategiesText() string {
	var list []string
	fixed := ""
	for _, name := range c.s().plan.Strategies {
		if isFixed(name) {
			fixed = " and each order for good"
		} else {
			list = append(list, name)
		}
	}
	switch n := len(list); {
	case n == 0 && fixed == "":
		return "no strategy yet"
	case n == 0:
		return "each order for good"
	case n <= 2:
		return strings.Join(list, " and ") + fixed
	case n == len(bases()) && !slices.ContainsFunc(list, func(x string) bool { return strings.Contains(x, "@") }):
		return "all " + strconv.Itoa(n) + " strategies" + fixed
	default:
		return strconv.Itoa(n) + " strategies" + fixed
	}
}

// ---- orders

// OrdersText says what they choose from.
func (c *OnlineQuestion) OrdersText() string {
	list := c.s().plan.Orders
	if ordersText(list) == "all" {
		return "all 12 orders"
	}
	if len(list) <= 3 {
		return strings.Join(list, ", ")
	}
	return strconv.Itoa(len(list)) + " orders"
}

// OrderRows are the orders to choose from, none while their panel is shut. The
// baseline is always there.
func (c *OnlineQuestion) OrderRows() []OrderRow {
	var rows []OrderRow
	if !c.s().showOrders {
		return nil
	}
	for _, o := range order.Every() {
		rows = append(rows, OrderRow{o.Name(), o.Words(), o.Formula(), slices.Contains(c.s().plan.Orders, o.Name())})
	}
	return rows
}

// Always says whether an order can't be dropped.
func (c *OnlineQuestion) Always(name string) bool { return name == online.Baseline }

func (c *OnlineQuestion) SetOrder(name string, on bool) {
	c.chooseOrders(func(n string) bool { return n == name && on || n != name && slices.Contains(c.s().plan.Orders, n) })
}

// ChooseOrders takes the twelve, or every known one.
func (c *OnlineQuestion) ChooseOrders(twelve bool) {
	list := order.Twelve()
	c.chooseOrders(func(n string) bool {
		return !twelve || slices.ContainsFunc(list, func(o order.Order) bool { return o.Name() == n })
	})
}

func (c *OnlineQuestion) chooseOrders(takes func(name string) bool) {
	s, fixed := c.s(), c.Fixed()
	var names []string
	for _, o := range order.Every() {
		if n := o.Name(); takes(n) || c.Always(n) {
			names = append(names, n)
		}
	}
	s.plan.Orders = names
	if fixed {
		c.SetFixed(true)
		return
	}
	c.App.planChanged()
}

// ---- periods and numbers

// Periods are the choices of how often to choose, with the one in force among
// them.
func (c *OnlineQuestion) Periods() []Tab {
	now := periodsText(c.s().plan.Periods)
	list := []Tab{{"day", "day", false}, {"week", "week", false}, {"day,week", "day and week", false}, {"12h", "12 hours", false}}
	for i := range list {
		list[i].On = list[i].Key == now
	}
	if !slices.ContainsFunc(list, func(t Tab) bool { return t.On }) {
		list = append(list, Tab{now, strings.ReplaceAll(now, ",", ", "), true})
	}
	return list
}

func (c *OnlineQuestion) SetPeriods(text string) {
	if list, err := parsePeriods(text); err == nil {
		c.s().plan.Periods = list
		c.App.planChanged()
	}
}

func (c *OnlineQuestion) HasThreshold() bool { return c.s().plan.Threshold >= 0 }

func (c *OnlineQuestion) SetThresholdOn(v string) {
	c.s().plan.Threshold = study.None
	if v != "none" {
		c.s().plan.Threshold = proposedOnline().Threshold
	}
	c.App.planChanged()
}

func (c *OnlineQuestion) ThresholdText() string {
	if !c.HasThreshold() {
		return "40"
	}
	return strconv.FormatInt(int64(c.s().plan.Threshold)/3600, 10)
}

func (c *OnlineQuestion) ResamplesText() string { return strconv.Itoa(c.s().plan.Resamples) }
func (c *OnlineQuestion) WeeksText() string     { return strconv.Itoa(c.s().plan.Weeks) }
func (c *OnlineQuestion) SeedText() string      { return strconv.FormatUint(c.s().plan.Seed, 10) }
func (c *OnlineQuestion) LoadText() string      { return factorText(c.s().plan.Load) }
func (c *OnlineQuestion) LoadBy() string        { return c.s().plan.LoadBy.String() }
func (c *OnlineQuestion) Variant() string       { return c.s().plan.Variant.String() }
func (c *OnlineQuestion) Feedback() string      { return c.s().plan.Feedback.String() }
func (c *OnlineQuestion) Backfilling() string   { return c.s().plan.Backfilling }
func (c *OnlineQuestion) Dialect() string       { return c.s().plan.Dialect }
func (c *OnlineQuestion) Number(key string) string {
	return factorText(*c.s().numbers()[key])
}
func (c *OnlineQuestion) Switch(key string) bool { return *c.s().switches()[key] }

// Machine and bursts are the trace's own: what Compare says of them holds.
func (c *OnlineQuestion) trace() *Question { return &Question{App: c.App} }

// Set takes a number from its field's text.
func (c *OnlineQuestion) Set(what, text string) {
	p := &c.s().plan
	lo, hi, whole := 0.0, 1.0, false
	var set func(x float64)
	switch what {
	case "resamples":
		lo, hi, whole, set = 1, study.MaxResamples, true, func(x float64) { p.Resamples = int(x) }
	case "weeks":
		lo, hi, whole, set = 1, study.MaxWeeks, true, func(x float64) { p.Weeks = int(x) }
	case "threshold":
		hi, whole, set = job.MaxTime/3600, true, func(x float64) { p.Threshold = study.Seconds(x * 3600) }
	case "seed":
		hi, whole, set = 1<<53, true, func(x float64) { p.Seed = uint64(x) }
	case "load":
		lo, hi, set = study.MinLoad, study.MaxLoad, func(x float64) { p.Load = x }
	default:
		set = func(x float64) { *c.s().numbers()[what] = x }
	}
	x, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
	if err != nil || !(x >= lo && x <= hi) || whole && x != math.Trunc(x) {
		kind := "number"
		if whole {
			kind = "whole number"
		}
		c.App.Message = "The " + what + " \"" + text + "\" is not usable: give a " + kind + " from " + factorText(lo) + " to " + strconv.FormatFloat(hi, 'f', -1, 64) + "."
		return
	}
	c.App.Message = ""
	set(x)
	c.App.planChanged()
}

func (c *OnlineQuestion) SetSwitch(key string, on bool) {
	*c.s().switches()[key] = on
	c.App.planChanged()
}

func (c *OnlineQuestion) SetVariant(name string) {
	if v, err := resample.ParseVariant(name); err == nil {
		c.s().plan.Variant = v
		c.App.planChanged()
	}
}

func (c *OnlineQuestion) SetLoadBy(name string) {
	if by, err := resample.ParseBy(name); err == nil {
		c.s().plan.LoadBy = by
		c.App.planChanged()
	}
}

func (c *OnlineQuestion) SetFeedback(name string) {
	if f, err := online.ParseFeedback(name); err == nil {
		c.s().plan.Feedback = f
		c.App.planChanged()
	}
}

func (c *OnlineQuestion) SetBackfilling(name string) {
	c.s().plan.Backfilling = name
	c.App.planChanged()
}

// SetDialect takes a simulator's ties, and the cleaning that belongs to it.
func (c *OnlineQuestion) SetDialect(name string) {
	a := c.App
	c.s().plan.Dialect = name
	plain := a.Rules
	plain.OneSecond = false
	if rules := study.Implied(name, plain); rules != a.Rules {
		a.setRules(rules)
		return
	}
	a.planChanged()
}

// Original says whether it is asked of the log as it was.
func (c *OnlineQuestion) Original() bool { return c.s().plan.Variant == resample.Original }

// Extras are the settings that differ from what is proposed, as part of the
// sentence.
func (c *OnlineQuestion) Extras() string {
	a, p, d := c.App, c.s().plan, proposedOnline()
	text := ""
	if p.Variant == resample.Shuffle {
		text += ", shuffled instead of drawn"
	}
	if p.Load != 1 {
		text += ", with " + factorText(p.Load) + " times the load"
		if p.LoadBy == resample.Sizes {
			text += " by wider jobs"
		}
	}
	if a.Procs > 0 {
		text += ", on " + figure.Count(a.Procs) + " processors"
	}
	if a.Rules.Flurry > 0 {
		text += ", without bursts"
	}
	for _, x := range []struct {
		words   string
		is, was float64
	}{{"ε", p.Epsilon, d.Epsilon}, {"λ", p.Lambda, d.Lambda}, {"noise", p.Noise, d.Noise}, {"noise of jobs", p.JobNoise, d.JobNoise}} {
		if x.is != x.was {
			text += ", " + x.words + " " + factorText(x.is)
		}
	}
	if !p.UntriedFirst {
		text += ", untried orders not first"
	}
	if p.DiscountJobs {
		text += ", numbers of jobs discounted too"
	}
	if p.Feedback != d.Feedback {
		text += ", simulations from the machine as it was"
	}
	switch p.Backfilling {
	case d.Backfilling:
	case "none":
		text += ", without backfilling"
	default:
		text += ", with " + p.Backfilling + " backfilling"
	}
	if p.Dialect != d.Dialect {
		text += ", with ties as in " + p.Dialect
	}
	if p.Seed != d.Seed {
		text += ", seed " + c.SeedText()
	}
	return text
}
