package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProgressSaysRateAndTimeLeft(t *testing.T) {
	var b strings.Builder
	p := &progressing{to: &b, total: 100, first: 10, what: "resamples", pause: firstLine}
	p.tell(11, 0, time.Second)
	require.Empty(t, b.String())
	p.tell(39, 1, 15*time.Second)
	require.Equal(t, "39 of 100 resamples, 2.0 a second, 30 s left\n", b.String())
	p.tell(50, 0, 20*time.Second)
	p.tell(70, 0, 50*time.Second)
	require.Equal(t, 2, strings.Count(b.String(), "\n"), "each later than the one before")
	require.Contains(t, b.String(), "70 of 100 resamples, 1.2 a second, 25 s left\n")

	b.Reset()
	p = &progressing{to: &b, bar: true, total: 10, what: "pairs"}
	p.tell(1, 0, time.Second)
	p.tell(2, 0, time.Second+time.Millisecond)
	p.tell(4, 1, 10*time.Minute)
	p.tell(10, 0, 20*time.Minute)
	require.Equal(t, []string{"", "██░░░░░░░░░░░░░░░░░░ 1 of 10 pairs, 1.0 a second, 9 s left\x1b[K",
		"██████████░░░░░░░░░░ 4 of 10 pairs, 30.0 an hour, 10 min left\x1b[K", "\x1b[K"}, strings.Split(b.String(), "\r"))
}

func TestProgressCountsWhatIsDoneOfATaskUnderWay(t *testing.T) {
	var done []int
	var under []float64
	all := &Tally{did: 3, tell: func(n int, of float64) { done, under = append(done, n), append(under, of) }}
	a, endA := all.One()
	b, endB := all.One()
	a(0.25)
	b(0.5)
	a(0.75)
	endA()
	endB()
	require.Equal(t, []int{3, 3, 3, 4, 5}, done)
	require.Equal(t, []float64{0.25, 0.75, 1.25, 0.5, 0}, under)

	var w strings.Builder
	p := &progressing{to: &w, bar: true, total: 1, what: "replays"}
	p.tell(0, 0.1, redraw/2)
	require.Empty(t, w.String(), "a short replay draws nothing")
	p.tell(0, 0.25, 10*time.Second)
	p.tell(1, 0, 40*time.Second)
	require.Equal(t, "\r█████░░░░░░░░░░░░░░░ 25 % done, 30 s left\x1b[K\r\x1b[K", w.String())
}

// A head without rows is no table: a question without other assumptions has no title of them.
func TestATableWithoutRowsIsNotPrinted(t *testing.T) {
	var out bytes.Buffer
	c := &Call{}
	c.Stdout = &out
	for _, rows := range [][][]string{nil, {{"a", "b"}}} {
		require.NoError(t, c.Below("Title:", rows)())
		require.Empty(t, out.String())
	}
	require.NoError(t, c.Below("Title:", [][]string{{"a", "b"}, {"1", "2"}})())
	require.Contains(t, out.String(), "Title:")
}
