package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/learn"
)

// taught is what learn --json prints.
type taught struct {
	Version int
	Plan    struct {
		Pairs  int
		Trials any
		Sizes  string
		Starts []int
		Clean  struct{ DropZeroRun bool }
	}
	Digest   string
	Scores   int
	Settling []struct {
		Trials int
		RMS    float64
	}
	ScoreStderr *float64
	Models      []struct {
		Name         string
		Coefficients []struct {
			Feature      string
			Value        float64
			StderrByPair *float64
			VIF          *float64
			Determined   bool
		}
		MAE      float64
		Formula  string
		Warnings []string
	}
	LeftOut []string
	Formula string
}

func learnJSON(t *testing.T, args ...string) (x taught) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(must(t, append([]string{"learn", "--json"}, args...)...)), &x))
	return x
}

func TestLearningIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	args := []string{"learn", "--json", "--pairs", "12", "--trials", "320", sampleFile()}
	one := must(t, append(args, "--workers", "1")...)
	require.Equal(t, one, must(t, append(args, "--workers", "5")...))
	require.NotEqual(t, one, must(t, append(args, "--seed", "2")...))
	x := learnJSON(t, args[2:]...)
	require.Equal(t, 12*32, x.Scores)
	require.Len(t, x.Models, 4)
	require.Equal(t, "lin", x.Models[0].Name)
	require.Equal(t, x.Models[0].Formula, x.Formula)
	require.True(t, x.Plan.Clean.DropZeroRun)
	require.Len(t, x.Digest, 64)
	for i, want := range []int{32, 64, 128, 256} { // scores settle
		require.Equal(t, want, x.Settling[i].Trials)
		require.True(t, i == 0 || x.Settling[i].RMS < x.Settling[i-1].RMS)
	}
	require.Contains(t, must(t, "compare", "--orders", x.Formula, "--resamples", "2", "--weeks", "1", sampleFile()), x.Formula)
}

func TestSavedScoresAreLearnedFromAgain(t *testing.T) {
	for _, name := range []string{"scores.csv", "scores.csv.gz"} {
		path := filepath.Join(t.TempDir(), name)
		x := learnJSON(t, "--pairs", "9", "--sizes", "4,16", "--trials", "100", "--features", "lin,log(p)+p q", "--scores-out",
			path, sampleFile())
		require.EqualValues(t, 112, x.Plan.Trials, "every job in front as often")
		again := learnJSON(t, "--scores", path, "--sizes", "4,16", "--features", "lin,log(p)+p q")
		require.Equal(t, x.Models, again.Models)
		require.Nil(t, again.ScoreStderr)
		require.Empty(t, again.Settling)
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, name != "scores.csv", strings.HasPrefix(string(b), "\x1f\x8b"))
	}
}

func TestStartsAreThePairsInTheirOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.csv")
	scores := func(starts string) []string {
		x := learnJSON(t, "--starts", starts, "--pairs", "77", "--trials", "64", "--features", "p q", "--save", path, sampleFile())
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Len(t, x.Plan.Starts, x.Plan.Pairs)
		return strings.SplitAfter(strings.TrimSuffix(string(b), "\n"), "\n")
	}
	forth, back := scores("40,900,7"), scores("7,40")
	require.Len(t, forth, 96)
	require.Equal(t, strings.TrimSpace(strings.Join(forth[64:], "")), strings.TrimSpace(strings.Join(back[:32], "")),
		"neither order nor number of pairs matter")
	require.Equal(t, forth[:31], back[32:63])
}

