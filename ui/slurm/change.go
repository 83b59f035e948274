package slurm

import (
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/slurm/site"
	"shadowtime/ui/lab"
)

// changeKey is the field of what is to be set otherwise.
const changeKey = "slurm-change"

// resamples are as many as are drawn of a log that has weeks enough.
const resamples = 10

// isSecond says whether a file is another configuration than the one that is there: it is asked about.
func (v *View) isSecond(f lab.SiteFile) bool {
	return site.Whole(f.Text) && v.checked != nil && v.checked.Log != "" && slices.ContainsFunc(v.files, func(o lab.SiteFile) bool {
		kind := site.KindOf(o.Head)
		return kind == site.Shown || kind == site.Conf && site.Whole(o.Text) && o.Text != f.Text
	})
}

// takeChange makes the second configuration the one that is set.
func (v *View) takeChange() {
	text, name := v.change, v.second
	v.change, v.second = "", ""
	v.files = slices.DeleteFunc(slices.Clone(v.files), func(o lab.SiteFile) bool {
		kind := site.KindOf(o.Head)
		return kind == site.Shown || kind == site.Conf && site.Whole(o.Text)
	})
	v.files = append(v.files, lab.SiteFile{Name: name, Head: text, Text: text})
	v.ask()
}

// setChange takes lines of slurm.conf, one a line or semicolons between.
func (v *View) setChange(text string) {
	var lines []string
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	v.change, v.second = strings.Join(lines, "\n"), ""
}

// asksChange asks what lines of slurm.conf would have done.
func (v *View) asksChange(text string) {
	was := v.change
	v.setChange(text)
	if v.change == was && v.changed != nil {
		return
	}
	v.changed, v.unmoved = nil, ""
	if v.replaying || v.reading {
		return // it is asked then
	}
	v.stop()
	if v.change != "" && v.replay != nil {
		v.ifSet(0)
	}
	v.shows()
}

// ifSet asks the worker; resamples, which take their time, only where they are asked for.
func (v *View) ifSet(resampled int) {
	v.changing, v.share, v.unmoved = true, 0, ""
	v.drawTop()
	v.drawIf()
	v.aside(slurm.TaskReplay, slurm.ChangeRequest(v.change, resampled), func(b []byte, err error) {
		v.changing = false
		var a *slurm.Changed
		if err == nil {
			a, err = slurm.DecodeChanged(b)
		}
		if err != nil {
			v.unmoved = numeral.Capital(err.Error()) + "."
		} else {
			v.changed = a
		}
		v.shows()
		v.soon()
	})
}

// drawIf draws the question and its answer.
func (v *View) drawIf() {
	v.Lab.Browser.Draw(hostIf, v.ifs())
	if v.second == "" {
		v.Lab.Browser.SetValue(changeKey, v.change)
	}
}

