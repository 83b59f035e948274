package ui

import (
	"strconv"
	"strings"

	"shadowtime/core/compare"
	"shadowtime/core/figure"
	"shadowtime/core/job"

	"shadowtime/core/order"
	"shadowtime/core/resample"
	"shadowtime/core/study"
)

// Question is the comparison as a sentence with controls in it.
type Question struct{ App *App }

func (c *Question) ToggleOrders() { c.App.ShowOrders = !c.App.ShowOrders }
func (c *Question) ToggleMore()   { c.App.ShowMore = !c.App.ShowMore }
func (c *Question) ToggleWhatIf() { c.App.ShowWhatIf = !c.App.ShowWhatIf }

// Hidden says whether another view is in sight, or nothing to ask about.
func (c *Question) Hidden() bool { return c.App.Trace == nil || c.App.View != viewCompare }

// AllText names the button that compares on every loaded log.
func (c *Question) AllText() string {
	return "Compare on all " + strconv.Itoa(len(c.App.Shelf)) + " logs"
}

func (c *Question) LoadText() string { return factorText(c.App.Plan.Load) }
func (c *Question) LoadBy() string   { return c.App.Plan.LoadBy.String() }

// SetLoadBy says what carries another load.
func (c *Question) SetLoadBy(name string) {
	if by, err := resample.ParseBy(name); err == nil {
		c.App.Plan.LoadBy = by
		c.App.planChanged()
	}
}

// MachineText is the machine size in force.
func (c *Question) MachineText() string {
	if c.App.Trace == nil {
		return ""
	}
	return strconv.FormatInt(c.App.Trace.Cleaning.Machine.Procs, 10)
}

// MachineHint says what another machine does to the jobs.
func (c *Question) MachineHint() string {
	if c.App.Summary == nil || c.App.Procs == 0 {
		return "jobs that do not fit a smaller one are left out and counted"
	}
	return "the log says " + figure.Count(c.App.Summary.Machine.Procs)
}

func (c *Question) FlurryText() string { return orEmpty(c.App.Rules.Flurry) }
func (c *Question) StopText() string   { return orEmpty(100 * c.App.Plan.Stop) }

// FlurryHint says how many jobs are left out as bursts.
func (c *Question) FlurryHint() string {
	if c.App.Trace == nil || c.App.Rules.Flurry == 0 {
		return ""
	}
	for _, d := range c.App.Trace.Cleaning.Dropped {
		if d.Reason == job.Burst {
			return figure.Count(d.N) + " jobs are left out"
		}
	}
	return "there is no such week"
}

func orEmpty(x float64) string {
	if x == 0 {
		return ""
	}
	return factorText(x)
}

// SetInterval takes the kind of interval.
func (c *Question) SetInterval(name string) {
	c.App.Plan.Interval = name
	c.App.planChanged()
}

// OrdersText says which orders are chosen.
func (c *Question) OrdersText() string {
	n, twelve := len(c.App.Plan.Orders), 0
	for _, o := range order.Twelve() {
		if c.App.HasOrder(o.Name()) {
			twelve++
		}
	}
	switch {
	case n == 12 && twelve == 12:
		return "all 12 orders"
	case n == len(order.Every()):
		return "every known order"
	case n == 0:
		return "no order yet"
	case n <= 3:
		s := ""
		for i, name := range c.App.Plan.Orders {
			if i > 0 {
				s += ", "
			}
			s += name
		}
		return s
	}
	return strconv.Itoa(n) + " orders"
}

// Orders are the names of all known orders.
func (c *Question) Orders() []string {
	var names []string
	for _, o := range order.Every() {
		names = append(names, o.Name())
	}
	return names
}

// OrderRow is an order to choose.
type OrderRow struct {
	Name, Words, Key string
	On               bool
}

// OrderRows are the orders to choose from.
func (c *Question) OrderRows() []OrderRow {
	var rows []OrderRow
	for _, o := range order.Every() {
		rows = append(rows, OrderRow{o.Name(), o.Words(), o.Formula(), c.App.HasOrder(o.Name())})
	}
	return rows
}

// FormulaText is the visitor's own key.
func (c *Question) FormulaText() string { return strings.TrimPrefix(c.App.Formula(), formulaPrefix) }

