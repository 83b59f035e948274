package tasks

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

// Build names the version of the program: the commit it was built from, or what its
// file is. Rows of two are not mixed.
var Build = sync.OnceValue(func() string {
	name := "of no known source"
	if info, ok := debug.ReadBuildInfo(); ok {
		value := map[string]string{}
		for _, s := range info.Settings {
			value[s.Key] = s.Value
		}
		if r := value["vcs.revision"]; r != "" && value["vcs.modified"] == "false" {
			return "commit " + cut12(r) + elsewhere()
		}
	}
	if path, err := os.Executable(); err == nil {
		if f, err := os.Open(path); err == nil {
			defer f.Close()
			h := sha256.New()
			if _, err := io.Copy(h, f); err == nil {
				name = "program " + hex.EncodeToString(h.Sum(nil)[:6])
			}
		}
	}
	return name + elsewhere()
})

func cut12(s string) string { return s[:min(12, len(s))] }

// elsewhere names an architecture that does not promise the bytes of the others.
func elsewhere() string {
	if runtime.GOARCH == "amd64" {
		return ""
	}
	return ", " + runtime.GOARCH
}
