package decide

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/format"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report"
)

// weeksOf is a log of so many weeks, three jobs a day, in the Standard Workload Format; more is what stands below.
func weeksOf(weeks int, more ...string) string {
	var b strings.Builder
	b.WriteString("; MaxProcs: 8\n; UnixStartTime: 1704067200\n; MaxRecords: " + strconv.Itoa(weeks*21) + "\n")
	for i := range weeks * 21 {
		b.WriteString(line(i, i*28800+i%7*60))
	}
	return b.String() + strings.Join(more, "")
}

func line(i, submit int) string {
	return strconv.Itoa(i+1) + " " + strconv.Itoa(submit) + " 0 " + strconv.Itoa(3600+i%5*4000) + " " + strconv.Itoa(1+i%8) +
		" -1 -1 " + strconv.Itoa(1+i%8) + " 36000 -1 1 " + strconv.Itoa(1+i%3) + " 1 -1 1 1 -1 -1\n"
}

// A log that repeats ids, that is cut, or in which a time is years off says so where its records are checked, with what
// helps; and the last ends no question without an answer: it only keeps it from being advice.
func TestTheRecordsCheckDoubtsWhatTheFileShows(t *testing.T) {
	whole := weeksOf(6)
	for name, x := range map[string]struct {
		text, says string
		level      Level
	}{
		"whole":                      {whole, "Every record was used.", Good},
		"repeats":                    {weeksOf(6, line(3, 3*28800+180)), "1 job line repeats an earlier job id: look whether", Doubtful},
		"cut":                        {whole[:len(whole)*2/3], "fewer: it was cut short", Doubtful},
		"a submit of another decade": {weeksOf(6, line(200, 20*365*86400)), "No job was submitted for 7\u202f258 days", FixFirst},
	} {
		l, err := format.Read(strings.NewReader(x.text), "x.swf")
		require.NoError(t, err, name)
		p := Default()
		_, c := p.Prepare(l)
		r := &Report{Plan: p, Source: report.Source{Cleaning: c, Unreadable: l.Bad}}
		check := r.recordCheck()
		require.Equal(t, x.level, check.Level, name)
		require.Contains(t, check.Words+" "+check.Detail, x.says, name)
	}
}

func TestATimeYearsOffIsNoAdviceAndEndsNoQuestion(t *testing.T) {
	l := studytest.Log(t, lublin.Config{Procs: 64, Jobs: 500, Seed: 5}, 1)
	stray := l.At(l.Len() - 1)
	stray[job.Submit] += 20 * 365 * job.Day
	l.Add(&stray, l.Len()+1)
	d, is := job.Lull(l.Col[job.Submit].All())
	require.True(t, is)
	l.Doubts = []job.Doubt{d}
	r, _ := asked(t, l, few())
	require.True(t, r.Complete())
	require.False(t, r.Advice)
	require.True(t, r.Barred())
	require.Equal(t, FixFirst, r.Conditions[slices.IndexFunc(r.Conditions, func(c Condition) bool { return c.Key == "records" })].Level)
}
