package job

import (
	"math/rand/v2"
	"testing"
	_ "time/tzdata" // as WASM there are no time zones

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
)

// row is a job line's fields that matter for cleaning.
type row struct{ submit, run, alloc, procs, request, status, user int64 }

func makeLog(m string, rows ...row) *Log {
	l := &Log{Name: "test", Header: Header{Pairs: []Pair{{"MaxProcs", m}}}}
	for i, r := range rows {
		row := Unknown()
		row[ID], row[Submit], row[Run] = int64(i+1), r.submit, r.run
		row[Alloc], row[ReqProcs], row[ReqTime] = r.alloc, r.procs, r.request
		row[Status], row[User] = r.status, r.user
		l.Add(&row, i+10)
	}
	return l
}

func preset(t *testing.T, name string) Rules {
	r, err := ParsePreset(name)
	require.NoError(t, err)
	return r
}

func TestEachReasonIsCountedOnceAndTheRestIsKept(t *testing.T) {
	l := makeLog("100",
		row{0, 10, 4, 4, 20, 1, 1},    // kept
		row{-1, 10, 4, 4, 20, 1, 1},   // no submit
		row{1, 10, -1, -1, 20, 1, 1},  // no processors
		row{2, 10, -1, 101, 20, 1, 1}, // too large
		row{3, 10, 101, 4, 20, 1, 1},  // allocated above
		row{4, -1, 4, 4, 20, 5, 1},    // negative run
		row{5, 0, 4, 4, 20, 1, 1},     // zero run
		row{6, 10, 4, 4, -1, 1, 1},    // no request
		row{7, 10, 4, 4, 0, 1, 1},     // zero request
		row{8, 30, 4, 4, 20, 1, 1},    // over its request
		row{9, 10, 4, 4, 20, 3, 1},    // partial
		row{MaxTime + 1, 10, 4, 4, 20, 1, 1},
	)
	for _, c := range []struct {
		preset string
		kept   int
		by     map[Reason]int
	}{
		{"queue-tuning", 1, map[Reason]int{NoSubmit: 1, NoProcessors: 1, TooLarge: 1, AllocTooLarge: 1, NegativeRun: 1,
			ZeroRun: 1, NegativeRequest: 1, ZeroRequest: 1, OverRequest: 1, Partial: 1, OutOfRange: 1}},
		{"online", 5, map[Reason]int{NoSubmit: 1, NoProcessors: 1, TooLarge: 1, AllocTooLarge: 1, NegativeRun: 1, Partial: 1,
			OutOfRange: 1}},
		{"prediction", 2, map[Reason]int{NoSubmit: 1, NoProcessors: 1, TooLarge: 1, AllocTooLarge: 1, NegativeRun: 1, ZeroRun: 1,
			NegativeRequest: 1, ZeroRequest: 1, Partial: 1, OutOfRange: 1}},
		{"none", 7, map[Reason]int{NoSubmit: 1, NoProcessors: 1, TooLarge: 1, NegativeRun: 1, OutOfRange: 1}},
	} {
		tr, k := Clean(l, preset(t, c.preset), MachineOf(l, 0))
		by := map[Reason]int{}
		sum := 0
		for _, d := range k.Dropped {
			by[d.Reason] = d.N
			sum += d.N
		}
		require.Equal(t, c.by, by, c.preset)
		require.Equal(t, c.kept, tr.Len(), c.preset)
		require.Equal(t, k.Read, k.Kept+sum, c.preset)
		require.Len(t, k.Faults, min(sum, MaxFaults))
		require.Equal(t, 11, k.Faults[0].Line)
	}
}

