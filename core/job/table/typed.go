package table

import (
	"bytes"
	"math"
	"slices"

	"shadowtime/core/job/account"
	"shadowtime/core/job/typed"
)

// given are rows that come as columns of types, and what is known of the words in these.
type given struct {
	columns []*typed.Column
	known   []knowing // of each
	texts   [roles][]byte
	line    []byte
}

// knowing is what is known of a column's cells.
type knowing struct {
	void  []bool // of each row: it holds nothing
	turn  int
	words []spelled
}

// spelled is a word of a column.
type spelled struct {
	text  []byte
	void  bool
	state account.State
	met   bool // it is one
}

// Settled says whether rows can come as columns of types: what the columns are is known. Before that, and of a table in the
// Standard Workload Format, they come as lines.
func (p *Parser) Settled() bool {
	return p.stage == inRows && p.order == nil && len(p.torn) == 0 && p.lacks == ""
}

// Take takes rows that come as columns of types, those that the line of names has. What is made of them is what is made of their
// text: a row of which something can't be read so is read as that.
func (p *Parser) Take(columns []*typed.Column, rows int) {
	p.given.columns = columns
	if p.given.known == nil {
		p.given.known = make([]knowing, len(columns))
	}
	for at := range columns {
		p.know(at, rows)
	}
	p.rows += rows
	for row := range rows {
		if p.lines.N++; p.alike || !p.quick(row) {
			p.text(row)
		}
	}
}

// know sees which cells of a column hold nothing, each word once.
func (p *Parser) know(at, rows int) {
	c, k := p.given.columns[at], &p.given.known[at]
	k.void = append(k.void[:0], c.Empty[:min(rows, len(c.Empty))]...)
	switch c.Kind {
	case typed.None:
		k.void = append(k.void, slices.Repeat([]bool{true}, rows)...)
	case typed.Int:
		for i, n := range c.N[:rows] {
			k.void[i] = k.void[i] || isNoNumber(n)
		}
	case typed.Real:
		for i, n := range c.N[:rows] {
			x := math.Float64frombits(uint64(n))
			k.void[i] = k.void[i] || math.IsNaN(x) || isNoNumber(int64(x)) && x == math.Trunc(x)
		}
	case typed.Instant:
		for i, n := range c.N[:rows] {
			sec := floor(n, c.Per)
			k.void[i] = k.void[i] || sec < firstDate || sec > lastDate
		}
	case typed.Text:
		if k.turn != c.Turn {
			k.turn, k.words = c.Turn, k.words[:0]
		}
		k.words = k.words[:min(c.Known, len(k.words))]
		states := &p.of[state]
		for _, b := range c.Words[len(k.words):] {
			b = bytes.TrimSpace(b)
			w := spelled{text: b, void: isNothing(b)}
			if states.at == at {
				w.state, w.met = states.state(b)
			}
			k.words = append(k.words, w)
		}
		for i, n := range c.N[:rows] {
			k.void[i] = k.void[i] || k.words[n].void
		}
	}
	e := &p.empty[at]
	for i, void := range k.void {
		if void {
			if e.n++; e.n == 1 {
				e.first = p.lines.N + 1 + i
			}
		}
	}
}

// Instants that calendars of four digits have: others have no text.
const (
	firstDate = -719_162 * 86400
	lastDate  = 2_932_897*86400 - 1
)

// isNoNumber says whether a number is what Slurm writes for none.
func isNoNumber(n int64) bool { return n == math.MaxUint32 || n == math.MaxUint32-1 }

func floor(n, by int64) int64 {
	k := n / by
	if n%by < 0 {
		k--
	}
	return k
}

// text reads a row as what its text is.
func (p *Parser) text(row int) {
	b := p.given.line[:0]
	p.fields = p.fields[:0]
	for _, c := range p.given.columns {
		from := len(b)
		b = c.Append(b, row)
		p.fields = append(p.fields, bytes.TrimSpace(b[from:len(b):len(b)]))
	}
	p.given.line = b
	p.make(p.lines.N)
}

