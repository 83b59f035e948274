package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// module is one with a custom section, a code section and data segments.
func module(segments map[int][]byte, order []int) []byte {
	section := func(id byte, b []byte) []byte { return append(appendUnsigned([]byte{id}, len(b)), b...) }
	body := appendUnsigned(nil, len(order))
	for _, at := range order {
		body = append(body, 0, 0x41)
		body = append(appendSigned(body, at), 0x0b)
		body = append(appendUnsigned(body, len(segments[at])), segments[at]...)
	}
	m := []byte("\x00asm\x01\x00\x00\x00")
	m = append(m, section(custom, []byte("name"))...)
	m = append(m, section(codeBody, []byte{1, 2, 0, opEnd})...)
	return append(m, section(data, body)...)
}

// memory is what a module's segments make of it.
func memory(t *testing.T, m []byte, size int) ([]byte, int) {
	r := reader{b: m[8:]}
	mem, n := make([]byte, size), 0
	for len(r.b) > 0 {
		id := r.byte()
		s := reader{b: r.take(r.unsigned())}
		if id != data {
			continue
		}
		for k := s.unsigned(); k > 0; k-- {
			s.take(2)
			at := s.signed()
			s.byte()
			copy(mem[at:], s.take(s.unsigned()))
			n++
		}
		require.False(t, s.bad)
	}
	return mem, n
}

func TestAPackedModuleFillsMemoryAlike(t *testing.T) {
	segments := map[int][]byte{70: []byte("abc"), 90: []byte("defg"), 2000: bytes.Repeat([]byte{7}, 300), 100_000: {1}}
	m := module(segments, []int{90, 70, 2000, 100_000})
	packed, err := pack(m, 0)
	require.NoError(t, err)
	want, n := memory(t, m, 200_000)
	require.Equal(t, 4, n)
	got, n := memory(t, packed, 200_000)
	require.Equal(t, 3, n, "near ones are joined")
	require.True(t, bytes.Equal(want, got))
	require.NotContains(t, string(packed), "name")
	again, err := pack(packed, 0)
	require.NoError(t, err)
	require.Equal(t, packed, again)
}

func TestWhatIsNoModuleIsAnError(t *testing.T) {
	good := module(map[int][]byte{9: {1}}, []int{9})
	for _, bad := range [][]byte{nil, []byte("\x7fELF and so on"), good[:len(good)-1], append(good[:len(good):len(good)], 11),
		module(map[int][]byte{-7874: {1}}, []int{-7874}), append(good[:len(good):len(good)], 12, 1, 1)} {
		_, err := pack(bad, 0)
		require.ErrorIs(t, err, errModule)
	}
}

func TestNothingButZerosIsPackedAsNothing(t *testing.T) {
	packed, err := pack(module(map[int][]byte{70: make([]byte, 3)}, []int{70}), 0)
	require.NoError(t, err)
	again, err := pack(packed, 0)
	require.NoError(t, err)
	require.Equal(t, packed, again)
}

func FuzzAnyBytesArePackedOrAnError(f *testing.F) {
	f.Add(module(map[int][]byte{70: []byte("abc"), 5000: []byte("x")}, []int{70, 5000}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<16 {
			return
		}
		if packed, err := pack(b, 0); err == nil {
			_, err := pack(packed, 0)
			require.NoError(t, err)
		}
	})
}
