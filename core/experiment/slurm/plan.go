package slurm

import (
	"errors"
	"path"

	"shadowtime/core/base/gunzip"
	"shadowtime/core/base/wire"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// Plan is what a worker is given: a site's files as they came, packed or not, and what they may not say.
type Plan struct {
	Version string // of Slurm, where no file says it; "": that of the model
	By      string // how whoever asks says the version
	Files   []site.File
}

// version of encoded plans.
const version = 1

// Encode writes it for a worker.
func (p *Plan) Encode() []byte {
	var w wire.Writer
	w.Int(version)
	w.String(p.Version)
	w.String(p.By)
	w.Int(int64(len(p.Files)))
	for _, f := range p.Files {
		w.String(f.Name)
		w.Grow(len(f.Text) + len(f.Name) + 16)
		w.String(f.Text)
	}
	return w.B
}

func decode(b []byte) (p Plan, err error) {
	r := wire.NewReader(b)
	if v := r.Int(); r.Err() == nil && v != version {
		return p, errors.New("plan: its version is not known: page and worker are of different builds; reload the page")
	}
	p.Version, p.By = r.String(), r.String()
	for n := r.Len(); n > 0 && r.Err() == nil; n-- {
		p.Files = append(p.Files, site.File{Name: r.String(), Text: r.String()})
	}
	if err = r.Close(); err != nil {
		return p, err
	}
	if _, ok := model.ParseVersion(p.Version); !ok && p.Version != "" {
		return p, errors.New("the version " + site.Shortened(p.Version) + " is none of Slurm: give one as 25.05.8")
	}
	return p, nil
}

// unpacked is a file's text, without gzip.
func unpacked(f site.File) (site.File, error) {
	if !gunzip.Is([]byte(f.Text[:min(len(f.Text), 2)])) {
		return f, nil
	}
	b, err := gunzip.Beginning(f.Text, site.MaxText+1)
	if err != nil {
		return f, errors.New(f.Name + " can't be unpacked to its end (" + err.Error() + "): fetch or copy it again")
	}
	f.Text = string(b)
	return f, nil
}

// among finds a file that slurm.conf includes by the last part of its name: folders are those of the machine it came from.
func among(files []site.File) site.Include {
	return func(_, name string) (site.File, error) {
		for _, f := range files {
			if path.Base(f.Name) == path.Base(name) {
				return f, nil
			}
		}
		return site.File{}, errors.New("it was not given here")
	}
}

// notHere finds no file: a change is one text.
func notHere(_, name string) (site.File, error) {
	return site.File{}, errors.New(name + " was not given with it")
}
