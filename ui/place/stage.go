package place

import (
	"errors"
	"math"
	"sort"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/cluster/tariff"
	"shadowtime/core/experiment/place"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts of the stage.
const (
	hostPlayAsk     = "cluster-play-ask"
	hostPlayReading = "cluster-play-reading"
	hostPlayChart   = "cluster-play-chart"
	hostPlayHead    = "cluster-play-head"
	hostPlayNow     = "cluster-play-now"
	hostPlayPower   = "cluster-play-power"
	hostPlayTools   = "cluster-play-tools"
	hostPlayJob     = "cluster-play-job"
	hostPlayCost    = "cluster-play-cost"
)

// stage plays one run: one stretch under one choice.
type stage struct {
	v      *View
	choice string // "": the one that is proposed
	k      int    // stretch
	of     string // what the run belongs to: trace and plan

	run     *place.Run
	stands  []place.Stand
	spec    *platform.Spec
	machine *platform.Machine
	chart   *plot.Schedule
	job     string // looked up
	tariff  *tariff.Curve
	prices  string // as they were given
	over    string // what is shown over time

	asked  int  // tells late answers apart
	wait   bool // for the run
	at     float64
	moving bool
	turn   int     // tells an earlier play apart
	seen   float64 // when the moment was drawn last
}

// keep forgets a run that does not belong to what is in sight.
func (t *stage) keep(of string) {
	if t.of != of {
		t.stop()
		t.asked++
		*t = stage{v: t.v, choice: t.choice, of: of, asked: t.asked, turn: t.turn, tariff: t.tariff, prices: t.prices, over: t.over}
	}
}

func (t *stage) stop() {
	t.moving = false
	t.turn++
}

// chosen is the choice to be played: the one asked for, or the one that uses least.
func (t *stage) chosen() string {
	r := t.v.Report
	if r.ByName(t.choice) != nil {
		return t.choice
	}
	if r.Named != nil {
		return r.Named.Name
	}
	return r.Against
}

// open asks the engine for the run; then is called when it is there.
func (t *stage) open(then func()) {
	v, l := t.v, t.v.Lab
	if v.Report == nil || l.State == lab.Running || l.Trace == nil {
		return
	}
	o, p := l.Current(), v.Report.Plan // the run belongs to the answer in sight
	machine, err := p.Machine()
	if err != nil {
		return
	}
	spec, _ := p.Spec() // it has been laid out
	t.stop()
	t.asked++
	asked, choice := t.asked, t.chosen()
	t.k = min(max(t.k, 1), v.Report.Stretches)
	t.wait = true
	t.drawAsk()
	l.Engine.Detail(lab.Subject{Trace: o.Trace, Kind: place.Name, Plan: study.EncodePlan(p.Settings())}, place.Asked(t.k, choice),
		func(b []byte, err error) {
			l.Post(func() {
				if asked != t.asked {
					return
				}
				t.wait = false
				var run *place.Run
				if err == nil {
					run, err = place.DecodeRun(b)
				}
				switch {
				case err == nil:
					t.run, t.spec, t.machine, t.chart, t.at = run, spec, machine, nil, 0
					memory := 0.0
					for i := range machine.Nodes {
						memory += machine.Nodes[i].Memory
					}
					t.stands = run.Stands(int32(machine.Cores()), memory)
					t.draw()
					then()
				case !errors.Is(err, lab.ErrCancelled):
					l.Message = "The run could not be played: " + err.Error() + "."
				}
				t.drawAsk()
			})
		})
}

// act does what a button of the stage asks for; false: it is none of its.
func (t *stage) act(what, arg string) bool {
	switch what {
	case "play-open":
		t.open(func() {
			t.v.Lab.Browser.Reveal("cluster-stage")
			if !t.v.Lab.Browser.Still() {
				t.play()
			}
		})
	case "play":
		if t.moving {
			t.stop()
		} else {
			t.play()
		}
	case "play-at":
		if x, err := strconv.ParseFloat(arg, 64); err == nil && t.run != nil {
			t.stop()
			t.at = min(max(x, 0), steps) / steps * t.run.End()
			t.point(true)
		}
	case "play-save":
		if t.run != nil {
			t.v.Lab.SavePicture(t.v.Lab.FileName(arg, place.Name, t.run.Choice, strconv.Itoa(t.run.K)),
				func() string { return t.picture(lab.Standalone).SVG() }, t.csv)
		}
	default:
		return false
	}
	return true
}

// set takes what a field of the stage asks for; false: it is none of its.
func (t *stage) set(key, text string) bool {
	switch key {
	case "play-choice":
		t.choice = text
	case "play-k":
		k, err := strconv.Atoi(strings.TrimSpace(text))
		if most := t.v.Report.Stretches; err != nil || k < 1 || k > most {
			t.v.Lab.Refuse("Stretch \""+lab.Beginning(text)+"\": give a number from 1 to "+numeral.Count(most)+".", 0)
			return true
		}
		t.k = k
	case "play-job":
		t.job = strings.TrimSpace(text)
		t.draw()
		return true
	case "play-over":
		if t.over = text; t.run != nil {
			t.drawCourse(plot.Frame{Width: t.v.Lab.Browser.Width()})
		}
		return true
	case "play-tariff":
		if t.run != nil {
			t.price(text)
		}
		return true
	default:
		return false
	}
	if t.run != nil {
		t.open(func() {})
	}
	return true
}

// price takes a tariff, or takes it away.
func (t *stage) price(text string) {
	if strings.TrimSpace(text) == "" {
		t.tariff, t.prices = nil, ""
		t.drawCost()
		return
	}
	c, err := tariff.Parse(text)
	if err == nil {
		_, err = t.run.Cost(c)
	}
	if err != nil {
		t.v.Lab.Refuse(numeral.Capital(err.Error())+".", 0)
		return
	}
	t.tariff, t.prices = c, text
	t.drawCost()
}

// drawCost draws the field of a tariff, and what the run costs by it.
func (t *stage) drawCost() {
	p := &lab.Panel{}
	p.HTML(`<p class="field"><label for="play-tariff">Price of energy</label> <textarea id="play-tariff" rows="2" cols="24" spellcheck="false" autocomplete="off" data-set="play-tariff" placeholder="hour,price"></textarea>` +
		` <span class="hint">CSV of hour,price a kWh for 24 hours of a day or 168 of a week from Monday on, or of time,price; or grams of carbon: paste it, or drop its file here</span></p>`)
	p.Shows("play-tariff", t.prices)
	if t.tariff != nil {
		if cost, err := t.run.Cost(t.tariff); err == nil {
			flat := t.tariff.Integral(0, t.run.End(), t.run.Begin) / max(1e-9, t.run.End()) * t.run.Energy() / 3.6e6
			p.HTML(`<p>` + lab.Esc("This run costs "+numeral.Number(cost)+", "+numeral.Number(cost*3.6e6/max(1e-9, t.run.Energy()))+
				" a kWh; drawn evenly over the same time its energy would cost "+numeral.Number(flat)+".") + `</p>`)
		}
	}
	t.v.Lab.Draw(hostPlayCost, p)
}

// drawAsk draws what is asked of the stage.
func (t *stage) drawAsk() {
	r := t.v.Report
	if r == nil || len(r.Choices) == 0 {
		t.v.Lab.Browser.Draw(hostPlayAsk, "")
		return
	}
	var names []string
	for i := range r.Choices {
		names = append(names, r.Choices[i].Name)
	}
	p := &lab.Panel{}
	p.HTML(`<p class="field"><label for="play-choice">Choice</label> `)
	p.Select("play-choice", "", names, nil)
	p.HTML(` <label for="play-k">on stretch</label> <input type="number" class="n3" id="play-k" min="1" max="1000" data-set="play-k"></p>`)
	p.Shows("play-choice", t.chosen())
	p.Shows("play-k", strconv.Itoa(max(1, t.k)))
	t.v.Lab.Draw(hostPlayAsk, p)
}

// draw draws the run at the width there is.
func (t *stage) draw() {
	b := t.v.Lab.Browser
	if t.run == nil {
		for _, host := range []string{hostPlayReading, hostPlayChart, hostPlayHead, hostPlayNow, hostPlayPower, hostPlayTools, hostPlayJob,
			hostPlayCost} {
			b.Draw(host, "")
		}
		return
	}
	f := plot.Frame{Width: b.Width()}
	t.chart = t.picture(f)
	b.Draw(hostPlayChart, t.chart.SVG())
	t.drawCourse(f)
	b.Draw(hostPlayTools, lab.FileTools("play-save", "This run"))
	t.drawJob()
	t.drawCost()
	t.point(true)
}

// picture is the run as a chart, core by core.
func (t *stage) picture(f plot.Frame) *plot.Schedule {
	c, err := place.RunPicture(t.spec)
	if err != nil {
		return &plot.Schedule{Frame: f}
	}
	r := t.run
	c.Frame, c.X, c.To = f, "time since the first submission", r.End()
	for i := range r.Jobs {
		j := &r.Jobs[i]
		x := plot.ScheduleJob{Label: "job " + strconv.FormatInt(j.ID, 10), Start: j.Start, End: j.End,
			Note: numeral.Count(int(j.Size)) + numeral.Plural(int(j.Size), " core", " cores") + ", " + waited(j)}
		for _, s := range j.Cores {
			x.Cores = append(x.Cores, plot.CoreRange{From: int(s.From), To: int(s.To)})
		}
		c.Jobs = append(c.Jobs, x)
	}
	for _, o := range r.Overs {
		c.Over = append(c.Over, plot.OverSpan{Processor: int(o.Processor), From: o.From, To: o.To})
	}
	for _, o := range r.Outs {
		c.Out = append(c.Out, plot.OutSpan{Cores: plot.CoreRange{From: int(o.Cores.From), To: int(o.Cores.To)}, From: o.From, To: o.To})
	}
	if j := t.found(); j != nil {
		c.Chosen = "job " + strconv.FormatInt(j.ID, 10)
	}
	c.Title = r.Choice + ": " + numeral.Number(r.Energy()/3.6e6) + " kWh in " + numeral.Duration(r.End()) + ", " + numeral.Share(t.busy()) +
		" of the cores busy"
	c.Subtitle = t.v.Report.Trace + " on " + t.v.Report.Platform.Name + ", stretch " + numeral.Count(r.K) + "; " + t.reasons()
	return c
}

// busy is the share of core time that is used.
func (t *stage) busy() (share float64) {
	for i := 0; i+1 < len(t.run.Time); i++ {
		share += float64(t.run.Busy[i]) * (t.run.Time[i+1] - t.run.Time[i])
	}
	return share / max(1e-9, t.run.End()*float64(t.machine.Cores()))
}

// why names what a job waits for, in the order of Played.Waits.
var why = [4]string{"for cores", "for memory", "behind others", "for nodes that are out or about to be"}

// reasons say what the jobs' waits were for, all together.
func (t *stage) reasons() string {
	var sums [4]float64
	all := 0.0
	for i := range t.run.Jobs {
		for k, x := range t.run.Jobs[i].Waits {
			sums[k] += x
			all += x
		}
	}
	if all == 0 {
		return "no job waits"
	}
	var list []string
	for k, x := range sums {
		if x > 0 {
			list = append(list, numeral.Percent(x/all, 0)+" "+why[k])
		}
	}
	return "jobs wait " + numeral.Listed(list)
}

// waited says how long a job waited, and for what.
func waited(j *place.Played) string {
	if j.Start <= j.Submit {
		return "did not wait"
	}
	var list []string
	for k, x := range j.Waits {
		if x > 0 {
			list = append(list, numeral.Duration(x)+" "+why[k])
		}
	}
	return "waited " + numeral.Listed(list)
}

// found is the job that was looked up; nil: there is none.
func (t *stage) found() *place.Played {
	id, err := strconv.ParseInt(t.job, 10, 64)
	for i := range t.run.Jobs {
		if err == nil && t.run.Jobs[i].ID == id {
			return &t.run.Jobs[i]
		}
	}
	return nil
}

// drawJob draws the field that looks a job up, and what is known of it.
func (t *stage) drawJob() {
	p := &lab.Panel{}
	first, last := t.run.Jobs[0].ID, t.run.Jobs[len(t.run.Jobs)-1].ID
	p.HTML(`<p class="field"><label for="play-job">Look up job</label> <input type="number" id="play-job" data-set="play-job"> <span class="hint">by its number in the log, ` +
		strconv.FormatInt(first, 10) + ` to ` + strconv.FormatInt(last, 10) + `</span></p>`)
	p.Shows("play-job", t.job)
	switch j := t.found(); {
	case j != nil:
		s := "Job " + strconv.FormatInt(j.ID, 10) + " came after " + numeral.Duration(j.Submit) + " and " + waited(j) + ". It ran " +
			numeral.Duration(j.End-j.Start) + " on " +
			numeral.Count(int(j.Size)) + numeral.Plural(int(j.Size), " core", " cores") + " (" + lab.Beginning(cluster.Ranges(j.Cores)) +
			"), having asked for " + numeral.Duration(j.Request)
		if j.Memory > 0 {
			s += ", " + numeral.Number(j.Memory/1000) + " GB"
		}
		p.HTML(`<p>` + lab.Esc(s+" and "+numeral.Number(j.Bandwidth)+" GB/s a core.") + `</p>`)
	case t.job != "":
		p.HTML(`<p>` + lab.Esc("No job of this stretch has the number "+lab.Beginning(t.job)+".") + `</p>`)
	}
	t.v.Lab.Draw(hostPlayJob, p)
}

// samples are how many means a line over time has.
const samples = 240

// course is what of a run is shown over time: one line, or several.
type course struct {
	key, words, y string
	hue           string
	at            func(t *stage, i int) float64
	more          []trail
}

// trail is a further line of a course.
type trail struct {
	words, hue string
	at         func(t *stage, i int) float64
}

// courses are those that can be chosen.
var courses = []course{
	{"power", "power", "power, W", "--accent", func(t *stage, i int) float64 { return t.run.Watts[i] }, nil},
	{"queue", "jobs waiting", "jobs waiting", "--time", waiting, nil},
	{"life", "jobs waiting, running, done", "jobs", "--time", waiting, []trail{{"running", "--size", func(t *stage, i int) float64 {
		return float64(t.stands[i].Running)
	}}, {"done", "--area", func(t *stage, i int) float64 { return float64(t.stands[i].Done) }}}},
	{"cores", "cores busy", "cores busy", "--size", func(t *stage, i int) float64 { return float64(t.run.Busy[i]) }, nil},
	{"idle-cores", "cores idle though asked for", "cores idle though asked for", "--size", func(t *stage, i int) float64 {
		return float64(t.stands[i].Cores)
	}, nil},
	{"memory", "memory taken", "memory taken, GB", "--expansion", func(t *stage, i int) float64 { return t.run.Taken[i] / 1000 }, nil},
	{"idle-memory", "memory free though asked for", "memory free though asked for, GB", "--expansion", func(t *stage, i int) float64 {
		return t.stands[i].Memory / 1000
	}, nil},
	{"over", "processors over their bandwidth", "processors over their bandwidth", "--area", func(t *stage, i int) (n float64) {
		for _, o := range t.run.Overs {
			if o.From <= t.run.Time[i] && t.run.Time[i] < o.To {
				n++
			}
		}
		return n
	}, nil},
}

func waiting(t *stage, i int) float64 { return float64(t.run.Queue[i]) }

// shown is the course in sight.
func (t *stage) shown() *course {
	for i := range courses {
		if courses[i].key == t.over {
			return &courses[i]
		}
	}
	return &courses[0]
}

// drawCourse draws it, and the field that chooses it.
func (t *stage) drawCourse(f plot.Frame) {
	p := &lab.Panel{}
	var keys, words []string
	for i := range courses {
		keys, words = append(keys, courses[i].key), append(words, courses[i].words)
	}
	p.HTML(`<p class="field"><label for="play-over">Over time</label> `)
	p.Select("play-over", "", keys, words)
	p.HTML(`</p>` + t.course(f).SVG())
	p.Shows("play-over", t.shown().key)
	t.v.Lab.Draw(hostPlayPower, p)
}

// course is a line over time, a mean for each part of it: below power lies the energy.
func (t *stage) course(f plot.Frame) *plot.Line {
	x, step := t.shown(), t.run.End()/samples
	c := &plot.Line{Frame: f, Step: step, First: step / 2, X: "time since the first submission", XUnit: plot.Seconds, Y: x.y, Area: true}
	values, mean, most := t.means(x.at)
	c.Series = []plot.Series{{Label: x.words, Hue: x.hue, Values: values}}
	_, unit, _ := strings.Cut(x.y, ",")
	c.Title = numeral.Capital(x.words) + ": " + numeral.Number(mean) + unit + " on average, " + numeral.Number(most) + unit + " at most"
	c.Subtitle = t.run.Choice + ", stretch " + numeral.Count(t.run.K)
	if most == 0 {
		c.Title = numeral.Capital(x.words) + ": none at any time"
	}
	tops := []string{numeral.Number(most)}
	for i := range x.more {
		m := &x.more[i]
		values, _, most := t.means(m.at)
		c.Series = append(c.Series, plot.Series{Label: m.words, Hue: m.hue, Values: values})
		c.Series[0].Label = "waiting"
		tops = append(tops, numeral.Number(most))
		c.Title = numeral.Capital(x.words) + ": at most " + numeral.Listed(tops)
	}
	if x.key == "power" {
		c.Subtitle += "; with all cores busy the platform would draw " + numeral.Number(t.v.Report.Platform.Power) + " W, idle " +
			numeral.Number(t.v.Report.Platform.Idle) + " W"
	}
	return c
}

// means are what a line over time shows: its means by parts of the run, that of all, and the most at one time.
func (t *stage) means(of func(t *stage, i int) float64) (values []float64, mean, most float64) {
	r, step, i := t.run, t.run.End()/samples, 0
	values = make([]float64, samples)
	at := make([]float64, len(r.Time))
	for j := range at {
		at[j] = of(t, j)
		most = max(most, at[j])
	}
	for k := range values {
		from, to := float64(k)*step, float64(k+1)*step
		for i+1 < len(r.Time) && r.Time[i+1] <= from {
			i++
		}
		for j := i; j+1 < len(r.Time) && r.Time[j] < to; j++ {
			values[k] += at[j] * (min(to, r.Time[j+1]) - max(from, r.Time[j]))
		}
		values[k] /= max(step, 1e-9)
		mean += values[k] / samples
	}
	return values, mean, most
}

// ---- the moment

// steps are those of the slider.
const steps = 1000.0

// point moves the playhead and says what stands there; the machine at that moment is
// drawn a few times a second while it moves.
func (t *stage) point(still bool) {
	b := t.v.Lab.Browser
	px := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) + "px" }
	top, bottom := t.chart.Lanes()
	b.Draw(hostPlayHead, `<div class="playhead" style="left:`+px(t.chart.Place(t.at))+`;top:`+px(top)+`;height:`+px(bottom-top)+`"></div>`)
	b.SetValue("play-at", strconv.Itoa(int(t.at/max(1e-9, t.run.End())*steps)))
	if now := b.Now(); still || now-t.seen > 0.2 {
		t.seen = now
		b.Draw(hostPlayReading, `<p>`+lab.Esc(t.reading())+`</p>`)
		b.Draw(hostPlayNow, t.moment(plot.Frame{Width: b.Width()}))
	}
}

