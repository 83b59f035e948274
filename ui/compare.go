package ui

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"shadowtime/core/compare"
	"shadowtime/core/comparison"
	"shadowtime/core/job"
	"shadowtime/core/order"
	"shadowtime/core/paired"
	"shadowtime/core/resample"
	"shadowtime/core/study"
	"shadowtime/core/wire"
)

// comparing is the view that compares queue orders.
type comparing struct{ *App }

func (a comparing) works(on []*Opened) ([]*work, error) {
	var list []*work
	for _, o := range on {
		p, err := a.planOn(o)
		if err != nil {
			return nil, err
		}
		var w wire.Writer
		p.Encode(&w)
		key := o.key(p)
		list = append(list, &work{
			on: o, kind: compare.Kind, plan: w.B, total: p.Resamples, steps: len(p.Orders),
			done: func() int { return len(wanted(a.rows[key], p.Resamples)) },
			next: func() []int { return missing(p, a.rows[key]) },
			take: func(b []byte) error {
				r := wire.NewReader(b)
				row := compare.DecodeRow(r)
				a.rows[key] = append(a.rows[key], row)
				return r.Close()
			},
			draw: func(bool) bool {
				a.drawSide()
				if o.Trace == a.Trace && a.View == viewCompare {
					a.reportOn(o, p)
					a.drawAnswer()
				}
				return true
			},
		})
	}
	return list, nil
}

// planOn is the plan for one of the loaded traces, normalised: cleaning and
// machine are the trace's own.
func (a *App) planOn(o *Opened) (compare.Plan, error) {
	p := a.Plan
	p.Clean, p.Procs = o.Rules, o.Procs
	err := p.Normalise()
	return p, err
}

// key names what rows belong to.
func (o *Opened) key(p compare.Plan) string { return string(o.Summary.Digest[:]) + p.Key() }

// missing are the resamples to compute next, given what is known.
func missing(p compare.Plan, rows []compare.Row) []int {
	if _, ok := comparison.Enough(p, rows); ok {
		return nil
	}
	have := map[int]bool{}
	for _, r := range rows {
		have[r.K] = true
	}
	upTo := p.Resamples
	if p.Stop > 0 {
		known := 0
		for have[known+1] {
			known++
		}
		upTo = min(upTo, paired.NextLook(known))
	}
	var ks []int
	for k := 1; k <= upTo; k++ {
		if !have[k] {
			ks = append(ks, k)
		}
	}
	return ks
}

// wanted are the rows of resamples 1..n.
func wanted(rows []compare.Row, n int) []compare.Row {
	var w []compare.Row
	for _, r := range rows {
		if r.K <= n {
			w = append(w, r)
		}
	}
	return w
}

// rowsOn are the rows that a report on a trace is made of, and whether they are
// enough though fewer than the plan has.
func (a *App) rowsOn(o *Opened, p compare.Plan) (rows []compare.Row, enough bool) {
	rows = wanted(a.rows[o.key(p)], p.Resamples)
	n, enough := comparison.Enough(p, rows)
	if enough && a.State != Running {
		rows = wanted(rows, n)
	}
	return rows, enough
}

// reportOn makes the report of what is computed of a plan; none where nothing
// is.
func (a *App) reportOn(o *Opened, p compare.Plan) {
	a.Report = nil
	a.behind, a.enough = a.rowsOn(o, p)
	if len(a.behind) > 0 {
		a.Report = o.merge(p, a.behind)
	}
}

func (o *Opened) merge(p compare.Plan, rows []compare.Row) *comparison.Report {
	return comparison.Merge(p, o.Summary.Digest, o.Trace.Overview.Procs, rows)
}

func (a comparing) known() (done, total int) {
	total = a.Plan.Traces(a.Plan.Resamples)
	if a.Report == nil {
		return 0, total
	}
	if a.enough {
		return a.Report.Done, a.Report.Done
	}
	return a.Report.Done, a.Report.Plan.Resamples
}

func (a comparing) show() {
	o := a.current()
	p, err := a.planOn(o)
	if err != nil {
		return
	}
	a.reportOn(o, p)
	a.drawAnswer()
	a.drawSide()
}

func (a comparing) loaded() {}

func (a comparing) demo() {
	a.Plan.Weeks = min(a.Plan.Weeks, max(1, a.Trace.Overview.WholeWeeks))
	a.Browser.SetValue("weeks", strconv.Itoa(a.Plan.Weeks))
}

func (a comparing) write(q url.Values) {
	p, d := a.Plan, compare.Default()
	if s := ordersText(p.Orders); s != "all" {
		q.Set("orders", s)
	}
	text := func(key, is, was string) {
		if is != was {
			q.Set(key, is)
		}
	}
	text("baseline", p.Baseline, d.Baseline)
	text("backfilling", p.Backfilling, d.Backfilling)
	text("tau", strconv.FormatInt(p.Tau, 10), strconv.FormatInt(d.Tau, 10))
	text("interval", p.Interval, d.Interval)
	text("stop", factorText(p.Stop), factorText(d.Stop))
	writeCommon(q, &p.Workload, &d.Workload, common{p.Threshold, p.Dialect, p.Resamples}, common{d.Threshold, d.Dialect, d.Resamples}, a.Rules, a.Procs)
}

