package ui

import (
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/job"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/link"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// OpenStudy takes a saved study from a file of that name: its question comes into sight,
// and its answer as soon as its log is there.
func (a *App) OpenStudy(name, text string, err error) {
	s, v, err := a.taken(text, err)
	if err != nil {
		a.Message = lab.Beginning(name) + ": " + err.Error() + "."
		return
	}
	ground := *v.Ground()
	ground.Clean = s.Log.Cleaning.Rules // a plan's may leave out more
	a.SetView(v.Key())
	if at := a.shelved(s.Log.Digest); at >= 0 {
		a.shared = nil
		a.drawShared()
		a.comeUpon(at, ground)
		return
	}
	a.asked = &ground
	a.shared = &shared{Finding: &link.Finding{View: v.Key(), Log: s.Log.Name, Digest: s.Log.Digest, Jobs: s.Log.Overview.Jobs,
		Said: s.Said.Found, Cautions: s.Said.Cautions}, view: v.Name(), file: name}
	a.drawShared()
	a.bringBack(s.Log.Digest, func(error) {}) // if it is kept
}

// shelved is the place of a log on the page, -1 where it is not there.
func (a *App) shelved(log job.Digest) int {
	return slices.IndexFunc(a.Shelf, func(o *lab.Opened) bool { return o.Summary.Digest == log })
}

// comeUpon brings a log of the page into sight, cleaned as a study was.
func (a *App) comeUpon(at int, ground study.Workload) {
	o := a.Shelf[at]
	a.Select(strconv.Itoa(at))
	if a.Rules, a.Procs = ground.Clean, ground.Procs; a.Rules != o.Rules || a.Procs != o.Procs {
		a.Reclean()
	}
}

// taken is a study, and the view that took it.
func (a *App) taken(text string, err error) (*archive.File, lab.View, error) {
	if err != nil {
		return nil, nil, err
	}
	s, err := archive.Read(text)
	if err != nil {
		return nil, nil, err
	}
	a.CancelRun()
	for _, v := range a.views {
		if f, ok := v.(lab.Filer); ok {
			if mine, err := f.TakeStudy(s); mine || err != nil {
				return s, v, err
			}
		}
	}
	return nil, nil, errors.New("the study is of a kind that this page has not, " + jsontext.Short(s.Kind) +
		": open it with the version of Shadowtime that saved it")
}
