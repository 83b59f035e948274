package tracefile

import (
	"fmt"
	"io"
	"os"
	"strings"

	"shadowtime/core/platform"
)

// Platform opens a description of a machine: a built-in one by its name, a file
// that holds it all, a folder of HDeepRM's files, or, with types, the file of
// the platform and that of its types or a folder of them. A file that has the
// name of a built-in is written with its folder: ./gaia.
func Platform(path, types string, stdin io.Reader) (*platform.Spec, error) {
	if types == "" {
		if s, ok := platform.BuiltinSpec(path); ok {
			return s, nil
		}
		if isFolder(path) {
			return platform.ReadFolder(os.DirFS(path), path)
		}
		f, err := described(path, stdin)
		if err != nil {
			return nil, known(path, err)
		}
		return platform.Parse(f)
	}
	if types == Stdin && path == Stdin {
		return nil, fmt.Errorf("platform and types can't both come from standard input: name a file for one of them")
	}
	f, err := described(path, stdin)
	if err != nil {
		return nil, known(path, err)
	}
	var t platform.File
	if isFolder(types) {
		t, err = platform.ReadTypes(os.DirFS(types), types)
	} else {
		t, err = described(types, stdin)
	}
	if err != nil {
		return nil, err
	}
	return platform.ParseFiles(f, t)
}

// known tells whoever misspelt a built-in platform which there are.
func known(path string, err error) error {
	if _, no := os.Stat(path); no == nil || strings.ContainsAny(path, `/\.`) {
		return err
	}
	return fmt.Errorf("%w, or use a built-in platform: %s", err, strings.Join(platform.BuiltinNames(), ", "))
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// described reads a file no further than a description may be long.
func described(path string, stdin io.Reader) (f platform.File, err error) {
	err = with(path, stdin, func(r io.Reader, what, _ string) error {
		r, err := unpacked(r, what)
		if err != nil {
			return err
		}
		b, err := io.ReadAll(io.LimitReader(r, platform.MaxFile+1))
		f = platform.File{Name: what, Text: string(b)}
		if err != nil {
			return fmt.Errorf("%s can't be read to its end (%v): fetch or copy it again", what, err)
		}
		return nil
	})
	return f, err
}
