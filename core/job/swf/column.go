package swf

import (
	"strconv"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
)

// block holds jobs as they are read, before they are put to the others.
type block struct {
	col  [numFields][job.Stretch]int64
	line [job.Stretch]int64
}

// seal puts the last block to the others.
func (p *Parser) seal() {
	for f := range p.col {
		p.col[f].Append(p.last.col[f][:p.at]...)
	}
	p.line.Append(p.last.line[:p.at]...)
	p.at = 0
}

// run is a run of jobs whose lines have as many fields: the place of the first.
type run struct{ from, fields int }

// runs calls f with each run of the jobs, and how many it has.
func (p *Parser) runs(f func(r run, n int)) {
	for i, r := range p.widths {
		to := p.n
		if i+1 < len(p.widths) {
			to = p.widths[i+1].from
		}
		f(r, to-r.from)
	}
}

// short counts the jobs whose lines have fewer fields than the format, and is the first run of them.
func (p *Parser) short() (n int, first run) {
	p.runs(func(r run, jobs int) {
		if r.fields < Shape {
			if n == 0 {
				first = r
			}
			n += jobs
		}
	})
	return n, first
}

const (
	rare   = 10 // one in so many lines
	widest = 64 // fields that are told apart
)

// even takes out the lines that have more or fewer fields than nearly all: one is missing
// there or too many, and those behind it have moved.
func (p *Parser) even() {
	var count [widest + 1]int
	usual := 0
	p.runs(func(r run, n int) {
		w := min(r.fields, widest)
		if count[w] += n; count[w] > count[usual] {
			usual = w
		}
	})
	odd := p.n - count[usual]
	if odd == 0 || odd*rare > p.n {
		return
	}
	var col [numFields]job.Column
	var line job.Column
	widths, kept := p.widths[:0:0], 0
	p.runs(func(r run, n int) {
		if min(r.fields, widest) == usual {
			if len(widths) == 0 {
				widths = []run{{0, r.fields}}
			}
			for i := r.from; i < r.from+n; i++ {
				for f := range col {
					col[f].Append(p.col[f].At(i))
				}
				line.Append(p.line.At(i))
			}
			kept += n
			return
		}
		p.bad += n
		for i := r.from; i < r.from+min(n, job.MaxFaults); i++ {
			p.faults = append(p.faults, job.Fault{Line: int(p.line.At(i)), Text: "job " + strconv.FormatInt(p.col[job.ID].At(i), 10),
				Why: strconv.Itoa(r.fields) + " fields where nearly all lines have " + strconv.Itoa(usual) +
					": one is missing or too many, and those behind it have moved"})
		}
	})
	sorted.Stable(p.faults, func(a, b job.Fault) int { return a.Line - b.Line })
	p.faults = p.faults[:min(len(p.faults), job.MaxFaults)]
	p.col, p.line, p.widths, p.n = col, line, widths, kept
}
