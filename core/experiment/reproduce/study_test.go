package reproduce

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
)

// Every study that can be run again says where its figures are from, on which logs, and
// under which protocols; those of changes are run together.
func TestSixStudiesAreKnownThreeOfWhichAreRunTogether(t *testing.T) {
	var alone []string
	for _, s := range Studies() {
		require.NotEmpty(t, s.Title, s.Name)
		require.NotEmpty(t, s.Source, s.Name)
		for _, name := range s.Protocols {
			require.True(t, slices.ContainsFunc(protocol.All(), func(p protocol.Protocol) bool { return p.Name == name }), name)
		}
		var logs []string
		add := func(log string) {
			if !slices.Contains(logs, log) {
				logs = append(logs, log)
			}
		}
		switch s.Name {
		case PredictionStudy:
			for _, x := range published.Predicted() {
				add(x.Log)
			}
		case RegressionStudy:
			for _, x := range published.Windowed() {
				add(x.Log)
			}
		case HeterogeneousStudy:
			add(published.HeterogeneousLog)
		default:
			for _, log := range published.Logs() {
				if s.Asks(log) {
					add(log)
				}
			}
			require.Equal(t, published.Source(s.Kind), s.Source)
		}
		require.Equal(t, logs, s.Logs, s.Name)
		require.Equal(t, s.Kind == "", s.Prints != "" && s.Needs != "" &&
			strings.HasPrefix(s.Line, "shadowtime reproduce --study "+s.Name+" "), s.Name)
		if s.Kind == "" {
			alone = append(alone, s.Name)
		}
	}
	require.Equal(t, []string{PredictionStudy, RegressionStudy, HeterogeneousStudy}, alone)
	require.Len(t, Together(), 3)
}

// What a study printed stands in tables without a log, a figure as it is printed.
func TestWhatStudiesPrintedIsWhatIsPublished(t *testing.T) {
	var b strings.Builder
	for _, x := range []struct {
		study string
		Grid
	}{
		{PredictionStudy, printedSlowdowns()}, {RegressionStudy, printedCoefficients(t)}, {RegressionStudy, releasedMedians()},
		{HeterogeneousStudy, printedClusters()},
	} {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString(x.study + "\t" + x.Title + "\n" + strings.Join(x.Head, "\t") + "\n")
		for _, row := range x.Rows {
			b.WriteString(strings.Join(row, "\t") + "\n")
		}
	}
	fixture.Golden(t, "printed.tsv", []byte(printed), []byte(b.String()))
	for _, s := range Together() {
		require.Empty(t, s.Printed(), "%s has a table on each log", s.Name)
	}
	cells := map[string]string{}
	for _, s := range Alone() {
		for _, g := range s.Printed() {
			require.NotEmpty(t, g.Rows, g.Title)
			for _, row := range g.Rows {
				require.Len(t, row, len(g.Head), g.Title)
				cells[row[0]] = strings.Join(row[1:], "|")
			}
		}
	}
	for row, want := range map[string]string{
		"KTH-SP2":                              "71.7|49.8|92.6|63.5|62.6|93.2|51.4|74.5|51.4",
		"lin: p":                               "1.15·10⁻⁷|1.3",
		"lin: 1":                               "3.24·10⁻²|",
		"SDSC-SP2, easy: released, 47 windows": "66.4|41.6|32.7|28.4|25.9|23.3|",
		"lublin_256, actual: released, 50 windows, of another log of the model": "7\u202f856|4\u202f018|2\u202f718|1\u202f223|28.4|37.5|55",
		"Scenario 1: reward with both jobs on the slow processor":               "6",
		"Scenario 1: the learner spreads from episode":                          "≈ 275 of 350",
		"Scenario 2: energy, consolidating against spreading":                   "−43\u202f%",
		"Experiment 5.2: mean slowdown, FCFS against shortest first":            "× 33.5",
	} {
		require.Equal(t, want, cells[row], row)
	}
	require.Len(t, cells, 6+44+7+9)
}

// printedSlowdowns are tables 4.6 and 4.7.
func printedSlowdowns() Grid {
	g := Grid{Title: "Tables 4.6 and 4.7: mean bounded slowdowns", Head: append([]string{""}, slowdownKeys...)}
	for i := range published.Predicted() {
		s := &published.Predicted()[i]
		row := []string{s.Log}
		for _, v := range [...]float64{s.Clairvoyant[0], s.Clairvoyant[1], s.EASY, s.EASYPP, s.Learned[0][0], s.Learned[0][1],
			s.Learned[1][0], s.Learned[1][1], s.Chosen} {
			row = append(row, printedBsld(v))
		}
		g.add(row...)
	}
	return g
}

// printedCoefficients is table 3.
func printedCoefficients(t *testing.T) Grid {
	t.Helper()
	g := Grid{Title: "Table 3: coefficients and their inflation", Head: []string{"", "coefficient", "VIF"}}
	for i := range published.Regressions() {
		printed := &published.Regressions()[i]
		features, err := learn.ParseFeatures(printed.Model)
		require.NoError(t, err)
		for j, x := range features.Terms {
			inflation := ""
			if j > 0 {
				inflation = numeral.Grouped(printed.VIF[j-1], 1)
			}
			g.add(printed.Model+": "+x.String(), power(printed.Theta[j]), inflation)
		}
	}
	return g
}

