package tasks

import (
	"bytes"
	"errors"
	"slices"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/study/keep"
)

func TestEveryTaskIsOfOneShare(t *testing.T) {
	for _, n := range []int{1, 2, 7, 16, 1000} {
		for k := range 100 {
			of := 0
			for i := 1; i <= n; i++ {
				if (share{i, n}).has(k) {
					of++
				}
			}
			require.Equal(t, 1, of)
		}
		require.InDelta(t, 100/float64(n), slowestShare(slices.Repeat([]float64{1}, 100), n), 1)
	}
}

// fullDisk is one that takes so many bytes.
type fullDisk struct {
	bytes.Buffer
	room int
}

func (f *fullDisk) Write(b []byte) (int, error) {
	if n := min(len(b), f.room-f.Len()); n < len(b) {
		_, _ = f.Buffer.Write(b[:n])
		return n, syscall.ENOSPC
	}
	return f.Buffer.Write(b)
}
func (f *fullDisk) Sync() error             { return nil }
func (f *fullDisk) Close() error            { return nil }
func (f *fullDisk) Name() string            { return "kept/on/a/disk.rows" }
func (f *fullDisk) Truncate(n int64) error  { return errors.New("not here") }
func (f *fullDisk) at(string) (file, error) { return f, nil }

// raw is a row of bytes as they are.
type raw []byte

func (r raw) Wire(b wire.Both) { b.Raw(r) }

func TestAFullDiskLosesNoRowBeforeIt(t *testing.T) {
	of := keep.Identity{Kind: "compare", Digest: job.Digest{1}, Key: "k", Build: Build()}
	row := bytes.Repeat([]byte("row"), 30)
	one := len(of.Record(row))
	for room := 0; room < len(of.Head())+3*one; room += 7 {
		disk := &fullDisk{room: room}
		k := &keeper{dir: t.TempDir(), of: of, create: disk.at}
		wrote := 0
		var err error
		for err == nil && wrote < 10 {
			if err = k.add(raw(row)); err == nil {
				wrote++
			}
		}
		require.ErrorIs(t, err, syscall.ENOSPC)
		require.ErrorContains(t, err, "kept/on/a/disk.rows: no space left on device; what was written before is kept: make room")
		disk.room = 1 << 20 // room was made: what follows is whole
		if wrote > 0 {
			require.NoError(t, k.add(raw(row)))
			wrote++
		}
		_, rows, _, _, _ := keep.Parse(disk.Bytes())
		require.Len(t, rows, wrote)
	}
}

func TestNoClockNamesAFile(t *testing.T) {
	names := map[string]bool{}
	for range 100 {
		names[fileName(share{})] = true
	}
	require.Len(t, names, 100)
	require.Regexp(t, `^share-2-of-7-[A-Za-z0-9-]+\.rows$`, fileName(share{2, 7}))
}
