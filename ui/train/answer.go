package train

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/experiment/train"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// Footnote says what the figures mean and what they do not.
func (v *View) Footnote() string {
	return "Bands are the 5th to 95th percentile of the seeds, changes those of sums over seeds with 95 % intervals over seeds. Tests " +
		"learn nothing: the agent draws its actions as it learned to. " +
		"Seeds from " + strconv.FormatUint(v.Report.Plan.Seed, 10) + " on; the same settings give the same figures everywhere."
}

func (v *View) drawAnswer() {
	b := v.Lab.Browser
	v.drawLive()
	if v.Report == nil {
		v.Await("The first seeds are being trained.")
		v.Lab.Clear(hostMain, hostTools, hostCaution)
		v.DrawFigures()
		return
	}
	v.Verdict.Say("", v.sentence())
	b.Draw(hostMain, v.main(plot.Frame{Width: b.Width()}))
	b.Draw(hostTools, strings.TrimSuffix(lab.FileTools("save", "The chart"), `</p>`)+" "+lab.Tool("train-csv", "", "",
		"all courses as CSV")+`</p>`)
	b.Draw(hostCaution, lab.List("caution", v.Report.Cautions()))
	if !v.Lab.Computes(v.Kind) {
		v.Lab.Then(v.DrawFigures)
	}
}

// sentence is the answer in words; while computing, how far it is.
func (v *View) sentence() string {
	s := v.Report.Answer()
	if done, wanted := v.Known(); v.Lab.Computes(v.Kind) && done < wanted && v.Verdict.Standing == lab.Asked {
		s = "So far, " + numeral.Count(done) + " of " + numeral.Count(wanted) + " courses: " + s
	}
	return s
}

// drawLive draws what of the watched seed is known.
func (v *View) drawLive() {
	b := v.Lab.Browser
	if v.unwatched() {
		b.Draw(hostWatch, "")
		for i := range panels {
			b.Draw(hostLive+strconv.Itoa(i), "")
		}
		return
	}
	b.Draw(hostWatch, `<p class="watching"><span class="actions">`+lab.Tool("train-watch", "", "", v.watch.button())+` `+
		lab.Tool("train-model", "", "Save this agent to a file", "save this agent")+`</span> <span class="hint">`+
		lab.Esc(v.watch.says())+`</span></p>`)
	f := plot.Frame{Width: b.Width()}
	if f.Width >= 760 {
		f.Width = (f.Width - 32) / 2
	}
	for i, draw := range v.live() {
		b.Draw(hostLive+strconv.Itoa(i), draw(f))
	}
}

// live are the charts of the watched seed.
func (v *View) live() [panels]func(f plot.Frame) string {
	if len(v.watch.courses) > 1 {
		plain, mean := 0, 1
		if v.watch.plans[0].Agent.Baseline == agent.Mean {
			plain, mean = 1, 0
		}
		return [panels]func(f plot.Frame) string{v.preferred(plain), v.preferred(mean), v.rewarded(plain), v.rewarded(mean)}
	}
	return [panels]func(f plot.Frame) string{
		v.rewarded(0), v.preferred(0),
		func(f plot.Frame) string { return v.liveLine(f, 0, &curves[2]) },
		func(f plot.Frame) string { return v.liveLine(f, 0, &curves[1]) },
	}
}

// seedName is what a seed is called.
func seedName(seed uint64) string { return "seed " + strconv.FormatUint(seed, 10) }

// form names one of two forms.
func (v *View) form(i int) string {
	switch {
	case len(v.watch.courses) < 2:
		return ""
	case v.watch.plans[i].Agent.Baseline == agent.Mean:
		return "With the mean reward as baseline"
	}
	return "In the plain form, as published"
}

func (v *View) preferred(i int) func(f plot.Frame) string {
	return func(f plot.Frame) string {
		c, p := &v.watch.courses[i].course, &v.watch.plans[i]
		f.Title = v.form(i)
		f.Subtitle = seedName(p.AgentOf(v.watch.number).Seed) + ", probability of each action"
		if f.Title == "" {
			f.Title = "What it prefers at its first decision"
		} else if v.Report != nil && c.Len() > 0 {
			f.Subtitle = seedName(p.AgentOf(v.watch.number).Seed) + v.leans(c)
		}
		return v.areas(f, c.Thin(p.Every()).Preferences, p.Every(), (v.watch.goal+p.Every()-1)/p.Every())
	}
}

// leans says what a course prefers now.
func (v *View) leans(c *train.Course) string {
	on := 0.0
	for a, x := range c.Preferences[c.Len()-1] {
		if v.Report.IsBest(a) {
			on += x
		}
	}
	if v.Report.Best == nil {
		return ""
	}
	return " spreads the jobs with probability " + numeral.NumberTo(on, 2) + " (" +
		strings.Join([]string{"blue", "green"}[:min(2, len(v.Report.Best.Actions))], " and ") + ")"
}

func (v *View) rewarded(i int) func(f plot.Frame) string {
	return func(f plot.Frame) string { return v.liveLine(f, i, &curves[0]) }
}

// liveLine is a curve of the watched seed, before the band of all seeds of its form.
func (v *View) liveLine(f plot.Frame, i int, x *curve) string {
	p := &v.watch.plans[i]
	every := p.Every()
	f.Title = x.title
	if form := v.form(i); form != "" {
		f.Subtitle = form
	}
	l := plot.Line{Frame: f, First: float64(every), Step: float64(every), X: "episode", Y: x.axis, YUnit: x.unit,
		Band: "5th to 95th percentile of seeds"}
	cohort := v.Report
	if i > 0 {
		cohort = v.other()
	}
	if cohort != nil && cohort.Plan.Agent.Baseline != p.Agent.Baseline {
		cohort = v.other()
	}
	if cohort != nil && v.Verdict.Standing == lab.Asked {
		l.Series = append(l.Series, banded(x.band(cohort.Bands), "median of "+numeral.Count(cohort.Done)))
	}
	c := v.watch.courses[i].course.Thin(every)
	l.Series = append(l.Series, plot.Series{Label: seedName(p.AgentOf(v.watch.number).Seed), Hue: "--accent",
		Values: padded(x.of(&c), (v.watch.goal+every-1)/every)})
	return l.SVG()
}

// main is the chart that proves the answer.
func (v *View) main(f plot.Frame) string {
	if v.Report.Best != nil {
		return v.found(f)
	}
	return v.tested(f)
}

// found shows how many seeds have found what is best, episode by episode.
func (v *View) found(f plot.Frame) string {
	l := v.Report.Learning()
	f.Title, f.Subtitle = l.Title, l.Subtitle
	l.Frame = f
	return l.SVG()
}

// of says of what figures are.
func (v *View) of() string { return v.Report.Setting(v.Lab.Summary.Name) }

// tested sets the agents beside EASY, chance and the pairs that do best.
func (v *View) tested(f plot.Frame) string {
	c := v.chart()
	f.Title, f.Subtitle = c.Title, c.Subtitle
	c.Frame = f
	return c.SVG()
}

// Excerpt is the answer in short.
func (v *View) Excerpt() *lab.Excerpt {
	if v.Report == nil {
		return nil
	}
	return &lab.Excerpt{Said: v.Report.Answer(), Chart: *v.chart(), Report: v.Report.CSV() + v.Report.TestsCSV(),
		Cautions: v.Report.Cautions()}
}

func (v *View) chart() *plot.Forest { return v.Report.Forest(v.Lab.Summary.Name) }
