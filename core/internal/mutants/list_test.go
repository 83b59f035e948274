package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whoever changes a line that a fault stands for renews the fault, long before a night finds out.
func TestEveryFaultHasItsPlace(t *testing.T) {
	require.GreaterOrEqual(t, len(mutants), 40)
	names, places := map[string]bool{}, map[string]bool{}
	for _, m := range mutants {
		text, err := os.ReadFile(filepath.Join("../../..", m.file))
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(text), m.old), "%s: what it replaces stands once in %s", m.name, m.file)
		require.NotEqual(t, m.old, m.new, m.name)
		require.False(t, names[m.name], "two are called %s", m.name)
		names[m.name] = true
		places[strings.Join(strings.Split(m.file, "/")[:2], "/")] = true
	}
	for _, area := range []string{"core/base", "core/job", "core/sim", "core/cluster", "core/study", "core/report", "core/experiment",
		"ui/lab"} {
		require.True(t, places[area], "no fault is in %s", area)
	}
}

func TestAFailureNamesItsPart(t *testing.T) {
	for out, want := range map[string]string{
		"--- FAIL: TestA (0.00s)\n    a_test.go:3: no\nFAIL\n":                                                     "TestA",
		"--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/b (0.00s)\n        --- FAIL: TestA/b/c (0.00s)\nFAIL\n":      "TestA/b/c",
		"--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/b (0.00s)\n--- FAIL: TestB (0.00s)\n    --- FAIL: TestB/c\n": "TestA/b",
		"panic: runtime error\n\ngoroutine 7\nFAIL\n":                                                              "panic",
		"FAIL\n": "failure",
	} {
		require.Equal(t, want, first([]byte(out)), out)
	}
}
