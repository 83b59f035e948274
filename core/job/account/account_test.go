package account

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

func TestDurationsOfAllFormsAreSeconds(t *testing.T) {
	for text, want := range map[string]int64{
		"00:05:40": 340, "1-02:03:04": 93784, "22:53.824": 1373, "3-0": 259200, "3-04": 273600, "3-04:30": 275400, "125-00:00:00": 10800000,
		"100:00:01": 360001, "7164": 7164 * 60, "0": 0, "00:00:00": 0, "125-00:00+": 10800000, "1-02:0+": 93600,
		"": -1, "UNLIMITED": -1, "infinite": -1, "Partition_Limit": -1, "Partition+": -1, "INVALID": -1, "NOT_SET": -1, "Unknown": -1,
	} {
		got, ok := ParseDuration([]byte(text), 60)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"soon", "1:2:3:4", "1-", "-5", "1:x", "1.5.2", "12:3+", "99999999999999999999", "+", "un+"} {
		_, ok := ParseDuration([]byte(text), 60)
		require.False(t, ok, text)
	}
}

func TestMemoryIsInKilobytes(t *testing.T) {
	for _, c := range []struct {
		text string
		kb   int64
		per  Per
	}{
		{"2800Mc", 2800 << 10, PerProcessor}, {"0n", 0, PerNode}, {"63000Mn", 63000 << 10, PerNode}, {"62.50G", 65536000, PerJob},
		{"10000M", 10000 << 10, PerJob},
		{"512", 512 << 10, PerJob}, {"4gb", 4 << 20, PerJob}, {"1048576b", 1024, PerJob}, {"112488K", 112488, PerJob},
		{"1T", 1 << 30, PerJob},
	} {
		kb, per, ok := ParseMemory([]byte(c.text), 1<<20)
		require.True(t, ok, c.text)
		require.Equal(t, c.kb, kb, c.text)
		require.Equal(t, c.per, per, c.text)
	}
	for _, text := range []string{"", "M", "x", "1.x", "?", "99999999999999999P"} {
		_, _, ok := ParseMemory([]byte(text), 1)
		require.False(t, ok, text)
	}
}

func TestInstantsAreReadInEveryForm(t *testing.T) {
	for text, want := range map[string]Stamp{
		"2026-11-21T16:18:01": {1795277881, Local}, "2026-11-21 16:18:01.25": {1795277881, Local},
		"2026-11-21T16:18:01Z":      {1795277881, Absolute},
		"2026-11-21T17:18:01+01:00": {1795277881, Absolute}, "2026-11-21T11:18:01-0500": {1795277881, Absolute},
		"1795277881":          {1795277881, Absolute},
		"2000-02-29T00:00:00": {951782400, Local}, "": {}, "None": {}, "Unknown": {}, "0": {},
	} {
		got, ok := ParseStamp([]byte(text))
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"Ystday 10:00", "16:18:01", "2026-13-01T00:00:00", "2026-11-21T16", "2026-11-21T16:18:01+",
		"2026-11-21T16:18:01 CET", "99999999999999"} {
		_, ok := ParseStamp([]byte(text))
		require.False(t, ok, text)
	}
}

func TestListsOfTasksAreCounted(t *testing.T) {
	for text, want := range map[string]int{"1-10%2": 10, "1,5,9-20:2": 8, "7": 1, "0-9...": 1, "1,2,5-9...": 2, "1-3,12+": 3} {
		got, ok := ParseTasks([]byte(text))
		require.True(t, ok, text)
		n := 0
		got.each(func(int64) { n++ })
		require.Equal(t, want, n, text)
		require.Equal(t, want, got.N, text)
	}
	for _, text := range []string{"", "x", "3-1", "1-5:0", "1-9999999999", "1--2"} {
		_, ok := ParseTasks([]byte(text))
		require.False(t, ok, text)
	}
}

func local(text string) Stamp { s, _ := ParseStamp([]byte(text)); return s }