// word is the text of a role's cell, nil of none.
func (p *Parser) word(r role, row int) []byte {
	at := p.of[r].at
	if at < 0 || p.given.known[at].void[row] {
		return nil
	}
	c := p.given.columns[at]
	if c.Kind == typed.Text {
		return p.given.known[at].words[c.N[row]].text
	}
	p.given.texts[r] = c.Write(p.given.texts[r][:0], c.N[row])
	return p.given.texts[r]
}

// quick makes a record of a row without its text; false: something can't be read so, and nothing was counted.
func (p *Parser) quick(row int) bool {
	r := &p.rec
	r.Clear()
	r.Line = p.lines.N
	if p.numbered(r, row) {
		p.b.Step()
		return true
	}
	cuts, fractions := 0, 0
	for _, x := range [...]struct {
		of role
		to *account.Stamp
	}{{submit, &r.Submit}, {eligible, &r.Eligible}, {start, &r.Start}, {end, &r.End}} {
		c := &p.of[x.of]
		if c.at < 0 || p.given.known[c.at].void[row] {
			continue
		}
		s, cut, ok := p.instant(x.of, row)
		if !ok || p.strange(c, s) {
			return false
		}
		if *x.to = s; cut {
			cuts++
		}
	}
	for _, x := range [...]struct {
		of role
		to *int64
	}{{run, &r.Run}, {limit, &r.Limit}, {wait, &r.Waited}} {
		at := p.of[x.of].at
		if at < 0 || p.given.known[at].void[row] {
			continue // unlimited
		}
		n, cut, ok := p.lasting(x.of, row)
		if !ok {
			return false
		}
		if *x.to = n; cut {
			cuts++
		}
	}
	if r.Limit > 0 && r.Run == r.Limit {
		x, ok1 := p.real(run, row)
		y, ok2 := p.real(limit, row)
		r.Past = ok1 && ok2 && x > y
	}
	for _, x := range [...]struct {
		of role
		to *int64
	}{{procs, &r.Alloc}, {asked, &r.Asked}, {nodes, &r.Nodes}, {gpus, &r.GPUs}} {
		at := p.of[x.of].at
		if at < 0 || p.given.known[at].void[row] {
			continue
		}
		n, fraction, ok := p.amount(x.of, row)
		if !ok {
			return false
		}
		if *x.to = n; fraction {
			fractions++
		}
	}
	p.cuts, p.fractions = p.cuts+cuts, p.fractions+fractions
	p.finished(r, row)
	return true
}

// finished gives a record what no other can hinder.
func (p *Parser) finished(r *account.Record, row int) {
	if r.Asked == 0 {
		r.Asked = r.Alloc
	}
	r.AskedNode = r.Nodes
	r.User, r.Group, r.Queue, r.Partition = p.word(user, row), p.word(group, row), p.word(queue, row), p.word(partition, row)
	if c := &p.of[state]; c.at >= 0 && !p.given.known[c.at].void[row] {
		of := p.given.columns[c.at]
		var met bool
		if of.Kind == typed.Text {
			w := &p.given.known[c.at].words[of.N[row]]
			r.State, met = w.state, w.met
		} else {
			r.State, met = c.state(p.word(state, row))
		}
		if !met {
			p.b.UnknownState(p.word(state, row))
		}
	}
	p.derive(r)
	p.b.Add(r)
}

// numbered gives the record its job's key.
func (p *Parser) numbered(r *account.Record, row int) (step bool) {
	r.ID = p.word(jobID, row)
	at := p.of[jobID].at
	if r.ID != nil && p.given.columns[at].Kind == typed.Int && p.of[task].at < 0 {
		if n := p.given.columns[at].N[row]; 0 <= n && n < maxDigits {
			r.Key = n
			return false
		}
	}
	return p.identify(r, p.word(task, row))
}

