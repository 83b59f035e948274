package slurmsite

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
)

// Log is the jobs of one of the files.
type Log struct {
	File string
	Jobs []sacct.Job
	Said int // of them, which pass started them
	late bool
}

// Log reads the jobs. Of several files it takes the one that says most: of the most jobs who started them,
// else that they ran; of two alike sacct's table. The others are left.
func (s *Site) Log() (*Log, error) {
	var best *Log
	most := [3]int{-1, -1, -1}
	var first error
	logs := slices.Clone(s.Logs)
	sorted.Stable(logs, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	for _, f := range logs {
		l, err := readLog(f)
		if err != nil {
			why, _, _ := strings.Cut(err.Error(), "; export with")
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
		table := 0 // scontrol forgets what a job waited for
		if !l.late {
			table = 1
		}
		switch worth := [3]int{l.Said, ran, table}; {
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
	if sacct.SniffJSON(head) {
		return nil, errors.New("JSON says less: give the table that sacct -P prints")
	}
	var p interface {
		Write(b []byte) (int, error)
	}
	var end func() error
	if sacct.SniffPairs(head) {
		l.late = true
		x := sacct.NewPairs(f.Name, account.Options{})
		x.KeepJobs(keep)
		p, end = x, func() error { _, _, err := x.Rows(); return err }
	} else {
		x := sacct.New(f.Name, account.Options{})
		x.KeepJobs(keep)
		p, end = x, func() error { _, _, err := x.Rows(); return err }
	}
	for text := f.Text; text != ""; {
		n := min(len(text), 1<<20)
		if _, err := p.Write([]byte(text[:n])); err != nil {
			return nil, err
		}
		text = text[n:]
	}
	if err := end(); err != nil {
		return nil, err
	}
	return l, nil
}
