package tasks

import (
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/study"
	"shadowtime/core/study/keep"
)

// Batch is tasks From..UpTo of a plan on a log.
type Batch[R any] struct {
	Part       keep.Identity
	From, UpTo int
	wanted     int    // tasks that may follow, too; 0: these alone
	What       string // they are, for people
	Start      func() (study.Tasks[R], error)
}

// Compute does those tasks that are missing, on as many goroutines as the call has
// workers, each with a runner of its own: what Start returns. With --keep, missing
// is what no process has kept yet, and what is done is kept. Of a share, and where a job
// array is asked for, it errs with ErrElsewhere when that is done; a merge that misses
// tasks, and a signal, are errors that say what is to be done.
func Compute[R any, RR study.RowOf[R]](c *Call, rows *study.Rows[R, RR], b Batch[R]) error {
	x := &c.sharing
	if x.dir == "" {
		missing := rows.Missing(b.From, b.UpTo)
		total := b.UpTo + 1 - b.From
		return doTasks(c, rows, missing, b, max(total, b.wanted), total-len(missing), nil)
	}
	if err := recall(c, b.Part, rows); err != nil {
		return err
	}
	missing := rows.Missing(b.From, b.UpTo)
	total := b.UpTo + 1 - b.From
	switch {
	case x.merging:
		return x.lacking(missing, total, b.What)
	case x.slurm.asked:
		return sample(c, rows, missing, b)
	}
	if x.share.n > 0 {
		total = 0
		for k := b.From; k <= b.UpTo; k++ {
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
		return ErrElsewhere
	}
	return nil
}

// lacking notes what a merge misses, and refuses it unless some of it is enough.
func (x *sharing) lacking(missing []int, total int, what string) error {
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
func keepTasks[R any, RR study.RowOf[R]](c *Call, rows *study.Rows[R, RR], missing []int, b Batch[R], total int) error {
	x := &c.sharing
	if len(missing) == 0 {
		return nil
	}
	k := &keeper{dir: x.dir, share: x.share, of: b.Part, create: createFile}
	done := total - len(missing)
	signal, err := awaitSignal(func() error {
		return doTasks(c, rows, missing, b, max(total, b.wanted), done, func(row R) error {
			return k.add(RR(&row))
		})
	})
	if closing := k.close(); err == nil {
		err = closing
	}
	x.kept += k.rows // none is added to what is closed
	if signal != 0 {
		return &interrupted{signal, fmt.Sprintf("ended by signal %d: %s of %s %s are kept in %s; the same command goes on from there",
			int(signal), numeral.Count(done+k.rows), numeral.Count(total), b.What, x.dir)}
	}
	return err
}

// doTasks computes tasks and adds their rows, after save, if any, has them.
func doTasks[R any, RR study.RowOf[R]](c *Call, rows *study.Rows[R, RR], missing []int, b Batch[R], total, already int,
	save func(row R) error) error {
	progress := c.Tally(total, already, b.What)
	var mu sync.Mutex
	return cli.Parallel(len(missing), c.Workers, func() (func(i int) error, error) {
		tasks, err := b.Start()
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

// awaitSignal calls do, and leaves it alone when a signal comes first.
func awaitSignal(do func() error) (syscall.Signal, error) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return 0, err
	case s := <-signals:
		n, _ := s.(syscall.Signal)
		return n, nil
	}
}
