package swf

import (
	"runtime"
	"slices"

	"shadowtime/core/job"
)

// stretch is how many jobs are read before they are put to the others.
const stretch = 1024

// block holds jobs as they are read.
type block struct {
	col  [numFields][stretch]int64
	line [stretch]int32
}

// column is one of a log that is being read: a stretch after the other, so that
// nothing is copied as it grows. Many columns of real logs hold one value, most
// often -1; they take no room until another one comes.
type column struct {
	value int64 // of the jobs before parts
	same  int   // so many
	parts [][]int64
}

// add appends values.
func (c *column) add(values []int64) {
	if c.parts == nil {
		if c.same == 0 {
			c.value = values[0]
		}
		if !slices.ContainsFunc(values, func(v int64) bool { return v != c.value }) {
			c.same += len(values)
			return
		}
	}
	c.parts = append(c.parts, slices.Clone(values))
}

// seal puts the last block to the others.
func (p *Parser) seal() {
	if p.at == 0 {
		return
	}
	for f := range p.col {
		p.col[f].add(p.last.col[f][:p.at])
	}
	p.line = append(p.line, slices.Clone(p.last.line[:p.at]))
	p.at = 0
}

// large is how many jobs make it worth while to give memory back in between.
const large = 1 << 20

// columns gives a log its columns. Those that hold one value, the same one, are
// one slice: a log is only read.
func (p *Parser) columns(l *job.Log) {
	p.seal()
	l.Line = make([]int32, 0, p.n)
	for _, part := range p.line {
		l.Line = append(l.Line, part...)
	}
	p.line = nil
	alike := map[int64][]int64{}
	for f := range p.col {
		c := &p.col[f]
		if col := alike[c.value]; col != nil && c.parts == nil {
			l.Col[f] = col
			continue
		}
		col := make([]int64, c.same, p.n)
		for i := range col {
			col[i] = c.value
		}
		for _, part := range c.parts {
			col = append(col, part...)
		}
		l.Col[f] = col
		if c.parts == nil {
			alike[c.value] = col
		}
		c.parts = nil
		if p.n >= large && f%3 == 2 {
			runtime.GC() // of the parts, lest all be held twice
		}
	}
}
