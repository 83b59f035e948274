package reproduce_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/study"
)

func settings(kind string) study.Settings {
	switch kind {
	case compare.Name:
		p := compare.Default()
		return p.Settings()
	case online.Name:
		p := online.Default()
		return p.Settings()
	}
	p := tune.Default()
	return p.Settings()
}

func TestEveryReadingCanBeAskedAndIsNearTheStudys(t *testing.T) {
	names := map[string]bool{}
	for _, s := range reproduce.Together() {
		require.False(t, names[s.Name])
		names[s.Name] = true
		require.True(t, s.Asks("KTH-SP2"))
		require.False(t, s.Asks("a log of one's own"))
		readings := append(s.Readings(), s.Apart()...)
		require.GreaterOrEqual(t, len(readings), len(s.Protocols))
		keys := map[string]bool{}
		for _, r := range readings {
			asked := settings(s.Kind)
			require.NoError(t, r.Ask(asked), r.Title)
			require.True(t, published.Near(asked), r.Title)
			require.False(t, keys[asked.TaskKey()], "%s asks what another reading asks", r.Title)
			keys[asked.TaskKey()] = true
		}
	}
}

// A log is in doubt where another version of it is known, and where none is, that is said.
func TestOnlyAnotherVersionOfAKnownLogIsDoubted(t *testing.T) {
	for log, want := range map[string]string{
		"KTH-SP2":   "KTH-SP2 is not the version of the log that is known here: its figures may be of other jobs.",
		"CTC-SP2":   "No digest is known for CTC-SP2: it is taken by its name, and may be another version than the study's.",
		"SDSC-BLUE": "No digest is known for SDSC-BLUE: it is taken by its name, and may be another version than the study's.",
	} {
		x := reproduce.Tables{{Study: reproduce.Studies()[0], Log: log}}
		require.Equal(t, want, x.Passages()[0].Caution)
		x[0].Checked = true
		require.Empty(t, x.Passages()[0].Caution)
	}
}

// The study of predictions replayed more jobs of SDSC-SP2 than the public log has.
func TestOtherNumbersOfJobsThanTheStudysAreSaid(t *testing.T) {
	of := func(name, version string, jobs int) *reproduce.PredictionLog {
		return &reproduce.PredictionLog{Name: name, Version: version, Jobs: jobs}
	}
	said := reproduce.Predictions{of("KTH-SP2", "a", 28481), of("KTH-SP2", "b", 28467), of("SDSC-SP2", "c", 54034),
		of("SDSC-SP2", "c less 35", 53999), of("CTC-SP2", "d", 7)}.Versions()
	require.Len(t, said, 1)
	require.Equal(t, "SDSC-SP2: the study replayed 54 006 jobs; c has 54 034; c less 35 has 53 999. Its version of the log was another.",
		strings.ReplaceAll(said[0], "\u202f", " "))
}

// Each thing put back is another than the protocol has.
func TestAReadingApartChangesOneThing(t *testing.T) {
	for _, r := range reproduce.Studies()[0].Apart() {
		require.Len(t, r.Changes, 1)
		run, asked := settings(compare.Name), settings(compare.Name)
		require.NoError(t, run.Find("protocol").Set(r.Protocol))
		require.NoError(t, r.Ask(asked))
		var changed []string
		for i, s := range asked {
			if s.Get() != run[i].Get() {
				changed = append(changed, s.Key)
			}
		}
		require.Contains(t, changed, r.Changes[0].Key)
		if r.Changes[0].Key == "clean" { // and what becomes of overruns with it
			require.Equal(t, []string{"clean", "overrun"}, changed)
		} else {
			require.Len(t, changed, 1, r.Title)
		}
	}
}

func TestATableSaysHowNearItsReadingsCome(t *testing.T) {
	s := reproduce.Studies()[0]
	table := reproduce.Table{Study: s, Log: "KTH-SP2", Readings: s.Readings()}
	require.Equal(t, "Nothing is known yet.", table.Sentence())
	require.Len(t, table.Figures(), 11)
	var ours []published.Ours
	for _, f := range table.Figures() {
		x, off := report.Float(f.Printed), report.Float(0.02)
		if f.Name == "SPF" {
			off = 0.03
		}
		ours = append(ours, published.Ours{Name: f.Name, Period: f.Period, Bounds: report.Bounds{Change: x - off, SimLow: x - 0.03,
			SimHigh: x + 0.01, Low: report.Float(nan()), High: report.Float(nan())}})
	}
	table.Readings[1].Take(s, table.Log, ours)
	require.Equal(t, "KTH-SP2 as run in 2018: on average 2.1 points from the study's 11 figures, at most 3.0 points (SPF), 11 inside our "+
		"simulation error.", table.Sentence())
	notes := strings.Join(table.Notes(), " ")
	require.Contains(t, notes, "stands LEXP and the reverse")
	require.Contains(t, notes, "As run in 2018: every order sorts the front of the queue alone")
}

func nan() float64 { var zero float64; return zero / zero }