func TestPredictionNeedsRequestsWhereTheLogHasAny(t *testing.T) {
	asked, missing, zero := row{1, 10, 4, 4, 20, 1, 1}, row{2, 10, 4, 4, -1, 1, 1}, row{3, 10, 4, 4, 0, 1, 1}
	l := makeLog("8", asked, missing, zero)
	tr, k := Clean(l, preset(t, "prediction"), MachineOf(l, 0))
	require.Equal(t, []int64{1}, tr.ID)
	require.Equal(t, []Dropped{{NegativeRequest, 1}, {ZeroRequest, 1}}, k.Dropped)
	require.Zero(t, k.NoRequest)

	none := makeLog("8", missing, zero)
	tr, k = Clean(none, preset(t, "prediction"), MachineOf(none, 0))
	require.Equal(t, tr.Run, tr.Request, "a log without requests is kept")
	require.Equal(t, 2, k.NoRequest)

	before := preset(t, "prediction")
	before.DropMissing = false
	r, err := ParseDrops(before.Drops())
	require.NoError(t, err)
	require.False(t, r.DropMissing, "and so are all jobs where single rules say so")
	both, err := ParseDrops("prediction+no-request")
	require.NoError(t, err)
	require.True(t, both.DropNoRequest && both.DropZeroRun && both.Overrun == Kill, "a preset, and a single rule beside it")
	_, err = ParseDrops("no-request+prediction")
	require.ErrorContains(t, err, "or both, the preset first")
	for _, rules := range []Rules{before, preset(t, "prediction"), both} {
		var taken Rules
		require.NoError(t, wire.Decode(wire.Encode(&rules), &taken))
		require.Equal(t, rules, taken)
	}
}

func TestTheOverrunRuleDecidesRunAndRequest(t *testing.T) {
	l := makeLog("8", row{0, 30, 1, 1, 20, 1, 1})
	for _, c := range []struct {
		rule         Overrun
		run, request int64
		kept         int
	}{{Extend, 30, 30, 1}, {Kill, 20, 20, 1}, {Swap, 20, 30, 1}, {DropOverrun, 0, 0, 0}} {
		tr, k := Clean(l, Rules{Overrun: c.rule}, MachineOf(l, 0))
		require.Equal(t, c.kept, tr.Len())
		changes := 1
		if c.rule == Swap {
			changes = 2
		}
		require.Equal(t, changes, k.Killed+k.Extended+len(k.Dropped))
		if c.kept == 1 {
			require.Equal(t, []int64{c.run, c.request}, []int64{tr.Run[0], tr.Request[0]})
		}
	}
}

func TestAPyssJobLastsASecondAtLeast(t *testing.T) {
	l := makeLog("8", row{0, 0, 1, 1, 20, 1, 1}, row{0, 0, 1, 1, 0, 1, 1}, row{0, 5, 1, 1, 3, 1, 1})
	tr, _ := Clean(l, Rules{Overrun: Kill, OneSecond: true}, MachineOf(l, 0))
	require.Equal(t, []int64{1, 1, 3}, tr.Run)
	require.Equal(t, []int64{20, 1, 3}, tr.Request)
}

func TestSizeAndRequestFallBackToWhatIsKnown(t *testing.T) {
	l := makeLog("8", row{0, 30, 3, -1, -1, 1, 1}, row{1, 30, -1, 5, 0, 1, -7})
	tr, k := Clean(l, preset(t, "online"), MachineOf(l, 0))
	require.Equal(t, []int32{3, 5}, tr.Size)
	require.Equal(t, []int64{30, 30}, tr.Request)
	require.Equal(t, 2, k.NoRequest)
	require.Equal(t, []int64{-1, 1}, tr.Users, "every negative user id is the unknown user")
	require.Equal(t, []int32{1, 0}, tr.User)
}

func TestJobsAreSortedBySubmitAndTiesKeepFileOrder(t *testing.T) {
	l := makeLog("8", row{5, 1, 1, 1, 1, 1, 1}, row{3, 2, 1, 1, 2, 1, 1}, row{5, 3, 1, 1, 3, 1, 1}, row{3, 4, 1, 1, 4, 1, 1})
	tr, k := Clean(l, preset(t, "online"), MachineOf(l, 0))
	require.Equal(t, []int64{2, 4, 1, 3}, tr.ID)
	require.Equal(t, []int64{3, 3, 5, 5}, tr.Submit)
	require.Equal(t, 2, k.Unsorted)
	require.Equal(t, int64(3), tr.Start)
}

