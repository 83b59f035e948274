package decide

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/decide"
	"shadowtime/core/job/sacct"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// checked are the lines on a log, as far as they were known.
type checked struct {
	key  string
	rows int
	list []decide.Check
	out  []decide.Notable // what stands out of it
}

// checks are the lines on the log in sight, made anew when more is known of it.
func (v *View) checks() []decide.Check {
	o := v.Lab.Current()
	p, err := v.On(o)
	if err != nil || o.Trace == nil {
		return nil
	}
	var rows []decide.Row
	for _, row := range v.Rows(o, &p).Known(0) {
		if row.K == study.Logged {
			rows = append(rows, row)
		}
	}
	if key := v.KeyOf(o, &p); v.checked.key != key || v.checked.rows != len(rows) {
		r := decide.Merge(p, o.Summary.Digest, rows, o.Source())
		v.checked = checked{key, len(rows), r.Checks, r.StandsOut}
	}
	if v.holding == nil || len(v.checked.list) == 0 {
		return v.checked.list
	}
	return slices.Insert(slices.Clone(v.checked.list), 1, v.waited())
}

// Worst is the line on the log in sight that is most to be doubted, in short, as it follows
// the reader through the other rooms; "" where all are good.
func (v *View) Worst() (at, words string) {
	for _, l := range []decide.Level{decide.FixFirst, decide.Doubtful} {
		for _, c := range v.checks() {
			if c.Level == l && (c.Key != "waited" || l == decide.FixFirst) {
				size := "The machine’s size is a guess"
				if l == decide.Doubtful {
					size = "More work than the machine can do"
				}
				near := "Replay differs from your real waits"
				if !tells(v.Lab.Current()) {
					near = "No recorded waits to compare with"
				}
				words := map[string]string{"size": size, "nearness": near, "records": "Records left out or incomplete",
					"waited": "The machine’s size looks wrong"}[c.Key]
				return lab.LevelClass(l), lab.LevelIcon(l) + lab.Esc(words)
			}
		}
	}
	return "", ""
}

// drawChecks draws what is to be read before any answer.
func (v *View) drawChecks() {
	list := v.checks()
	if list == nil {
		v.Lab.Clear(hostChecks, hostStands)
		return
	}
	var b strings.Builder
	b.WriteString(v.checksBriefly(list) + `<ul class="check-card" id="checks">`)
	for _, c := range list {
		act := map[string]string{"size": lab.Tool("decide-size", "", "", "Change the size"),
			"nearness": lab.Tool("decide-near", "", "", "See why"), "records": lab.Tool("glance", "", "", "See the log")}[c.Key]
		if choose := v.choosing(); c.Key == "records" && choose != "" {
			act = choose
		}
		if c.Key == "waited" {
			b.WriteString(`<li class="waited ` + lab.LevelClass(c.Level) + `" data-check="waited" data-level="` + c.Level.Colour() + `">` +
				lab.Level(c.Level) + v.waitedLine(&c) + v.waitedTool() + `</li>`)
			continue
		}
		b.WriteString(`<li class="` + lab.LevelClass(c.Level) + `" data-check="` + c.Key + `" data-level="` + c.Level.Colour() + `">` +
			lab.Level(c.Level) + `<div class="said"><div><p><strong>` + lab.Esc(c.Words) + `</strong></p>`)
		if c.Key == "nearness" && c.Level == decide.Open && v.Lab.Looking(v.Kind) {
			c.Detail = "What you run now is being replayed: " + numeral.Percent(v.Lab.LookedAt(), 0) + " is computed."
		}
		if c.Detail != "" {
			b.WriteString(`<p class="hint">` + lab.Esc(c.Detail) + `</p>`)
		}
		b.WriteString(`</div>`)
		if c.Key == "nearness" {
			b.WriteString(v.nearRoom())
		}
		b.WriteString(`</div>` + act + `</li>`)
	}
	v.Lab.Browser.Draw(hostChecks, b.String()+`</ul>`)
	v.Lab.Browser.Draw(hostStands, v.standsOut())
}