// The golden scores of every order of six jobs and of four, by the command.
func TestEveryOrderGivesTheScoresOfAnotherHand(t *testing.T) {
	log := fixture.Path(t, "traces", "lublin_256.swf.gz")
	var golden struct {
		All720 []struct {
			Pair  int
			Score []float64
		}
	}
	b, err := os.ReadFile(fixture.Path(t, "golden/regress", "trials.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &golden))
	var starts []string
	var want []float64
	for _, x := range golden.All720 {
		starts, want = append(starts, strconv.Itoa(x.Pair)), append(want, x.Score...)
	}
	path := filepath.Join(t.TempDir(), "scores.csv")
	x := learnJSON(t, "--sizes", "16,6", "--trials", "all", "--starts", strings.Join(starts, ","), "--features", "lin",
		"--scores-out", path, log)
	require.Equal(t, "all", x.Plan.Trials)
	require.Zero(t, *x.ScoreStderr)
	b, err = os.ReadFile(path)
	require.NoError(t, err)
	got, err := learn.ReadScores(string(b), 6)
	require.NoError(t, err)
	require.InDeltaSlice(t, want, got.Score, 1e-13)
}

func TestTheStudysCoefficientsComeOutOfItsScores(t *testing.T) {
	fixture.Long(t)
	x := learnJSON(t, "--scores", fixture.Path(t, "golden/regress", "scores.csv.gz"))
	// Table 3 of the study, Lin and Qdr.
	for m, printed := range []struct{ values, vif string }{
		{"3.24e-02 1.15e-07 2.61e-05 -1.57e-07", "1.3 1.3 1.2"},
		{"3.70e-02 2.65e-07 -3.05e-05 -3.96e-07 -3.04e-12 1.17e-07 2.75e-12 6.77e-10", "3.7 9.6 6.0 2.6 8.3 4.8 3.9"},
	} {
		var values, vif []string
		for _, c := range x.Models[m].Coefficients {
			values = append(values, strconv.FormatFloat(c.Value, 'e', 2, 64))
			if c.VIF != nil {
				vif = append(vif, strconv.FormatFloat(*c.VIF, 'f', 1, 64))
			}
		}
		require.Equal(t, printed.values, strings.Join(values, " "))
		require.Equal(t, printed.vif, strings.Join(vif, " "))
	}
	require.Equal(t, "expr:1.148217e-07*p + 2.607264e-05*q - 1.574367e-07*r", x.Formula)
	require.NotContains(t, strings.Join(x.Models[0].Warnings, ""), "clock", "Lin does not depend on it")
	require.Contains(t, strings.Join(x.Models[1].Warnings, ""), "by r^2:")
}

func TestAModelOfMoreFeaturesThanRowsIsLeftOutAndSaid(t *testing.T) {
	x := learnJSON(t, "--pairs", "1", "--sizes", "2,6", "--trials", "all", "--features", "qua,lin", sampleFile())
	require.Len(t, x.Models, 1)
	require.Equal(t, "lin", x.Models[0].Name)
	require.Nil(t, x.Models[0].Coefficients[1].StderrByPair, "one pair")
	require.False(t, x.Models[0].Coefficients[1].Determined)
	require.Equal(t, []string{"qua has 19 features and there are only 6 scored jobs: score more, or ask for fewer features"}, x.LeftOut)
	out := must(t, "learn", "--pairs", "1", "--sizes", "2,6", "--trials", "all", "--features", "qua,lin", sampleFile())
	require.Contains(t, out, "! Left out: qua has 19 features")
	require.Contains(t, out, "None of its weights is determined by 1 pair")
}

func TestLearnSaysWhatIsWrong(t *testing.T) {
	path := sampleFile()
	bad := filepath.Join(t.TempDir(), "bad.csv")
	require.NoError(t, os.WriteFile(bad, []byte("10,4,0,0.5\n10,4,many,0.5\n"), 0o644))
	unknown := writeLog(t, "; MaxProcs: 4\n1 0 0 -1 2 -1 -1 2\n2 5 0 -1 4 -1 -1 4\n")
	instant := writeLog(t, "; MaxProcs: 4\n1 0 0 0 2 -1 -1 2\n2 5 0 0 4 -1 -1 4\n")
	short := writeLog(t, "; MaxProcs: 4\n1 0 0 9 2 -1 -1 2\n2 5 0 7 4 -1 -1 4\n")
	four := writeLog(t, "; MaxProcs: 4\n1 0 0 9 2\n2 5 0 7 4\n3 6 0 7 4\n4 6 0 7 4\n")
	for says, x := range map[string]struct {
		status int
		args   []string
	}{
		"trials all: 32 queued":                      {2, []string{"--trials", "all", path}},
		"1 to 256 jobs ahead":                        {2, []string{"--sizes", "0,32", path}},
		"2 to 64 queued":                             {2, []string{"--sizes", "16,65", path}},
		`"x" is not known`:                           {2, []string{"--features", "x", path}},
		`"x" is no job's number`:                     {2, []string{"--starts", "5,x", path}},
		"whole number from 1 to":                     {2, []string{"--pairs", "0", path}},
		"or all for every order":                     {2, []string{"--trials", "0", path}},
		"0 arguments instead":                        {2, nil},
		"a log beside --scores":                      {2, []string{"--scores", bad, path}},
		"--trials: nothing is":                       {2, []string{"--scores", bad, "--trials", "64"}},
		"a table of scores is written once":          {2, []string{"--save", "s.csv.gz", "--scores-out", "t.csv", path}},
		"--days: it is of the windows":               {2, []string{"--days", "7", path}},
		"--save: it is of a log":                     {2, []string{"--scores", bad, "--save", "a.study.json"}},
		"with --judge the windows are run":           {2, []string{"--judge", "--keep", "kept", "--share", "1/2", path}},
		"called mine: give yours another name":       {2, []string{"--judge", "--orders", "FCFS,mine=expr:p", path}},
		"--workers 0":                                {2, []string{"--workers", "0", path}},
		bad + `: line 2: r is "many": give a number`: {1, []string{"--scores", bad}},
		"no-such-file does not exist":                {1, []string{"--scores", "no-such-file"}},
		"2: run time negative or unknown":            {1, []string{unknown}},
		"2: run time is zero":                        {1, []string{instant}},
		"has 2 jobs of positive run time, and a pair needs 48 in a row": {1, []string{short}},
		"ask for at most so many pairs, not 5": {1, []string{"--pairs", "5", "--sizes", "1,2", "--trials",
			"all", four}},
		"start 999999: the log has": {1, []string{"--starts", "3,999999", path}},
		"lin has 4 features and there are only 3": {1, []string{"--pairs", "1", "--sizes", "1,3", "--trials", "all",
			"--features", "lin", path}},
	} {
		status, out, errs := callCommand("", append([]string{"learn"}, x.args...)...)
		require.Equal(t, x.status, status, errs)
		require.Contains(t, errs, says)
		require.Empty(t, out)
	}
}
