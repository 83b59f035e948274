package replay

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
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
	canvasID = "replay-canvas"       // of the question's schedule
	otherID  = "replay-other-canvas" // of the one beside it, which stands above
	mapID    = "replay-map"
)

// pictures are the canvases and hosts of the schedules, by side.
var pictures = [...]struct{ canvas, title, picture, marks, scale, axis string }{
	{canvasID, hostTitle, hostPicture, hostMarks, "replay-scale", hostAxis},
	{otherID, "replay-other-title", "replay-other-picture", "replay-other-marks", "replay-other-scale", "replay-other-axis"},
}

// frame are the parts of the page that a side is drawn into.
func frame(side int) lab.Part {
	p := pictures[side]
	canvas := lab.Group{Tag: "div", ID: "replay-stage-" + strconv.Itoa(side), Class: "replay-stage",
		Of: []lab.Part{lab.Hosts(p.picture, p.marks, p.scale)}}
	return lab.Group{Tag: "div", Class: "replay-frame", Of: []lab.Part{lab.Host{Name: p.title}, canvas, lab.Host{Name: p.axis}}}
}

// Heights in pixels: of the schedule, the series, what is between them.
const (
	tall, low = 264, 200 // on a wide page, on a narrow one
	seriesOf  = 48
	between   = 24 // with the name of the series
	scaleWide = 44 // of the axes at the left of both, as the style sheet has it
)

// A stretch of no more than this is drawn as jobs, a longer one as a density.
const longest = 14 * job.Day

// stage is the picture of a side: a canvas that is painted anew for each frame.
type stage struct {
	v           *View
	side        int
	width       int
	pixels      []uint32
	jobs        []uint32 // of the schedule's pixels, from 1
	least, most []int64
	shares      []float64
	greatest    int64       // jobs that wait at a time, in the stretch in sight
	expects     *projection // nil: no instant is looked at
}

// soon draws the pictures with the next frame, however many gestures come until then.
func (v *View) soon() {
	if v.due {
		return
	}
	v.due = true
	v.Lab.Browser.Animate(func(float64) bool {
		v.due = false
		if !v.Unknown() {
			v.drawStages()
		}
		return false
	})
}

// drawStages draws both schedules, and the map of all of it.
func (v *View) drawStages() {
	for i := range v.stages {
		v.stages[i].draw()
	}
	v.brush.draw()
}

// column is the room for pictures: beside them stands the pane where there is room for it.
func (v *View) column() int {
	w := max(240, v.Lab.Browser.Width())
	if w < beside || !v.tells {
		return w
	}
	return beforePane(w)
}

func beforePane(w int) int { return (w - gutter) * 736 / (736 + 352) }

// fit makes room for the pane where it has something to tell, and gives it to the pictures where it has not.
func (v *View) fit() {
	if !v.Unknown() && v.tells != v.telling() {
		v.drawPicture()
	}
}

// telling says that a job, a user, an instant or an area is chosen.
func (v *View) telling() bool {
	_, _, area := v.selected()
	return area || v.at.job != none || v.at.user != none || v.at.at != none
}

// toPress is said above the pictures, whatever is told: so nothing moves down where a job is pressed.
func (v *View) toPress() string {
	class := "hint"
	if !v.tells {
		class += " replay-idle"
	}
	return `<p class="` + class + `" id="replay-press">Press a job in a picture to see why it waited, or go through decisions step by step on ` +
		`<a href="?view=little" data-act="view" data-arg="little">a little machine</a>.</p>`
}

// pane is the room for a chart in it.
func (v *View) pane() int {
	w := v.Lab.Browser.Width()
	if w < beside {
		return min(w, 640) - 48
	}
	return w - gutter - beforePane(w) - 48
}

// From this width on the pane stands beside the pictures, so far from them: as the style
// sheet has it.
const (
	beside = 953
	gutter = 32
)