// In New York 2016-11-06 02:00 became 01:00, and on 2016-03-13 02:00 became 03:00.
func TestTheDoubledHourIsReadAsTheRunTimeSays(t *testing.T) {
	if _, known := job.ZoneOffset("America/New_York", 0); !known {
		t.Skip("no table of time zones here: in a browser the page brings it")
	}
	for _, c := range []struct {
		submit, start, end string
		run, wait          int64
	}{
		{"00:10", "01:30", "01:30", 3600, 4800},         // over the change
		{"00:10", "01:30", "01:40", 600, 4800},          // within the first
		{"01:50", "01:10", "01:20", 600, 1200},          // the submit is in the first, the start in the second
		{"00:10", "01:30", "02:30", 7200, 4800},         // 01:30 is the first
		{"00:10", "01:30", "02:30", 3600, 4800 + 3600},  // and here the second
		{"00:10", "00:20", "01:30", 4200, 600},          // the end in the first
		{"00:10", "00:20", "01:30", 4200 + 3600, 600},   // and in the second
		{"00:10", "02:30", "03:30", Unlimited, 12000},   // none is in it
		{"00:10", "01:30", "01:20", Unlimited, 1234321}, // the end after the start
	} {
		r := Record{Submit: local("2016-11-06T" + c.submit), Start: local("2016-11-06T" + c.start),
			End: local("2016-11-06T" + c.end), Run: c.run}
		k := clock{zone: "America/New_York"}
		k.resolve(&r)
		require.GreaterOrEqual(t, r.Start.Sec, r.Submit.Sec, c)
		require.Greater(t, r.End.Sec, r.Start.Sec, c)
		if c.run >= 0 {
			require.Equal(t, c.run, r.End.Sec-r.Start.Sec, c)
			require.Equal(t, c.wait, r.Start.Sec-r.Submit.Sec, c)
		}
	}
	k := clock{zone: "America/New_York"}
	r := Record{Submit: local("2016-03-13T01:59"), Start: local("2016-03-13T02:30"), End: local("2016-03-13T03:30"), Run: Unlimited}
	k.resolve(&r)
	require.Equal(t, int64(31*60), r.Start.Sec-r.Submit.Sec, "the missing hour is moved on by one")
	require.Equal(t, int64(0), r.End.Sec-r.Start.Sec)
	require.Equal(t, missing, k.met)
}

// ran is a record of a job.
func ran(key, at, wait, lasts, size int64) *Record {
	r := &Record{}
	r.Clear()
	r.Key, r.Run, r.Alloc, r.State = key, lasts, size, Completed
	r.Submit, r.Start, r.End = Unix(at), Unix(at+wait), Unix(at+wait+lasts)
	r.User = []byte("u" + strconv.FormatInt(key%7, 10))
	return r
}

func TestEveryRecordEndsSomewhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	b := New("test", Options{})
	for i := range 20000 {
		r := ran(rng.Int64N(300), 1000+rng.Int64N(5), rng.Int64N(4), rng.Int64N(3), rng.Int64N(4))
		r.Line = i + 1
		r.State = State(rng.IntN(6))
		switch rng.IntN(12) {
		case 0:
			r.Start, r.Ran = Stamp{}, rng.IntN(2) == 0
		case 1:
			r.End, r.Run = Stamp{}, Unlimited
		case 2:
			r.Run, r.End = Unlimited, Unix(900)
		case 3:
			r.Never = true
		case 4:
			r.Tasks, _ = ParseTasks([]byte("1-" + strconv.Itoa(1+rng.IntN(4))))
		}
		switch rng.IntN(10) {
		case 0:
			b.Step()
		case 1:
			b.Fold()
		case 2:
			b.Bad(i, "x", nil, "y")
		default:
			b.Add(r)
		}
	}
	d := b.Finish("x", 20000)
	l := d.Columns()
	m := l.Import
	require.Equal(t, 20000, m.Records)
	require.Equal(t, m.Records, m.Folded+l.Bad+m.Dropped()+m.Jobs-m.Tasks)
	require.Equal(t, m.Jobs, l.Len())
	require.Len(t, m.Left, int(duplicate-pending)+1)
	for _, x := range m.Left {
		require.LessOrEqual(t, len(x.First), job.MaxFaults)
		require.NotZero(t, x.First[0].Line)
	}
}

func TestARecordToldTwiceCountsOnceAndOtherRunsStay(t *testing.T) {
	b := New("test", Options{})
	for i := range 3 * job.Stretch { // over sealed stretches
		b.Add(ran(int64(i), 1000+int64(i), 5, 10, 1))
	}
	b.Add(ran(7, 1007, 5, 10, 1)) // the same run
	b.Add(ran(7, 1007, 5, 99, 2)) // a task that shares all but how it ran
	b.Add(ran(7, 1007, 6, 50, 3)) // another run
	d := b.Finish("x", 0)
	l := d.Columns()
	require.Equal(t, 3*job.Stretch+2, l.Len())
	require.Equal(t, []job.Left{{Why: "duplicate", N: 1, First: []job.Fault{{Field: "job", Why: "duplicate"}}}}, l.Import.Left)
	require.Equal(t, []int64{10, 99, 50}, l.Col[job.Run].Values()[7:10])
	require.IsIncreasing(t, l.Col[job.ID].Values())
	require.IsNonDecreasing(t, l.Col[job.Submit].Values())
	require.Zero(t, l.Col[job.Submit].At(0))
}

