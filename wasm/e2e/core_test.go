package e2e

import (
	"os/exec"
	"path/filepath"
	"testing"

	"shadowtime/wasm/browser"
)

// The tests of everything that decides a figure pass as WASM in the browser,
// those with golden bytes among them: both sides compute the same.
func TestTheCorePassesInTheBrowser(t *testing.T) {
	browser.Need(t)
	runner := filepath.Join(t.TempDir(), "wasmtest")
	if out, err := exec.Command("go", "build", "-o", runner, "shadowtime/wasm/wasmtest").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	args := []string{"test", "-count=1", "-exec", runner}
	for _, name := range []string{"exp", "job", "wire", "swf", "lublin", "resample", "order", "sim", "metric", "bandit", "overview", "study", "online", "tune", "paired", "report"} {
		args = append(args, "shadowtime/core/"+name)
	}
	cmd := exec.Command("go", args...)
	cmd.Env = append(cmd.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
