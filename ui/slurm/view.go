// Package slurm is the view that checks how a site has set Slurm: its own files are read, and said is what to look at
// first, and of each parameter what it is set to and what the model makes of it. It needs no log.
package slurm

import (
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/slurmcheck"
	"shadowtime/core/sim/slurm"
	"shadowtime/core/sim/slurmsite"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostAsk   = "slurm-ask"
	hostFound = "slurm-found"
)

// versionKey is the one setting that links have.
const versionKey = "slurm-version"

// View is the check on the page. What it reads is kept nowhere else.
type View struct {
	Lab     *lab.Lab
	files   []slurmsite.File
	read    []slurmsite.Source // what the files were taken for
	says    bool               // the version is in a file that always has it
	answer  *slurmcheck.Answer // nil: no file has the configuration
	version string             // of Slurm, where no file says it

	numbered bool // the script writes numbers for names
	own      bool // the table has only what is set otherwise than by default
	ground   study.Workload
}

// New makes the view.
func New(l *lab.Lab) *View { return &View{Lab: l, ground: study.DefaultWorkload()} }

// Alone says that no log is needed.
func (v *View) Alone() {}

// Key and Name are the view's, Answer is the id of its answer.
func (v *View) Key() string    { return "slurm" }
func (v *View) Name() string   { return "Slurm" }
func (v *View) Answer() string { return "slurm-answer" }

// Purpose says what the view is for.
func (v *View) Purpose() lab.Purpose {
	return lab.Purpose{Asks: "Is Slurm set as you mean it?", Serves: "Administrators of Slurm",
		Needs: "slurm.conf, or scontrol show config"}
}

// Nothing is computed by workers, or of a log.
func (v *View) Works([]*lab.Opened) ([]*lab.Work, error) { return nil, nil }
func (v *View) Known() (done, wanted int)                { return 0, 1 }
func (v *View) Look(*lab.Opened) *lab.Work               { return nil }
func (v *View) Demo()                                    {}
func (v *View) Finding() *lab.Finding                    { return nil }
func (v *View) Ground() *study.Workload                  { return &v.ground }

// ---- links

// Settings are what links say: nothing of a site.
func (v *View) settings() study.Settings {
	return study.Settings{study.Words(versionKey, func() string { return v.version }, func(text string) error {
		text = strings.TrimSpace(text)
		if _, ok := slurm.ParseVersion(text); !ok && text != "" {
			return errors.New(strconv.Quote(lab.Beginning(text)) + " is no version of Slurm: give one as 25.05.8, or nothing")
		}
		v.version = text
		return nil
	})}
}

// Write and Read carry it, Knows says whether a link's key is its.
func (v *View) Write(put func(key, text string)) {
	v.settings().Write((&View{}).settings(), put)
}

func (v *View) Read(get func(key string) string) error {
	was := v.version
	err := v.settings().Read(get)
	if err != nil {
		v.version = was
	} else if v.version != was {
		v.check()
	}
	return err
}

func (v *View) Knows(key string) bool { return key == versionKey }

// Propose takes back the version, Fill shows it in its field.
func (v *View) Propose() {
	v.version = ""
	v.check()
}

func (v *View) Fill() { v.Lab.Browser.SetValue(versionKey, v.version) }

// ---- what the visitor gives

// pasted begins the names of files that were pasted.
const pasted = "pasted"

// TakeSite adds files to those that were read; one that can't be read, or is of no use, is refused, and what was read stays.
func (v *View) TakeSite(files []lab.SiteFile) {
	before := v.files
	faults := v.takeAll(files)
	if v.check() != nil { // one by one, to find those that can't be read
		v.files, faults = before, nil
		for i := range files {
			before = v.files
			said := v.takeAll(files[i : i+1])
			if err := v.check(); err != nil {
				v.files, said = before, []string{err.Error() + "."}
			}
			faults = append(faults, said...)
		}
		_ = v.check() // of what was read before
	}
	v.Show()
	if more := len(faults) - mostFaults; more > 0 {
		faults = append(faults[:mostFaults], numeral.Count(more)+" more files were refused.")
	}
	v.Lab.Browser.Refuse("slurm-text", strings.Join(faults, " "), 0)
	if len(faults) == 0 {
		v.Lab.Browser.SetValue("slurm-text", "")
		v.Lab.Browser.Attend(lab.TitleID(v), false)
	}
}

