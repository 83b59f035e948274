package sacct_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/accounttest"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/format"
	"shadowtime/core/job/sacct"
)

func read(t *testing.T, name string, o account.Options) *job.Log {
	t.Helper()
	l, err := job.ReadFrom(bytes.NewReader(fixture.Bytes(t, "inputs", name)), format.NewReaderWith(name, o))
	require.NoError(t, err, name)
	accounttest.Lawful(t, l, err)
	return l
}

type sums = accounttest.Sums

func TestRealTablesGiveTheCountsOfTheirDescription(t *testing.T) {
	never := func(n int) map[string]int { return map[string]int{"never started": n} }
	live := map[string]int{"pending": 2, "running": 1, "never started": 4}
	for _, c := range []struct {
		file           string
		records, steps int
		left           map[string]int
		sums           sums
	}{
		{"slurm-xdmod-utc.psv.gz", 3996, 0, never(176), sums{3820, 9862363, 123607421, 64, 0}},
		{"slurm-xdmod-odd.psv", 12, 0, map[string]int{"pending": 1, "running": 1, "no processors": 1},
			sums{26, 6523433, 1604024976, 256, 0}},
		{"slurm-steps.psv", 96, 67, map[string]int{}, sums{29, 29037, 214835, 20, 0}},
		{"slurm-aws-steps.psv.gz", 878, 395, never(96), sums{387, 95925, 95925, 1, 387}},
		{"slurm-fixed-width.txt", 256, 67, never(55), sums{134, 5347136, 78971145, 64, 0}},
		{"slurm-dst-newyork.psv", 400, 0, never(55), sums{345, 444452, 5843797, 20, 0}},
		// what a real Slurm said of one afternoon, in several forms
		{"slurm-live-all.psv.gz", 354, 177, live, sums{170, 1481, 5243, 40, 0}},
		{"slurm-live-epoch.psv", 178, 1, live, sums{170, 1481, 5243, 40, 0}},
		{"slurm-live-wide.txt", 173, 1, live, sums{165, 1422, 4689, 40, 0}},
		{"slurm-live-comma.csv", 173, 1, live, sums{165, 1437, 4704, 40, 0}},
		{"slurm-live-running-all.psv.gz", 295, 141, map[string]int{"pending": 19, "running": 10}, sums{125, 610, 2458, 40, 0}},
	} {
		l := read(t, c.file, account.Options{})
		require.Equal(t, c.records, l.Import.Records, c.file)
		require.Equal(t, c.steps, l.Import.Folded, c.file)
		require.Equal(t, c.left, accounttest.Left(l), c.file)
		require.Equal(t, c.sums, accounttest.SumUp(l), c.file)
		require.Zero(t, l.Bad, c.file)
	}
}

func TestSecondsAndDatesOfOneSystemGiveOneLog(t *testing.T) {
	dates, seconds := read(t, "slurm-live-all.psv.gz", account.Options{}), read(t, "slurm-live-epoch.psv", account.Options{})
	require.Equal(t, seconds.Col, dates.Col)
	require.Equal(t, seconds.Digest, dates.Digest)
	require.Len(t, dates.Import.Guesses, 1)
	require.Empty(t, seconds.Import.Guesses, "seconds need no zone")
	require.Equal(t, job.Peak{Procs: 64, At: 1795277891, Largest: 40}, dates.Import.Peak)
	require.Equal(t, job.Machine{Procs: 64, From: job.SizeInUse, Of: "processors"}, job.MachineOf(dates, 0))
}

func TestTheTrapsOfARealSystemAreSaid(t *testing.T) {
	l := read(t, "slurm-live-epoch.psv", account.Options{})
	for i, n := range l.Col[job.Alloc].Values() {
		require.GreaterOrEqual(t, l.Col[job.ReqProcs].At(i), n, "a whole node for one processor is what a schedule places")
	}
	notes := strings.Join(l.Import.Words(), "\n")
	for _, said := range []string{"2 records were torn", "2 of 170 jobs ran longer than their limit",
		"1 of 170 jobs changed size while running", "1 of 170 jobs got more processors"} {
		require.Contains(t, notes, said)
	}
}

func TestTheWaitOfTheSchedulerBeginsWhenAJobIsEligible(t *testing.T) {
	from, able := read(t, "slurm-live-epoch.psv", account.Options{}),
		read(t, "slurm-live-epoch.psv", account.Options{Arrival: account.AtEligible})
	sum := func(l *job.Log) (s int64) {
		for _, w := range l.Col[job.Wait].Values() {
			require.GreaterOrEqual(t, w, int64(0))
			s += w
		}
		return s
	}
	require.Equal(t, int64(4702), sum(from))
	require.Equal(t, int64(2092), sum(able))
}

