package ui

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/format"
	"shadowtime/core/job/table"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// What keys of the fields begin with that say how a file is read: the log in sight,
// or one that could not be read.
const (
	importKey = "import:"
	retryKey  = "retry:"
	partKey   = "partition="
	columnKey = "column="
	unitKey   = "unit-of="
	spanKey   = "span" // also the setting's own
)

// What presses ask for that have a file read in another way: the log in sight, or one that could not be read.
const (
	onlyAct  = "only"
	againAct = "read-again"
	retryAct = "read-retry"
)

// importForm asks how the log in sight is read; nil: there is one way only.
func (a *App) importForm() *lab.Panel {
	m := a.Summary.Import
	p := &lab.Panel{}
	if m.Format == job.Standard || !a.Summary.Imported {
		if a.File == nil || len(m.Partitions) < 2 && a.Import.Span.All() {
			return nil
		}
		p.HTML(`<div class="rules">`)
		if o := a.Import; !o.Span.All() {
			importRow(p, *study.ImportSettings(&o).Find(spanKey), importKey)
		}
		if len(m.Partitions) > 1 {
			a.partitions(p, m.Partitions)
		}
		p.HTML(`</div>`)
		return p
	}
	p.HTML(`<fieldset class="rules"><legend>How this log was read, as ` + lab.Esc(m.Format) + `</legend>`)
	o := a.Import
	for _, s := range study.ImportSettings(&o) {
		switch {
		case s.Get() == "" && (s.Key == "columns" || s.Key == spanKey || s.Key == "match" && len(m.Match) == 0 || s.Key == "partition" &&
			len(m.Partitions) == 0):
			continue // the file has nothing to ask it of
		case !format.Takes(m.Format, s.Key), s.Key == "arrival" && s.Get() == account.AtSubmit.String() && !able(m):
			continue
		case s.Key == "match":
			matches(p, m)
		case s.Key == "partition" && len(m.Partitions) > 0:
			a.partitions(p, m.Partitions)
		default:
			importRow(p, s, importKey)
		}
		for _, g := range m.Guesses {
			if g.Switch == s.Key {
				p.HTML(`<p class="guess"><b>taken: ` + lab.Esc(g.Value) + `</b> ` + lab.Esc(g.Why) + `</p>`)
			}
		}
		presses(p, againAct, slices.DeleteFunc(slices.Clone(m.Readings), func(r job.Reading) bool { return r.Switch != s.Key }))
	}
	p.HTML(`</fieldset>`)
	return p
}

// presses are ways to read a file, one press each.
func presses(p *lab.Panel, act string, list []job.Reading) {
	if len(list) == 0 {
		return
	}
	p.HTML(`<p class="actions">`)
	for _, r := range list {
		p.HTML(`<button type="button" data-act="` + act + `" data-arg="` + lab.Esc(r.Switch+" "+r.Value) + `">` +
			lab.Esc(numeral.Capital(r.Words)) + `</button> `)
	}
	p.HTML(`</p>`)
}

// readSo has a file read in one of the ways that it offers: one that could not be read, or the one in sight; or with one of its
// partitions alone.
func (a *App) readSo(what, arg string) {
	r := reading{field: "import-unit"}
	switch retries := what == retryAct; {
	case what == onlyAct:
		a.only(arg)
		return
	case retries && a.retry != nil:
		r.File, r.options = a.retry.File, a.retry.options
	case !retries && a.Trace != nil && a.File != nil:
		r.File, r.options, r.again, r.from = File{Handle: a.File, Name: a.As}, a.Import, a.Current(), a.From
	default:
		return
	}
	key, value, _ := strings.Cut(arg, " ")
	if field, is, parted := strings.Cut(value, "="); key == "match" && parted {
		value = corrected(r.options.Match, field, is)
	}
	if err := study.ImportSettings(&r.options).Find(key).Set(value); err != nil {
		a.Refuse("The "+err.Error()+".", 0)
		return
	}
	a.open(r, nil)
}

