package lanes

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/simtest"
)

// A column has of each class the processors that its jobs hold in it on average.
func TestADensityIsTheProcessorTimeOfItsColumns(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		tr := simtest.Trace(r, 1+r.IntN(40))
		starts, classes := make([]int64, tr.Len()), make([]uint8, tr.Len())
		for j := range starts {
			if starts[j], classes[j] = tr.Submit[j]+r.Int64N(100), uint8(r.IntN(3)); r.IntN(9) == 0 {
				starts[j] = -1
			}
		}
		l := Place(tr, starts, -1)
		from := tr.Submit[0] - 20 + r.Int64N(60)
		columns, each := 1+r.IntN(30), 1+r.Int64N(12)
		to := from + int64(columns)*each
		shares := make([]float64, 3*columns)
		l.Density(from, to, classes, 3, shares)
		for x := range columns {
			for c := range 3 {
				want := int64(0)
				low, high := from+int64(x)*each, from+int64(x+1)*each
				for j, at := range starts {
					if at != -1 && int(classes[j]) == c {
						want += int64(tr.Size[j]) * max(0, min(at+tr.Run[j], high)-max(at, low))
					}
				}
				require.InDelta(t, float64(want)/float64(each), shares[3*x+c], 1e-6)
			}
		}
	}
}
