package predictor

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
)

// The study's learner from the inside: what it predicts and how its weights move.
func TestTheLearnerStepsAsTheStudysProgramDid(t *testing.T) {
	file, err := os.Open(fixture.Path(t, "golden/predict", "KTH-SP2.learned-steps.csv.gz"))
	require.NoError(t, err)
	defer file.Close()
	unpacked, err := gzip.NewReader(bufio.NewReader(file))
	require.NoError(t, err)
	rows, err := csv.NewReader(unpacked).ReadAll()
	require.NoError(t, err)
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	near := func(want string, got float64, what string) {
		x, err := strconv.ParseFloat(want, 64)
		require.NoError(t, err)
		require.InDelta(t, x, got, 1e-9*math.Max(1, math.Abs(x)), what)
	}
	var x nag
	x.reset(PYSS.Terms())
	require.Equal(t, 157, PYSS.Terms())
	seen, fits := map[string]base{}, 0
	loss := ELoss
	for _, row := range rows[1:] {
		at := func(name string) string { return row[column[name]] }
		number := func(name string) float64 {
			v, err := strconv.ParseFloat(at(name), 64)
			require.NoError(t, err)
			return v
		}
		if at("kind") == "predict" {
			b := base{0: 1}
			for i := 1; i <= 18; i++ {
				b[i] = number("x" + strconv.Itoa(i))
			}
			seen[at("job")] = b
			PYSS.expand(x.terms, &b)
			v := x.value()
			near(at("value"), v, "value of job "+at("job"))
			require.Equal(t, at("predicted_or_actual"), strconv.FormatInt(bounded(v, int64(b[4])), 10))
			continue
		}
		b := seen[at("job")]
		PYSS.expand(x.terms, &b)
		gamma := Area.Value(int32(b[18]), int64(number("predicted_or_actual")))
		near(at("gamma"), gamma, "weight")
		near(at("n"), x.steps, "n")
		near(at("value"), x.fit(&loss, gamma, number("predicted_or_actual"), regularisation, stepSize), "fit of job "+at("job"))
		near(at("N"), x.norm, "N")
		for _, i := range []int{0, 4, 18, 19, 156} {
			near(at("w"+strconv.Itoa(i)), x.weight[i], "weight "+strconv.Itoa(i)+" after job "+at("job"))
		}
		fits++
	}
	require.Greater(t, fits, 500)
}

// The laboratory's own losses are least at the run time: whatever the job, a step of the learner is towards it. Those of the
// study's program are so for jobs alone that it weighs above 0.
func TestEveryStepIsTowardsTheRunTime(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 62))
	away := 0
	for range 4000 {
		tr, _ := random(r, 1)
		run, size := tr.Run[0], int32(1)<<r.IntN(20)
		if r.IntN(10) == 0 {
			run = job.MaxTime >> r.IntN(20)
		}
		for _, loss := range Losses() {
			for _, gamma := range []float64{loss.Weight.Value(size, run), loss.Weight.AsRun(size, run)} {
				var x nag
				x.reset(Printed.Terms())
				for i := range x.terms {
					x.terms[i], x.weight[i] = r.NormFloat64(), r.NormFloat64()
				}
				target := x.value() + []float64{-50, 50}[r.IntN(2)]
				before := x.fit(&loss, gamma, target, 0, 1e-3)
				towards := (x.value()-before)*(target-before) > 0
				if towards != (gamma > 0) {
					t.Fatalf("towards the run time: %v, of %v, %d processors, %d s", towards, loss, size, run)
				}
				if !towards {
					require.Equal(t, gamma, loss.Weight.AsRun(size, run))
					away++
				}
			}
		}
	}
	require.Positive(t, away)
}
