package main

import (
	"fmt"
	"sync"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/study"
	"shadowtime/core/study/keep"
)

// batch is tasks from..upTo of a plan on a log.
type batch[R any] struct {
	part       keep.Part
	from, upTo int
	wanted     int    // tasks that may follow, too; 0: these alone
	what       string // they are, for people
	start      func() (study.Tasks[R], error)
}

// compute does those tasks that are missing, on as many goroutines as the call has
// workers, each with a runner of its own: what start returns. With --keep, missing
// is what no process has kept yet, and what is done is kept.
func compute[R any, RR study.RowOf[R]](c *taskCall, rows *study.Rows[R, RR], b batch[R]) error {
	x := &c.campaign
	if x.dir == "" {
		missing := rows.Missing(b.from, b.upTo)
		total := b.upTo + 1 - b.from
		return doTasks(c, rows, missing, b, max(total, b.wanted), total-len(missing), nil)
	}
	if err := recall(c, b.part, rows); err != nil {
		return err
	}
	missing := rows.Missing(b.from, b.upTo)
	total := b.upTo + 1 - b.from
	switch {
	case x.merging:
		return x.lacking(missing, total, b.what)
	case x.slurm.asked:
		return sample(c, rows, missing, b)
	}
	if x.share.n > 0 {
		total = 0
		for k := b.from; k <= b.upTo; k++ {
			if x.share.has(k) {
				total++
			}
		}
		missing = x.share.own(missing)
	}
	x.found += total - len(missing)
	if err := keepTasks(c, rows, missing, b, total); err != nil {
		return err
	}
	if x.share.n > 0 {
		return errElsewhere
	}
	return nil
}

// lacking notes what a merge misses, and refuses it unless some of it is enough.
func (x *campaign) lacking(missing []int, total int, what string) error {
	if len(missing) == 0 {
		return nil
	}
	l := lack{what, missing, total}
	x.lacks = append(x.lacks, l)
	if x.partial && len(missing) < total {
		return nil
	}
	return &incomplete{x.dir, []lack{l}}
}

// keepTasks computes tasks and keeps them until all are done, or a signal comes.
func keepTasks[R any, RR study.RowOf[R]](c *taskCall, rows *study.Rows[R, RR], missing []int, b batch[R], total int) error {
	x := &c.campaign
	if len(missing) == 0 {
		return nil
	}
	k := &keeper{dir: x.dir, share: x.share, of: b.part, create: createFile}
	done := total - len(missing)
	signal, err := awaitSignal(func() error {
		return doTasks(c, rows, missing, b, max(total, b.wanted), done, func(row R) error {
			return k.add(RR(&row).Encode)
		})
	})
	if closing := k.close(); err == nil {
		err = closing
	}
	x.kept += k.rows // none is added to what is closed
	if signal != 0 {
		return &interrupted{signal, fmt.Sprintf("ended by signal %d: %s of %s %s are kept in %s; the same command goes on from there",
			int(signal), numeral.Count(done+k.rows), numeral.Count(total), b.what, x.dir)}
	}
	return err
}

// doTasks computes tasks and adds their rows, after save, if any, has them.
func doTasks[R any, RR study.RowOf[R]](c *taskCall, rows *study.Rows[R, RR], missing []int, b batch[R], total, already int, save func(row R) error) error {
	progress := c.Tally(total, already, b.what)
	var mu sync.Mutex
	return cli.Parallel(len(missing), c.Workers, func() (func(i int) error, error) {
		tasks, err := b.start()
		return func(i int) error {
			share, end := progress.One()
			steps := float64(tasks.Steps())
			row, err := tasks.Task(missing[i], func(done float64) { share(done / steps) })
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if save != nil {
				if err := save(row); err != nil {
					return err
				}
			}
			rows.Add(row)
			end()
			return nil
		}, err
	})
}
