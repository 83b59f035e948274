package online

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/online"
	"shadowtime/core/sim/bandit"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// ---- strategies

// strategy is one to choose, with what is known about it.
type strategy struct {
	Name, Words      string
	Formula, Source  string
	Parameter, Usual string // what its parameter is, and its usual value
	Values           string // further values of it, as the visitor wrote them
	On               bool
}

// strategies are those to choose from.
func (v *View) strategies() []strategy {
	p := v.Plan
	var rows []strategy
	for _, name := range online.Every() {
		x := strategy{Name: name, Words: online.Strategy{Base: name}.Words(), Values: v.values(name),
			On: slices.Contains(p.Strategies, name)}
		if k, err := bandit.Find(name); err == nil {
			x.Words, x.Formula, x.Source = strings.ReplaceAll(k.Words, "arm", "order"), k.Formula, k.Source
			x.Parameter = k.Parameter
			if k.Default > 0 {
				x.Usual = numeral.Plain(k.Default)
			}
			if name == online.Epsilon {
				x.Usual = numeral.Plain(p.Epsilon)
			}
		} else if name == online.Shared || name == online.Safe {
			x.Formula, x.Source = "least Σ w(t), w(t) of each choice from the machine as it was when period t began",
				"after Wu et al., 2016, and Kazerouni et al., 2017"
			if name == online.Shared {
				x.Parameter, x.Usual = "ε, the share of periods that explore", numeral.Plain(p.Epsilon)
			}
		} else {
			x.Formula, x.Source = "least Σ λ^(T-1-t) w(t), w(t) the summed wait of the jobs "+v.simulated(),
				"Reis: Learning to control large-scale parallel platforms, 2018, section 6.2"
			x.Parameter, x.Usual = "λ, what a period keeps of the past", numeral.Plain(p.Lambda)
			switch name {
			case online.Noisy:
				x.Formula += "; each w off by a factor within 1 ± " + numeral.Plain(p.Noise)
			case online.NoisyJob:
				x.Formula += "; each job's wait off by a factor within 1 ± " + numeral.Plain(p.JobNoise)
			}
		}
		rows = append(rows, x)
	}
	return rows
}

// seen says which jobs' waits a period tells.
func (v *View) seen() string {
	if v.Plan.Seen == online.Submitted {
		return "were submitted"
	}
	return cmp.Or(v.Plan.Seen, online.Finished)
}

// simulated says which jobs are simulated of a period that is over.
func (v *View) simulated() string {
	return cmp.Or(v.Plan.Replayed, online.Submitted) + " in period t when they" +
		[...]string{" alone are simulated", " are simulated from the machine as it was",
			" are simulated behind the queue as it was"}[v.Plan.Feedback]
}

// Symbol is the short name of a parameter: what stands before the comma.
func (x strategy) Symbol() string {
	name, _, _ := strings.Cut(x.Parameter, ",")
	return name
}

// values are the further values of a strategy's parameter.
func (v *View) values(base string) string {
	var list []string
	for _, name := range v.Plan.Strategies {
		if x, ok := strings.CutPrefix(name, base+"@"); ok {
			list = append(list, x)
		}
	}
	return strings.Join(list, ", ")
}

// setStrategy chooses or drops a strategy; its further values go with it.
func (v *View) setStrategy(base string, on bool) {
	values := ""
	if on {
		values = v.values(base)
	}
	v.take(base, on, values)
}

// setValues takes further values of a strategy's parameter.
func (v *View) setValues(base, text string) {
	var list []string
	for _, x := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		if _, err := online.ParseStrategy(base + "@" + x); err != nil {
			v.Lab.Refuse("These values can't be used: "+err.Error()+".", 0)
			return
		}
		list = append(list, x)
	}
	v.take(base, slices.Contains(v.Plan.Strategies, base) || len(list) > 0, strings.Join(list, ", "))
}

