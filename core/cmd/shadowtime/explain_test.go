package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// busyLog is the textbook's five jobs on eight processors, hours in seconds.
const busyLog = `; MaxProcs: 8
1 0 0 6 5 -1 -1 5 6 -1 1 1 1 1 1 1 -1 -1
2 1 9 5 6 -1 -1 6 5 -1 1 2 1 1 1 1 -1 -1
3 2 0 3 1 -1 -1 1 3 -1 1 1 1 1 1 1 -1 -1
4 3 0 8 2 -1 -1 2 8 -1 1 2 1 1 1 1 -1 -1
5 4 20 4 1 -1 -1 1 4 -1 1 1 1 1 1 1 -1 -1
`

func TestExplainSaysTheSameInWordsAndJSON(t *testing.T) {
	path := writeLog(t, busyLog)
	text := must(t, "explain", "--job", "2", path)
	var got struct {
		Job, Submit, Start, End, Wait, Procs, Request, Run int64
		How                                                string
		AheadAtSubmit                                      int
		OvertakenBy, Delayed                               []int64
		Episodes                                           []struct {
			From, To      int64
			Reason        string
			Head          int64
			Shadow, Extra int64
			Free          int64
		}
		Sentences []struct{ Words string }
	}
	out := must(t, "explain", "--json", "--job", "2", path)
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Equal(t, []int64{2, 1, 6, 11, 5, 6, 5, 5}, []int64{got.Job, got.Submit, got.Start, got.End, got.Wait, got.Procs,
		got.Request, got.Run})
	require.Equal(t, "front", got.How)
	require.Equal(t, []int64{3, 4}, got.OvertakenBy)
	require.Equal(t, []int64{5}, got.Delayed)
	require.Len(t, got.Episodes, 1)
	e := got.Episodes[0]
	require.Equal(t, []any{"head", int64(1), int64(6), int64(2), int64(6), int64(2), int64(3)}, []any{e.Reason, e.From, e.To, e.Head,
		e.Shadow, e.Extra, e.Free})
	flat := strings.Join(strings.Fields(text), " ")
	for _, s := range got.Sentences {
		require.Contains(t, flat, strings.Join(strings.Fields(s.Words), " "))
	}
	require.Contains(t, must(t, "explain", "--longest", path), "Job 5 came at")
	require.Contains(t, must(t, "explain", "--job", "3", "--json", "--backfilling", "none", path),
		`"reason":"behind","head":2,"shadow":null,"extra":null`)
}

func TestExplainNamesTheNearestOfAnUnknownJob(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.swf")
	require.NoError(t, os.WriteFile(path, []byte(busyLog+"9 5 0 4 99 -1 -1 99 4 -1 1 1 1 1 1 1 -1 -1\n"), 0o644))
	for number, says := range map[string]string{
		"7": "job 7 is not among the 5 that are simulated; the nearest numbers are 2, 3, 4 and 5",
		"9": "the log has it, but cleaning left it out",
	} {
		status, _, errs := callCommand("", "explain", "--job", number, path)
		require.Equal(t, 1, status)
		require.Contains(t, errs, says)
	}
	for _, args := range [][]string{{}, {"--job", "2", "--longest"}} {
		status, _, errs := callCommand("", append([]string{"explain", path}, args...)...)
		require.Equal(t, 2, status)
		require.Contains(t, errs, "--job N or --longest")
	}
}
