package table

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// column is one that tells of jobs; at is -1 where no column does.
type column struct {
	at           int
	unit         string
	times, parts int64 // of the unit
	why          string
	sure         bool  // its unit is told, or part of its name
	forms        forms // of durations, 0: any
	buf          []byte
	words        map[string]account.State
}

// table is what the columns of a file are.
type table struct {
	columns []string
	of      [roles]column
	own     bool // the log has a clock of its own
	told    map[string]asks
	sample  [][][]byte // the first records
	days    days       // of their dates
	unsure  []unsure   // units that were taken and could be others
	meets   bool       // jobs run as long as their limits: both are in one unit
	steps   bool       // ids are of steps too, as Slurm names them
}

const byHand = "as told"

// propose finds the columns of each role: those that are told, else by their names
// and by how the first records look.
func (t *table) propose() error {
	for r := range roles {
		t.of[r] = column{at: -1}
	}
	settled := t.tell()
	for r := range roles {
		a, told := t.told[fields[r].name]
		if !told {
			continue
		}
		if a.column != "" {
			at, err := find(t.columns, a.column)
			if err != nil {
				return errors.New("match " + fields[r].name + ": " + err.Error())
			}
			t.take(r, at)
		}
		if t.of[r].why = byHand; a.unit != "" {
			if t.of[r].sure = true; a.unit != yearFirst || !t.of[r].dated() { // dates tell their order themselves
				t.of[r].in(a.unit)
			}
		}
	}
	for r := range roles {
		if _, told := t.told[fields[r].name]; !told {
			t.named(r)
		}
	}
	if err := t.ask(settled); err != nil {
		return err
	}
	t.lastResorts()
	t.measure()
	t.values(&t.of[jobID], func(b []byte) {
		_, name, _ := bytes.Cut(b, []byte("."))
		t.steps = t.steps || contains(" batch extern interactive ", string(name))
	})
	for _, r := range [...]role{submit, start, end} {
		if c := &t.of[r]; c.at >= 0 && !c.dated() {
			t.own = t.middle(c)*float64(c.times)/float64(c.parts) < account.SinceEpoch
			break
		}
	}
	for r := range roles {
		if c := &t.of[r]; c.at >= 0 && fields[r].kind == length {
			t.form(c)
		}
	}
	return nil
}

