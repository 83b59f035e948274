package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The profile that the program is built by is made with all logs or not at all: benchmarks that find none are left out.
func TestAProfileIsNotMadeWithoutTheLogs(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash: ./build.sh is not tried")
	}
	text, err := os.ReadFile("../../../build.sh")
	require.NoError(t, err)
	at := filepath.Join(t.TempDir(), "alone", "build.sh")
	require.NoError(t, os.Mkdir(filepath.Dir(at), 0o700))
	require.NoError(t, os.WriteFile(at, text, 0o600))
	said, err := exec.Command(bash, at, "profile").CombinedOutput()
	require.Error(t, err)
	require.Regexp(t, `^\.\./shared/traces/KTH-SP2\S+ is missing: .*put it there; nothing is written\n$`, string(said))
}