func TestTheMachineSizeSaysWhereItCameFrom(t *testing.T) {
	l := makeLog("338 (batch partition; 512 total)", row{0, 1, 7, -1, 1, 1, 1})
	require.Equal(t, Machine{338, SizeInHeader, "MaxProcs"}, MachineOf(l, 0))
	require.Equal(t, Machine{Procs: 64, From: SizeByHand}, MachineOf(l, 64))
	l.Header.Pairs = []Pair{{"maxnodes", "1,152 nodes"}}
	require.Equal(t, Machine{1152, SizeInHeader, "MaxNodes"}, MachineOf(l, 0))
	l.Header.Pairs = nil
	require.Equal(t, int64(7), MachineOf(l, 0).Procs)
	k, ok := Recognise(&Log{Name: "CEA-Curie-2011-2.1-cln"})
	require.True(t, ok)
	require.Equal(t, int64(80640), k.Procs[0])
	_, ok = Recognise(&Log{Name: "mine"})
	require.False(t, ok)
}

func TestWeeksBeginOnMondayLocalTime(t *testing.T) {
	// 1996-09-23 12:00:31 UTC, a Monday, 14:00:31 in Stockholm
	l := makeLog("8", row{0, 1, 1, 1, 1, 1, 1}, row{9 * Day, 1, 1, 1, 1, 1, 1}, row{30 * Day, 1, 1, 1, 1, 1, 1})
	l.Header.Pairs = append(l.Header.Pairs, Pair{"UnixStartTime", "843480031"}, Pair{"TimeZoneString", "Europe/Stockholm"},
		Pair{"TimeZone", "3600"})
	tr, _ := Clean(l, preset(t, "online"), MachineOf(l, 0))
	require.Equal(t, int64(7200), tr.Calendar.Offset, "summer time at UnixStartTime, not TimeZone")
	require.Equal(t, 14, tr.HourOfWeek(0))
	first, n := tr.WholeWeeks()
	require.Equal(t, int64(Week-14*3600-31), first)
	require.Equal(t, 3, n)

	l.Header.Pairs[2] = Pair{"TimeZoneString", "Nowhere/Nothing"}
	tr, _ = Clean(l, preset(t, "online"), MachineOf(l, 0))
	require.Equal(t, int64(3600), tr.Calendar.Offset)

	l.Header.Pairs = l.Header.Pairs[:1]
	tr, _ = Clean(l, preset(t, "online"), MachineOf(l, 0))
	first, n = tr.WholeWeeks()
	require.Equal(t, int64(0), first)
	require.Equal(t, 4, n)

	l = makeLog("8", row{Day, 1, 1, 1, 1, 1, 1}, row{2 * Week, 1, 1, 1, 1, 1, 1})
	l.Header.Pairs = append(l.Header.Pairs, Pair{"UnixStartTime", "843480031"}, Pair{"TimeZoneString", "UTC"})
	tr, _ = Clean(l, preset(t, "online"), MachineOf(l, 0))
	_, n = tr.WholeWeeks()
	require.Zero(t, n, "weeks in which nobody comes are none to compare by")
}

// Any log, any rules: what is kept can be simulated, and nothing is dropped
// silently.
func TestWhatIsKeptCanBeSimulated(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	odd := []int64{-1, 0, 1, 2, 7, 100, MaxTime, MaxTime + 1, 1 << 53, -(1 << 53)}
	pick := func() int64 { return odd[rng.IntN(len(odd))] }
	for range 300 {
		var rows []row
		for range rng.IntN(30) {
			rows = append(rows, row{pick(), pick(), pick(), pick(), pick(), int64(rng.IntN(7)) - 1, pick()})
		}
		l := makeLog("100", rows...)
		rules := Rules{rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(2) == 0, Overrun(rng.IntN(4)),
			rng.IntN(2) == 0, rng.IntN(8) == 0, float64(rng.IntN(3)) / 2}
		tr, k := Clean(l, rules, MachineOf(l, 0))
		sum := 0
		for _, d := range k.Dropped {
			sum += d.N
		}
		require.Equal(t, len(rows), k.Kept+sum)
		require.Equal(t, k.Kept, tr.Len())
		for i := range tr.Submit {
			require.True(t, tr.Submit[i] >= 0 && tr.Submit[i] <= MaxTime)
			require.True(t, !rules.OneSecond || tr.Run[i] >= 1)
			require.True(t, tr.Run[i] >= 0 && tr.Request[i] >= 0 && (rules.AsRead || tr.Run[i] <= tr.Request[i]))
			require.True(t, tr.Size[i] >= 1 && int64(tr.Size[i]) <= tr.Procs)
			require.True(t, i == 0 || tr.Submit[i-1] <= tr.Submit[i])
			require.Equal(t, max(l.Col[User].At(int(tr.Pos[i])), -1), tr.Users[tr.User[i]])
		}
	}
}