// standsOut are the things that stand out of the log, each with a press that shows it; "" where none does. They are found a while
// after the log was read, so they stand below the question, which stays where it is.
func (v *View) standsOut() string {
	if len(v.checked.out) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<h3 class="stands-title">What stands out</h3><ul class="stands">`)
	for i := range v.checked.out {
		n := &v.checked.out[i]
		b.WriteString(`<li data-stands="` + n.Key + `"><span>` + lab.Esc(n.Words) + `</span>` + v.showing(n) + `</li>`)
	}
	return b.String() + `</ul>`
}

// showing is the press that shows what stands out.
func (v *View) showing(n *decide.Notable) string {
	switch choose := v.choosing(); {
	case n.Key == decide.IsNotOrder && v.holding != nil:
		return lab.Tool("held-open", "", "", "See what held them")
	case n.Key == decide.IsUser:
		id := strconv.FormatInt(n.ID, 10)
		return lab.Tool("decide-without", id, "", "Ask without user "+id)
	case n.Key == decide.IsPartition && choose != "":
		return choose
	}
	return lab.Tool("glance", "", "", "See the log")
}

// choosing is the press that takes a part of the log, in the words of its system: PBS, LSF and Grid Engine have queues
// alone. It is "" where the log is not at hand or has one part.
func (v *View) choosing() string {
	o := v.Lab.Current()
	if o.File == nil || len(o.Summary.Import.Partitions) < 2 {
		return ""
	}
	if c := v.Lab.Trace.Cleaning; c != nil && c.Pooled.Partitions < 2 && c.Pooled.Queues > 1 {
		return lab.Tool("partitions", "", "", "Choose a queue")
	}
	return lab.Tool("partitions", "", "", "Choose a partition")
}

// nearRoom keeps the room of what is said once what is run now is replayed, and again under the rules that are found.
func (v *View) nearRoom() string {
	var b strings.Builder
	r := v.before()
	if v.holding != nil && r.Plan.Rules == "" {
		r.Plan.Rules = "some"
	}
	for _, c := range r.LongestNear() {
		b.WriteString(`<div><p><strong>` + lab.Room(c.Words) + `</strong></p><p class="hint">` + lab.Room(c.Detail) + `</p></div>`)
	}
	return `<div class="to-come" aria-hidden="true"><div class="host-root">` + b.String() + `</div></div>`
}

// checksBriefly are the checks in a line, to which they fold on a phone once there is an answer
// below them: the worst, and how many are good.
func (v *View) checksBriefly(list []decide.Check) string {
	if !v.Asked() {
		return ""
	}
	good, worst := 0, 0
	for i, c := range list {
		if c.Level == decide.Good {
			good++
		}
		if slices.Index(worse, c.Level) > slices.Index(worse, list[worst].Level) {
			worst = i
		}
	}
	c := &list[worst]
	return `<button type="button" class="brief ` + lab.LevelClass(c.Level) + `" id="decide-checks-brief" data-act="decide-checks" ` +
		`aria-controls="checks" aria-expanded="` + lab.Bool(v.unfolded) + `">` + lab.LevelIcon(c.Level) + ` <b>` +
		strconv.Itoa(good) + ` of ` + strconv.Itoa(len(list)) + ` good</b> <span>` + lab.Esc(c.Words) + `</span></button>`
}

// worse are the levels, the worst last.
var worse = []decide.Level{decide.Good, decide.Open, decide.Doubtful, decide.FixFirst}

// forms are the marks of counsels.
var forms = map[decide.Counsel]string{
	decide.Set:     `<circle cx="9" cy="9" r="8" fill="currentColor"/>`,
	decide.Likely:  ring + `<path d="M9 1.8a7.2 7.2 0 0 0 0 14.4Z" fill="currentColor"/>`,
	decide.NotYet:  `<circle cx="9" cy="9" r="8" fill="currentColor"/><path d="M4 14L14 4" stroke="var(--paper)" stroke-width="2.4"/>`,
	decide.Unclear: ring,
	decide.NoGain:  ring + `<path d="M5 9h8" stroke-width="1.8"/>`,
}

const ring = `<circle cx="9" cy="9" r="7.2" fill="none" stroke-width="1.5"/>`

// form is the mark of what the answer comes to; "" while it is not known.
func form(c decide.Counsel) string {
	if c == decide.Unsaid {
		return ""
	}
	return `<span class="counsel">` + lab.Icon(forms[c]) + `</span>`
}

// evident are the hosts of what stands below the answer.
var evident = []string{hostCards, hostAmended, hostWhatIf, hostCurve, hostAt, hostRead, hostForest,
	hostRow, hostDoubts, hostMethods, hostCommand}

func (v *View) drawAnswer() {
	v.drawChecks()
	v.drawPaper()
	v.Verdict.Mark = ""
	if v.Missing() {
		v.Verdict.Say("", map[bool]string{true: "The first settings are being replayed."}[v.Lab.Computes(v.Kind)])
		v.Lab.Clear(hostSure, hostNow)
		v.Lab.Clear(evident...)
		return
	}
	r := v.Report
	v.Verdict.Mark = form(r.Counsel)
	v.Verdict.Say("", strings.TrimSpace(r.Sentence()+" "+r.Effect()))
	v.drawSure()
	v.drawNow()
	if len(r.Cards) == 0 {
		v.Lab.Clear(evident...)
		return
	}
	b := v.Lab.Browser
	b.Draw(hostCards, v.cards())
	v.drawAmended()
	if !r.Complete() {
		v.Lab.Clear(evident[2:]...)
		return
	}
	v.drawWhatIf()
	v.drawCurve()
	v.drawRow()
	b.Draw(hostForest, v.forest(plot.Frame{Width: v.column()}))
	b.Draw(hostDoubts, v.doubts())
	b.Draw(hostMethods, `<p class="in-short">`+lab.Esc(r.Briefly())+`</p>`)
	b.Draw(hostCommand, `<details><summary>On the command line</summary><pre><code>`+
		lab.Esc(v.command())+`</code></pre>`+v.Lab.CopyTool(v.command())+`</details>`)
}

func (v *View) forest(f plot.Frame) string { return lab.Forest(v.Report.Forest(v.Lab.Summary.Name), f) }

// column is the room for one of two charts side by side.
func (v *View) column() int {
	if w := v.Lab.Browser.Width(); w < 900 {
		return w
	}
	return (v.Lab.Browser.Width() - 32) / 2
}

// drawSure says how sure the answer is, and which conditions hold. While orders are replayed its room is kept as it
// would be if no more came.
func (v *View) drawSure() {
	r := v.Report.Foreseen()
	text, also, verdict := lab.Esc, "", `" id="verdict" data-verdict="`+string(r.Verdict)+`" data-counsel="`+string(r.Counsel)+`"`
	if !v.Report.Answered() {
		text, also, verdict = lab.Room, " to-come", ` to-come" aria-hidden="true"`
	}
	var b strings.Builder
	b.WriteString(`<p class="sure` + verdict + `>` + text(r.Doubt()) + `</p>` + v.peek())
	if len(r.Conditions) > 0 {
		b.WriteString(`<ul class="conditions` + also + `">`)
		for _, c := range r.Conditions {
			words := text(c.Words)
			if c.Level != decide.Good {
				words = `<b>` + words + `</b>`
			}
			if c.Key == "waits" && c.Level != decide.Good && also == "" && v.holding != nil {
				words += v.givingHTML()
			}
			b.WriteString(`<li class="` + lab.LevelClass(c.Level) + `">` + lab.LevelIcon(c.Level) + `<span>` + words + `</span></li>`)
		}
		b.WriteString(`</ul>`)
	}
	v.Lab.Browser.Draw(hostSure, b.String())
}

