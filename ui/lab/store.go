package lab

import (
	"errors"

	"shadowtime/core/job"
	"shadowtime/core/study"
)

// MaxKept bounds what is kept in a browser, logs and results together, in bytes.
const MaxKept = 512 << 20

// Store keeps logs, and the rows of answers to questions about them, from one visit to
// the next. No method blocks; requests are carried out in the order in which they came, and no
// callback is called before the method that took it returns. Several tabs share a store.
type Store interface {
	// Logs are the kept logs, the last one first; ErrOdd beside them: the store holds
	// more, which this page can't read.
	Logs(done func([]StoredLog, error))
	// KeepLog keeps a log's file as it came; nil of a log that the page made itself.
	KeepLog(k StoredLog, file any, done func(error))
	// File is the file of a kept log; ErrGone: the log is kept no longer, ErrOdd: the file can't be read.
	File(log job.Digest, done func(k StoredLog, file any, err error))
	// KeepRow keeps a row of a log that is kept itself, Rows are all of a log; ErrOdd beside
	// them: some were changed since.
	KeepRow(log job.Digest, row KeptRow, done func(error))
	Rows(log job.Digest, done func([]KeptRow, error))
	// Delete takes away a log with its rows, DeleteAll everything.
	Delete(log job.Digest, done func(error))
	DeleteAll(done func(error))

	// Keeps says whether anything is to be kept: the visitor's choice for good.
	Keeps() bool
	SetKeeps(on bool) error
	// Letters says whether keys of a single letter do something: the visitor's choice, kept
	// where logs are kept.
	Letters() bool
	SetLetters(on bool) error
	// Defaults are the settings that the visitor begins with, written as in a link; "": the page's
	// proposals. They are kept where logs are kept.
	Defaults() string
	SetDefaults(query string) error
	// KeepSite keeps a site's files of Slurm in the place of earlier ones, nil: none. Site hands them out, nil where none are kept.
	KeepSite(files []byte, done func(error))
	Site(done func(files []byte, err error))
	// InSight is the log that was in sight in this tab before the tab was reloaded, or left
	// and come back to.
	InSight() (job.Digest, bool)
	SetInSight(log job.Digest)
}

// StoredLog is a log that is kept.
type StoredLog struct {
	Digest job.Digest
	Name   string // the log's
	As     string // the file's, "": it was made here
	Import string // what the file could not say, as a link does
	Bytes  int    // of file and rows
	Rows   int    // computed of it
	When   string // it was kept, as the browser writes a time
}

// KeptRow is a task's row, of a plan of that kind and key.
type KeptRow struct {
	Kind, Key string
	K         int
	Row       []byte
}

// What stands against keeping something, or having it back.
var (
	ErrFull   = errors.New("there is no more room for it")
	ErrBarred = errors.New("the browser lets this page keep nothing")
	ErrGone   = errors.New("it is kept no longer")
	ErrOdd    = errors.New("what is kept of it is not what this page keeps")
)

// keep has a row kept for the next visit; rows of a rough look are part of the answer
// where the answer's resamples are short enough.
func (l *Lab) keep(w *Work, k int, row []byte) {
	if l.Keep != nil && w.Key != "" {
		l.Keep(w.On.Summary.Digest, KeptRow{w.Kind, w.Key, k, row})
	}
}

// Recall takes a row that was kept; a row of another kind, or that can't be read, is left
// alone.
func (q *Question[P, R, A, PP, RR]) Recall(log job.Digest, row KeptRow) {
	Recall(q.Kind, &q.book, log, row)
}

// Recall takes a kept row into a book of rows of a kind.
func Recall[R any, RR study.RowOf[R]](kind string, book *study.Book[R, RR], log job.Digest, row KeptRow) {
	if row.Kind != kind {
		return
	}
	if r, err := study.Decode[R, RR](row.Row); err == nil && RR(&r).Number() == row.K {
		book.Rows(log, row.Key).Add(r)
	}
}
