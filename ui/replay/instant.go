package replay

import (
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

// instant is machine and queue as the scheduler saw them at an event, as a worker
// tells it.
type instant struct {
	v    *View
	turn int          // tells late answers apart
	of   int64        // what is shown or asked for, in seconds from the first submission
	asks bool         // no answer has come yet
	seen *why.Instant // nil: none yet
	// expected is what follows from it, nil until it is drawn.
	expected *projection
	tape     why.Tape // trace and configuration, for the words
	wrong    string   // why it can't be shown
	fits     bool     // the stretch in sight is chosen for the next one
	plays    bool
	due      float64 // when the next decision is
}

// pace is how long a decision stays in sight while they are played, in seconds.
const pace = 1

// listedQueue and listedRunning bound the rows of an instant's tables.
const (
	listedQueue   = 12
	listedRunning = 12
)

// fresh forgets what was seen: it belongs to another schedule.
func (i *instant) fresh() { *i = instant{v: i.v, turn: i.turn + 1, of: none} }

// answers says whether details of the scene can be asked for.
func (v *View) answers() bool {
	return v.Lab.State != lab.Running && v.Lab.Trace != nil && v.Verdict.Standing == lab.Asked
}

// ask asks what was seen at the instant in sight, once.
func (i *instant) ask() {
	v := i.v
	if i.of == v.at.at || !v.answers() {
		return
	}
	i.of, i.asks, i.wrong = v.at.at, true, ""
	i.turn++
	turn := i.turn
	v.Lab.Engine.Detail(v.study(), replay.InstantRequest(v.scene.k, v.side(), v.scene.first+i.of), func(b []byte, err error) {
		v.Lab.Post(func() {
			if turn == i.turn {
				i.take(b, err)
			}
		})
	})
}

// take takes the answer.
func (i *instant) take(b []byte, err error) {
	v, x := i.v, i.v.scene
	i.asks = false
	var seen *why.Instant
	if err == nil {
		seen, err = replay.DecodeInstant(b)
	}
	switch {
	case errors.Is(err, lab.ErrCancelled):
		i.of = none
	case err != nil:
		i.wrong, i.plays = "The instant can't be shown: "+err.Error()+".", false
	default:
		i.seen, i.expected, i.tape.Trace = seen, nil, x.trace
		i.tape.Config, _ = x.plan.Config([]string{x.plan.Order, x.plan.Beside}[v.side()]) // it was made by it
		i.of = seen.Now - x.first
		v.at.at = i.of
		i.bring()
		v.Lab.Rest() // the address has the instant
	}
	i.draw()
}

// begin is where stepping begins: where the chosen job starts, else at the first
// decision from when on most jobs wait in the stretch in sight.
func (i *instant) begin() int64 {
	v := i.v
	starts := v.scene.starts[v.side()]
	if j := v.chosen(); j != why.None {
		return starts[j]
	}
	from, to := v.scene.window(v.at)
	v.scene.layout(v.side())
	peak, at := v.scene.queue[v.side()].Peak(from, to), v.scene.last
	for _, start := range starts {
		if start >= peak {
			at = min(at, start)
		}
	}
	return at
}

// step goes to another instant.
func (i *instant) step(how string) {
	v := i.v
	switch {
	case v.logged():
	case how == "close":
		v.at.at = none
		i.fresh()
		v.soon()
		i.draw()
	case how == "play" && i.plays:
		i.plays = false
		i.draw()
	case how == "play" && i.seen != nil && !v.Lab.Browser.Still():
		i.play()
	case i.asks:
	case i.seen == nil:
		i.fits = true
		i.look(i.begin())
	default:
		i.plays = false
		if at := i.neighbour(how); at != why.Unknown {
			i.look(at)
		}
	}
}

// neighbour is the instant that a step leads to.
func (i *instant) neighbour(how string) int64 {
	switch how {
	case "event-back":
		return i.seen.PreviousEvent
	case "event-on":
		return i.seen.NextEvent
	case "back":
		return i.seen.PreviousDecision
	}
	return i.seen.NextDecision
}

// look looks at the last event at or before an instant.
func (i *instant) look(at int64) {
	i.v.at.at, i.v.lastJob = max(0, at-i.v.scene.first), false
	i.v.story.draw()
	i.draw()
}

// play goes from decision to decision, until the last, or until the visitor does
// something else with the instant.
func (i *instant) play() {
	v := i.v
	i.plays, i.due = true, v.Lab.Browser.Now()+pace
	i.draw()
	v.Lab.Browser.Animate(func(now float64) bool {
		switch {
		case !i.plays:
			return false
		case v.Unknown() || v.Lab.View != lab.View(v) || i.seen == nil || !i.asks && i.seen.NextDecision == why.Unknown:
			i.plays = false
			i.draw()
			return false
		case !i.asks && now >= i.due:
			i.due = now + pace
			i.look(i.seen.NextDecision)
		}
		return true
	})
}

// Live says how the instant is announced: not while one follows the other.
func (v *View) Live() string {
	if v.instant.plays {
		return "off"
	}
	return "polite"
}

// horizon is how far ahead the scheduler looks: to the shadow time, else until half of
// the jobs that run are to have ended.
func (i *instant) horizon() int64 {
	s := i.seen
	if p := i.pass(); p != nil && p.Shadow > s.Now {
		return p.Shadow - s.Now
	}
	if n := len(s.Running); n > 0 && s.Running[n/2].Projected > s.Now {
		return s.Running[n/2].Projected - s.Now
	}
	return 3600
}

// bring has the instant in the stretch in sight, with its horizon when it is the first.
func (i *instant) bring() {
	v := i.v
	from, to := v.scene.window(v.at)
	span, now := to-from, i.seen.Now
	if h := i.horizon(); i.fits && (span > 20*h || span < h) {
		span = max(3*h, least)
		from = now - span*2/5
	}
	i.fits = false
	if now < from+span/20 || now > from+span*9/10 || span != to-from {
		from = now - span*2/5
	}
	v.look(from, from+span)
}

// pass is the one that leaves a head waiting, else the last; nil where nobody waits.
func (i *instant) pass() *why.Pass {
	if i.seen == nil {
		return nil
	}
	list := i.seen.Passes
	for k := len(list) - 1; k >= 0; k-- {
		if list[k].Head != why.None {
			return &list[k]
		}
	}
	if len(list) == 0 {
		return nil
	}
	return &list[len(list)-1]
}

// ---- what is drawn of it beside the picture

func (i *instant) draw() {
	v, b := i.v, i.v.Lab.Browser
	if v.Unknown() {
		for _, host := range []string{hostStep, hostSaid, hostInstant, hostMarks} {
			b.Draw(host, "")
		}
		return
	}
	v.fit()
	if v.logged() {
		b.Draw(hostStep,
			`<p class="hint">What the machine's scheduler saw and decided is not in the log: choose the simulated schedule to step through it.</p>`)
		b.Draw(hostSaid, "")
		b.Draw(hostInstant, "")
		return
	}
	if v.at.at != none {
		i.ask()
	}
	b.Draw(hostStep, i.tools())
	said, tables := "", ""
	switch {
	case v.at.at == none:
	case i.wrong != "":
		said = `<p class="hint">` + lab.Esc(i.wrong) + `</p>`
	case i.seen != nil:
		said, tables = i.said(), i.tables()
	}
	b.Draw(hostSaid, said)
	b.Draw(hostInstant, tables)
}

// tools are the buttons that step.
func (i *instant) tools() string {
	if i.v.at.at == none {
		return `<p class="replay-steps">` + lab.Tool("replay-step", "begin", "", "step through the decisions") +
			` <span class="hint">or press beneath the schedule: the machine, the queue and each verdict at that instant</span></p>`
	}
	play := "play, a decision a second"
	switch {
	case i.plays:
		play = "stop"
	case i.v.Lab.Browser.Still():
		play = "play, a decision a press"
	}
	html := `<p class="replay-steps">`
	for _, x := range [...][3]string{
		{"event-back", "Previous event", "⇤ event"}, {"back", "Previous decision", "← decision"}, {"play", "", play},
		{"on", "Next decision", "decision →"}, {"event-on", "Next event", "event ⇥"}, {"close", "Close the instant", "close"},
	} {
		html += `<button type="button" class="quiet" id="replay-step-` + x[0] + `" data-act="replay-step" data-arg="` + x[0] + `"`
		if x[1] != "" {
			html += ` aria-label="` + x[1] + `"`
		}
		if i.seen != nil && x[0] != "play" && x[0] != "close" && i.neighbour(x[0]) == why.Unknown {
			html += ` aria-disabled="true"`
		}
		html += `>` + x[2] + `</button> `
	}
	html += `<span class="hint">A decision is an instant at which a job starts, an event one at which jobs come or end.</span></p>`
	if i.seen != nil {
		html += `<p class="replay-key">Right of the line, as the scheduler expects:` + i.projection().key() + `</p>`
	}
	return html
}

// said says the instant in a few sentences.
func (i *instant) said() string {
	v, s := i.v, i.seen
	t := v.scene.trace
	html := `<h3>What the scheduler saw at ` + lab.Esc(why.Clock(t, s.Now)) + `</h3><p class="replay-said">` + lab.Esc(i.happened())
	text := numeral.Count(len(s.Running)) + numeral.Plural(len(s.Running), " job runs on ", " jobs run on ") +
		numeral.Count(t.Procs-s.Free) + " of " + processors(t.Procs)
	p := i.pass()
	if p == nil {
		return html + " " + lab.Esc(text) + "; nobody waits.</p>"
	}
	var ways [2][]string
	left := 0
	for k := range s.Passes {
		for _, x := range s.Passes[k].Queue {
			switch {
			case x.Reason == why.Front || x.Reason == why.Backfilled:
				ways[x.Reason] = append(ways[x.Reason], v.named(x.Job))
			case k == len(s.Passes)-1:
				left++
			}
		}
	}
	var begun []string
	for k, how := range [...]string{" from the front of the queue", " by backfilling"} {
		if len(ways[k]) > 0 {
			begun = append(begun, some(ways[k])+how)
		}
	}
	if len(begun) > 0 {
		html += " Then " + lab.Esc("the scheduler starts ") + numeral.Listed(begun) + "."
	} else {
		html += " The scheduler starts nobody."
	}
	html += " " + lab.Esc(text+"; "+numeral.Count(left)+numeral.Plural(left, " job waits", " jobs wait")+".")
	if p.Head != why.None {
		html += i.promise(p)
	}
	return html + `</p>`
}

// promise says what the head is promised.
func (i *instant) promise(p *why.Pass) string {
	v, s := i.v, i.seen
	t := v.scene.trace
	html := " The head of the queue, " + v.named(p.Head) + ", asks for " + processors(int64(t.Size[p.Head]))
	if p.Shadow == why.Unknown {
		return html + lab.Esc(i.placed(p))
	}
	html += lab.Esc(": if all jobs run as long as requested, it can start at " + why.Clock(t, p.Shadow) + ", the shadow time, in " +
		numeral.Duration(float64(p.Shadow-s.Now)) + ". ")
	switch taken := p.Extra - i.extra(p); {
	case p.Extra <= 0:
		html += "Then no processor is extra: whoever goes before it must end by the shadow time."
	case taken > 0:
		html += lab.Esc("Of the " + processors(p.Extra) + " that are extra then, " + numeral.Count(taken) + " " +
			numeral.Plural(int(min(taken, 2)), "is", "are") + " taken by who is backfilled here.")
	default:
		html += lab.Esc("Then " + processors(p.Extra) + " " + numeral.Plural(int(min(p.Extra, 2)), "is", "are") +
			" extra: who asks for no more may go before it, however long it runs.")
	}
	return html
}

// placed says what conservative backfilling promises, to the head and to the others.
func (i *instant) placed(p *why.Pass) string {
	b := i.projection()
	if len(b.reserved) == 0 {
		return "."
	}
	text := ": if all jobs run as long as requested, it starts at " + why.Clock(i.v.scene.trace, b.shadow) + ", in " +
		numeral.Duration(float64(b.shadow-i.seen.Now)) + "."
	if n := len(b.reserved); n > 1 {
		text += " Each of the " + numeral.Count(n) + " jobs that wait is promised a place like that, and none may delay another’s: they " +
			"are drawn with dashes."
	}
	return text
}

// extra is what a pass leaves of the extra processors.
func (i *instant) extra(p *why.Pass) int64 {
	left := p.Extra
	for _, x := range p.Queue {
		if t := i.tape.Trace; x.Reason == why.Backfilled && i.seen.Now+t.Request[x.Job] > p.Shadow {
			left -= int64(t.Size[x.Job])
		}
	}
	return left
}

// happened says what the event is.
func (i *instant) happened() string {
	x, s := i.v.scene, i.seen
	first, _ := slices.BinarySearch(x.trace.Submit, s.Now)
	last, _ := slices.BinarySearch(x.trace.Submit, s.Now+1)
	ends := 0
	for j, start := range x.starts[i.v.side()] {
		if start+x.trace.Run[j] == s.Now {
			ends++
		}
	}
	var words []string
	if ends > 0 {
		words = append(words, numeral.Count(ends)+numeral.Plural(ends, " job ends", " jobs end"))
	}
	if n := last - first; n > 0 {
		words = append(words, numeral.Count(n)+numeral.Plural(n, " job comes", " jobs come"))
	}
	return numeral.Capital(numeral.Listed(words)) + "."
}

// most jobs that a sentence names.
const mostNamed = 5

// some are the first of a list, and how many more there are.
func some(list []string) string {
	if n := len(list) - mostNamed; n > 0 {
		list = append(list[:mostNamed:mostNamed], numeral.Count(n)+" more")
	}
	return numeral.Listed(list)
}

// named is a job whose number tells its story, where it is pressed.
func (v *View) named(j int) string { return "job " + v.pressed(j) }

func (v *View) pressed(j int) string {
	n := v.scene.number(j)
	return lab.Tool("replay-tell", n, "Why job "+n+" waited", n)
}

func processors(n int64) string {
	return numeral.Count(n) + numeral.Plural(int(min(n, 2)), " processor", " processors")
}

// tables are queue and machine as tables.
func (i *instant) tables() string {
	html := `<div class="replay-changes replay-seen">`
	for k := range i.seen.Passes {
		html += `<div>` + i.queue(k) + `</div>`
	}
	if len(i.seen.Running) > 0 {
		html += `<div>` + i.running() + `</div>`
	}
	return html + `</div>`
}

// rank is a candidate's place in the queue, from 1.
type rank struct {
	why.Candidate
	place int
}

// queue is the table of a pass: the first in its order, and whoever starts.
func (i *instant) queue(k int) string {
	v, p, t := i.v, &i.seen.Passes[k], i.v.scene.trace
	var rows []rank
	for n, x := range p.Queue {
		if n < listedQueue || x.Job == p.Head || len(rows) < 2*listedQueue && (x.Reason == why.Front || x.Reason == why.Backfilled ||
			why.Number(t, x.Job) == v.at.job) {
			rows = append(rows, rank{x, n + 1})
		}
	}
	table := lab.Table[rank]{ID: "replay-queue-" + strconv.Itoa(k), Caption: "The queue in its order", Columns: []lab.Column[rank]{
		{Head: "Place", Cell: func(r rank) lab.Cell { return lab.Number(float64(r.place), numeral.Count(r.place)) }},
		{Head: "Job", Text: true, Cell: func(r rank) lab.Cell { return lab.Cell{Head: true, HTML: v.pressed(r.Job)} }},
		{Head: "Verdict", Text: true, Cell: func(r rank) lab.Cell {
			return lab.Cell{HTML: lab.Esc(numeral.Capital(i.tape.Verdict(p, r.Candidate, i.seen.Now)))}
		}},
		{Head: "Processors", Cell: func(r rank) lab.Cell {
			return lab.Number(float64(t.Size[r.Job]),
				numeral.Count(int64(t.Size[r.Job])))
		}},
		{Head: "For", Column: lab.Alike(func(r rank) float64 { return float64(t.Request[r.Job]) }, numeral.Durations[float64])},
		{Head: "Waited", Column: lab.Alike(func(r rank) float64 { return float64(i.seen.Now - t.Submit[r.Job]) },
			numeral.Durations[float64])},
		{Head: "Tried", Cell: func(r rank) lab.Cell {
			if r.Turn < 0 {
				return lab.Mark(0, "–")
			}
			return lab.Number(float64(r.Turn+1), numeral.Count(r.Turn+1))
		}},
	}, Row: func(r rank) string {
		switch {
		case r.Reason == why.Front || r.Reason == why.Backfilled:
			return ` class="begun"`
		case why.Number(t, r.Job) == v.at.job:
			return ` class="chosen"`
		}
		return ""
	}}
	if n := len(i.seen.Passes); n > 1 {
		table.Caption += ", look " + strconv.Itoa(k+1) + " of " + strconv.Itoa(n) + " at this instant"
	}
	return lab.Scroll(table.Caption, table.HTML(rows)) + more(len(p.Queue)-len(rows), "more in the queue")
}

// freed is a job that runs and how many processors are free once it has ended, if
// all end as projected.
type freed struct {
	why.Running
	free   int64
	shadow bool
}

// running is the table of the machine.
func (i *instant) running() string {
	v, s, t := i.v, i.seen, i.v.scene.trace
	p := i.pass()
	var rows []freed
	free, met := s.Free, false
	for k, x := range s.Running {
		free += int64(t.Size[x.Job])
		r := freed{Running: x, free: free}
		r.shadow = !met && p != nil && p.Head != why.None && x.Projected == p.Shadow && free >= int64(t.Size[p.Head])
		met = met || r.shadow
		if k < listedRunning || r.shadow {
			rows = append(rows, r)
		}
	}
	table := lab.Table[freed]{ID: "replay-running", Caption: "The machine, by projected end", Columns: []lab.Column[freed]{
		{Head: "Job", Text: true, Cell: func(r freed) lab.Cell { return lab.Cell{Head: true, HTML: v.pressed(r.Job)} }},
		{Head: "Processors", Cell: func(r freed) lab.Cell {
			return lab.Number(float64(t.Size[r.Job]),
				numeral.Count(int64(t.Size[r.Job])))
		}},
		{Head: "Ends in", Tip: "if it runs as long as it asked for",
			Column: lab.Alike(func(r freed) float64 { return float64(max(0, r.Projected-s.Now)) }, numeral.Durations[float64])},
		{Head: "Free then", Cell: func(r freed) lab.Cell {
			words := numeral.Count(r.free)
			if r.shadow {
				words += ": the head fits"
			}
			return lab.Number(float64(r.free), words)
		}},
	}, Row: func(r freed) string {
		if r.shadow {
			return ` class="begun"`
		}
		return ""
	}}
	return lab.Scroll(table.Caption, table.HTML(rows)) + more(len(s.Running)-len(rows), "more on the machine")
}

// more says how many are not listed.
func more(n int, of string) string {
	if n <= 0 {
		return ""
	}
	return `<p class="hint">and ` + numeral.Count(n) + ` ` + of + `</p>`
}
