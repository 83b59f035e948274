package online

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/tracefile"
)

// BenchmarkTask measures one task of the published comparison on real logs: two
// years, all strategies, periods of a day and of a week.
func BenchmarkTask(b *testing.B) {
	for _, name := range []string{"KTH-SP2-1996-2.1-cln", "SDSC-SP2-1998-4.2-cln", "UniLu-Gaia-2014-1"} {
		b.Run("trace="+name, func(b *testing.B) {
			l, err := tracefile.Open(fixture.Path(b, "traces", name+".swf.gz"), nil)
			require.NoError(b, err)
			p := Default()
			p.Weeks = 104
			require.NoError(b, p.Normalise())
			t, _ := p.Prepare(l)
			r, err := NewRunner(t, p)
			require.NoError(b, err)
			for b.Loop() {
				_, err := r.Task(1, nil)
				require.NoError(b, err)
			}
		})
	}
}
