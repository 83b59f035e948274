package lab

import "strconv"

// Fold is a part of the form that unfolds: a panel with settings as they are declared.
type Fold struct {
	Key    string
	ID     string // of the panel, "": the question's and the key
	Host   string // where it is drawn, "": the id
	Button string // "": it has one elsewhere
	Legend string // "": the view draws it itself
	Class  string // "": that of settings
	Keys   []string
	// Without says that a setting makes no sense now.
	Without func(key string) bool
	Fill    func(p *Panel) // what stands behind them
	Open    bool
	Brief   bool // it closes when the question is asked
}

// drawn says whether the fold has a panel.
func (f *Fold) drawn() bool { return f.Legend != "" }

// WhatIf is for settings that suppose another workload.
func WhatIf(keys ...string) *Fold {
	return &Fold{Key: "what-if", Button: "what if", Legend: "What if", Keys: keys}
}

// More is for settings that are rarely changed.
func More(keys ...string) *Fold {
	return &Fold{Key: "more", Button: "more settings", Legend: "More settings", Keys: keys}
}

// Buttons are what stands below a question: compute, on all logs, what unfolds,
// and a link.
type Buttons struct {
	Lab   *Lab
	ID    string // of the button that computes
	Verb  string
	Folds []*Fold
	Known func() string // what a press would still have to compute
	All   bool          // a press is about every loaded log anyway
	Able  func() bool   // whether there is something to compute; nil: on every log
	Sent  func() bool   // the answer has a place of its own where it is handed out; nil: never
}

// Actions is the component that shows them.
type Actions struct{ Of *Buttons }

// Can says whether a press computes something.
func (b *Buttons) Can() bool { return b.Lab.CanCompute() && (b.Able == nil || b.Able()) }

func (b *Buttons) sends() bool { return b.Sent != nil && b.Sent() }

// Single says that there is no other log to compute on, or that a press is about
// all of them.
func (b *Buttons) Single() bool { return b.All || len(b.Lab.Shelf) < 2 }

// AllText names the button that computes on every loaded log.
func (b *Buttons) AllText() string {
	return b.Verb + " on all " + strconv.Itoa(len(b.Lab.Shelf)) + " logs"
}

// Shown are the folds that have a button here.
func (b *Buttons) Shown() (list []*Fold) {
	for _, f := range b.Folds {
		if f.Button != "" {
			list = append(list, f)
		}
	}
	return list
}

// Toggle folds or unfolds; false: there is no such fold among the buttons.
func (b *Buttons) Toggle(key string) bool {
	for _, f := range b.Folds {
		if f.Key == key {
			f.Open = !f.Open
			return true
		}
	}
	return false
}

// Open says whether a part is unfolded.
func (b *Buttons) Open(key string) bool {
	for _, f := range b.Folds {
		if f.Key == key {
			return f.Open
		}
	}
	return false
}

// CopyLink puts the page's address with the question, and its answer, on the
// clipboard.
func (l *Lab) CopyLink() {
	l.Locate()
	l.linked = l.here
	l.Copy(l.linked, func() { l.linked = "" })
}

// Copy puts a text on the clipboard. Where the browser keeps that from the page, undo
// takes back what says that it is there.
func (l *Lab) Copy(text string, undo func()) {
	l.Browser.Copy(text, func() {
		l.Post(func() {
			undo()
			l.Message = "Nothing was copied: the browser keeps its clipboard from this page. Allow it where the browser asks; a link can " +
				"be taken from the address bar, a text be marked."
		})
	})
}

// Locate finds the link to what is in sight.
func (l *Lab) Locate() string {
	l.here = l.Link(l.First)
	return l.here
}

// Linked says whether the link to what is in sight was copied.
func (l *Lab) Linked() bool { return l.linked != "" && l.linked == l.here }

// LinkText is the button's name: what it does, or that it was done.
func (l *Lab) LinkText() string {
	switch {
	case l.Linked():
		return "link copied"
	case l.State == Done:
		return "copy a link to this answer"
	}
	return linkToQuestion
}

// linkToQuestion is the longest name of the button that copies a link: it has the room of it by any.
const linkToQuestion = "copy a link to this question"
