package csv

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNoCellIsAFormula(t *testing.T) {
	var b strings.Builder
	w := NewWriter(&b)
	row := []string{"plain", "=1+1", "@x", "+a", "-b", "-12.5", "+3e4", "-", "", "\tx", "a=b", "-Inf", "−3 %", "\x1b[2J=1"}
	require.NoError(t, w.WriteAll([][]string{row, {"=2"}}))
	require.Equal(t, "=1+1", row[1], "the row stays its owner's")
	list, err := csv.NewReader(strings.NewReader(strings.Replace(b.String(), "\n'=2\n", "", 1))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, [][]string{{
		"plain", "'=1+1", "'@x", "'+a", "'-b", "-12.5", "+3e4", "-", "", "'\tx", "a=b", "-Inf", "−3 %", "?[2J=1",
	}}, list)
	require.True(t, strings.HasSuffix(b.String(), "\n'=2\n"))
}
