package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"shadowtime/core/cluster/platform"
	"shadowtime/core/job/tracefile"
)

// PlatformOf opens a description of a machine: a built-in one by its name, a file
// that holds it all, a folder of HDeepRM's files, or, with types, the file of
// the platform and that of its types or a folder of them. A file that has the
// name of a built-in is written with its folder: ./gaia.
func PlatformOf(path, types string, stdin io.Reader) (*platform.Spec, error) {
	if types == "" {
		if s, ok := platform.BuiltinSpec(path); ok {
			return s, nil
		}
		if isFolder(path) {
			return platform.ReadFolder(os.DirFS(path), path)
		}
		f, err := description(path, stdin)
		if err != nil {
			return nil, misspelt(path, err)
		}
		return platform.Parse(f)
	}
	if types == tracefile.Stdin && path == tracefile.Stdin {
		return nil, fmt.Errorf("platform and types can't both come from standard input: name a file for one of them")
	}
	f, err := description(path, stdin)
	if err != nil {
		return nil, misspelt(path, err)
	}
	var t platform.File
	if isFolder(types) {
		t, err = platform.ReadTypes(os.DirFS(types), types)
	} else {
		t, err = description(types, stdin)
	}
	if err != nil {
		return nil, err
	}
	return platform.ParseFiles(f, t)
}

// misspelt tells whoever misspelt a built-in platform which there are.
func misspelt(path string, err error) error {
	if _, no := os.Stat(path); no == nil || strings.ContainsAny(path, `/\.`) {
		return err
	}
	return fmt.Errorf("%w, or use a built-in platform: %s", err, strings.Join(platform.BuiltinNames(), ", "))
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// description reads a file no further than a description may be long.
func description(path string, stdin io.Reader) (f platform.File, err error) {
	f.Name = path
	if path == tracefile.Stdin {
		f.Name = "standard input"
	}
	f.Text, err = tracefile.Text(path, stdin, platform.MaxFile+1)
	return f, err
}