// mending is the press that leads to what is to be mended, by its key; "" where there is none.
func (v *View) mending(key string) string {
	switch key {
	case "size":
		return lab.Tool("decide-size", "", "", "Change the size")
	case "partition", "queue":
		return v.choosing()
	case "rules":
		return lab.Tool("held-open", "", "", "See what held them")
	}
	return ""
}

// drawNow says what can be done now: what to mend where users waited and the replay's don't, what helps where nothing can
// be told.
func (v *View) drawNow() {
	r := v.Report
	if !r.Complete() || !r.Guess() && len(r.Fixes) == 0 {
		v.Lab.Clear(hostNow)
		return
	}
	var b strings.Builder
	step := func(title, words, do string) {
		b.WriteString(`<div><h3>` + lab.Esc(title) + `</h3><p class="hint">` + lab.Esc(words) + `</p>` + do + `</div>`)
	}
	for _, f := range r.Fixes {
		step(f.Do, f.Why, v.mending(f.Key))
	}
	if len(r.Fixes) > 0 {
		v.Lab.Browser.Draw(hostNow, `<div class="next-steps">`+b.String()+`</div>`)
		return
	}
	if words := r.Longer(); words != "" {
		step("Export a longer period", words+" Drop the new file beside this one.", `<pre><code>`+lab.Esc(sacct.Command)+`</code></pre>`+
			v.Lab.CopyTool(sacct.Command))
	}
	if r.Guessed() {
		step("Name the machine", "The size decides how long jobs wait in the replay.", lab.Tool("decide-size", "", "", "Set the size"))
	}
	step("Look at the schedule", "Explore needs no weeks. It shows why a job waited.",
		lab.Tool("decide-explore", "", "", "Explore this log"))
	v.Lab.Browser.Draw(hostNow, `<div class="next-steps">`+b.String()+`</div>`)
}

