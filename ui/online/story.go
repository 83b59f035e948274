package online

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/online"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// stage is the theatre that opens one resample and plays what a strategy knew and chose.
func (t *theatre) stage() lab.Part {
	return lab.Group{Tag: "div", ID: "online-story", Class: "theatre", Hidden: func() bool { return !t.possible() }, Of: []lab.Part{
		lab.Heading{Text: "Watch it choose"},
		lab.Theatre{What: "What to watch", Moment: "Period at the playhead", Open: "story-open", Play: "story-play", Words: "Open and play",
			Ask: hostStoryAsk, Reading: hostStoryReading, Chart: hostStory, Head: hostStoryHead, Tools: hostStoryTools,
			Busy: t.busy, Opened: t.opened, Moving: func() bool { return t.moving },
			At: "story-at", Last: t.last, Now: t.now, Says: t.says, Axis: t.axis}}}
}

// possible says whether there is a strategy to watch, opened whether a story is there.
func (t *theatre) possible() bool { return t.v.Report != nil && t.v.best() != nil }

func (t *theatre) opened() bool { return t.story != nil }

// busy says whether the workers have something else to do.
func (t *theatre) busy() bool {
	l := t.v.Lab
	return l.Working() || l.State == lab.Reading || t.wait
}

// now is the period at the playhead, last the last one, says what stands there.
func (t *theatre) now() string {
	if !t.opened() {
		return "0"
	}
	return strconv.Itoa(t.period())
}

func (t *theatre) last() string {
	if !t.opened() {
		return "0"
	}
	return strconv.Itoa(t.story.Periods() - 1)
}

func (t *theatre) says() string {
	if !t.opened() || t.chart == nil {
		return ""
	}
	return t.chart.Says(t.period())
}

// axis is where the chart's periods begin and end.
func (t *theatre) axis() (from, to float64) {
	if !t.opened() || t.chart == nil {
		return 0, 0
	}
	return t.chart.Place(0), t.chart.Place(float64(t.story.Periods()))
}

// lines are the strategies to look at, the one at an index in force.
func (v *View) lines(at int) (keys, names []string, on string) {
	for i, x := range v.Report.Strategies {
		if x.Period == study.None {
			continue
		}
		keys, names = append(keys, x.Name()), append(names, x.Label())
		if i == at {
			on = x.Name()
		}
	}
	return keys, names, on
}

// drawAsk draws what is asked of the theatre: which strategy, on which resample.
func (t *theatre) drawAsk() {
	v, l := t.v, t.v.Lab
	if v.Report == nil || v.best() == nil {
		l.Browser.Draw(hostStoryAsk, "")
		return
	}
	at := v.index(t.name)
	if at < 0 || v.Report.Strategies[at].Period == study.None {
		at = v.inSight()
	}
	keys, names, on := v.lines(at)
	k := t.k
	if k < 1 {
		if k = 1; at >= 0 {
			k = v.typical(v.Report.Strategies[at])
		}
	}
	p := &lab.Panel{}
	p.HTML(`<p class="field"><label for="story-strategy">Strategy</label> <select id="story-strategy" data-set="story-strategy">`)
	for i := range keys {
		p.HTML(`<option value="` + lab.Esc(keys[i]) + `">` + lab.Esc(names[i]) + `</option>`)
	}
	p.HTML(`</select> <label for="story-k">on resample</label> <input type="number" class="n3" id="story-k" min="1" max="10000" data-set="story-k"></p>`)
	p.Shows("story-strategy", on)
	p.Shows("story-k", strconv.Itoa(k))
	l.Draw(hostStoryAsk, p)
}

// act does what a button of the theatre asks for.
func (t *theatre) act(what, arg string) {
	switch {
	case what == "story-open":
		t.openAndPlay(true)
	case what == "story-at":
		t.seek(arg)
		t.v.Lab.Post(func() {}) // the slider says where it is
	case what == "story-play" && t.moving:
		t.pause()
	case what == "story-play":
		t.play()
	case what == "story-save" && t.story != nil:
		y := t.story
		name := t.v.Lab.FileName(arg, y.Strategy, "resample", strconv.Itoa(y.K))
		t.v.Lab.SavePicture(name, func() string { return t.picture(lab.Standalone).SVG() }, t.csv)
	}
}

// choose takes another strategy, and opens it if one was open.
func (t *theatre) choose(name string) {
	t.name = name
	t.reopen()
}

// setK takes another resample.
func (t *theatre) setK(text string) {
	k, err := strconv.Atoi(text)
	if most := t.v.Plan.Traces(t.v.Plan.Resamples); err != nil || k < 1 || k > most {
		t.v.Lab.Refuse("Resample \""+text+"\": give a number from 1 to "+strconv.Itoa(most)+".", 0)
		return
	}
	t.k = k
	t.reopen()
}

func (t *theatre) reopen() {
	if t.story != nil {
		t.open(func() {})
	}
}

// csv is the story period by period.
func (t *theatre) csv() string {
	y := t.story
	rows := [][]string{{"period", "order", "jobs waiting, mean", "jobs waiting at the end", "busy processors", "jobs ended",
		"their waits, s",
		"the same under " + online.Baseline + ", s", "difference so far, s"}}
	for _, o := range y.Orders {
		rows[0] = append(rows[0], "expected of "+o+", s")
	}
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	for i := range y.Periods() {
		row := []string{strconv.Itoa(i + 1), y.Orders[y.Chosen[i]], numeral.Plain(y.Queue[i]), whole(y.QueueEnd[i]),
			numeral.Plain(y.Busy[i]),
			whole(y.Jobs[i]), whole(y.Waits[i]), whole(y.Baseline[i]), whole(t.saved[i])}
		for o := range y.Orders {
			text := ""
			if v, ok := y.Estimate(i, o); ok {
				text = numeral.Plain(v)
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return lab.CSV(rows)
}