// dense says that the stretch in sight is drawn as a density.
func (v *View) dense() bool {
	from, to := v.scene.window(v.at)
	return to-from > longest && v.at.at == none
}

// height is that of the schedule.
func (s *stage) height() int {
	if s.width < 600 {
		return low
	}
	return tall
}

// draw paints schedule and queue, and says what is seen.
func (s *stage) draw() {
	v, b, p := s.v, s.v.Lab.Browser, pictures[s.side]
	if s.side >= len(v.scene.starts) || v.hides(s.side) {
		v.Lab.Clear(p.title, p.picture, p.marks, p.scale, p.axis)
		return
	}
	s.width = v.column() - scaleWide
	s.reserve()
	b.Draw(p.picture, `<canvas id="`+p.canvas+`" data-stage tabindex="0" role="img" aria-label="`+lab.Esc(v.scene.called(s.side))+
		`: time across, processors upwards, jobs waiting beneath. Arrows move, plus and minus zoom, Home shows all, B swaps the schedules. `+
		`Arrows with Shift select an area, Escape takes it back. Comma and full stop `+
		`step to the previous and the next decision of the scheduler, brackets to the previous and the next event, space plays `+
		`decisions. Jobs are found by their number above." class="replay-canvas"></canvas>`)
	from, to := v.scene.window(v.at)
	s.paint(from, to)
	b.Paint(p.canvas, s.width, len(s.pixels)/s.width, s.pixels, v.paint(s.side).palette)
	b.Draw(p.title, `<p class="replay-heading"><b>`+lab.Esc(v.scene.called(s.side)+`: at most `+numeral.Count(s.greatest)+
		numeral.Plural(int(s.greatest), " job waits", " jobs wait")+` at a time`)+`</b> <span>`+
		lab.Esc(why.Clock(v.scene.trace, from)+" to "+why.Clock(v.scene.trace, to)+". "+s.rows())+`</span></p>`)
	b.Draw(p.axis, s.axis(from, to))
	b.Draw(p.scale, s.scale())
	marks := v.veil(from, to)
	if s.expects != nil {
		marks += s.marks(s.expects, from, to)
	}
	if marks != "" {
		marks = `<div class="replay-marks" aria-hidden="true">` + marks + `</div>`
	}
	b.Draw(p.marks, marks)
}

// scale are the axes at the left: processors, and beneath them jobs that wait.
func (s *stage) scale() string {
	h := s.height()
	const clear = -axisName - 7 // of the topmost mark, which is often the axis' end
	html := `<div class="replay-scale" aria-hidden="true">` + scaleOf("processors", clear, 0, h, float64(s.v.scene.layout(s.side).Rows), 4)
	return html + scaleOf("jobs waiting", h+between-axisName, h+between, seriesOf, float64(s.greatest), 2) + `</div>`
}

// scaleOf are the name, so far down, and the marks of an axis that begins at 0 and is so many pixels high.
func scaleOf(name string, place, top, high int, most float64, marks int) string {
	html := `<b style="top:` + strconv.Itoa(place) + `px">` + name + `</b>`
	for _, t := range plot.TicksWithin(0, max(most, 1), marks, plot.Whole) {
		at := float64(top) + float64(high)*(1-t.At/max(most, 1))
		html += `<span style="top:` + strconv.FormatFloat(at, 'f', 1, 64) + `px">` + lab.Esc(t.Label) + `</span>`
	}
	return html
}

// axisName is how far above its axis a name stands, in pixels.
const axisName = 20

// hides says that a schedule is not in sight, as another alone is.
func (v *View) hides(side int) bool {
	return v.at.only != none && len(v.scene.starts) > 1 && side != v.at.only
}

// alone has one schedule in sight, in the place of the other; none: both.
func (v *View) alone(side string) {
	was := v.side()
	if len(v.scene.starts) < 2 || v.at.settings().Find("only").Set(side) != nil {
		return
	}
	if v.at.side = v.side(); v.at.side != was {
		v.retell()
	}
	v.drawPicture()
	v.area.draw()
	v.Lab.Rest() // the address has what is in sight
}

