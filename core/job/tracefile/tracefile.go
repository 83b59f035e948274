// Package tracefile opens job logs and other texts on disk or on standard input,
// compressed or not, for the command and for tests. The page reads its files itself and
// gives their bytes to packages format and platform.
package tracefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"shadowtime/core/base/gunzip"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/format"
)

// Stdin is the path that stands for standard input.
const Stdin = "-"

// Open reads the log at path, or from stdin when path is "-". Whether it is
// compressed with gzip is seen from its first bytes, not from its name. An error
// is one sentence that names the file and says what to do; what was read before
// it is returned too, if anything was.
func Open(path string, stdin io.Reader) (l *job.Log, err error) {
	err = with(path, stdin, func(r io.Reader, what, file string) error {
		l, err = read(r, what, file)
		return err
	})
	return l, err
}

// Rows opens a log as Open does, with what an accounting file can't say, and gives
// its jobs one by one: a large file's need not be held as columns.
func Rows(path string, stdin io.Reader, o account.Options) (l *job.Log, rows iter.Seq[*[job.NumFields]int64], err error) {
	err = with(path, stdin, func(r io.Reader, what, file string) error {
		if r, err = unpacked(r, what); err != nil {
			return err
		}
		reader := format.NewReaderWith(file, o)
		reader.Stream()
		l, rows, err = job.RowsFrom(r, reader)
		return worded(r, l, what, err)
	})
	return l, rows, err
}

// Text is all of a file that is no log, opened as Open does, or its first so many bytes
// (0: all).
func Text(path string, stdin io.Reader, most int64) (text string, err error) {
	err = with(path, stdin, func(r io.Reader, what, _ string) error {
		r, err := unpacked(r, what)
		if err != nil {
			return err
		}
		if most > 0 {
			r = io.LimitReader(r, most)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			return fmt.Errorf("%s can't be read to its end (%v): fetch or copy it again", what, err)
		}
		text = string(b)
		return nil
	})
	return text, err
}

// with opens a file, or takes stdin, for as long as use needs it.
func with(path string, stdin io.Reader, use func(r io.Reader, what, file string) error) error {
	if path == Stdin {
		if stdin == nil {
			return errors.New("standard input is not at hand: name a file")
		}
		return use(stdin, "standard input", "stdin")
	}
	f, err := os.Open(path)
	if err != nil {
		return explain(path, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory: name a file in it", path)
	}
	return use(f, path, filepath.Base(path))
}

// unpacked takes gzip off what has it.
func unpacked(r io.Reader, what string) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 256<<10)
	magic, err := b.Peek(2)
	if err != nil && err != io.EOF {
		return nil, explain(what, err)
	}
	if !gunzip.Is(magic) {
		return b, nil
	}
	return gunzip.NewReader(b), nil
}

func read(r io.Reader, what, file string) (*job.Log, error) {
	r, err := unpacked(r, what)
	if err != nil {
		return nil, err
	}
	l, err := format.Read(r, file)
	return l, worded(r, l, what, err)
}

// worded says what happened to a log, and what to do.
func worded(r io.Reader, l *job.Log, what string, err error) error {
	var broken *gunzip.Error
	switch {
	case errors.As(err, &broken):
		lines, jobs := 0, 0
		if l != nil {
			lines, jobs = l.Lines, l.Imported().Jobs
		}
		return broken.In(what, lines, jobs)
	case err != nil:
		return fmt.Errorf("%s: %w", what, err)
	}
	if z, is := r.(*gunzip.Reader); is && z.Follows {
		l.Notes = append(l.Notes, gunzip.Note)
	}
	return nil
}

// explain words the errors of opening a file.
func explain(path string, err error) error {
	switch {
	case path == "":
		return errors.New("no file was named: name a log, or - for standard input")
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s does not exist: check the name and the folder", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s may not be read: check its permissions", path)
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("%s can't be read: %w", path, err)
}