// The regression study's program: processors of field 5, requests as they are.
func TestJobsAsReadKeepRequestsBelowTheirRunTimes(t *testing.T) {
	rows := []row{{1, 50, 2, 4, 30, 1, 1}, {2, 50, 0, 4, 60, 1, 1}, {3, 0, 2, 2, 60, 1, 1}, {4, 50, 2, 2, -1, 1, 1},
		{5, 50, 9, 2, 60, 1, 1}}
	l := makeLog("8", rows...)
	tr, k := Clean(l, AsRead(), MachineOf(l, 0))
	require.Equal(t, []int64{1}, tr.Submit)
	require.Equal(t, []int32{int32(l.Col[Alloc].At(0))}, tr.Size)
	require.Equal(t, int64(30), tr.Request[0], "it ran on")
	require.Equal(t, "as the regression study", k.Rules.Preset())
	require.Len(t, k.Dropped, 4)

	l.Col[ReqTime] = Column{}
	tr, _ = Clean(l, AsRead(), MachineOf(l, 0))
	require.Equal(t, []int64{1, 4}, tr.Submit)
	require.Equal(t, tr.Run, tr.Request, "a log without requests")
}

// Saved studies hold the words alone.
func TestWhereASizeComesFromIsReadOffItsWords(t *testing.T) {
	for source, m := range map[string]Machine{
		"":                       {Procs: 7},
		"set by hand":            {7, SizeByHand, ""},
		"MaxProcs of the header": {7, SizeInHeader, "MaxProcs"},
		"MaxNodes of the header": {7, SizeInHeader, "MaxNodes"},
		"the most nodes in use at once: the machine has at least these": {7, SizeInUse, "nodes"},
		"the largest job: the header names no size":                     {7, SizeOfLargest, ""},
		"partition debug, which has all nodes":                          {7, SizeTold, "partition debug, which has all nodes"},
		"all nodes that scontrol lists":                                 {7, SizeTold, "all nodes that scontrol lists"},
	} {
		require.Equal(t, source, m.Source())
		var taken Machine
		require.NoError(t, wire.Decode(wire.Encode(&m), &taken))
		require.Equal(t, m, taken)
	}
}

func TestTraceAndCleaningSurviveTheWire(t *testing.T) {
	l := makeLog("8", row{5, 1, 1, 1, 1, 1, 3}, row{3, 0, 9, 9, 2, 1, 1}, row{5, 3, 1, 1, 2, 1, 1})
	l.Digest = Digest{1, 2, 3}
	tr, k := Clean(l, preset(t, "online"), MachineOf(l, 0))
	var w wire.Writer
	k.Wire(wire.Both{Put: &w})
	tr.Wire(wire.Both{Put: &w})
	k.Recorded.Wire(wire.Both{Put: &w})
	k.Pooled.Wire(wire.Both{Put: &w})
	k.WireReasons(wire.Both{Put: &w})
	r := wire.NewReader(w.B)
	gotK, got := &Cleaning{}, &Trace{}
	wire.Both{Take: r}.All(gotK, got, &gotK.Recorded, &gotK.Pooled)
	gotK.WireReasons(wire.Both{Take: r})
	require.NoError(t, r.Close())
	require.Equal(t, k, gotK)
	tr.Pos = nil
	require.Equal(t, tr, got)
}

func TestATraceBeginsAtItsOriginOrItsFirstSubmit(t *testing.T) {
	for value, want := range map[string]int64{"": 40, "0": 0, "25 (a Monday)": 25, "40": 40, "41": 40, "-3": 40, "noon": 40} {
		l := makeLog("8", row{40, 1, 1, 1, 1, 1, 3}, row{50, 1, 1, 1, 1, 1, 3})
		if value != "" {
			l.Header.Pairs = append(l.Header.Pairs, Pair{Origin, value})
		}
		tr, _ := Clean(l, preset(t, "online"), MachineOf(l, 0))
		require.Equal(t, want, tr.Start, value)
	}
}
