package ui

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/problem"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// kept is what the page knows of what is kept on this machine.
type kept struct {
	logs []lab.StoredLog
	said string // why something is not kept
	odd  bool   // something else is kept besides
	lost bool   // some results of the log in sight were changed since
	rows int    // kept since the list was read
}

// settled keeps address and list up to date.
func (a *App) settled() {
	a.visits()
	if a.kept.rows > 0 {
		a.KeptChanged()
	}
}

// comeBack shows again what was in sight before the page was left, unless its address
// asks for something else: the log of its answer, if that is kept.
func (a *App) comeBack() {
	a.KeptChanged()
	log, ok := a.Store.InSight()
	if a.demo || a.State == lab.Reading {
		return
	}
	if s := a.shared; s != nil && a.InFrame {
		return // whoever wrote the page around wrote the link: the visitor opens what is theirs
	} else if s != nil && (!ok || s.Digest != log) {
		a.bringBack(s.Digest, func(err error) { s.kept = err == nil })
		return
	}
	if !ok {
		return
	}
	a.bringBack(log, func(err error) {
		switch {
		case err != nil && a.shared == nil && a.Store.Keeps():
			a.gone(err)
		case err == nil && a.shared != nil: // it was computed here, and its rows are kept
			a.shared = nil
			a.drawShared()
		}
	})
}

// gone says why a log that was kept is not shown.
func (a *App) gone(err error) {
	a.Message = "The log can't be shown again: " + err.Error() + ". Drop its file."
	a.KeptChanged()
}

// openShared opens the log of a link's answer from what is kept, where a frame waited for
// the visitor to say so.
func (a *App) openShared() {
	if a.shared == nil || a.State == lab.Reading {
		return
	}
	a.bringBack(a.shared.Digest, func(err error) {
		if a.shared.kept = err == nil; !a.shared.kept {
			a.Message = "This browser does not keep that log: choose its file."
		}
	})
}

// bringBack reads a kept log again, if nothing else is read meanwhile.
func (a *App) bringBack(log job.Digest, found func(error)) {
	turn := a.readings
	a.Store.File(log, func(k lab.StoredLog, file any, err error) {
		a.Post(func() {
			if turn != a.readings {
				return
			}
			found(err)
			switch {
			case err != nil:
			case file == nil: // the page made it
				a.makeExample(exampleOf(strings.TrimPrefix(k.Name, problem.Prefix)))
			default:
				a.open(reading{File: File{Handle: file, Name: k.As}, options: importOf(k.Import), kept: log}, nil)
			}
		})
	})
}

// keptOtherwise tells that what was kept of a log reads as another one, which nobody asked for.
func (a *App) keptOtherwise(other job.Digest) {
	if a.shelved(other) < 0 {
		a.Engine.Forget(other)
	}
	name := lab.Beginning(a.reading.Name)
	a.Rest()
	a.Message = name + " can't be shown again: what this browser kept of it was changed since, or this page reads it otherwise now. " +
		"Drop its file."
	if a.shared != nil {
		a.shared.kept = false
		a.drawShared()
	}
}

// openKept brings a log of the list into sight.
func (a *App) openKept(hex string) {
	log := job.Digest{}
	if !log.Parse(hex) || a.State == lab.Reading || a.Cleaning {
		return
	}
	a.toLogs()
	for i, o := range a.Shelf {
		if o.Summary.Digest == log {
			a.Select(strconv.Itoa(i))
			return
		}
	}
	a.bringBack(log, func(err error) {
		if err != nil {
			a.gone(err)
		}
	})
}

func (a *App) deleteKept(hex string) {
	log := job.Digest{}
	if log.Parse(hex) {
		a.Store.Delete(log, a.listed)
	}
}

// keepNothing is the visitor's choice for good: what is there goes away with it.
func (a *App) keepNothing(on bool) {
	if err := a.Store.SetKeeps(!on); err != nil {
		a.kept.said = "The choice holds until the page is closed: " + err.Error() + "."
	}
	a.Changed() // whose defaults these are
	if on {
		a.Store.DeleteAll(a.listed)
		return
	}
	if a.Trace != nil {
		a.keepLog()
	}
	a.drawKept()
}

// setDefaults keeps the settings that the visitor begins with.
func (a *App) setDefaults(query string) {
	if err := a.Store.SetDefaults(query); err != nil {
		a.Message = "The defaults are not kept: " + err.Error() + "."
	}
}