// manners are the marks of cards, the same in cards and curve, with what they hold.
var manners = map[decide.Manner][3]string{
	decide.Safe:     {`<path d="M4 4h10v10H4Z" fill="none" stroke-width="2"/>`, "Safe", "The longest wait stays about as it is."},
	decide.Balanced: {`<circle cx="9" cy="9" r="5.5" fill="currentColor"/>`, "Balanced", ""},
	decide.Greedy:   {`<path d="M9 3l6 11H3Z" fill="none" stroke-width="2"/>`, "Greedy", "The longest wait has no bound."},
}

// cards are the ways to set it, side by side, those that are the same setting once. Where nothing is advised, nor likely,
// they are folded.
func (v *View) cards() string {
	r := v.Report
	var b strings.Builder
	b.WriteString(`<ul class="manners">`)
	for _, c := range r.Choices() {
		b.WriteString(v.card(&c))
	}
	b.WriteString(`</ul>`)
	if r.Counsel == decide.Set || r.Counsel == decide.Likely || !r.Answered() {
		return b.String()
	}
	return `<details class="would-be"><summary>` + wouldBe + `</summary>` + b.String() + `</details>`
}

// wouldBe is said of what is not advice.
const wouldBe = "Show what it would be"

// marksOf are the marks of a choice.
func marksOf(c *decide.Choice) string {
	html := ""
	for _, m := range c.Manners {
		html += lab.Icon(manners[m][0])
	}
	return html
}

// peek are the cards in brief, for a phone: each leads to its own.
func (v *View) peek() string {
	r := v.Report
	if len(r.Cards) == 0 || r.Counsel != decide.Set && r.Counsel != decide.Likely {
		return ""
	}
	_, longest := r.Durations()
	var b strings.Builder
	b.WriteString(`<ul class="peek">`)
	for _, c := range r.Choices() {
		change, most := report.Signed(c.Change), c.MaxWait
		if c.Kept() {
			change, most = "as now", r.Now.MaxWait
		}
		b.WriteString(`<li><button type="button" id="peek-` + string(c.Main()) + `" data-act="decide-card" data-arg="` + string(c.Main()) +
			`"><b>` + marksOf(&c) + c.Names() + `</b> <span>` + change + `</span> <span>` + longest(float64(most)) +
			` longest</span></button></li>`)
	}
	return b.String() + `</ul>`
}