func (v *View) ifs() string {
	if v.replay == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<section class="answer" id="slurm-change-answer" aria-labelledby="slurm-change-title"><h2 id="slurm-change-title" class="slurm-title" ` +
		`tabindex="-1">Try a change</h2>`)
	if v.second == "" {
		b.WriteString(`<p class="field"><label for="` + changeKey + `">Type slurm.conf lines, e.g. PriorityWeightAge=1000 or bf_window=2880.</label> ` +
			`<textarea id="` + changeKey + `" rows="2" cols="48" spellcheck="false" autocomplete="off" autocapitalize="off" data-set="` + changeKey +
			`" placeholder="PriorityWeightAge=1000"></textarea></p><p class="actions"><button type="button" data-act="slurm-ask-change">Try it</button> ` + v.pick() +
			` <span>Or drop another slurm.conf.</span></p>`)
	} else {
		b.WriteString(`<p>` + lab.Esc(v.second) + ` is asked about, beside what is set. ` + lab.Tool("slurm-set", "", "", "Take it as what is set") + `</p>`)
	}
	if v.unmoved != "" {
		b.WriteString(`<p class="fault" role="alert">` + lab.Esc(short(v.unmoved)) + `</p>`)
	}
	if a := v.changed; a != nil {
		b.WriteString(v.moved(a))
	}
	if a := v.changed; a != nil && !v.changing && a.Resamples == 0 && a.Weeks >= stats.LeastWeeks && a.Claim != nil {
		b.WriteString(`<p class="actions"><button type="button" data-act="slurm-resample">Replay ` + numeral.Resamples(resamples) +
			` of the log’s weeks too</button></p>`)
	}
	if v.advice != nil {
		b.WriteString(v.advises(v.advice))
	}
	if v.ordered != nil {
		b.WriteString(v.orders(v.ordered))
	}
	if !v.changing && !v.seeking && !v.ordering && (v.advice == nil || v.ordered == nil) {
		b.WriteString(`<p class="actions">`)
		if v.advice == nil {
			b.WriteString(`<button type="button" data-act="slurm-search">Search for better settings</button> `)
		}
		if v.ordered == nil {
			b.WriteString(`<button type="button" data-act="slurm-orders">Compare queue orders</button>`)
		}
		b.WriteString(`</p>`)
	}
	if v.seeking || v.ordering {
		words := `Trying settings on the first part of the log`
		if v.ordering {
			words = `Replaying the jobs under twelve queue orders`
		}
		b.WriteString(`<p class="hint" role="status">` + words + ` ` + v.bar(barIf) + ` <button type="button" id="slurm-if-cancel" data-act="slurm-if-cancel">Cancel</button></p>`)
	}
	if v.changing {
		words := `Replaying the jobs both ways…`
		if v.changed != nil {
			words = `Replaying ` + numeral.Resamples(resamples) + ` of the log’s weeks both ways ` + v.bar(barIf)
		}
		b.WriteString(`<p class="hint" role="status">` + words + ` <button type="button" data-act="slurm-if-cancel">Cancel</button></p>`)
	}
	return b.String() + `</section>`
}

// seek asks the worker for better settings.
func (v *View) seek() {
	v.stop()
	v.seeking, v.share, v.unmoved = true, 0, ""
	v.drawTop()
	v.drawIf()
	v.aside(slurm.TaskSearch, nil, func(b []byte, err error) {
		v.seeking = false
		if err == nil {
			v.advice, err = slurm.DecodeAdvice(b)
		}
		if err != nil {
			v.advice, v.unmoved = nil, numeral.Capital(err.Error())+"."
		}
		v.shows()
		v.Lab.Browser.Attend("slurm-advice slurm-change-title", false)
	})
}

// parameterKey is the list that adds a line with the name of a parameter.
const parameterKey = "slurm-parameter"

