package tasks

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"time"

	"shadowtime/core/base/wire"
	"shadowtime/core/study"
	"shadowtime/core/study/keep"
)

// recall adds the rows of a part that are kept.
func recall[R any, RR study.RowOf[R]](c *Call, of keep.Identity, rows *study.Rows[R, RR]) error {
	x := &c.sharing
	found, err := keep.Read[R, RR](os.DirFS(x.dir), of)
	if err != nil {
		return fmt.Errorf("--keep %s: %w", x.dir, err)
	}
	*rows = found.Rows
	for _, f := range found.Faults {
		c.tellOnce(filepath.Join(x.dir, f.String()))
	}
	return nil
}

// keeper writes rows of a part into a file of its own: no two processes write one.
type keeper struct {
	mu     sync.Mutex
	dir    string
	share  share
	of     keep.Identity
	rows   int // that were added
	record wire.Writer
	f      file
	size   int64
	synced time.Time
	closed bool
	create func(path string) (file, error)
}

// file is what a keeper needs of one.
type file interface {
	io.WriteCloser
	Sync() error
	Truncate(size int64) error
	Name() string
}

// syncEvery is how long rows may be on their way to the disk: only a machine that
// dies loses them, not a process.
const syncEvery = 20 * time.Second

// add writes a row; the file is made with the first.
func (k *keeper) add(row wire.Sent) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return ErrElsewhere // the call has ended
	}
	if k.f == nil {
		if err := k.open(); err != nil {
			return err
		}
	}
	k.record.B = append(k.record.B[:0], make([]byte, keep.Room)...)
	row.Wire(wire.Both{Put: &k.record})
	k.of.Seal(k.record.B)
	if err := k.write(k.record.B); err != nil {
		return err
	}
	k.rows++
	if time.Since(k.synced) < syncEvery {
		return nil
	}
	k.synced = time.Now()
	return k.f.Sync()
}

func (k *keeper) open() error {
	dir := filepath.Join(k.dir, k.of.Folder())
	err := os.MkdirAll(dir, 0o777)
	if err == nil {
		k.f, err = k.create(filepath.Join(dir, fileName(k.share)))
	}
	if err != nil {
		return fmt.Errorf("--keep %s: no row can be kept: %w", k.dir, err)
	}
	k.synced = time.Now()
	return k.write(k.of.Head())
}

// write appends bytes, all or none where that can be had: a reader knows what is
// not whole anyway.
func (k *keeper) write(b []byte) error {
	_, err := k.f.Write(b)
	if err == nil {
		k.size += int64(len(b))
		return nil
	}
	_ = k.f.Truncate(k.size)
	return fmt.Errorf("%s: %w; what was written before is kept: make room, then start the same command again", k.f.Name(), err)
}

// close says whether all that was added is with the disk.
func (k *keeper) close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed = true
	if k.f == nil {
		return nil
	}
	return errors.Join(k.f.Sync(), k.f.Close())
}

func createFile(path string) (file, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	return f, nil
}

var notInNames = regexp.MustCompile(`[^A-Za-z0-9-]+`)

// fileName names the file of a process: no clock is asked, and no two are alike.
func fileName(s share) string {
	host, _ := os.Hostname()
	name := notInNames.ReplaceAllString(cut(host, 40), "-") + "-" + strconv.Itoa(os.Getpid()) + fmt.Sprintf("-%08x", rand.Uint32())
	if s.n > 0 {
		name = fmt.Sprintf("share-%d-of-%d-%s", s.i, s.n, name)
	}
	return name + keep.Ending
}
