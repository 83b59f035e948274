// Package little is the view of a little machine, to teach with: a table of jobs, up
// to three schedules of them side by side, and every step of each drawn and told. It
// needs no log, and computes in the page itself: the example is all in its link.
package little

import (
	"slices"
	"strconv"
	"strings"

	core "shadowtime/core/experiment/little"
	"shadowtime/core/sim"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostAsk      = "little-ask"
	hostAnswer   = "little-answer"
	hostControls = "little-controls"
	hostSlider   = "little-slider"
	hostSaid     = "little-said"
	hostSides    = "little-sides"
	hostTyped    = "little-typed"
	hostPrinted  = "little-printed"
	hostTable    = "little-table"
)

// View is the little machine on the page.
type View struct {
	Lab     *lab.Lab
	example *core.Example
	machine *core.Machine // of the example
	ground  study.Workload
	playing bool
	turn    int     // tells an earlier play apart
	seen    float64 // when the step was drawn last

	pictures map[string]string // of presets, by key
	on       *exercise         // nil: the machine is free
	solved   map[string]bool   // tasks, by key
	printed  []string          // lines that were typed and what they printed, as HTML
}

// New makes the view.
func New(l *lab.Lab) *View {
	return &View{Lab: l, example: core.First(), ground: study.DefaultWorkload(), pictures: map[string]string{}, solved: map[string]bool{}}
}

// Alone says that no log is needed.
func (v *View) Alone() {}

// Key and Name are the view's, Answer is the id of its answer.
func (v *View) Key() string    { return "little" }
func (v *View) Name() string   { return "A little machine" }
func (v *View) Answer() string { return "little-answer" }

// Purpose says what the view is for.
func (v *View) Purpose() lab.Purpose {
	return lab.Purpose{Asks: "How does a scheduler decide who is next?", Serves: "Students, and who teaches them", Needs: "No log"}
}

// Nothing is computed by workers, or of a log.
func (v *View) Works([]*lab.Opened) ([]*lab.Work, error) { return nil, nil }
func (v *View) Known() (done, wanted int)                { return 0, 1 }
func (v *View) Look(*lab.Opened) *lab.Work               { return nil }
func (v *View) Demo()                                    {}
func (v *View) Excerpt() *lab.Excerpt                    { return nil }
func (v *View) Ground() *study.Workload                  { return &v.ground }

// ---- links

// Write puts the whole example into a link, but for the one that is proposed.
func (v *View) Write(put func(key, text string)) {
	if v.on != nil { // what was typed is not in its link
		put("task", v.on.Key)
		return
	}
	if first := core.First(); !v.example.Same(first) || v.example.At != first.At {
		v.example.Write(put)
	}
}

// Read takes the example of a link, if it has one.
func (v *View) Read(get func(key string) string) error {
	key := get("task")
	if v.on == nil || key != v.on.Key {
		v.begin(key)
	}
	if v.on != nil {
		return nil
	}
	e, err := core.Read(get)
	if err == nil && e != nil {
		v.take(e)
	}
	return err
}

// Knows says whether a link's key is the example's.
func (v *View) Knows(key string) bool { return key == "task" || slices.Contains(core.Keys, key) }

// Roams names the instant in sight: going through them makes no entries in the history.
func (v *View) Roams() []string { return []string{"at"} }

// Propose takes back what was changed, Fill shows it in the fields.
func (v *View) Propose() { v.on = nil; v.take(core.First()) }
func (v *View) Fill()    { v.fill() }

// LinkText is the name of the button: what it does, or that it was done.
func (v *View) LinkText() string {
	if v.Lab.Linked() {
		return v.Lab.LinkText()
	}
	return "copy a link to this example"
}

// ---- what the visitor does

// take shows an example.
func (v *View) take(e *core.Example) {
	v.stop()
	v.example, v.machine = e, nil
}

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	if key == "little-line" {
		v.typed(text)
		return
	}
	e := v.example.Clone()
	if err := v.change(e, key, text); err != nil {
		v.Lab.Refuse(strings.ToUpper(err.Error()[:1])+err.Error()[1:]+".", 0)
		return
	}
	v.take(e)
	v.changed()
}

// remembered are so many typed lines.
const remembered = 12

// typed carries out a line.
func (v *View) typed(line string) {
	if strings.TrimSpace(line) == "" {
		return
	}
	e := v.example.Clone()
	said, err := e.Type(line)
	if err != nil {
		v.Lab.Refuse(err.Error()+".", core.ColumnOf(err)) // as a shell would, a command's name being small
		return
	}
	html := `<b>$ ` + lab.Esc(line) + `</b>`
	if said != "" {
		html += "\n" + lab.Esc(said)
	}
	v.printed = append(v.printed, html)
	v.printed = v.printed[max(0, len(v.printed)-remembered):]
	before := v.example
	v.take(e)
	v.note(before)
	v.changed()
	v.Lab.Browser.SetValue("little-line", "")
	if x := v.on; x != nil && x.Reached(v.machine, x.lines) {
		v.Lab.Browser.Attend("little-next", false) // the field is gone
	}
}

