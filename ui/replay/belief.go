package replay

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/believe"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

const hostBelief = "replay-belief"

// Ids of what the visitor does to it.
const (
	believeID = "replay-believe"
	cancelID  = "replay-believe-cancel"
)

// believed is how near the simulated schedule is to the one of the log, and which way
// of scheduling comes nearest: workers try one after another.
type believed struct {
	v       *View
	turn    int // tells late answers apart
	of      *scene
	study   lab.Subject
	report  *believe.Report
	wrong   string         // why there is none, or no more
	tries   []believe.Near // NaN: not tried yet
	todo    []int          // of them
	waiting int            // handed out, not answered
	stopped bool
	began   float64 // when trying began, or went on, of those that were tried before
	before  int
	pace    lab.Pace // of showing how far it is
	table   lab.Table[near]
}

// near is a way of scheduling with its place among them.
type near struct {
	believe.Near
	place int
}

// nearest are listed, and the question's own.
const nearest = 12

// fresh forgets a scene's.
func (b *believed) fresh() { *b = believed{v: b.v, turn: b.turn + 1, table: b.table} }

// ask sets the scene's schedule beside the log's, once, and begins to try others.
func (b *believed) ask() {
	v := b.v
	if b.of == v.scene || v.Verdict.Standing != lab.Asked || v.Lab.State == lab.Running {
		return
	}
	b.fresh()
	b.of, b.study = v.scene, v.study()
	turn := b.turn
	v.withRan(func(r *ran) {
		if turn != b.turn {
			return
		}
		if b.wrong = r.wrong; b.wrong != "" {
			b.draw()
			return
		}
		v.Lab.Browser.Later(func() { // what it is about is seen before the figures are there
			if turn == b.turn && b.of == v.scene {
				b.begin(r)
			}
		})
	})
}

func (b *believed) begin(r *ran) {
	x := b.of
	b.report = believe.Measure(x.trace, r.starts, x.starts[0])
	b.tries = believe.Tries(b.own())
	for i := range b.tries {
		b.todo = append(b.todo, i)
	}
	b.began = b.v.Lab.Browser.Now()
	b.hand()
	b.draw()
}

// hand gives each worker a way to try: what else is asked for comes between them.
func (b *believed) hand() {
	for !b.stopped && len(b.todo) > 0 && b.waiting < b.v.Lab.Engine.Workers() {
		i := b.todo[0]
		b.todo = b.todo[1:]
		b.waiting++
		b.try(i)
	}
}

func (b *believed) try(i int) {
	v, x, turn, n := b.v, b.of, b.turn, &b.tries[i]
	v.Lab.Engine.Detail(b.study, replay.TryRequest(x.k, *n), func(answer []byte, err error) {
		v.Lab.Tell(func() {
			if turn != b.turn || x != v.scene {
				return
			}
			b.waiting--
			var starts []int64
			if err == nil {
				starts, err = replay.DecodeTry(answer)
			}
			switch {
			case errors.Is(err, lab.ErrCancelled):
				b.todo, b.stopped = append([]int{i}, b.todo...), true
			case err != nil:
				b.wrong, b.stopped = "No other way of scheduling can be tried: "+err.Error()+".", true
			default:
				n.Measure(x.trace, x.ran.starts, starts)
				b.hand()
			}
			b.rank()
			b.pace.Draw(v.Lab.Browser, b.stopped || b.tried() == len(b.tries), b.draw)
		})
	})
}

// rank takes the ways that were tried, once all are or it was stopped.
func (b *believed) rank() {
	if len(b.todo)+b.waiting > 0 && !b.stopped {
		return
	}
	var known []believe.Near
	for _, n := range b.tries {
		if n.Distance.Known() {
			known = append(known, n)
		}
	}
	b.report.Rank(known)
}

// tried are how many ways were.
func (b *believed) tried() int { return len(b.tries) - len(b.todo) - b.waiting }