// index is where the run's times are at the playhead.
func (t *stage) index() int {
	return max(0, sort.Search(len(t.run.Time), func(i int) bool { return t.run.Time[i] > t.at })-1)
}

// reading says the moment in words.
func (t *stage) reading() string {
	r, i, over := t.run, t.index(), 0
	for _, o := range r.Overs {
		if o.From <= t.at && t.at < o.To {
			over++
		}
	}
	s := "After " + numeral.Duration(t.at) + ": " + numeral.Count(int(r.Busy[i])) + " of " + numeral.Count(t.machine.Cores()) +
		" cores are busy, " +
		numeral.Count(int(r.Queue[i])) + numeral.Plural(int(r.Queue[i]), " job waits", " jobs wait") + ", " +
		numeral.Number(r.Watts[i]) + " W"
	out := 0
	for _, o := range r.Outs {
		if o.From <= t.at && t.at < o.To {
			out += int(o.Cores.To - o.Cores.From)
		}
	}
	if out > 0 {
		s += "; " + numeral.Count(out) + numeral.Plural(out, " core is out", " cores are out")
	}
	if over > 0 {
		s += "; on " + numeral.Count(over) + numeral.Plural(over, " processor", " processors") +
			" jobs ask for more bandwidth than there is, and slow down"
	}
	return s + "."
}

