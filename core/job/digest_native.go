//go:build !js

package job

import (
	"crypto/sha256"
	"encoding/binary"
	std "hash"
)

// digester is what the command names data by: the same as a page's, by what the machine has for it.
type digester struct {
	of   std.Hash
	held []byte
}

func (d *digester) init() { *d = digester{of: sha256.New(), held: make([]byte, 0, 8*Stretch)} }

func (d *digester) add(v int64) {
	if d.held = binary.LittleEndian.AppendUint64(d.held, uint64(v)); len(d.held) == cap(d.held) {
		d.flush()
	}
}

func (d *digester) addAll(values []int64) {
	for _, v := range values {
		d.add(v)
	}
}

func (d *digester) repeat(v int64, n int) {
	for range n {
		d.add(v)
	}
}

func (d *digester) flush() {
	_, _ = d.of.Write(d.held)
	d.held = d.held[:0]
}

func (d *digester) sum() Digest {
	d.flush()
	return Digest(d.of.Sum(nil))
}