// beginAsUsual has the first question begin with the visitor's own defaults, where no link asks
// anything: a link means what it says.
func (a *App) beginAsUsual(q url.Values) {
	for key := range q {
		if !slices.Contains([]string{"view", "workers", "theme"}, key) {
			return
		}
	}
	if v, ok := a.Home.(interface{ TakeDefaults(query string) }); ok && a.shared == nil && a.Store.Keeps() && a.Store.Defaults() != "" {
		v.TakeDefaults(a.Store.Defaults())
	}
}

// keepLog keeps the log in sight.
func (a *App) keepLog() {
	if !a.Store.Keeps() {
		return
	}
	o := &a.Opened
	query := url.Values{}
	options, usual := o.Import, account.Options{}
	study.ImportSettings(&options).Write(study.ImportSettings(&usual), query.Set)
	a.Store.KeepLog(lab.StoredLog{Digest: o.Summary.Digest, Name: o.Summary.Name, As: o.As, Import: query.Encode()}, o.File, a.listed)
}

// importOf are the settings that keepLog wrote.
func importOf(query string) account.Options {
	o := account.Options{}
	if q, err := url.ParseQuery(query); err == nil && study.ImportSettings(&o).Read(q.Get) != nil {
		return account.Options{}
	}
	return o
}

func (a *App) keepRow(log job.Digest, row lab.KeptRow) {
	if !a.Store.Keeps() {
		return
	}
	a.kept.rows++
	a.Store.KeepRow(log, row, func(err error) {
		if err != nil {
			a.listed(err)
		}
	})
}

// keepSite keeps a site's files, which is asked for by name.
func (a *App) keepSite(files []byte, done func(error)) {
	if files != nil && !a.Store.Keeps() {
		done(errNothing)
		return
	}
	a.Store.KeepSite(files, func(err error) { a.Post(func() { done(err) }) })
}

var errNothing = errors.New("this browser is to store nothing, as you chose below")

// keptSite hands them out, if there are any.
func (a *App) keptSite(done func(files []byte)) {
	a.Store.Site(func(files []byte, err error) {
		if err == nil && files != nil {
			a.Post(func() { done(files) })
		}
	})
}

// recall has the views take what is kept of a log, then goes on, if it is still wanted.
func (a *App) recall(s *overview.Summary, then func()) {
	turn := a.readings
	a.Store.Rows(s.Digest, func(rows []lab.KeptRow, err error) {
		a.Post(func() {
			if turn != a.readings || a.State != lab.Reading {
				return
			}
			a.kept.lost = errors.Is(err, lab.ErrOdd)
			for _, v := range a.views {
				if v, ok := v.(interface{ Wants(*overview.Summary) bool }); ok && !v.Wants(s) {
					continue
				}
				if v, ok := v.(interface {
					Recall(log job.Digest, row lab.KeptRow)
				}); ok {
					for _, row := range rows {
						v.Recall(s.Digest, row)
					}
				}
			}
			then()
		})
	})
}

// KeptChanged reads the list anew: this page or another tab changed what is kept.
func (a *App) KeptChanged() {
	a.kept.rows = 0
	a.Store.Logs(func(logs []lab.StoredLog, err error) {
		a.Post(func() {
			a.kept.logs, a.kept.odd, a.kept.lost = logs, errors.Is(err, lab.ErrOdd), a.kept.lost && len(logs) > 0
			if err != nil && !a.kept.odd {
				a.kept.said = unkept(err)
			}
			a.drawKept()
		})
	})
}

// listed shows what came of a change, and the list after it.
func (a *App) listed(err error) {
	a.Post(func() {
		a.kept.said = ""
		if err != nil {
			a.kept.said = unkept(err)
		}
		a.KeptChanged()
	})
}

// unkept says why something is not kept, and what that means.
func unkept(err error) string {
	switch {
	case errors.Is(err, lab.ErrFull):
		return "What came last is not kept, for " + err.Error() + ": delete below what is not needed. All else goes on as before."
	case errors.Is(err, lab.ErrBarred):
		return "Nothing is kept, for " + err.Error() + ", as in a private window or a sandboxed frame. All else works; after a reload, " +
			"drop the log again."
	}
	return "What came last is not kept: " + err.Error() + ". All else goes on as before."
}