// moment is the platform as it stands at the playhead.
func (t *stage) moment(f plot.Frame) string {
	c, err := place.MachinePicture(t.spec)
	if err != nil {
		return ""
	}
	m := t.machine
	c.Frame = f
	c.Untitled, c.Title = true, "The platform after "+numeral.Duration(t.at)
	busy, asked := make([]bool, m.Cores()), make([]float64, len(m.Processors))
	c.Memory, c.Bandwidth, c.States = make([]float64, len(m.Nodes)), asked, make([]plot.CoreState, m.Cores())
	processor := make([]int, m.Cores())
	for i := range m.Processors {
		for k := m.Processors[i].From; k < m.Processors[i].To; k++ {
			processor[k] = i
		}
	}
	for i := range t.run.Jobs {
		j := &t.run.Jobs[i]
		if j.Start > t.at || t.at >= j.End {
			continue
		}
		for _, s := range j.Cores {
			for k := s.From; k < s.To; k++ {
				busy[k] = true
				p := processor[k]
				asked[p] += j.Bandwidth / m.Processors[p].Bandwidth
				node := m.Processors[p].Node
				c.Memory[node] += j.Memory / m.Nodes[node].Memory
			}
		}
	}
	for i := range m.Processors {
		p := &m.Processors[i]
		idle := plot.CoreIdle
		for k := p.From; k < p.To; k++ {
			if busy[k] {
				idle = plot.CoreBeside
			}
		}
		for k := p.From; k < p.To; k++ {
			switch {
			case !busy[k]:
				c.States[k] = idle
			case asked[i] > 1+1e-9:
				c.States[k] = plot.CoreSlowed
			}
		}
	}
	return c.SVG()
}