// act does what its buttons ask for; false: it is none of them.
func (b *believed) act(what, arg string) bool {
	v := b.v
	switch what {
	case believeID:
		v.at.believe = !v.at.believe
		if !v.at.believe {
			b.stop()
			b.fresh()
		}
		b.draw()
	case cancelID:
		b.stop()
		b.draw()
		v.Lab.Browser.Attend(believeID, false)
	case "replay-believe-on":
		b.stopped, b.began, b.before = false, v.Lab.Browser.Now(), b.tried()
		b.hand()
		b.draw()
	case "replay-near":
		b.table.SortBy(arg)
		b.draw()
	case "replay-waits", "replay-weeks":
		if b.report != nil {
			v.Lab.SavePicture(v.Lab.FileName(arg, replay.Name, map[string]string{"replay-waits": "believe-waits",
				"replay-weeks": "believe-weeks"}[what]),
				func() string { return b.chart(what, lab.Standalone) }, func() string { return b.csv(what) })
		}
	case "replay-nearest":
		v.Lab.SaveText(v.Lab.FileName("csv", replay.Name, "nearest"), b.csv(what))
	default:
		return false
	}
	return true
}

// stop ends what is tried; what was is kept.
func (b *believed) stop() {
	if b.waiting > 0 {
		b.v.Lab.Engine.CancelTasks()
	}
	b.stopped = true
}

// ---- what is drawn

// draw shows the button, or what it asked for.
func (b *believed) draw() {
	v := b.v
	if v.Unknown() {
		v.Lab.Browser.Draw(hostBelief, "")
		return
	}
	if v.at.believe {
		b.ask()
	}
	const words = "Check against your machine's real waits"
	html := `<p class="actions"><button type="button" class="quiet" id="` + believeID + `" data-act="` + believeID + `" aria-expanded="` +
		lab.Bool(v.at.believe) + `">` + words + `</button></p>`
	if v.at.believe {
		html += `<section class="replay-belief" aria-label="` + words + `">` + b.content() + `</section>`
	}
	v.Lab.Browser.Draw(hostBelief, html)
}

func (b *believed) content() string {
	switch {
	case b.report == nil && b.wrong != "":
		return `<p class="hint">` + lab.Esc(b.wrong) + `</p>`
	case b.report == nil:
		return `<p class="hint">The log's waits are being looked up.</p>`
	}
	wide := b.v.Lab.Browser.Width()
	if wide >= 900 {
		wide = wide/2 - 16
	}
	f := plot.Frame{Width: wide}
	html := `<p class="side-sentence">` + lab.Esc(b.report.Sentence(b.own().Words())) + `</p>` + b.asSet() + b.progress() +
		`<div class="replay-changes"><div>` + b.figures() + b.nearest() + `</div><div>` +
		`<figure class="figure">` + b.chart("replay-waits", f) + lab.FileTools("replay-waits", "The waits") + `</figure>`
	if len(b.report.Weeks) > 1 {
		html += `<figure class="figure">` + b.chart("replay-weeks", f) + lab.FileTools("replay-weeks", "The waits by week") + `</figure>`
	}
	return html + `</div></div>` + lab.List("caution", b.report.Caveats)
}

// asSet says how near the site's own Slurm comes; "" where it was not replayed.
func (b *believed) asSet() string {
	x := b.v.Lab.AsSet()
	if x == nil {
		return ""
	}
	b.report.Slurm = &believe.AsSet{Jobs: x.Jobs, AvgWait: report.Float(x.Here), Distance: report.Float(x.Distance)}
	return `<p class="side-sentence" id="replay-as-set">` + lab.Esc(b.report.AsSet()) + `</p>`
}

// own is the way of scheduling that the question asks for.
func (b *believed) own() believe.Near {
	c, err := b.of.plan.Config(b.of.plan.Order)
	if err != nil {
		panic("replay: the plan that is shown was computed: " + err.Error())
	}
	return believe.WayOf(&c)
}

// progress says how far the trying is.
func (b *believed) progress() string {
	n, all := b.tried(), len(b.tries)
	switch {
	case n == all:
		return ""
	case b.stopped:
		text := "Cancelled after " + numeral.Count(n) + " of " + numeral.Count(all) + " ways of scheduling."
		if b.wrong != "" {
			text = b.wrong
		}
		return `<p class="hint">` + lab.Esc(text) + ` ` + lab.Tool("replay-believe-on", "", "", "try the others") + `</p>`
	}
	return `<div class="working"><progress class="bar" max="` + strconv.Itoa(all) + `" value="` + strconv.Itoa(n) +
		`" aria-label="Ways of scheduling tried"></progress><p class="progress-text">` +
		numeral.Count(n) + ` of ` + numeral.Count(all) + ` ways of scheduling tried: which comes nearest?` + b.left() +
		`</p><button type="button" id="` + cancelID + `" data-act="` + cancelID + `">Cancel</button></div>`
}

