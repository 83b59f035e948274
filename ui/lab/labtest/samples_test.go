package labtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job/format"
	"shadowtime/ui/lab"
)

// What an export looks like, and how it is read, is one press away for each format.
func TestASampleOfEachFormatIsOnePressAway(t *testing.T) {
	for _, name := range format.Samples() {
		a, m, s := whole(t)
		a.Act("door", "export")
		require.Contains(t, s.Drawn["door"], `data-act="sample-of" data-arg="`+name+`"`)
		a.Act("sample-of", name)
		require.Equal(t, lab.Reading, a.State)
		require.Equal(t, name, a.ReadName)
		m.Read(nil, lab.ErrCancelled)
		a.Act("sample-of", "none")
		require.NotEqual(t, lab.Reading, a.State)
	}
}
