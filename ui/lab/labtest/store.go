package labtest

import (
	"slices"

	"shadowtime/core/job"
	"shadowtime/ui/lab"
)

// Store keeps in memory what a browser would, for the tabs of a test; Barred says why
// it keeps nothing, Nothing that it is not to.
type Store struct {
	Barred  error
	Nothing bool
	Silent  bool       // keys of one sign do nothing
	Mine    string     // settings to begin with
	Odd     bool       // there is something else besides
	Changed bool       // rows, which are left out
	Last    job.Digest // in sight
	list    []*keeping
	site    []byte // a site's files
}

type keeping struct {
	lab.StoredLog
	file any
	rows []lab.KeptRow
}

// Letters is the visitor's choice.
func (s *Store) Letters() bool { return !s.Silent }

// SetLetters makes it.
func (s *Store) SetLetters(on bool) error { s.Silent = !on; return nil }

// Defaults are the visitor's settings.
func (s *Store) Defaults() string { return s.Mine }

// SetDefaults keeps them.
func (s *Store) SetDefaults(query string) error { s.Mine = query; return s.Barred }

// NewStore is one that keeps nothing yet.
func NewStore() *Store { return &Store{} }

func (s *Store) find(log job.Digest) *keeping {
	for _, x := range s.list {
		if x.Digest == log {
			return x
		}
	}
	return nil
}

// Logs are those that are kept.
func (s *Store) Logs(done func([]lab.StoredLog, error)) {
	var logs []lab.StoredLog
	for _, x := range s.list {
		k := x.StoredLog
		k.Rows = len(x.rows)
		logs = append([]lab.StoredLog{k}, logs...)
	}
	if s.Odd && s.Barred == nil {
		done(logs, lab.ErrOdd)
		return
	}
	done(logs, s.Barred)
}

// KeepLog keeps a file, and the rows that were there.
func (s *Store) KeepLog(k lab.StoredLog, file any, done func(error)) {
	if s.Barred == nil {
		x := s.find(k.Digest)
		if x == nil {
			x = &keeping{}
			s.list = append(s.list, x)
		}
		x.StoredLog, x.file = k, file
	}
	done(s.Barred)
}

// File hands it out.
func (s *Store) File(log job.Digest, done func(lab.StoredLog, any, error)) {
	x := s.find(log)
	if x == nil {
		done(lab.StoredLog{}, nil, lab.ErrGone)
		return
	}
	done(x.StoredLog, x.file, s.Barred)
}

// KeepRow keeps a row of a log that is kept.
func (s *Store) KeepRow(log job.Digest, row lab.KeptRow, done func(error)) {
	if x := s.find(log); x != nil && s.Barred == nil {
		x.rows = append(x.rows, row)
	}
	done(s.Barred)
}

// Rows hands out the rows that a test kept of a log, as the browser's store would.
func (s *Store) Rows(log job.Digest, done func([]lab.KeptRow, error)) {
	if x := s.find(log); x != nil && s.Changed {
		done(nil, lab.ErrOdd)
		return
	} else if x != nil {
		done(x.rows, s.Barred)
		return
	}
	done(nil, s.Barred)
}

// Delete takes a log away.
func (s *Store) Delete(log job.Digest, done func(error)) {
	s.list = slices.DeleteFunc(s.list, func(x *keeping) bool { return x.Digest == log })
	done(s.Barred)
}

// KeepSite keeps a site's files.
func (s *Store) KeepSite(files []byte, done func(error)) {
	if s.Barred == nil {
		s.site = files
	}
	done(s.Barred)
}

// Site hands them out.
func (s *Store) Site(done func([]byte, error)) { done(s.site, s.Barred) }

// DeleteAll takes all away.
func (s *Store) DeleteAll(done func(error)) {
	s.list, s.Odd, s.site = nil, false, nil
	done(s.Barred)
}

// Keeps is the choice.
func (s *Store) Keeps() bool { return !s.Nothing }

// SetKeeps makes it.
func (s *Store) SetKeeps(on bool) error {
	if s.Nothing = !on; !on {
		s.Mine = ""
	}
	return s.Barred
}

// InSight is the log that was in sight.
func (s *Store) InSight() (job.Digest, bool) { return s.Last, s.Last != job.Digest{} }

// SetInSight remembers it.
func (s *Store) SetInSight(log job.Digest) { s.Last = log }
