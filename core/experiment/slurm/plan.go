package slurm

import (
	"errors"

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

// notHere finds no file: a change is one text.
func notHere(_, name string) (site.File, error) {
	return site.File{}, errors.New(name + " was not given with it")
}
