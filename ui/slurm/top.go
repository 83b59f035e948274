package slurm

import (
	"math"
	"slices"
	"strings"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/report"
	"shadowtime/core/slurm/check"
	"shadowtime/core/slurm/site"
	"shadowtime/ui/lab"
)

// drawTop draws the answer in a title, and four answers below it.
func (v *View) drawTop() {
	if v.answer == nil && (v.checked == nil || v.checked.Log == "" && v.halted == "" || v.checked.Proves != "") {
		v.Lab.Browser.Draw(hostTop, "")
		return
	}
	var b strings.Builder
	b.WriteString(`<section class="answer" id="` + v.Answer() + `" aria-labelledby="` + lab.TitleID(v) + `"><h2 id="` + lab.TitleID(v) +
		`" class="headline" tabindex="-1">` + lab.Esc(v.headline()) + `</h2><div class="slurm-four">`)
	for _, c := range []cell{v.nearCell(), v.foundCell(), v.changeCell(), v.whenCell()} {
		b.WriteString(c.html())
	}
	v.Lab.Browser.Draw(hostTop, b.String()+`</div></section>`)
}

// cell is one of the four answers: a word or a number, and a sentence; a press opens its part.
type cell struct {
	part, title string
	level       check.Level // "": none, and no mark
	word, says  string      // says is HTML
}

func (c *cell) html() string {
	class, mark := "", ""
	if c.level != "" {
		class, mark = " "+lab.LevelClass(c.level), lab.LevelIcon(c.level)
	}
	return `<div class="slurm-cell" data-part="` + c.part + `"><button type="button" class="quiet" data-act="slurm-open" data-arg="` + c.part + `">` +
		c.title + `</button><p class="slurm-word` + class + `">` + mark + `<span>` + lab.Esc(c.word) + `</span></p><p>` + c.says + `</p></div>`
}

// headline says how many findings there are.
func (v *View) headline() string {
	if v.answer == nil {
		return "No file has the configuration: these are Slurm’s defaults"
	}
	fix, doubt, _ := v.counted()
	words := "Slurm " + v.answer.Slurm + ": "
	settings := func(n int) string { return numeral.Count(n) + numeral.Plural(n, " setting", " settings") }
	switch {
	case fix+doubt == 0:
		return words + "nothing to fix or to check"
	case doubt == 0:
		return words + settings(fix) + " to fix"
	case fix == 0:
		return words + "nothing to fix, " + settings(doubt) + " to check"
	}
	return words + settings(fix) + " to fix, " + numeral.Count(doubt) + " to check"
}

// counted are how many findings are to fix and to check, and the first of them; nil: none is.
func (v *View) counted() (fix, doubt int, first *check.Finding) {
	count := map[check.Level]int{}
	for i := range v.answer.Findings {
		f := &v.answer.Findings[i]
		if count[f.Severity]++; first == nil && f.Severity != check.Good {
			first = f
		}
	}
	return count[check.FixFirst], count[check.Doubtful], first
}

// nearCell is whether the model is near the machine.
func (v *View) nearCell() cell {
	c := cell{part: "near", title: "Is the model near your machine?", word: "No jobs"}
	switch {
	case v.checked.Log == "" && v.halted == "":
		c.says = `Drop what <code>sacct</code> prints.`
	case v.replaying:
		c.word = "Replaying"
		c.says = numeral.Count(v.checked.Jobs) + ` records of ` + lab.Esc(v.checked.Log) + ` under ` + v.under() + `. ` + v.bar("slurm-bar") +
			` <button type="button" id="slurm-cancel" data-act="slurm-cancel">Cancel</button>`
	case v.replay == nil:
		c.word, c.says = "Not replayed", lab.Esc(short(v.halted))
		if v.checked.Log != "" {
			c.says += ` <button type="button" id="slurm-run" data-act="slurm-run">Replay the jobs</button>`
		}
	default:
		said := [...]struct {
			level check.Level
			word  string
		}{slurm.Untold: {check.Doubtful, "Can’t be told"}, slurm.Near: {check.Good, "Near"},
			slurm.NotNear: {check.Doubtful, "Not near"}}[v.replay.Nearness()]
		c.level, c.word, c.says = said.level, said.word, lab.Esc(v.replay.Closely())
	}
	return c
}

