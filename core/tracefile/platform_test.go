package tracefile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/platform"
)

func TestAPlatformIsOpenedFromWhateverHoldsIt(t *testing.T) {
	want, _ := platform.BuiltinSpec("fastslow")
	one := file(t, "one.json", want.Text())
	dir := t.TempDir()
	for _, f := range want.Files() {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o600))
	}
	for _, from := range [][2]string{
		{"fastslow", ""}, {one, ""}, {Stdin, ""}, {file(t, "packed", gzipped(want.Text())), ""}, {dir, ""}, {filepath.Join(dir, "platform.json"), dir},
	} {
		s, err := Platform(from[0], from[1], strings.NewReader(want.Text()))
		require.NoError(t, err)
		s.Name = want.Name
		require.Equal(t, want, s)
	}
}

func TestAPlatformThatCannotBeOpenedSaysWhatToDo(t *testing.T) {
	long := file(t, "long.json", strings.Repeat(" ", platform.MaxFile+1))
	packed := file(t, "long.json.gz", gzipped(strings.Repeat(" ", 50*platform.MaxFile)))
	for _, c := range []struct{ path, types, want string }{
		{"gaiaa", "", "use a built-in platform: gaia, spread"},
		{"./gaia", "", "does not exist"},
		{t.TempDir(), "", "has no node_types.json"},
		{long, "", "is longer than"},
		{packed, "", "is longer than"},
		{"none", "none", "does not exist"},
		{file(t, "p.json", "{}"), "none", "none does not exist"},
		{Stdin, Stdin, "name a file for one of them"},
	} {
		s, err := Platform(c.path, c.types, strings.NewReader(""))
		require.ErrorContains(t, err, c.want)
		require.Nil(t, s)
	}
}
