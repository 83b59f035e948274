package ui

import "net/url"

// lab is one of the page's views: a study with a plan of its own, all of them
// on the same traces.
type lab interface {
	// works is what the plan asks of traces.
	works(on []*Opened) ([]*work, error)
	// known is how many resamples are behind what is shown of the trace in
	// sight, and how many are wanted.
	known() (done, wanted int)
	// show draws what is known of the plan on the trace in sight.
	show()
	// loaded adapts the plan to a trace that came into sight.
	loaded()
	// demo makes the plan one that is soon done, for the sample.
	demo()
	// write and read carry what the plan has other than proposed in a link.
	write(q url.Values)
	read(q url.Values) error
}

// The names of the views, as in links.
const (
	viewCompare = "compare"
	viewOnline  = "online"
	viewTune    = "tune"
)

// Tabs of the page.
var views = []struct{ key, name string }{
	{viewCompare, "Compare"},
	{viewOnline, "Online"},
	{viewTune, "Tune"},
}

// lab is the one in sight.
func (a *App) lab() lab { return a.labs[a.View] }

// Views are the tabs.
func (a *App) Views() []Tab {
	var tabs []Tab
	for _, v := range views {
		tabs = append(tabs, Tab{v.key, v.name, v.key == a.View})
	}
	return tabs
}

// SetView shows another view. What is being computed goes on.
func (a *App) SetView(key string) {
	if a.labs[key] == nil || key == a.View {
		return
	}
	a.View, a.Message = key, ""
	if a.State != Running && a.State != Reading {
		a.State = a.resting()
	}
	if a.Trace != nil {
		a.lab().show()
	}
}

// Compare computes what the view in sight asks on the trace in sight, or
// continues it with the resamples that are not computed yet.
func (a *App) Compare() {
	if a.CanCompare() {
		a.compute([]*Opened{a.current()})
	}
}

// CompareAll does so on every loaded trace.
func (a *App) CompareAll() {
	if a.CanCompare() {
		a.compute(a.Shelf)
	}
}

func (a *App) compute(on []*Opened) {
	works, err := a.lab().works(on)
	if err != nil {
		a.State, a.Message = Failed, "The study can't start: "+err.Error()+"."
		return
	}
	a.begin(works)
}

// planChanged shows what is already known of the plan, so that going back to
// an earlier question does not compute it again.
func (a *App) planChanged() {
	if a.State != Running {
		a.showKnown()
	}
}

func (a *App) showKnown() {
	if a.Trace == nil || a.State == Failed && a.Trace.Overview.Jobs == 0 {
		return
	}
	a.lab().show()
	a.State = a.resting()
}

// resting is the state when nothing is under way.
func (a *App) resting() State {
	if a.Trace == nil {
		return Empty
	}
	switch done, wanted := a.lab().known(); {
	case done == 0:
		return Loaded
	case done < wanted:
		return Cancelled
	}
	return Done
}

// Link is the page's address with the question in sight, and the sample if
// that is what it is asked of.
func (a *App) Link() string {
	q := url.Values{}
	if a.View != viewCompare {
		q.Set("view", a.View)
	}
	if a.Summary != nil && a.Summary.Digest == a.sample {
		q.Set("demo", "sample")
	}
	a.lab().write(q)
	address := a.Browser.Address()
	if len(q) == 0 {
		return address
	}
	return address + "?" + q.Encode()
}

// CopyLink puts it on the clipboard.
func (a *App) CopyLink() {
	a.linked = a.Link()
	a.Browser.Copy(a.linked)
}

// LinkText is the button's name: what it does, or that it was done.
func (a *App) LinkText() string {
	if a.linked != "" && a.linked == a.Link() {
		return "link copied"
	}
	return "copy a link to this question"
}