// left says how long the others take, once that is known.
func (b *believed) left() string {
	n := b.tried() - b.before
	spent := b.v.Lab.Browser.Now() - b.began
	if n < 6 || spent < 1 {
		return ""
	}
	return ` · ` + lab.About(spent*float64(len(b.tries)-b.tried())/float64(n)) + ` left`
}

// figures are those of both sides.
func (b *believed) figures() string {
	html := `<table id="replay-believed"><caption>What the log says, and what is simulated under ` + lab.Esc(b.own().Words()) +
		`</caption><thead><tr><th scope="col"></th><th scope="col" class="num">On the machine</th><th scope="col" class="num">Simulated</th></tr></thead><tbody>`
	for _, x := range b.report.Beside() {
		html += `<tr><th scope="row">` + numeral.Capital(x.What) + `</th>` + lab.Number(x.Values[0], x.Words[0]).String() +
			lab.Number(x.Values[1], x.Words[1]).String() + `</tr>`
	}
	return html + `</tbody></table>`
}

// half is the column of a half's distances.
func half(key, head string, of func(n near) report.Float) lab.Column[near] {
	value := func(n near) float64 { return float64(of(n)) }
	return lab.Column[near]{Key: key, Head: head, Tip: "the same distance of the jobs of one half of the log: what is nearer in both " +
		"is nearer",
		Value: value, Column: lab.Alike(value, numeral.Numbers[float64])}
}

// nearestColumns are those of the table of ways of scheduling.
func nearestColumns() lab.Table[near] {
	distance := func(n near) float64 { return float64(n.Distance) }
	return lab.Table[near]{ID: "replay-nearest", Act: "replay-near", Columns: []lab.Column[near]{
		{Key: "place", Head: "", Value: func(n near) float64 { return float64(n.place) },
			Cell: func(n near) lab.Cell { return lab.Number(float64(n.place), strconv.Itoa(n.place)) }},
		{Key: "way", Head: "Scheduled so", Text: true, Words: func(n near) string { return n.Words() }, Cell: func(n near) lab.Cell {
			text := lab.Esc(n.Words())
			if n.Asked {
				text += ` <small>(the question's)</small>`
			}
			if also := n.AlsoBy(); also != "" {
				text += ` <small>` + lab.Esc(also) + `</small>`
			}
			return lab.Cell{Head: true, HTML: text}
		}},
		{Key: "factor", Head: "A wait is off by", Tip: "the geometric mean of how many times too long or too short a simulated wait is, " +
			"of waits and a minute: 1 would be the machine's own waits",
			Value: distance, Column: lab.Alike(func(n near) float64 { return math.Exp2(float64(n.Distance)) }, numeral.Numbers[float64])},
		{Key: "distance", Head: "Distance", Tip: "how many times over a wait is doubled or halved, in the mean: of |log2((simulated + 60 " +
			"s)/(logged + 60 s))|",
			Value: distance, Column: lab.Alike(distance, numeral.Numbers[float64])},
		half("first", "First half", func(n near) report.Float { return n.FirstHalf }),
		half("second", "Second half", func(n near) report.Float { return n.SecondHalf }),
		{Key: "tie", Head: "Tie", Text: true, Tip: "as near as the nearest, or nearer in one half of the log: it can't be told from it",
			Words: tied, Cell: func(n near) lab.Cell { return lab.Cell{HTML: tied(n), Text: true} }},
	}}
}

// tied says of a way that it can't be told from the nearest.
func tied(n near) string {
	if n.Tie {
		return "as near"
	}
	return ""
}