func TestThePeakIsThatOfASweepOverAllInstants(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		b := New("test", Options{})
		n := 1 + rng.Int64N(40)
		busy := map[int64]int64{}
		for i := range n {
			at, lasts, size := 100+rng.Int64N(60), rng.Int64N(20), 1+rng.Int64N(9)
			b.Add(ran(i, at, 0, lasts, size))
			for s := at; s < at+lasts; s++ {
				busy[s] += size
			}
		}
		want := int64(0)
		for _, v := range busy {
			want = max(want, v)
		}
		p := b.Finish("x", 0).Log.Import.Peak
		require.Equal(t, max(want, p.Largest), p.Procs)
		if p.At > 0 {
			require.Equal(t, want, busy[p.At])
		}
	}
}

func TestLinesAreTheSameHoweverTheyAreCut(t *testing.T) {
	text := "\xef\xbb\xbfone\r\ntwo\n\n" + strings.Repeat("x", MaxLine+5) + "\nlast"
	for _, size := range []int{1 << 21, 70001, 3} {
		var got []string
		var l Lines
		take := func(b []byte, long bool) { got = append(got, string(b)+map[bool]string{true: "!"}[long]) }
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			l.Write([]byte(rest[:n]), take)
			rest = rest[n:]
		}
		l.Close(take)
		require.Equal(t, []string{"one", "two", "", strings.Repeat("x", MaxLine) + "!", "last"}, got)
		require.Equal(t, 5, l.N)
	}
}

func TestOptionsChooseWhatCounts(t *testing.T) {
	b := New("test", Options{Arrival: AtEligible, Unit: GPUs, Partitions: []string{"a"}})
	for i, part := range []string{"a", "b", "a"} {
		r := ran(int64(i), 1000, 100, 10, 64)
		r.Partition, r.Eligible, r.GPUs = []byte(part), Unix(1040), int64(2*(2-i))
		b.Add(r)
	}
	l := b.Finish("x", 0).Columns()
	require.Equal(t, []int64{4}, l.Col[job.Alloc].Values())
	require.Equal(t, []int64{60}, l.Col[job.Wait].Values())
	require.Equal(t, "partition not chosen", l.Import.Left[0].Why)
	require.Equal(t, "no GPUs", l.Import.Left[1].Why)
	unix, _ := l.Header.Int("UnixStartTime")
	require.Equal(t, int64(1040), unix)
}

func TestWholeNodesAreProposedAsTheUnit(t *testing.T) {
	for shared, want := range map[int]int{0: 1, 5: 1, 6: 0, 50: 0} {
		b := New("test", Options{})
		for i := range 100 + shared {
			r := ran(int64(i), 1000, 0, 10, 64*(1+int64(i%3)))
			if r.Nodes = r.Alloc / 64; i >= 100 {
				r.Alloc++
			}
			b.Add(r)
		}
		require.Len(t, b.Finish("x", 0).Log.Import.Guesses, want, shared)
	}
}

func TestPartitionsAreCountedWhicheverAreChosen(t *testing.T) {
	for _, chosen := range []string{"", "small", "none of them"} {
		b := New("x", Options{Partitions: ParsePartitions(chosen)})
		for i, name := range []string{"big", "small", "big", "", "big"} {
			var r Record
			r.Clear()
			r.Key, r.State, r.Alloc, r.Partition = int64(i), Completed, 1, []byte(name)
			if name == "" {
				r.Queue = []byte("small") // where there are no partitions
			}
			r.Submit, r.Start, r.End = Stamp{100, Absolute}, Stamp{200, Absolute}, Stamp{300, Absolute}
			b.Add(&r)
			if i == 4 && chosen == "" { // the same once more: one of the two is left out
				b.Add(&r)
			}
		}
		require.Equal(t, []job.Division{{Name: "big", Jobs: 3}, {Name: "small", Jobs: 2}}, b.Finish("x", 6).Log.Import.Partitions, chosen)
	}
}
