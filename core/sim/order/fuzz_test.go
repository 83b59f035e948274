package order_test

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/sim/order"
)

// Whatever is written where an order is asked for, an order comes of it that can be
// asked for again and ranks any job, or a sentence.
func FuzzAnyTextIsAnOrderOrAnError(f *testing.F) {
	for _, text := range []string{
		"SAF", "mix:0.5*SAF+2*LEXP", "expr:p*q - 100*age", "mine=expr:max(age, p)", "expr:WFP3", "expr:log(r)/sqrt(q)", "expr:min(p,",
		"expr:1e999", "expr:0/0", "=expr:p", "expr:" + strings.Repeat("(", 200) + "p", "expr:" + strings.Repeat("-", 200) + "p",
		"expr:" + strings.Repeat("p+", 3000) + "p",
		"-" + strings.Repeat("8", 1900), "-" + strings.Repeat("w", 1900),
	} {
		f.Add(text, int64(3600), int32(8), int64(100), int64(7))
	}
	f.Fuzz(func(t *testing.T, text string, request int64, size int32, r, age int64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		o, err := order.Parse(text)
		if err != nil {
			require.NotEmpty(t, err.Error())
			require.Less(t, len(err.Error()), 2000)
			return
		}
		again, err := order.Parse(o.Name())
		require.NoError(t, err, "%q of %q", o.Name(), text)
		require.True(t, o.Same(again))
		key := o.Key(request, size, r, age)
		require.Equal(t, math.Float64bits(key), math.Float64bits(again.Key(request, size, r, age)))
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20))
	})
}
