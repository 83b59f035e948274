package lanes

import (
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/report/plot"
)

// Paint is what the colours of a picture mean: a class of each job, and of each class
// its words and its tone.
type Paint struct {
	Of      string // "waited"
	Classes []uint8
	Words   []string
	Tones   []plot.LaneTone // nil: as long waits are drawn
}

// waits are the classes of waits in seconds, from one bound to the next.
var waits = [...]struct {
	below int64
	words string
}{{60, "under a minute"}, {3600, "up to 1 h"}, {6 * 3600, "up to 6 h"}, {job.Day, "up to a day"}, {1 << 62, "longer"}}

// WaitClass is the class of a job's wait.
func (l *Layout) WaitClass(j int) int {
	w, c := l.Starts[j]-l.Trace.Submit[j], 0
	for w >= waits[c].below {
		c++
	}
	return c
}

// Waited has the jobs by how long they wait.
func (l *Layout) Waited() *Paint {
	p := &Paint{Of: "waited", Classes: make([]uint8, l.Trace.Len())}
	for _, w := range waits {
		p.Words = append(p.Words, w.words)
	}
	for _, j := range l.order { // of others nobody knows, and nothing is drawn
		p.Classes[j] = uint8(l.WaitClass(int(j)))
	}
	return p
}

// Drawn as rectangles are at most so many parts of jobs; of more a picture has
// cells, so many to a row and so many rows.
const (
	maxBoxes = 1500
	columns  = 420
	rows     = 160
)

// Picture is the chart of the schedule between two instants, with the jobs' numbers
// where there is room.
func (l *Layout) Picture(from, to int64, unknown int64, by *Paint) *plot.Lanes {
	t := l.Trace
	f := &plot.Lanes{From: 0, To: float64(to - from), Procs: float64(t.Procs), Rows: float64(l.Rows), Of: by.Of, Classes: by.Words,
		Tones: by.Tones}
	n := 0
	l.during(from, to, func(j int32) { n += len(l.Spans(int(j))) })
	if n <= maxBoxes {
		l.during(from, to, func(j int32) { l.boxes(f, int(j), from, to, by) })
	} else {
		f.Columns, f.Cells = columns, l.cells(Window{from, to, 0, l.Rows, columns, int(min(rows, l.Rows))}, by)
	}
	for _, x := range l.Out {
		for _, s := range x.Rows {
			if x.From < to && x.To > from {
				f.Out = append(f.Out, plot.LaneBox{Start: float64(max(x.From, from) - from), End: float64(min(x.To, to) - from),
					Low: float64(s.From), High: float64(s.To)})
			}
		}
	}
	f.Queue, f.Busy = extremes(Queue(t, l.Starts, unknown), from, to), extremes(Busy(t, l.Starts, unknown), from, to)
	return f
}

func (l *Layout) boxes(f *plot.Lanes, j int, from, to int64, by *Paint) {
	name := strconv.Itoa(j + 1)
	if l.Trace.ID != nil {
		name = strconv.FormatInt(l.Trace.ID[j], 10)
	}
	for _, s := range l.Spans(j) {
		f.Boxes = append(f.Boxes, plot.LaneBox{
			Start: float64(max(l.Starts[j], from) - from), End: float64(min(l.end(int32(j)), to) - from),
			Low: float64(s.From), High: float64(s.To), Class: int(by.Classes[j]), Name: name,
		})
	}
}

func (l *Layout) cells(w Window, by *Paint) []uint8 {
	colours, pixels := make([]uint32, l.Trace.Len()), make([]uint32, w.Width*w.Height)
	for _, j := range l.order {
		colours[j] = uint32(by.Classes[j]) + 1
	}
	l.Draw(w, colours, 0, pixels)
	cells := make([]uint8, len(pixels))
	for i, c := range pixels {
		cells[i] = uint8(c)
	}
	return cells
}

func extremes(s *Series, from, to int64) (x plot.LaneSeries) {
	least, most := make([]int64, columns), make([]int64, columns)
	s.Columns(from, to, least, most)
	for i := range least {
		x.Least, x.Most = append(x.Least, float64(least[i])), append(x.Most, float64(most[i]))
	}
	return x
}
