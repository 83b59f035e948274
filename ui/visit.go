package ui

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"shadowtime/ui/lab"
)

// visit is the page's place in the browser's history: its address says what is in
// sight, so that a reload, a bookmark and Back come to it again.
type visit struct {
	entry string // the question of the last entry
	stays bool   // it was answered, or left for another view: the next is an entry of its own
}

// visits keeps the address up to date: an entry a question that is answered, and a
// view that is chosen; what is only written into a form is one, too, whatever is
// changed of it.
func (a *App) visits() {
	if a.returning || a.Welcomes() && a.visit.entry == "" && !a.visit.stays {
		return
	}
	link := a.located()
	ask := a.named(link)
	changed := ask != a.visit.entry
	next := a.visit.stays && changed
	if next {
		a.Entry++
		if r := a.removed; r != nil && a.shelved(r.log.Summary.Digest) >= 0 { // no Forward leads to its removal any more
			a.removed = nil
		}
	}
	a.Browser.Visit(link, a.Entry, next)
	if a.Trace != nil {
		a.sights[a.Entry] = a.Summary.Digest
	}
	a.visit = visit{ask, a.State == lab.Done || a.visit.stays && !changed}
	a.verify()
}

// located is the link to what is in sight.
func (a *App) located() string {
	if a.Listed {
		return a.Browser.Address() + "?view=" + listRoom
	}
	link := a.Locate()
	if lab.IsAlone(a.View) { // what it says of files that a reload forgets is in a copied link alone
		link, _, _ = strings.Cut(link, "#")
	}
	return link
}

// named is what of a link names an entry.
func (a *App) named(link string) string {
	ask, _, _ := strings.Cut(link, "#")
	r, ok := a.View.(lab.Roamer)
	if !ok {
		return ask
	}
	at, query, _ := strings.Cut(ask, "?")
	q, err := url.ParseQuery(query)
	if err != nil {
		return ask
	}
	for _, key := range r.Roams() {
		q.Del(key)
	}
	return at + "?" + q.Encode()
}

// Arrive takes the link that the page was opened with.
func (a *App) Arrive(query, fragment string) {
	a.receive(query, fragment)
	a.Start(query)
	a.drawShared() // Start knows whether a frame is around
	a.comeBack()
}

// Return goes to an entry of the history: its question, and what is known of it.
func (a *App) Return(query string) {
	q, err := url.ParseQuery(query)
	if err != nil {
		return
	}
	throughRoom(q)
	v, ok := a.find(q.Get("view"))
	if !ok {
		v = a.meant(q)
	}
	a.returning = true
	defer func() { a.returning = false }()
	if q.Get("view") == listRoom {
		a.Enter(listRoom)
		a.visit = visit{entry: a.named(a.located())}
		return
	}
	a.SetView(v.Key())
	if a.Welcomes() {
		a.visit = visit{}
		return
	}
	a.View.Propose()
	if err := a.View.Read(q.Get); err != nil {
		a.Message = "The address can't be read in full: " + err.Error() + "."
	}
	a.View.Fill()
	a.Changed()
	a.visit = visit{a.named(a.Locate()), a.State == lab.Done}
}

// openInquiry brings a question of this visit back, with its log: the one in sight is a step back.
func (a *App) openInquiry(q *lab.Inquiry) {
	_, query, on := q.Of()
	at := slices.IndexFunc(a.Shelf, func(o *lab.Opened) bool { return o.Trace == on.Trace })
	switch r := a.removed; {
	case at >= 0 && on.Trace != a.Trace:
		a.Select(strconv.Itoa(at))
	case at < 0 && r != nil && r.log.Trace == on.Trace:
		a.putBack()
	case at < 0:
		a.Message = "That answer is of " + on.Summary.Name + ", which was removed since: open the log again, and ask."
		return
	}
	a.turn(query)
}

// turn asks another question of the log in sight: the one before it is a step back.
func (a *App) turn(query string) {
	was := a.visit.entry
	a.Inquire(query)
	a.visit = visit{was, true}
	a.visits()
	a.Browser.Attend(a.landmark(), false)
}

// Inquire takes a question from around the page, in a frame: of the log that is
// there, or of the one to come.
func (a *App) Inquire(query string) {
	if a.Trace == nil {
		a.Start(query)
		return
	}
	a.Message = ""
	a.Return(query)
	if q, err := url.ParseQuery(query); err == nil && a.Message == "" {
		a.sayUnknown(q)
	}
}