// middle is the median of a column's numbers: one that is absurd moves no other. 0 where
// there are none.
func (t *table) middle(c *column) float64 {
	var list []float64
	t.values(c, func(b []byte) {
		if x, ok := real(b); ok {
			list = append(list, x)
		}
	})
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// in gives a column a unit.
func (c *column) in(unit string) {
	c.unit = unit
	c.times, c.parts = scale(unit)
}

// take makes a column that of a role, in the unit that its name and values show.
func (t *table) take(r role, at int) {
	c := column{at: at, why: "by its name"}
	_, unit := plain(t.columns[at])
	switch fields[r].kind {
	case instant:
		c.in(t.instantUnit(at, unit, &c.why))
	case length:
		c.in("s")
		switch name, _ := plain(t.columns[at]); {
		case unit != "":
			c.in(unit)
			c.why, c.sure = "by its name, which ends in a unit", true
		case name == "timelimitraw", name == "timelimit" && t.slurmdbd():
			c.in("min")
			c.why, c.sure = "by its name: Slurm counts minutes there", true
		case name == "elapsedraw":
			c.sure = true
		}
	case stateWord:
		c.in(t.stateUnit(at))
	default:
		c.in("")
	}
	t.of[r] = c
}

// named takes the first column of a name that is known whose values are what they
// should.
func (t *table) named(r role) {
	var against []string
	for _, name := range strings.Fields(fields[r].seen) {
		for at, c := range t.columns {
			if called, _ := plain(c); called != name || t.taken(at) && !isList(name) {
				continue
			}
			was := t.of[r]
			t.take(r, at)
			why := t.unfit(r)
			if why == "" {
				if len(against) > 0 {
					t.of[r].why += "; " + strings.Join(against, ", ")
				}
				return
			}
			if !isList(name) {
				against = append(against, c+" "+why)
			}
			t.of[r] = was
		}
	}
	t.of[r].why = strings.Join(against, ", ")
}

func (t *table) taken(at int) bool {
	for r := range roles {
		if t.of[r].at == at {
			return true
		}
	}
	return false
}

// values calls f with those of a column in the sample that are any.
func (t *table) values(c *column, f func(b []byte)) {
	for _, row := range t.sample {
		if 0 <= c.at && c.at < len(row) && !isNothing(row[c.at]) {
			f(row[c.at])
		}
	}
}

// unfit says why a column's values are not those of a role, "" where they are.
func (t *table) unfit(r role) string {
	c := &t.of[r]
	n, good, above := 0, 0, 0
	t.values(c, func(b []byte) {
		n++
		ok, v := true, int64(1)
		switch fields[r].kind {
		case instant:
			_, ok = c.stamp(b, true)
		case length:
			v, ok = c.span(b)
		case count:
			v, _, ok = amount(r, b)
		case stateWord:
			_, ok = c.state(b)
		}
		if ok {
			good++
		}
		if v > 0 {
			above++
		}
	})
	switch {
	case len(t.sample) == 0:
		return ""
	case n == 0:
		return "is empty"
	case good*2 < n:
		return "holds no " + [...]string{"words", "times", "durations", "numbers", "words for what became of a job"}[fields[r].kind]
	case fields[r].kind == count && above == 0:
		return "holds zeros alone"
	case fields[r].kind == length && t.middle(c)*float64(c.times)/float64(c.parts) >= account.SinceEpoch:
		return "holds instants, no durations"
	}
	return ""
}

// instantUnit tells dates from numbers, and of numbers what they count.
func (t *table) instantUnit(at int, named string, why *string) string {
	n, numbers, most := 0, 0, t.middle(&column{at: at})
	t.values(&column{at: at}, func(b []byte) {
		n++
		if _, ok := real(b); ok {
			numbers++
		}
	})
	switch {
	case n > 0 && numbers*2 <= n:
		return t.dateUnit(at)
	case named != "":
		*why = "by its name, which ends in a unit"
		return named
	case most >= 1e17:
		return "ns"
	case most >= 1e14:
		return "us"
	case most >= 1e11:
		return "ms"
	}
	return "s"
}

// stateUnit tells words from numbers of a program's end, and from those of the
// Standard Workload Format.
func (t *table) stateUnit(at int) string {
	name, _ := plain(t.columns[at])
	if strings.Contains(name, "exit") {
		return "exit"
	}
	n, numerals, codes, ones := 0, 0, 0, 0
	t.values(&column{at: at}, func(b []byte) {
		n++
		if _, ok := real(b); ok {
			numerals++
		}
		if x, ok := number(b, 1, 1); ok && -1 <= x && x <= 5 {
			codes++
			if x == 1 {
				ones++
			}
		}
	})
	if t.slurmdbd() && n > 0 && numerals == n {
		return "slurm"
	}
	if n > 0 && codes == n && ones > 0 {
		return "swf"
	}
	return "word"
}

// lastResorts takes what is left for want of better: a walltime that nothing else
// says the run time beside is one.
func (t *table) lastResorts() {
	l := &t.of[limit]
	_, told := t.told[fields[run].name]
	if t.of[run].at >= 0 || t.of[end].at >= 0 || told || l.at < 0 {
		return
	}
	if name, _ := plain(t.columns[l.at]); name == "walltime" {
		t.of[run], *l = *l, column{at: -1}
		t.of[run].why = "by its name, and for want of another run time"
	}
}

// measure finds the units of durations that neither name nor match says: that in
// which they are as long as the times beside them are apart, and for time limits the
// least that most jobs keep.
func (t *table) measure() {
	s, b, e := &t.of[submit], &t.of[start], &t.of[end]
	if b.at >= 0 && e.at >= 0 {
		t.apart(run, b, e)
	}
	if s.at >= 0 && b.at >= 0 {
		t.apart(wait, s, b)
	}
	if c := &t.of[limit]; t.plainLength(c) {
		t.keptBy(c)
	}
	if c := &t.of[run]; t.plainLength(c) && !t.timed() && !t.meets {
		t.doubt(run, c, t.middle(c) < fewMinutes)
	}
}

// plainLength says whether a duration's unit is open.
func (t *table) plainLength(c *column) bool {
	return c.at >= 0 && c.unit == "s" && !c.sure
}

func (t *table) cell(row [][]byte, c *column) []byte {
	if c.at < 0 || c.at >= len(row) {
		return nil
	}
	return row[c.at]
}

// between is how many seconds lie between two columns of a record.
func (t *table) between(row [][]byte, from, to *column) (float64, bool) {
	x, ok1 := from.stamp(t.cell(row, from), true)
	y, ok2 := to.stamp(t.cell(row, to), true)
	return float64(y.Sec - x.Sec), ok1 && ok2 && x.Kind != account.None && y.Kind != account.None
}

// lasts is how long a record's job ran, as far as the units are known.
func (t *table) lasts(row [][]byte) (float64, bool) {
	if c := &t.of[run]; c.at >= 0 {
		n, ok := c.span(t.cell(row, c))
		return float64(n), ok && n > 0
	}
	if t.of[start].at >= 0 && t.of[end].at >= 0 {
		return t.between(row, &t.of[start], &t.of[end])
	}
	return 0, false
}

func (t *table) apart(r role, from, to *column) {
	c := &t.of[r]
	if !t.plainLength(c) {
		return
	}
	for _, unit := range units[length] {
		times, parts := scale(unit)
		n, fits := 0, 0
		for _, row := range t.sample {
			x, ok := real(t.cell(row, c))
			d, known := t.between(row, from, to)
			if !ok || !known || d <= 0 {
				continue
			}
			n++
			if x = x * float64(times) / float64(parts); math.Abs(x-d) <= max(2, d/50) {
				fits++
			}
		}
		if n > 0 && fits*3 >= n*2 {
			c.in(unit)
			c.sure = true
			c.why += "; its unit as " + fields[r].words + " and times agree"
			return
		}
	}
}

// missing says which columns a job can't do without are not there.
func (t *table) missing(unit account.Unit) string {
	has := func(r role) bool { return t.of[r].at >= 0 }
	var list []string
	if !has(submit) && !has(start) && !(has(end) && has(run)) {
		list = append(list, "when jobs came (submit, or start)")
	}
	if !has(run) && !(has(end) && (has(start) || has(submit) && has(wait))) {
		list = append(list, "how long they ran (run, or start and end)")
	}
	switch {
	case unit == account.Nodes && !has(nodes):
		list = append(list, "how many nodes they had (nodes)")
	case unit == account.GPUs && !has(gpus):
		list = append(list, "how many GPUs they had (gpus)")
	case !has(procs) && !has(asked) && !has(nodes) && !has(gpus):
		list = append(list, "how many processors they had (procs, or nodes)")
	}
	if len(list) == 0 {
		return ""
	}
	aside := ""
	for r := range roles {
		if c := &t.of[r]; c.at < 0 && c.why != "" && c.why != byHand {
			aside += ", " + c.why
		}
	}
	if aside != "" {
		list = append(list, "left aside: "+aside[2:])
	}
	return strings.Join(list, "; ")
}

// starts says whether the table tells when jobs started.
func (t *table) starts() bool {
	has := func(r role) bool { return t.of[r].at >= 0 }
	return has(submit) && (has(start) || has(wait) || has(end)) || has(wait) && (has(start) || has(end))
}

// match is the account of what was taken for what.
func (t *table) match() []job.Match {
	list := make([]job.Match, roles)
	for r := range roles {
		c := &t.of[r]
		m := job.Match{Field: fields[r].name, Words: fields[r].words, Unit: c.unit, Units: r.units(), Why: c.why}
		if c.at >= 0 {
			m.Column = t.called(c.at)
		} else {
			m.Unit = ""
		}
		list[r] = m
	}
	return list
}

// called is how a match calls a column: by its name, where that is of no other.
func (t *table) called(at int) string {
	if name := t.columns[at]; name != "" && !t.repeated(at) {
		return name
	}
	return "#" + strconv.Itoa(at+1)
}

// repeated says whether a column before has the same name.
func (t *table) repeated(at int) bool {
	for _, c := range t.columns[:at] {
		if strings.EqualFold(c, t.columns[at]) {
			return true
		}
	}
	return false
}