// measured names what is made better.
func (v *View) measured() string {
	if v.Report.Plan.Measure == decide.MeanSlowdown {
		return "Slowdown"
	}
	return "Mean wait"
}

// around are the range of a change and, where what is written was corrected, the raw one.
func around(c *report.Claim) string {
	s := strings.TrimPrefix(report.Plausible(c.Change, c.Low, c.High), ", ")
	if report.Signed(c.Own) != report.Signed(c.Change) {
		s = strings.TrimPrefix(s+"; raw "+report.Signed(c.Own), "; ")
	}
	return s
}

func (v *View) card(c *decide.Choice) string {
	r, class := v.Report, "card manner"
	if c.Main() == decide.Balanced && r.Counsel == decide.Set {
		class = "card manner asked"
	}
	var names []string
	for _, m := range c.Manners {
		names = append(names, string(m))
	}
	head := `<li class="` + class + `" data-card="` + string(c.Main()) + `" data-cards="` + strings.Join(names, " ") + `" data-threshold="` +
		c.Threshold.String() + `" data-change="` + numeral.Exact(c.Change) + `" data-max-wait-ratio="` + numeral.Exact(c.MaxWaitRatio) +
		`"><h3 id="manner-` + string(c.Main()) + `" tabindex="-1">` + marksOf(c) + c.Names() + `</h3><p class="hint">` + v.bound(c) + `</p>`
	if c.Kept() {
		return head + `<p class="sets">Keep ` + lab.Esc(r.Plan.Now().Words()) + `</p><p class="hint">` + lab.Esc(r.KeepWords(c.Card)) + `</p></li>`
	}
	mean, longest := r.Durations()
	figure := func(name, class, number string, more ...string) string {
		html := `<div><dt>` + name + `</dt><dd><b class="` + class + `">` + number + `</b>`
		for _, m := range more {
			if m != "" {
				html += `<p>` + lab.Esc(m) + `</p>`
			}
		}
		return html + `</dd></div>`
	}
	return head + `<p class="sets">` + lab.Esc(numeral.Capital(c.Name())) + `</p><dl class="two">` +
		figure(v.measured(), "moves", report.Signed(c.Change), mean(r.Mean(&r.Now))+" → "+mean(r.Expected(c.Card)),
			around(&c.Claim)) +
		figure("Longest wait", "grows", grown(c.MaxWaitRatio), longest(float64(r.Now.MaxWait))+" → "+longest(float64(c.MaxWait)),
			c.Last.Words()) +
		`</dl>` + loses(c.Card) + `<dl>` + fact("Can Slurm do this?", numeral.Capital(c.Slurm.Settable.Words()), lab.Esc(c.Slurm.Why)) + `</dl>` +
		v.lines(c) + `</li>`
}

// bound says what the cards of a choice allow the longest wait.
func (v *View) bound(c *decide.Choice) string {
	if c.Main() == decide.Balanced {
		return "The longest wait grows at most " + numeral.Plain(v.Report.Plan.Longest) + " times."
	}
	return manners[c.Main()][2]
}

// loses is the table of who pays for a card; "" where no group waits longer.
func loses(c *decide.Card) string {
	if len(c.Pays) == 0 {
		return `<p class="loses">No group of jobs waits longer on average.</p>`
	}
	var b strings.Builder
	jobs, waits := c.Waits()
	grows := c.Grows()
	b.WriteString(`<table class="loses"><caption>Who loses, as replayed</caption>`)
	for i := range c.Pays {
		l := &c.Pays[i]
		b.WriteString(`<tr><th scope="row">` + lab.Esc(l.Who()+", "+jobs[i]) + `</th><td>` + lab.Esc(waits[i]) + `</td><td><b class="grows">` +
			grows[i] + `</b></td></tr>`)
	}
	return b.String() + `</table>`
}

