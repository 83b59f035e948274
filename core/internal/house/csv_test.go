package house

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A spreadsheet computes what a user's name says unless one package writes all tables.
func TestTablesOfTextAreWrittenByOnePackage(t *testing.T) {
	readers := []string{"core/cmd/shadowtime/metrics.go", "core/base/fixture/ranges.go", "core/report/csv/csv.go"}
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root(t), file))
		require.NoError(t, err)
		if strings.Contains(string(text), `"encoding/csv"`) {
			require.Contains(t, readers, file, "write with core/report/csv")
		}
	}
}