func importRow(p *lab.Panel, s study.Setting, prefix string) {
	p.Row(lab.Field{Of: &s, ID: strings.TrimSuffix(prefix, ":") + "-" + s.Key, Key: prefix + s.Key, Shown: s.Get()})
}

// partitions are boxes to tick, with how many jobs each has.
func (a *App) partitions(p *lab.Panel, list []job.Division) {
	p.HTML(`<fieldset><legend>Partitions, or queues, whose jobs are taken</legend><div class="parts">`)
	for i, x := range list {
		on := len(a.Import.Partitions) == 0 || slices.Contains(a.Import.Partitions, x.Name)
		p.HTML(`<p>`)
		p.Box("import-part-"+strconv.Itoa(i), importKey+partKey+x.Name, lab.Esc(strings.TrimSpace(x.Name+" "+lab.Beginning(x.Words)))+
			` <span class="hint">`+numeral.Count(x.Jobs)+`</span>`, on)
		p.HTML(` ` + lab.Tool(onlyAct, x.Name, "Only "+x.Name, "Only") + `</p>`)
	}
	p.HTML(`</div></fieldset>`)
}

// matches are what the columns of a table were taken for, to correct.
func matches(p *lab.Panel, m *job.Import) {
	values, words := []string{""}, []string{"none"}
	for i, name := range m.Columns {
		values, words = append(values, columnName(i)), append(words, strconv.Itoa(i+1)+" "+lab.Beginning(name))
	}
	p.HTML(`<div class="scroll" tabindex="0" role="region" aria-label="What the columns are"><table class="plain match"><caption>What the columns are</caption><tbody>`)
	for _, x := range m.Match {
		p.HTML(`<tr><th scope="row"><label for="match-` + x.Field + `">` + lab.Esc(x.Words) + `</label></th><td>`)
		p.Choice("match-"+x.Field, importKey+columnKey+x.Field, values, words, columnOf(m, x))
		p.HTML(`</td><td>`)
		if x.Column != "" && len(x.Units) > 0 {
			p.HTML(`<label class="visually-hidden" for="unit-` + x.Field + `">in</label>`)
			p.Choice("unit-"+x.Field, importKey+unitKey+x.Field, x.Units, x.Units, x.Unit)
		}
		p.HTML(`</td><td class="hint">` + lab.Esc(x.Why) + `</td></tr>`)
	}
	p.HTML(`</tbody></table></div>`)
}

// able says whether a file may tell when jobs were able to start: a table does by a column of it.
func able(m *job.Import) bool {
	i := slices.IndexFunc(m.Match, func(x job.Match) bool { return x.Field == table.Able })
	return i < 0 || m.Match[i].Column != ""
}

// columnName is that of a column by its place: its own name may hold a comma.
func columnName(i int) string { return "#" + strconv.Itoa(i+1) }

// columnOf is the column that was taken for something, by its place; "": none.
func columnOf(m *job.Import, x job.Match) string {
	if i := slices.Index(m.Columns, x.Column); i >= 0 && x.Column != "" {
		return columnName(i)
	}
	return x.Column
}

// corrected is a match in which a field is said anew; other fields stay as they were.
func corrected(match, field, is string) string {
	var list []string
	for _, item := range strings.Split(match, ",") {
		if name, _, _ := strings.Cut(item, "="); item != "" && strings.TrimSpace(name) != field {
			list = append(list, item)
		}
	}
	return strings.Join(append(list, field+"="+is), ",")
}

// corrects is the setting that a field of the match corrects, with its text.
func (a *App) corrects(key, text string) (name, value string) {
	if field, ok := strings.CutPrefix(key, columnKey); ok {
		return "match", corrected(a.Import.Match, field, text)
	}
	if field, ok := strings.CutPrefix(key, unitKey); ok {
		m := a.Summary.Import
		for _, x := range m.Match {
			if x.Field == field {
				return "match", corrected(a.Import.Match, field, columnOf(m, x)+":"+text)
			}
		}
	}
	return key, text
}