// grown is how a card changes the longest wait, from its ratio to that of now.
func grown(ratio report.Float) string {
	if ratio >= 2 {
		return numeral.NumberTo(float64(ratio), 2) + " times"
	}
	return report.Signed(ratio - 1)
}

// lines are those to copy, with the way back and what to watch: open where they are advised. Others are folded, and marked.
func (v *View) lines(c *decide.Choice) string {
	r := v.Report
	if r.Advice && c.At == r.Answer().At {
		return v.Lab.SetupUnder(&c.Slurm, "Lines to copy, the way back, what to watch", "", true)
	}
	why := " " + r.Says
	if r.Advice {
		why = " The answer is " + r.Answer().Words() + "."
	}
	return v.Lab.SetupUnder(&c.Slurm, wouldBe, `<p class="not-advice"><b>Not advice.</b>`+lab.Esc(why)+`</p>`, false)
}

// ---- what a threshold trades

// read takes where the visitor points: a threshold of the curve, by its place, or a setting of
// the forest.
func (v *View) read(what string, at int) {
	if what == decide.RowAct {
		v.row = at
		v.drawRow()
		return
	}
	v.place = at
	v.drawCurve()
}

// drawRow draws the figures of the setting that was chosen in the forest.
func (v *View) drawRow() {
	words := v.Report.Said(v.row)
	if words == "" {
		words = "Press a row to see its figures here."
	}
	v.Lab.Browser.Draw(hostRow, `<p class="hint row-figures">`+lab.Esc(words)+`</p>`)
}

// drawCurve draws what thresholds do to the answer's order, read at one of them: the chart is
// pulled like the slider below it.
func (v *View) drawCurve() {
	s, list, at := v.curve()
	b := v.Lab.Browser
	b.Draw(hostCurve, `<div data-pull="decide-at">`+s.SVG()+`</div>`)
	b.Draw(hostAt, `<p class="reading"><label for="decide-at">Threshold</label> <input type="range" id="decide-at" data-input="decide-at" `+
		`min="0" max="`+strconv.Itoa(len(list)-1)+`" aria-describedby="decide-read"></p>`)
	b.SetValue("decide-at", strconv.Itoa(at))
	x := &list[at]
	now := v.Report.Now
	mean, most := decide.Durations(v.Report.ExpectedOf(x), float64(now.AvgWait)), decide.Durations(float64(x.MaxWait), float64(now.MaxWait))
	b.Draw(hostRead, `<p class="reading" id="decide-read">`+lab.Esc("With "+x.Words()+": mean wait "+mean(v.Report.ExpectedOf(x))+
		" (now "+mean(float64(now.AvgWait))+"), longest wait "+most(float64(x.MaxWait))+" (now "+most(float64(now.MaxWait))+").")+`</p>`)
}

// curve is the chart, its settings from the shortest threshold to none, and where it is read.
func (v *View) curve() (s *plot.Sweep, list []decide.Setting, at int) {
	r := v.Report
	c := r.Answer()
	if c == nil {
		c = &r.Cards[0]
	}
	list = r.Thresholds(c)
	s = &plot.Sweep{X: "threshold", XUnit: plot.Seconds, Cursor: -1}
	mean, most := plot.Series{Name: c.Front}, plot.Series{Name: c.Front}
	for i, x := range list {
		if x.Threshold >= 0 {
			s.Settings = append(s.Settings, float64(x.Threshold))
		} else {
			s.None = true
		}
		mean.Values, most.Values = append(mean.Values, r.ExpectedOf(&x)), append(most.Values, float64(x.MaxWait))
		if x.Candidate == c.Candidate {
			at = i
		}
	}
	if v.place >= 0 && v.place < len(list) {
		at = v.place
	}
	s.Panels = []plot.SweepPanel{
		{Y: "mean wait", YUnit: plot.Seconds, Series: []plot.Series{mean}, Refs: []plot.Ref{{At: float64(r.Now.AvgWait), Label: "now"}}},
		{Y: "longest wait", YUnit: plot.Seconds, Series: []plot.Series{most}, Refs: []plot.Ref{
			{At: r.Plan.Longest * float64(r.Now.MaxWait), Label: numeral.Plain(r.Plan.Longest) + " times now"}}},
	}
	s.Cursor = s.Place(float64(list[at].Threshold))
	s.Signs = v.signs(c)
	s.Width = v.column()
	s.Title, s.Subtitle = r.Trade(c), "replays of "+v.Lab.Summary.Name+"; points were computed, the lines between them are interpolated"
	return s, list, at
}

