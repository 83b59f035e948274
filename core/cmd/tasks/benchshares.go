package tasks

import (
	"fmt"
	"os"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/job"
	"shadowtime/core/study"
	"shadowtime/core/study/keep"
)

// manyTasks are those of a merge that is measured.
const manyTasks = 10_000

// MeasureShares measures what sharing a comparison costs: each task on one core, what
// every process does before its first, what keeping a row takes, and the merge.
// Open gives the log; its time is part of what comes before the first task.
func MeasureShares(c *cli.Call, open func() (*job.Trace, error)) error {
	p := compare.Default()
	p.Resamples, p.Weeks = 111, 26
	if err := p.Normalise(); err != nil {
		return err
	}
	var t *job.Trace
	var runner *compare.Runner
	start, err := onCore(func() (err error) {
		if t, err = open(); err != nil {
			return err
		}
		runner, err = compare.NewRunner(t, p)
		return err
	})
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "shadowtime")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	of := PartOf(compare.Name, t, p.Settings())
	k := &keeper{dir: dir, of: of, create: createFile}
	var tasks []float64
	var computing, keeping float64
	var row compare.Row
	for i := 0; i <= p.Resamples; i++ {
		spent, err := onCore(func() (err error) {
			row, err = runner.Task(i, nil)
			return err
		})
		if err != nil {
			return err
		}
		kept, err := onCore(func() error { return k.add(&row) })
		if err != nil {
			return err
		}
		tasks, computing, keeping = append(tasks, spent), computing+spent, keeping+kept
	}
	if err := k.close(); err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "%s: %s tasks of twelve orders on %d weeks, %.3f s each; before the first %.3f s; keeping them took %.3f %% of "+
		"computing them\n\n",
		t.Name, numeral.Count(len(tasks)), p.Weeks, computing/float64(len(tasks)), start, 100*keeping/computing)
	rows := [][]string{{"shares", "slowest s", "efficiency"}}
	for _, n := range []int{1, 2, 4, 7, 16} {
		slowest := slowestShare(tasks, n)
		rows = append(rows, []string{strconv.Itoa(n), fmt.Sprintf("%.2f", start+slowest),
			fmt.Sprintf("%.1f %%", 100*(start+computing)/float64(n)/(start+slowest))})
	}
	if err := cli.PrintTable(c.Stdout, rows); err != nil {
		return err
	}
	spent, err := benchMerge(dir, of, t, p, row)
	if err == nil {
		_, err = fmt.Fprintf(c.Stdout, "\n%s tasks of 16 processes are read and merged in %.2f s of a core\n",
			numeral.Count(manyTasks), spent)
	}
	return err
}

// slowestShare is how long the slowest of n shares computes.
func slowestShare(tasks []float64, n int) (most float64) {
	for i := 1; i <= n; i++ {
		sum := 0.0
		for k, s := range tasks {
			if (share{i, n}).has(k) {
				sum += s
			}
		}
		most = max(most, sum)
	}
	return most
}

// benchMerge keeps a row under many numbers, as of 16 processes, and measures what it
// takes to read and merge them.
func benchMerge(dir string, of keep.Identity, t *job.Trace, p compare.Plan, row compare.Row) (seconds float64, err error) {
	of.Key += " many"
	for i := 1; i <= 16; i++ {
		k := &keeper{dir: dir, share: share{i, 16}, of: of, create: createFile}
		for row.K = 0; row.K <= manyTasks; row.K++ {
			if !k.share.has(row.K) {
				continue
			}
			if err := k.add(&row); err != nil {
				return 0, err
			}
		}
		if err := k.close(); err != nil {
			return 0, err
		}
	}
	return onCore(func() error {
		found, err := keep.Read[compare.Row](os.DirFS(dir), of)
		if err != nil {
			return err
		}
		p.Resamples = manyTasks
		if n := len(found.Rows.Missing(study.Logged, manyTasks)); n > 0 {
			return fmt.Errorf("%d rows of %d are not found again", n, manyTasks)
		}
		compare.Merge(p, t.Digest, t.Procs, found.Rows.Known(manyTasks))
		return nil
	})
}