// drawKept shows what is kept on this machine.
func (a *App) drawKept() {
	var b strings.Builder
	class := "kept"
	if len(a.kept.logs) > 0 || a.kept.said != "" {
		class = "panel kept"
	}
	b.WriteString(`<section class="` + class + `" id="kept" aria-label="Kept on this machine"><h2 class="eyebrow">Kept on this machine</h2>`)
	if a.kept.said != "" {
		b.WriteString(`<p class="kept-said" role="status">` + lab.Esc(a.kept.said) + `</p>`)
	}
	switch {
	case !a.Store.Keeps():
		b.WriteString(`<p class="hint">Nothing is kept, as you chose.</p>`)
	case len(a.kept.logs) == 0:
		b.WriteString(`<p class="hint">Logs that are read here, and what is computed of them, stay in this browser until you delete them; they never leave it.</p>`)
	default:
		b.WriteString(a.keptTable())
	}
	if a.kept.odd {
		b.WriteString(`<p class="hint">Something here was not kept by this page, or was changed since: it is passed over. Delete all to be rid of it.</p>`)
	}
	if a.kept.lost {
		b.WriteString(`<p class="hint" role="status">Some results kept of this log were changed since: they are left out and computed again.</p>`)
	}
	b.WriteString(`<p class="actions">`)
	if len(a.kept.logs) > 0 || a.kept.odd {
		b.WriteString(lab.Tool("kept-clear", "", "", "delete all") + " ")
	}
	if a.Store.Keeps() {
		b.WriteString(lab.Tool("kept-nothing", "", "", "Store nothing in this browser"))
	} else {
		b.WriteString(lab.Tool("kept-again", "", "", "Store logs and results"))
	}
	b.WriteString(`</p></section>`)
	a.Browser.Draw(hostKept, b.String())
	a.Browser.Draw(hostContinue, a.continues())
}

// mostContinued is how many kept logs the first page offers; the others are below it.
const mostContinued = 3

// continues are the logs that were read last, "" where none is kept.
func (a *App) continues() string {
	logs := slices.DeleteFunc(slices.Clone(a.kept.logs), func(k lab.StoredLog) bool {
		return a.Trace != nil && k.Digest == a.Summary.Digest
	})
	if len(logs) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<section class="continue" aria-labelledby="continue-title"><h2 id="continue-title">Continue</h2><ul>`)
	for _, k := range logs[:min(mostContinued, len(logs))] {
		b.WriteString(`<li><button type="button" data-act="kept-open" data-arg="` + k.Digest.Hex() + `"><b>` + lab.Esc(k.Name) + `</b> <span>` +
			numeral.Count(k.Rows) + numeral.Plural(k.Rows, " result", " results") + `, ` + lab.Esc(k.When) + `</span></button></li>`)
	}
	b.WriteString(`</ul></section>`)
	return b.String()
}

// weight is a size in MB that is not written as none unless it is none.
func weight(bytes int) string {
	if bytes > 0 && bytes < 50_000 {
		return "< 0.1"
	}
	return megabytes(bytes)
}

func (a *App) keptTable() string {
	bytes := 0
	for _, k := range a.kept.logs {
		bytes += k.Bytes
	}
	t := lab.Table[lab.StoredLog]{ID: "kept-logs", Class: "plain",
		Caption: "Logs that were read, and what was computed of them: in this browser only, " + lab.Esc(weight(bytes)) + " of at most " +
			numeral.Count(lab.MaxKept>>20) + " MB.",
		Row: func(k lab.StoredLog) string { return ` data-log="` + k.Digest.Hex() + `"` },
		Columns: []lab.Column[lab.StoredLog]{
			{Head: "Log", Text: true, Cell: func(k lab.StoredLog) lab.Cell {
				return lab.Cell{Head: true, HTML: lab.Tool("kept-open", k.Digest.Hex(), "", k.Name)}
			}},
			{Head: "Delete", Text: true, Cell: func(k lab.StoredLog) lab.Cell {
				return lab.Cell{HTML: lab.Tool("kept-delete", k.Digest.Hex(), "delete "+k.Name, "delete")}
			}},
			{Head: "Results", Cell: func(k lab.StoredLog) lab.Cell { return lab.Cell{HTML: numeral.Count(k.Rows)} }},
			{Head: "Size", Unit: "MB", Cell: func(k lab.StoredLog) lab.Cell { return lab.Cell{HTML: lab.Esc(weight(k.Bytes))} }},
			{Head: "Since", Text: true, Cell: func(k lab.StoredLog) lab.Cell { return lab.Cell{HTML: lab.Esc(k.When)} }},
		}}
	return lab.Scroll("Logs that are kept", t.HTML(a.kept.logs))
}
