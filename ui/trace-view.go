package ui

import (
	"strconv"

	"github.com/vugu/vugu"

	"shadowtime/core/figure"
	"shadowtime/core/job"
)

// TraceView is the trace strip and the import report with the cleaning rules.
type TraceView struct{ App *App }

// Name is the log's name.
func (c *TraceView) Name() string {
	if c.App.Summary == nil {
		return ""
	}
	return c.App.Summary.Name
}

// Shelf are the loaded logs.
func (c *TraceView) Shelf() []Tab {
	var tabs []Tab
	for i, o := range c.App.Shelf {
		tabs = append(tabs, Tab{strconv.Itoa(i), o.Summary.Name, c.App.Summary != nil && o.Summary.Digest == c.App.Summary.Digest})
	}
	return tabs
}

// Facts are the trace in one line.
func (c *TraceView) Facts() vugu.HTML {
	if c.App.Trace == nil {
		return ""
	}
	o := c.App.Trace.Overview
	fact := func(value, unit, tip string) string {
		return `<span class="fact" title="` + esc(tip) + `"><b>` + esc(value) + `</b> ` + esc(unit) + `</span> `
	}
	s := fact(figure.Count(o.Jobs), plural(o.Jobs, "job", "jobs"), "jobs that are simulated, after cleaning")
	s += fact(figure.Count(o.Procs), "processors", "machine size m: "+c.App.Trace.Cleaning.Machine.Source)
	s += fact(span(o.Last-o.First), "", "from the first submit to the last; "+strconv.Itoa(o.WholeWeeks)+" whole weeks")
	if o.Known {
		s += fact(figure.Count(o.Users), plural(o.Users, "user", "users"), "each user's weeks are drawn independently")
	} else {
		s += fact("no", "users", "the log names no users: whole weeks are drawn")
	}
	s += fact(figure.Share(o.Load), "load", "offered load: Σ q p / (m × span)")
	return vugu.HTML(s)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// span writes a length of time in months or days.
func span(s int64) string {
	days := float64(s) / job.Day
	switch {
	case days >= 75:
		return strconv.FormatFloat(days/30.44, 'f', 0, 64) + " months"
	case days >= 1.95:
		return strconv.FormatFloat(days, 'f', 0, 64) + " days"
	}
	return strconv.FormatFloat(days*24, 'f', 0, 64) + " hours"
}

// ReportLine says what was read and what was left out.
func (c *TraceView) ReportLine() string {
	if c.App.Trace == nil {
		return ""
	}
	k := c.App.Trace.Cleaning
	out := k.Read - k.Kept + c.App.Summary.Bad
	s := figure.Count(k.Read+c.App.Summary.Bad) + " jobs read, "
	if out == 0 {
		return s + "none left out"
	}
	return s + figure.Count(out) + " left out"
}

func (c *TraceView) ToggleReport() { c.App.ShowReport = !c.App.ShowReport }
func (c *TraceView) ToggleGlance() { c.App.ShowGlance = !c.App.ShowGlance }

// Preset is the name of the rules in force.
func (c *TraceView) Preset() string { return c.App.Rules.Preset() }

// PresetWords says what the preset is for.
func (c *TraceView) PresetWords() string {
	for _, p := range job.Presets() {
		if p.Name == c.Preset() {
			return p.Words
		}
	}
	return "your own rules"
}

func (c *TraceView) change(f func(r *job.Rules)) {
	r := c.App.Rules
	f(&r)
	c.App.setRules(r)
}

func (c *TraceView) SetAlloc(on bool)   { c.change(func(r *job.Rules) { r.DropAllocAbove = on }) }
func (c *TraceView) SetZero(on bool)    { c.change(func(r *job.Rules) { r.DropZeroRun = on }) }
func (c *TraceView) SetRequest(on bool) { c.change(func(r *job.Rules) { r.DropNoRequest = on }) }
func (c *TraceView) SetPartial(on bool) { c.change(func(r *job.Rules) { r.DropPartial = on }) }
func (c *TraceView) SetSecond(on bool)  { c.change(func(r *job.Rules) { r.OneSecond = on }) }

// Overrun is the overrun rule's name.
func (c *TraceView) Overrun() string { return c.App.Rules.Overrun.String() }

// SetOverrun sets the overrun rule by its name.
func (c *TraceView) SetOverrun(name string) {
	if o, err := job.ParseOverrun(name); err == nil {
		c.change(func(r *job.Rules) { r.Overrun = o })
	}
}

// ProcsText is the machine size in force.
func (c *TraceView) ProcsText() string {
	if c.App.Trace == nil {
		return ""
	}
	return strconv.FormatInt(c.App.Trace.Cleaning.Machine.Procs, 10)
}

// MachineWords says where the machine size comes from.
func (c *TraceView) MachineWords() string {
	if c.App.Trace == nil {
		return ""
	}
	s := "from " + c.App.Trace.Cleaning.Machine.Source
	if c.App.Procs > 0 {
		s = "set by hand; the log says " + figure.Count(c.App.Summary.Machine.Procs) + " (" + c.App.Summary.Machine.Source + ")"
	}
	if k := c.App.Summary; k.Known != "" {
		s += ". This looks like " + k.Known + ": " + k.KnownWhy
	}
	return s
}

// CanPropose says whether the published studies used another size.
func (c *TraceView) CanPropose() bool {
	s := c.App.Summary
	return s != nil && c.App.Trace != nil && len(s.KnownProcs) > 0 && s.KnownProcs[0] != c.App.Trace.Cleaning.Machine.Procs
}

// ProposeText offers that size.
func (c *TraceView) ProposeText() string {
	if !c.CanPropose() {
		return ""
	}
	return "Use " + figure.Count(c.App.Summary.KnownProcs[0]) + " as the studies do"
}

// Propose takes it.
func (c *TraceView) Propose() {
	if c.CanPropose() {
		c.App.SetProcs(strconv.FormatInt(c.App.Summary.KnownProcs[0], 10))
	}
}
