package reproduce

import (
	"encoding/xml"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/triples"
	"shadowtime/core/job"
	"shadowtime/core/report/plot"
	"shadowtime/core/report/plottest"
	"shadowtime/core/report/published"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
)

func TestTheCampaignIsThe128TheirShiftsAndClairvoyance(t *testing.T) {
	seen, studied := map[string]bool{}, 0
	for _, x := range Triples() {
		require.False(t, seen[x.Name()], x.Name())
		seen[x.Name()] = true
		if ofTheStudy(x) {
			studied++
		}
	}
	require.Len(t, seen, 2+128+2*120)
	require.Equal(t, 128, studied)
	require.Len(t, TriplesApart(), 7)
}

// Of its own figures the study's rule takes what the text says for four logs alone;
// of those that learn, for all.
func TestTheStudysRuleTakesAveragesForTwoOfItsLogs(t *testing.T) {
	for _, s := range published.Predicted() {
		name, least, next := printedChoice(s.Log)
		want := InSteps
		if s.Log == "KTH-SP2" || s.Log == "CTC-SP2" {
			want = Average
			require.InDelta(t, s.ChosenSum, next, 5*published.Precision4)
		}
		require.Equal(t, want, name, s.Log)
		require.Less(t, least, next)
	}
}

func outcomes(bsld map[string]float64, other float64) (list []triples.Outcome) {
	for _, x := range Triples() {
		v, ok := bsld[x.Name()]
		if !ok {
			v = other
		}
		list = append(list, triples.Outcome{Triple: x, Run: metric.Run{Jobs: 1, SumBsld: v}})
	}
	return list
}

func TestAShiftedLossIsAmongTheBestAndNotChosen(t *testing.T) {
	const shifted = "learned(square,linear,area,600)-incremental-FCFS"
	a := &PredictionLog{Name: "A", Outcomes: outcomes(map[string]float64{shifted: 1, easy: 30, clairvoyantSJBF: 0.5, ToRequest: 40}, 50)}
	b := &PredictionLog{Name: "B", Outcomes: outcomes(map[string]float64{shifted: 2, Average: 20}, 60)}
	best, name := a.extreme(triples.FCFS, false)
	require.Equal(t, 1.0, best)
	require.Equal(t, shifted, name)
	worst, _ := a.extreme(triples.FCFS, true)
	require.Equal(t, 50.0, worst)
	list, ok := chooseTriples(firstVersions([]*PredictionLog{a, b, {Name: "A"}}))
	require.True(t, ok)
	require.Equal(t, Average, list[0].Any.Triple.Name())
	require.Equal(t, easy, list[1].Any.Triple.Name())
	require.Equal(t, ToRequest, list[1].Learned.Triple.Name())
	_, ok = chooseTriples([]*PredictionLog{a})
	require.False(t, ok)
}

func TestAFigureAgreesToItsLastDigit(t *testing.T) {
	require.True(t, (&slowdownFigure{Printed: 51.4, Ours: 51.44}).Agrees())
	require.False(t, (&slowdownFigure{Printed: 51.4, Ours: 51.46}).Agrees())
	require.False(t, (&slowdownFigure{Printed: 51.4, Ours: math.NaN()}).Agrees())
	list := slowdownFigures(&published.Predicted()[0], nil)
	require.Len(t, list, len(slowdownKeys))
	for _, f := range list {
		require.True(t, math.IsNaN(f.Ours), f.Key)
		require.Greater(t, f.Printed, 1.0)
	}
}

func TestCorrelationIsTheTextbooks(t *testing.T) {
	require.InDelta(t, 1, correlated([]float64{1, 2, 4}, []float64{3, 5, 9}), 1e-12)
	require.InDelta(t, -0.5, correlated([]float64{1, 2, 3}, []float64{2, 3, 1}), 1e-12)
	require.Equal(t, []float64{0.5, 2, 2, 3.5}, ranks([]float64{1, 5, 5, 9}))
}

// A job in the way of the reservation is backfilled when the first is predicted to
// run as long as it does, and not when it is predicted to be short.
func TestATooShortPredictionBreaksTheBackfill(t *testing.T) {
	require.Contains(t, promiseChart(plot.Frame{}, 6), "backfilled")
	require.NotContains(t, promiseChart(plot.Frame{}, 3), "class=\"job backfilled")
}

