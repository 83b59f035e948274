package site

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever is counted of jobs is said of one job with the verb of one.
func TestOneJobHasTheVerbOfOne(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	key := regexp.MustCompile(`(?:counts\[|(?:NoKind|NotRead|SharesCPU):\s+)"([^"]+)"`)
	unchanged, seen := regexp.MustCompile(`^(had|ran|may) `), 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, m := range key.FindAllStringSubmatch(string(text), -1) {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			seen++
			words := m[1]
			require.True(t, strings.HasPrefix(counted(2, words), "2 jobs "+words))
			one := counted(1, words)
			require.Regexp(t, `^1 job (asks|is|does|has|names|had|ran|may) `, one)
			require.Equal(t, unchanged.MatchString(words), one == "1 job "+words, words)
		}
	}
	require.Greater(t, seen, 15, "the words are found")
}
