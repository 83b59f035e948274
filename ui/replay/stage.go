package replay

import (
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/lanes"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

// Pixels are places in the palette.
const (
	paper  = iota
	idle   // processors that nobody has
	strong // the least of a series in a column
	pale   // between that and the most
	mark   // who is chosen
	outer  // of the map, beyond the stretch in sight
	// What the scheduler sees at an instant: see projection.
	line     // of the instant
	promise  // of the shadow time, the head's place, the extra processors
	running  // as long as requested
	fronted  // likewise, started there from the front
	slipped  // or backfilled
	reserved // for those that wait, where each is promised a place
	waited   // and further classes, of waits or what else is painted
)

var palette = []lab.Tone{
	paper: {Name: "--paper"}, idle: {Name: "--rule", Strength: 0.35}, strong: {Name: "--accent", Strength: 0.75},
	pale: {Name: "--accent", Strength: 0.45},
	mark: {Name: "--time", Strength: 1}, outer: {Name: "--ink-soft", Strength: 0.35},
	line: {Name: "--ink", Strength: 1}, promise: {Name: "--accent", Strength: 1}, running: {Name: "--ink", Strength: 0.28},
	fronted: {Name: "--ink", Strength: 0.5},
	slipped: {Name: "--accent", Strength: 0.85}, reserved: {Name: "--accent", Strength: 0.12},
	waited: {Name: "--accent", Strength: 0.22}, waited + 1: {Name: "--accent", Strength: 0.4},
	waited + 2: {Name: "--accent", Strength: 0.58},
	waited + 3: {Name: "--accent", Strength: 0.78}, waited + 4: {Name: "--accent", Strength: 1},
}

// Ids of the canvases.
const (
	canvasID = "replay-canvas"
	mapID    = "replay-map"
)

// Heights in pixels: of the schedule, a series, what is between them, the map.
const (
	tall, low = 340, 220 // on a wide page, on a narrow one
	seriesOf  = 44
	between   = 10
	mapHeight = 30
)

// stage is the picture: canvases that are painted anew for each frame.
type stage struct {
	v           *View
	due         bool // a frame is asked for
	width       int
	pixels, all []uint32
	jobs        []uint32 // of the schedule's pixels, from 1
	least, most []int64
	greatest    int64       // jobs that wait at a time, in the stretch in sight
	expects     *projection // nil: no instant is looked at
}

// soon draws the picture with the next frame, however many gestures come until then.
func (v *View) soon() {
	s := &v.stage
	if s.due {
		return
	}
	s.due = true
	v.Lab.Browser.Animate(func(float64) bool {
		s.due = false
		if !v.Unknown() {
			s.draw()
		}
		return false
	})
}

// height is that of the schedule.
func (s *stage) height() int {
	if s.width < 600 {
		return low
	}
	return tall
}

// draw paints schedule, series and map, and says what is seen.
func (s *stage) draw() {
	v, b := s.v, s.v.Lab.Browser
	s.width = max(240, b.Width())
	s.reserve()
	b.Draw(hostPicture, `<canvas id="`+mapID+`" data-stage aria-hidden="true" class="replay-map"></canvas>`+
		`<canvas id="`+canvasID+
		`" data-stage tabindex="0" role="img" aria-label="The schedule: time across, processors down; jobs waiting and processors busy beneath. Arrows move, plus and minus zoom, Home shows all. Comma and full stop step to the previous and the next decision of the scheduler, brackets to the previous and the next event, space plays decisions; what it saw is said below. Jobs are found by their number below." class="replay-canvas"></canvas>`)
	from, to := v.scene.window(v.at)
	s.paint(from, to)
	paint := v.paint(v.side())
	b.Paint(canvasID, s.width, len(s.pixels)/s.width, s.pixels, paint.palette)
	s.paintMap()
	b.Paint(mapID, s.width, mapHeight, s.all, palette)
	b.Draw(hostTitle, `<p class="replay-heading"><b>`+lab.Esc(numeral.Capital(v.scene.under(v.side())))+` at most `+
		numeral.Count(s.greatest)+numeral.Plural(int(s.greatest), " job waits", " jobs wait")+` at a time</b> <span>`+
		lab.Esc(why.Clock(v.scene.trace, from)+" to "+why.Clock(v.scene.trace, to)+". "+v.scene.placed(v.side()))+`</span></p>`)
	b.Draw(hostAxis, s.axis(from, to, paint))
	marks := ""
	if s.expects != nil {
		marks = s.marks(s.expects, from, to)
	}
	b.Draw(hostMarks, marks)
	v.other.draw(from, to)
}

func (s *stage) reserve() {
	if n := s.width * (s.height() + 2*(between+seriesOf)); len(s.pixels) != n {
		s.pixels, s.jobs, s.all = make([]uint32, n), make([]uint32, s.width*s.height()), make([]uint32, s.width*mapHeight)
		s.least, s.most = make([]int64, s.width), make([]int64, s.width)
	}
}

// paint paints the stretch in sight: the schedule, then who waits and what is busy.
func (s *stage) paint(from, to int64) {
	v := s.v
	x, side := v.scene, v.side()
	layout := x.layout(side)
	h := s.height()
	clear(s.pixels[s.width*h:])
	layout.Draw(s.view(from, to), x.jobs, 0, s.jobs)
	s.colour(v.paint(side).Classes, uint32(v.chosen()+1))
	x.queue[side].Columns(from, to, s.least, s.most)
	s.greatest = 0
	for _, n := range s.most {
		s.greatest = max(s.greatest, n)
	}
	s.band(s.pixels[s.width*(h+between):], seriesOf, s.greatest, func(int) (uint32, uint32) { return strong, pale })
	x.busy[side].Columns(from, to, s.least, s.most)
	s.band(s.pixels[s.width*(h+2*between+seriesOf):], seriesOf, x.trace.Procs, func(int) (uint32, uint32) { return strong, pale })
	s.expects = nil
	if v.at.at != none && v.instant.seen != nil {
		s.expects = v.instant.projection()
		s.expect(s.expects, from, to)
	}
}

// chosen is the job that is marked, why.None where there is none.
func (v *View) chosen() int {
	if v.at.job == none {
		return why.None
	}
	j, err := why.Find(v.scene.trace, v.at.job)
	if err != nil {
		return why.None
	}
	return j
}

// roomy is from how many pixels on a job is set apart from the one before it.
const roomy = 4

// colour gives the jobs of the picture their colours, and an edge at the left and at the
// top of those with room for one.
func (s *stage) colour(classes []uint8, chosen uint32) {
	jobs, w := s.jobs, s.width
	for from := 0; from < len(jobs); from += w {
		line, above := jobs[from:from+w], jobs[max(0, from-w):from-min(w, from)+w]
		high := from+roomy*w < len(jobs)
		out := s.pixels[from : from+w]
		if from >= 2*w && slices.Equal(line, above) && slices.Equal(above, jobs[from-2*w:from-w]) {
			copy(out, s.pixels[from-w:from]) // neither has an edge at its top
			continue
		}
		last, colour := uint32(0), uint32(idle)
		for x, j := range line {
			c := colour
			if j != last {
				last = j
				switch j {
				case 0:
					colour = idle
				case chosen:
					colour = mark
				default:
					colour = waited + uint32(classes[j-1])
				}
				if c = colour; j != 0 && x > 0 && x+roomy < w && line[x+1] == j && line[x+roomy] == j {
					c = paper
				}
			}
			if above[x] != j && high && j != 0 && jobs[from+x+w] == j && jobs[from+x+roomy*w] == j {
				c = paper
			}
			out[x] = c
		}
	}
}

// paintMap paints what is busy at all times, and where the stretch in sight is.
func (s *stage) paintMap() {
	x := s.v.scene
	from, to := x.window(s.v.at)
	x.busy[s.v.side()].Columns(x.first, x.last, s.least, s.most)
	clear(s.all)
	scale := float64(s.width) / float64(x.last-x.first)
	left, right := int(float64(from-x.first)*scale), int(float64(to-x.first)*scale)
	s.band(s.all, mapHeight, x.trace.Procs, func(i int) (uint32, uint32) {
		if left <= i && i <= right {
			return strong, pale
		}
		return outer, outer
	})
}

// band paints a series' extremes, column by column.
func (s *stage) band(pixels []uint32, height int, most int64, colours func(i int) (inner, outer uint32)) {
	of := func(n int64) int { return int(min(max(n, 0), most) * int64(height) / max(most, 1)) }
	for i := range s.width {
		inner, outer := colours(i)
		low, high := of(s.least[i]), of(s.most[i])
		for y := range high {
			c := inner
			if y >= low {
				c = outer
			}
			pixels[(height-1-y)*s.width+i] = c
		}
	}
}

// axis are the ticks below the picture, and what its colours mean.
func (s *stage) axis(from, to int64, paint *painting) string {
	html := `<p class="replay-ticks">`
	for _, t := range plot.TicksWithin(0, float64(to-from), max(2, min(8, s.width/90)), plot.Seconds) {
		if share := t.At / float64(to-from); share <= 0.97 {
			html += `<span style="left:` + strconv.FormatFloat(100*share, 'f', 2, 64) + `%">` + lab.Esc(t.Label) + `</span>`
		}
	}
	html += `</p><p class="replay-key">beneath: jobs that wait, up to ` + numeral.Count(s.greatest) + `; processors busy, of ` +
		numeral.Count(s.v.scene.trace.Procs) + `. ` + paint.key()
	if s.expects != nil && s.expects.now <= to {
		html += `<br>Right of the line, as the scheduler expects:` + s.expects.key()
	}
	return html + `</p>`
}

// Gesture moves about in the picture.
func (v *View) Gesture(g lab.Gesture) {
	if v.Unknown() {
		return
	}
	if g.On == otherID {
		v.other.gesture(g)
		return
	}
	x := v.scene
	from, to := x.window(v.at)
	span := to - from
	if g.On == mapID {
		if g.Kind == lab.Press || g.Kind == lab.Pan {
			v.look(around(x.first+int64(g.X*float64(x.last-x.first)), span))
		}
		return
	}
	switch g.Kind {
	case lab.Point:
		v.Lab.Browser.Draw(hostReading, v.reading(g))
	case lab.Leave:
		v.Lab.Browser.Draw(hostReading, "")
	case lab.Press:
		switch j, ok := v.under(g); {
		case ok:
			v.tell(j)
		case v.at.at != none || g.Y*float64(len(v.stage.pixels)) > float64(v.stage.width*v.stage.height()):
			v.instant.fits = v.at.from == v.at.to
			v.instant.plays = false
			v.instant.look(from + int64(g.X*float64(span)))
		}
	case lab.Open:
		if j, ok := v.under(g); ok {
			v.choose(j)
		}
	case lab.Pan:
		by := int64(g.By * float64(span))
		v.look(from-by, to-by)
	case lab.Zoom:
		at := from + int64(g.X*float64(span))
		wide := max(int64(float64(span)*g.By), least)
		v.look(at-int64(g.X*float64(wide)), at-int64(g.X*float64(wide))+wide)
	case lab.Key:
		if how, ok := steps[g.Key]; ok {
			v.instant.step(how)
			return
		}
		v.move(map[string]string{"ArrowLeft": "left", "ArrowRight": "right", "+": "in", "=": "in", "-": "out", "Home": "all"}[g.Key])
	}
}

// steps are what keys ask of the instant.
var steps = map[string]string{"[": "event-back", "]": "event-on", ",": "back", ".": "on", " ": "play"}

// under is the job at a place of the picture.
func (v *View) under(g lab.Gesture) (j int, ok bool) {
	s := &v.stage
	if s.width == 0 {
		return 0, false
	}
	h := s.height()
	y := int(g.Y * float64(len(s.pixels)/s.width))
	if y < 0 || y >= h || g.X < 0 || g.X >= 1 {
		return 0, false
	}
	from, to := v.scene.window(v.at)
	return v.scene.layout(v.side()).At(s.view(from, to).Point(int(g.X*float64(s.width)), y))
}

// reading says which job is at a place.
func (v *View) reading(g lab.Gesture) string {
	j, ok := v.under(g)
	if !ok {
		return ""
	}
	return v.aboutJob(j)
}

// aboutJob says what a job asks for and how long it waits.
func (v *View) aboutJob(j int) string {
	t := v.scene.trace
	html := `<p class="replay-reading">Job ` + v.scene.number(j) + `: ` + numeral.Count(int64(t.Size[j])) + numeral.Plural(int(t.Size[j]),
		" processor", " processors") +
		`, waited ` + lab.Esc(v.scene.waitWords(v.side(), j))
	if other := 1 - v.side(); len(v.scene.starts) > 1 {
		html += ` (` + lab.Esc(v.scene.under(other)+` `+v.scene.waitWords(other, j)) + `)`
	}
	return html + `, ran ` + lab.Esc(numeral.Duration(float64(t.Run[j]))) + ` of ` + lab.Esc(numeral.Duration(float64(t.Request[j]))) +
		` asked for; press for why</p>`
}

// view is the stretch of time on the pixels of the schedule.
func (s *stage) view(from, to int64) lanes.Window {
	return lanes.Window{From: from, To: to, Bottom: s.v.scene.layout(s.v.side()).Rows, Width: s.width, Height: s.height()}
}
