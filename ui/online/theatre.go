package online

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/online"
	"shadowtime/core/job"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// theatre plays one resample of one strategy, period by period.
type theatre struct {
	v      *View
	name   string // of the strategy with its period, "": the one that is proposed
	k      int    // resample, 0: a typical one
	of     string // what the story belongs to: trace and plan
	story  *online.Story
	chart  *plot.Story
	saved  []int64 // cumulative difference to FCFS
	asked  int     // tells late answers apart
	wait   bool    // for the story
	at     float64 // of the playhead, in periods
	moving bool
	turn   int // tells an earlier play apart

}

// keep forgets a story that does not belong to what is in sight.
func (t *theatre) keep(of string) {
	if t.of != of {
		t.stop()
		t.asked++
		t.of, t.story, t.chart, t.wait, t.k = of, nil, nil, false, 0
	}
}

func (t *theatre) stop() {
	t.moving = false
	t.turn++
}

func (t *theatre) openAndPlay(show bool) {
	t.open(func() {
		if show {
			t.v.Lab.Browser.Reveal("online-story")
		}
		if !t.v.Lab.Browser.Still() {
			t.play()
		}
	})
}

// open asks the engine for the story of what is chosen; then is called when it
// is there.
func (t *theatre) open(then func()) {
	v, l := t.v, t.v.Lab
	if v.Report == nil || l.State == lab.Running || l.Trace == nil {
		return
	}
	i := v.index(t.name)
	if i < 0 || v.Report.Strategies[i].Period == study.None {
		if i = v.inSight(); i < 0 {
			return
		}
	}
	x := v.Report.Strategies[i]
	o := l.Current()
	p, err := v.On(o)
	if err != nil {
		return
	}
	t.stop()
	t.asked++
	asked := t.asked
	t.name, t.of, t.wait = x.Name(), v.KeyOf(o, &p), true
	if t.k = min(t.k, p.Resamples); t.k < 1 {
		t.k = v.typical(x)
	}
	t.drawAsk()
	ask := wire.Encode(&online.Ask{K: t.k, Strategy: x.Strategy, Period: x.Period})
	l.Engine.Detail(lab.Subject{Trace: o.Trace, Kind: online.Name, Plan: study.EncodePlan(p.Settings())}, ask, func(b []byte, err error) {
		l.Post(func() {
			if asked != t.asked {
				return
			}
			t.wait = false
			var story *online.Story
			if err == nil {
				story, err = online.DecodeStory(b)
			}
			switch {
			case err == nil:
				t.show(story)
				then()
			case !errors.Is(err, lab.ErrCancelled):
				l.Message = "The resample could not be opened: " + err.Error() + "."
			}
			t.drawAsk()
		})
	})
}

// typical is the resample in which a strategy changed the waiting as much as
// in half of the others.
func (v *View) typical(x online.Selected) int {
	p := v.Report.Plan
	for _, e := range p.Entries() {
		if e.Name() != x.Name() {
			continue
		}
		_, rows := study.Split(v.Basis)
		change := func(r online.Row) float64 { return float64(r.Course(e).SumWait) / float64(max(1, r.Fixed[0].SumWait)) }
		sorted.Stable(rows, func(a, b online.Row) int {
			return cmp.Or(cmp.Compare(change(a), change(b)), cmp.Compare(a.K, b.K))
		})
		return rows[len(rows)/2].K
	}
	return 1
}

// show takes a story and draws it.
func (t *theatre) show(story *online.Story) {
	t.story, t.at, t.saved = story, 0, story.Difference()
	t.chart = nil
	t.draw()
}

// draw draws the story at the width there is.
func (t *theatre) draw() {
	t.drawAsk()
	b := t.v.Lab.Browser
	if t.story == nil {
		for _, host := range [...]string{hostStory, hostStoryHead, hostStoryReading, hostStoryTools} {
			b.Draw(host, "")
		}
		return
	}
	if f := (plot.Frame{Width: b.Width()}); t.chart == nil || t.chart.Width != f.Width {
		t.chart = t.picture(f)
		b.Draw(hostStory, t.chart.SVG())
		b.Draw(hostStoryTools, lab.FileTools("story-save", "This resample"))
	}
	t.point()
}

// picture is the story as a chart.
func (t *theatre) picture(f plot.Frame) *plot.Story {
	y := t.story
	n := y.Periods()
	c := &plot.Story{Frame: f, Orders: y.Orders, Queue: y.Queue, Base: online.Baseline, Act: "story-at",
		Step: float64(y.Period) / job.Week, X: "week", Unit: t.unit()}
	for i := range n {
		c.Chosen = append(c.Chosen, int(y.Chosen[i]))
		c.Expected = append(c.Expected, y.Estimates[i*len(y.Orders):(i+1)*len(y.Orders)])
		c.Ahead = append(c.Ahead, float64(t.saved[i]))
	}
	c.Title, c.Subtitle = t.finding(), t.subtitle()
	return c
}

func (t *theatre) unit() string {
	if name := online.PeriodName(t.story.Period); name == "day" || name == "week" {
		return name
	}
	return "period"
}

