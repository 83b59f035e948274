package sim_test

import (
	"compress/gzip"
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/predictor"
)

// foretold is a run of the prediction study's program: its name, the trace, and
// what came out.
type foretold struct {
	name            string
	starts, predict []int64
}

// studied reads a file of golden/predict.
func studied(tb testing.TB, name string, procs int64) (*job.Trace, []foretold) {
	tb.Helper()
	file, err := os.Open(fixture.Path(tb, "golden/predict", name))
	require.NoError(tb, err)
	defer file.Close()
	z, err := gzip.NewReader(file)
	require.NoError(tb, err)
	rows, err := csv.NewReader(z).ReadAll()
	require.NoError(tb, err)
	t := &job.Trace{Procs: procs}
	users := []int64{}
	runs := []foretold{}
	for _, h := range rows[0][6:] {
		if !strings.HasPrefix(h, "pred:") {
			runs = append(runs, foretold{name: h})
		}
	}
	for _, row := range rows[1:] {
		n := func(i int) int64 {
			v, err := strconv.ParseInt(row[i], 10, 64)
			require.NoError(tb, err)
			return v
		}
		t.Submit, t.Run, t.Request, t.Size = append(t.Submit, n(1)), append(t.Run, n(2)), append(t.Request, n(3)),
			append(t.Size, int32(n(4)))
		users = append(users, n(5))
		for i, h := range rows[0][6:] {
			at := slices.IndexFunc(runs, func(r foretold) bool { return r.name == strings.TrimPrefix(h, "pred:") })
			if strings.HasPrefix(h, "pred:") {
				runs[at].predict = append(runs[at].predict, n(6+i))
			} else {
				runs[at].starts = append(runs[at].starts, n(6+i))
			}
		}
	}
	t.Users = slices.Compact(slices.Sorted(slices.Values(users)))
	for _, u := range users {
		at, _ := slices.BinarySearch(t.Users, u)
		t.User = append(t.User, int32(at))
	}
	return t, runs
}

// foresight reads a run's name: PREDICTOR-CORRECTION-ORDER.
func foresight(tb testing.TB, name string) *sim.Foresight {
	tb.Helper()
	loss := predictor.ELoss
	if from, to := strings.Index(name, "("), strings.Index(name, ")"); from > 0 {
		var err error
		loss, err = predictor.ParseLoss(strings.ReplaceAll(name[from+1:to], "/", ","))
		require.NoError(tb, err)
		name = name[:from] + name[to+1:]
	}
	// short-wide and its like have dashes in brackets alone
	parts := strings.Split(name, "-")
	c := &sim.Foresight{Threshold: sim.None, Dialect: sim.PYSS}
	switch parts[0] {
	case "requested":
		c.Foreteller = &predictor.Requested{}
	case "clairvoyant":
		c.Foreteller = &predictor.Clairvoyant{}
	case "ave2":
		c.Foreteller = &predictor.Average{K: 2}
	case "learned":
		p := predictor.NewLearned()
		p.Basis, p.Loss = predictor.PYSS, loss
		c.Foreteller = p
	default:
		tb.Fatal(name)
	}
	if len(parts) == 3 {
		var err error
		c.Correction, err = sim.ParseCorrection(parts[1])
		require.NoError(tb, err)
	}
	c.Backfill, _ = order.Parse("FCFS")
	if parts[len(parts)-1] == "SJBF" {
		c.Backfill, _ = order.Parse("SPF")
	}
	return c
}

// The prediction study's program, job for job: starts and first predictions.
func TestForetoldRunsEqualTheStudysProgram(t *testing.T) {
	for _, c := range []struct {
		file  string
		procs int64
	}{{"tiny.predict.csv.gz", 16}, {"KTH-SP2.predict.csv.gz", 100}} {
		tr, runs := studied(t, c.file, c.procs)
		require.GreaterOrEqual(t, len(runs), 16)
		var e sim.ForetoldEngine
		for i, r := range runs {
			if i%fixture.Fewer(4, 1) != 0 {
				continue
			}
			t.Run(c.file+" "+r.name, func(t *testing.T) {
				require.NoError(t, e.Run(tr, foresight(t, r.name)))
				if r.predict != nil {
					requireStarts(t, r.predict, e.First())
				}
				requireStarts(t, r.starts, e.Starts())
			})
		}
	}
}

// The study's own mean bounded slowdowns of its triples, and the greatest: every
// predictor and loss with every correction and order.
func TestTheTriplesSlowdownsAreTheStudys(t *testing.T) {
	fixture.Long(t)
	file, err := os.Open(fixture.Path(t, "golden/predict", "KTH-SP2.triples.csv"))
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	tr, _ := studied(t, "KTH-SP2.predict.csv.gz", 100)
	var e sim.ForetoldEngine
	n, every := 0, fixture.Fewer(18, 9)
	if fixture.Whole(t) {
		every = 1
	}
	for i, row := range rows[1:] {
		if i%every > 0 || row[0] == "twice-requested" {
			continue
		}
		name := row[0]
		if name == "learned" {
			name += "(" + row[1] + "/" + row[2] + "/" + row[3] + "/" + row[4] + ")"
		}
		if row[5] != "none" {
			name += "-" + row[5]
		}
		name += "-" + row[6]
		require.NoError(t, e.Run(tr, foresight(t, name)))
		m := metric.Measure(tr, e.Starts(), 10)
		want, err := strconv.ParseFloat(row[8], 64)
		require.NoError(t, err)
		require.InEpsilon(t, want, m.AvgBsld(), 1e-3, name)
		n++
	}
	require.GreaterOrEqual(t, n, fixture.Fewer(20, 41))
}
