package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// stiff are words that a page or report does not say, with what to write: each stood there once.
var stiff = map[string]string{
	"explains half of your":        "the replayed mean wait is 50 % of the recorded one",
	" of your waits.":              "the replayed mean wait is N % of the recorded one",
	"Not advice yet:":              "Don’t set this yet, because",
	"Is this your machine":         "What we read from your log",
	"Nobody by size":               "say who loses, by what the order sorts by",
	"No size of job waits longer":  "say who loses, by what the order sorts by",
	"named there":                  "best setting in that case",
	"A user less":                  "Without the heaviest user",
	"queues were taken for one":    "The log has N queues; they are replayed as one",
	"Records that are no jobs":     "Skipped: N pending",
	"none of them proven":          "Best guesses (no evidence yet)",
	"Shown among":                  "Holds after testing N settings",
	"not near the machine":         "Replay differs from your real waits",
	"As logged,":                   "Replaying your log:",
	"put it away":                  "Dismiss",
	"A user were not there":        "Leave out a user",
	"The load were":                "Scale the load",
	"Processors were out":          "Outages of processors",
	"No user flooded it":           "Ignore bursts",
	"It hardly tells which jobs":   "The replay is a poor guide to which jobs wait long",
	"stands last until then":       "A new job is last until the script runs again",
	"What a threshold trades":      "Mean wait against longest wait, by threshold",
	"counts whole weeks alone":     "uses complete weeks only",
	"that takes most of the cut":   "which cancels most of the gain",
	"setting is named there among": "The last column picks from the same settings",
	"off by a factor of ":          "replayed waits are N % off on average (report.Off)",
	"would take years of log":      "To be sure of a cut of N % you would need about N years of log",
	"hanges it by":                 "changes the mean wait by: name what changes",
	"for having been chosen":       "corrected for choosing",
	"has one change":               "Merge the options you want into a single SchedulerParameters line",
	"As a study did":               "Settings of a published study",
	"set otherwise":                "what differs from the default; try other settings",
	"let go of":                    "Stop comparing",
	"Is Slurm set as you mean it":  "Check slurm.conf and explain waits",
	"on the machine; in the model": "Backfill started N % of the jobs on your machine, M % in the model",
	"not looked at yet":            "not yet considered (before the next pass)",
	"Rows are placed for drawing":  "Rows are only for drawing; which processor a job used is not known",
	"They part at":                 "The schedules first differ at",
	"columns was guessed":          "No header line. Columns read as ...",
	"Neither requested nor":        "It has no processor count",
	"Nobody by size or":            "say who loses, by what the order sorts by",
	"keeps nine tenths":            "With a threshold of N h you keep N % of the gain",
	"As logged":                    "Replaying your log:",
	"Take away":                    "Remove",
	"What is missing":              "Optional: more files for a closer model",
	" would do.":                   "The limit is N: say what is needed",
	"is read of this":              "was learned from this",
	"Plausible is a change":        "The plausible range is",
	"as supposed":                  "the assumed order (or what was found)",
	"mean resample":                "The longest wait rises from 4.5 to 5.0 days",
}

// What stood stiffly on a page or in a report does not come back. Literals alone are read: comments are free.
func TestNoStiffWordsComeBack(t *testing.T) {
	var found []string
	for _, dir := range []string{"core/report", "core/experiment", "core/study", "core/slurm", "core/job", "core/cmd/shadowtime", "ui"} {
		err := filepath.WalkDir(filepath.Join("../../..", dir), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				l, ok := n.(*ast.BasicLit)
				if !ok || l.Kind != token.STRING {
					return true
				}
				text, err := strconv.Unquote(l.Value)
				for words, instead := range stiff {
					if err == nil && strings.Contains(text, words) {
						found = append(found, path+": "+strconv.Quote(words)+", write "+strconv.Quote(instead))
					}
				}
				return true
			})
			return nil
		})
		require.NoError(t, err)
	}
	require.Empty(t, found)
}
