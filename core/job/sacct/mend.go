package sacct

import (
	"bytes"

	"shadowtime/core/job/account"
)

// fits matches the fields with the columns; what it mends has a field a column.
func (p *Parser) fits() fit {
	n, have := len(p.t.columns), len(p.fields)
	switch {
	case have > n+maxSurplus:
		return misfit
	case have > n:
		if p.stamps() <= p.t.dates && p.mend() { // two records have the times of both
			return mended
		}
		return misfit
	case !p.startsRecord():
		if have < n-1 && p.laterID(have) {
			return short
		}
		return misfit
	case have < n-1:
		return short
	}
	for i, f := range p.fields { // new lines stand in free text alone
		if p.t.columns[i].kind != free && bytes.IndexByte(f, '\n') >= 0 {
			return misfit
		}
	}
	switch last := p.t.columns[n-1].kind; {
	case have == n:
		return exact
	case last == word || last == free: // the last one may be left out where nothing stands in it
		return oneLess
	}
	return short
}

// laterID says that the job's id stands behind the fields there are.
func (p *Parser) laterID(have int) bool {
	at := p.t.at[jobID]
	if at < 0 {
		at = p.t.at[jobIDRaw]
	}
	return at >= have
}

// stamps is how many fields are times as sacct writes them.
func (p *Parser) stamps() (n int) {
	for _, f := range p.fields {
		if len(f) >= 19 && f[10] == 'T' {
			if _, ok := account.ParseStamp(f); ok {
				n++
			}
		}
	}
	return n
}

// isRecord says whether a line is one though a cell of it be lost: it has its ids, and all times.
func (p *Parser) isRecord() bool {
	if p.t.dates < 2 || p.stamps() < p.t.dates || !p.startsRecord() {
		return false
	}
	for _, r := range [...]role{jobID, jobIDRaw} {
		if at := p.t.at[r]; at >= 0 {
			var tasks account.Tasks
			if _, ok := identify(p.fields[min(at, len(p.fields)-1)], &tasks); !ok {
				return false
			}
		}
	}
	return true
}

// beginsRecord tells the beginning of a torn record from free text that goes on: the
// fields but the last, which may be torn, are what their columns take.
func (p *Parser) beginsRecord() bool {
	have := len(p.fields)
	if have < 3 || !p.startsRecord() && !p.laterID(have) {
		return false
	}
	return have <= len(p.t.columns) && p.typed(have-1)
}

// typed says whether the first n fields are what their columns take.
func (p *Parser) typed(n int) bool {
	for i, f := range p.fields[:n] {
		if !p.t.columns[i].kind.takes(f) {
			return false
		}
	}
	return true
}

// mend gives surplus fields to free text. It looks at all ways in which each other
// column has a value of its kind; the columns that count must have the same in each.
func (p *Parser) mend() bool {
	n := len(p.t.columns)
	surplus := len(p.fields) - n
	// reach[i][k]: columns from i on can be filled when the k fields too many were taken
	reach := make([][]bool, n+1)
	for i := range reach {
		reach[i] = make([]bool, surplus+1)
	}
	reach[n][surplus] = true
	for i := n - 1; i >= 0; i-- {
		kind := p.t.columns[i].kind
		for k := surplus; k >= 0; k-- {
			if kind == free {
				reach[i][k] = reach[i+1][k] || k < surplus && reach[i][k+1]
			} else {
				reach[i][k] = reach[i+1][k] && kind.takes(p.fields[i+k])
			}
		}
	}
	now := make([]bool, surplus+1)
	now[0] = reach[0][0]
	out := make([][]byte, n)
	for i, c := range p.t.columns {
		next := make([]bool, surplus+1)
		ways, at := 0, 0
		for k, is := range now {
			if !is {
				continue
			}
			ways++
			at = k
			last := k
			if c.kind == free {
				last = surplus
			}
			for ; k <= last; k++ {
				next[k] = next[k] || reach[i+1][k]
			}
		}
		if ways == 0 || ways > 1 && c.role != none {
			return false
		}
		out[i] = p.fields[i+at]
		now = next
	}
	p.fields = append(p.fields[:0], out...)
	return true
}