// takeAll takes files and says which it can't.
func (v *View) takeAll(files []lab.SiteFile) (faults []string) {
	for _, f := range files {
		if err := v.take(f); err != nil {
			faults = append(faults, err.Error()+".")
		}
	}
	return faults
}

// mostFaults are so many of the files that are refused at once.
const mostFaults = 3

// take adds a file in the place of an earlier one of its kind; of slurm.conf and what it includes, of its name.
func (v *View) take(f lab.SiteFile) error {
	if f.Err != nil {
		return errors.New(lab.Beginning(f.Name) + ": " + f.Err.Error())
	}
	kind := slurmsite.KindOf(f.Text)
	if strings.HasPrefix(f.Name, pasted) {
		f.Name = pasted + " " + kind.String()
	}
	f.Name = lab.Beginning(f.Name)
	if kind == slurmsite.Jobs {
		return errors.New(f.Name + " has jobs: drop it on the page as a log")
	}
	x := slurmsite.File{Name: f.Name, Text: f.Text}
	several := kind == slurmsite.Conf || kind == slurmsite.Other
	size := len(x.Text)
	list := slices.DeleteFunc(slices.Clone(v.files), func(o slurmsite.File) bool {
		other := slurmsite.KindOf(o.Text)
		return o.Name == x.Name || !several && other == kind
	})
	for _, o := range list {
		size += len(o.Text)
	}
	if size > lab.MaxSite {
		return errors.New(f.Name + ": more than " + strconv.Itoa(lab.MaxSite>>20) + " MB in all: take files away, or give all of them to " +
			"shadowtime slurm check")
	}
	v.files = append(list, x)
	return nil
}

// include finds a file that slurm.conf includes by its name, without folders: the page sees none.
func (v *View) include(_, name string) (slurmsite.File, error) {
	for _, f := range v.files {
		if path.Base(f.Name) == path.Base(name) {
			return f, nil
		}
	}
	return slurmsite.File{}, errors.New("it was not dropped here")
}

// check reads all files together.
func (v *View) check() (err error) {
	v.read, v.answer, v.says = nil, nil, false
	set := false
	for _, f := range v.files {
		kind := slurmsite.KindOf(f.Text)
		v.says = v.says || kind == slurmsite.Shown
		set = set || kind == slurmsite.Conf || kind == slurmsite.Shown
	}
	if !set {
		s, err := slurmsite.Read(v.files, v.include)
		if err == nil {
			v.read = append(s.Left, s.Read...)
		}
		return err
	}
	version, _ := slurm.ParseVersion(v.version)
	a, err := slurmcheck.Check(v.files, version, v.include)
	if err == nil { // what is left may be included, too, whatever is in it: that counts
		v.answer, v.read = a, append(slices.Clone(a.Left), a.Read...)
	}
	return err
}

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	switch key {
	case "slurm-text":
		if strings.TrimSpace(text) != "" {
			v.TakeSite([]lab.SiteFile{{Name: pasted, Text: text}})
			return
		}
	case versionKey:
		if err := v.settings().Find(key).Set(text); err != nil {
			v.Lab.Refuse(err.Error()+".", 0)
			return
		}
		_ = v.check() // of the same files, which were read before
	case "slurm-numbered":
		v.numbered = text == "true"
	case "slurm-own":
		v.own = text == "true"
	default:
		return
	}
	v.changed()
}

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	switch what {
	case "slurm-forget":
		v.files = slices.DeleteFunc(slices.Clone(v.files), func(f slurmsite.File) bool { return f.Name == arg })
		_ = v.check() // of fewer files
		v.Lab.Browser.Attend("slurm-question-title", false)
	case "slurm-csv":
		v.Lab.SaveText("shadowtime-slurm-parameters.csv", v.csv())
		return
	case "slurm-script":
		v.Lab.SaveText("slurm-files.sh", v.script())
		return
	default:
		return
	}
	v.changed()
}

// changed shows what was changed, also while another view computes.
func (v *View) changed() {
	v.Show()
	if v.Lab.State != lab.Running && v.Lab.State != lab.Reading {
		v.Lab.Rest()
	}
}

// script is what makes all files.
func (v *View) script() string { return slurmsite.Script(v.numbered) }
