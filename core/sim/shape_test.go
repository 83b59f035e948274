package sim_test

import (
	"math/rand/v2"

	"shadowtime/core/job"
)

// randomTrace draws a trace of one of many shapes.
func randomTrace(r *rand.Rand, n int) *job.Trace {
	procs := []int64{1, 2, 5, 16, 100, 128, 80_640}[r.IntN(7)]
	t := &job.Trace{Procs: procs}
	clock := []int64{0, 0, 1, 31_660_000, 1 << 40, 1 << 52}[r.IntN(6)]
	t.Start = clock
	if r.IntN(3) == 0 {
		t.Start = 0
	}
	gap := []int64{0, 1, 2, 10, 300, 100_000}[r.IntN(6)]
	longest := []int64{1, 3, 20, 1000, 200_000}[r.IntN(5)]
	burst, zero, wide, serial, round := r.IntN(4), r.IntN(4), r.IntN(4), r.IntN(3), r.IntN(3)
	wrong := r.IntN(5)
	for range n {
		if burst == 0 || r.IntN(4) > 0 {
			clock += r.Int64N(gap + 1)
		}
		run := r.Int64N(longest + 1)
		if zero == 0 && r.IntN(3) == 0 {
			run = 0
		}
		request := run
		switch wrong {
		case 0: // exact
		case 1, 2: // upper bounds
			request += r.Int64N(longest + 1)
		case 3: // wrong both ways
			request = r.Int64N(longest + 1)
		case 4: // nonsense
			request = r.Int64N(3)
		}
		if round == 0 {
			request = (request + 9) / 10 * 10
			if wrong == 3 {
				request = request / 2
			}
		}
		size := 1 + r.Int64N(procs)
		switch {
		case wide == 0 && r.IntN(5) == 0:
			size = procs
		case serial == 0 && r.IntN(2) == 0:
			size = 1
		case serial == 1:
			size = 1 + r.Int64N(min(procs, 4))
		}
		t.Submit = append(t.Submit, clock)
		t.Run = append(t.Run, run)
		t.Request = append(t.Request, request)
		t.Size = append(t.Size, int32(size))
		t.User = append(t.User, 0)
	}
	return t
}

// upperBounds says whether no job runs past its request.
func upperBounds(t *job.Trace) bool {
	for j := range t.Run {
		if t.Run[j] > t.Request[j] {
			return false
		}
	}
	return true
}
