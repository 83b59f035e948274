package ui

import (
	"slices"
	"strconv"

	"shadowtime/ui/lab"
)

// removal is the log that was taken off the page last: it is kept until another one is, and comes back by Undo, by Back,
// or with an answer that it has.
type removal struct {
	log   *lab.Opened
	at    int // its place on the shelf
	entry int // of the history, which had it in sight
}

// Drop takes the log in sight off the page, if others are there.
func (a *App) Drop() {
	if len(a.Shelf) < 2 || a.State == lab.Reading || a.Cleaning {
		return
	}
	if a.AsksOf(a.Trace) {
		a.Message = a.Summary.Name + " is not removed: a question about it runs, or waits to. Cancel or remove that first, in the list " +
			"of questions."
		return
	}
	at := a.shelved(a.Summary.Digest)
	if r := a.removed; r != nil && a.shelved(r.log.Summary.Digest) < 0 {
		a.Engine.Forget(r.log.Summary.Digest)
	}
	a.removed = &removal{a.Shelf[at], at, a.Entry}
	a.step()
	a.unshelve(at)
	a.visits()
}

// step has the question of the log that comes into sight be an entry of the history, though it be the same.
func (a *App) step() { a.visit = visit{stays: true} }

// came says that a log was read beside the one in sight.
func (a *App) came() bool {
	was, is := a.sights[a.Entry]
	return is && was != a.Summary.Digest && a.shelved(was) >= 0
}

// unshelve takes a log away, and shows the one before it.
func (a *App) unshelve(at int) {
	a.Shelf = slices.Delete(a.Shelf, at, at+1)
	a.Select(strconv.Itoa(max(0, at-1)))
}

// Removed names the log that was removed in this step.
func (a *App) Removed() string {
	if r := a.removed; r != nil && a.Entry == r.entry+1 && a.shelved(r.log.Summary.Digest) < 0 {
		return r.log.Summary.Name
	}
	return ""
}

// putBack brings the removed log into sight again.
func (a *App) putBack() {
	r := a.removed
	if r == nil || a.shelved(r.log.Summary.Digest) >= 0 || a.State == lab.Reading || a.Cleaning {
		return
	}
	at := min(r.at, len(a.Shelf))
	a.Shelf = slices.Insert(a.Shelf, at, r.log)
	a.Select(strconv.Itoa(at))
}

// remove is Remove, or Undo.
func (a *App) remove(what string) {
	if what == "drop" {
		a.Drop()
		return
	}
	a.putBack()
	a.removed = nil
	a.Browser.Attend(a.landmark(), false)
}

// Step is Return by Back or Forward, to an entry by its number: what Remove took in between comes back, or goes again, and
// the log that was in sight there comes into it.
func (a *App) Step(query string, entry int) {
	a.Entry = entry
	a.returning = true // what Select shows is not the entry's question yet
	if r := a.removed; r != nil {
		at := a.shelved(r.log.Summary.Digest)
		switch {
		case entry <= r.entry:
			a.putBack()
		case at >= 0 && len(a.Shelf) > 1 && a.State != lab.Reading && !a.Cleaning && !a.AsksOf(r.log.Trace):
			a.unshelve(at)
		}
	}
	if log, is := a.sights[entry]; is && a.Trace != nil && log != a.Summary.Digest {
		a.Select(strconv.Itoa(a.shelved(log))) // -1: it was removed for good
	}
	a.Return(query)
}
