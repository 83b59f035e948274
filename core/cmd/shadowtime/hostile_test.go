package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job/hostile"
)

// Whatever is read, the command ends with a result, or with one sentence that names the
// file.
func TestHostileFilesEndInAResultOrASentence(t *testing.T) {
	var failed []string
	for _, f := range hostile.Files() {
		path := filepath.Join(t.TempDir(), f.Name)
		require.NoError(t, os.WriteFile(path, f.Bytes, 0o600))
		status, out, errs := callCommand("", "replay", path)
		errs = strings.TrimSpace(errs)
		wrong := hostile.Wrong(errs)
		switch {
		case wrong != "":
		case status == 0 && out == "":
			wrong = "no result"
		case status > 1:
			wrong = "status " + strconv.Itoa(status)
		case status == 1 && (!strings.Contains(errs, f.Name) || strings.Contains(errs, "\n")):
			wrong = "not one sentence that names the file"
		}
		if wrong != "" {
			failed = append(failed, f.Name+": "+wrong+": "+errs)
		}
	}
	hostile.Survived(t, hostile.FilesByCommand, len(hostile.Files()), failed)
}