func TestNoJobIsLostWhenSummerTimeEnds(t *testing.T) {
	l := read(t, "slurm-dst-newyork.psv", account.Options{Zone: "America/New_York"})
	require.Equal(t, sums{345, 444452, 5843797, 20, 0}, accounttest.SumUp(l))
	require.Empty(t, l.Import.Guesses)
	utc := read(t, "slurm-xdmod-utc.psv.gz", account.Options{})
	at := map[[4]int64]bool{}
	of := func(l *job.Log, i int, less int64) [4]int64 {
		return [4]int64{l.Col[job.Wait].At(i) - less, l.Col[job.Run].At(i), l.Col[job.Alloc].At(i), l.Col[job.ReqTime].At(i)}
	}
	for i := range utc.Len() {
		at[of(utc, i, 0)] = true
	}
	same, late, early := 0, 0, 0
	for i := range l.Len() {
		switch {
		case at[of(l, i, 0)]:
			same++
		case at[of(l, i, 3600)]: // submitted in the doubled hour, started behind it: the first reading is taken
			late++
		case at[of(l, i, -3600)]: // started and ended in the second: likewise
			early++
		}
	}
	require.Equal(t, []int{322, 20, 3}, []int{same, late, early}, "the jobs were taken from the other file")
}

func TestATableWithoutTimesIsRefusedWithTheColumnsItLacks(t *testing.T) {
	for _, file := range []string{"slurm-live-default.psv", "slurm-live-default-trailing.psv", "slurm-live-default.txt"} {
		_, err := job.ReadFrom(bytes.NewReader(fixture.Bytes(t, "inputs", file)), format.NewReader(file))
		require.ErrorContains(t, err, "lacks columns: Submit, Start, End or ElapsedRaw; export with TZ=UTC sacct", file)
	}
}

func TestOtherFilesAreNotTakenForSlurms(t *testing.T) {
	for _, file := range []string{"ge-mixed.acct", "lsf-mixed.acct", "pbs-mixed.log", "csv-aws-jobs.csv", "slurm-live-squeue.txt",
		"slurm-live-sinfo.txt", "batsim-hpc-250.json.gz"} {
		head := fixture.Bytes(t, "inputs", file)
		head = head[:min(len(head), format.Sniffed)]
		require.False(t, sacct.Sniff(head) || sacct.SniffJSON(head), file)
	}
}

func TestRealAnswersGiveTheCountsOfTheirDescription(t *testing.T) {
	l := read(t, "slurm-json-24.05.json", account.Options{})
	require.Equal(t, 9, l.Import.Records)
	require.Equal(t, 8, l.Import.Steps)
	require.Equal(t, map[string]int{"pending": 3, "running": 1}, accounttest.Left(l))
	require.Equal(t, sums{5, 157, 157, 1, 0}, accounttest.SumUp(l))
	require.Zero(t, l.Bad)
	require.Empty(t, l.Import.Guesses)
}

func TestTheAnswerAndTheTableOfOneSystemGiveTheSameJobs(t *testing.T) {
	answer, table := read(t, "slurm-live-sacct.json.gz", account.Options{}), read(t, "slurm-live-epoch.psv", account.Options{})
	require.Equal(t, accounttest.Left(table), accounttest.Left(answer))
	require.Equal(t, 178, answer.Import.Records)
	require.Equal(t, 176, answer.Import.Steps)
	require.Equal(t, table.Import.Peak, answer.Import.Peak)
	rows := func(l *job.Log) (list [][]int64) { // names are numbered as they come, and jobs of an instant stand as they come
		for i := range l.Len() {
			var row []int64
			for f, v := range l.At(i) {
				if f := job.Field(f); f != job.ID && f != job.User && f != job.Group && f != job.Queue && f != job.Partition {
					row = append(row, v)
				}
			}
			list = append(list, row)
		}
		return list
	}
	require.ElementsMatch(t, rows(table), rows(answer))
}

func TestTheJobsOfTheMomentAreRefusedByName(t *testing.T) {
	_, err := job.ReadFrom(bytes.NewReader(fixture.Bytes(t, "inputs", "slurm-live-squeue.json.gz")), format.NewReader("x.json"))
	require.ErrorContains(t, err, "squeue --json")
}