// releasedMedians are those that the study's program gave.
func releasedMedians() Grid {
	g := Grid{Title: "Medians of windows’ mean bounded slowdowns, released", Head: append([]string{""}, published.ReleasedOrders[:]...)}
	for i := range published.Windowed() {
		x := &published.Windowed()[i]
		row := []string{titleOf(x)}
		for _, order := range published.ReleasedOrders {
			row = append(row, slowdown(x.Median(order)))
		}
		g.add(row...)
	}
	return g
}

// printedClusters are figures of the learner and of the log's schedules.
func printedClusters() Grid {
	g := Grid{Title: "One seed, and one workload", Head: []string{"", "printed"}}
	for i, v := range [...]float64{published.Scenario1.Slow, published.Scenario1.Fast, published.Scenario1.Spread} {
		g.add("Scenario 1: reward with both jobs on "+[...]string{"the slow processor", "the fast one", "both"}[i], number(v))
	}
	g.add("Scenario 1: the learner spreads from episode", "≈ "+numeral.Count(published.Scenario1.Settled)+" of "+
		numeral.Count(published.Scenario1.Episodes))
	for i, v := range [...]float64{published.Scenario2.Energy, published.Scenario2.Makespan, published.Scenario2.Turnaround} {
		g.add("Scenario 2: "+[...]string{"energy", "makespan", "turnaround"}[i]+", consolidating against spreading", change(v))
	}
	for i, v := range [...]float64{published.Experiment52.MaxSlowdown, published.Experiment52.AvgSlowdown} {
		g.add("Experiment 5.2: "+[...]string{"maximum", "mean"}[i]+" slowdown, FCFS against shortest first", "× "+number(v))
	}
	return g
}

func TestOnlyTheRowsOfComputedLogsAreRenewed(t *testing.T) {
	row := func(log, rest string) string { return `<tr><th scope="row">` + log + ": " + rest + "</th></tr>\n" }
	renewed := func(old, rows string) string { return (&Body{Rows: rows, ByLog: true}).Renewed(old) }
	old := row("A", "x") + row("A", "y") + row("B", "x")
	require.Equal(t, row("A", "x")+row("A", "y")+row("B", "new"), renewed(old, row("B", "new")))
	require.Equal(t, row("A", "1")+row("B", "x"), renewed(old, row("A", "1")))
	require.Equal(t, old+row("C", "z"), renewed(old, row("C", "z")))
	require.Equal(t, row("C", "z"), renewed("", row("C", "z")))
	require.Equal(t, row("C", "z"), (&Body{Rows: row("C", "z")}).Renewed(old), "a table that is of no single logs is whole")
}

// A table on a log says the same printed, in a page and to other programs.
func TestATableIsPrintedPutIntoPagesAndReadByPrograms(t *testing.T) {
	s := Studies()[0]
	x := Table{Study: s, Log: "KTH-SP2", Readings: append(s.Readings(), s.Apart()[:1]...)}
	x.Readings[1].Take(s, x.Log, []published.Ours{{Name: "SPF", Period: study.None, Bounds: report.Bounds{Change: -0.25, SimLow: -0.3,
		SimHigh: -0.2}}, {Name: "SAF", Period: study.None, Bounds: report.Bounds{Change: -0.35, SimLow: -0.4, SimHigh: -0.3}}})
	list := Tables{x}
	var result Result = list

	p := result.Passages()[0]
	require.Equal(t, "KTH-SP2: Twelve orders on two resampled years (Reis 2018, table 6.3)", p.Title)
	require.Contains(t, p.Caution, "is not the version of the log that is known here")
	require.Len(t, p.Grids, 2, "and how near each reading comes, where one has something put back")
	require.Len(t, p.Grids[0].Rows, 11)
	require.Equal(t, []string{"", "printed", "plotted", "as the text of 2018 says", "points", "as run in 2018", "points"}, p.Grids[0].Head)

	var ids []string
	page := result.Page()
	for _, b := range page.Tables {
		ids = append(ids, b.ID)
	}
	require.Equal(t, []string{"orders", "fit-orders", "protocol-2018", "protocol-2017"}, ids)
	require.Equal(t, 11, strings.Count(page.Tables[0].Rows, "<tr>"))
	require.Contains(t, page.Tables[0].Rows, "−25.0\u202f%")
	require.Contains(t, page.Tables[2].Rows, "<code>--backfill LQF</code>")
	require.Equal(t, []string{x.Sentence()}, page.Words)

	text, err := json.Marshal(result.JSON())
	require.NoError(t, err)
	require.Contains(t, string(text), `"source":"Reis 2018, table 6.3"`)
	require.Contains(t, string(text), `"change":-0.25`)
}
