package site

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
)

// Log is the jobs of one of the files.
type Log struct {
	File  string
	Jobs  []sacct.Job
	Said  int      // of them, which pass started them
	Says  []string // of how its records were read: what was left out, and what of them can't be
	late  bool
	whole int // jobs that stood in pieces
	rank  int // of its form: scontrol forgets what a job waited for, and the JSON of old versions never knew
}

// Log reads the jobs. Of several files it takes the one that says most: of the most jobs who started them,
// else that they ran; of two alike sacct's table, then its JSON. The others are left.
func (s *Site) Log() (*Log, error) {
	var best *Log
	most := [3]int{-1, -1, -1}
	var first error
	logs := slices.Clone(s.Logs)
	sorted.Stable(logs, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	for _, f := range logs {
		l, err := readLog(f)
		if err != nil {
			why := err.Error()
			if unread, ok := errors.AsType[*account.Unread](err); ok {
				why = unread.Why
			}
			s.Left = append(s.Left, Source{f.Name, "jobs, not read: " + why})
			if first == nil {
				first = fmt.Errorf("%s: %w", f.Name, err)
			}
			continue
		}
		ran := 0
		for i := range l.Jobs {
			if Ran(&l.Jobs[i]) {
				ran++
			}
		}
		switch worth := [3]int{l.Said, ran, l.rank}; {
		case slices.Compare(worth[:], most[:]) <= 0:
			s.Left = append(s.Left, Source{f.Name, "jobs: " + best.File + " says as much of them"})
		default:
			if best != nil {
				s.Left = append(s.Left, Source{best.File, "jobs: " + l.File + " says more of them"})
			}
			best, most = l, worth
		}
	}
	if best == nil {
		return nil, cmp.Or(first, errors.New("no file has jobs: give what sacct -P prints, with the columns that the documentation names"))
	}
	s.Read = append(s.Read, Source{best.File, Jobs.String()})
	return best, nil
}

// readLog reads one file of jobs.
func readLog(f File) (*Log, error) {
	l := &Log{File: f.Name}
	keep := l.add
	head := []byte(f.Text[:min(len(f.Text), sniffed)])
	var p interface {
		Write(b []byte) (int, error)
		KeepJobs(keep func(sacct.Job))
		Rows() (*job.Log, iter.Seq[*[job.NumFields]int64], error)
	}
	switch {
	case sacct.SniffJSON(head):
		p, l.rank = sacct.NewJSON(f.Name, account.Options{}), 1
	case sacct.SniffPairs(head):
		p, l.late = sacct.NewPairs(f.Name, account.Options{}), true
	default:
		p, l.rank = sacct.New(f.Name, account.Options{}), 2
	}
	p.KeepJobs(keep)
	for text := f.Text; text != ""; {
		n := min(len(text), 1<<20)
		if _, err := p.Write([]byte(text[:n])); err != nil {
			return nil, err
		}
		text = text[n:]
	}
	read, _, err := p.Rows()
	if err != nil {
		return nil, err
	}
	l.account(read)
	l.once()
	l.Jobs, l.whole = sacct.Join(l.Jobs)
	l.contradict()
	l.lack()
	return l, nil
}
