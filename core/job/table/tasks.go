package table

import (
	"strconv"

	"shadowtime/core/job/account"
)

// siblings tell apart rows that share the number of a job: tasks of an array, and copies.
type siblings struct {
	alike  bool // rows of one number and submit differ in the first records: they are tasks
	met    map[uint64]int64
	moment account.Stamp // at which those that were met were submitted
	tasks  int           // rows that repeat another in every column
}

// maxMet bounds the rows submitted in one second that are compared.
const maxMet = 1 << 16

// related looks whether rows of one number are tasks of an array: of one submit, and not all
// of them alike. Where half of all rows are copies the file was written twice.
func (s *siblings) related(t *table) {
	id, at := t.of[jobID].at, t.of[submit].at
	if _, told := t.told[fields[task].name]; told || id < 0 || at < 0 || t.of[task].at >= 0 {
		return
	}
	lines, first := map[uint64]bool{}, map[uint64]uint64{}
	copies := 0
	for _, row := range t.sample {
		if id >= len(row) || at >= len(row) || isNothing(row[id]) {
			continue
		}
		line := t.hash(row)
		if lines[line] {
			copies++
		}
		lines[line] = true
		key := account.Hash(account.Hash(0, row[id]), row[at])
		was, is := first[key]
		if !is {
			first[key] = line
		}
		s.alike = s.alike || is && was != line
	}
	s.alike = s.alike && copies*2 < len(t.sample)
}

// hash names what a row says of its job. A number of the row, and the one node of several
// that it may be about, are none of it.
func (t *table) hash(row [][]byte) (h uint64) {
	for i, f := range row {
		if i < len(t.columns) && !t.beside(i) {
			h = account.Hash(account.Hash(h, f), []byte{0})
		}
	}
	return h
}

func (t *table) beside(at int) bool {
	name, _ := plain(t.columns[at])
	return name == "" || contains(" index unnamed0 unnamed row rownumber rowid line node host hostname nodename exechost ", name)
}

// apart gives a row that repeats another of the same instant a key of its own: a task.
func (p *Parser) apart(r *account.Record) {
	if !p.alike || r.ID == nil {
		return
	}
	if r.Submit != p.moment || len(p.met) > maxMet || p.met == nil {
		p.met, p.moment = map[uint64]int64{}, r.Submit
	}
	line := p.hash(p.fields)
	n := p.met[line]
	if p.met[line] = n + 1; n > 0 {
		p.tasks++
		r.Key = 1<<61 | int64(account.Hash(line, strconv.AppendInt(nil, n, 10))>>3)
	}
}

// sayTasks tells of rows that share a number.
func (p *Parser) sayTasks() {
	if p.tasks > 0 {
		p.b.Guess("match", "a task each", account.Count(p.tasks, "record repeats", "records repeat")+" another in every column, and rows "+
			"of one number and submit differ in this table: taken as tasks of arrays; --match task= leaves them out as copies")
		p.b.Offer("match", "task=", "leave them out")
	}
	if n := p.b.Duplicates(); n > 0 {
		p.b.Guess("match", "one job each", account.Count(n, "record repeats", "records repeat")+" number, times, size and state of "+
			"another: left out as copies; if they are tasks of arrays, --match job= makes each record a job")
		p.b.Offer("match", "job=", "make each record a job")
	}
}
