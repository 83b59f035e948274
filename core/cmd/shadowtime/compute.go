package main

import (
	"sync"

	"shadowtime/core/study"
)

// compute does those of tasks from..upTo that are missing, on the given number of
// goroutines, each with a runner of its own: what start returns.
func compute[R any, RR study.RowOf[R]](rows *study.Rows[R, RR], from, upTo, workers int, start func() (study.Tasks[R], error), progress func(done int)) error {
	var (
		mu    sync.Mutex
		first error
		wg    sync.WaitGroup
	)
	missing := rows.Missing(from, upTo)
	done := upTo + 1 - from - len(missing)
	next := func(err error) (k int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if err != nil && first == nil {
			first = err
		}
		if first != nil || len(missing) == 0 {
			return 0, false
		}
		k, missing = missing[0], missing[1:]
		return k, true
	}
	keep := func(row R) {
		mu.Lock()
		defer mu.Unlock()
		rows.Add(row)
		done++
		progress(done)
	}
	for range min(workers, len(missing)) {
		wg.Go(func() {
			tasks, err := start()
			for {
				k, ok := next(err)
				if !ok {
					return
				}
				var row R
				if row, err = tasks.Task(k, nil); err == nil {
					keep(row)
				}
			}
		})
	}
	wg.Wait()
	return first
}
