package swf

import "shadowtime/core/job"

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