// marks are those of cards on the curve.
var marks = map[decide.Manner]plot.Mark{
	decide.Safe:     {Var: "--accent", Fallback: "#8c2f39", Shape: plot.Square, Hollow: true},
	decide.Balanced: {Var: "--accent", Fallback: "#8c2f39", Shape: plot.Circle},
	decide.Greedy:   {Var: "--accent", Fallback: "#8c2f39", Shape: plot.TriangleUp, Hollow: true},
}

// signs are the cards on the curve of one, once each: two of them may have one setting. Those of
// other orders say so, and those that keep what is run now are not on it.
func (v *View) signs(curve *decide.Card) (list []plot.SweepSign) {
	names := map[int][]string{}
	for i := range v.Report.Cards {
		x := &v.Report.Cards[i]
		names[x.At] = append(names[x.At], strings.ToLower(manners[x.Manner][1]))
	}
	for _, m := range []decide.Manner{decide.Balanced, decide.Safe, decide.Greedy} {
		for i := range v.Report.Cards {
			x := &v.Report.Cards[i]
			if x.Manner != m || names[x.At] == nil || x.Kept() && x.At != curve.At {
				continue
			}
			label := numeral.Capital(numeral.Listed(names[x.At]))
			names[x.At] = nil
			if x.Front != curve.Front || x.Backfill != curve.Backfill {
				label += " (" + order.Label(x.Backfill) + ")"
			}
			list = append(list, plot.SweepSign{Setting: float64(x.Threshold), Label: label, Mark: marks[m],
				Values: []float64{v.Report.ExpectedOf(&v.Report.Settings[x.At]), float64(x.MaxWait)}})
		}
	}
	return list
}

// ---- what if

// drawWhatIf draws a press for each other world, and what the one that was pressed makes of the
// answer, beside the answer as it was asked.
func (v *View) drawWhatIf() {
	r := v.Report
	var b strings.Builder
	b.WriteString(`<p class="actions what-ifs">`)
	for _, x := range r.WhatIfs() {
		b.WriteString(`<button type="button" id="decide-if-` + x.Key + `" data-act="decide-if" data-arg="` + x.Key + `" aria-pressed="` +
			lab.Bool(x.Key == v.whatIf) + `">` + lab.Esc(x.Words) + `</button> `)
	}
	b.WriteString(`</p>`)
	if what := v.supposing(); what != "" {
		b.WriteString(what + `<p class="hint">` + lab.Esc(decide.WaysNote) + ` `)
		if _, ok := v.supposed(v.whatIf); ok {
			b.WriteString(lab.Tool("decide-suppose", v.whatIf, "", "Make it the question"))
		} else {
			b.WriteString(lab.Tool("decide-react", "", "", "See it in full"))
		}
		b.WriteString(`</p>`)
	}
	v.Lab.Browser.Draw(hostWhatIf, b.String())
}

// unsupposed says that no what-if is answered: not yet, or none can be, as where the replay lets nobody wait.
func (v *View) unsupposed() bool {
	return v.Missing() || len(v.Report.Cards) == 0 || !v.Report.Complete() || len(v.Report.WhatIfs()) == 0
}