// play moves the playhead to the end, from the start if it is there. Where less motion
// is asked for it goes in a few large steps.
func (t *stage) play() {
	if t.run == nil {
		return
	}
	t.stop()
	l, end := t.v.Lab, t.run.End()
	if t.at >= end*0.999 {
		t.at = 0
	}
	t.moving = true
	turn, from, began := t.turn, t.at, -1.0
	still := l.Browser.Still()
	const lasts = 20.0 // seconds
	l.Browser.Animate(func(now float64) bool {
		if turn != t.turn || t.run == nil {
			return false
		}
		if began < 0 {
			began = now
		}
		t.at = from + (now-began)/lasts*end
		if still {
			t.at = math.Floor(t.at/end*24) / 24 * end
		}
		if t.at >= end {
			t.at = end
			t.stop()
			l.Post(func() {}) // the button says Play again
		}
		t.point(!t.moving)
		return t.moving
	})
}

// csv is the run, a line a job.
func (t *stage) csv() string {
	rows := [][]string{{"job", "submit, s", "start, s", "end, s", "size", "memory, MB a core", "bandwidth, GB/s a core",
		"waited for cores, s", "waited for memory, s", "waited behind others, s",
		"waited for nodes that are out, s", "cores"}}
	for i := range t.run.Jobs {
		j := &t.run.Jobs[i]
		row := []string{strconv.FormatInt(j.ID, 10)}
		for _, x := range []float64{j.Submit, j.Start, j.End, float64(j.Size), j.Memory, j.Bandwidth, j.Waits[0], j.Waits[1], j.Waits[2],
			j.Waits[3]} {
			row = append(row, numeral.Exact(x))
		}
		rows = append(rows, append(row, cluster.Ranges(j.Cores)))
	}
	return lab.CSV(rows)
}

