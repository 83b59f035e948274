package unzstd

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

// texts are of the kinds that encoders treat apart: none, one byte over and over, digits of a table, words, noise, and what
// is longer than a block.
func texts() map[string][]byte {
	r := rand.New(rand.NewPCG(7, 7))
	var table, noise, words []byte
	for i := range 20_000 {
		table = fmt.Appendf(table, "%d,%d,%d,user%d\n", 1_700_000_000+40*i+r.IntN(40), r.IntN(86400), 1<<r.IntN(8), r.IntN(50))
		noise = append(noise, byte(r.IntN(256)), byte(r.IntN(256)))
		words = append(words, []string{"COMPLETED ", "FAILED ", "TIMEOUT "}[r.IntN(3)]...)
	}
	return map[string][]byte{"nothing": {}, "one": []byte("a"), "same": bytes.Repeat([]byte{7}, 300_000), "table": table, "noise": noise,
		"words": words, "short": table[:200], "both": append(bytes.Clone(table), noise...),
		"far": append(append(bytes.Clone(noise), words...), noise...)}
}

func packed(t *testing.T, text []byte, options ...zstd.EOption) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil, options...)
	require.NoError(t, err)
	return w.EncodeAll(text, nil)
}

// What another's encoder packed comes back, at all its levels and behind what is there already.
func TestWhatWasPackedComesBack(t *testing.T) {
	for name, text := range texts() {
		for _, level := range []zstd.EncoderLevel{zstd.SpeedFastest, zstd.SpeedDefault, zstd.SpeedBetterCompression,
			zstd.SpeedBestCompression} {
			for _, whole := range []bool{false, true} {
				b := packed(t, text, zstd.WithEncoderLevel(level), zstd.WithSingleSegment(whole), zstd.WithEncoderCRC(whole))
				out, err := Decode([]byte("before"), append(b, b...), 2*len(text))
				require.NoError(t, err, "%s at %v", name, level)
				require.True(t, bytes.Equal(append([]byte("before"), append(bytes.Clone(text), text...)...), out), "%s at %v", name, level)
			}
		}
	}
}

// Data that is longer than it should be ends there.
func TestNoMoreIsUnpackedThanIsAskedFor(t *testing.T) {
	for name, text := range texts() {
		if len(text) == 0 {
			continue
		}
		out, err := Decode(nil, packed(t, text), len(text)-1)
		require.Error(t, err, name)
		require.Less(t, len(out), len(text), name)
	}
}

// A part of what was packed is an error, and never more than the whole.
func TestCutDataIsAnError(t *testing.T) {
	b := packed(t, texts()["table"][:5_000])
	for n := 1; n < len(b); n++ {
		_, err := Decode(nil, b[:n], 5_000)
		require.Error(t, err, n)
	}
}

func FuzzDataIsUnpackedAsAnotherDecoderDoes(f *testing.F) {
	for _, text := range texts() {
		w, err := zstd.NewWriter(nil)
		require.NoError(f, err)
		f.Add(w.EncodeAll(text[:min(len(text), 3_000)], nil))
	}
	other, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(1<<20))
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, b []byte) {
		const most = 1 << 20
		out, err := Decode(nil, b, most)
		require.LessOrEqual(t, len(out), most)
		if err != nil {
			return
		}
		if want, told := other.DecodeAll(b, nil); told == nil {
			require.True(t, bytes.Equal(want, out))
		}
	})
}
