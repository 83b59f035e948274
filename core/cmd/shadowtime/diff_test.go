package main

import (
	"encoding/csv"
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDiffSaysWhereTwoSchedulesPart(t *testing.T) {
	log := writeLog(t, busyLog)
	file := filepath.Join(t.TempDir(), "waits.csv")
	var got struct {
		Jobs, Unknown, Less, Same, More int
		A, B                            struct {
			Order            string
			AvgWait          float64
			MaxWait, SumWait int64
		}
		FirstDivergence struct {
			Time, Job, A, B int64
			Words           string
		}
		Gains, Losses []struct{ Job, A, B int64 }
	}
	out := must(t, "diff", "--json", "--a", "FCFS", "--b", "logged", "--jobs", file, log)
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Equal(t, []int{5, 0, 0, 3, 2}, []int{got.Jobs, got.Unknown, got.Less, got.Same, got.More})
	require.Equal(t, "as it ran", got.B.Order)
	require.Equal(t, []int64{6, 2, 5, 9}, []int64{got.FirstDivergence.Time, got.FirstDivergence.Job, got.FirstDivergence.A,
		got.FirstDivergence.B})
	require.Equal(t, int64(5), got.Losses[0].Job)
	require.Empty(t, got.Gains)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"2", "1", "6", "5", "5", "2", "5", "9"}, rows[2])
	require.Contains(t, must(t, "diff", "--a", "FCFS", "--b", "SAF", sampleFile()), "First difference, ")
	require.Equal(t, waitOf(t, "--order", "SAF", sampleFile()), sumB(t, "diff", "--json", "--b", "SAF", sampleFile()))
}

func TestTwoSchedulesAreAPageToReadWithTheSameFacts(t *testing.T) {
	log := writeLog(t, busyLog)
	file := filepath.Join(t.TempDir(), "waits.html")
	for _, x := range []struct {
		a, b, query string
	}{{"FCFS", "SAF", "?order=SAF&amp;view=replay"}, {"LAF", "logged", "?beside=logged&amp;order=LAF&amp;view=replay"}} {
		args := []string{"diff", "--a", x.a, "--b", x.b, "--threshold", "40h"}
		said := must(t, append(args, "--html", file, log)...)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		page := string(text)
		require.Equal(t, page, must(t, append(args, "--html", "-", log)...))
		for _, words := range []string{"shadowtime diff --a " + x.a + " --b " + x.b + " --threshold 40h", x.query, "First difference, ",
			"in the week of the first difference", "SHA-256"} {
			require.Contains(t, page, words)
		}
		require.Equal(t, 8, strings.Count(page, "<svg"), "four pictures, wide and narrow")
		require.NotContains(t, page, "..<", "sentences end once")
		unwrapped := func(text string) string { return strings.Join(strings.Fields(text), " ") }
		found := regexp.MustCompile(`<p class="found">(.*)</p>`).FindStringSubmatch(page)[1]
		require.Contains(t, unwrapped(said), unwrapped(html.UnescapeString(found)))
	}
	status, _, complaint := callCommand("", "diff", "--a", "logged", "--b", "logged", "--html", file, log)
	require.Equal(t, 2, status)
	require.Contains(t, complaint, "set beside itself")
}

// sumB is the summed wait under B.
func sumB(t *testing.T, args ...string) int64 {
	t.Helper()
	var got struct{ B struct{ SumWait int64 } }
	require.NoError(t, json.Unmarshal([]byte(must(t, args...)), &got))
	return got.B.SumWait
}

func TestALogWithoutWaitsCannotBeAsItRan(t *testing.T) {
	log := writeLog(t, "; MaxProcs: 8\n1 0 -1 5 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n")
	status, _, errs := callCommand("", "diff", "--b", "logged", log)
	require.Equal(t, 1, status)
	require.Contains(t, errs, "how it ran is not known")
	status, _, errs = callCommand("", "diff", "--b", "NOPE", log)
	require.Equal(t, 2, status)
	require.Contains(t, errs, "NOPE")
}
