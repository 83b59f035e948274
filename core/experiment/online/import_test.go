//go:build !js

package online

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Workers link this package: all that it needs, directly or not, is slim.
func TestOnlineNeedsNoHeavyPackages(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Skip("no go command here: " + err.Error())
	}
	deps := strings.Fields(string(out))
	require.Contains(t, deps, "shadowtime/core/sim/bandit")
	for _, dep := range deps {
		for _, heavy := range []string{"fmt", "encoding/json", "regexp", "go/parser", "gonum.org/"} {
			require.False(t, dep == heavy || strings.HasSuffix(heavy, "/") && strings.HasPrefix(dep, heavy), dep)
		}
	}
}
