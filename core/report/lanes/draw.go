package lanes

// Window is a part of the picture and the pixels it is drawn on.
type Window struct {
	From, To      int64 // instants, From < To
	Top, Bottom   int64 // rows, Top < Bottom
	Width, Height int   // pixels
}

// Draw paints a window, row by row from the top: a pixel has the colour of the job
// that holds the row in its middle at the instant in its middle, else that of idle.
// So a colour has the share of the pixels that it has of the machine's time, however
// many jobs there are. colours are by job; pixels are at least Width times Height.
func (l *Layout) Draw(w Window, colours []uint32, idle uint32, pixels []uint32) {
	pixels = pixels[:w.Width*w.Height]
	if idle == 0 {
		clear(pixels)
	} else {
		for i := range pixels {
			pixels[i] = idle
		}
	}
	if w.From >= w.To || w.Top >= w.Bottom || w.Width <= 0 || w.Height <= 0 {
		return
	}
	x, y := w.across(), w.down()
	// Of the jobs that start between the middles of two columns those are drawn that
	// still run at the second: of a log of years few.
	i := 0
	for column := range w.Width {
		bound := x.bound(column)
		for i < len(l.order) && l.Starts[l.order[i]] < bound {
			if i%block == 0 && l.ends[i/block] < bound && i+block <= len(l.order) && l.Starts[l.order[i+block-1]] < bound {
				i += block
				continue
			}
			if end := l.end(l.order[i]); end >= bound {
				l.fill(int(l.order[i]), column, x.pixel(end), y, w.Width, colours, pixels)
			}
			i++
		}
	}
}

// fill paints a job from a column to another, that one excluded.
func (l *Layout) fill(j, left, right int, y axis, width int, colours, pixels []uint32) {
	colour := colours[j]
	for _, s := range l.spans[l.first[j]:l.first[j+1]] {
		// y.pixel, which is not inlined
		top, bottom := float64(int64(s.From)-y.from)*y.scale-0.5, float64(int64(s.To)-y.from)*y.scale-0.5
		row, last := int(max(top, 0)), int(max(bottom, 0))
		if float64(row) < top {
			row++
		}
		if float64(last) < bottom {
			last++
		}
		if last = min(last, y.n); row >= last {
			continue
		}
		line := pixels[row*width+left : row*width+right]
		for i := range line {
			line[i] = colour
		}
		for row++; row < last; row++ {
			copy(pixels[row*width+left:], line)
		}
	}
}

func (w Window) across() axis {
	return axis{w.From, float64(w.Width) / float64(w.To-w.From), w.Width}
}
func (w Window) down() axis {
	return axis{w.Top, float64(w.Height) / float64(w.Bottom-w.Top), w.Height}
}

// Box is the pixels of rows from an instant to another, as Draw has them: from left
// and top to right and bottom, these excluded.
func (w Window) Box(from, to int64, rows Span) (left, top, right, bottom int) {
	x, y := w.across(), w.down()
	return x.pixel(from), y.pixel(int64(rows.From)), x.pixel(to), y.pixel(int64(rows.To))
}

// axis leads from instants or rows to pixels.
type axis struct {
	from  int64
	scale float64
	n     int
}

// pixel is the first whose middle is not before v; n if there is none.
func (a axis) pixel(v int64) int {
	p := float64(v-a.from)*a.scale - 0.5
	switch {
	case p <= 0:
		return 0
	case p >= float64(a.n):
		return a.n
	}
	i := int(p)
	if float64(i) < p {
		i++
	}
	return i
}

// bound is the first instant after the middle of a pixel, as pixel has it: what starts
// before and ends then or later has the pixel.
func (a axis) bound(pixel int) int64 {
	v := a.from + int64((float64(pixel)+0.5)/a.scale)
	for a.pixel(v) > pixel {
		v--
	}
	for a.pixel(v) <= pixel {
		v++
	}
	return v
}

// Point is the instant and the row in the middle of a pixel.
func (w Window) Point(x, y int) (instant int64, row int32) {
	instant = w.From + int64((float64(x)+0.5)/float64(w.Width)*float64(w.To-w.From))
	row = int32(w.Top + int64((float64(y)+0.5)/float64(w.Height)*float64(w.Bottom-w.Top)))
	return instant, row
}
