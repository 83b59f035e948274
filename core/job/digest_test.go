package job

import (
	"crypto/sha256"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stretchr/testify/assert"
)

func TestOurSHA256IsTheStandardOne(t *testing.T) {
	for n := range 3000 {
		var h, some hash
		h.init()
		some.init()
		v := int64(n) * 0x1234567890abcdf
		few := make([]int64, n%50)
		for i := range few {
			few[i] = v - int64(i)
		}
		for _, x := range few {
			h.add(x)
		}
		for range n % 37 {
			h.add(v)
		}
		some.addAll(few)
		some.repeat(v, n%37)
		require.Equal(t, h.sum(), some.sum(), "%d numbers, and one %d times", n%50, n%37)
	}
	for n := range 40 {
		var h hash
		var native digester
		h.init()
		native.init()
		var b []byte
		for i := range n {
			v := int64(i)*0x1234567890abcdf - 77
			if n > 20 && i > 7 {
				v = -1 // blocks that are alike
			}
			h.add(v)
			native.add(v)
			b = binary.LittleEndian.AppendUint64(b, uint64(v))
		}
		assert.Equal(t, Digest(sha256.Sum256(b)), h.sum(), "%d numbers", n)
		assert.Equal(t, Digest(sha256.Sum256(b)), native.sum(), "%d numbers", n)
	}
}

func TestATextsDigestIsTheStandardOneOfItsLengthAndBytes(t *testing.T) {
	for _, text := range []string{"", "a", "12345678", "Wartezeit, Überlauf, 40 h", string(make([]byte, 1000))} {
		b := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
		b = append(b, text...)
		b = append(b, make([]byte, -len(text)&7)...)
		require.Equal(t, Digest(sha256.Sum256(b)), DigestOfText(text), "%q", text)
	}
}
