// Package problem makes logs that are problems: each shows one trouble of a queue
// plainly, and asks a question about it. They are made up, of a sample's users, and
// the same bytes everywhere.
package problem

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
)

// Problem is a made-up log with the question it poses.
type Problem struct {
	Name     string // in links and flags
	Title    string
	Question string // in a line
	Words    string // what is in the log
	make     func() (*workload, error)
}

// Prefix is what the names of these logs begin with.
const Prefix = "made-up-"

const hour = 3600

// All are the problems, in the order of lists.
func All() []Problem {
	return []Problem{
		{"wide", "A starved wide job", "A weekly job asks for the whole machine. Without a threshold, which orders keep it waiting " +
			"for days?",
			"64 processors, 10 weeks at a load of 0.8, and every Tuesday at 10:00 a job of 3 h on all 64.", wide},
		{"flood", "A flooded queue", "Every other Tuesday one user submits 400 jobs. How much less would the others wait under " +
			"another order?",
			"64 processors, 17 weeks. The other 60 users alone would be a load of 0.5.", flood},
		{"requests", "Requests ten times too long", "Every job requests 12 h and runs one hour on average. What can shortest " +
			"request first still tell apart?", "64 processors, 9 weeks at a load of 0.84, no job longer than 12 h.", requests},
		{"full", "A full machine", "More work comes than the machine can do. Can any order keep the queue from growing?",
			"32 processors, 9 weeks at a load of 1.12, no job wider than 4 processors.", full},
	}
}

// Names are those of all problems.
func Names() (list []string) {
	for _, p := range All() {
		list = append(list, p.Name)
	}
	return list
}

// Find is the problem of a name.
func Find(name string) (Problem, error) {
	for _, p := range All() {
		if p.Name == name {
			return p, nil
		}
	}
	return Problem{}, errors.New("no made-up problem is called " + strconv.Quote(name) + ": use " + strings.Join(Names(), ", "))
}

// Make makes the log.
func (p *Problem) Make() (*job.Log, error) {
	w, err := p.make()
	if err != nil {
		return nil, err
	}
	return w.log(p), nil
}

// row is a job of a log.
type row = [job.NumFields]int64

// workload is what a log is made of.
type workload struct {
	procs  int64
	header job.Header // of the sample it begins with
	rows   []row
	span   int64 // to the last second of a week
}

// users are those of the sample. One more is the problem's own.
const users = 60

// sample begins a workload with that of users with habits.
func sample(cfg lublin.Config) (*workload, error) {
	cfg.Users = users
	l, err := lublin.Sample(cfg)
	if err != nil {
		return nil, err
	}
	w := &workload{procs: int64(cfg.Procs), header: l.Header, span: l.Col[job.Submit].At(l.Len() - 1)}
	for i := range l.Len() {
		w.rows = append(w.rows, l.At(i))
	}
	return w, nil
}

// tuesday is when the problem's own user submits, in seconds of a week.
const tuesday = job.Day + 10*hour

// add is a job of the problem's own user.
func (w *workload) add(submit, run, request, procs int64) {
	x := job.Unknown()
	x[job.Submit], x[job.Run], x[job.ReqTime] = submit, run, request
	x[job.Alloc], x[job.ReqProcs] = procs, procs
	x[job.Status], x[job.User], x[job.Group], x[job.Executable], x[job.Queue] = 1, users+1, 1, 1, 2
	w.rows = append(w.rows, x)
}

// wide is a job of the whole machine once a week among others that are narrower.
func wide() (*workload, error) {
	w, err := sample(lublin.Config{Procs: 64, Jobs: 10_000, Seed: 4, Load: 0.8})
	if err != nil {
		return nil, err
	}
	for at := int64(tuesday); at < w.span; at += job.Week {
		w.add(at, 3*hour, 6*hour, w.procs)
	}
	return w, nil
}

// flood is one user with hundreds of jobs within minutes, every other week.
func flood() (*workload, error) {
	const jobs = 400
	w, err := sample(lublin.Config{Procs: 64, Jobs: 11_000, Seed: 5, Load: 0.5})
	if err != nil {
		return nil, err
	}
	for at := int64(job.Week + tuesday); at < w.span; at += 2 * job.Week {
		for k := range int64(jobs) {
			w.add(at+k, 5*hour+k*37%hour, 12*hour, 2)
		}
	}
	return w, nil
}

// requests are the same of all jobs: the longest that may be asked for.
func requests() (*workload, error) {
	const limit = 12 * hour
	w, err := sample(lublin.Config{Procs: 64, Jobs: 12_000, Seed: 6, Load: 1})
	if err != nil {
		return nil, err
	}
	w.rows = slices.DeleteFunc(w.rows, func(x row) bool { return x[job.Run] > limit })
	for i := range w.rows {
		x := &w.rows[i]
		x[job.ReqTime], x[job.Queue], x[job.Status] = limit, 2, 1 // nobody is ended at a limit so far away
	}
	return w, nil
}

// full is more work than the machine can do, of jobs so narrow that any order fills it:
// those of a machine a quarter as large, four times as many.
func full() (*workload, error) {
	w, err := sample(lublin.Config{Procs: 8, Jobs: 24_000, Seed: 7, Load: 4 * 1.12})
	if err != nil {
		return nil, err
	}
	w.procs *= 4
	return w, nil
}

// log writes the jobs in the order in which they came, under a header that says what
// they are.
func (w *workload) log(p *Problem) *job.Log {
	sorted.Stable(w.rows, func(a, b row) int { return cmp.Compare(a[job.Submit], b[job.Submit]) })
	procs, jobs := strconv.FormatInt(w.procs, 10), strconv.Itoa(len(w.rows))
	l := &job.Log{Name: Prefix + p.Name}
	l.Header.Pairs = []job.Pair{{Key: "Note", Value: "made up, not the log of a real machine: " + p.Title + ". " + p.Words + " Made by " +
		"Shadowtime."}}
	for _, x := range w.header.Pairs {
		switch x.Key {
		case "Note", "MaxRuntime":
			continue
		case "Computer":
			x.Value = "made up, " + procs + " processors"
		case "MaxJobs", "MaxRecords":
			x.Value = jobs
		case "MaxNodes", "MaxProcs":
			x.Value = procs
		}
		l.Header.Pairs = append(l.Header.Pairs, x)
	}
	l.Lines = len(l.Header.Pairs)
	for i := range w.rows {
		x := &w.rows[i]
		x[job.ID] = int64(i + 1)
		l.Lines++
		l.Add(x, l.Lines)
	}
	return l
}