// swap has the other schedule in sight.
func (v *View) swap() {
	other := 1
	if v.at.only == 1 {
		other = 0
	}
	v.alone(strconv.Itoa(other))
}

// rows says what is drawn above one another.
func (s *stage) rows() string {
	switch v := s.v; {
	case v.dense():
		return "Busy processors on average, of " + numeral.Count(v.scene.trace.Procs) + "."
	case s.side == 0 && len(v.scene.starts) > 1:
		return "The same jobs."
	}
	return placedWords + s.outs()
}

// placedWords say what the rows of a picture of jobs are.
const placedWords = "Rows are only for drawing; which processor a job used is not known."

func (s *stage) reserve() {
	if n := s.width * (s.height() + between + seriesOf); len(s.pixels) != n {
		s.pixels, s.jobs = make([]uint32, n), make([]uint32, s.width*s.height())
		s.least, s.most = make([]int64, s.width), make([]int64, s.width)
	}
}

// paint paints the stretch in sight: the schedule, then who waits.
func (s *stage) paint(from, to int64) {
	v := s.v
	x, h := v.scene, s.height()
	layout, paint := x.layout(s.side), v.paint(s.side)
	clear(s.pixels[s.width*h:])
	if v.dense() {
		n := len(paint.Words)
		if m := bars(s.width) * n; len(s.shares) != m {
			s.shares = make([]float64, m)
		}
		layout.Density(from, to, paint.Classes, n, s.shares)
		stack(s.pixels[:s.width*h], s.width, s.shares, waited, layout.Rows)
		s.point(from, to)
	} else {
		layout.Draw(s.view(from, to), x.jobs, 0, s.jobs)
		s.colour(paint.Classes, uint32(v.chosen()+1))
	}
	x.queue[s.side].Columns(from, to, s.least, s.most)
	s.greatest = 0
	for _, n := range s.most {
		s.greatest = max(s.greatest, n)
	}
	s.band(s.pixels[s.width*(h+between):], seriesOf, s.greatest)
	s.expects = nil
	if s.side == v.side() && v.at.at != none && v.instant.seen != nil {
		s.expects = v.instant.projection()
		s.expect(s.expects, from, to)
	}
	if !v.dense() {
		for _, x := range layout.Out {
			for _, span := range x.Rows {
				s.hatch(s.view(from, to), max(x.From, from), min(x.To, to), span, line)
			}
		}
	}
}

// outs say what is hatched without an instant.
func (s *stage) outs() string {
	if s.v.dense() || len(s.v.scene.layout(s.side).Out) == 0 {
		return ""
	}
	return " Hatched: processors that are out."
}

// bar is how wide a column of a density is, in pixels; bars are how many there are.
const bar = 3

func bars(width int) int { return (width + bar - 1) / bar }

// stack paints the classes of a density one on another, the first lowest, in tones from
// one on.
func stack(pixels []uint32, width int, shares []float64, tone uint32, most int64) {
	height, n := len(pixels)/width, len(shares)/bars(width)
	for i := range pixels {
		pixels[i] = idle
	}
	for x := range width {
		held, y := 0.0, height
		for c, share := range shares[x/bar*n : (x/bar+1)*n] {
			held += share
			for top := height - int(held*float64(height)/float64(most)+0.5); y > max(top, 0); y-- {
				pixels[(y-1)*width+x] = tone + uint32(c)
			}
		}
	}
}

// least sizes of a mark of the chosen job in a density.
const (
	markWide = 3
	markHigh = 12
)

