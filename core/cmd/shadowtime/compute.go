package main

import "sync"

// compute does tasks from..to on the given number of goroutines, each with a
// runner of its own: what start returns. Rows come in no particular order.
func compute[R any](from, to, workers int, start func() (func(k int) (R, error), error), progress func(done int)) ([]R, error) {
	var (
		mu    sync.Mutex
		next  = from
		rows  []R
		first error
		wg    sync.WaitGroup
	)
	for range min(workers, to-from+1) {
		wg.Go(func() {
			task, err := start()
			for {
				mu.Lock()
				if err != nil && first == nil {
					first = err
				}
				k := next
				next++
				stop := first != nil || k > to
				mu.Unlock()
				if stop {
					return
				}
				var row R
				if row, err = task(k); err == nil {
					mu.Lock()
					rows = append(rows, row)
					progress(len(rows))
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return rows, first
}
