package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func entries(t *testing.T, dir string) []os.DirEntry {
	t.Helper()
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	return list
}

func TestAFileIsWrittenWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "out"), filepath.Join(dir, "link")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o640))
	require.NoError(t, os.Symlink("out", link))
	broken := errors.New("broken")
	require.ErrorIs(t, SaveFile(path, func(w io.Writer) error {
		_, _ = io.WriteString(w, strings.Repeat("half", 1<<16))
		now, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, "old", string(now), "while writing the old one stands")
		return broken
	}), broken)
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "old", string(now))
	require.Len(t, entries(t, dir), 2)

	require.NoError(t, SaveFile(link, func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	}))
	now, err = os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "new", string(now), "a link is followed")
	info, err := os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeSymlink)
	info, err = os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), info.Mode().Perm())
}
