package main

import (
	"encoding/json"
	"html"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/comparison"
	"shadowtime/core/figure"
	"shadowtime/core/fixture"
	"shadowtime/core/selection"
	"shadowtime/core/tuning"
)

const publishedPage = "../../../public/docs/published.html"

// published are the changes of total waiting of Reis 2018, table 6.3, in
// percent, by order.
var published = map[string]map[string]float64{
	"KTH-SP2":    {"LCFS": -13, "SPF": -16, "LPF": 5, "SQF": -16, "LQF": 3, "LEXP": -8, "SEXP": -15, "SRF": -8, "LRF": -13, "SAF": -12, "LAF": 15},
	"SDSC-SP2":   {"LCFS": -8, "SPF": -15, "LPF": 4, "SQF": -8, "LQF": 4, "LEXP": -3, "SEXP": -15, "SRF": -3, "LRF": -10, "SAF": -11, "LAF": 18},
	"UniLu-Gaia": {"LCFS": -58, "SPF": -33, "LPF": -10, "SQF": -62, "LQF": 16, "LEXP": -49, "SEXP": -27, "SRF": -56, "LRF": -16, "SAF": -62, "LAF": 20},
}

// exchanged are the columns of that table that seem to stand for each other.
var exchanged = map[string]string{"LEXP": "SEXP", "SEXP": "LEXP", "SRF": "LRF", "LRF": "SRF"}

var logFiles = map[string]string{
	"KTH-SP2":    "KTH-SP2-1996-2.1-cln.swf.gz",
	"SDSC-SP2":   "SDSC-SP2-1998-4.2-cln.swf.gz",
	"UniLu-Gaia": "UniLu-Gaia-2014-1.swf.gz",
}

var publishedOrders = strings.Split("LCFS SPF LPF SQF LQF LEXP SEXP SRF LRF SAF LAF", " ")

// changes runs the comparison of the published study on a log.
func changes(t *testing.T, log string, flags ...string) map[string]comparison.Order {
	args := append([]string{"compare", "--json", "--resamples", "60", "--weeks", "104", "--variant", "draw", "--interval", "percentile"}, flags...)
	var r struct{ Orders []comparison.Order }
	require.NoError(t, json.Unmarshal([]byte(must(t, append(args, fixture.Path(t, "traces", logFiles[log]))...)), &r))
	by := map[string]comparison.Order{}
	for _, o := range r.Orders {
		by[o.Order] = o
	}
	return by
}

func rounded(x float64) string {
	s := strconv.FormatFloat(math.Abs(x), 'f', 0, 64)
	switch {
	case x < 0 && s != "0":
		return figure.Minus + s
	case x > 0 && s != "0":
		return "+" + s
	}
	return s
}

// The tables of the documentation hold what the command computes: this test
// computes them, and compares (or writes them, with -publish).
func TestTheTablesBesideThePublishedNumbersAreWhatTheCommandComputes(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing are left out with -short")
	}
	td := func(s string) string { return `<td class="num">` + s + `</td>` }
	logs, all := []string{"KTH-SP2"}, fixture.Whole(t)
	if all {
		logs = append(logs, "SDSC-SP2", "UniLu-Gaia")
	}
	plain := map[string]map[string]comparison.Order{}
	for _, l := range logs {
		plain[l] = changes(t, l)
	}
	var orders strings.Builder
	for _, o := range publishedOrders {
		orders.WriteString(`<tr><th scope="row">` + o + `</th>`)
		for _, l := range logs {
			x := plain[l][o]
			mine, theirs := 100*float64(x.Change), published[l][o]
			swapped := ""
			if other := exchanged[o]; other != "" {
				swapped = " <small>(" + other + ": " + rounded(published[l][other]) + ")</small>"
			}
			orders.WriteString(td(rounded(theirs)+swapped) + td(figure.Change(x.Change)+` <span class="ci">`+html.EscapeString(figure.Interval(x.SimLow, x.SimHigh))+`</span>`) + td(rounded(mine-theirs)))
		}
		if all {
			orders.WriteString("</tr>")
		}
		orders.WriteString("\n")
	}
	tables := map[string]string{"orders": orders.String()}

	var reasons strings.Builder
	for _, l := range logs[:min(2, len(logs))] {
		line := func(words string, cell func(o string) string) {
			reasons.WriteString(`<tr><th scope="row">` + l + ": " + words + `</th>`)
			for _, o := range publishedOrders {
				reasons.WriteString(td(cell(o)))
			}
			reasons.WriteString("</tr>\n")
		}
		computed := func(words string, of map[string]comparison.Order) {
			line(words, func(o string) string { return rounded(100 * float64(of[o].Change)) })
		}
		computed("cleaning <code>online</code>: overruns get a longer request", plain[l])
		if !all {
			break // the rows after it
		}
		computed("overruns left out", changes(t, l, "--overrun", "drop"))
		computed("overruns left out, ties and threshold as <code>ocs</code>", changes(t, l, "--overrun", "drop", "--dialect", "ocs"))
		line("published", func(o string) string { return rounded(published[l][o]) })
		line("published, the two pairs exchanged", func(o string) string {
			if other := exchanged[o]; other != "" {
				return rounded(published[l][other])
			}
			return rounded(published[l][o])
		})
	}
	tables["reasons"] = reasons.String()
	fixture.Tables(t, publishedPage, tables)
}