// take puts a strategy into the plan, or out of it, at its own place.
func (v *View) take(base string, on bool, values string) {
	var names []string
	for _, b := range online.Every() {
		has, also := slices.Contains(v.Plan.Strategies, b), v.values(b)
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
	for _, name := range v.Plan.Strategies {
		if strings.HasPrefix(name, online.Fixed+":") {
			names = append(names, name)
		}
	}
	v.Plan.Strategies = names
	v.Lab.Changed()
}

// fixedToo says whether each order for good stands in the table too.
func (v *View) fixedToo() bool { return slices.ContainsFunc(v.Plan.Strategies, isFixed) }

func isFixed(name string) bool { return strings.HasPrefix(name, online.Fixed+":") }

func (v *View) setFixed(on bool) {
	v.Plan.Strategies = slices.DeleteFunc(slices.Clone(v.Plan.Strategies), isFixed)
	if on {
		for _, name := range v.Plan.Orders {
			v.Plan.Strategies = append(v.Plan.Strategies, online.Fixed+":"+name)
		}
	}
	v.Lab.Changed()
}

// choose takes every strategy, or those of the published study.
func (v *View) choose(all bool) {
	v.Plan.Strategies = online.Proposed().Strategies
	if all {
		v.Plan.Strategies = online.Bases()
	}
	v.Lab.Changed()
}

// StrategiesText says which strategies are chosen.
func (v *View) StrategiesText() string {
	var list []string
	fixed := ""
	for _, name := range v.Plan.Strategies {
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
	case n == len(online.Bases()) && !slices.ContainsFunc(list, func(x string) bool { return strings.Contains(x, "@") }):
		return "all " + strconv.Itoa(n) + " strategies" + fixed
	default:
		return strconv.Itoa(n) + " strategies" + fixed
	}
}

// ---- orders

// OrdersText says what they choose from.
func (v *View) OrdersText() string {
	list := v.Plan.Orders
	switch {
	case study.OrdersText(list) == "all":
		return "all 12 orders"
	case len(list) <= 3:
		return strings.Join(lab.Shorts(list), ", ")
	}
	return strconv.Itoa(len(list)) + " orders"
}

// setOrder chooses or drops an order; the baseline is always there.
func (v *View) setOrder(name string, on bool) {
	v.Plan.Orders = lab.Put(v.Plan.Orders, name, on, online.Baseline)
	v.ordersChanged()
}

func (v *View) ordersChanged() {
	if v.fixedToo() {
		v.setFixed(true) // of the orders there are now
		return
	}
	v.Lab.Changed()
}

// ---- periods

// periods are the choices of how often to choose, with the one in force among them.
func (v *View) periods() []study.Option {
	return lab.Chosen(often, v.period(), func(now string) string { return strings.ReplaceAll(now, ",", ", ") })
}

var often = []study.Option{{Value: "day", Words: "day"}, {Value: "week", Words: "week"}, {Value: "day,week", Words: "day and week"},
	{Value: "12h", Words: "12 hours"}}

func (v *View) period() string { return online.PeriodsText(v.Plan.Periods) }

// ---- forms

// fillStrategies fills the panel in which strategies are chosen.
func (v *View) fillStrategies(p *lab.Panel) {
	p.HTML(`<p class="actions">` + lab.Tool("choose", "published", "", "those of the published study") + ` ` + lab.Tool("choose", "all", "",
		"every strategy") +
		` <button type="button" class="quiet" id="online-how" aria-expanded="` + lab.Bool(v.how.Open) +
		`" data-act="fold" data-arg="how">formulas and sources</button></p>`)
	for _, x := range v.strategies() {
		p.HTML(`<div class="strategy"><p>`)
		p.Box("strategy-"+x.Name, "strategy:"+x.Name, `<b>`+lab.Esc(x.Name)+`</b> <span>`+lab.Esc(x.Words)+`</span>`, x.On)
		p.HTML(`</p>`)
		if x.Parameter != "" {
			p.HTML(`<p class="also"><label for="values-` + x.Name + `">also with ` + lab.Esc(x.Symbol()) +
				` =</label> <input type="text" inputmode="decimal" size="9" id="values-` +
				x.Name + `" data-set="values:` + x.Name + `"></p>`)
			p.Shows("values-"+x.Name, x.Values)
		}
		if v.how.Open {
			p.HTML(`<p class="how"><code>` + lab.Esc(x.Formula) + `</code> `)
			if x.Parameter != "" {
				p.HTML(`with ` + lab.Esc(x.Parameter))
				if x.Usual != "" {
					p.HTML(`, here ` + lab.Esc(x.Usual))
				}
				p.HTML(`. `)
			}
			p.HTML(`<cite>` + lab.Esc(x.Source) + `</cite></p>`)
		}
		p.HTML(`</div>`)
	}
	p.HTML(`<p class="own">`)
	p.Box("strategy-fixed", "fixed",
		`<b>each order for good</b> <span>one row an order in the table; the best of them stands there anyway</span>`, v.fixedToo())
	p.HTML(`</p><p class="hint">w is the summed wait of the jobs that ` + v.seen() +
		` in a period, l their number, T the period that begins, K the number of orders. ` +
		`Several values of a parameter show what it does, and several logs vote for one.</p>`)
}

// fillOrders fills the one in which orders are.
func (v *View) fillOrders(p *lab.Panel) {
	p.HTML(`<p class="actions">` + lab.Tool("choose-orders", "all", "", "the 12 of the study") + ` ` + lab.Tool("choose-orders", "every",
		"", "every order there is") + `</p>`)
	p.OrderGrid("online-order-", order.Names(order.Every()), func(n string) bool { return slices.Contains(v.Plan.Orders, n) },
		online.Baseline)
	p.OwnOrders("online-formula", v.Plan.Orders, false)
}