// nearest lists the ways that come nearest, and the question's own.
func (b *believed) nearest() string {
	if len(b.report.Nearest) == 0 {
		return ""
	}
	var rows []near
	for _, i := range b.report.Listed(nearest) {
		rows = append(rows, near{b.report.Nearest[i], i + 1})
	}
	b.table.Caption = "Which of " + numeral.Count(b.report.Tried) + " ways of scheduling comes nearest to the log. They make " +
		numeral.Count(len(b.report.Nearest)) + " schedules. Near is no proof: others may have ruled the machine"
	return lab.Scroll(b.table.Caption, b.table.HTML(rows)) + `<p class="figure-tools">` + lab.Tool("replay-nearest", "",
		"All ways of scheduling as CSV", "all ways as CSV") + `</p>`
}

// chart is one of the two.
func (b *believed) chart(what string, f plot.Frame) string {
	r, name := b.report, b.own().Words()
	const machine = "on the machine"
	if what == "replay-waits" {
		c := plot.ECDF{Frame: f, Log: true, XUnit: plot.Seconds, X: "wait", Of: "share of jobs that wait no longer", Series: []plot.Sample{
			{Label: machine, Hue: "--ink", Values: report.Floats(r.Logged.Percentiles)},
			{Label: "simulated", Name: order.Label(b.of.plan.Order), Values: report.Floats(r.Simulated.Percentiles)},
		}}
		times := numeral.Times(r.Logged.MedianWait, r.Simulated.MedianWait)
		c.Title = "Half of the jobs waited up to " + times(r.Logged.MedianWait) + " on the machine, " +
			times(r.Simulated.MedianWait) + " simulated"
		c.Subtitle = "Simulated under " + name + ", of " + numeral.Count(r.Known) + " jobs whose wait the log knows"
		return c.SVG()
	}
	logged, simulated, less, n := b.weeks()
	c := plot.Line{Frame: f, First: 1, X: "week", XUnit: plot.Whole, Y: "mean wait of the week's jobs", YUnit: plot.Seconds,
		Series: []plot.Series{
			{Label: machine, Hue: "--ink", Values: logged},
			{Label: "simulated", Name: order.Label(b.of.plan.Order), Values: simulated},
		}}
	c.Title = "In " + numeral.Count(less) + " of " + numeral.Count(n) + " weeks jobs wait less simulated than on the machine"
	c.Subtitle = "Simulated under " + name + "; weeks begin on Monday"
	return c.SVG()
}

// weeks are the waits week by week, NaN in one without jobs, and in how many of how
// many the simulated one is less.
func (b *believed) weeks() (logged, simulated []float64, less, n int) {
	list := b.report.Weeks
	for _, w := range list {
		for at := list[0].From + int64(len(logged))*job.Week; at < w.From; at += job.Week {
			logged, simulated = append(logged, math.NaN()), append(simulated, math.NaN())
		}
		logged, simulated = append(logged, float64(w.Logged)), append(simulated, float64(w.Simulated))
		if n++; w.Simulated < w.Logged {
			less++
		}
	}
	return logged, simulated, less, n
}

// csv is a figure's table.
func (b *believed) csv(what string) string {
	exact := numeral.Exact[report.Float]
	var rows [][]string
	switch what {
	case "replay-waits":
		rows = [][]string{{"percent of jobs", "logged wait", "simulated wait"}}
		for i, v := range b.report.Logged.Percentiles {
			rows = append(rows, []string{strconv.Itoa(i), exact(v), exact(b.report.Simulated.Percentiles[i])})
		}
	case "replay-weeks":
		rows = [][]string{{"week from", "jobs", "logged", "simulated"}}
		for _, w := range b.report.Weeks {
			rows = append(rows, []string{why.Clock(b.of.trace, w.From), strconv.Itoa(w.Jobs), exact(w.Logged), exact(w.Simulated)})
		}
	default:
		rows = [][]string{{"order", "backfill", "backfilling", "threshold", "distance", "first_half", "second_half", "tie", "asked",
			"same"}}
		for _, n := range b.report.Nearest {
			rows = append(rows, []string{n.Order, cmp.Or(n.Backfill, n.Order), n.Backfilling, n.Threshold.String(), exact(n.Distance),
				exact(n.FirstHalf), exact(n.SecondHalf), strconv.FormatBool(n.Tie), strconv.FormatBool(n.Asked),
				strings.Join(n.Same, "; ")})
		}
	}
	return lab.CSV(rows)
}
