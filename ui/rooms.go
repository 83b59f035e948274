package ui

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"shadowtime/ui/lab"
)

// Shows is the key of the view that a room shows; "": the list of all others.
func Shows(room string) string {
	return map[string]string{"decide": "decide", "explore": "replay", "teach": "little"}[room]
}

// listRoom is the room that lists views, and what a link calls that list.
const listRoom = "lab"

var rooms = [...]Room{{Key: "decide", Name: "Decide"}, {Key: "explore", Name: "Explore"}, {Key: "teach", Name: "Teach"},
	{Key: listRoom, Name: "Lab"}}

// Room is a part of the page that serves one purpose. It shows a view, or lists them.
type Room struct{ Key, Name, View, On string }

// Rooms are those to go to; On is "page" for the one in sight.
func (a *App) Rooms() (list []Room) {
	in := a.Room()
	for _, r := range rooms {
		r.View = Shows(r.Key)
		if _, ok := a.find(r.View); !ok && r.Key != listRoom {
			continue
		}
		if r.View == "" {
			r.View = listRoom
		}
		r.On = "false"
		if r.Key == in {
			r.On = "page"
		}
		list = append(list, r)
	}
	return list
}

// Room is the key of the one in sight.
func (a *App) Room() string {
	for _, r := range rooms {
		if !a.Listed && Shows(r.Key) == a.View.Key() {
			return r.Key
		}
	}
	return listRoom
}

// throughRoom has a link that names a room say its view, unless it names one.
func throughRoom(q url.Values) {
	for _, r := range rooms {
		if q.Get("room") != r.Key {
			continue
		}
		if q.Del("room"); !q.Has("view") {
			q.Set("view", cmp.Or(Shows(r.Key), listRoom))
		}
	}
}

// Enter goes to a room. What is being computed goes on.
func (a *App) Enter(room string) {
	if key := Shows(room); key != "" {
		a.SetView(key)
		return
	}
	if a.Listed {
		return
	}
	a.Listed, a.ShowDoors, a.Message, a.visit.stays = true, false, "", true
	a.drawMethods()
	a.Browser.Attend("room-"+listRoom, false)
	a.visits()
}

// InLab says that a view of the list is in sight, from which a way leads back.
func (a *App) InLab() bool { return !a.Listed && a.Room() == listRoom }

// Teaches says that the lesson stands above the view in sight.
func (a *App) Teaches() bool { return a.Room() == "teach" && !a.InFrame }

// methods are the views that are listed: all but those of rooms. The first one is listed
// also while a room shows it.
func (a *App) methods() []lab.View {
	return slices.DeleteFunc(slices.Clone(a.views), func(v lab.View) bool {
		return v != a.First && slices.ContainsFunc(rooms[:], func(r Room) bool { return Shows(r.Key) == v.Key() })
	})
}

// drawMethods lists them.
func (a *App) drawMethods() {
	var b strings.Builder
	b.WriteString(`<h2 class="page-title">Each method on its own</h2><p class="lead">Here every setting can be changed.</p>` +
		`<div class="methods-head" aria-hidden="true"><span>Method</span><span>What it asks</span><span>Whom it serves</span>` +
		`<span>What it needs</span></div><ul class="methods-list">`)
	for _, v := range a.methods() {
		x := v.Purpose()
		b.WriteString(`<li><a id="method-` + v.Key() + `" href="?view=` + v.Key() + `" data-act="view" data-arg="` + v.Key() + `"><b>` +
			lab.Esc(v.Name()) + `</b><span>` + lab.Esc(x.Asks) + `</span><span class="hint">` + lab.Esc(x.Serves) +
			`</span><span class="hint">` + lab.Esc(x.Needs) + `</span></a></li>`)
	}
	if _, ok := a.find(Shows("decide")); ok {
		b.WriteString(rulesMethod)
	}
	b.WriteString(`</ul>` + ownResearch)
	a.Browser.Draw(hostMethods, b.String())
}

// rulesMethod leads to a part of what Decide reads from a log, which is asked for by itself, too: the rules that held jobs.
const rulesMethod = `<li><a id="method-rules" href="?view=decide&amp;held=open" data-act="rules-of"><b>Rules</b>` +
	`<span>Which rules held jobs though there was room, and what does another rule explain?</span>` +
	`<span class="hint">Administrators with a log</span><span class="hint">Recorded waits</span></a></li>`

// lead goes to a view, or to the rules within theirs.
func (a *App) lead(what, arg string) {
	if what == "view" {
		a.SetView(arg)
		return
	}
	if key := Shows("decide"); key != a.View.Key() || a.Listed {
		a.SetView(key)
	}
	a.View.Act("held-open", "")
}

// ownResearch is what goes beyond the methods.
const ownResearch = `<section class="beside" aria-labelledby="own-research"><h2 id="own-research">For your own research</h2><div class="columns">` +
	`<p><b>Your own order</b> A formula of requested time, processors and age is an order in Compare, Online and Tune. ` +
	`<a href="docs/method.html">How it is written</a></p>` +
	`<p><b>The command line</b> Every method is a verb, and gives the same bytes. <a href="docs/command.html">The command</a></p>` +
	`<p><b>Campaigns</b> Many machines share one question, and one report joins their rows. ` +
	`<a href="docs/campaigns.html">Campaigns</a></p></div></section>`

// home is the view of the first room, where it is there.
func (a *App) home() lab.View {
	if v, ok := a.find(Shows(rooms[0].Key)); ok {
		return v
	}
	return a.First
}

// meant is the view that a link means which names none: the first, if it asks anything.
func (a *App) meant(q url.Values) lab.View {
	for key := range q {
		if key != "workers" && key != "theme" {
			return a.First
		}
	}
	return a.Home
}

// landmark is the id of what gets the focus where it is lost when a view comes into sight.
func (a *App) landmark() string {
	switch room := a.Room(); {
	case lab.IsAlone(a.View): // a link led to it, and goes away
		return a.View.Key() + "-question-title"
	case room != listRoom:
		return "room-" + room
	}
	return "view-" + a.View.Key()
}
