// Package edgetest runs the edge worker in workerd, for tests.
package edgetest

import (
	"bufio"
	_ "embed"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job/mirrortest"
)

//go:embed run.mjs
var run []byte

// Start returns the address of the worker, built for the faulty archive that is served
// at one. With a site, a folder, its files are served beside it, as the platform does.
func Start(t testing.TB, archive, site string) string {
	t.Helper()
	module := os.Getenv("SHADOWTIME_MINIFLARE")
	if module == "" {
		t.Skip("SHADOWTIME_MINIFLARE names no miniflare (node_modules/miniflare/dist/src/index.js): the edge worker is not run")
	}
	dir := t.TempDir()
	flags := "-s -w -X main.patience=" + mirrortest.Patience.String() + " -X main.logs=" +
		base64.StdEncoding.EncodeToString([]byte(mirrortest.ListText()))
	build := exec.Command("go", "build", "-ldflags", flags, "-o", filepath.Join(dir, "app.wasm"), "shadowtime/wasm/edge")
	build.Env = append(build.Environ(), "GOOS=js", "GOARCH=wasm")
	said, err := build.CombinedOutput()
	require.NoError(t, err, "%s", said)
	for name, from := range map[string]string{
		"worker.mjs":   filepath.Join(listed(t, "shadowtime/wasm/edge"), "frame/worker.mjs"),
		"wasm_exec.js": filepath.Join(listed(t, "-m", "github.com/syumai/workers"), "cmd/workers-assets-gen/assets/wasm_exec_go.js"),
	} {
		text, err := os.ReadFile(from)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	}
	script := filepath.Join(dir, "run.mjs")
	require.NoError(t, os.WriteFile(script, run, 0o644))
	node := exec.Command("node", script, module, dir, archive, site)
	node.Stderr = os.Stderr
	stdin, err := node.StdinPipe()
	require.NoError(t, err)
	stdout, err := node.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, node.Start())
	t.Cleanup(func() {
		stdin.Close()
		_ = node.Wait()
	})
	lines := bufio.NewScanner(stdout)
	require.True(t, lines.Scan(), "the worker did not start")
	return lines.Text()
}

// listed is the folder of a package, or of a module.
func listed(t testing.TB, what ...string) string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list", "-f", "{{.Dir}}"}, what...)...).Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}
