package main

import (
	"encoding/json"
	"html"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/tune"
)

const publishedPage = "../../../public/docs/published.html"

var logFiles = map[string]string{
	"KTH-SP2":    "KTH-SP2-1996-2.1-cln.swf.gz",
	"SDSC-SP2":   "SDSC-SP2-1998-4.2-cln.swf.gz",
	"UniLu-Gaia": "UniLu-Gaia-2014-1.swf.gz",
}

// The tables that reproduce computes are those of the documentation: this test
// computes them, and compares (or writes them, with -publish; so does
// ./build.sh publish).
func TestTheStudiesRunAgainAreWhatTheDocumentationHas(t *testing.T) {
	fixture.Rare(t)
	logs, studies, apart := []string{"KTH-SP2", "SDSC-SP2", "UniLu-Gaia"}, "all", true
	r := reproducing{Call: tasks.NewCall(cli.NewCall(&shadowtime, &cli.Verb{Name: "reproduce"}, nil, nil, io.Discard, io.Discard)), seed: 1}
	asked, err := studiesOf(studies)
	require.NoError(t, err)
	var list reproduce.Tables
	for _, l := range logs {
		tables, err := r.log(fixture.Path(t, "traces", logFiles[l]), asked, apart)
		require.NoError(t, err)
		list = append(list, tables...)
	}
	tables := map[string]string{}
	for _, b := range list.Page().Tables {
		if !b.Placed {
			tables[b.ID] = b.Rows
		}
	}
	fixture.Tables(t, publishedPage, tables)

	// What the protocol as run was found by.
	for i := range list {
		x := &list[i]
		if x.Study.Name != "orders" {
			continue
		}
		run := x.Readings[1].Beside
		f := run.Fit()
		switch x.Log {
		case "KTH-SP2":
			require.LessOrEqual(t, f.Mean, 1.5)
			require.LessOrEqual(t, f.Largest, 4.0)
			require.GreaterOrEqual(t, f.Inside, 9)
		case "SDSC-SP2":
			printed := 0.0
			for _, p := range run {
				if p.Name != "LQF" { // printed as +4, plotted at +10.2
					printed += math.Abs(100 * (float64(p.Ours.Change) - p.Printed))
				}
			}
			require.LessOrEqual(t, printed/10, 2.5)
		case "UniLu-Gaia":
			require.LessOrEqual(t, f.Mean, 4.0)
		}
	}
}

// Reis 2018, table 6.2, finds the least share of exploration, 0.1, best on each
// of these logs.
func TestTheSharesOfExplorationBesideThePublishedOnesAreWhatTheCommandComputes(t *testing.T) {
	if !fixture.Whole(t) {
		t.Skip("a minute of computing")
	}
	shares := []string{"0.1", "0.3", "0.5", "0.7", "0.9"}
	var b strings.Builder
	for _, run := range []struct {
		log, words string
		flags      []string
	}{{"KTH-SP2", "KTH-SP2", nil}, {"SDSC-SP2", "SDSC-SP2, overruns left out", []string{"--overrun", "drop"}},
		{"UniLu-Gaia", "UniLu-Gaia", nil}} {
		args := append([]string{"online", "--json", "--variant", "draw", "--resamples", "60", "--weeks", "104",
			"--strategies", "epsilon-greedy@" + strings.Join(shares, ",epsilon-greedy@")}, run.flags...)
		var s online.Report
		require.NoError(t, json.Unmarshal([]byte(must(t, append(args, fixture.Path(t, "traces", logFiles[run.log]))...)), &s))
		for _, period := range []struct {
			words   string
			seconds int64
		}{{"every week", 7 * 86400}, {"every day", 86400}} {
			b.WriteString(`<tr><th scope="row">` + run.words + ", " + period.words + `</th>`)
			for _, share := range shares {
				for _, x := range s.Strategies {
					if x.Strategy == "epsilon-greedy@"+share && int64(x.Period) == period.seconds {
						b.WriteString(`<td class="num">` + numeral.Change(x.Change) + ` <span class="ci">` +
							html.EscapeString(numeral.Interval(x.SimLow, x.SimHigh)) + `</span></td>`)
					}
				}
			}
			b.WriteString("</tr>\n")
		}
	}
	fixture.Tables(t, publishedPage, map[string]string{"exploration": b.String()})
}

// The learned pairs of Lelong, Reis and Trystram 2017 improved the testing weeks
// by 29 % on KTH-SP2 and by 11 % on SDSC-SP2, at 20 h.
func TestTheLearnedPairsBesideThePublishedOnesAreWhatTheCommandComputes(t *testing.T) {
	fixture.Long(t)
	logs, dialects, seeds := []string{"KTH-SP2", "SDSC-SP2"}, []string{"shadowtime", "ocs"}, []string{"1", "2", "3"}
	if !fixture.Whole(t) {
		logs, dialects, seeds = logs[:1], dialects[:1], seeds[:1]
	}
	var b strings.Builder
	for _, log := range logs {
		for _, dialect := range dialects {
			b.WriteString(`<tr><th scope="row">` + log + `, ` + dialect + `</th><td class="num">` + map[string]string{"KTH-SP2": "−29",
				"SDSC-SP2": "−11"}[log] + `</td>`)
			for _, seed := range seeds {
				var s tune.Report
				require.NoError(t, json.Unmarshal([]byte(must(t, "tune", "--json", "--variant", "draw", "--pairs", "7x7", "--threshold",
					"20h", "--weeks", "250",
					"--dialect", dialect, "--seed", seed, fixture.Path(t, "traces", logFiles[log]))), &s))
				x := s.Learned.ByThreshold[0]
				require.EqualValues(t, 20*3600, x.Threshold)
				b.WriteString(`<td class="num">` + x.Primary + "-" + x.Backfill + " " + numeral.Change(x.Change) +
					` <span class="ci">` + html.EscapeString(numeral.Interval(x.Low, x.High)) + `</span></td>`)
			}
			if len(seeds) == 3 {
				b.WriteString("</tr>")
			}
			b.WriteString("\n")
		}
	}
	fixture.Tables(t, publishedPage, map[string]string{"tuning": b.String()})
}
