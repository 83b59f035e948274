package swf

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

const rest = " 0 60 3600 4 -1 -1 4 7200 -1 1 1 1 -1 1 1 -1 -1\n"

func TestASecondUnixStartTimeCountsForWhatFollows(t *testing.T) {
	l, err := Read(strings.NewReader("; UnixStartTime: 1000\n1"+rest+";\tUnixStartTime: 5000\n; MaxProcs: 9\n1"+rest+
		"# UnixStartTime: 9000\n1"+rest), "x")
	require.NoError(t, err)
	require.Equal(t, []int64{0, 4000, 8000}, l.Col[job.Submit].Values())
	require.Contains(t, l.Notes, "the file holds 3 logs: another UnixStartTime stands below the first job, first in line 3; submit times "+
		"below it count from there")
	for text, why := range map[string]string{"1" + rest + "; UnixStartTime: 5000\n1" + rest: "give the first header its UnixStartTime",
		"; UnixStartTime: 9000\n1" + rest + "; UnixStartTime: 5000\n1" + rest: "join them in the order of time"} {
		l, err = Read(strings.NewReader(text), "x")
		require.NoError(t, err)
		require.Contains(t, strings.Join(l.Notes, "\n"), why)
	}
	l, err = Read(strings.NewReader("; UnixStartTime: 1000\n1"+rest+"; UnixStartTime: 99999999999999\n; text\n1"+rest), "x")
	require.NoError(t, err)
	require.Equal(t, []int64{0, 0}, l.Col[job.Submit].Values(), "no time at all")
	require.Contains(t, strings.Join(l.Notes, "\n"), "2 comment lines below the first job")
}

func TestAHeaderBehindHashesIsOne(t *testing.T) {
	l, err := Read(strings.NewReader("# UnixStartTime: 1000\n#MaxProcs: 9\n# Note: a\n1"+rest), "x")
	require.NoError(t, err)
	require.Equal(t, []job.Pair{{Key: "UnixStartTime", Value: "1000"}, {Key: "MaxProcs", Value: "9"}, {Key: "Note", Value: "a"}},
		l.Header.Pairs)
	require.Zero(t, l.Bad)
}

func TestNodesFewerThanAJobsProcessorsAreNoMachine(t *testing.T) {
	for header, want := range map[string]int64{"; MaxNodes: 2\n": 4, "; MaxNodes: 4\n": 4, "; MaxNodes: 9\n": 9,
		"; MaxProcs: 2\n; MaxNodes: 2\n": 2, "": 4} {
		l, err := Read(strings.NewReader(header+"1"+rest), "x")
		require.NoError(t, err)
		require.Equal(t, want, job.MachineOf(l, 0).Procs, header)
		require.Equal(t, header == "; MaxNodes: 2\n", strings.Contains(strings.Join(l.Notes, ""), "MaxNodes is 2"), header)
	}
}
