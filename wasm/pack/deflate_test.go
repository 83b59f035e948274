package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// unpacked is what compress/gzip makes of what is packed, whose length is held to that of
// what is stored.
func unpacked(t *testing.T, content []byte) (packed []byte) {
	t.Helper()
	packed = gzipped(content)
	require.LessOrEqual(t, len(packed), 18+len(content)+6*(len(content)/stored+1))
	r, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	got, err := io.ReadAll(r)
	require.NoError(t, err)
	require.True(t, bytes.Equal(content, got))
	return packed
}

// noise is bytes below a limit.
func noise(seed uint64, n, below int) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.IntN(below))
	}
	return b
}

// program is of the test's own program.
func program(t *testing.T, n int) []byte {
	t.Helper()
	path, err := os.Executable()
	require.NoError(t, err)
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	return content[:min(n, len(content))]
}

func TestWhatIsPackedIsUnpackedAlike(t *testing.T) {
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	far := noise(1, window, 256)
	for name, c := range map[string]struct {
		content []byte
		most    int // bytes
	}{
		"nothing":                {nil, 20},
		"a byte":                 {[]byte("a"), 21},
		"three bytes":            {[]byte("aaa"), 23},
		"a word again":           {[]byte("again and again"), 33},
		"every byte":             {every, 256 + 24},
		"every byte, ten times":  {bytes.Repeat(every, 10), 600},
		"a megabyte of zeros":    {make([]byte, 1<<20), 1100},
		"the longest match":      {bytes.Repeat([]byte{1}, 259), 30},
		"as far as can be":       {append(far[:window:window], far[:300]...), 0},
		"one nearer":             {append(far[:window-1:window-1], far[:300]...), window + 120},
		"noise":                  {noise(2, 200_000, 256), 0},
		"noise that comes again": {bytes.Repeat(noise(3, 30_000, 256), 36), 38_500},
		"noise of two":           {noise(4, 80_000, 2), 12_000},
		"a text":                 {[]byte(strings.Repeat("what is packed is unpacked alike, ", 1000)), 250},
		"noise, then a text":     {append(noise(5, 50_000, 256), strings.Repeat("and alike, ", 9000)...), 51_000},
	} {
		t.Run(name, func(t *testing.T) {
			packed := unpacked(t, c.content)
			if c.most > 0 {
				require.LessOrEqual(t, len(packed), c.most)
			}
		})
	}
}

// Lengths of the codes of most unequal counts would exceed what the format has.
func TestACodeHasNoWordThatIsTooLong(t *testing.T) {
	counts := make([]int, 286)
	for i, n, next := 0, 1, 1; i < 40; i++ {
		counts[i] = n
		n, next = next, n+next
	}
	for _, limit := range []int{7, 15} {
		lengths := codeLengths(counts, limit)
		sum, used := 0, 0
		for _, n := range lengths {
			require.LessOrEqual(t, int(n), limit)
			if n > 0 {
				sum += 1 << (limit - int(n))
				used++
			}
		}
		require.Equal(t, 40, used)
		require.Equal(t, 1<<limit, sum, "every row of bits is a word or begins with one")
	}
	require.Equal(t, []uint8{1, 1, 0}, codeLengths([]int{0, 0, 0}, 15))
	require.Equal(t, []uint8{1, 0, 1}, codeLengths([]int{0, 0, 9}, 15))
	require.Equal(t, []uint8{3, 3, 2, 1}, codeLengths([]int{1, 1, 2, 4}, 15))
	require.Equal(t, []uint8{2, 2, 2, 2}, codeLengths([]int{1, 1, 2, 4}, 2))
}

// The page's module is built alike wherever it is built.
func TestAProgramIsPackedBetterThanByGzipAndAlwaysAlike(t *testing.T) {
	content := program(t, 400_000)
	packed := unpacked(t, content)
	require.Equal(t, packed, gzipped(content))
	var usual bytes.Buffer
	w, err := gzip.NewWriterLevel(&usual, gzip.BestCompression)
	require.NoError(t, err)
	_, err = w.Write(content)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	t.Logf("%d bytes; compress/gzip's best has %d", len(packed), usual.Len())
	require.Less(t, len(packed), usual.Len()*97/100)
}

func TestAFileIsPackedAsGzipDoes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte("a file"), 0o644))
	require.NoError(t, zip(path))
	require.NoFileExists(t, path)
	require.Equal(t, "a file", held(t, path+".gz"))
	require.Error(t, zip(path), "it is gone")

	// packed anew it has no name or time, is packed as well as can be, and holds the same
	require.NoError(t, zipAnew(path+".gz"))
	packed, err := os.ReadFile(path + ".gz")
	require.NoError(t, err)
	require.Equal(t, []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03"), packed[:10])
	require.Equal(t, "a file", held(t, path+".gz"))
	require.NoError(t, os.WriteFile(path, []byte("no gzip"), 0o644))
	require.ErrorContains(t, zipAnew(path), path)
}

// held is what a packed file holds.
func held(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	r, err := gzip.NewReader(f)
	require.NoError(t, err)
	content, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(content)
}

// What is tried is the bytes, noise of some kinds, and parts of both again, from afar.
func FuzzWhatIsPackedIsUnpackedAlike(f *testing.F) {
	f.Add([]byte("alike"), uint64(1))
	f.Add([]byte{}, uint64(3))
	f.Add([]byte("abcabcabc"), uint64(7))
	f.Fuzz(func(t *testing.T, content []byte, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 2))
		content = append(content[:len(content):len(content)], noise(seed, r.IntN(1<<r.IntN(17)), 1+r.IntN(256))...)
		for range r.IntN(200) {
			if len(content) == 0 || len(content) > 1<<17 {
				break
			}
			from := r.IntN(len(content))
			to := from + r.IntN(min(300, len(content)-from)+1)
			content = append(content, content[from:to]...)
			content = append(content, byte(r.IntN(256)))
		}
		unpacked(t, content)
	})
}
