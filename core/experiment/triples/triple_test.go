package triples

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
)

func TestThereAre128TriplesAndTheirNamesAreRead(t *testing.T) {
	seen := map[string]bool{}
	for _, x := range append(All(), Triple{Predictor: "clairvoyant", Backfill: SJBF, Loss: All()[0].Loss},
		Triple{Predictor: "quantile@0.8", Backfill: "SAF", Loss: All()[0].Loss},
		Triple{Predictor: "ave2", Correction: sim.InSteps, Backfill: "SAF", Loss: All()[0].Loss, Front: SJBF},
		Triple{Predictor: "requested", Backfill: "mine=expr:p - q", Loss: All()[0].Loss, Front: "its=expr:q*q"},
		Triple{Predictor: "history2", Backfill: SJBF,
			Loss: All()[0].Loss}) {
		got, err := Parse(x.Name())
		require.NoError(t, err)
		require.Equal(t, x, got)
		require.False(t, seen[x.Name()])
		seen[x.Name()] = true
	}
	require.Len(t, All(), 128)
	x, err := Parse("learned-incremental-SJBF")
	require.NoError(t, err)
	require.Equal(t, "learned(square,linear,area)-incremental-SJBF", x.Name())
	x, err = Parse("requested-mine=expr:p - q behind its=expr:q*q")
	require.NoError(t, err)
	require.Equal(t, "requested-mine behind its", x.Label())
	require.Equal(t, 1, Find([]Triple{EASY, x}, "requested-mine behind its"))
	x, err = Parse("requested-FCFS behind FCFS")
	require.NoError(t, err)
	require.Equal(t, EASY.Name(), x.Name(), "the study's front goes without saying")
	for name, says := range map[string]string{"": "use requested", "requested-SAF behind NOPE": "unknown queue order",
		"ave2-SJBF":                    "PREDICTOR-CORRECTION-BACKFILL",
		"requested-incremental-FCFS":   "need no correction",
		"learned(square-doubling-FCFS": "ends with )", "learned(x,y,z)-doubling-FCFS": "use square or linear",
		"ave2-never-FCFS": "use requested, incremental or doubling", "ave2-doubling-NOPE": "unknown queue order"} {
		_, err := Parse(name)
		require.ErrorContains(t, err, says, name)
	}
}

func outcome(x Triple, bsld float64) Outcome {
	return Outcome{Triple: x, Run: metric.Run{Jobs: 1, SumBsld: bsld}}
}

func TestALogsTripleIsChosenByTheOthers(t *testing.T) {
	a, b, c := Triple{Predictor: "requested"}, Triple{Predictor: "ave2"}, Triple{Predictor: Learned}
	logs := [][]Outcome{
		{outcome(a, 1), outcome(b, 50), outcome(c, 60)}, // its own best is a
		{outcome(a, 90), outcome(b, 20), outcome(c, 30)},
		{outcome(a, 80), outcome(b, 40), outcome(c, 35)},
	}
	got, ok := Choose(logs, Any)
	require.True(t, ok)
	require.Equal(t, []int{1, 0, 1}, got, "60 < 65; 81 < 90 < 95; 70 < 90")
	got, _ = Choose(logs, Triple.Learns)
	require.Equal(t, []int{2, 2, 2}, got)
	_, ok = Choose(logs[:1], Any)
	require.False(t, ok)
}

// The study's own slowdowns of its 128 triples on KTH-SP2 name its best one; the
// choice for a log that there is another of is that other's best.
func TestOfTwoLogsEachTakesTheOthersBest(t *testing.T) {
	file, err := os.Open(fixture.Path(t, "golden/predict", "KTH-SP2.triples.csv"))
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	var kth, flat []Outcome
	best, least := -1, 1e9
	for _, row := range rows[1:] {
		if row[7] != "1" {
			continue
		}
		name := row[0] + "-" + row[5] + "-" + row[6]
		if row[5] == "none" {
			name = row[0] + "-" + row[6]
		}
		if row[0] == Learned {
			name = Learned + "(" + row[1] + "," + row[2] + "," + row[3] + ")-" + row[5] + "-" + row[6]
		}
		x, err := Parse(name)
		require.NoError(t, err)
		bsld, err := strconv.ParseFloat(row[8], 64)
		require.NoError(t, err)
		if bsld < least {
			best, least = len(kth), bsld
		}
		kth, flat = append(kth, outcome(x, bsld)), append(flat, outcome(x, 1))
	}
	require.Len(t, kth, 128)
	got, ok := Choose([][]Outcome{kth, flat}, Any)
	require.True(t, ok)
	require.Equal(t, 0, got[0], "the other tells nothing: the first")
	require.Equal(t, best, got[1])
	require.InDelta(t, 51.4, least, 0.05, "Reis 2018: best of KTH-SP2 with SJBF")
}
