package format

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
)

func TestALogStaysItselfInEveryFormat(t *testing.T) {
	texts := map[string]string{"odd": "; Version: 2.2\n; Note: a, \"b\"\n;   goes on\n; MaxProcs: 16\n2 5 0 10 4 -1 -1 4 20 -1 1 7 3 -1 " +
		"2 1 -1 -1\n2 0 -1 -1 -1 3 9 8 20 100 0 -1 3 5 2 1 1 60\n7 0 4 0 4 -1 -1 -1 -1 -1 5 7 -1 -1 -1 -1 -1 -1\n"}
	texts["KTH-SP2"] = string(fixture.Bytes(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz"))
	for name, text := range texts {
		l, err := Read(strings.NewReader(text), "x.swf")
		require.NoError(t, err)
		for _, w := range writers() {
			var b bytes.Buffer
			require.NoError(t, w.Write(&b, &l.Header, job.MachineOf(l, 0).Procs, l.Rows()))
			again, err := Read(&b, "x."+w.Key)
			require.NoError(t, err)
			require.Equal(t, "x", again.Name)
			require.Equal(t, l.Header, again.Header, w.Name)
			require.Equal(t, l.Digest, again.Digest, "%s as %s", name, w.Name)
			require.Equal(t, l.Col, again.Col)
		}
	}
}

func TestAFilesNameTellsTheFormatToWrite(t *testing.T) {
	for _, c := range [][3]string{{"", "a.json", "json"}, {"", "A.CSV", "csv"}, {"", "-", "swf"}, {"", ".csv", "csv"}, {"", "csv", "swf"},
		{"csv", "a.json", "csv"}, {"", "a.txt", "swf"}} {
		w, err := WriterOf(c[0], c[1])
		require.NoError(t, err)
		require.Equal(t, c[2], w.Key, c)
	}
	_, err := WriterOf("xls", "a.json")
	require.EqualError(t, err, "give one of swf, json, csv")
}