// ordersText is a list of orders as the command's --orders reads it.
func ordersText(names []string) string {
	var twelve []string
	for _, o := range order.Twelve() {
		twelve = append(twelve, o.Name())
	}
	if s := strings.Join(names, ","); s != strings.Join(twelve, ",") {
		return s
	}
	return "all"
}

func (a comparing) read(q url.Values) (err error) {
	p := &a.Plan
	if s := q.Get("orders"); s != "" && s != "all" {
		p.Orders = order.Split(s)
	}
	for key, to := range map[string]*string{"baseline": &p.Baseline, "backfilling": &p.Backfilling, "interval": &p.Interval} {
		if s := q.Get(key); s != "" {
			*to = s
		}
	}
	c := common{p.Threshold, p.Dialect, p.Resamples}
	if err := readCommon(q, &p.Workload, &c); err != nil {
		return err
	}
	p.Threshold, p.Dialect, p.Resamples = c.threshold, c.dialect, c.resamples
	if s := q.Get("tau"); s != "" {
		if p.Tau, err = strconv.ParseInt(s, 10, 64); err != nil {
			return linkError("tau", s)
		}
	}
	if s := q.Get("stop"); s != "" {
		if p.Stop, err = strconv.ParseFloat(s, 64); err != nil {
			return linkError("stop", s)
		}
	}
	check := *p
	return check.Normalise()
}

// common are settings that every plan has besides its workload.
type common struct {
	threshold study.Seconds
	dialect   string
	resamples int
}

// writeCommon puts what is other than proposed into a link. Cleaning and
// machine are those of the trace in sight.
func writeCommon(q url.Values, w, d *study.Workload, c, was common, rules job.Rules, procs int64) {
	text := func(key, is, was string) {
		if is != was {
			q.Set(key, is)
		}
	}
	text("threshold", c.threshold.String(), was.threshold.String())
	text("dialect", c.dialect, was.dialect)
	text("resamples", strconv.Itoa(c.resamples), strconv.Itoa(was.resamples))
	text("weeks", strconv.Itoa(w.Weeks), strconv.Itoa(d.Weeks))
	text("seed", strconv.FormatUint(w.Seed, 10), strconv.FormatUint(d.Seed, 10))
	text("variant", w.Variant.String(), d.Variant.String())
	text("load", factorText(w.Load), factorText(d.Load))
	text("loadby", w.LoadBy.String(), d.LoadBy.String())
	text("clean", rules.Preset(), d.Clean.Preset())
	preset, _ := job.ParsePreset(rules.Preset())
	if rules.Preset() != "custom" {
		text("overrun", rules.Overrun.String(), preset.Overrun.String())
	} else {
		q.Set("clean", "online")
		q.Set("overrun", rules.Overrun.String())
	}
	text("flurry", factorText(rules.Flurry), "0")
	text("procs", strconv.FormatInt(procs, 10), "0")
}

// readCommon takes settings from a link; what is not there stays.
func readCommon(q url.Values, w *study.Workload, c *common) (err error) {
	number := func(key string, set func(int64)) {
		if s := q.Get(key); s != "" && err == nil {
			n, bad := strconv.ParseInt(s, 10, 64)
			if bad != nil {
				err = linkError(key, s)
				return
			}
			set(n)
		}
	}
	fraction := func(key string, set func(float64)) {
		if s := q.Get(key); s != "" && err == nil {
			x, bad := strconv.ParseFloat(s, 64)
			if bad != nil {
				err = linkError(key, s)
				return
			}
			set(x)
		}
	}
	text := func(key string, set func(string) error) {
		if s := q.Get(key); s != "" && err == nil {
			err = set(s)
		}
	}
	text("threshold", func(s string) (err error) { c.threshold, err = study.ParseSeconds(s); return })
	text("dialect", func(s string) error { c.dialect = s; return nil })
	number("resamples", func(n int64) { c.resamples = int(n) })
	number("weeks", func(n int64) { w.Weeks = int(n) })
	number("seed", func(n int64) { w.Seed = uint64(n) })
	text("variant", func(s string) (err error) { w.Variant, err = resample.ParseVariant(s); return })
	fraction("load", func(x float64) { w.Load = x })
	text("loadby", func(s string) (err error) { w.LoadBy, err = resample.ParseBy(s); return })
	text("clean", func(s string) (err error) { w.Clean, err = job.ParsePreset(s); return })
	text("overrun", func(s string) (err error) { w.Clean.Overrun, err = job.ParseOverrun(s); return })
	fraction("flurry", func(x float64) { w.Clean.Flurry = x })
	number("procs", func(n int64) { w.Procs = n })
	return err
}

func factorText(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func linkError(key, text string) error {
	return errors.New(key + " \"" + text + "\" is not a number")
}