// supposing is what the what-if that was pressed makes of the answer; "" where none was.
func (v *View) supposing() string {
	words := v.Report.WhatIfWords(v.whatIf)
	if words == "" {
		return ""
	}
	return `<p class="what-if-words">` + lab.Esc(words) + `</p>` + wayTable("The answer as it was asked and under the other assumption",
		v.Report.WhatIfTable(v.whatIf))
}

// supposed is the question that a what-if asks.
func (v *View) supposed(key string) (decide.Plan, bool) {
	return decide.Supposed(v.Report.Plan, key, v.Report.Source.Cleaning.Machine.Procs, v.Report.Source.WholeWeeks)
}

// suppose makes a what-if the question; it is answered when it is asked.
func (v *View) suppose(key string) {
	p, ok := v.supposed(key)
	if !ok {
		return
	}
	to, is := p.Settings(), v.Settings()
	for i := range to {
		if to[i].Get() != is[i].Get() {
			v.Set(to[i].Key, to[i].Get())
		}
	}
	v.Unfold(machine)
}

// ---- why to doubt it

func (v *View) doubts() string {
	r := v.Report
	var b strings.Builder
	b.WriteString(`<div class="doubts">`)
	row := func(l decide.Level, name, words, more string) {
		b.WriteString(`<details class="` + lab.LevelClass(l) + `"><summary>` + lab.Level(l) + ` <strong>` + name + `</strong> <span>` + lab.Esc(words) +
			`</span></summary><div>` + more + `</div></details>`)
	}
	p := func(s string) string { return `<p>` + lab.Esc(s) + `</p>` }
	for _, c := range r.Checks {
		switch c.Key {
		case "size":
			row(c.Level, "Machine size", c.Words, p(c.Detail)+lab.Tool("decide-size", "", "", "Change the size"))
		case "nearness":
			row(c.Level, "Nearness to real waits", c.Words, p(c.Detail+" The cut in per cent may carry over; the cut in hours may not.")+
				lab.Tool("decide-near", "", "", "Compare with your machine’s real waits"))
		}
	}
	for _, c := range r.Conditions {
		switch c.Key {
		case "halves":
			row(c.Level, "The log’s two halves", c.Words+".", p(c.Detail))
		case "ways":
			row(c.Level, "Other assumptions", c.Detail, wayTable("The same under other assumptions", r.WaysTable()))
		case "shown":
			row(c.Level, "Number of weeks", c.Detail, p(c.Words+"."))
		case "waits":
			row(c.Level, "Recorded waits", c.Words+".", p(c.Detail))
		case "starts":
			row(c.Level, "Recorded starts", c.Words+".", p(c.Detail))
		}
	}
	if c, ok := r.Reacting(); ok {
		row(c.Level, "Users who react", c.Words, p(strings.TrimSpace(c.Detail+
			" How users react was learned from this log. The figure is the mean of "+
			"sixteen replays."))+lab.Tool("decide-react", "", "", "See it in full"))
	}
	return b.String() + `</div>`
}

func wayTable(title string, rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString(`<tr>`)
		for j, cell := range row {
			tag := "td"
			switch {
			case i == 0:
				tag = `th scope="col"`
			case j == 0:
				tag = `th scope="row"`
			}
			end, _, _ := strings.Cut(tag, " ")
			b.WriteString(`<` + tag + `>` + lab.Esc(cell) + `</` + end + `>`)
		}
		b.WriteString(`</tr>`)
	}
	return lab.Scroll(title, `<table class="plain ways"><caption class="visually-hidden">`+title+`</caption>`+b.String()+`</table>`)
}

// Excerpt is the answer in sight in short.
func (v *View) Excerpt() *lab.Excerpt {
	if v.Missing() || len(v.Report.Cards) == 0 {
		return nil
	}
	r := v.Report
	return &lab.Excerpt{Said: r.Brief(), Chart: r.Forest(v.Lab.Summary.Name), Report: r.CSV()}
}
