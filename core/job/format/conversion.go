package format

import (
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// WriteOptions are what is written beside the jobs.
type WriteOptions struct {
	Machine job.Machine
	Names   bool   // of users and groups, and their numbers as they are
	Format  Writer // the zero value: the usual one
}

// Write writes a log of which the jobs come one by one; of the log it changes nothing.
func Write(w io.Writer, l *job.Log, rows iter.Seq[*[job.NumFields]int64], o WriteOptions) error {
	if !o.Names {
		rows = anonymous(rows)
	}
	if o.Format.Write == nil {
		o.Format = writers()[0]
	}
	h := described(l, o)
	return o.Format.Write(w, &h, o.Machine.Procs, rows)
}

// MachineOf is the size of the log's machine, whose jobs may not be at hand: the one
// that was told, if any was.
func MachineOf(l *job.Log, told job.Machine) job.Machine {
	if told.Procs > 0 {
		return told
	}
	if l.Import != nil {
		if _, ok := l.Header.Int("MaxProcs"); !ok && l.Import.Peak.Procs > 0 {
			return job.Machine{Procs: l.Import.Peak.Procs, From: job.SizeInUse, Of: l.Import.Unit}
		}
	}
	return job.MachineOf(l, 0)
}

// described is the header of a log, with how that came about.
func described(l *job.Log, o WriteOptions) job.Header {
	h, size := job.Header{Pairs: slices.Clone(l.Header.Pairs)}, o.Machine
	add := func(key, value string) { h.Pairs = append(h.Pairs, job.Pair{Key: key, Value: value}) }
	if _, ok := h.Get("Version"); !ok {
		add("Version", "2.2")
	}
	if n, ok := h.Int("MaxProcs"); (!ok || n != size.Procs) && size.Procs > 0 {
		h.Remove("MaxProcs")
		add("MaxProcs", strconv.FormatInt(size.Procs, 10)+" ("+size.Source()+")")
	}
	m := l.Import
	if m == nil {
		return h
	}
	for _, line := range m.Words() {
		add("Note", strings.ReplaceAll(line, numeral.Thin, "")) // a header is for programs too: its figures are plain
	}
	if !o.Names {
		add("Note", "users and groups are numbered as they come; their names were left out")
		return h
	}
	for _, x := range []struct {
		what string
		list []string
	}{{"user", m.Users}, {"group", m.Groups}} {
		for i, name := range x.list[:min(len(x.list), 1000)] { // a header has an end
			add("Note", x.what+" "+strconv.Itoa(i+1)+" "+name)
		}
	}
	return h
}

// anonymous numbers users and groups from 1 as they come: nobody can be found by
// a number that another log of the site has too.
func anonymous(rows iter.Seq[*[job.NumFields]int64]) iter.Seq[*[job.NumFields]int64] {
	return func(yield func(*[job.NumFields]int64) bool) {
		users, groups := map[int64]int64{}, map[int64]int64{}
		for row := range rows {
			anew(&row[job.User], users)
			anew(&row[job.Group], groups)
			if !yield(row) {
				return
			}
		}
	}
}

func anew(n *int64, known map[int64]int64) {
	if *n < 0 {
		return
	}
	if _, ok := known[*n]; !ok {
		known[*n] = int64(len(known) + 1)
	}
	*n = known[*n]
}
