package wire

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsWrittenIsRead(t *testing.T) {
	var w Writer
	w.Int(-5)
	w.Float(0.1)
	w.Bool(true)
	w.String("héad")
	w.Ints([]int64{1, -1, 1 << 60})
	w.Int32s([]int32{7, -7})
	w.Floats([]float64{2.5})
	w.Raw([]byte{1, 2})
	r := NewReader(w.B)
	require.Equal(t, int64(-5), r.Int())
	require.Equal(t, 0.1, r.Float())
	require.True(t, r.Bool())
	require.Equal(t, "héad", r.String())
	require.Equal(t, []int64{1, -1, 1 << 60}, r.Ints())
	require.Equal(t, []int32{7, -7}, r.Int32s())
	require.Equal(t, []float64{2.5}, r.Floats())
	require.Equal(t, []byte{1, 2}, r.Raw(2))
	require.NoError(t, r.Close())
}

// FuzzAnyMessageIsAnError: a reader of arbitrary bytes ends with values or an
// error, never with a panic or more memory than the message has bytes.
func FuzzAnyMessageIsAnError(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 127, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		r := NewReader(b)
		_ = r.String()
		n := len(r.Ints()) + len(r.Int32s()) + len(r.Floats())
		require.LessOrEqual(t, n, len(b))
		_ = r.Close()
	})
}
