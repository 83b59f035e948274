package ui

import (
	"strconv"

	"shadowtime/core/study"
)

// OnlineStory opens one resample and plays what a strategy knew and chose.
type OnlineStory struct{ App *App }

func (c *OnlineStory) s() *selecting { return c.App.online }
func (c *OnlineStory) t() *theatre   { return &c.App.online.theatre }

// Possible says whether there is a strategy to watch.
func (c *OnlineStory) Possible() bool {
	s := c.s()
	return s.selection != nil && s.best() != nil
}

// Open says whether a story is there.
func (c *OnlineStory) Open() bool { return c.t().story != nil }

// Busy says that none can be opened now.
func (c *OnlineStory) Busy() bool {
	return c.App.State == Running || c.App.State == Reading || c.t().wait
}

// Lines are the strategies to watch.
func (c *OnlineStory) Lines() []Tab {
	s := c.s()
	if s.selection == nil {
		return nil
	}
	at := s.index(c.t().name)
	if at < 0 || s.selection.Strategies[at].Period == study.None {
		at = s.inSight()
	}
	var list []Tab
	for i, x := range s.selection.Strategies {
		if x.Period != study.None {
			list = append(list, Tab{x.Name(), label(x), i == at})
		}
	}
	return list
}

// Choose takes another strategy, and opens it if one was open.
func (c *OnlineStory) Choose(name string) {
	c.t().name = name
	c.reopen()
}

// SetK takes another resample.
func (c *OnlineStory) SetK(text string) {
	k, err := strconv.Atoi(text)
	if most := c.s().plan.Traces(c.s().plan.Resamples); err != nil || k < 1 || k > most {
		c.App.Message = "Resample \"" + text + "\": give a number from 1 to " + strconv.Itoa(most) + "."
		return
	}
	c.App.Message = ""
	c.t().k = k
	c.reopen()
}

func (c *OnlineStory) reopen() {
	if c.Open() {
		c.t().open(func() {})
	}
}

// K is the resample to watch: the one chosen, else a typical one.
func (c *OnlineStory) K() string {
	s := c.s()
	if k := c.t().k; k > 0 || s.selection == nil {
		return strconv.Itoa(max(1, k))
	}
	i := s.index(c.t().name)
	if i < 0 {
		i = s.inSight()
	}
	if i < 0 {
		return "1"
	}
	return strconv.Itoa(s.typical(s.selection.Strategies[i]))
}

// Watch opens what is chosen and plays it.
func (c *OnlineStory) Watch() { c.t().openAndPlay() }

// PlayText names the button: what it does.
func (c *OnlineStory) PlayText() string {
	if c.t().moving {
		return "Pause"
	}
	return "Play"
}

func (c *OnlineStory) PlayOrPause() {
	if c.t().moving {
		c.t().pause()
		return
	}
	c.t().play()
}

func (c *OnlineStory) Seek(text string) { c.t().seek(text) }

// At is the period at the playhead, Last the last one, Says what stands there.
func (c *OnlineStory) At() string {
	if !c.Open() {
		return "0"
	}
	return strconv.Itoa(c.t().period())
}

func (c *OnlineStory) Last() string {
	if !c.Open() {
		return "0"
	}
	return strconv.Itoa(c.t().story.Periods() - 1)
}

func (c *OnlineStory) Says() string {
	if !c.Open() || c.t().chart == nil {
		return ""
	}
	return c.t().chart.Says(c.t().period())
}

// Slider places the slider under the chart's axis of time.
func (c *OnlineStory) Slider() string {
	t := c.t()
	if !c.Open() || t.chart == nil {
		return ""
	}
	px := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) + "px" }
	from, to := t.chart.Place(0), t.chart.Place(float64(t.story.Periods()))
	return "margin-left:" + px(from-8) + ";width:" + px(to-from+16)
}

// Live lets a screen reader say where the playhead was put, not every step of
// its way.
func (c *OnlineStory) Live() string {
	if c.t().moving {
		return "off"
	}
	return "polite"
}

func (c *OnlineStory) SaveSVG() {
	c.App.Browser.Download(c.file("svg"), "image/svg+xml", []byte(c.alone()))
}

func (c *OnlineStory) SavePNG() { c.App.Browser.DownloadPNG(c.file("png"), c.alone()) }

func (c *OnlineStory) alone() string {
	if !c.Open() {
		return ""
	}
	return c.t().picture(standalone).SVG()
}

// SaveCSV hands out the story period by period.
func (c *OnlineStory) SaveCSV() {
	if !c.Open() {
		return
	}
	y, t := c.t().story, c.t()
	rows := [][]string{{"period", "order", "jobs waiting, mean", "jobs waiting at the end", "busy processors", "jobs ended", "their waits, s", "the same under FCFS, s", "difference so far, s"}}
	for _, o := range y.Orders {
		rows[0] = append(rows[0], "expected of "+o+", s")
	}
	for i := range y.Periods() {
		row := []string{strconv.Itoa(i + 1), y.Orders[y.Chosen[i]], factorText(y.Queue[i]), strconv.FormatInt(y.QueueEnd[i], 10), factorText(y.Busy[i]),
			strconv.FormatInt(y.Jobs[i], 10), strconv.FormatInt(y.Waits[i], 10), strconv.FormatInt(y.Baseline[i], 10), strconv.FormatInt(t.saved[i], 10)}
		for o := range y.Orders {
			text := ""
			if v, ok := y.Estimate(i, o); ok {
				text = factorText(v)
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	c.App.Browser.Download(c.file("csv"), "text/csv", []byte(csvText(rows)))
}

func (c *OnlineStory) file(ending string) string {
	y := c.t().story
	return "shadowtime-" + c.App.Summary.Name + "-" + y.Strategy + "-resample-" + strconv.Itoa(y.K) + "." + ending
}
