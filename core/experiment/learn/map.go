package learn

import (
	"math"
	"slices"

	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
)

// Ranking is an order by its key, smaller first.
type Ranking struct {
	Title string
	Key   func(p, q, r float64) float64
}

// RankingOf is an order by its name.
func RankingOf(name string) (Ranking, error) {
	o, err := order.Parse(name)
	if err == nil {
		err = o.Static("a map by run time and processors")
	}
	return Ranking{name, func(p, q, r float64) float64 { return o.Key(int64(p), int32(q), int64(r), 0) }}, err
}

// Map shows which jobs go first, by run time and processors at a fixed submit time
// (figure 2 of the study): a cell's job against all scored ones.
type Map struct {
	Training *Training
	Xs, Ys   []float64 // edges of cells: run times, processors
	R        float64
}

// Cells of a map.
const (
	acrossCells = 14
	upCells     = 8
)

// MapOf covers scored jobs, at the median of their submit times.
func MapOf(t *Training) *Map {
	most, wide := 2.0, 2.0
	for i := range t.P {
		most, wide = max(most, t.P[i]), max(wide, t.Q[i])
	}
	sorted := slices.Sorted(slices.Values(t.R))
	return &Map{t, edges(1, most, acrossCells), edges(1, wide, upCells), sorted[len(sorted)/2]}
}

// edges are n+1 numbers from low to high, each the same factor above the last.
func edges(low, high float64, n int) (list []float64) {
	step := (math.Log(high) - math.Log(low)) / float64(n)
	x := low
	for range n + 1 {
		list = append(list, x)
		x *= math.Exp(step) // where a cell begins decides nothing
	}
	return list
}

// Shares are those of the scored jobs that go before a job in the middle of each cell.
func (m *Map) Shares(x Ranking) (rows [][]float64) {
	for i := range upCells {
		var row []float64
		for j := range acrossCells {
			row = append(row, Before(m.Training, x.Key, math.Sqrt(m.Xs[j]*m.Xs[j+1]), math.Round(math.Sqrt(m.Ys[i]*m.Ys[i+1])), m.R))
		}
		rows = append(rows, row)
	}
	return rows
}

// Fields draws orders beside each other.
func (m *Map) Fields(f plot.Frame, list []Ranking) *plot.Fields {
	c := &plot.Fields{Frame: f, X: "run time", XUnit: plot.Seconds, Y: "processors", YUnit: plot.Whole, Xs: m.Xs, Ys: m.Ys,
		Says: "of the scored jobs go before", Line: "half of them go before"}
	for _, x := range list {
		c.Panels = append(c.Panels, plot.Field{Title: x.Title, Values: m.Shares(x)})
	}
	return c
}