// change changes an example as a field asks: KEY:SIDE or cell:ROW:COLUMN.
func (v *View) change(e *core.Example, key, text string) error {
	key, rest, _ := strings.Cut(key, ":")
	at, column, _ := strings.Cut(rest, ":")
	i, _ := strconv.Atoi(at)
	switch {
	case key == "little-procs":
		return e.SetProcs(text)
	case key == "little-out":
		return e.SetOut(rest, text)
	case key == "little-cell":
		return e.Set(i, column, text)
	case key == "little-user":
		return e.SetUser(i, text)
	case key == "little-gpus":
		return e.SetGPUs(i, text)
	case key == "little-shares":
		return e.SetShares(i, text)
	case key == "little-order":
		e.SetOrder(i, text)
	case i >= len(e.Sides):
	case key == "little-threshold":
		return e.Sides[i].SetThreshold(text)
	case key == "little-filling":
		b, err := sim.ParseBackfilling(text)
		e.Sides[i].Backfilling = b
		return err
	case key == "little-exact":
		e.Sides[i].Exact = text == exact
	}
	return nil
}

// Values of a choice.
const (
	exact   = "exact"
	given   = "given"
	nothing = "nothing"
)

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	n, _ := strconv.Atoi(arg)
	switch what {
	case "little-preset":
		for _, p := range core.Presets() {
			if p.Key == arg {
				v.begin("")
				v.take(p.Example)
			}
		}
	case "little-task":
		v.begin(arg)
		v.Lab.Browser.SetValue("little-line", "") // a refused line was of the exercise before
		v.Lab.Browser.Refuse("little-line", "", 0)
		v.Lab.Browser.Attend("little-line", false)
	case "little-undo":
		v.undo()
	case "little-add":
		v.example.Add()
		v.machine = nil
		v.Lab.Browser.Attend("little-"+strconv.Itoa(len(v.example.Jobs)-1)+"-arrives", true)
	case "little-remove":
		v.example.Remove(n)
		v.machine = nil
		v.Lab.Browser.Attend("little-remove-"+strconv.Itoa(min(n, len(v.example.Jobs)-1)), false)
	case "little-step": // the slider: the address follows with the next change
		v.stop()
		v.step(n)
		return
	case "little-move":
		v.stop()
		v.step(v.at() + n)
	case "little-all":
		v.stop()
		v.step(len(v.machine.Steps))
	case "little-play":
		if v.playing {
			v.stop()
		} else {
			v.play()
		}
	case "little-save":
		v.save(arg)
		return
	default:
		return
	}
	v.changed()
}

// changed shows what was changed, also while another view computes.
func (v *View) changed() {
	v.Show()
	if v.Lab.State != lab.Running && v.Lab.State != lab.Reading {
		v.Lab.Rest()
	}
}

// at is the place of the step in sight, behind all of them for the whole schedule.
func (v *View) at() int {
	if v.example.At == core.None {
		return len(v.machine.Steps)
	}
	return v.machine.Step(v.example.At)
}

// step shows a step; behind the last one the whole schedule.
func (v *View) step(i int) {
	steps := v.machine.Steps
	if i = max(i, 0); i >= len(steps) {
		v.example.At = core.None
	} else {
		v.example.At = steps[i]
	}
	v.Lab.Browser.SetValue("little-at", strconv.Itoa(v.at()))
	v.drawStep()
}

// pace is how many seconds a step stays in sight.
const pace = 1.6

// play goes on step by step, from the beginning where all is in sight.
func (v *View) play() {
	v.playing = true
	v.turn++
	turn := v.turn
	if v.example.At == core.None {
		v.step(0)
	}
	v.seen = v.Lab.Browser.Now()
	v.Lab.Browser.Animate(func(now float64) bool {
		if turn != v.turn {
			return false
		}
		if now-v.seen < pace {
			return true
		}
		v.seen = now
		if v.at()+1 >= len(v.machine.Steps) {
			v.stop()
		}
		v.step(v.at() + 1)
		return v.playing
	})
}

func (v *View) stop() {
	v.playing = false
	v.turn++
}

// Show draws the example.
func (v *View) Show() {
	if v.machine == nil {
		m, err := core.Run(v.example)
		if err != nil { // what can be asked for has been checked
			v.Lab.Message = "The example can't be scheduled: " + err.Error() + "."
			return
		}
		v.machine = m
	}
	v.draw()
}

// orders are those to choose from; behind the first side there may be nothing.
func orders(side int) []string {
	list := core.Orders()
	if side > 0 {
		list = append([]string{nothing}, list...)
	}
	return list
}
