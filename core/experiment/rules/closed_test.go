package rules

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// plainly is closed as two loops that ask of every beginning and every length.
func (y *tally) plainly(columns table, least, most int, epsilon [shares]float64) (list []closing) {
	for _, e := range epsilon {
		var best closing
		for from := range columns.values / 2 {
			for n := least; n <= most; n++ {
				c := newCounts(y.stretches)
				for v := from; v < from+n; v++ {
					c.add(&columns, 0, v, y.stretches)
				}
				if p, ok := c.judge(e); ok && p.vain >= y.floor && p.vain > best.vain {
					best = closing{p, [2]int{from, from + n}}
				}
			}
		}
		if best.vain > 0 {
			list = append(list, best)
		}
	}
	return list
}

// hoursOf are columns of so many half hours and what a day of them begins with again. In some of the stretches jobs wait in vain
// from one half hour to before another, where hardly any start; elsewhere, now and then.
func hoursOf(r *rand.Rand, half, stretches int) table {
	columns := table{2 * half, make([]cell, 4*half*stretches)}
	from, long, since := r.IntN(half), 1+r.IntN(half-1), r.IntN(stretches)
	until, busy, leaks := since+1+r.IntN(stretches-since), r.Float64(), 0.1*r.Float64()
	for v := range half {
		in := (v-from+half)%half < long
		for s := range stretches {
			x := cell{}
			closed := in && s >= since && s < until
			if closed && r.Float64() < 0.7 || r.Float64() < 0.05 {
				x.first = r.Int32N(6)
				x.vain = float64(x.first) * float64(r.IntN(20_000))
			}
			share := busy
			if closed {
				share = leaks
			}
			if r.Float64() < share {
				x.start = 1 + r.Int32N(4)
			}
			*columns.at(0, v, s, stretches), *columns.at(0, v+half, s, stretches) = x, x
		}
	}
	return columns
}

// Closed hours that are found by sums and bounds are those of a loop over all, the first of those that explain as much.
func TestClosedHoursAreThoseOfAPlainLoop(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	found := 0
	for range fixture.ByDay(60, 600) {
		y := &tally{stretches: 1 + r.IntN(12)}
		half := []int{perDay, slots / rough}[r.IntN(2)]
		least, most := 1, half-2
		if half != perDay {
			least, most = perDay/rough+1, half-1
		}
		columns := hoursOf(r, half, y.stretches)
		sum := 0.0
		for _, c := range columns.cells {
			sum += c.vain / 2
		}
		y.floor = sum * []float64{0, worth, 0.2, 0.7}[r.IntN(4)]
		epsilon := [][shares]float64{{0.02, 0.005, 0}, {0.1, 0.025, 0}, {0.5, 0.1, 0.01}}[r.IntN(3)]
		want := y.plainly(columns, least, most, epsilon)
		got := slices.DeleteFunc(y.closed(columns, least, most, epsilon), func(c closing) bool { return c.vain < y.floor })
		require.Len(t, got, len(want))
		for i := range want {
			require.Equal(t, want[i], got[i])
		}
		found += len(want)
	}
	require.Greater(t, found, 60, "hours are found in most tables")
}