// chosen are the partitions when one is ticked, or no longer; none: all.
func (a *App) chosen(name string, on bool) []string {
	var list []string
	all := a.Summary.Import.Partitions
	for _, x := range all {
		was := len(a.Import.Partitions) == 0 || slices.Contains(a.Import.Partitions, x.Name)
		if x.Name == name && on || x.Name != name && was {
			list = append(list, x.Name)
		}
	}
	if len(list) == len(all) {
		return nil
	}
	return list
}

// only has the jobs of one partition taken.
func (a *App) only(name string) {
	if a.Trace == nil || a.File == nil {
		return
	}
	r := reading{File: File{Handle: a.File, Name: a.As}, options: a.Import, field: "import-part-0", again: a.Current(), from: a.From}
	r.options.Partitions = []string{name}
	a.open(r, nil)
}

// setImport takes a field that says how a file is read, and has it read so; false:
// it is none.
func (a *App) setImport(id, key, text string) bool {
	r := reading{field: id}
	name, ok := strings.CutPrefix(key, importKey)
	again, retries := strings.CutPrefix(key, retryKey)
	switch {
	case ok && a.Trace != nil && a.File != nil:
		r.File, r.options, r.again, r.from = File{Handle: a.File, Name: a.As}, a.Import, a.Current(), a.From
	case retries && a.retry != nil:
		r.File, r.options, name = a.retry.File, a.retry.options, again
	default:
		return ok || retries
	}
	if ok {
		name, text = a.corrects(name, text)
	}
	was := study.ImportSettings(&r.options).TaskKey()
	if part, ok := strings.CutPrefix(name, partKey); ok {
		r.options.Partitions = a.chosen(part, text == "true")
	} else if s := study.ImportSettings(&r.options).Find(name); s == nil {
		return true
	} else if err := s.Set(text); err != nil {
		a.Refuse("The "+err.Error()+".", 0)
		return true
	}
	if was == study.ImportSettings(&r.options).TaskKey() {
		a.Draw(hostImport, a.importForm())
		return true
	}
	a.open(r, nil)
	return true
}

// offer shows the fields of the settings that an error of reading names: with one
// the file may be read after all.
func (a *App) offer(err error) {
	r := a.reading
	p := &lab.Panel{}
	if asked, ok := errors.AsType[*job.Asked](err); ok {
		a.retry, a.Message = &r, asked.Says+"."
		presses(p, retryAct, asked.Readings)
		if asked.Readings[0].Switch == spanKey { // others than those that are offered
			importRow(p, *study.ImportSettings(&r.options).Find(spanKey), retryKey)
		}
		a.Draw(hostRetry, p)
		return
	}
	for _, s := range study.ImportSettings(&r.options) {
		if strings.Contains(err.Error(), "--"+s.Key) {
			a.retry = &r
			importRow(p, s, retryKey)
		}
	}
	if a.retry != nil {
		a.Draw(hostRetry, p)
	}
}

// Retrying says whether a file waits for a setting to be read with.
func (a *App) Retrying() bool { return a.retry != nil }

// saveLog hands out the log in sight as others may have it, in the format of that key.
func (a *App) saveLog(to string) {
	name := a.Summary.Name + "." + to
	a.Engine.Save(a.Summary.Digest, a.toldMachine(), to, func(file any, err error) {
		a.Post(func() {
			if err != nil {
				a.Message = "The log can't be saved: " + err.Error() + "."
				return
			}
			a.Browser.DownloadFile(name, "text/plain", file)
		})
	})
}

// toldMachine is the machine as it was set, with where its size comes from; without
// processors: as the log has it.
func (a *App) toldMachine() job.Machine {
	if m, ok := a.Told.In(a.Summary.Import.Unit); ok && m.Procs == a.Procs {
		return m
	}
	if a.Procs == 0 {
		return job.Machine{}
	}
	return job.Machine{Procs: a.Procs, From: job.SizeByHand}
}

// unitWords are what a machine is counted in, for people.
func unitWords(unit string) string {
	switch unit {
	case "":
		return "processors"
	case account.GPUs.String():
		return "GPUs"
	}
	return unit
}
