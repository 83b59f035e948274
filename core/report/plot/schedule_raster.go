package plot

import (
	"math"
)

// A raster parts the chart into cells and adds up what every one of them holds.
type raster struct {
	p                 *schedulePlan
	cell              float64
	columns           int
	at                Scale     // columns
	busy, awake, over []float64 // parts of cells
	best              []float64 // the largest part of one job
	who               []int32   // that job
}

func (p *schedulePlan) cells(cell float64) *raster {
	last := &p.bands[len(p.bands)-1]
	r := &raster{p: p, cell: cell, columns: max(1, int((p.xs.To-p.xs.From)/cell))}
	r.at = Scale{Lo: p.xs.Lo, Hi: p.xs.Hi, From: 0, To: float64(r.columns)}
	n := r.columns * (last.first + last.rows)
	r.busy, r.awake, r.over, r.best, r.who = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n),
		make([]int32, n)
	return r
}

// add goes through the cells of some cores and some time, and tells what part of
// each they are.
func (r *raster) add(from, to int, start, end float64, do func(cell int, part float64)) {
	x0, x1 := r.at.At(start), r.at.At(end)
	b := &r.p.bands[firstOf(len(r.p.bands), func(i int) bool { return r.p.bands[i].to > from })]
	scale := float64(b.rows) / float64(b.to-b.from)
	y0, y1 := float64(from-b.from)*scale, float64(min(to, b.to)-b.from)*scale
	for i := int(y0); i < b.rows && float64(i) < y1; i++ {
		high := math.Min(y1, float64(i+1)) - math.Max(y0, float64(i))
		for k := int(x0); k < r.columns && float64(k) < x1; k++ {
			do((b.first+i)*r.columns+k, high*(math.Min(x1, float64(k+1))-math.Max(x0, float64(k))))
		}
	}
}

func (r *raster) fill(f *Schedule) {
	p := r.p
	for i := range p.parts {
		q := &p.parts[i]
		j := &f.Jobs[q.job]
		r.add(int(q.from), int(q.to), j.Start, j.End, func(cell int, part float64) {
			if r.busy[cell] += part; part > r.best[cell] {
				r.best[cell], r.who[cell] = part, q.job
			}
		})
	}
	for _, a := range p.awake {
		from, to := p.of.coresOf(int(a.processor))
		r.add(from, to, a.from, a.to, func(cell int, part float64) { r.awake[cell] += part })
	}
	for _, o := range f.Over {
		if from, to := p.of.coresOf(o.Processor); len(f.Over) > pieces && from < to && o.From < o.To {
			r.add(from, to, o.From, o.To, func(cell int, part float64) { r.over[cell] += part })
		}
	}
}

// levels are so many steps of how much of a cell is busy.
const levels = 4

// class is what a cell is drawn as: tone and level, -1 for nothing.
func (r *raster) class(f *Schedule, cell, tone int) int {
	busy := r.busy[cell]
	if busy < 0.02 {
		return -1
	}
	if f.ByJob {
		tone = r.p.tone(f, 0, int(r.who[cell]))
	}
	return tone*levels + min(max(int(math.Ceil(busy*levels-0.02)), 1), levels) - 1
}

// rasterPaths are the runs of like cells.
type rasterPaths struct {
	ground, over canvas
	classes      [][tones * levels]canvas // of each band
	runs         int
}

func (r *raster) draw(f *Schedule) *rasterPaths {
	d := &rasterPaths{classes: make([][tones * levels]canvas, len(r.p.bands))}
	for i := range r.p.bands {
		b := &r.p.bands[i]
		for row := range b.rows {
			core := b.from + (2*row+1)*(b.to-b.from)/(2*b.rows)
			tone := 0
			r.p.of.parts(core, core+1, func(_, _, _ int, speed float64) { tone = r.p.tone(f, speed, 0) })
			first, y := (b.first+row)*r.columns, b.y+float64(row)*b.row
			rows := func(class func(cell int) int, put func(class int, x, w float64)) {
				for k := 0; k < r.columns; {
					end, is := k+1, class(first+k)
					for end < r.columns && class(first+end) == is {
						end++
					}
					if is >= 0 {
						put(is, r.p.xs.From+float64(k)*r.cell, float64(end-k)*r.cell)
						d.runs++
					}
					k = end
				}
			}
			half := func(of []float64) func(int) int {
				return func(cell int) int {
					if of[cell] >= 0.5 {
						return 0
					}
					return -1
				}
			}
			rows(half(r.awake), func(_ int, x, w float64) { d.ground.square(x, y, w, b.row) })
			rows(half(r.over), func(_ int, x, w float64) { d.over.square(x, y, w, b.row) })
			rows(func(cell int) int { return r.class(f, cell, tone) }, func(class int, x, w float64) {
				d.classes[i][class].move(x, y+b.row/2).s(`h`).n(w)
			})
		}
	}
	return d
}

// raster draws many jobs or many cores, in cells as small as there may be.
func (p *schedulePlan) raster(c *canvas, f *Schedule) {
	var d *rasterPaths
	for p.cell = 2; ; p.cell += 2 {
		r := p.cells(p.cell)
		r.fill(f)
		if d = r.draw(f); d.runs <= rasterRuns || p.cell >= 16 {
			break
		}
	}
	c.s(`<g shape-rendering="crispEdges"><path class="p2"`).fill(soft).s(` fill-opacity=".18" d="`).s(string(d.ground.b)).s(`"/>`)
	for i := range d.classes {
		for k := range d.classes[i] {
			if runs := &d.classes[i][k]; len(runs.b) > 0 {
				of, strength := p.paint(f, k/levels)
				c.s(`<path fill="none" stroke-width="`).n(p.bands[i].row).s(`"`).stroke(of).s(` stroke-opacity="`).frac(strength * float64(k%levels+
					2) / (levels + 1)).s(`" d="`).s(string(runs.b)).s(`"/>`)
			}
		}
	}
	c.s("</g>\n")
	if len(f.Over) <= pieces { // where they are, not where the cells are
		p.spans(&d.over, f)
	}
	p.hatch(c, &d.over)
}
