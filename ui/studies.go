package ui

import (
	"errors"
	"strconv"

	"shadowtime/core/archive"
	"shadowtime/core/finding"
	"shadowtime/core/jsontext"
	"shadowtime/ui/lab"
)

// StudyHead is how many bytes of a file tell whether it is a study.
const StudyHead = 32

// OpenStudy takes a saved study from a file of that name: its question comes into sight,
// and its answer as soon as its log is there.
func (a *App) OpenStudy(name, text string, err error) {
	s, v, err := a.taken(text, err)
	if err != nil {
		a.Message = lab.Beginning(name) + ": " + err.Error() + "."
		return
	}
	ground := *v.Ground()
	a.SetView(v.Key())
	for i, o := range a.Shelf {
		if o.Summary.Digest == s.Log.Digest {
			a.shared = nil
			a.drawShared()
			a.Select(strconv.Itoa(i))
			if a.Rules, a.Procs = ground.Clean, ground.Procs; a.Rules != o.Rules || a.Procs != o.Procs {
				a.Reclean()
			}
			return
		}
	}
	a.asked = &ground
	a.shared = &shared{Finding: &finding.Finding{View: v.Key(), Log: s.Log.Name, Digest: s.Log.Digest, Jobs: s.Log.Overview.Jobs, Said: s.Said.Found}, view: v.Name(), file: name}
	a.drawShared()
}

// taken is a study, and the view that took it.
func (a *App) taken(text string, err error) (*archive.Study, lab.View, error) {
	if err != nil {
		return nil, nil, err
	}
	s, err := archive.Read(text)
	if err != nil {
		return nil, nil, err
	}
	if a.State == lab.Running {
		a.Cancel()
	}
	for _, v := range a.views {
		if f, ok := v.(lab.Filer); ok {
			if mine, err := f.TakeStudy(s); mine || err != nil {
				return s, v, err
			}
		}
	}
	return nil, nil, errors.New("the study is of a kind that this page has not, " + jsontext.Short(s.Kind) + ": open it with the version of Shadowtime that saved it")
}
