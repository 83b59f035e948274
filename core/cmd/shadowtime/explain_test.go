package main

import (
	"encoding/json"
	"fmt"
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

// What is written of an instant is what a clock on the wall showed, on both sides of a
// change, in what is explained, where schedules part, in what is drawn and in what is read.
func TestInstantsAreThoseOfAClockOnTheWall(t *testing.T) {
	path := writeLog(t, "; UnixStartTime: 846374400\n; TimeZoneString: Europe/Stockholm\n; MaxProcs: 8\n"+ // 27 October 1996, 02:00:00
		"1 0 0 5400 8 -1 -1 8 5400 -1 1 1 1 1 1 1 -1 -1\n"+
		"2 1800 0 7200 8 -1 -1 8 7200 -1 1 1 1 1 1 1 -1 -1\n"+
		"3 1801 0 600 8 -1 -1 8 600 -1 1 1 1 1 1 1 -1 -1\n"+
		"4 13310000 0 60 8 -1 -1 8 60 -1 1 1 1 1 1 1 -1 -1\n") // after 30 March 1997
	text := strings.Join(strings.Fields(must(t, "explain", "--job", "2", path)), " ")
	require.Contains(t, text, "came at 1996-10-27 02:30:00 and")
	require.Contains(t, text, "It started at 1996-10-27 02:30:00, after 1 h from the front of the queue, and ended at 1996-10-27 04:30:00.")
	require.Contains(t, must(t, "explain", "--job", "4", path), "came at 1997-03-30 03:13:20")
	require.Contains(t, must(t, "diff", "--a", "FCFS", "--b", "SPF", path), "First difference, 1996-10-27 02:30:00: ")
	for from, want := range map[string]string{"1996-10-27 02:30": "1996-10-27 02:30:00", "1996-10-27 03:00": "1996-10-27 03:00:00",
		"1997-03-30 02:30": "1997-03-30 03:00:00", "1800": "1996-10-27 02:30:00", "5400": "1996-10-27 02:30:00"} {
		svg := filepath.Join(t.TempDir(), "a.svg")
		must(t, "replay", "--svg", svg, "--from", from, path)
		drawn, err := os.ReadFile(svg)
		require.NoError(t, err)
		require.Contains(t, string(drawn), "from "+want+" to 1997-03-30 03:14:20", from)
	}
	hours := must(t, "describe", "--figure", "hours", path)
	require.Contains(t, hours, "Sunday,2,3\n")
	require.Contains(t, hours, "Sunday,3,1\n")
	require.Contains(t, must(t, "describe", "--figure", "load", path), "\n2,1996-10-27 23:00:00,", "a week lasts 604,800 s")
}

// Of a job without a request it is said that its run time stands for it, and no report's
// methods leave out how many there are.
func TestTheRunTimeStandsForAMissingRequest(t *testing.T) {
	path := writeLog(t, strings.Replace(busyLog, "3 2 0 3 1 -1 -1 1 3 ", "3 2 0 3 1 -1 -1 1 -1 ", 1))
	text := must(t, "explain", "--job", "3", path)
	require.Contains(t, strings.Join(strings.Fields(text), " "), "asked for 1 processor without a requested time, "+
		"for which its run time of 3 s stands")
	require.Contains(t, must(t, "explain", "--json", "--job", "3", path), `"noRequest":true`)
	require.Contains(t, must(t, "explain", "--json", "--job", "2", path), `"noRequest":false`)
	require.Contains(t, must(t, "describe", path), "The run time stands for the request of 1 job without one.")
	require.Contains(t, must(t, "describe", "--json", path), `"noRequest":1`)
	require.Contains(t, must(t, "describe", "--figure", "requests", path), "\n1,,4,1,1\nno request,,1,,\n")
	page := filepath.Join(t.TempDir(), "a.html")
	must(t, "replay", "--html", page, path)
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(html), "The run time stands for the request of 1 job without one.")

	var b strings.Builder
	b.WriteString("; MaxProcs: 8\n")
	for j := range 400 { // 28 days
		fmt.Fprintf(&b, "%d %d 0 %d %d -1 -1 %[4]d %d -1 1 %d 1 1 1 1 -1 -1\n", j+1, 6048*j, 600+j%7*900, 1+j%8, j%2*9000-1+j%2, 1+j%3)
	}
	path = writeLog(t, b.String())
	must(t, "learn", "--pairs", "6", "--trials", "32", "--html", page, path)
	html, err = os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(html), "The run time stands for the request of 200 jobs without one.")
	text = must(t, "choose", "--pairs", "6", "--trials", "32", "--features", "lin", "--terms", "none", "--days", "2", path)
	require.Contains(t, strings.Join(strings.Fields(text), " "), "The run time stands for the request of 200 jobs without one.")
}