// point marks where the chosen job runs in a density, as high as it is wide.
func (s *stage) point(from, to int64) {
	j, x := s.v.chosen(), s.v.scene
	if j == why.None || x.starts[s.side][j] == why.Unknown {
		return
	}
	start := x.starts[s.side][j]
	if end := start + x.trace.Run[j]; end >= from && start <= to {
		left, _, right, _ := s.view(from, to).Box(start, end, lanes.Span{})
		h := s.height()
		high := min(h, max(markHigh, int(int64(x.trace.Size[j])*int64(h)/x.layout(s.side).Rows)))
		left = min(left, s.width-markWide)
		s.box(left, h-high, max(right, left+markWide), h, mark)
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

// band paints a series' extremes, column by column.
func (s *stage) band(pixels []uint32, height int, most int64) {
	of := func(n int64) int { return int(min(max(n, 0), most) * int64(height) / max(most, 1)) }
	for i := range s.width {
		low, high := of(s.least[i]), of(s.most[i])
		for y := range high {
			c := uint32(strong)
			if y >= low {
				c = pale
			}
			pixels[(height-1-y)*s.width+i] = c
		}
	}
}

// axis is what stands below the picture: how long the chosen job waits, and the time.
func (s *stage) axis(from, to int64) string {
	return s.waits(from, to) + ticks(s.v.scene, from, to, s.width)
}

// waits is the bar of the chosen job's wait. It has its place where there is none, so that
// nothing moves.
func (s *stage) waits(from, to int64) string {
	x, j := s.v.scene, s.v.chosen()
	html := `<div class="replay-wait">`
	if j != why.None && x.starts[s.side][j] != why.Unknown {
		came, start := x.trace.Submit[j], x.starts[s.side][j]
		share := func(at int64) float64 { return 100 * float64(min(max(at, from), to)-from) / float64(to-from) }
		if start >= from && came <= to {
			left, right := share(came), share(start)
			side := "left"
			at := left
			if left > 60 {
				side, at = "right", 100-right
			}
			number := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
			html += `<i style="left:` + number(left) + `%;width:` + number(right-left) + `%"></i><span style="` + side + `:` + number(at) +
				`%">` + lab.Esc("job "+x.number(j)+" waits "+x.waitWords(s.side, j)) + `</span>`
		}
	}
	return html + `</div>`
}

// Gesture moves about in the pictures.
func (v *View) Gesture(g lab.Gesture) {
	switch {
	case v.Unknown():
	case g.On == mapID:
		v.brush.gesture(g)
	case g.On == otherID && len(v.scene.starts) > 1:
		v.stages[1].gesture(g)
	case g.On == canvasID:
		v.stages[0].gesture(g)
	}
}

// pressed is how much is looked at around a place that is pressed in a density.
const pressed = 8 * job.Day

func (s *stage) gesture(g lab.Gesture) {
	v := s.v
	from, to := v.scene.window(v.at)
	span := to - from
	at := from + int64(g.X*float64(span))
	j, ok := s.under(g)
	switch g.Kind {
	case lab.Point:
		v.Lab.Browser.Draw(hostReading, s.reading(g))
	case lab.Leave:
		v.Lab.Browser.Draw(hostReading, "")
	case lab.Press:
		switch {
		case ok:
			v.tell(j)
		case v.dense():
			v.look(around(at, pressed))
		case v.at.at != none || g.Y*float64(len(s.pixels)) > float64(s.width*s.height()):
			v.turn(s.side)
			v.instant.fits = v.at.from == v.at.to
			v.instant.plays = false
			v.instant.look(at)
		}
	case lab.Open:
		if ok {
			v.choose(j)
		}
	case lab.Pan:
		if g.Mouse {
			v.selects(from+int64(g.From*float64(span)), at)
			return
		}
		by := int64(g.By * float64(span))
		v.look(from-by, to-by)
	case lab.Drop:
		if _, _, ok := v.selected(); ok {
			v.turn(s.side)
			v.settle()
		}
	case lab.Zoom:
		wide := max(int64(float64(span)*g.By), least)
		v.look(at-int64(g.X*float64(wide)), at-int64(g.X*float64(wide))+wide)
	case lab.Key:
		v.key(g.Key)
	}
}

// key does what a key asks for on a picture, or on the map.
func (v *View) key(key string) {
	if how, ok := steps[key]; ok {
		v.instant.step(how)
		return
	}
	switch key {
	case "b":
		v.swap()
		return
	case lab.Shifted + "ArrowLeft":
		v.reach(-1)
		return
	case lab.Shifted + "ArrowRight":
		v.reach(1)
		return
	}
	v.move(map[string]string{"ArrowLeft": "left", "ArrowRight": "right", "+": "in", "=": "in", "-": "out", "Home": "all"}[key])
}

// steps are what keys ask of the instant.
var steps = map[string]string{"[": "event-back", "]": "event-on", ",": "back", ".": "on", " ": "play"}

// under is the job at a place of the picture.
func (s *stage) under(g lab.Gesture) (j int, ok bool) {
	v := s.v
	if s.width == 0 || v.dense() {
		return 0, false
	}
	y := int(g.Y * float64(len(s.pixels)/s.width))
	if y < 0 || y >= s.height() || g.X < 0 || g.X >= 1 {
		return 0, false
	}
	from, to := v.scene.window(v.at)
	return v.scene.layout(s.side).At(s.view(from, to).Point(int(g.X*float64(s.width)), y))
}

// reading says which job is at a place, of a density how busy the machine is then.
func (s *stage) reading(g lab.Gesture) string {
	if s.v.dense() {
		return s.busy(g)
	}
	j, ok := s.under(g)
	if !ok {
		return ""
	}
	return s.aboutJob(j)
}

// busy says what a column of a density is.
func (s *stage) busy(g lab.Gesture) string {
	v, paint := s.v, s.v.paint(s.side)
	n := len(paint.Words)
	x := int(g.X*float64(s.width)) / bar
	if g.X < 0 || x >= bars(s.width) || len(s.shares) != bars(s.width)*n {
		return ""
	}
	from, to := v.scene.window(v.at)
	all := 0.0
	var words []string
	for c, share := range s.shares[x*n : (x+1)*n] {
		if all += share; share >= 0.5 {
			words = append(words, numeral.Count(int(share+0.5))+" "+paint.Words[c])
		}
	}
	text := why.Clock(v.scene.trace, from+int64(g.X*float64(to-from))) + ": " + numeral.Count(int(all+0.5)) + " of " +
		numeral.Count(v.scene.trace.Procs) + " processors busy"
	if len(words) > 0 {
		text += "; " + paint.Of + " " + strings.Join(words, ", ")
	}
	return `<p class="replay-reading">` + lab.Esc(text) + `; press for the jobs</p>`
}

// aboutJob says what a job asks for and how long it waits.
func (s *stage) aboutJob(j int) string {
	x := s.v.scene
	t := x.trace
	html := `<p class="replay-reading">Job ` + x.number(j) + `: ` + processors(int64(t.Size[j])) + `, waited ` +
		lab.Esc(x.waitWords(s.side, j)+" "+x.under(s.side))
	if other := 1 - s.side; len(x.starts) > 1 {
		html += ` (` + lab.Esc(x.under(other)+` `+x.waitWords(other, j)) + `)`
	}
	html += `, ran ` + lab.Esc(numeral.Duration(float64(t.Run[j])))
	if t.Asked(j) {
		html += ` of ` + lab.Esc(numeral.Duration(float64(t.Request[j]))) + ` asked for`
	}
	return html + `; press for why</p>`
}

// view is the stretch of time on the pixels of the schedule.
func (s *stage) view(from, to int64) lanes.Window {
	return lanes.Window{From: from, To: to, Bottom: s.v.scene.layout(s.side).Rows, Width: s.width, Height: s.height()}
}
