//go:build !js

package sim_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The engine is linked into a worker, where these weigh more than it does.
func TestEngineImportsNoHeavyPackages(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.Imports}}", ".", "./order", "./order/expr").Output()
	if err != nil {
		t.Skip("no go command here: " + err.Error())
	}
	imports := strings.FieldsFunc(string(out), func(r rune) bool { return strings.ContainsRune("[] \n", r) })
	require.Contains(t, imports, "shadowtime/core/sim/order")
	for _, heavy := range []string{"fmt", "encoding/json", "reflect", "sort", "slices", "time", "os", "go/parser",
		"shadowtime/core/internal/oracle"} {
		require.NotContains(t, imports, heavy)
	}
}