// pick lists parameters that do something in the model, with what they are set to.
func (v *View) pick() string {
	if v.answer == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<select id="` + parameterKey + `" data-set="` + parameterKey + `" aria-label="Add a line for a parameter"><option value="">Add a ` +
		`parameter…</option>`)
	for _, p := range v.answer.Parameters {
		if p.Modelled != "no" {
			b.WriteString(`<option value="` + lab.Esc(p.Name) + `">` + lab.Esc(p.Name+", now "+short(p.Value)) + `</option>`)
		}
	}
	return b.String() + `</select>`
}

// begin begins a line that sets a parameter.
func (v *View) begin(name string) {
	v.Lab.Browser.SetValue(parameterKey, "")
	if name != "" {
		v.Lab.Browser.SetValue(changeKey, strings.TrimPrefix(v.change+"\n"+name+"=", "\n"))
		v.Lab.Browser.Attend(changeKey, true)
	}
}

// order asks the worker what queue orders would do.
func (v *View) order() {
	v.stop()
	v.ordering, v.share, v.unmoved = true, 0, ""
	v.drawTop()
	v.drawIf()
	v.aside(slurm.TaskOrders, nil, func(b []byte, err error) {
		v.ordering = false
		if err == nil {
			v.ordered, err = slurm.DecodeOrdered(b)
		}
		if err != nil {
			v.ordered, v.unmoved = nil, numeral.Capital(err.Error())+"."
		}
		v.shows()
		v.Lab.Browser.Attend("slurm-ordered slurm-change-title", false)
	})
}

// orders is what they do.
func (v *View) orders(a *slurm.Ordered) string {
	var b strings.Builder
	b.WriteString(`<h3 id="slurm-ordered" tabindex="-1">Queue orders in your Slurm</h3>`)
	b.WriteString(said(a.Says))
	return b.String() + noted(a.Notes) + list("slurm-orders", "Waits by queue order", slurm.OrderHead, a.Table())
}

// advises is what the search came to.
func (v *View) advises(a *slurm.Advice) string {
	var b strings.Builder
	b.WriteString(`<h3 id="slurm-advice" tabindex="-1">What a search found</h3>`)
	for _, words := range a.Says {
		b.WriteString(`<p class="headline">` + lab.Esc(words) + `</p>`)
	}
	b.WriteString(noted(a.Notes))
	for i := range a.Cards {
		c := &a.Cards[i]
		b.WriteString(`<div class="slurm-card" data-manner="` + c.Manner + `"><p><strong>` + numeral.Capital(c.Manner) + `</strong></p>`)
		for _, words := range c.Changed.Says {
			b.WriteString(`<p>` + lab.Esc(words) + `</p>`)
		}
		text := strings.Join(c.Changed.Paste, "\n")
		b.WriteString(`<pre class="remedy" tabindex="0" aria-label="Lines to paste">` + pasteHTML(text) + `</pre>` + v.Lab.CopyTool(text) + `</div>`)
	}
	var rows [][]string
	for _, x := range a.Alone[:min(len(a.Alone), mostGroups)] {
		rows = append(rows, []string{x.Set, numeral.Change(float64(x.Change)), numeral.Number(x.Longest)})
	}
	b.WriteString(list("slurm-alone", "Each alone, on the first part of the log", []string{"Alone, on the first part", "Mean wait",
		"Longest wait, over that as set"}, rows))
	return b.String()
}

// said are sentences, the first of them the headline.
func said(list []string) (html string) {
	for i, words := range list {
		class := ""
		if i == 0 {
			class = ` class="headline"`
		}
		html += `<p` + class + `>` + lab.Esc(words) + `</p>`
	}
	return html
}

// moved is what the change would have done.
func (v *View) moved(a *slurm.Changed) string {
	var b strings.Builder
	if a.Same {
		return `<p class="slurm-note"><b>No effect.</b> ` + lab.Esc(a.Says[0]) + `</p>` + said(a.Says[1:]) + noted(a.Notes)
	}
	b.WriteString(said(a.Says) + noted(a.Notes))
	var rows [][]string
	for _, d := range a.Changes {
		rows = append(rows, []string{strings.TrimSpace(d.Partition + " " + d.Name), slurm.NameOrNone(d.From),
			slurm.NameOrNone(d.To)})
	}
	b.WriteString(list("slurm-changes", "What differs", []string{"Changed", "As set", "To"}, rows))
	text := strings.Join(a.Paste, "\n")
	b.WriteString(`<pre class="remedy" tabindex="0" aria-label="Lines to paste">` + pasteHTML(text) + `</pre>` + v.Lab.CopyTool(text) +
		`<h3>Who gains, who pays</h3>`)
	for _, g := range a.Groups() {
		rows = nil
		shown := g.List[:min(len(g.List), mostGroups)]
		write := slurm.ShiftWaits(shown)
		for i := range shown {
			x := &shown[i]
			rows = append(rows, []string{slurm.NameOrNone(x.Name), numeral.Count(x.Jobs), write(float64(x.AsSet)),
				write(float64(x.Changed)), x.Words()})
		}
		b.WriteString(list("slurm-pays-"+strings.ToLower(g.Of), "Waits by "+g.Of+", as set and changed", []string{numeral.Capital(g.Of),
			"Jobs", "Mean wait as set", "With the change", "Change"}, rows))
	}
	return b.String()
}

// ofPartition says whether a change names something of the site's.
func ofPartition(d site.Difference) bool { return d.Partition != "" || d.Name == "NodeName" }
