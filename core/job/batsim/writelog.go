package batsim

import (
	"errors"
	"io"
	"iter"
	"math"
	"strconv"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/job"
)

// WriteLog writes a log as a workload for a machine of so many processors, 0: as many
// as its largest job has. Jobs have Delay profiles. What Batsim has no place for
// stands in members that it hands on or reads over, so that a Parser makes the same
// log of it: a job's fields under their keys, unless the others say them; the header;
// and the jobs that Batsim refuses.
func WriteLog(to io.Writer, h *job.Header, procs int64, rows iter.Seq[*[job.NumFields]int64]) error {
	w := logWriter{to: to, delays: map[int64]struct{}{}, greatest: math.MinInt64}
	w.put("{\"jobs\": [")
	for row := range rows {
		w.place++
		for f, n := range row {
			if n > maxExact || n < -maxExact {
				return errors.New("job " + strconv.Itoa(w.place) + " of the log: " + job.Field(f).String() + " " + strconv.FormatInt(n,
					10) + " is beyond 2^53 and could not be read back: correct it, or set it to -1")
			}
		}
		w.job(row)
		if w.flush(false); w.err != nil {
			return w.err
		}
	}
	w.put("\n],\n\"profiles\": {")
	for i, run := range w.order {
		w.put(Between(i), "\"", profileName(run), "\": {\"type\": \"", Delay, "\", \"delay\": ", itoa(run), "}")
		w.flush(false)
	}
	if procs <= 0 {
		procs = w.largest
	}
	w.put("\n},\n\"nb_res\": ", itoa(procs), ",\n\"", logKey, "\": {\"", headerKey, "\": [")
	for i, p := range h.Pairs {
		w.put(Between(i), "[", jsontext.Quote(p.Key), ", ", jsontext.Quote(p.Value), "]")
	}
	w.put("\n], \"", asideKey, "\": [", string(w.aside), "\n]}}\n")
	w.flush(true)
	return w.err
}

type logWriter struct {
	to       io.Writer
	buf      []byte
	err      error
	place    int   // of the job in the log, from 1
	n        int   // jobs in the list
	greatest int64 // id so far
	largest  int64
	delays   map[int64]struct{}
	order    []int64
	aside    []byte // jobs that Batsim refuses
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func profileName(run int64) string { return "d" + itoa(run) }

func (w *logWriter) put(texts ...string) {
	for _, t := range texts {
		w.buf = append(w.buf, t...)
	}
}

func (w *logWriter) flush(all bool) {
	if w.err != nil || !all && len(w.buf) < 64<<10 {
		return
	}
	n := 0
	if n, w.err = w.to.Write(w.buf); w.err == nil && n < len(w.buf) {
		w.err = io.ErrShortWrite
	}
	w.buf = w.buf[:0]
}

// job writes one into the list, or aside.
func (w *logWriter) job(row *[job.NumFields]int64) {
	size := row[job.ReqProcs]
	if size <= 0 {
		size = row[job.Alloc]
	}
	said := unknown()
	runs := row[job.Submit] >= 0 && row[job.Submit] <= job.MaxTime && row[job.Run] > 0 && row[job.Run] <= job.MaxTime && size > 0 &&
		size <= job.MaxSize && row[job.ReqTime] <= job.MaxTime
	if !runs {
		w.aside = append(w.aside, Between(min(len(w.aside), 1))...)
		w.aside = append(append(w.aside, `{"`+placeKey+`": `...), strconv.Itoa(w.place)...)
		w.aside = append(extras(w.aside, row, &said), '}')
		return
	}
	w.largest = max(w.largest, size)
	id := itoa(row[job.ID])
	said[job.ID] = row[job.ID]
	switch {
	case row[job.ID] <= w.greatest || row[job.ID] < 0: // each once
		id = jsontext.Quote(id + "." + strconv.Itoa(w.place))
		said[job.ID] = -1 << 62
	case row[job.ID] > math.MaxInt32:
		id = jsontext.Quote(id)
	}
	w.greatest = max(w.greatest, row[job.ID])
	run, limit := row[job.Run], row[job.ReqTime]
	if _, met := w.delays[run]; !met {
		w.delays[run] = struct{}{}
		w.order = append(w.order, run)
	}
	w.put(Between(min(w.n, 1)), "{\"id\": ", id, ", \"subtime\": ", itoa(row[job.Submit]), ", \"res\": ", itoa(size))
	w.n++
	if limit > 0 {
		w.put(", \"walltime\": ", itoa(limit))
		said[job.ReqTime] = limit
	}
	w.put(", \"profile\": \"", profileName(run), "\"")
	said[job.Submit], said[job.Alloc], said[job.ReqProcs], said[job.Run] = row[job.Submit], size, size, run
	if limit > 0 && run > limit { // Batsim ends it there
		said[job.Run] = limit
	}
	w.buf = append(extras(w.buf, row, &said), '}')
}

// extras are the fields that are not said.
func extras(b []byte, row, said *[job.NumFields]int64) []byte {
	for f, n := range row {
		if n != said[f] {
			b = append(append(append(b, `, "`...), job.Field(f).Key()...), `": `...)
			b = strconv.AppendInt(b, n, 10)
		}
	}
	return b
}

// Between begins the line of entry i.
func Between(i int) string {
	if i == 0 {
		return "\n"
	}
	return ",\n"
}