// Starts of a schedule that predictions made tell the same predictions.
func TestTechniquesPredictAlongStarts(t *testing.T) {
	tr := &job.Trace{Procs: 4, Users: []int64{1}}
	for i := range 60 {
		run := int64(10 + 37*i%200)
		tr.Submit, tr.Run, tr.Request = append(tr.Submit, int64(50*i)), append(tr.Run, run), append(tr.Request, 3*run)
		tr.Size, tr.User = append(tr.Size, int32(1+i%3)), append(tr.User, 0)
	}
	var e sim.ForetoldEngine
	require.NoError(t, e.Run(tr, &sim.Foresight{Foreteller: told(tr.Run), Backfill: order.Twelve()[0], Threshold: sim.None}))
	printed := 0
	for _, name := range Techniques() {
		a, err := AlongStarts(tr, e.Starts(), name)
		require.NoError(t, err)
		require.Len(t, a.Predicted, 60)
		require.Positive(t, a.MAE, name)
		if a.Printed != nil {
			printed++
		}
		if name == aSecond {
			require.Equal(t, 1.0, a.Under)
		}
	}
	require.Equal(t, 4, printed)
	bsld, err := Nudge(5, &e, tr)
	require.NoError(t, err)
	x, err := triples.Parse(InSteps)
	require.NoError(t, err)
	var stage triples.Stage
	o, err := stage.Replay(x, tr, sim.Foresight{Threshold: sim.None, Dialect: sim.PYSS}, SlowdownTau)
	require.NoError(t, err)
	require.Equal(t, o.Run.AvgBsld(), bsld, "the middle one changes nothing")
}

func TestChartsAreDrawnTwiceAndHoldNothingToBeRead(t *testing.T) {
	tr := &job.Trace{Run: []int64{1, 100, 4000}}
	along := []TechniqueAccuracy{{Name: average, Predicted: []int64{5, 50, 9000}}, {Name: learnedAbsolute, Predicted: []int64{1, 1, 90000}}}
	a := &PredictionLog{Name: "A", Outcomes: outcomes(map[string]float64{InSteps: 20}, 30)}
	b := &PredictionLog{Name: "B", Outcomes: outcomes(map[string]float64{InSteps: 2000}, 25)}
	charts := append(append(exampleCharts(), comparisonCharts([]*PredictionLog{a, b})...), distributionCharts(tr, along)...)
	require.Len(t, charts, 6)
	for _, c := range charts {
		text := c.HTML()
		require.Equal(t, 2, strings.Count(text, "<svg"), c.ID)
		require.NotContains(t, text, "data-v")
		require.NotContains(t, text, "tabindex")
		for d := xml.NewDecoder(strings.NewReader("<p>" + text + "</p>")); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else {
				require.NoError(t, err, c.ID)
			}
		}
		for _, f := range c.Frames() {
			plottest.Legible(t, f.ID, c.Draw(f), func(words string,
				size float64) float64 {
				return 0.55 * size * float64(len([]rune(words)))
			})
		}
	}
}

// A triple whose weight falls below 0 is called so, with the share of the log's jobs; and a printed figure that no nudge
// reaches is called not reproduced.
func TestTriplesThatLearnAwayFromRunTimesAreNamed(t *testing.T) {
	tr := &job.Trace{Procs: 4, Submit: make([]int64, 4), Run: []int64{1000, 10, 10, 10}, Size: []int32{1, 1, 1, 1}}
	name := "learned(linear,linear,short-wide)-incremental-SJBF"
	x := &PredictionLog{Name: "KTH-SP2", Version: "v", Trace: tr, Outcomes: outcomes(map[string]float64{name: 70, InSteps: 10}, 50),
		Nudged: []float64{60, 70}}
	cell := extremesTable(Predictions{x}).Rows[0]
	require.Contains(t, cell[4], "short-wide, incremental (weight below 0: 25")
	require.NotContains(t, cell[3], "below")
	require.Equal(t, [][]string{{"v", "25.0\u202f%", "0\u202f%", "0\u202f%"}}, repelledTable(Predictions{x, {Version: "no trace"}}).Rows)
	last := func() string { row := nudgesTable(Predictions{x}).Rows[0]; return row[len(row)-1] }
	require.Equal(t, "not reproduced", last())
	x.Nudged[0] = 51.44
	require.Equal(t, "within", last())
}
