package cli

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/job/tracefile"
)

func TestAPlatformIsOpenedFromWhateverHoldsIt(t *testing.T) {
	want, _ := platform.BuiltinSpec("fastslow")
	one := written(t, "one.json", want.Text())
	dir := t.TempDir()
	for _, f := range want.Files() {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o600))
	}
	for _, from := range [][2]string{
		{"fastslow", ""}, {one, ""}, {tracefile.Stdin, ""}, {written(t, "packed", packed(want.Text())), ""}, {dir, ""},
		{filepath.Join(dir, "platform.json"), dir},
	} {
		s, err := PlatformOf(from[0], from[1], strings.NewReader(want.Text()))
		require.NoError(t, err)
		s.Name = want.Name
		require.Equal(t, want, s)
	}
}

func TestAPlatformThatCannotBeOpenedSaysWhatToDo(t *testing.T) {
	fixture.Long(t)
	long := written(t, "long.json", strings.Repeat(" ", platform.MaxFile+1))
	packed := written(t, "long.json.gz", packed(strings.Repeat(" ", 50*platform.MaxFile)))
	for _, c := range []struct{ path, types, want string }{
		{"gaiaa", "", "use a built-in platform: gaia, spread"},
		{"./gaia", "", "does not exist"},
		{t.TempDir(), "", "has no node_types.json"},
		{long, "", "is longer than"},
		{packed, "", "is longer than"},
		{"none", "none", "does not exist"},
		{written(t, "p.json", "{}"), "none", "none does not exist"},
		{tracefile.Stdin, tracefile.Stdin, "name a file for one of them"},
	} {
		s, err := PlatformOf(c.path, c.types, strings.NewReader(""))
		require.ErrorContains(t, err, c.want)
		require.Nil(t, s)
	}
}

// packed is a text under gzip, written a file of that name.
func packed(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.String()
}

func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}
