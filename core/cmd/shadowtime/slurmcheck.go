package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/slurm/check"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// checkSlurm checks how Slurm is set up by the files of a site.
func checkSlurm(c *cli.Call, paths []string, v model.Version, asJSON bool) error {
	var files []site.File
	for _, path := range paths {
		text, err := c.ReadText(path)
		if err != nil {
			return err
		}
		files = append(files, site.File{Name: wordsFor(path), Text: text})
	}
	a, err := check.Check(files, v, included)
	if err != nil {
		return err
	}
	if asJSON {
		err = c.PrintJSON(a)
	} else {
		err = a.Print(c.Stdout)
	}
	if f := a.Refused(); f != nil && err == nil {
		err = fmt.Errorf("%s: %s %s", f.Place, f.Says, f.Remedy)
	}
	return err
}

// included reads a file that an Include line names, from the folder of the file that has the line:
// where its path is that of the machine it came from, by the path's last part, as in the page.
func included(from, name string) (f site.File, err error) {
	if from == wordsFor(cli.Standard) {
		return f, errors.New("standard input has no folder")
	}
	folder := filepath.Dir(from)
	if filepath.IsAbs(name) {
		name = filepath.Base(name)
	}
	if !filepath.IsLocal(name) {
		return f, errors.New("it is not in the folder of " + from)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return f, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err != nil {
		return f, errors.New("there is no such file in the folder of " + from)
	}
	if !info.Mode().IsRegular() || info.Size() > site.MaxText {
		return f, fmt.Errorf("it is no file of at most %d MiB", site.MaxText>>20)
	}
	file, err := root.Open(name)
	if err != nil {
		return f, err
	}
	defer file.Close()
	b, err := io.ReadAll(io.LimitReader(file, site.MaxText))
	return site.File{Name: filepath.Join(folder, name), Text: string(b)}, err
}
