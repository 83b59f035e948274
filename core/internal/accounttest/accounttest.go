// Package accounttest asks the readers of all accounting files the same questions.
package accounttest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

// Sums are what the description of the real files counts: jobs, their run times
// added up, processors times run time, the largest job, jobs without a limit.
type Sums [5]int64

// SumUp counts a log.
func SumUp(l *job.Log) Sums {
	var run, work, most, unlimited int64
	for i, p := range l.Col[job.Run].Values() {
		run += p
		work += p * l.Col[job.Alloc].At(i)
		most = max(most, l.Col[job.Alloc].At(i))
		if l.Col[job.ReqTime].At(i) < 0 {
			unlimited++
		}
	}
	return Sums{int64(l.Len()), run, work, most, unlimited}
}

// Left are how many records were left out, by reason.
func Left(l *job.Log) map[string]int {
	by := map[string]int{}
	for _, x := range l.Import.Left {
		by[x.Why] = x.N
	}
	return by
}

// Lawful asks that every record ends somewhere and every job is one.
func Lawful(t testing.TB, l *job.Log, err error) {
	t.Helper()
	m := l.Import
	require.Equal(t, m.Records, m.Folded+l.Bad+m.Dropped()+m.Jobs-m.Tasks, "every record ends somewhere")
	require.Equal(t, m.Jobs, l.Len())
	require.Equal(t, m.Jobs > 0, err == nil)
	require.GreaterOrEqual(t, m.Folded, 0)
	for i := range l.Len() {
		if l.Col[job.Wait].At(i) != -1 { // where nothing tells of starts
			require.GreaterOrEqual(t, l.Col[job.Wait].At(i), int64(0))
		}
		require.GreaterOrEqual(t, l.Col[job.Run].At(i), int64(0))
		require.Positive(t, l.Col[job.Alloc].At(i))
	}
	for _, f := range l.Faults {
		require.LessOrEqual(t, len([]rune(f.Text)), 60)
		require.NotEmpty(t, f.Why)
	}
}

// Read reads a text.
func Read(text string, p job.Parser) (*job.Log, error) {
	return job.ReadFrom(strings.NewReader(text), p)
}

// Fuzz reads anything: no text breaks the law, and none is read otherwise however it
// is cut.
func Fuzz(f *testing.F, parser func(text string) job.Parser, seeds ...string) {
	for _, s := range seeds {
		f.Add(s, 7)
	}
	f.Fuzz(func(t *testing.T, text string, size int) {
		whole, err := Read(text, parser(text))
		Lawful(t, whole, err)
		p := parser(text)
		for rest := []byte(text); len(rest) > 0; {
			n := min(len(rest), 1+max(0, size)%64)
			_, _ = p.Write(rest[:n])
			rest = rest[n:]
		}
		cut, err2 := p.Log()
		require.Equal(t, whole, cut)
		require.Equal(t, err, err2)
	})
}