// Choose takes the twelve orders, every order, or none.
func (c *Question) Choose(n int) {
	list := order.Twelve()
	if n > 12 {
		list = order.Every()
	}
	own := c.App.Formula()
	c.App.Plan.Orders = nil
	if own != "" {
		defer c.App.SetFormula(strings.TrimPrefix(own, formulaPrefix))
	}
	if n > 0 {
		for _, o := range list {
			c.App.Plan.Orders = append(c.App.Plan.Orders, o.Name())
		}
	}
	c.App.planChanged()
}

func (c *Question) SetBaseline(name string) {
	c.App.Plan.Baseline = name
	c.App.planChanged()
}

func (c *Question) HasThreshold() bool { return c.App.Plan.Threshold >= 0 }

func (c *Question) SetThresholdOn(v string) {
	c.App.Plan.Threshold = study.None
	if v != "none" {
		c.App.Plan.Threshold = compare.Default().Threshold
	}
	c.App.planChanged()
}

func (c *Question) ThresholdText() string {
	if !c.HasThreshold() {
		return "40"
	}
	return strconv.FormatInt(int64(c.App.Plan.Threshold)/3600, 10)
}

func (c *Question) ResamplesText() string { return strconv.Itoa(c.App.Plan.Resamples) }
func (c *Question) WeeksText() string     { return strconv.Itoa(c.App.Plan.Weeks) }
func (c *Question) SeedText() string      { return strconv.FormatUint(c.App.Plan.Seed, 10) }
func (c *Question) TauText() string       { return strconv.FormatInt(c.App.Plan.Tau, 10) }
func (c *Question) Variant() string       { return c.App.Plan.Variant.String() }

func (c *Question) SetVariant(name string) {
	if v, err := resample.ParseVariant(name); err == nil {
		c.App.Plan.Variant = v
		c.App.planChanged()
	}
}

func (c *Question) SetBackfilling(name string) {
	c.App.Plan.Backfilling = name
	c.App.planChanged()
}

// SetDialect takes a simulator's ties, and the cleaning that belongs to it.
func (c *Question) SetDialect(name string) {
	a := c.App
	a.Plan.Dialect = name
	plain := a.Rules
	plain.OneSecond = false
	if rules := study.Implied(name, plain); rules != a.Rules {
		a.setRules(rules)
		return
	}
	a.planChanged()
}

// Extras are the settings that differ from what is proposed, as part of the
// sentence.
func (c *Question) Extras() string {
	p, d := c.App.Plan, compare.Default()
	s := ""
	switch p.Variant {
	case resample.Shuffle:
		s += ", shuffled instead of drawn"
	case resample.Original:
		s += ", the log's own last ones"
	}
	if p.Load != 1 {
		s += ", with " + factorText(p.Load) + " times the load"
		if p.LoadBy == resample.Sizes {
			s += " by wider jobs"
		}
	}
	if c.App.Procs > 0 {
		s += ", on " + figure.Count(c.App.Procs) + " processors"
	}
	if c.App.Rules.Flurry > 0 {
		s += ", without bursts"
	}
	if p.Backfilling != d.Backfilling {
		s += ", with " + p.Backfilling + " backfilling"
		if p.Backfilling == "none" {
			s = s[:len(s)-len("with none backfilling")] + "without backfilling"
		}
	}
	if p.Dialect != d.Dialect {
		s += ", with ties as in " + p.Dialect
	}
	if p.Seed != d.Seed {
		s += ", seed " + c.SeedText()
	}
	if p.Stop > 0 {
		s += ", stopping at intervals within ±" + c.StopText() + " points"
	}
	if p.Tau != d.Tau {
		s += ", slowdowns bounded at " + c.TauText() + " s"
	}
	return s
}

// Known says what a press of Compare would still have to compute.
func (c *Question) Known() string {
	a := c.App
	if a.Report == nil || a.State == Running || a.Trace == nil {
		return ""
	}
	if done, total := a.lab().known(); done < total {
		left := total - done
		return figure.Count(a.Report.Done) + " resamples are computed already; " + strconv.Itoa(left) + " to go"
	}
	return ""
}
