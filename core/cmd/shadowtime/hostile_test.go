package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/fixture/hostile"
)

// Whatever is read, the command ends soon, with a result or with one sentence that
// names the file.
func TestHostileFilesEndInAResultOrASentence(t *testing.T) {
	for _, f := range hostile.Files() {
		path := filepath.Join(t.TempDir(), f.Name)
		require.NoError(t, os.WriteFile(path, f.Bytes, 0o600))
		began := time.Now()
		status, out, errs := callCommand("", "replay", path)
		require.Less(t, time.Since(began), 20*time.Second, f.Name)
		require.Empty(t, hostile.Wrong(errs), "%s: %s", f.Name, errs)
		if status == 0 {
			require.NotEmpty(t, out, f.Name)
			continue
		}
		require.Equal(t, 1, status, f.Name)
		require.Contains(t, errs, f.Name)
		require.Equal(t, 1, strings.Count(strings.TrimSpace(errs), "\n")+1, "%s: %s", f.Name, errs)
	}
}
