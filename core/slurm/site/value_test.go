package site

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// Lines and values are read as these patterns read them.
func TestTextsAreReadAsTheirPatternsSay(t *testing.T) {
	fixture.Long(t)
	assignment := regexp.MustCompile(`([A-Za-z_][A-Za-z0-9_]*(?:\[\d+\])?)\s*=\s*("[^"]*"|\S*)`)
	unset := regexp.MustCompile(`(?i)^(\(null\)|none|n/a|)$`)
	away := regexp.MustCompile(`(?i)(^|\+)(DOWN|DRAIN|DRAINED|DRAINING|FAIL|FAILING|ERROR)\W*(\+|$)`)
	parts := []string{"Key", "a1", "9", "_", "[3]", "[", "]", "[x]", "[]", "=", "==", " ", "\t", `"`, `"a b"`, "\\", "x,y", "ü", "(null)", "None",
		"N/A", "DOWN", "drain", "+", "*", "IDLE", "fail", "FAILING"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 30_000 {
		var b strings.Builder
		for range r.IntN(9) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		line := b.String()
		var want [][3]string
		for _, m := range assignment.FindAllStringSubmatch(line, -1) {
			want = append(want, [3]string(m))
		}
		got, rest := assignments(line)
		require.Equal(t, want, got, "%q", line)
		require.Equal(t, assignment.ReplaceAllString(line, ""), rest, "%q", line)
		require.Equal(t, unset.MatchString(line), Unset(line), "%q", line)
		require.Equal(t, away.MatchString(line), Away(line), "%q", line)
	}
}
