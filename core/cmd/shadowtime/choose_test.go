package main

import (
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/choose"
)

var chooseArgs = []string{"--pairs", "12", "--trials", "64", "--days", "2", "--terms", "p,q,p q", "--features", "lin,p+q+p q",
	"--ridges", "0,0.1"}

func choice(t *testing.T, args ...string) (r choose.Report) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(must(t, append(append([]string{"choose", "--json"}, chooseArgs...), args...)...)), &r))
	return r
}

func TestTheChoiceIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	args := append([]string{"choose", "--json", sampleFile()}, chooseArgs...)
	one := must(t, append(args, "--workers", "1")...)
	require.Equal(t, one, must(t, append(args, "--workers", "5")...))
	require.NotEqual(t, one, must(t, append(args, "--seed", "2")...))
}

// The parts can be asked for one by one: scores of the half by learn, the chosen
// formula on the last quarter by windows.
func TestTheChoiceIsWhatLearnAndWindowsSay(t *testing.T) {
	r := choice(t, sampleFile())
	x := &r.Candidates[r.Chosen]
	features := x.Features
	learned := learnJSON(t, "--part", "first", "--pairs", "12", "--trials", "64", "--features", features, "--ridge",
		strconv.FormatFloat(x.Ridge, 'g', -1, 64), sampleFile())
	require.Equal(t, learned.Formula, x.Formula)
	var w struct {
		Differences []struct {
			Order string
			Ratio float64
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "windows", "--json", "--part", "last-quarter", "--days", "2", "--scenario", "easy",
		"--orders", "FCFS,SPF,SAF,F2,LIN,mine="+x.Formula, sampleFile())), &w))
	last := w.Differences[len(w.Differences)-1]
	require.Equal(t, "mine", last.Order)
	require.Equal(t, float64(x.Judging), last.Ratio)
}

func TestEverySetIsALineOfCSVAndTheChosenOneIsMarked(t *testing.T) {
	r := choice(t, sampleFile())
	rows, err := csv.NewReader(strings.NewReader(must(t, append([]string{"choose", "--csv", sampleFile()}, chooseArgs...)...))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+len(r.Candidates))
	for i, row := range rows[1:] {
		require.Equal(t, r.Candidates[i].Formula, row[9])
		require.Equal(t, strconv.FormatBool(i == r.Chosen), row[8])
	}
	text := must(t, append([]string{"choose", sampleFile()}, chooseArgs...)...)
	require.Contains(t, strings.Join(strings.Fields(text), " "), "Of "+strconv.Itoa(len(r.Candidates))+
		" sets of features ")
	require.Contains(t, text, "mine="+r.Candidates[r.Chosen].Formula)
}

func TestNothingIsChosenOfTheWholeLogOrOfNoWindow(t *testing.T) {
	status, _, errs := callCommand("", "choose", "--part", "whole", sampleFile())
	require.Equal(t, 2, status)
	require.Contains(t, errs, "use first or second")
	status, _, errs = callCommand("", append([]string{"choose", "--days", "3000", sampleFile()}, chooseArgs[:4]...)...)
	require.Equal(t, 1, status)
	require.Contains(t, errs, "does not outlast one window of 3000 days")
}
