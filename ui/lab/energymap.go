package lab

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/experiment/place"
	"shadowtime/core/report/plot"
)

// EnergyMap sets energy against a time: a mark a choice. Bars and names are for those of
// the front, the baseline and those that are asked for; the others are read one by one.
type EnergyMap struct {
	plot.Scatter
	Choices []Traded
}

// Traded is a choice on the map, with what it changes against the baseline.
type Traded struct {
	Name                     string
	Placing, Backfilling     string     // what its mark says
	Mark                     *plot.Mark // of who is no pair,
	Words                    string     // and what its key says
	Baseline, Front, Named   bool
	Energy, Time             float64 // kWh, seconds or a ratio
	EnergyChange, TimeChange place.Change
	Alike                    []string // those that did the same
}

// SVG draws the map.
func (m *EnergyMap) SVG() string {
	s := m.Scatter
	s.YLog = true
	var base Traded
	for i := range m.Choices {
		if m.Choices[i].Baseline {
			base = m.Choices[i]
		}
	}
	var others []plot.KeyEntry
	placings, kinds := map[string]bool{}, map[string]bool{}
	for i := range m.Choices {
		c := &m.Choices[i]
		s.Points = append(s.Points, c.point(&base))
		s.YLog = s.YLog && c.Time > 0
		if c.Mark != nil {
			others = append(others, plot.KeyEntry{Label: c.Words, Mark: *c.Mark})
			continue
		}
		placings[c.Placing], kinds[c.Backfilling] = true, true
	}
	for _, name := range cluster.PlacingNames() {
		if placings[name] {
			s.Key = append(s.Key, plot.KeyEntry{Label: name, Mark: plot.Placed(name, "easy")})
		}
	}
	for _, name := range cluster.BackfillingNames() {
		if kinds[name] && len(kinds) > 1 {
			m := plot.Placed("", name)
			m.Var, m.Fallback = "--ink", "#1d1c1a"
			s.Key = append(s.Key, plot.KeyEntry{Label: place.FillingWords(name), Mark: m})
		}
	}
	s.Key = append(s.Key, others...)
	return s.SVG()
}

// point is where a choice stands.
func (c *Traded) point(base *Traded) plot.ScatterPoint {
	m := plot.Placed(c.Placing, c.Backfilling)
	if c.Mark != nil {
		m = *c.Mark
	}
	p := plot.ScatterPoint{Name: c.Name, Mark: &m, Quiet: !c.Front && !c.Baseline && !c.Named, Baseline: c.Baseline, X: c.Energy, Y: c.Time}
	if !c.Baseline {
		p.Note = "energy " + changed(c.EnergyChange) + ", time " + changed(c.TimeChange)
	}
	if !p.Quiet {
		p.XLow, p.XHigh = ends(base.Energy, c.EnergyChange)
		p.YLow, p.YHigh = ends(base.Time, c.TimeChange)
	}
	if n := len(c.Alike); n > 0 {
		p.Note = strings.TrimPrefix(p.Note+"; "+c.Like(), "; ")
		if n > 4 {
			p.Label = c.Name + " and " + numeral.Count(n) + " alike"
		}
	}
	return p
}

// Like names those that did the same, in a few words.
func (c *Traded) Like() string {
	names := c.Alike
	switch {
	case len(names) == 0:
		return ""
	case len(names) > 4:
		return "the same as " + strings.Join(names[:3], ", ") + " and " + numeral.Count(len(names)-3) + " more"
	}
	return "the same as " + numeral.Listed(names)
}

// ends are where a change's interval lies, of a baseline's value.
func ends(base float64, c place.Change) (low, high float64) {
	if !c.Low.Known() {
		return 0, 0
	}
	return base * (1 + float64(c.Low)), base * (1 + float64(c.High))
}

// changed is a change with its interval, as tables write it.
func changed(c place.Change) string {
	return strings.TrimSpace(numeral.Change(c.Mid) + " " + numeral.Interval(c.Low, c.High))
}
