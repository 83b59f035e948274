package rules

import (
	"path"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/slurm/site"
)

// SaidBy are the rules that a site's files say, in a log's numbers, on a machine of so many processors.
func SaidBy(s *site.Site, l *job.Log, procs int64) (list []Said) {
	for _, x := range s.Rules(l.Number, procs) {
		by := path.Base(x.At) + ": " + x.What
		if x.Why != "" {
			list = append(list, Said{By: by + " (" + x.Why + ")"})
			continue
		}
		list = append(list, Said{Text: x.Rule.Text(), By: by})
	}
	return list
}

// SaidRequest asks a log what a site's files, packed or not, say of its jobs' starts on a machine of so many processors;
// SaidOf reads the answer.
func SaidRequest(procs int64, files []site.File) []byte {
	var w wire.Writer
	w.Int(procs)
	wire.Listed(wire.Both{Put: &w}, &files, func(f *site.File) { w.String(f.Name); w.String(f.Text) })
	return w.B
}

// SaidOf reads the answer to a SaidRequest.
func SaidOf(answer []byte) (list []Said, err error) {
	r := wire.NewReader(answer)
	wire.Listed(wire.Both{Take: r}, &list, func(x *Said) { x.Text, x.By = r.String(), r.String() })
	return list, r.Close()
}

// ask answers a SaidRequest.
func ask(l *job.Log, request []byte) ([]byte, error) {
	r := wire.NewReader(request)
	procs := r.Int()
	var files []site.File
	wire.Listed(wire.Both{Take: r}, &files, func(f *site.File) { f.Name, f.Text = r.String(), r.String() })
	err := r.Close()
	for i := range files {
		if err == nil {
			files[i], err = site.Unpacked(files[i])
		}
	}
	if err != nil {
		return nil, err
	}
	s, err := site.Read(files, site.Among(files))
	if err != nil {
		return nil, err
	}
	list := SaidBy(s, l, procs)
	var w wire.Writer
	wire.Listed(wire.Both{Put: &w}, &list, func(x *Said) { w.String(x.Text); w.String(x.By) })
	return w.B, nil
}
