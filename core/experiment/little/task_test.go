package little

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Each task is open at first, and its lines reach it, none of them in vain.
func TestEachTaskIsReachedByItsLinesAndNotWithoutThem(t *testing.T) {
	for _, x := range Tasks() {
		e, reached := x.Example.Clone(), func(e *Example, lines int) bool {
			m, err := Run(e)
			require.NoError(t, err, x.Key)
			for _, g := range x.Goals {
				is, now := g.Is(m)
				t.Log(x.Key, lines, g.Words, is, now)
			}
			return x.Reached(m, lines)
		}
		require.LessOrEqual(t, len(x.Lines), x.Most)
		for i, line := range x.Lines {
			require.False(t, reached(e, i), x.Key)
			_, err := e.Type(line)
			require.NoError(t, err, x.Key)
		}
		require.True(t, reached(e, len(x.Lines)), x.Key)
		m, err := Run(e)
		require.NoError(t, err)
		require.False(t, x.Reached(m, x.Most+1), "%s: by more lines than it takes", x.Key)
	}
}

// Whoever cancels the others has not reached a task.
func TestATaskIsNotReachedByCancellingTheOthers(t *testing.T) {
	for _, x := range Tasks() {
		for row := range x.Example.Jobs {
			e := x.Example.Clone()
			if !e.Remove(row) {
				continue
			}
			m, err := Run(e)
			require.NoError(t, err)
			require.False(t, x.Reached(m, 1), "%s without job %d", x.Key, row+1)
		}
	}
}
