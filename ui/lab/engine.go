package lab

import (
	"errors"

	js "github.com/vugu/vugu/js"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/overview"
	"shadowtime/core/sim/held"
	"shadowtime/core/study/desk"
)

// Engine is what the page needs of its workers. No method blocks, and
// no callback is called before the method that took it returns.
type Engine interface {
	// Open reads a log in the background, or what a file tells of a machine. The trace of
	// clean is made along with the log, as the page is likely to ask for that trace next.
	Open(file any, name string, o account.Options, clean desk.Cleaning, progress func(done, total int), done func(*overview.Summary, error))
	// Save makes a file of a log that was read, for the browser to hand out; told is
	// the machine that a file told of, if any did, and to is a key of format.Writers.
	Save(log job.Digest, told job.Machine, to string, done func(file any, err error))
	// Sample makes the synthetic log, likewise.
	Sample(procs, jobs int, seed uint64, clean desk.Cleaning, done func(*overview.Summary, error))
	// Problem makes a made-up log, by the name of its problem, likewise.
	Problem(name string, clean desk.Cleaning, done func(*overview.Summary, error))
	// Clean makes the trace of a log that was read.
	Clean(log job.Digest, clean desk.Cleaning, done func(*Trace, error))
	// Waits are the waits in seconds that a log records of the jobs of the trace that Clean makes of the
	// log, negative where the log records none.
	Waits(log job.Digest, clean desk.Cleaning, done func(waits []int64, err error))
	// Held is what the jobs of the trace that Clean makes waited for; nil where the log does not say how long they did.
	Held(log job.Digest, clean desk.Cleaning, done func(*held.Account, error))
	// Ask asks a kind about a log itself, as it was read.
	Ask(log job.Digest, kind string, request []byte, done func(answer []byte, err error))
	// Forget drops a log that was read.
	Forget(log job.Digest)
	// CancelReading stops Open, Sample, Problem and Clean.
	CancelReading()

	// Task computes task k of a study, or a part of it, and gives its encoded row; progress
	// counts steps of this task, the share of one under way with them.
	Task(s Subject, k int, share Share, progress func(done float64), done func(row []byte, err error))
	// Detail asks a study for more than rows hold.
	Detail(s Subject, request []byte, done func(answer []byte, err error))
	// CancelTasks stops all tasks; their done gets ErrCancelled.
	CancelTasks()
	// Aside asks a study beside all tasks: for task k of it, or where there is a request for a detail. Each kind is asked
	// apart from others; one that needs no log has no trace.
	Aside(s Subject, k int, request []byte, progress func(done float64), done func(answer []byte, err error))
	// CancelAside stops what a kind was asked so; its done gets ErrCancelled.
	CancelAside(kind string)
	// Workers is the number of tasks computed at a time.
	Workers() int
}

// ErrCancelled is the outcome of what was cancelled.
var ErrCancelled = errors.New("cancelled")

// Subject is the trace, kind and plan that tasks and details belong to; each request carries its subject.
type Subject struct {
	Trace *Trace
	Kind  string
	Plan  []byte // encoded
	Apart bool   // Aside asks it at the same time as the others of its kind: the answer does not build on theirs
}

// Share is a part of a task, from 0, of so many.
type Share struct{ At, Of int }

// Trace is a cleaned trace as the page knows it. The jobs themselves are the
// engine's: the page hands them on and never looks into the jobs.
type Trace struct {
	Cleaning *job.Cleaning
	Overview *overview.Overview
	Jobs     any

	lasting *Trace // the account of the same without jobs of no run time; nil: not asked for
}

// Browser is what the page needs of the browser.
type Browser interface {
	// Mount puts a host's own element under el, a node of Vugu's.
	Mount(host string, el js.Value)
	// Draw gives a host new content. Nodes that stay the same are kept,
	// and with them the focus, what is unfolded, and how far something is scrolled.
	Draw(host, html string)
	// Paint shows pixels, row by row from the top, on the canvas of that id, each a
	// place in the palette. They must stay as they are until the next: another theme
	// paints them again.
	Paint(id string, width, height int, pixels []uint32, palette []Tone)
	// Width is the room for charts, in CSS pixels.
	Width() int
	ChooseFile()
	// SetValue shows a value in a field: its text, or whether it is ticked.
	SetValue(id, value string)
	// Say gives the value of a slider its words, for those who hear the page.
	Say(id, words string)
	Download(name, mime string, data []byte)
	DownloadPNG(name, svg string)
	// DownloadFile hands out what the engine made.
	DownloadFile(name, mime string, file any)
	// File makes a file of a text, as if the file had been dropped.
	File(name, text string) any
	// Get fetches a log from the page's host; say is told how many bytes are there,
	// total 0 where the whole is not known, and ends the fetch by false.
	Get(address string, say func(done, total int) bool, done func(file any, name string, err error))
	// Text reads the bytes of a file that was chosen or dropped.
	Text(file any, done func(text string, err error))
	// Copy puts a text on the clipboard; refused is called where the browser does not
	// let the page, then or later.
	Copy(text string, refused func())
	// Address is the page's own, without a query.
	Address() string
	// Visit shows a link as the page's address; as an entry of the history of its
	// own, or in the place of the last one. at is the entry's number.
	Visit(link string, at int, entry bool)
	// Reveal scrolls a section into view, unless the section is in view.
	Reveal(id string)
	Focus(id string)
	// Attend moves the focus after the coming render, if it is on nothing or on
	// what goes away; always says wherever it is. Of several ids, with blanks between
	// them, the first that is in sight gets it.
	Attend(ids string, always bool)
	// Borrow moves the focus after the coming render, until Return gives the focus back to the element
	// that had it.
	Borrow(id string)
	Return()
	// Find moves the focus after the coming render to the field in sight that sets
	// something, by its key.
	Find(key string)
	// Follow goes to a page beside this one, Print prints what is in sight.
	Follow(address string)
	Print()
	// Refuse marks a field whose text can't be taken and says why beside the field, with the
	// column of the text, from 1, or 0; "" takes the mark back.
	Refuse(id, why string, column int)
	// Title says what runs in the name of the tab, "": nothing does.
	Title(words string)
	// Notify tells somebody who may look elsewhere, as far as the browser was let; of "" it asks whether it may.
	Notify(words string)
	// Theme sets light or dark, or leaves the choice to the system ("").
	Theme(name string)
	Now() float64 // seconds, for rates and time left only
	// Later calls f when the browser has seen to what else there is, AfterPaint when what is drawn now can be seen, too.
	Later(f func())
	AfterPaint(f func())
	// Animate calls step for every frame that the browser draws, with the time
	// in seconds, until step is false. Nothing is rendered after a step, which draws
	// into hosts.
	Animate(step func(now float64) bool)
	// Still says whether the visitor asked for less motion.
	Still() bool
}
