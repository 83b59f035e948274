package job

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// zoned is a log of jobs an hour apart from a Unix time on, for so many hours.
func zoned(t *testing.T, unix string, hours int, pairs ...Pair) *Trace {
	var rows []row
	for h := range int64(hours) {
		rows = append(rows, row{h * 3600, 1, 1, 1, 1, 1, 1})
	}
	l := makeLog("8", rows...)
	l.Header.Pairs = append(append(l.Header.Pairs, Pair{"UnixStartTime", unix}), pairs...)
	tr, _ := Clean(l, preset(t, "online"), MachineOf(l, 0))
	return tr
}

// dated is an instant as people write it.
func dated(tr *Trace, at int64) string {
	return time.Unix(tr.Calendar.Local(at), 0).UTC().Format(time.DateTime)
}

// Each instant has the offset that the zone had then: on both changes of the year, and
// where a zone changed its rule.
func TestInstantsHaveTheOffsetOfTheirZone(t *testing.T) {
	for _, x := range []struct {
		zone, unix string // when the log begins
		weeks      int
		instants   map[int64]string // Unix times
	}{
		{"Europe/Stockholm", "843480031", 52, map[int64]string{ // 1996-09-23 14:00:31
			846377999: "1996-10-27 02:59:59", 846378000: "1996-10-27 02:00:00",
			859683599: "1997-03-30 01:59:59", 859683600: "1997-03-30 03:00:00"}},
		{"US/Pacific", "1143000000", 104, map[int64]string{ // a first Sunday of April in 2006, a second of March in 2007
			1143971999: "2006-04-02 01:59:59", 1143972000: "2006-04-02 03:00:00",
			1162112400: "2006-10-29 01:00:00", 1162112399: "2006-10-29 01:59:59",
			1173607199: "2007-03-11 01:59:59", 1173607200: "2007-03-11 03:00:00", 1175418000: "2007-04-01 02:00:00",
			1194166799: "2007-11-04 01:59:59", 1194166800: "2007-11-04 01:00:00"}},
		{"Europe/Moscow", "1293829200", 250, map[int64]string{ // summer time for good in 2011, winter time in 2014
			1301180399: "2011-03-27 01:59:59", 1301180400: "2011-03-27 03:00:00", 1325361600: "2012-01-01 00:00:00",
			1414274399: "2014-10-26 01:59:59", 1414274400: "2014-10-26 01:00:00", 1420059600: "2015-01-01 00:00:00"}},
		{"Asia/Tokyo", "843480031", 52, map[int64]string{859683600: "1997-03-30 10:00:00"}},
	} {
		tr := zoned(t, x.unix, 1+x.weeks*7*24, Pair{"TimeZoneString", x.zone})
		for unix, want := range x.instants {
			require.Equal(t, want, dated(tr, unix-tr.Calendar.Unix), "%s %d", x.zone, unix)
		}
		loc, err := time.LoadLocation(x.zone)
		require.NoError(t, err)
		for j, at := range tr.Submit {
			want := time.Unix(tr.Calendar.Unix+at, 0).In(loc)
			require.Equal(t, want.Format(time.DateTime), dated(tr, at), x.zone)
			require.Equal(t, (int(want.Weekday())+6)%7*24+want.Hour(), tr.HourOfWeek(j), "%s at %s", x.zone, want)
			if tr.Calendar.Local(at) != tr.Calendar.Local(at-3600) { // else the first of the two
				require.Equal(t, at, tr.Calendar.Instant(tr.Calendar.Local(at)), "%s at %s", x.zone, want)
			}
		}
		first, n := tr.WholeWeeks()
		require.Equal(t, tr.Calendar.Monday+(first-tr.Calendar.Monday)/Week*Week, first, "weeks keep one offset")
		require.GreaterOrEqual(t, n, x.weeks-1)
		require.Equal(t, tr.Calendar, taken(t, tr).Calendar)
	}
}

// A clock on the wall shows an hour of October twice: the first is meant. One of March it
// never shows: the change is.
func TestADateIsTheFirstInstantThatShowsIt(t *testing.T) {
	tr := zoned(t, "843480031", 52*7*24, Pair{"TimeZoneString", "Europe/Stockholm"})
	c := &tr.Calendar
	for local, unix := range map[string]int64{
		"1996-10-27 02:30:00": 846376200, "1996-10-27 03:00:00": 846381600, "1997-03-30 01:59:59": 859683599,
		"1997-03-30 02:00:00": 859683600, "1997-03-30 02:59:59": 859683600, "1997-03-30 03:00:01": 859683601} {
		at, err := time.Parse(time.DateTime, local)
		require.NoError(t, err)
		require.Equal(t, unix, c.Unix+c.Instant(at.Unix()), local)
	}
}

// Where a log names no zone, or none that is known, its header's offset holds all through,
// which is said; without one weeks count from the first submit.
func TestALogWithoutAZoneKeepsItsOffset(t *testing.T) {
	const summer = 859683600 - 843480031 + 90*Day
	for _, x := range []struct {
		pairs  []Pair
		hour   string
		source string
	}{
		{[]Pair{{"TimeZone", "3600"}}, "1997-06-28 02:00:00", "weeks begin on Monday 00:00 local time, TimeZone of the header"},
		{[]Pair{{"TimeZoneString", "Mars/Olympus"}, {"TimeZone", "3600"}}, "1997-06-28 02:00:00", "weeks begin on Monday 00:00 local " +
			"time, TimeZone of the header all through the log: its TimeZoneString \"Mars/Olympus\" is not a zone that is known here"},
		{[]Pair{{"TimeZoneString", "+02:00"}}, "1997-06-28 01:00:00", "weeks counted from the first submit: its TimeZoneString " +
			"\"+02:00\" is not a zone that is known here"},
		{nil, "1997-06-28 01:00:00", "weeks counted from the first submit: the header has no time zone"},
	} {
		tr := zoned(t, "843480031", 40*7*24, x.pairs...)
		require.Empty(t, tr.Calendar.Shifts)
		require.Equal(t, x.source, tr.Calendar.Source)
		require.Equal(t, len(x.pairs) > 0 && x.pairs[len(x.pairs)-1].Key == "TimeZone", tr.Calendar.Weekdays())
		require.Equal(t, x.hour, dated(tr, summer))
		local := tr.Calendar.Local(summer)
		require.Equal(t, int64(summer), tr.Calendar.Instant(local))
	}
}

// Which jobs have no request goes with them wherever they go.
func TestJobsWithoutARequestAreKnown(t *testing.T) {
	l := makeLog("8", row{0, 5, 1, 1, 9, 1, 1}, row{1, 6, 1, 1, -1, 1, 1}, row{2, 0, 1, 1, 9, 1, 1}, row{3, 8, 1, 1, 0, 1, 1})
	tr, c := Clean(l, preset(t, "online"), MachineOf(l, 0))
	require.Equal(t, []bool{false, true, false, true}, tr.Unasked)
	require.Equal(t, 2, tr.Requests())
	require.Equal(t, "The run time stands for the request of 2 jobs without one.", c.Supposed())
	require.Equal(t, tr.Unasked, taken(t, tr).Unasked)
	require.Equal(t, []bool{false, true, true}, tr.Lasting().Unasked)
	part := tr.Part(1, 3)
	require.Equal(t, []bool{true, false}, part.Unasked)
	l = makeLog("8", row{0, 5, 1, 1, 9, 1, 1})
	tr, c = Clean(l, preset(t, "online"), MachineOf(l, 0))
	require.Nil(t, tr.Unasked)
	require.True(t, tr.Asked(0))
	require.Empty(t, c.Supposed())
}
