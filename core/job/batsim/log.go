package batsim

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// MaxLog is the longest workload that is read as a log, in bytes: it is held as a
// whole, since what its jobs do stands behind them.
const MaxLog = 256 << 20

// maxExact bounds numbers of jobs: whole ones are exact within.
const maxExact = 1 << 53

// Members of a workload, beside Batsim's own, that hold what it has no place for: the
// header of a log, and jobs that Batsim can't run, each with its place among all.
const (
	logKey    = "log"
	headerKey = "header"
	asideKey  = "left_out"
	placeKey  = "place"
)

// SniffLog says whether a file that begins like this is a workload.
func SniffLog(head []byte) bool {
	if !jsontext.Sniff(string(head[:min(len(head), 64)])) {
		return false
	}
	for _, mark := range []string{`"nb_res"`, `"subtime"`, `"profiles"`} {
		if bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	return false
}

// Parser reads a workload as a log: every job with the time that its profile gives.
type Parser struct {
	name string
	text strings.Builder
	long bool

	l     *job.Log
	m     job.Import
	run   map[string]float64 // of profiles, -1: they tell none
	none  job.Left           // of profiles without a time
	ended int                // jobs that their walltime ends
	cuts  int                // times that are no whole seconds
	words map[job.Field]map[string]int64

	listed, aside cursor
}

// cursor is the job before in a list, and its line.
type cursor struct {
	v    jsontext.Value
	line int
}

// refused is a job that Batsim can't run, and its place in the log, from 1.
type refused struct {
	place float64
	v     jsontext.Value
}

// NewParser returns a Parser for a log of that name.
func NewParser(name string) *Parser {
	m := job.Import{Format: "Batsim workload", Unit: "processors"}
	return &Parser{name: name, m: m, none: job.Left{Why: "no duration"}, run: map[string]float64{}, words: map[job.Field]map[string]int64{},
		listed: cursor{line: 1}, aside: cursor{line: 1}}
}

// Write takes the next bytes of the file.
func (p *Parser) Write(b []byte) (int, error) {
	if p.text.Len()+len(b) > MaxLog {
		p.long = true
		return len(b), nil
	}
	return p.text.Write(b)
}

// Log ends the reading.
func (p *Parser) Log() (*job.Log, error) {
	p.l = &job.Log{Name: p.name, Import: &p.m}
	if p.long {
		return p.l, errors.New("this workload has more than " + strconv.Itoa(MaxLog>>20) +
			" MB: cut it into parts, or convert it to the Standard Workload Format where it was made")
	}
	text := strings.TrimPrefix(p.text.String(), "\ufeff")
	p.l.Lines = 1 + strings.Count(text, "\n")
	v, err := jsontext.Read(text)
	if err != nil {
		return p.l, err
	}
	jobs, profiles, err := Parts(v)
	if err != nil {
		return p.l, err
	}
	aside, err := p.rest(v)
	if err != nil {
		return p.l, err
	}
	for name, q := range profiles {
		p.run[name] = lasts(q)
	}
	for i, j := range jobs.Elements() {
		aside = p.put(aside, false)
		p.add(i, j)
	}
	p.put(aside, true)
	return p.l, p.finish()
}

// lasts is how long jobs of a profile run; -1: it does not tell.
func lasts(v jsontext.Value) float64 {
	kind, known := "", map[string]float64{}
	for key, m := range v.Members() {
		switch {
		case key == "type" && m.Kind() == jsontext.String:
			kind = m.Text()
		case (key == Delay || key == "runtime") && m.Kind() == jsontext.Number:
			if x, ok := m.Float(); ok && x >= 0 && x <= job.MaxTime {
				known[key] = x
			}
		}
	}
	keys := []string{Delay}
	if kind != Delay && kind != "DelayProfile" { // Batsim 5
		keys = []string{"runtime"}
	}
	if x, ok := known[keys[0]]; ok {
		return x
	}
	return -1
}

// rest reads what is beside jobs and profiles: the machine, and what Write wrote.
func (p *Parser) rest(v jsontext.Value) (aside []refused, err error) {
	procs := int64(0)
	for key, m := range v.Members() {
		switch key {
		case "nb_res":
			n, ok := m.Float()
			if m.Kind() != jsontext.Number || !ok || n != math.Floor(n) || n < 0 || n > job.MaxSize {
				return nil, Unlike(m, key, "give the number of processors, 0 to "+strconv.Itoa(job.MaxSize))
			}
			procs = int64(n)
		case logKey:
			for part, list := range m.Members() {
				if part == headerKey {
					p.header(list)
				}
				if part == asideKey {
					for _, x := range list.Elements() {
						place, _ := member(x, placeKey).Float()
						aside = append(aside, refused{place, x})
					}
				}
			}
		}
	}
	h := &p.l.Header
	if n, ok := h.Int("MaxProcs"); procs > 0 && (!ok || n != procs) {
		h.Remove("MaxProcs")
		h.Pairs = append(h.Pairs, job.Pair{Key: "MaxProcs", Value: strconv.FormatInt(procs, 10)})
	}
	return aside, nil
}

// header reads [["MaxProcs", "128"], ...].
func (p *Parser) header(list jsontext.Value) {
	const most = 10_000
	for _, pair := range list.Elements() {
		var two []string
		for _, x := range pair.Elements() {
			if x.Kind() == jsontext.String {
				two = append(two, x.Text())
			}
		}
		if len(two) == 2 && len(p.l.Header.Pairs) < most {
			p.l.Header.Pairs = append(p.l.Header.Pairs, job.Pair{Key: two[0], Value: two[1]})
		}
	}
}

// put takes the jobs that Batsim can't run whose place has come, or all.
func (p *Parser) put(aside []refused, all bool) []refused {
	for len(aside) > 0 && (all || aside[0].place <= float64(p.l.Len()+1)) {
		row, v := unknown(), aside[0].v
		aside = aside[1:]
		var err error
		for key, m := range v.Members() {
			if err = p.also(&row, key, m); err != nil {
				break
			}
		}
		if err != nil {
			p.m.Records++
			p.bad(v, err)
			continue
		}
		p.keep(&row, v, &p.aside)
	}
	return aside
}

func member(v jsontext.Value, name string) jsontext.Value {
	for key, m := range v.Members() {
		if key == name {
			return m
		}
	}
	return jsontext.Value{}
}

func unknown() (row [job.NumFields]int64) {
	for f := range row {
		row[f] = -1
	}
	return row
}

// add takes a job, or counts why not.
func (p *Parser) add(i int, v jsontext.Value) {
	row := unknown()
	limit, given := -1.0, map[job.Field]bool{}
	s, err := ReadSubmission(i, v, func(key string, m jsontext.Value) (err error) {
		if key == "walltime" {
			limit, err = Number(m, "job "+strconv.Itoa(i+1)+" of the list: walltime", "seconds, or -1 for none")
			return err
		}
		if f, is := job.FieldOf(key); is {
			given[f] = true
		}
		return p.also(&row, key, m)
	})
	at := "job " + jsontext.Short(s.ID)
	switch {
	case err != nil:
	case !(s.Submit >= 0 && s.Submit <= job.MaxTime):
		err = Fault(v, at+": subtime is not within 0 to "+strconv.Itoa(job.MaxTime))
	case !(s.Size >= 0 && s.Size <= job.MaxSize) || s.Size != math.Floor(s.Size):
		err = Fault(v, at+": res is no whole number from 0 to "+strconv.Itoa(job.MaxSize))
	case !(limit == -1 || limit > 0 && limit <= job.MaxTime):
		err = Fault(v, at+": walltime is neither above 0 nor -1")
	}
	run, ok := p.run[s.Profile]
	if err == nil && !ok {
		err = Fault(v, at+": its profile "+jsontext.Short(s.Profile)+" is not among the profiles: add it, or name one of them")
	}
	if err != nil {
		p.m.Records++
		p.bad(v, err)
		return
	}
	if run < 0 {
		p.m.Records++
		if p.none.N++; len(p.none.First) < job.MaxFaults {
			p.none.First = append(p.none.First, job.Fault{Line: v.Line(), Field: "profile", Text: job.Shorten([]byte(s.Profile)),
				Why: "its type tells no run time"})
		}
		return
	}
	if limit > 0 && limit != job.Endless && run > limit && !given[job.Run] {
		run = limit
		p.ended++
	}
	set := func(f job.Field, n int64) {
		if !given[f] {
			row[f] = n
		}
	}
	id, no := strconv.ParseInt(s.ID, 10, 64)
	if no != nil || id < -maxExact || id > maxExact {
		id = int64(i) + 1
	}
	set(job.ID, id)
	for _, x := range [...]float64{s.Submit, run, limit} {
		if x != math.Floor(x) {
			p.cuts++
		}
	}
	row[job.Submit] = int64(s.Submit)
	set(job.Run, int64(run))
	set(job.Alloc, int64(s.Size))
	set(job.ReqProcs, int64(s.Size))
	set(job.ReqTime, int64(limit))
	p.keep(&row, v, &p.listed)
}

// also reads a member that only our jobs have: a field of the Standard Workload Format.
func (p *Parser) also(row *[job.NumFields]int64, key string, m jsontext.Value) error {
	f, is := job.FieldOf(key)
	switch {
	case !is:
	case m.Kind() == jsontext.Number:
		x, ok := m.Float()
		if x != math.Floor(x) {
			p.cuts++
		}
		if x = math.Floor(x); !ok || math.Abs(x) > maxExact {
			return Unlike(m, key, "give a number of at most 2^53")
		}
		row[f] = int64(x)
	case m.Kind() == jsontext.String:
		row[f] = p.word(f, m.Text())
	}
	return nil
}

// word numbers the names of users, groups and so on as they come.
func (p *Parser) word(f job.Field, name string) int64 {
	if f < job.User || f > job.Partition || name == "" {
		return -1
	}
	if p.words[f] == nil {
		p.words[f] = map[string]int64{}
	}
	if _, met := p.words[f][name]; !met {
		p.words[f][name] = int64(len(p.words[f]) + 1)
		switch f {
		case job.User:
			p.m.Users = append(p.m.Users, name)
		case job.Group:
			p.m.Groups = append(p.m.Groups, name)
		}
	}
	return p.words[f][name]
}

func (p *Parser) bad(v jsontext.Value, err error) {
	if p.l.Bad++; len(p.l.Faults) < job.MaxFaults {
		why := err.Error()
		if e, is := err.(*misfit); is {
			why = e.what
		}
		p.l.Faults = append(p.l.Faults, job.Fault{Line: v.Line(), Field: "job", Text: job.Shorten([]byte(v.Raw())), Why: why})
	}
}

func (p *Parser) keep(row *[job.NumFields]int64, v jsontext.Value, at *cursor) {
	p.m.Records++
	at.line, at.v = v.LineFrom(at.v, at.line), v
	p.l.Add(row, at.line)
}

// finish makes the account.
func (p *Parser) finish() error {
	m, l := &p.m, p.l
	m.Jobs = l.Len()
	if p.none.N > 0 {
		m.Left = []job.Left{p.none}
	}
	l.Examine(m)
	if m.Peak.Procs == 0 && m.Jobs > 0 {
		m.Warnings = append(m.Warnings, "a workload tells no start of its jobs: how long they waited is not known")
	}
	var sizes job.Sizes
	for size := range l.Col[job.Alloc].All() {
		sizes.Add(size)
	}
	m.Peak.Largest = max(m.Peak.Largest, sizes.Largest())
	if p.ended > 0 {
		m.Warnings = append(m.Warnings, numeral.Count(p.ended)+" jobs do more than their walltime allows: they run until then")
	}
	if p.cuts > 0 {
		m.Warnings = append(m.Warnings, numeral.Count(p.cuts)+numeral.Plural(p.cuts, " value has", " values have")+
			" a fraction of a second: times are cut off downwards")
	}
	l.Notes = m.Words()
	switch {
	case m.Jobs > 0:
		return nil
	case m.Records == 0:
		return errors.New("no job: this workload lists none")
	case l.Bad > 0:
		f := l.Faults[0]
		return errors.New("no job: the first of " + numeral.Count(l.Bad) + " that could not be read is in line " +
			strconv.Itoa(f.Line) + ": " + f.Why)
	}
	return errors.New("no job: of " + numeral.Count(p.none.N) + " none has a profile that tells a run time (Delay): replay the workload " +
		"on a platform (Cluster, command cluster), or read the jobs.csv that Batsim makes of it")
}
