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
	for i := range pixels {
		pixels[i] = idle
	}
	if w.From >= w.To || w.Top >= w.Bottom || w.Width <= 0 || w.Height <= 0 {
		return
	}
	x, y := w.across(), w.down()
	l.during(w.From, w.To, func(j int32) {
		left, right := x.pixel(l.Starts[j]), x.pixel(l.end(j))
		if left == right {
			return
		}
		colour := colours[j]
		for _, s := range l.spans[l.first[j]:l.first[j+1]] {
			for row, last := y.pixel(int64(s.From)), y.pixel(int64(s.To)); row < last; row++ {
				line := pixels[row*w.Width+left : row*w.Width+right]
				for i := range line {
					line[i] = colour
				}
			}
		}
	})
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

// Point is the instant and the row in the middle of a pixel.
func (w Window) Point(x, y int) (instant int64, row int32) {
	instant = w.From + int64((float64(x)+0.5)/float64(w.Width)*float64(w.To-w.From))
	row = int32(w.Top + int64((float64(y)+0.5)/float64(w.Height)*float64(w.Bottom-w.Top)))
	return instant, row
}
