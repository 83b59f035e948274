package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cluster/platform"
)

func TestAConvertedPlatformIsTheSamePlatform(t *testing.T) {
	fixture.Long(t)
	dir := t.TempDir()
	one, folder := filepath.Join(dir, "gaia.json"), filepath.Join(dir, "gaia")
	must(t, "platform", "convert", "gaia", "-o", one)
	must(t, "platform", "convert", one, "--to", "program", "-o", folder)
	require.Equal(t, must(t, "platform", "convert", "gaia"), must(t, "platform", "convert", folder))
	require.Equal(t, must(t, "platform", "convert", "gaia", "--to", "simgrid"),
		must(t, "platform", "convert", filepath.Join(folder, "platform.json"), "--types", folder, "--to", "simgrid"))
}

func TestAPlatformIsDescribedInWordsAndAsJSON(t *testing.T) {
	require.Contains(t, must(t, "platform", "describe"), "fatthin")
	require.Contains(t, must(t, "platform", "describe", "gaia"), "Xeon E5-4650 v2")
	var d platform.Description
	require.NoError(t, json.Unmarshal([]byte(must(t, "platform", "describe", "gaia", "--json")), &d))
	require.Equal(t, 2280, d.Cores)
	var c map[string]any
	require.NoError(t, json.Unmarshal([]byte(must(t, "platform", "check", "spread", "--json")), &c))
	require.Equal(t, 4.0, c["cores"])
}

func TestABadPlatformOrUseIsToldAsSuch(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.json")
	s, _ := platform.BuiltinSpec("spread")
	s.Clusters[0].Nodes[0].Number = 10_000_000
	require.NoError(t, os.WriteFile(bad, []byte(s.Text()), 0o600))
	for _, c := range []struct {
		status int
		says   string
		args   []string
	}{
		{1, "10000000 is out of range: write a whole number from 1 to 1000000", []string{"check", bad}},
		{1, "built-in platform", []string{"check", "gaiaa"}},
		{2, "write check, describe or convert", []string{"draw", "gaia"}},
		{2, "arguments", []string{"check"}},
		{2, "--to", []string{"convert", "gaia", "--to", "dance"}},
		{2, "name a folder", []string{"convert", "gaia", "--to", "program"}},
	} {
		status, out, errs := callCommand("", append([]string{"platform"}, c.args...)...)
		require.Equal(t, c.status, status, errs)
		require.Contains(t, errs, c.says)
		require.Empty(t, out)
	}
}
