package job

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
)

func TestAColumnKeepsEveryValueWhateverItSpans(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for bits := range 65 {
		values := make([]int64, 2*Stretch+3)
		base := int64(rng.Uint64())
		for i := range values {
			values[i] = base + int64(rng.Uint64()>>1>>(64-bits)<<1)
		}
		values[5], values[Stretch+7] = base, base
		one, all := Column{}, ColumnOf(values...)
		for _, v := range values {
			one.Append(v)
		}
		require.Equal(t, all, one, "one by one as at once")
		require.Equal(t, len(values), all.Len())
		require.Equal(t, values, all.Values())
		require.EqualValues(t, -1, all.At(len(values)))
	}
	extremes := ColumnOf(math.MinInt64, math.MaxInt64, 0)
	for extremes.Len() < Stretch {
		extremes.Append(-1)
	}
	require.Equal(t, []int64{math.MinInt64, math.MaxInt64, 0, -1}, extremes.Values()[:4])
}

func TestAColumnIsSortedWhereNoValueIsBelowTheOneBefore(t *testing.T) {
	var c Column
	require.True(t, c.IsSorted())
	for i := range int64(3 * Stretch) {
		c.Append(i / 2)
	}
	require.True(t, c.IsSorted())
	c.Append(0)
	require.False(t, c.IsSorted())
}

// plain are jobs as synthetic logs have them.
func plain(n int) *Log {
	rng := rand.New(rand.NewPCG(2, 2))
	l := &Log{Name: "plain", Header: Header{Pairs: []Pair{{"MaxProcs", "1024"}}}}
	for i := range n {
		size, run := 1+rng.Int64N(512), rng.Int64N(90_000)
		l.Add(&[NumFields]int64{ID: int64(i + 1), Submit: int64(i)*90 + rng.Int64N(90), Wait: -1, Run: run, Alloc: size, CPU: -1,
			Memory: -1, ReqProcs: size,
			ReqTime: run + 60, ReqMemory: -1, Status: 1, User: rng.Int64N(200), Group: rng.Int64N(20), Executable: rng.Int64N(900),
			Queue: 1, Partition: -1, Preceding: -1, Think: -1}, i+1)
	}
	return l
}

func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// What is allocated bounds what is held at once. A page holds the log, its trace and
// the message that goes to the workers.
func TestALogItsTraceAndTheMessageOfItAreNarrow(t *testing.T) {
	const n = 40_000
	var l *Log
	var tr *Trace
	var w wire.Writer
	log := allocated(func() { l = plain(n) }) / n
	trace := allocated(func() { tr, _ = Clean(l, Rules{}, MachineOf(l, 0)) }) / n
	message := allocated(func() { tr.Wire(wire.Both{Put: &w}) }) / n
	require.LessOrEqual(t, log, uint64(36))
	require.LessOrEqual(t, trace, uint64(70))
	require.LessOrEqual(t, message, uint64(24))
}

func TestALongTraceSurvivesTheWireAndIsCutNowhereUnnoticed(t *testing.T) {
	l := plain(2*Stretch + 5)
	tr, _ := Clean(l, Rules{}, MachineOf(l, 0))
	message, got := wire.Encode(tr), &Trace{}
	require.NoError(t, wire.Decode(message, got))
	tr.Pos = nil
	require.Equal(t, tr, got)
	for cut := 0; cut < len(message); cut += 1 + len(message)/500 {
		require.Error(t, wire.Decode(message[:cut], &Trace{}))
	}
	for at := 0; at < len(message); at += 1 + len(message)/500 {
		b := slices.Clone(message)
		b[at] ^= 0xff
		_ = wire.Decode(b, &Trace{}) // whatever it says
	}
}
