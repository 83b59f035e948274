package table

import (
	"bytes"
	"iter"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// Records reads jobs that stand in JSON as flat objects, as jq, pandas and Elasticsearch write
// them: as a table whose columns are called as their members. One object is held at a time, but
// for the first, which the names are taken from, and for a file that has column by column.
type Records struct {
	t       *Parser
	shape   shape
	objects jsontext.Objects
	whole   strings.Builder // of a file that has column by column
	long    bool

	named   bool
	columns map[string]int
	first   []record
	size    int
	cells   [][]byte
	row     []byte

	line  int   // of the record before
	aside tally // members that are no cells
	late  tally // members whose name comes after the first records
}

// record is one of the first.
type record struct {
	text string
	line int
}

// shape is how records stand in the file.
type shape uint8

const (
	noRecords shape = iota
	inLines         // one object after the other
	inLists         // elements of a list, also of one that a member has
	byID            // members of an object
	byColumn        // members of the members of an object, which are columns
	bySplit         // lists of cells beside a list of names
)

// containers are members of the file that hold lists of records.
var containers = []string{"jobs", "hits", "records", "rows", "data", "results", "items"}

// MaxColumnwise is the longest file that has column by column, in bytes: it is held as a whole.
const MaxColumnwise = 256 << 20

// SniffRecords says whether a file that begins like this holds jobs as flat objects of JSON.
func SniffRecords(head []byte) bool {
	s, place, list := shapeOf(head)
	if s == noRecords || s == bySplit {
		return s == bySplit
	}
	members, times, records := map[string]bool{}, 0, 0
	for _, x := range list {
		source := len(x.Place) == len(place)+1 && x.Place[len(place)] == "_source"
		switch {
		case x.Open == '{' && isRecord(s, x.Place):
			records++
		case x.Open == '{' && len(x.Place) == len(place)+1 && slurms(x.Place[len(place)]):
			return false // a job as sacct has it
		case x.Name != "" && (s == byColumn && len(x.Place) == 0 || source || len(x.Place) == len(place) && isRecord(s, x.Place)):
			members[x.Name] = true
		}
	}
	seen := 0
	for name := range members {
		if slurms(name) && name != "time" && name != "state" {
			return false
		}
		called, _ := plain(name)
		if knows(called) {
			seen++
		}
		if roleCalled(called, submit) || roleCalled(called, start) || roleCalled(called, end) {
			times++
		}
	}
	switch {
	case s == byColumn:
		return seen > 0
	case s == inLines && records < 2:
		return seen >= 2 && times > 0
	}
	return len(members) > 2
}

// slurms are members of jobs as Slurm's own programs write them, which have a reader of their own.
func slurms(name string) bool {
	return slices.Contains([]string{"time", "state", "allocation_nodes", "accrue_time", "job_resources"}, name)
}

// shapeOf sees how records stand, and where the first does.
func shapeOf(head []byte) (s shape, place []string, list []jsontext.Step) {
	list = jsontext.Outline(head)
	if len(list) < 2 {
		return noRecords, nil, nil
	}
	if list[0].Open == '[' {
		for _, x := range list[1:] {
			if x.Open == '{' {
				return inLists, x.Place, list
			}
		}
		return noRecords, nil, nil
	}
	names := false
	for i, x := range list {
		inside := len(x.Place) > 0 && contained(x.Place)
		switch {
		case x.Open == '[' && x.At("columns"):
			names = true
		case names && (x.Name == "data" || x.Name == "index") && len(x.Place) == 0:
			return bySplit, []string{"data", ""}, list
		case x.Open == '{' && inside && x.Place[len(x.Place)-1] == "" && i > 1:
			return inLists, x.Place, list
		}
	}
	if len(list) > 3 && list[1].Name != "" && list[2].Open == '{' && list[3].Name != "" {
		switch {
		case isNumber(list[1].Name):
			return byID, list[2].Place, list
		case isNumber(list[3].Name):
			return byColumn, nil, list
		}
	}
	return inLines, nil, list
}

// contained says whether a place is that of a container, or of an element of one.
func contained(place []string) bool {
	for _, name := range place {
		if name != "" && !slices.Contains(containers, name) {
			return false
		}
	}
	return true
}

func isNumber(name string) bool {
	_, ok := account.ParseInt([]byte(name))
	return ok
}

func roleCalled(name string, r role) bool {
	return name != "" && contains(" "+fields[r].seen+" ", name)
}

// isRecord says whether an object at a place is one.
func isRecord(s shape, place []string) bool {
	switch s {
	case inLines:
		return len(place) == 0
	case inLists:
		return len(place) > 0 && place[len(place)-1] == "" && contained(place)
	case byID:
		return len(place) == 1
	}
	return false
}

// NewRecords returns a Records for a log of that name.
func NewRecords(name string, o account.Options) *Records {
	r := &Records{t: New(name, o), columns: map[string]int{}}
	r.t.b, r.t.what = account.New("JSON records", o), "JSON"
	r.t.instead = "one object a job, with members such as job, submit, start, end, procs, user"
	r.objects = jsontext.Objects{Most: account.MaxLine, Give: r.give, Take: func(place []string, open byte) bool {
		if r.shape == bySplit {
			return open == '[' && (len(place) == 1 && place[0] == "columns" || len(place) == 2 && place[0] == "data")
		}
		return open == '{' && isRecord(r.shape, place)
	}}
	return r
}

// Jobs is the number of jobs so far.
func (r *Records) Jobs() int { return r.t.Jobs() }

// CountWeeks has jobs counted by weeks from now on, see account.Builder.
func (r *Records) CountWeeks(most int) { r.t.CountWeeks(most) }

// Write takes the next bytes of the file, the first of which show how records stand.
func (r *Records) Write(b []byte) (int, error) {
	if r.shape == noRecords {
		if r.shape, _, _ = shapeOf(b); r.shape == noRecords {
			r.shape = inLists
		}
	}
	if r.shape != byColumn {
		r.objects.Write(b)
	} else if r.whole.Len()+len(b) > MaxColumnwise {
		r.long = true
	} else {
		r.whole.Write(b)
	}
	return len(b), nil
}

// give takes a record, or the names of a file that has them apart.
func (r *Records) give(place []string, text []byte, line int, end jsontext.Ending) {
	line = r.number(line)
	if end != jsontext.Whole {
		r.t.b.Bad(line, "", text, [...]string{
			jsontext.Long: "an object of more than a megabyte: a record of a job is far shorter",
			jsontext.Torn: "the object does not end before the next line's begins: it was torn, write it again",
			jsontext.Cut:  "the file ends within this object: it seems cut off, fetch or export it again",
		}[end])
		return
	}
	switch {
	case r.shape == bySplit && len(place) == 1:
		if v, err := jsontext.Read(string(text)); err == nil {
			r.name(cellsOf(v), line)
		}
	case r.named:
		r.record(string(text), line)
	default:
		r.first = append(r.first, record{string(text), line})
		if r.size += len(text); len(r.first) == maxSample || r.size > maxHeld {
			r.begin()
		}
	}
}

// number is the line of a record, or where several stand in one its number: each has its own.
func (r *Records) number(line int) int {
	if line <= r.line {
		line = r.line + 1
	}
	r.line = line
	return line
}

// object reads one, also one with the NaN that Python writes; Elasticsearch's holds the
// record in _source.
func object(text string) (jsontext.Value, error) {
	v, err := jsontext.Read(text)
	if err != nil && strings.Contains(text, "NaN") {
		v, err = jsontext.Read(without(text, "NaN"))
	}
	for key, m := range v.Members() {
		if key == "_source" && m.Kind() == jsontext.Object {
			return m, err
		}
	}
	return v, err
}

// without makes null of a word that stands outside of texts.
func without(text, word string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted && i+1 < len(text):
			b.WriteByte(c)
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(text[i:], word):
			b.WriteString("null")
			i += len(word) - 1
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// begin names the columns by the members of the first records, and reads these.
func (r *Records) begin() {
	var names []string
	for _, x := range r.first {
		v, err := object(x.text)
		if err != nil {
			continue
		}
		for key, m := range v.Members() {
			if _, known := r.columns[key]; known || len(names) == maxColumns-1 {
				continue
			}
			if _, is := cell(m); is {
				r.columns[key] = len(names)
				names = append(names, key)
			}
		}
	}
	if len(names) > 0 {
		r.name(names, r.first[0].line)
	}
	for _, x := range r.first {
		r.record(x.text, x.line)
	}
	r.first = nil
}

// name begins the table.
func (r *Records) name(columns []string, line int) {
	r.named, r.cells = true, make([][]byte, len(columns))
	r.t.lines.N = line
	r.t.call(columns)
}

// record makes a row of an object, or of a list of cells.
func (r *Records) record(text string, line int) {
	v, err := object(text)
	if err != nil {
		r.t.b.Bad(line, "", []byte(text), "counted from this line, "+err.Error())
		return
	}
	clear(r.cells)
	if v.Kind() == jsontext.Array {
		cells := cellsOf(v)
		if len(cells) != len(r.cells) {
			r.t.b.Bad(line, "", []byte(text), account.Count(len(cells), "cell", "cells")+" where columns names "+strconv.Itoa(len(r.cells)))
			return
		}
		for i, c := range cells {
			r.cells[i] = []byte(c)
		}
		r.put(line)
		return
	}
	for key, m := range v.Members() {
		text, is := cell(m)
		at, known := r.columns[key]
		switch {
		case !is:
			r.aside.add(key)
		case !known && text != "":
			r.late.add(key)
		case known:
			r.cells[at] = []byte(text)
		}
	}
	r.put(line)
}

// put gives the table the line that it would have read.
func (r *Records) put(line int) {
	b := r.row[:0]
	for _, c := range r.cells {
		b = append(append(b, '"'), bytes.ReplaceAll(c, []byte(`"`), []byte(`""`))...)
		b = append(b, '"', r.t.delimiter)
	}
	r.row = b
	r.t.lines.N = line
	r.t.line(b[:max(0, len(b)-1)], len(b) > account.MaxLine)
}

func cellsOf(v jsontext.Value) (list []string) {
	for _, x := range v.Elements() {
		text, _ := cell(x)
		list = append(list, text)
	}
	return list
}

// cell is a value as a table has it: nothing for null, the one element of a list, the number of
// {set, infinite, number} that Slurm writes, the value of {$date} and the like. False: it holds
// more than a cell can.
func cell(v jsontext.Value) (text string, ok bool) {
	switch v.Kind() {
	case jsontext.Null:
		return "", true
	case jsontext.String:
		return v.Text(), true
	case jsontext.Array:
		n := 0
		for _, x := range v.Elements() {
			if n++; n == 1 && x.Kind() != jsontext.Array && x.Kind() != jsontext.Object {
				text, ok = cell(x)
			}
		}
		return text, n == 0 || n == 1 && ok
	case jsontext.Object:
		return wrapped(v)
	}
	return v.Raw(), true
}

func wrapped(v jsontext.Value) (text string, ok bool) {
	set, infinite, n := true, false, 0
	for key, m := range v.Members() {
		n++
		switch {
		case key == "set" && m.Kind() == jsontext.Bool:
			set = m.Raw() == "true"
		case key == "infinite" && m.Kind() == jsontext.Bool:
			infinite = m.Raw() == "true"
		case (key == "number" || strings.HasPrefix(key, "$")) && m.Kind() != jsontext.Array:
			text, ok = cell(m)
		}
	}
	switch {
	case infinite:
		return "UNLIMITED", ok
	case !set:
		return "", ok
	}
	return text, ok && (n == 1 || n == 3)
}

// tally counts names, a few of them.
type tally struct {
	names []string
	n     int
}

func (t *tally) add(name string) {
	t.n++
	if len(t.names) < maxColumns && !slices.Contains(t.names, name) {
		t.names = append(t.names, name)
	}
}

// columnwise makes records of a file that has column by column.
func (r *Records) columnwise() {
	if r.long {
		r.t.no("this has column by column, and more than " + strconv.Itoa(MaxColumnwise>>20) + " MB: write it record by record, as " +
			"pandas does with to_json(orient=\"records\", lines=True)")
		return
	}
	v, err := jsontext.Read(strings.TrimPrefix(r.whole.String(), "\ufeff"))
	if err != nil {
		r.t.no(err.Error())
		return
	}
	var names []string
	var next []func() (string, jsontext.Value, bool)
	for name, column := range v.Members() {
		if len(names) == maxColumns-1 {
			break
		}
		pull, stop := iter.Pull2(column.Members())
		defer stop()
		names, next = append(names, name), append(next, pull)
	}
	r.name(names, 1)
	for {
		row, any := "", false
		for i, pull := range next {
			key, m, more := pull()
			if i == 0 {
				row, any = key, more
			}
			if more != any || key != row {
				r.t.no("column " + jsontext.Short(names[i]) + " has not the rows of the others: write it record by record")
				return
			}
			if !more {
				continue
			}
			text, is := cell(m)
			if !is {
				r.aside.add(names[i])
			}
			r.cells[i] = []byte(text)
		}
		if !any {
			return
		}
		r.put(r.number(r.line))
	}
}

// Log ends the reading.
func (r *Records) Log() (*job.Log, error) {
	r.finish()
	return r.t.Log()
}

// Rows ends the reading without making columns.
func (r *Records) Rows() (*job.Log, iter.Seq[*[job.NumFields]int64], error) {
	r.finish()
	return r.t.Rows()
}

// finish reads what is left, and says what was not.
func (r *Records) finish() {
	if r.shape == byColumn {
		r.columnwise()
	} else if !r.objects.Close() {
		r.t.b.Warn("the file ends before its JSON does: it seems cut off, fetch or export it again")
	}
	if !r.named {
		r.begin()
	}
	for _, x := range []struct {
		t    *tally
		text string
	}{{&r.aside, "lists or objects, which are no cells of a table: left out, "},
		{&r.late, "values under names that the first records have not: left out, "}} {
		if x.t.n > 0 {
			r.t.b.Warn(account.Count(x.t.n, "member holds ", "members hold ") + x.text + list(x.t.names))
		}
	}
	r.t.lines.N = max(r.objects.Lines(), r.line)
}
