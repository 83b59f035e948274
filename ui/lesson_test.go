package ui

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheLessonIsWhatTheEngineDoes(t *testing.T) {
	tr, starts, w, err := lesson()
	require.NoError(t, err)
	require.Equal(t, 1, w.head, "B is the head")
	require.Equal(t, int64(6), w.shadow, "promised when A ends")
	require.Equal(t, int64(2), w.extra)
	require.Equal(t, map[int]bool{2: true, 3: true}, w.backfilled, "C and D slip in, E does not")
	require.Equal(t, int64(6), starts[1], "and B is not delayed")
	require.Equal(t, 5, tr.Len())
}
