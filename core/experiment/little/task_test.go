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

// Other lines reach a task too, and what is then said holds of them. A line that does not reach it is told what it comes to.
func TestATaskIsReachedByOtherLinesAndSaysWhatIsMissing(t *testing.T) {
	after := func(key string, lines ...string) (x *Task, m *Machine) {
		t.Helper()
		for _, task := range Tasks() {
			if x = &task; x.Key == key {
				break
			}
		}
		e := x.Example.Clone()
		for _, line := range lines {
			_, err := e.Type(line)
			require.NoError(t, err, line)
		}
		m, err := Run(e)
		require.NoError(t, err)
		return x, m
	}
	for _, x := range []struct {
		key, hour string // that it has not
		lines     []string
	}{
		{"request", "5 h", []string{"scancel 3", `sbatch -n 3 -t 4:00 --wrap "sleep 3h"`}},
		{"slip", "two", []string{"sbatch -n 1 -t 16:00"}},
		{"maintenance", "2 h", []string{"scancel 2", `sbatch -n 3 -t 5:00 --wrap "sleep 2h"`}},
		{"promise", "4 h", []string{"scancel 4", "sbatch -n 8 -t 2:00 --begin=6"}},
	} {
		task, m := after(x.key, x.lines...)
		require.True(t, task.Reached(m, len(x.lines)), x.key)
		require.NotContains(t, task.Why, x.hour)
	}
	for lines, want := range map[string]string{
		"": "there is none", "sbatch -n 3 -t 6:00": "Now: 18 processor-hours at 10:00",
		"sbatch -n 2 -t 7:00": "Now: 14 processor-hours at 2:00",
	} {
		var list []string
		if lines != "" {
			list = []string{lines}
		}
		task, m := after("slip", list...)
		is, now := task.Goals[0].Is(m)
		require.False(t, is)
		require.Equal(t, want, now)
	}
	window, _ := after("window") // its sentence names its hours: no others reach it
	for from := window.Example.At; from < 12; from++ {
		for hours := int64(1); hours < 6; hours++ {
			e := window.Example.Clone()
			_, err := e.Type("scontrol create reservation StartTime=" + clock(from) + " Duration=" + clock(hours))
			m, broken := Run(e)
			require.NoError(t, broken)
			require.Equal(t, from == 11 && hours == 2, err == nil && window.Reached(m, 1), "%d for %d h", from, hours)
		}
	}
}
