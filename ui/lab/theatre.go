package lab

import (
	"strconv"

	"github.com/vugu/vugu"
)

// Theatre plays what was computed, moment by moment: it is asked for, then opened and
// played, and a slider stands over the time axis of its chart.
type Theatre struct {
	What, Moment string // what it asks for, and what its slider chooses
	Open, Play   string // ids of its buttons, and what they ask for
	Words        string // on the one that opens it

	Ask, Reading, Chart, Head, Tools string // hosts

	Busy           func() bool // the workers have something else to do
	Opened, Moving func() bool
	At             string // id of the slider
	Last, Now      func() string
	Says           func() string             // what stands at the playhead; nil: it says that itself
	Axis           func() (from, to float64) // the chart's, in pixels; the same: it has none yet
	More           []Part                    // below the chart
}

func (t Theatre) put(s *Method, at *vugu.VGNode, out *vugu.BuildOut) {
	field := element(at, "div", "class", "field")
	ask := element(field, "fieldset", "class", "bare", "aria-label", t.What)
	ask.AddAttrInterface("disabled", t.Busy())
	Host{Name: t.Ask}.put(s, ask, out)
	open := element(field, "button", "type", "button", "id", t.Open, "data-act", t.Open)
	open.AddAttrInterface("disabled", t.Busy())
	open.AddAttrInterface("hidden", t.Opened())
	text(open, t.Words)
	play := element(field, "button", "type", "button", "id", t.Play, "data-act", t.Play)
	play.AddAttrInterface("hidden", !t.Opened())
	words, live := "Play", "polite" // a screen reader says where the playhead was put, not every step of its way
	if t.Moving() {
		words, live = "Pause", "off"
	}
	play.SetInnerHTML(words)

	body := element(at, "div")
	body.AddAttrInterface("hidden", !t.Opened())
	Host{Name: t.Reading, Class: "reading", Live: func() string { return live }}.put(s, body, out)
	figure := element(body, "figure", "class", "figure")
	stage := element(element(figure, "div", "class", "scroll"), "div", "class", "stage")
	slider := element(stage, "input", "type", "range", "id", t.At, "aria-label", t.Moment, "min", "0", "max", t.Last(), "step", "1",
		"data-input", t.At)
	slider.Prop = append(slider.Prop, vugu.VGProperty{Key: "value", JSONVal: strconv.AppendQuote(nil, t.Now())})
	if t.Says != nil {
		slider.AddAttrInterface("aria-valuetext", t.Says())
	}
	slider.AddAttrInterface("style", t.style())
	lanes := element(stage, "div", "class", "lanes")
	Host{Name: t.Chart}.put(s, lanes, out)
	Host{Name: t.Head, Class: "head", Unheard: true}.put(s, lanes, out)
	Host{Name: t.Tools}.put(s, figure, out)
	s.put(t.More, body, out)
}

// style places the slider over the chart's axis.
func (t Theatre) style() string {
	from, to := t.Axis()
	if from == to {
		return ""
	}
	px := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) + "px" }
	return "margin-left:" + px(from-8) + ";width:" + px(to-from+16)
}