// learnt64 are the changes of Reis 2018, table 6.4, in percent: best fixed
// order, then week and day of each strategy.
var learnt64 = map[string]map[string][2]float64{
	"KTH-SP2":    {"best": {-16, -16}, "random": {-6, -8}, "full": {-12, -11}, "noisy": {-12, -12}, "epsilon-greedy": {-7, -10}},
	"SDSC-SP2":   {"best": {-15, -15}, "random": {-4, -7}, "full": {-13, -13}, "noisy": {-13, -13}, "epsilon-greedy": {-5, -8}},
	"UniLu-Gaia": {"best": {-62, -62}, "random": {-29, -31}, "full": {-59, -60}, "noisy": {-58, -58}, "epsilon-greedy": {-33, -34}},
}

// The same of the strategies, as far as the study has them. SDSC-SP2 stands
// twice: as the others, and with its overruns left out.
func TestTheStrategiesBesideThePublishedOnesAreWhatTheCommandComputes(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing are left out with -short")
	}
	type campaign struct {
		log, words string
		flags      []string
	}
	runs := []campaign{
		{"KTH-SP2", "KTH-SP2", nil},
		{"SDSC-SP2", "SDSC-SP2", nil},
		{"SDSC-SP2", "SDSC-SP2, overruns left out", []string{"--overrun", "drop"}},
		{"UniLu-Gaia", "UniLu-Gaia", nil},
	}
	strategies := []string{"random", "full", "noisy", "epsilon-greedy"}
	asked := strings.Join(strategies, ",")
	if !fixture.Whole(t) { // the first row alone, of the order that is best there
		runs = []campaign{{"KTH-SP2", "KTH-SP2", []string{"--orders", "SRF"}}}
		strategies, asked = nil, "fixed:SRF"
	}
	var b strings.Builder
	for _, run := range runs {
		args := append([]string{"online", "--json", "--variant", "draw", "--resamples", "60", "--weeks", "104", "--strategies", asked}, run.flags...)
		var s selection.Report
		require.NoError(t, json.Unmarshal([]byte(must(t, append(args, fixture.Path(t, "traces", logFiles[run.log]))...)), &s))
		line := func(words, strategy string, cell func(period int) string) {
			b.WriteString(`<tr><th scope="row">` + run.words + ": " + words + `</th>`)
			for period := range 2 {
				b.WriteString(`<td class="num">` + rounded(learnt64[run.log][strategy][period]) + `</td><td class="num">` + cell(period) + `</td>`)
			}
			b.WriteString("</tr>\n")
		}
		line("best fixed order in hindsight", "best", func(int) string { return figure.Change(s.Best.Change) + " (" + s.Best.Order + ")" })
		for _, name := range strategies {
			line(name, name, func(period int) string {
				for _, x := range s.Strategies {
					if x.Strategy == name && int64(x.Period) == []int64{7 * 86400, 86400}[period] {
						return figure.Change(x.Change) + ` <span class="ci">` + html.EscapeString(figure.Interval(x.SimLow, x.SimHigh)) + `</span>`
					}
				}
				t.Fatal("no " + name)
				return ""
			})
		}
	}
	fixture.Tables(t, publishedPage, map[string]string{"strategies": b.String()})
}

// Reis 2018, table 6.2, finds the least share of exploration, 0.1, best on both
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
	}{{"KTH-SP2", "KTH-SP2", nil}, {"SDSC-SP2", "SDSC-SP2, overruns left out", []string{"--overrun", "drop"}}} {
		args := append([]string{"online", "--json", "--variant", "draw", "--resamples", "60", "--weeks", "104",
			"--strategies", "epsilon-greedy@" + strings.Join(shares, ",epsilon-greedy@")}, run.flags...)
		var s selection.Report
		require.NoError(t, json.Unmarshal([]byte(must(t, append(args, fixture.Path(t, "traces", logFiles[run.log]))...)), &s))
		for _, period := range []struct {
			words   string
			seconds int64
		}{{"every week", 7 * 86400}, {"every day", 86400}} {
			b.WriteString(`<tr><th scope="row">` + run.words + ", " + period.words + `</th>`)
			for _, share := range shares {
				for _, x := range s.Strategies {
					if x.Strategy == "epsilon-greedy@"+share && int64(x.Period) == period.seconds {
						b.WriteString(`<td class="num">` + figure.Change(x.Change) + ` <span class="ci">` + html.EscapeString(figure.Interval(x.SimLow, x.SimHigh)) + `</span></td>`)
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
	logs, dialects, seeds := []string{"KTH-SP2", "SDSC-SP2"}, []string{"shadowtime", "ocs"}, []string{"1", "2", "3"}
	if !fixture.Whole(t) {
		logs, dialects, seeds = logs[:1], dialects[:1], seeds[:1]
	}
	var b strings.Builder
	for _, log := range logs {
		for _, dialect := range dialects {
			b.WriteString(`<tr><th scope="row">` + log + `, ` + dialect + `</th><td class="num">` + map[string]string{"KTH-SP2": "−29", "SDSC-SP2": "−11"}[log] + `</td>`)
			for _, seed := range seeds {
				var s tuning.Report
				require.NoError(t, json.Unmarshal([]byte(must(t, "tune", "--json", "--variant", "draw", "--pairs", "7x7", "--threshold", "20h", "--weeks", "250",
					"--dialect", dialect, "--seed", seed, fixture.Path(t, "traces", logFiles[log]))), &s))
				x := s.Learned.ByThreshold[0]
				require.EqualValues(t, 20*3600, x.Threshold)
				b.WriteString(`<td class="num">` + x.Primary + "-" + x.Backfill + " " + figure.Change(x.Change) +
					` <span class="ci">` + html.EscapeString(figure.Interval(x.Low, x.High)) + `</span></td>`)
			}
			if len(seeds) == 3 {
				b.WriteString("</tr>")
			}
			b.WriteString("\n")
		}
	}
	fixture.Tables(t, publishedPage, map[string]string{"tuning": b.String()})
}
