package reproduce

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

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
		require.NotEmpty(t, s.Prints, s.Name)
		require.NotEmpty(t, s.Logs(), s.Name)
		for _, name := range s.Protocols {
			var kinds []string
			for _, p := range protocol.All() {
				if p.Name == name {
					kinds = append(kinds, name)
				}
			}
			require.Len(t, kinds, 1, name)
		}
		if s.Kind == "" {
			alone = append(alone, s.Name)
		}
	}
	require.Equal(t, []string{PredictionStudy, RegressionStudy, HeterogeneousStudy}, alone)
	require.Len(t, Together(), 3)
	require.Equal(t, []string{"lublin_256", "SDSC-SP2", "CEA-Curie"}, Studies()[4].Logs())
	require.Equal(t, "SDSC-SP2", Studies()[4].Named("sdsc-sp2-1998-4.2-cln"))
	require.Empty(t, Studies()[5].Named("KTH-SP2"))
}

// What a study printed stands in tables without a log, a figure as it is printed.
func TestWhatStudiesPrintedStandsInTablesWithoutALog(t *testing.T) {
	for _, s := range Together() {
		grids, err := s.Printed()
		require.NoError(t, err)
		require.Empty(t, grids, "%s has a table on each log", s.Name)
	}
	cells := map[string]string{}
	for _, s := range Studies() {
		grids, err := s.Printed()
		require.NoError(t, err)
		for _, g := range grids {
			require.NotEmpty(t, g.Rows, g.Title)
			for _, row := range g.Rows {
				require.Len(t, row, len(g.Head), g.Title)
				cells[g.ID+" "+row[0]] = strings.Join(row[1:], "|")
			}
		}
	}
	for row, want := range map[string]string{
		"table-4-6 KTH-SP2: printed":                   "71.7|49.8|92.6|63.5|62.6|93.2|51.4|74.5",
		"table-4-7 CEA-Curie: printed":                 "27.9|86\u202f%|202.1|193.5|4\u202f%",
		"table-3 Lin: p":                               "1.15·10⁻⁷|1.3",
		"medians SDSC-SP2, easy: released, 47 windows": "66.4|41.6|32.7|28.4|25.9|23.3||||",
		"pays shortest-low_power":                      "6|6|7|595",
		"consolidated Printed: one workload":           "−43\u202f%|+20\u202f%|+20\u202f%|0",
		"waits Printed: one workload":                  "93|33.5|≈ 0 %|≈ 0 %|≈ 40\u202f%",
		"settled Printed: one seed":                    "350|||1||≈ 275|",
	} {
		require.Equal(t, want, cells[row], row)
	}
	require.Len(t, cells, 3*6+44+7+5+3)
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
	x.Readings[1].Take(s, x.Log, []published.Ours{{Name: "SPF", Period: study.None, Bounds: report.Bounds{Change: -0.25, SimLow: -0.3, SimHigh: -0.2}}, {Name: "SAF", Period: study.None, Bounds: report.Bounds{Change: -0.35, SimLow: -0.4, SimHigh: -0.3}}})
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
