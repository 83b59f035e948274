package swf

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

// A part of a processor takes a whole one, as a part of a second has not gone by: fields that
// count processors are rounded up, all others down.
func TestProcessorsAreRoundedUpAndAllElseDown(t *testing.T) {
	for text, want := range map[string][2]int64{ // up, down
		"1": {1, 1}, "1.0": {1, 1}, "1.": {1, 1}, "1.5": {2, 1}, "0.2": {1, 0}, ".2": {1, 0}, "0": {0, 0}, "0.0": {0, 0},
		"2.000001": {3, 2}, "1.9999999": {2, 1}, "1.0000000000000000000001": {2, 1}, "1e-9": {1, 0}, "12e-1": {2, 1}, "1.5e1": {15, 15},
		"-1": {-1, -1}, "-1.0": {-1, -1}, "-1.5": {-1, -2}, "-0.5": {0, -1},
		"2147483647.5": {1 << 31, 1<<31 - 1}, "4503599627370497.5": {1<<52 + 2, 1<<52 + 1}, "9007199254740992": {1 << 53, 1 << 53},
	} {
		for _, f := range []job.Field{job.ID, job.Submit, job.Wait, job.Run, job.Alloc, job.CPU, job.Memory, job.ReqProcs, job.ReqTime,
			job.ReqMemory} {
			line := ""
			for at := range job.NumFields {
				if line += " 7"; at == f {
					line = line[:len(line)-1] + text
				}
			}
			rounded := want[1]
			if f == job.Alloc || f == job.ReqProcs {
				rounded = want[0]
			}
			l := read(t, line)
			require.Equal(t, 1, l.Len(), line)
			require.Equal(t, rounded, l.Col[f].At(0), "%s of %s", f, text)
			const note = "1 value has a fraction: times are cut off downwards, processors rounded up"
			require.Equal(t, want[0] != want[1], slices.Contains(l.Notes, note), "%s: what was rounded is said", text)
		}
	}
}