// instant is what a cell of times tells, and whether a part of a second is lost.
func (p *Parser) instant(of role, row int) (s account.Stamp, cut, ok bool) {
	c := &p.of[of]
	v := p.given.columns[c.at]
	n := v.N[row]
	x := float64(n)
	switch v.Kind {
	case typed.Instant:
		if s.Sec = floor(n, v.Per); -86400 <= s.Sec && s.Sec < 86400 {
			return account.Stamp{}, false, c.dated() // instant 0 in some zone is none
		}
		if s.Kind = account.Local; v.UTC {
			s.Kind = account.Absolute
		}
		return s, s.Sec*v.Per != n, c.dated() && s.Sec < lastStamp
	case typed.Text:
		b := p.word(of, row)
		switch {
		case account.IsSpreadsheet(b):
			return s, false, false
		case c.dated() && isEpoch(b):
			return s, false, true
		}
		s, ok = c.stamp(b, p.own)
		return s, c.cut(b), ok
	case typed.Real:
		x = math.Float64frombits(uint64(n))
		if day := math.Floor(x); day != x && 20_000 < day && day < 80_000 { // as a spreadsheet counts
			return s, false, false
		}
		n, ok = scaledReal(x, c.times, c.parts)
	default:
		n, ok = scaled(n, c.times, c.parts)
	}
	ok = ok && !c.dated() && n <= maxTime
	if n > 0 || n == 0 && p.own {
		s = account.Stamp{Sec: n, Kind: account.Absolute}
	}
	return s, c.loses(x), ok
}

// lastStamp is the first instant that no log has: of 2240.
const lastStamp = 8_500_000_000

// lasting is what a cell of durations tells, and whether a part of a second is lost.
func (p *Parser) lasting(of role, row int) (n int64, cut, ok bool) {
	c := &p.of[of]
	v := p.given.columns[c.at]
	x := float64(v.N[row])
	switch v.Kind {
	case typed.Int:
		n, ok = scaled(v.N[row], c.times, c.parts)
	case typed.Real:
		x = math.Float64frombits(uint64(v.N[row]))
		n, ok = scaledReal(x, c.times, c.parts)
	default:
		b := p.word(of, row)
		n, ok = c.span(b)
		return n, c.cut(b), ok
	}
	return max(n, account.Unlimited), c.loses(x), ok && n <= maxTime && c.forms != clocks
}

// loses says whether a number of a column's unit is no whole seconds.
func (c *column) loses(x float64) bool {
	x = x * float64(c.times) / float64(c.parts)
	return x >= 0 && x != math.Floor(x)
}

// amount is what a cell of sizes tells, and whether it was rounded up.
func (p *Parser) amount(of role, row int) (n int64, fraction, ok bool) {
	v := p.given.columns[p.of[of].at]
	switch v.Kind {
	case typed.Int:
		n, ok = scaled(v.N[row], 1, 1)
	case typed.Real:
		x := math.Float64frombits(uint64(v.N[row]))
		if n, ok = scaledReal(x, 1, 1); ok && float64(n) < x {
			n, fraction = n+1, true
		}
	default:
		return amount(of, p.word(of, row))
	}
	return max(n, 0), fraction, ok
}

// real is a duration in seconds with its fraction, where the cell is a number.
func (p *Parser) real(of role, row int) (x float64, ok bool) {
	c := &p.of[of]
	switch v := p.given.columns[c.at]; v.Kind {
	case typed.Int:
		x = float64(v.N[row])
	case typed.Real:
		x = math.Float64frombits(uint64(v.N[row]))
	default:
		return c.exact(p.word(of, row))
	}
	return x * float64(c.times) / float64(c.parts), true
}

// maxDigits is beyond what is read as a whole number: others are read as any number is.
const maxDigits = 1e18

// scaled is a whole number of a unit in whole seconds, as number reads its digits.
func scaled(n, times, parts int64) (int64, bool) {
	if 0 <= n && n < maxDigits && n <= maxNumber*parts/times {
		return n * times / parts, true
	}
	return rounded(float64(n), times, parts)
}

// scaledReal is any number of a unit in whole seconds, as number reads its digits; false also of one that has too many.
func scaledReal(x float64, times, parts int64) (int64, bool) {
	switch {
	case x == math.Trunc(x) && math.Abs(x) < maxDigits:
		return scaled(int64(x), times, parts)
	case math.Abs(x) < 1e-6:
		return 0, false
	}
	return rounded(x, times, parts)
}

func rounded(x float64, times, parts int64) (int64, bool) {
	x = math.Floor(x * float64(times) / float64(parts))
	return int64(x), math.Abs(x) <= maxNumber
}
