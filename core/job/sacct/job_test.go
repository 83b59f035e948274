package sacct

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A command line is read as these patterns read it.
func TestACommandLineIsReadAsItsPatternsSay(t *testing.T) {
	throttle := regexp.MustCompile(`(?:-a|--array)[ =]?\S*%(\d+)`)
	dependency := regexp.MustCompile(`(?:-d|--dependency)[ =]?\S*?(?:afterok|afterany):([\d:]+)`)
	task := regexp.MustCompile(`^(\d+)_(\d+)$`)
	first := func(p *regexp.Regexp, line string) string {
		if m := p.FindStringSubmatch(line); m != nil {
			return m[1]
		}
		return ""
	}
	parts := []string{"-a", "--array", "-d", "--dependency", "=", " ", "%", "7", "10-19", "afterok:", "afterany:", ":", "after", "x",
		"_", "\t", "-"}
	r := rand.New(rand.NewPCG(1, 2))
	said := [2]int{}
	for range 30_000 {
		var b strings.Builder
		for range 1 + r.IntN(9) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		line := b.String()
		require.Equal(t, first(throttle, line), throttleOf(line), line)
		require.Equal(t, first(dependency, line), awaitedBy(line), line)
		if throttleOf(line) != "" {
			said[0]++
		}
		if awaitedBy(line) != "" {
			said[1]++
		}
	}
	for i, n := range said {
		require.Greater(t, n, 100, i)
	}
	for _, id := range []string{"1_2", "12_034", "1_", "_2", "_", "", "7", "1_2_3", "1_x", "a_1", "1_[1-3]", "1+2", "1_2.batch"} {
		array, index, ok := taskOf(id)
		m := task.FindStringSubmatch(id)
		require.Equal(t, m != nil, ok, id)
		if ok {
			require.Equal(t, m[1:], []string{array, index})
		}
	}
}