// ---- what the page shows of it

// part is the theatre that plays it.
func (t *stage) part() lab.Part {
	return lab.Group{Tag: "section", ID: "cluster-stage", Class: "theatre", Label: "cluster-stage-title",
		Hidden: func() bool { return !t.v.Playable() }, Of: []lab.Part{
			lab.Heading{ID: "cluster-stage-title", Text: "Play a run"},
			lab.Theatre{What: "What to play", Moment: "Moment of the run", Open: "play-open", Play: "play", Words: "Play it",
				Ask: hostPlayAsk, Reading: hostPlayReading, Chart: hostPlayChart, Head: hostPlayHead, Tools: hostPlayTools,
				Busy: t.v.Busy, Opened: t.v.Played, Moving: func() bool { return t.moving },
				At: "play-at", Last: func() string { return strconv.Itoa(steps) }, Now: t.now, Axis: t.axis,
				More: []lab.Part{lab.Wide(hostPlayNow), lab.Host{Name: hostPlayJob}, lab.Framed(lab.Wide(hostPlayPower)),
					lab.Host{Name: hostPlayCost}}}}}
}

// Playable says whether there is a run to be played, Played whether one is there.
func (v *View) Playable() bool {
	return v.Report != nil && v.Report.Stretches > 0 && v.Verdict.Standing != lab.Earlier
}
func (v *View) Played() bool { return v.stage.run != nil }

// Busy says whether the workers have something else to do.
func (v *View) Busy() bool {
	return v.Lab.Working() || v.Lab.State == lab.Reading || v.stage.wait
}

// now is the slider's place.
func (t *stage) now() string {
	if t.run == nil {
		return "0"
	}
	return strconv.Itoa(int(t.at / max(1e-9, t.run.End()) * steps))
}

// axis is where the chart's time begins and ends.
func (t *stage) axis() (from, to float64) {
	if t.run == nil || t.chart == nil {
		return 0, 0
	}
	return t.chart.Place(0), t.chart.Place(t.run.End())
}