// foundCell is how the configuration is.
func (v *View) foundCell() cell {
	c := cell{part: "found", title: "Configuration", word: "Not given", says: `Drop what <code>scontrol show config</code> prints.`}
	if v.answer == nil {
		return c
	}
	fix, doubt, first := v.counted()
	switch {
	case first == nil:
		c.level, c.word, c.says = check.Good, "In order", "Nothing was found to fix or to check."
		return c
	case fix > 0:
		c.level, c.word = check.FixFirst, numeral.Count(fix)+" to fix"
	default:
		c.level, c.word = check.Doubtful, numeral.Count(doubt)+" to check"
	}
	c.says = lab.Esc(short(first.Says))
	if fix > 0 && doubt > 0 {
		c.says += ` ` + numeral.Count(doubt) + ` more to check.`
	}
	return c
}

// unsure is said of what a model says that is not near.
func (v *View) unsure() string {
	if v.replay.Nearness() == slurm.NotNear {
		return ` <strong>Unsure: the model is not near.</strong>`
	}
	return ""
}

// changeCell is what to change: what was asked last, else what the search found.
func (v *View) changeCell() cell {
	c := cell{part: "if", title: "What to change", word: "Not asked"}
	busy := v.changing || v.seeking || v.ordering
	switch a := v.bestChange(); {
	case v.replay == nil:
		c.says = "It takes jobs to tell."
	case busy:
		c.word, c.says = "Replaying", `Its part shows how far it is.`
	case a != nil && a.Same:
		c.word, c.says = "No effect", lab.Esc(a.Says[0])
	case a != nil:
		both := numeral.Durations([]float64{float64(a.AsSet.Mean), float64(a.Changed.Mean)})
		if a.AsSet.Mean > 0 {
			c.word = numeral.Change(float64(a.Changed.Mean)/float64(a.AsSet.Mean)-1) + " mean wait"
		} else {
			c.word = both(float64(a.Changed.Mean)) + " mean wait"
		}
		c.says = both(float64(a.AsSet.Mean)) + ` to ` + both(float64(a.Changed.Mean)) + ` with <b>` + lab.Esc(short(setsOf(a))) + `</b>.`
		if a.Verdict != report.Shown {
			c.says += ` Not shown by this log.`
		}
		c.says += v.unsure()
	case v.advice != nil:
		c.word, c.says = "Nothing better", lab.Esc(v.advice.Says[0])
	default:
		c.says = `Search for better settings, or try a change.`
	}
	return c
}

// bestChange is the change that was asked about, else the first that the search found; nil: neither.
func (v *View) bestChange() *slurm.Changed {
	if v.changed == nil && v.advice != nil && len(v.advice.Cards) > 0 {
		return v.advice.Cards[0].Changed
	}
	return v.changed
}

// setsOf is what a change sets.
func setsOf(a *slurm.Changed) string {
	var list []string
	for _, d := range a.Changes {
		list = append(list, strings.TrimSpace(d.Partition+" "+d.Name+"="+d.To))
	}
	return strings.Join(list, ", ")
}

// nobody says why no job waits: squeue's file has none, or there is no such file yet.
func (v *View) nobody() string {
	if slices.ContainsFunc(v.files, func(f lab.SiteFile) bool { return site.KindOf(f.Head) == site.Waiting }) {
		return `The file of <code>squeue --json</code> lists no waiting job. Drop a later one`
	}
	return `Drop what <code>squeue --json</code> prints`
}

