package cli

import "sync"

// Parallel does things 0..n-1 on the given number of goroutines, each with what
// start makes for it, and gives the first error: nothing new begins after one.
func Parallel(n, workers int, start func() (do func(i int) error, err error)) error {
	var (
		mu    sync.Mutex
		first error
		begun int
		wg    sync.WaitGroup
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
		if first == nil {
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
