package lab

import (
	"errors"

	"shadowtime/core/job"
	"shadowtime/core/study"
)

// MaxKept bounds what is kept in a browser, logs and results together, in bytes.
const MaxKept = 512 << 20

// Store keeps logs, and the rows of answers to questions about them, from one visit to
// the next. Nothing here blocks; what was asked for is done in that order, and no
// callback is called before the call that was given it returns. Several tabs share it.
type Store interface {
	// Logs are those that are kept, the last one first; ErrOdd beside them: there is
	// more, of which nothing is known.
	Logs(done func([]StoredLog, error))
	// KeepLog keeps a log's file as it came; nil: it was made here.
	KeepLog(k StoredLog, file any, done func(error))
	// File is that of a kept log; ErrGone: it is kept no longer, ErrOdd: it can't be read.
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
	// Letters says whether keys of one sign do something: the visitor's choice, kept
	// where anything is.
	Letters() bool
	SetLetters(on bool) error
	// Defaults are the settings that the visitor begins with, as a link has them; "": those that are
	// proposed. They are kept where anything is.
	Defaults() string
	SetDefaults(query string) error
	// KeepSite keeps a site's files of Slurm in the place of earlier ones, nil: none. Site hands them out, nil where none are kept.
	KeepSite(files []byte, done func(error))
	Site(done func(files []byte, err error))
	// InSight is the log that was in sight in this tab before it was reloaded, or left
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

// keep has a row kept for the next visit; those of a rough look are part of the answer
// where its resamples are short enough.
func (l *Lab) keep(w *Work, k int, row []byte) {
	if l.Keep != nil && w.Key != "" {
		l.Keep(w.On.Summary.Digest, KeptRow{w.Kind, w.Key, k, row})
	}
}

// Recall takes a row that was kept; one of another kind, or that can't be read, is left
// alone.
func (q *Question[P, R, A, PP, RR]) Recall(log job.Digest, row KeptRow) {
	Recall(q.Kind, &q.book, log, row)
}

// Recall is the same of a book of rows of a kind.
func Recall[R any, RR study.RowOf[R]](kind string, book *study.Book[R, RR], log job.Digest, row KeptRow) {
	if row.Kind != kind {
		return
	}
	if r, err := study.Decode[R, RR](row.Row); err == nil && RR(&r).Number() == row.K {
		book.Rows(log, row.Key).Add(r)
	}
}
