package train

import (
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/experiment/place"
	"shadowtime/core/experiment/train"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// Whose tests the map shows.
const (
	onUnseen  = "unseen"
	onLearned = "learned"
)

// unseen says whether the map is of the jobs that were never seen: where there are any,
// unless the others are asked for.
func (v *View) unseen() bool { return v.on != onLearned && v.hasUnseen() }

func (v *View) hasUnseen() bool { return v.Report.Find(true, train.WhoDraws, "") != nil }

// drawLook draws how the figure in sight looks at things.
func (v *View) drawLook() {
	p, ok := v.Figures.Chosen()
	if !ok || p.Key != "map" || !v.hasUnseen() {
		v.Lab.Browser.Draw(hostLook, "")
		return
	}
	var b lab.Panel
	b.HTML(`<p class="field"><label for="train-on">Of</label> `)
	b.Select("train-on", "", []string{onUnseen, onLearned}, []string{"jobs it never saw", "jobs it learned on"})
	b.HTML(`</p>`)
	b.Shows("train-on", map[bool]string{true: onUnseen, false: onLearned}[v.unseen()])
	v.Lab.Draw(hostLook, &b)
}

// choosers are how those that are no pair look, and what they do.
var choosers = map[string]struct {
	shape plot.Shape
	words string
}{
	train.WhoDraws:     {plot.Star, "agent, drawing as it learned to"},
	train.WhoLikeliest: {plot.TriangleUp, "agent, always its likeliest action"},
	train.WhoRandom:    {plot.Cross, "any action at random"},
}

// traded is one tested as the map has it.
func (v *View) traded(t *train.Tested) lab.Traded {
	energy, time := v.Report.Traded(t)
	x := lab.Traded{Name: t.Name(), Backfilling: t.Backfilling, Baseline: t.Name() == "EASY", Named: !t.Pair(),
		Energy: float64(t.Energy) / 3.6e6, Time: float64(t.AvgTurnaround), EnergyChange: place.ChangeOf(energy),
		TimeChange: place.ChangeOf(time)}
	if !t.Pair() {
		m := plot.Chooser(choosers[t.Who].shape, t.Backfilling)
		x.Mark, x.Words = &m, choosers[t.Who].words
		return x
	}
	pair, _ := cluster.ParseAction(t.Who) // it was tested
	x.Placing = pair.Place.String()
	return x
}

// tried are those tested on the jobs in sight, pairs that did the same as one.
func (v *View) tried() (list []lab.Traded) {
	var kept []*train.Tested
	stands := func(t *train.Tested) *lab.Traded {
		for i, k := range kept {
			if t.Pair() && k.Pair() && v.Report.Alike(t, k) {
				return &list[i]
			}
		}
		return nil
	}
	add := func(t *train.Tested) {
		if s := stands(t); s != nil {
			s.Alike = append(s.Alike, t.Name())
			return
		}
		kept, list = append(kept, t), append(list, v.traded(t))
	}
	if easy := v.Report.Find(v.unseen(), train.EASY, cluster.Easy.String()); easy != nil {
		add(easy) // it stands for those that did the same
	}
	var agents []*train.Tested
	for i := range v.Report.Tests {
		switch t := &v.Report.Tests[i]; {
		case t.Unseen != v.unseen() || t.Name() == "EASY":
		case t.Pair():
			add(t)
		default:
			agents = append(agents, t)
		}
	}
	for _, t := range slices.Backward(agents) { // above the others
		add(t)
	}
	points := make([]plot.ScatterPoint, len(list))
	for i := range list {
		points[i].X, points[i].Y = list[i].Energy, list[i].Time
	}
	for _, i := range plot.Front(points) {
		list[i].Front = true
	}
	return list
}

func (v *View) drawMap(f plot.Frame) string {
	m := lab.EnergyMap{Scatter: plot.Scatter{Frame: f, Of: "choice", Bars: "95 % interval over seeds of the change against EASY",
		X: "energy of the mean seed, kWh", Y: "mean turnaround", YUnit: plot.Seconds}, Choices: v.tried()}
	m.Title, m.Subtitle = v.placed(m.Choices), v.of()+"; "+v.stretch()
	return m.SVG()
}

// stretch says what jobs the map is of.
func (v *View) stretch() string {
	if v.unseen() {
		return "the next stretch, which no agent saw"
	}
	return "the jobs learned on"
}

// placed says how many beat the agent on both, in the mean seed.
func (v *View) placed(list []lab.Traded) string {
	var mine lab.Traded
	for _, x := range list {
		if x.Name == train.WhoDraws {
			mine = x
		}
	}
	n := 0
	for _, x := range list {
		if x.Energy < mine.Energy && x.Time < mine.Time {
			n++
		}
	}
	if n == 0 {
		return "No choice is better than the agent on both energy and turnaround"
	}
	return "Of " + numeral.Count(len(list)-1) + " other choices that differ, " + numeral.Count(n) + numeral.Plural(n, " is", " are") +
		" better than the agent on both energy and turnaround"
}

func (v *View) mapTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "choice", "backfilling", "did the same").Add(lab.InNumbers, "energy, kWh").Add(lab.InChanges,
		"change", "from", "to").
		Add(lab.InSeconds, "mean turnaround").Add(lab.InChanges, "change", "from", "to").Add(lab.InWords, "front")
	for _, x := range v.tried() {
		front := ""
		if x.Front {
			front = "yes"
		}
		row := []lab.Datum{lab.Text(x.Name), lab.Text(x.Backfilling), lab.Text(numeral.Listed(x.Alike)), lab.N(x.Energy)}
		row = append(row, lab.Data(x.EnergyChange.Mid, x.EnergyChange.Low, x.EnergyChange.High)...)
		row = append(row, lab.N(x.Time))
		row = append(row, lab.Data(x.TimeChange.Mid, x.TimeChange.Low, x.TimeChange.High)...)
		n.Row(append(row, lab.Text(front))...)
	}
	return n
}