// whenCell is when the next jobs start.
func (v *View) whenCell() cell {
	c := cell{part: "when", title: "When do the next jobs start?", word: "Not told"}
	first := next(v.forecast)
	switch {
	case v.checked.Waits == 0 && v.forecast == nil && !v.foretelling:
		c.word, c.says = "Nobody waits", v.nobody()+`, or describe a job.`
	case v.replaying || v.replay == nil:
		c.says = waits(v.checked.Waits) + `.`
	case v.foretelling:
		c.word, c.says = "Looking ahead", waits(v.checked.Waits)+`.`
	case v.forecast == nil:
		c.says = waits(v.checked.Waits) + `.`
	case first == nil:
		c.word, c.says = "Later", `None of `+numeral.Count(len(v.forecast.Jobs))+` starts within `+numeral.Days(v.forecast.Days)+`.`+v.unsure()
	default:
		c.word = clock(v.forecast, *first.Median) + ", in " + numeral.Duration(*first.Median)
		if *first.Median < 1 {
			c.word = clock(v.forecast, *first.Median) + ", " + slurm.AtOnce
		}
		name := "One more job"
		if first.Name != "" {
			name = "Job " + first.Name
		}
		if c.says = lab.Esc(name); v.checked.Waits > 0 {
			c.says += `; ` + waits(v.checked.Waits)
		}
		c.says += `.` + v.unsure()
	}
	return c
}

func waits(n int) string { return numeral.Count(n) + numeral.Plural(n, " job waits", " jobs wait") }

// next is the job that starts first; nil: none does within what is looked at.
func next(f *slurm.Forecast) (first *slurm.Start) {
	if f == nil {
		return nil
	}
	for i := range f.Jobs {
		if s := &f.Jobs[i]; s.Median != nil && (first == nil || *s.Median < *first.Median) {
			first = s
		}
	}
	return first
}

// clock is the time, by the log's clock, so many seconds after a forecast's instant; with its date where that is another day.
func clock(f *slurm.Forecast, after report.Float) string {
	at := time.Unix(f.At+int64(math.Round(float64(after))), 0).UTC()
	if at.YearDay() == time.Unix(f.At, 0).UTC().YearDay() && float64(after) < 86400 {
		return at.Format("15:04")
	}
	return at.Format("2 Jan 15:04")
}

// fold is a part that a press on its line opens: its name, what it comes to, and the part.
func (v *View) fold(key, title, says, html string) string {
	hidden := ""
	if !v.open[key] {
		hidden = " hidden"
	}
	return `<div class="slurm-fold"><h3><button type="button" id="slurm-fold-` + key + `" data-act="slurm-fold" data-arg="` + key + `" aria-expanded="` +
		lab.Bool(v.open[key]) + `" aria-controls="slurm-part-` + key + `"><b>` + title + `</b> <span>` + lab.Esc(short(says)) +
		`</span></button></h3><div id="slurm-part-` + key + `"` + hidden + `>` + html + `</div></div>`
}

// openPart opens a part, and leads there.
func (v *View) openPart(part string) {
	id := map[string]string{"found": "slurm-found-title slurm-question-title", "if": "slurm-change-title slurm-question-title",
		"when": "slurm-when-title slurm-question-title"}[part]
	if id == "" {
		v.open[part] = true
		id = "slurm-fold-" + part + " slurm-question-title"
	}
	v.Show()
	v.Lab.Browser.Attend(id, true)
}

// inShort is what the files say, without a name of the site's: what a link carries.
func (v *View) inShort() string {
	if v.checked == nil || v.answer == nil {
		return ""
	}
	list := []string{v.headline() + "."}
	for _, x := range []struct {
		level check.Level
		words string
	}{{check.FixFirst, "To fix: "}, {check.Doubtful, "To check: "}} {
		var names []string
		for _, f := range v.answer.Findings {
			if f.Severity == x.level && !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
		if len(names) > 0 {
			list = append(list, x.words+strings.Join(names, ", ")+".")
		}
	}
	if v.replay != nil {
		list = append(list, v.nearCell().word+" the machine: "+numeral.Count(v.replay.Judged)+" jobs compared. "+v.replay.Closely())
	}
	if a := v.bestChange(); a != nil && !slices.ContainsFunc(a.Changes, ofPartition) {
		c := v.changeCell()
		list = append(list, setsOf(a)+": "+c.word+".")
	}
	if v.forecast != nil {
		list = append(list, numeral.Capital(waits(len(v.forecast.Jobs)))+"; the next start: "+v.whenCell().word+".")
	}
	return strings.Join(list, " ")
}
