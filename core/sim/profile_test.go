package sim

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// What a profile finds is what one finds second by second.
func TestAProfileFindsWhatEverySecondSays(t *testing.T) {
	fixture.Long(t)
	const seconds = 400
	var p profile
	for seed := range 60 {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		procs := int64(1 + r.IntN(20))
		free := make([]int64, seconds)
		for i := range free {
			free[i] = procs
		}
		type box struct{ at, end, q int64 }
		var boxes []box
		p.grow(2 * 300)
		change := func(b box, sign int64) {
			if b.at > 0 {
				p.add(b.at, -sign*b.q)
			}
			p.add(b.end, sign*b.q)
			for i := b.at; i < b.end; i++ {
				free[i] -= sign * b.q
			}
		}
		fill := r.IntN(300)
		for range 600 {
			if len(boxes) > 0 && (len(boxes) > fill || r.IntN(3) == 0) {
				i := r.IntN(len(boxes))
				change(boxes[i], -1)
				boxes[i] = boxes[len(boxes)-1]
				boxes = boxes[:len(boxes)-1]
			}
			q, d := 1+r.Int64N(procs), 1+r.Int64N(30)
			f := p.earliest(0, free[0], q, d)
			fits := func(at int64) bool {
				for i := at; i < min(at+d, seconds); i++ {
					if free[i] < q {
						return false
					}
				}
				return true
			}
			want, most := int64(0), int64(-1)
			for ; !fits(want); want++ {
				if free[want] < q {
					most = max(most, free[want])
				}
			}
			require.Equal(t, want, f.at)
			require.Equal(t, want == 0, p.fits(0, free[0], q, d))
			if want > 0 {
				require.Equal(t, free[want-1], f.before)
				require.GreaterOrEqual(t, f.most, f.before)
				require.GreaterOrEqual(t, f.most, most)
				require.Less(t, f.most, q)
			}
			low := free[0]
			for i := range free {
				low = min(low, free[i])
			}
			require.Equal(t, low, p.least(free[0]))
			at := r.Int64N(seconds)
			require.Equal(t, free[at], p.level(free[0], at))
			if len(boxes) > 0 { // the earlier place of one that has a place
				b := boxes[r.IntN(len(boxes))]
				before := 1 + r.Int64N(seconds)
				d := b.end - b.at
				want := int64(0)
				for ; want < min(before, b.at); want++ {
					open := true
					for i := want; i < min(want+d, b.at); i++ {
						open = open && free[i] >= b.q
					}
					if open {
						break
					}
				}
				if want >= min(before, b.at) {
					want = b.at
				}
				require.Equal(t, want, p.earlier(0, free[0], b.q, d, b.at, before))
			}
			if f.at+d < seconds {
				b := box{f.at, f.at + d, q}
				boxes = append(boxes, b)
				change(b, 1)
			}
			held := 0
			for i, h := range p.heads {
				require.Positive(t, h.n)
				held += int(h.n)
				if i > 0 {
					require.Greater(t, h.n+p.heads[i-1].n, int32(scarce))
				}
			}
			require.Equal(t, int(p.fresh), len(p.heads)+len(p.spare))
		}
	}
}
