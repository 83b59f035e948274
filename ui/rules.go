package ui

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// rules is the form of the import report: how the log in sight is cleaned, for
// which machine. Its fields are those settings of a plan that are the log's own.
func (a *App) rules() *lab.Panel {
	w := a.ground()
	details := w.Details(new(string))
	p := &lab.Panel{}
	p.HTML(`<div class="rules">`)
	clean := w.CleanSetting()
	clean.Form = study.Choice
	for _, x := range job.Presets() {
		clean.Options = append(clean.Options, study.Option{Value: x.Name, Words: x.Name})
	}
	preset := a.Rules.Preset()
	words := "your own rules"
	if preset == "custom" {
		clean.Options = append(clean.Options, study.Option{Value: "custom", Words: "custom"})
	}
	for _, x := range job.Presets() {
		if x.Name == preset {
			words = x.Words
		}
	}
	p.Row(lab.Field{Of: &clean, ID: "preset", Key: "log:clean", Shown: preset, Hint: words})
	p.HTML(`<fieldset><legend>Leave out jobs that</legend>`)
	for _, x := range a.boxes() {
		p.HTML(`<p>`)
		p.Box(x.id, "log:"+x.key, lab.Esc(x.words), *x.on(&a.Rules))
		p.HTML(`</p>`)
	}
	p.HTML(`</fieldset>`)
	p.Row(lab.Field{Of: details.Find("overrun"), ID: "overrun", Key: "log:overrun", Shown: a.Rules.Overrun.String(), NoHint: true})
	second := details.Find("one-second")
	p.HTML(`<p>`)
	p.Box("rule-second", "log:one-second", lab.Esc(second.Name), a.Rules.OneSecond)
	p.HTML(`</p>`)
	if list := a.machines(); len(list) > 2 {
		var values, words []string
		for _, m := range list {
			values, words = append(values, m.value), append(words, m.words)
		}
		p.HTML(`<p class="field"><label for="machine-from">Machine</label> `)
		p.Choice("machine-from", "log:machine", values, words, a.machineFrom(list))
		p.HTML(`</p>`)
	}
	p.HTML(`<p class="field"><label for="procs">Machine size</label> <input type="number" id="procs" min="1" max="2147483647" data-set="log:procs"> ` +
		unitWords(a.Summary.Import.Unit) + ` ` +
		`<span class="hint">` + lab.Esc(a.machineWords()) + `</span>`)
	p.Shows("procs", strconv.FormatInt(a.Trace.Cleaning.Machine.Procs, 10))
	if a.canPropose() {
		p.HTML(` <button type="button" data-act="propose">` + lab.Esc("Use "+numeral.Count(a.Summary.KnownProcs[0])+
			" as the studies do") + `</button>`)
	}
	p.HTML(`</p></div>`)
	return p
}

// ground is a workload with the rules of the log in sight.
func (a *App) ground() study.Workload { return study.Workload{Clean: a.Rules, Procs: a.Procs} }

// box is a rule to tick.
type box struct {
	id, key, words string
	on             func(r *job.Rules) *bool
}

func (a *App) boxes() []box {
	return []box{
		{"rule-alloc", "alloc-above", "were allocated more processors than the machine has",
			func(r *job.Rules) *bool { return &r.DropAllocAbove }},
		{"rule-zero", "zero-run", "ran for zero seconds", func(r *job.Rules) *bool { return &r.DropZeroRun }},
		{"rule-request", "no-request", "have no positive requested time", func(r *job.Rules) *bool { return &r.DropNoRequest }},
		{"rule-missing", "missing-request", "have no positive requested time, where others have one",
			func(r *job.Rules) *bool { return &r.DropMissing }},
		{"rule-partial", "partial", "are parts of another (status 2 to 4)", func(r *job.Rules) *bool { return &r.DropPartial }},
	}
}

// setRule takes a field of the import report; false: it is none of its.
func (a *App) setRule(key, text string) bool {
	key, ok := strings.CutPrefix(key, "log:")
	if !ok {
		return false
	}
	rules := a.Rules
	switch key {
	case "procs", "machine":
		if text == byHand {
			a.Browser.Focus("procs")
			return true
		}
		a.SetProcs(text)
		return true
	case "clean":
		r, err := job.ParsePreset(text)
		if err != nil {
			return true
		}
		rules = r
	case "overrun":
		o, err := job.ParseOverrun(text)
		if err != nil {
			return true
		}
		rules.Overrun = o
	case "one-second":
		rules.OneSecond = text == "true"
	}
	for _, x := range a.boxes() {
		if x.key == key {
			*x.on(&rules) = text == "true"
		}
	}
	a.SetRules(rules)
	return true
}

// machineWords says where the machine size comes from.
func (a *App) machineWords() string {
	s := "from " + a.Trace.Cleaning.Machine.Source()
	if told := a.toldMachine(); a.Procs > 0 {
		s = told.Source() + "; the log says " + numeral.Count(a.Summary.Machine.Procs) + " (" + a.Summary.Machine.Source() + ")"
	}
	if k := a.Summary; k.Known != "" {
		s += ". This looks like " + k.Known + ": " + k.KnownWhy
	}
	return s
}

// byHand stands for a size that none of the sources of one has.
const byHand = "hand"

// source is where the machine's size may come from.
type source struct{ value, words string }

// machines are the sizes that the machine may have, each with where that comes from;
// of equal ones the first says it.
func (a *App) machines() []source {
	m, unit := a.Summary.Import, unitWords(a.Summary.Import.Unit)
	var list []source
	add := func(procs int64, words string) {
		value := strconv.FormatInt(procs, 10)
		if procs > 0 && !slices.ContainsFunc(list, func(x source) bool { return x.value == value }) {
			list = append(list, source{value, numeral.Count(procs) + " " + unit + ": " + words})
		}
	}
	if told, ok := a.Told.In(m.Unit); ok {
		add(told.Procs, told.Source())
	}
	own := a.Summary.Machine
	if own.Procs != m.Peak.Procs {
		add(own.Procs, own.Source())
	}
	add(m.Peak.Procs, "the most in use at once"+a.when(m.Peak.At)+"; it has at least these")
	add(m.Peak.Largest, "the largest job")
	return append(list, source{byHand, "by hand"})
}

// machineFrom is the source of the size in force.
func (a *App) machineFrom(list []source) string {
	value := strconv.FormatInt(a.Trace.Cleaning.Machine.Procs, 10)
	if slices.ContainsFunc(list, func(x source) bool { return x.value == value }) {
		return value
	}
	return byHand
}

// canPropose says whether the published studies used another size.
func (a *App) canPropose() bool {
	return len(a.Summary.KnownProcs) > 0 && a.Summary.KnownProcs[0] != a.Trace.Cleaning.Machine.Procs
}

// propose takes that size.
func (a *App) propose() {
	if a.Trace != nil && a.canPropose() {
		a.SetProcs(strconv.FormatInt(a.Summary.KnownProcs[0], 10))
	}
}
