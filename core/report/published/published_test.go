package published_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

func TestEveryFigureIsOfAKnownOrderOrStrategyAndAWholePercent(t *testing.T) {
	n := 0
	for _, log := range published.Logs() {
		for _, kind := range []string{compare.Name, online.Name, tune.Name} {
			seen := map[string]bool{}
			for _, f := range published.Lookup(log, kind) {
				n++
				require.False(t, seen[f.Label()], f.Label())
				seen[f.Label()] = true
				require.InDelta(t, math.Round(100*f.Printed), 100*f.Printed, 1e-9, f.Label())
				require.NotEmpty(t, published.Source(f.Kind))
				switch kind {
				case compare.Name:
					_, err := order.Parse(f.Name)
					require.NoError(t, err)
				case online.Name:
					if f.Name != published.Best {
						_, err := online.ParseStrategy(f.Name)
						require.NoError(t, err)
					}
				}
			}
		}
	}
	require.Equal(t, 7*11+7*9+5, n)
	require.Empty(t, published.Lookup("another log", compare.Name))
}

// Two pairs of columns are printed under each other's label.
func TestExchangedLabelsAreExchangedBack(t *testing.T) {
	labels := map[string]string{}
	value := map[string]float64{}
	for _, f := range published.Lookup("KTH-SP2", compare.Name) {
		labels[f.Name], value[f.Name] = f.Column, f.Printed
	}
	for a, b := range map[string]string{"LEXP": "SEXP", "SEXP": "LEXP", "SRF": "LRF", "LRF": "SRF"} {
		require.Equal(t, b, labels[a])
	}
	require.Empty(t, labels["SPF"])
	require.Equal(t, -0.15, value["LEXP"], "printed as SEXP")
	require.Equal(t, -0.08, value["SEXP"])
}

func TestWhereTheStudysPlotContradictsItsTableThePlotCounts(t *testing.T) {
	n := 0
	for _, log := range published.Logs() {
		for _, f := range published.Lookup(log, compare.Name) {
			if !f.Contradicted() {
				require.Equal(t, f.Printed, f.Value())
				continue
			}
			n++
			require.Equal(t, f.Plotted, f.Value())
			require.Contains(t, f.Said(), "its own plot ends at")
		}
	}
	require.Equal(t, 5, n)
}

func TestLogsAreKnownByTheirDigestAlone(t *testing.T) {
	fixture.Long(t)
	_, ok := published.Known(job.Digest{}.Hex())
	require.False(t, ok)
	for file, name := range map[string]string{"KTH-SP2-1996-2.1-cln.swf.gz": "KTH-SP2", "SDSC-SP2-1998-4.2-cln.swf.gz": "SDSC-SP2",
		"UniLu-Gaia-2014-1.swf.gz": "UniLu-Gaia", "CEA-Curie-2011-2.1-cln.swf.gz": "CEA-Curie"} {
		if name == "CEA-Curie" && testing.Short() {
			continue
		}
		log, err := tracefile.Open(fixture.Path(t, "traces", file), nil)
		require.NoError(t, err)
		got, ok := published.Known(log.Digest.Hex())
		require.True(t, ok, file)
		require.Equal(t, name, got)
	}
}

// ask changes the proposed question.
func ask(t *testing.T, key, text string) study.Settings {
	p := compare.Default()
	s := p.Settings()
	if key != "" {
		require.NoError(t, s.Find(key).Set(text))
	}
	return s
}

func TestFiguresStandOnlyBesideQuestionsNearTheStudys(t *testing.T) {
	for _, near := range [][2]string{{"", ""}, {"protocol", "run2018"}, {"protocol", "text2018"}, {"variant", "draw"},
		{"clean", "queue-tuning"}, {"backfill", "LQF"}, {"orders", "SPF"}, {"seed", "9"}, {"weeks", "20"}} {
		require.True(t, published.Near(ask(t, near[0], near[1])), near)
	}
	for _, far := range [][2]string{{"baseline", "SPF"}, {"load", "1.1"}, {"closer", "0.5"}, {"closed", "all 2d 8h"},
		{"rules", "4 jobs a user"}, {"queue-depth", "32"},
		{"backfill-tries", "9"},
		{"procs", "99"}, {"flurry", "3"}, {"backfilling", "none"}, {"threshold", "none"}, {"variant", "original"}, {"warmup", "7"}} {
		require.False(t, published.Near(ask(t, far[0], far[1])), far)
	}
	none := func() []published.Ours { t.Fatal("asked for ours of a log that is not known"); return nil }
	require.Nil(t, published.For(compare.Name, job.Digest{}.Hex(), ask(t, "", ""), none))
}

func ours(name string, change, low, high float64) published.Ours {
	nan := report.Float(math.NaN())
	return published.Ours{Name: name, Period: study.None, Bounds: report.Bounds{Change: report.Float(change), Low: nan, High: nan,
		SimLow: report.Float(low), SimHigh: report.Float(high)}}
}

func TestTheFitCountsDistancesToWhatTheStudyFound(t *testing.T) {
	b := published.Pairs(published.Lookup("SDSC-SP2", compare.Name), []published.Ours{
		ours("LCFS", -0.07, -0.076, -0.06), // printed −8: inside to a whole percent, −7.5 at the least
		ours("LQF", 0.117, 0.11, 0.12),     // printed +4, plotted +10.2: outside
		ours("SPF", -0.12, -0.13, -0.11),   // printed −15
		ours("nobody", 0, 0, 0),
	})
	require.Len(t, b, 3)
	f := b.Fit()
	require.Equal(t, 1, f.Inside)
	require.InDelta(t, 3, f.Largest, 1e-9)
	require.Equal(t, "SPF", f.At)
	require.InDelta(t, (1+1.5+3)/3, f.Mean, 1e-9)
	require.Equal(t, "Of the 3 changes that Reis 2018, table 6.3 has for SDSC-SP2, 1 lies inside our simulation error; on average they "+
		"are 1.8 points away, at most 3.0 points (SPF).", strings.ReplaceAll(b.Sentence(), "\u202f", " "))
	notes := strings.Join(b.Notes(), " ")
	require.Contains(t, notes, "LQF is printed as +4")
	require.NotContains(t, notes, "label", "none of these is exchanged")
	require.Empty(t, published.Beside{}.Sentence())
	require.Nil(t, b.Find("SAF", study.None))
}
