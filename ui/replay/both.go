package replay

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/lanes"
	"shadowtime/ui/lab"
)

const (
	hostOther = "replay-other"
	otherID   = "replay-other-canvas"
)

// other is the picture of the schedule that is not in sight, on the same stretch of time
// as the one that is: both move together.
type other struct {
	stage
}

// both says whether both schedules are shown.
func (v *View) both() bool { return v.at.both && !v.Unknown() && len(v.scene.starts) > 1 }

func (o *other) window(from, to int64) lanes.Window {
	side := 1 - o.v.side()
	return lanes.Window{From: from, To: to, Bottom: o.v.scene.layout(side).Rows, Width: o.width, Height: o.height()}
}

// draw paints it as wide as the one above.
func (o *other) draw(from, to int64) {
	v, b := o.v, o.v.Lab.Browser
	if !v.both() {
		b.Draw(hostOther, "")
		return
	}
	x, side := v.scene, 1-v.side()
	o.width = v.stage.width
	if n := o.width * o.height(); len(o.pixels) != n {
		o.pixels, o.jobs = make([]uint32, n), make([]uint32, n)
		o.least, o.most = make([]int64, o.width), make([]int64, o.width)
	}
	x.layout(side).Draw(o.window(from, to), x.jobs, 0, o.jobs)
	paint := v.paint(side)
	o.colour(paint.Classes, uint32(v.chosen()+1))
	x.queue[side].Columns(from, to, o.least, o.most)
	greatest := int64(0)
	for _, n := range o.most {
		greatest = max(greatest, n)
	}
	b.Draw(hostOther, `<p class="replay-heading"><b>`+lab.Esc(numeral.Capital(x.under(side)))+` at most `+numeral.Count(greatest)+
		numeral.Plural(int(greatest), " job waits", " jobs wait")+` at a time</b> <span>The same stretch of time. `+
		lab.Esc(x.placed(side))+`</span></p><canvas id="`+otherID+
		`" data-stage tabindex="0" role="img" aria-label="The other schedule at the same time: it moves with the one above." class="replay-canvas"></canvas>`)
	b.Paint(otherID, o.width, o.height(), o.pixels, paint.palette)
}

// gesture does on it what is done on the picture above.
func (o *other) gesture(g lab.Gesture) {
	v := o.v
	if g.Kind == lab.Pan || g.Kind == lab.Zoom || g.Kind == lab.Key || !v.both() || o.width == 0 {
		g.On = canvasID
		v.Gesture(g)
		return
	}
	j, ok := 0, g.X >= 0 && g.X < 1 && g.Y >= 0 && g.Y < 1
	if ok {
		from, to := v.scene.window(v.at)
		j, ok = v.scene.layout(1 - v.side()).At(o.window(from, to).Point(int(g.X*float64(o.width)), int(g.Y*float64(o.height()))))
	}
	switch {
	case g.Kind == lab.Point && ok:
		v.Lab.Browser.Draw(hostReading, v.aboutJob(j))
	case g.Kind == lab.Point || g.Kind == lab.Leave:
		v.Lab.Browser.Draw(hostReading, "")
	case !ok:
	case g.Kind == lab.Press:
		v.tell(j)
	case g.Kind == lab.Open:
		v.choose(j)
	}
}

// bothTool is the button that shows both, or one again.
func (v *View) bothTool() string {
	return `<button type="button" class="quiet" id="replay-both" data-act="replay-both" aria-pressed="` + strconv.FormatBool(v.at.both) +
		`">both</button> `
}
