package site

import (
	"errors"
	"path"

	"shadowtime/core/base/gunzip"
)

// Unpacked is a file's text, without gzip.
func Unpacked(f File) (File, error) {
	if !gunzip.Is([]byte(f.Text[:min(len(f.Text), 2)])) {
		return f, nil
	}
	b, err := gunzip.Beginning(f.Text, MaxText+1)
	if err != nil {
		return f, errors.New(f.Name + " can't be unpacked to its end (" + err.Error() + "): fetch or copy it again")
	}
	f.Text = string(b)
	return f, nil
}

// Among finds a file that slurm.conf includes by the last part of its name: folders are those of the machine it came from.
func Among(files []File) Include {
	return func(_, name string) (File, error) {
		for _, f := range files {
			if path.Base(f.Name) == path.Base(name) {
				return f, nil
			}
		}
		return File{}, errors.New("it was not given here")
	}
}
