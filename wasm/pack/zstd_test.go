package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

func TestWhatIsPackedIsUnpackedAlike(t *testing.T) {
	noise := make([]byte, 300_000)
	_, _ = rand.NewChaCha8([32]byte{7}).Read(noise)
	for name, content := range map[string][]byte{
		"a byte": {1}, "noise": noise, "noise that comes again": bytes.Repeat(noise, 5), "zeros": make([]byte, 1<<20),
	} {
		for how, pack := range map[string]func([]byte) ([]byte, error){
			"fast":    func(b []byte) ([]byte, error) { return compress(b, zstd.SpeedFastest) },
			"best":    compressBest,
			"library": func(b []byte) ([]byte, error) { return compress(b, zstd.SpeedBestCompression) },
		} {
			packed, err := pack(content)
			if err != nil {
				require.ErrorIs(t, err, errNoProgram)
			}
			var head zstd.Header
			require.NoError(t, head.Decode(packed))
			require.LessOrEqual(t, head.WindowSize, uint64(1<<27), "what the page's decoder allows")
			require.True(t, head.HasCheckSum, "the page tells by it what is damaged: %s, %s", name, how)
			got, err := decompress(packed)
			require.NoError(t, err)
			require.True(t, bytes.Equal(content, got))
		}
	}
}

// Where the program is missing, what is made is good all the same, and it is said.
func TestWithoutTheProgramTheLibraryPacks(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	content := bytes.Repeat([]byte("again and "), 1000)
	packed, err := compressBest(content)
	require.ErrorIs(t, err, errNoProgram)
	got, err := decompress(packed)
	require.NoError(t, err)
	require.Equal(t, content, got)
}

func TestAFileIsPackedAndPackedAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte("a file"), 0o644))
	require.NoError(t, packFile(path))
	require.NoFileExists(t, path)
	require.Error(t, packFile(path), "it is gone")
	held := func() string {
		packed, err := os.ReadFile(path + ".zst")
		require.NoError(t, err)
		content, err := decompress(packed)
		require.NoError(t, err)
		return string(content)
	}
	require.Equal(t, "a file", held())
	require.NoError(t, packAnew(path+".zst"))
	require.Equal(t, "a file", held())
	require.NoError(t, os.WriteFile(path, []byte("not packed"), 0o644))
	require.ErrorContains(t, packAnew(path), path)
}