// finding says what the story shows: where the strategy settled, and what came
// of it.
func (t *theatre) finding() string {
	y := t.story
	n := y.Periods()
	last := max(1, n/4)
	count := make([]int, len(y.Orders))
	most := 0
	for _, i := range y.Chosen[n-last:] {
		count[i]++
		if count[i] > count[most] {
			most = int(i)
		}
	}
	text := y.Strategy + ", " + online.Chooses(y.Period)
	if share := float64(count[most]) / float64(last); share >= 0.5 {
		text += ", settles on " + y.Orders[most]
	} else {
		text += ", does not settle"
	}
	total, base := t.saved[n], int64(0)
	for _, w := range y.Baseline {
		base += w
	}
	switch {
	case base == 0 || total == 0:
		return text + "; waiting stays as under " + online.Baseline
	case total < 0:
		return text + " and saves " + numeral.Share(-float64(total)/float64(base)) + " of the waiting"
	}
	return text + " and costs " + numeral.Share(float64(total)/float64(base)) + " more waiting"
}

func (t *theatre) subtitle() string {
	s := t.v.Lab.Summary.Name
	if t.v.Report != nil && t.v.one() {
		return s + ": the log's own last weeks; press on a moment to go there"
	}
	return s + ": resample " + strconv.Itoa(t.story.K) + "; press on a moment to go there"
}

// period is the one at the playhead.
func (t *theatre) period() int {
	return min(max(int(t.at), 0), t.story.Periods()-1)
}

// point moves the playhead, and says what stands there.
func (t *theatre) point() {
	b, i := t.v.Lab.Browser, t.period()
	at := strconv.Itoa(i)
	x := strconv.FormatFloat(t.chart.Place(t.at), 'f', 1, 64)
	top, bottom := t.chart.Lanes()
	y, h := strconv.FormatFloat(top, 'f', 0, 64), strconv.FormatFloat(bottom-top, 'f', 0, 64)
	b.Draw(hostStoryHead, `<div class="playhead" style="left:`+x+`px;top:`+y+`px;height:`+h+`px" data-at="`+at+`"></div>`)
	b.Draw(hostStoryReading, `<p>`+t.reading(i)+`</p>`)
	b.SetValue("story-at", at)
}

// reading says a period in words.
func (t *theatre) reading(i int) string {
	y := t.story
	order := y.Orders[y.Chosen[i]]
	head := strings.ToUpper(t.unit()[:1]) + t.unit()[1:] + " " + strconv.Itoa(i+1)
	if y.Period != job.Week {
		head += " (week " + strconv.FormatInt(int64(i)*int64(y.Period)/job.Week+1, 10) + ")"
	}
	var b strings.Builder
	b.WriteString(`<b>` + lab.Esc(head) + `</b>: ` + lab.Swatch(order) + `<b>` + lab.Esc(order) + `</b> is in force. `)
	if e, ok := y.Estimate(i, int(y.Chosen[i])); ok {
		b.WriteString(`Expected of it: ` + lab.Esc(numeral.Duration(e)) + ` of wait a job, `)
		least, place := order, 1
		low := e
		for o, name := range y.Orders {
			if v, ok := y.Estimate(i, o); ok && v < e {
				place++
				if v < low {
					low, least = v, name
				}
			}
		}
		if place == 1 {
			b.WriteString(`the least of all. `)
		} else {
			b.WriteString(`of ` + lab.Esc(least) + ` only ` + lab.Esc(numeral.Duration(low)) + `. `)
		}
	} else if y.Strategy != "random" {
		b.WriteString(`Nothing is known of it yet. `)
	}
	wait := math.Round(y.Queue[i])
	b.WriteString(numeral.Whole(wait) + ` ` + numeral.Plural(int(wait), "job waits", "jobs wait") + `, ` +
		numeral.Share(y.Busy[i]/float64(y.Procs)) + ` of the processors are busy. `)
	hours := float64(t.saved[i]) / 3600
	switch {
	case math.Abs(hours) < 1:
		b.WriteString(`So far the jobs waited as long as under ` + online.Baseline + `.`)
	case hours < 0:
		b.WriteString(`So far the jobs waited ` + numeral.Whole(-hours) + "\u202fh" + ` less than under ` + online.Baseline + `.`)
	default:
		b.WriteString(`So far the jobs waited ` + numeral.Whole(hours) + "\u202fh" + ` more than under ` + online.Baseline + `.`)
	}
	return b.String()
}

// ---- playing

// lasts is how many seconds the whole story plays.
func (t *theatre) lasts() float64 {
	return math.Min(math.Max(float64(t.story.Periods())*0.045, 6), 30)
}

// play moves the playhead to the end, from the start if it is there. Where
// less motion is asked for it goes in a few large steps.
func (t *theatre) play() {
	if t.story == nil {
		return
	}
	t.stop()
	l, n := t.v.Lab, float64(t.story.Periods())
	if t.at >= n-1 {
		t.at = 0
	}
	t.moving = true
	turn, from, began := t.turn, t.at, -1.0
	still := l.Browser.Still()
	l.Browser.Animate(func(now float64) bool {
		if turn != t.turn || t.story == nil {
			return false
		}
		if began < 0 {
			began = now
		}
		t.at = from + (now-began)/t.lasts()*n
		if still {
			step := math.Max(1, math.Ceil(n/24))
			t.at = math.Floor(t.at/step) * step
		}
		if t.at >= n {
			t.at = n
			t.stop()
			l.Post(func() {}) // the button says Play again
		}
		t.point()
		return t.moving
	})
}

func (t *theatre) pause() {
	t.stop()
	t.drawAsk()
}

// seek moves the playhead to the middle of a period.
func (t *theatre) seek(text string) {
	i, err := strconv.Atoi(text)
	if err != nil || t.story == nil {
		return
	}
	t.pause()
	t.at = math.Min(math.Max(float64(i), 0), float64(t.story.Periods()-1)) + 0.5
	t.point()
}
