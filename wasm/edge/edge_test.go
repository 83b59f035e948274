//go:build !(js && wasm)

package main

import (
	"bufio"
	"encoding/base64"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/mirror"
	"shadowtime/core/mirror/mirrortest"
)

func TestTheExampleIsAList(t *testing.T) {
	text, err := os.ReadFile("logs.example.json")
	require.NoError(t, err)
	list, err := mirror.Parse(string(text))
	require.NoError(t, err)
	require.NotEmpty(t, list)
}

// started is the address of the worker, built for the faulty archive, in workerd.
func started(t *testing.T, archive string) string {
	t.Helper()
	module := os.Getenv("SHADOWTIME_MINIFLARE")
	if module == "" {
		t.Skip("SHADOWTIME_MINIFLARE names no miniflare (node_modules/miniflare/dist/src/index.js): the edge worker is not run")
	}
	dir := t.TempDir()
	flags := "-s -w -X main.patience=" + mirrortest.Patience.String() + " -X main.logs=" + base64.StdEncoding.EncodeToString([]byte(mirrortest.ListText()))
	build := exec.Command("go", "build", "-ldflags", flags, "-o", filepath.Join(dir, "app.wasm"), ".")
	build.Env = append(build.Environ(), "GOOS=js", "GOARCH=wasm")
	said, err := build.CombinedOutput()
	require.NoError(t, err, "%s", said)
	at, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/syumai/workers").Output()
	require.NoError(t, err)
	for name, from := range map[string]string{
		"worker.mjs": "frame/worker.mjs", "wasm_exec.js": filepath.Join(strings.TrimSpace(string(at)), "cmd/workers-assets-gen/assets/wasm_exec_go.js"),
	} {
		text, err := os.ReadFile(from)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	}
	node := exec.Command("node", "testdata/run.mjs", module, dir, archive)
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

func TestTheWorkerAnswersAsTheNativeMirrorDoes(t *testing.T) {
	mirrortest.Holds(t, started(t, mirrortest.Serve(t)), http.DefaultTransport.RoundTrip)
}
