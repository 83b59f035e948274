package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
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
	packed, _, err := pack(m, 0)
	require.NoError(t, err)
	want, n := memory(t, m, 200_000)
	require.Equal(t, 4, n)
	got, n := memory(t, packed, 200_000)
	require.Equal(t, 3, n, "near ones are joined")
	require.True(t, bytes.Equal(want, got))
	require.NotContains(t, string(packed), "name")
	again, _, err := pack(packed, 0)
	require.NoError(t, err)
	require.Equal(t, packed, again)
}

// A module's functions go by their names, those that are imported counted first.
func TestFunctionsHaveTheirPackages(t *testing.T) {
	section := func(id byte, b ...byte) []byte { return append([]byte{id, byte(len(b))}, b...) }
	m := append([]byte("\x00asm\x01\x00\x00\x00"), section(2, 1, 1, 'a', 1, 'b', 0, 0)...)
	m = append(m, section(10, 2, 2, 7, 8, 1, 9)...)
	_, _, err := functions(m)
	require.ErrorContains(t, err, "names no functions")
	list := append([]byte{2, 1, 5}, "a_b.f\x02\x03g.h"...)
	m = append(m, section(0, append([]byte{4, 'n', 'a', 'm', 'e', 1, byte(len(list))}, list...)...)...)
	_, _, err = functions(m[:len(m)-3])
	require.Error(t, err)
	names, bodies, err := functions(m)
	require.NoError(t, err)
	require.Equal(t, []string{"a_b.f", "g.h"}, names)
	require.Equal(t, [][]byte{{7, 8}, {9}}, bodies)
	require.Equal(t, "a/b", packageOf(names[0]))
	require.Equal(t, "github.com/vugu/vugu", packageOf("github.com_vugu_vugu.New"))
	require.Equal(t, "the linker", packageOf("wasm_pc_f_loop"))
}

func TestWhatIsNoModuleIsAnError(t *testing.T) {
	good := module(map[int][]byte{9: {1}}, []int{9})
	for _, bad := range [][]byte{nil, []byte("\x7fELF and so on"), good[:len(good)-1], append(good[:len(good):len(good)], 11),
		module(map[int][]byte{-7874: {1}}, []int{-7874}), append(good[:len(good):len(good)], 12, 1, 1)} {
		_, _, err := pack(bad, 0)
		require.ErrorIs(t, err, errModule)
	}
}

func TestNothingButZerosIsPackedAsNothing(t *testing.T) {
	packed, _, err := pack(module(map[int][]byte{70: make([]byte, 3)}, []int{70}), 0)
	require.NoError(t, err)
	again, _, err := pack(packed, 0)
	require.NoError(t, err)
	require.Equal(t, packed, again)
}

func FuzzAnyBytesArePackedOrAnError(f *testing.F) {
	f.Add(module(map[int][]byte{70: []byte("abc"), 5000: []byte("x")}, []int{70, 5000}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<16 {
			return
		}
		if packed, _, err := pack(b, 0); err == nil {
			_, _, err := pack(packed, 0)
			require.NoError(t, err)
		}
	})
}

// A pass that finds nothing it knows is told of: another release of Go may write another form.
func TestAPassThatFindsNothingIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.wasm")
	m := module(map[int][]byte{70: make([]byte, 3)}, []int{70})
	require.NoError(t, os.WriteFile(path, m, 0o600))
	require.ErrorContains(t, rewrite(path, 0), "no function branches by a table")
	require.ErrorContains(t, rewrite(path, codeBody), "tables of tracebacks")
	left, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, m, left, "it is left as it was")
	require.NoError(t, (&passes{branching: 1, forgotten: true}).lacking(0))
}

// What the table of weight sets in the place of our own is what the program can be built with.
func TestTheUsualWayBuildsInThePlaceOfOurOwn(t *testing.T) {
	t.Chdir("../..")
	for _, r := range replacements {
		if r.file == "" {
			continue
		}
		args, err := overlaid([]string{"build"}, t.TempDir(), r)
		require.NoError(t, err)
		cmd := exec.Command("go", append(args, "./"+filepath.Dir(r.file))...)
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", r.words, out)
	}
}
