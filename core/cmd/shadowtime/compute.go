package main

import (
	"sync"

	"shadowtime/core/study"
)

// compute does those of tasks from..upTo that are missing, on the given number of
// goroutines, each with a runner of its own: what start returns.
func compute[R any, RR study.RowOf[R]](rows *study.Rows[R, RR], from, upTo, workers int, start func() (study.Tasks[R], error), progress func(done int)) error {
	missing := rows.Missing(from, upTo)
	already := upTo + 1 - from - len(missing)
	var mu sync.Mutex
	return parallel(len(missing), workers, func() (func(i int) error, error) {
		tasks, err := start()
		return func(i int) error {
			row, err := tasks.Task(missing[i], nil)
			if err == nil {
				mu.Lock()
				defer mu.Unlock()
				rows.Add(row)
			}
			return err
		}, err
	}, func(done int) { progress(already + done) })
}

// parallel does things 0..n-1 on the given number of goroutines, each with what
// start makes for it, and gives the first error: nothing new begins after one.
func parallel(n, workers int, start func() (do func(i int) error, err error), progress func(done int)) error {
	var (
		mu         sync.Mutex
		first      error
		begun, did int
		wg         sync.WaitGroup
	)
	next := func() (i int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if first != nil || begun == n {
			return 0, false
		}
		begun++
		return begun - 1, true
	}
	ended := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err == nil:
			did++
			progress(did)
		case first == nil:
			first = err
		}
	}
	for range min(workers, n) {
		wg.Go(func() {
			do, err := start()
			if err != nil {
				ended(err)
				return
			}
			for i, ok := next(); ok; i, ok = next() {
				ended(do(i))
			}
		})
	}
	wg.Wait()
	return first
}
