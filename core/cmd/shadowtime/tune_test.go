package main

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

func TestTuneGivesTheSameBytesForAnyNumberOfWorkers(t *testing.T) {
	fixture.Long(t)
	path := weeksFile()
	args := []string{"tune", "--weeks", "6", "--pairs", "FCFS,SPF,EXP x FCFS,SPF", "--threshold", "none,20h", "--json", "--evidence",
		"--seed", "7"}
	one := must(t, append(args, "--workers", "1", path)...)
	require.Equal(t, one, must(t, append(args, "--workers", "3", path)...))
	require.NotEqual(t, one, must(t, append(args, "--seed", "8", path)...))
}

func TestTuneSaysWhatWasAgreed(t *testing.T) {
	fixture.Long(t)
	path := weeksFile()
	var r struct {
		Version int
		Digest  string
		Plan    struct {
			Resamples  int
			Thresholds []*int64
			Clean      struct{ DropZeroRun bool }
		}
		Pairs []struct {
			Primary, Backfill string
			Threshold         *int64
			TrainAvg, TestAvg float64
		}
		Learned struct {
			Primary, Backfill string
			TrainAvg          float64
		}
	}
	out := must(t, "tune", "--weeks", "4", "--pairs", "7x7", "--threshold", "20h,none", "--json", path)
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.Equal(t, 1, r.Version)
	require.Len(t, r.Digest, 64)
	require.Equal(t, 4, r.Plan.Resamples)
	require.True(t, r.Plan.Clean.DropZeroRun, "the cleaning is queue-tuning unless another is asked for")
	require.Len(t, r.Pairs, 7*7*2)
	require.Nil(t, r.Pairs[0].Threshold)
	require.EqualValues(t, 72000, *r.Pairs[1].Threshold)
	require.Equal(t, "LEXP", r.Pairs[len(r.Pairs)-1].Primary)
	for _, x := range r.Pairs {
		require.GreaterOrEqual(t, x.TrainAvg, r.Learned.TrainAvg)
	}

	cells, err := csv.NewReader(strings.NewReader(must(t, "tune", "--weeks", "2", "--threshold", "sweep", "--pairs", "FCFS x FCFS,SPF",
		"--csv", path))).ReadAll()
	require.NoError(t, err)
	require.Len(t, cells, 1+2*10)

	var mixed struct {
		Learned struct{ TrainAvg float64 }
		Mix     struct {
			Primary  string
			TrainAvg float64
			Weights  struct{ Request, Size, Area float64 }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "tune", "--weeks", "3", "--pairs", "FCFS,SPF,SQF,SAF x SPF", "--threshold", "none",
		"--mix", "--json", path)), &mixed))
	require.Contains(t, mixed.Mix.Primary, "mix:FCFS")
	require.Greater(t, mixed.Mix.TrainAvg, 0.0)
}

// How sure an answer is, and what its verdict used.
func TestTuneSaysHowSureItIs(t *testing.T) {
	path := weeksFile()
	var sure struct {
		AsLogged struct {
			Train, Test struct {
				Weeks                         int
				AvgWait, Learned, Recommended *float64
			}
			Likeness *float64
		}
		Choice struct {
			Near []struct {
				Primary, Backfill string
				Threshold         *int64
			}
			Draws                            int
			Stability, SamePair, SamePrimary *float64
			Swapped                          struct {
				Primary, Backfill          string
				Change, Own                *float64
				Low, High, SimLow, SimHigh *float64
			}
		}
		Verdict string
		Named   struct {
			Setting   string
			Primary   string
			Level     float64
			Change    *float64
			Low, High *float64
			Weeks     int
			Why       string
		}
		Recommended struct{ Primary, Backfill string }
		Warnings    []struct{ Code, Words string }
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "tune", "--weeks", "6", "--pairs", "FCFS,SQF,SPF x SPF", "--block", "1", "--bootstrap",
		"300", "--json", path)), &sure))
	require.Greater(t, sure.AsLogged.Test.Weeks, 1)
	require.NotNil(t, sure.AsLogged.Test.Learned)
	require.NotNil(t, sure.AsLogged.Likeness)
	require.NotEmpty(t, sure.Choice.Near)
	require.Equal(t, 300, sure.Choice.Draws)
	require.LessOrEqual(t, *sure.Choice.Stability, *sure.Choice.SamePrimary)
	require.NotEmpty(t, sure.Choice.Swapped.Primary)
	require.NotNil(t, sure.Choice.Swapped.Change)
	require.Equal(t, "can't tell", sure.Verdict, "of a half of so few weeks")
	require.Equal(t, "short", sure.Named.Why)
	require.True(t, strings.HasPrefix(sure.Named.Setting, sure.Named.Primary+" with"), sure.Named.Setting)
	require.Less(t, sure.Named.Weeks, 4)
	require.GreaterOrEqual(t, sure.Named.Level, 0.95)
	require.NotNil(t, sure.Named.Change)
	require.True(t, sure.Named.Low == nil && sure.Named.High == nil, "a range has four weeks")
	require.Equal(t, [2]string{"FCFS", "FCFS"}, [2]string{sure.Recommended.Primary, sure.Recommended.Backfill})
	require.Equal(t, "conditional", sure.Warnings[len(sure.Warnings)-1].Code)
}

func TestTuneSaysForPeopleWhatItsFiguresAre(t *testing.T) {
	text := must(t, "tune", "--weeks", "3", "--pairs", "FCFS,SQF x SPF", weeksFile())
	for _, s := range []string{"Replaying your log's second half: ", "plausible", "in single weeks", "simulation",
		"! With the halves swapped", "! This holds for workloads like this log", "then the best on the training weeks",
		"best of all on the training weeks", "temporal midpoint"} {
		require.Contains(t, text, s)
	}
	require.NotContains(t, text, "Slurm", "nothing is proposed of so short a log: there is nothing to set")
	require.Contains(t, must(t, "tune", "-h"), "examples:")
	require.Regexp(t, `--clean value\n.*\(default queue-tuning\)`, must(t, "tune", "-h"))
}

func TestTuneTellsBadUseFromBadInput(t *testing.T) {
	good := weeksFile()
	for _, c := range []struct {
		status int
		says   string
		args   []string
	}{
		{2, "--pairs", []string{"--pairs", "SPF,FCFS", good}},
		{2, "unknown queue order", []string{"--pairs", "SPF x NOPE", good}},
		{2, "--threshold", []string{"--threshold", "none,20", good}},
		{2, "objective", []string{"--objective", "median", good}},
		{2, "bound", []string{"--bound", "0.5", good}},
		{2, "--workers", []string{"--workers", "0", good}},
		{2, "two queues", []string{"--backfilling", "conservative", good}},
		{2, `--weeks "0": give`, []string{"--weeks", "0", good}},
		{2, "0 arguments", nil},
		{1, "does not exist", []string{"nowhere.swf"}},
	} {
		status, _, errs := callCommand("", append([]string{"tune"}, c.args...)...)
		require.Equal(t, c.status, status, "%v: %s", c.args, errs)
		require.Contains(t, errs, c.says)
	}
}
