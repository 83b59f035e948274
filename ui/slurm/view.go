// Package slurm is the view of a site's own Slurm: its files are read and said is what to look at first, and of each
// parameter what it is set to and what the model makes of it; where jobs are among them, they are replayed under that
// configuration, beside what their log says. Workers do it (core/experiment/slurm). No log need be on the page.
package slurm

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/job"
	"shadowtime/core/slurm/check"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostAsk   = "slurm-ask"
	hostNear  = "slurm-near"
	hostFound = "slurm-found"
	hostIf    = "slurm-if"
	hostWhen  = "slurm-starts-host"
	hostTop   = "slurm-top"
	hostTable = "slurm-table"
)

// versionKey and changeKey are the settings that links have.
const versionKey = "slurm-version"

// View is that of a site's Slurm on the page. What it reads is kept nowhere else.
type View struct {
	Lab   *lab.Lab
	files []lab.SiteFile
	plan  []byte                                // of these, as workers have it
	turn  int                                   // tells late answers about other files apart
	taken []func(file string, machine job.Size) // wait to be told whose jobs are looked at

	reading bool
	read    []site.Source // what the files were taken for
	says    bool          // the version is in a file that always has it
	checked *slurm.Checked
	answer  *check.Answer // nil: no file has the configuration
	version string        // of Slurm, where no file says it

	replaying bool
	share     float64 // of the replay that is done
	halted    string  // why there is no replay
	row       *slurm.Row
	replay    *slurm.Replayed // nil: none yet
	told      *follow.Told    // of the job that was asked about
	proving   bool
	proof     *slurm.Proof // nil: none yet

	change   string // lines of slurm.conf that are asked about, or another slurm.conf
	second   string // the name of that
	changing bool
	changed  *slurm.Changed // nil: none yet
	unmoved  string         // why there is none
	advice   *slurm.Advice  // of the search, nil: none yet
	seeking  bool
	ordered  *slurm.Ordered // of the orders, nil: none yet
	ordering bool

	more        string // one more job, as it was written
	foretelling bool
	ranging     bool            // and how far it may be off
	forecast    *slurm.Forecast // nil: none yet
	unforetold  string          // why there is none

	open     map[string]bool // parts, by their keys
	kept     bool            // the files are, over a reload
	unkept   string          // why they are not
	recalled bool            // those that were kept were asked for

	numbered bool // the script writes numbers for names
	own      bool // the table has only what is set otherwise than by default
	ground   study.Workload
}

// New makes the view.
func New(l *lab.Lab) *View {
	return &View{Lab: l, ground: study.DefaultWorkload(), open: map[string]bool{}}
}

// Alone says that no log is needed.
func (v *View) Alone() {}

// Key and Name are the view's, Answer is the id of its answer.
func (v *View) Key() string    { return "slurm" }
func (v *View) Name() string   { return "Slurm" }
func (v *View) Answer() string { return "slurm-answer" }

// Purpose says what the view is for.
func (v *View) Purpose() lab.Purpose {
	return lab.Purpose{Asks: "Is slurm.conf sound, and why do jobs wait?", Serves: "Administrators of Slurm",
		Needs: "slurm.conf, or scontrol show config; sacct for the waits"}
}

// Nothing is computed of a log on the page.
func (v *View) Works([]*lab.Opened) ([]*lab.Work, error) { return nil, nil }
func (v *View) Known() (done, wanted int)                { return 0, 1 }
func (v *View) Look(*lab.Opened) *lab.Work               { return nil }
func (v *View) Demo()                                    {}
func (v *View) Ground() *study.Workload                  { return &v.ground }

// ---- links

// Settings are what links say: nothing of a site.
func (v *View) settings() study.Settings {
	return study.Settings{study.Words(versionKey, func() string { return v.version }, func(text string) error {
		text = strings.TrimSpace(text)
		if _, ok := model.ParseVersion(text); !ok && text != "" {
			return errors.New(strconv.Quote(lab.Beginning(text)) + " is no version of Slurm: give one as 25.05.8, or nothing")
		}
		v.version = text
		return nil
	}), study.Words(changeKey, func() string {
		if v.second != "" {
			return "" // a file is no link's
		}
		return strings.ReplaceAll(v.change, "\n", ";")
	}, func(text string) error {
		v.setChange(text)
		return nil
	})}
}

// Write and Read carry it, Knows says whether a link's key is its.
func (v *View) Write(put func(key, text string)) {
	v.settings().Write((&View{}).settings(), put)
}

func (v *View) Read(get func(key string) string) error {
	version, change := v.version, v.change
	err := v.settings().Read(get)
	if err != nil {
		v.version, v.change = version, change
	} else if v.version != version || v.change != change {
		v.ask()
	}
	return err
}

func (v *View) Knows(key string) bool { return key == versionKey || key == changeKey }

// Propose takes back the version and the change, Fill shows the version in its field.
func (v *View) Propose() {
	if v.version+v.change != "" {
		v.version, v.change, v.second = "", "", ""
		v.ask()
	}
}

func (v *View) Fill() { v.Lab.Browser.SetValue(versionKey, v.version) }

// ---- what the visitor gives

// pasted begins the names of files that were pasted.
const pasted = "pasted"

// TakeSite adds files to those that were read; one that can't be read, or is of no use, is refused, and what was read stays.
func (v *View) TakeSite(files []lab.SiteFile, taken func(file string, machine job.Size)) {
	before := v.files
	faults := v.takeAll(files)
	v.taken = append(v.taken, taken)
	done := func(c *slurm.Checked, err error) {
		if err != nil {
			faults = append(faults, err.Error()+".")
		}
		if more := len(faults) - mostFaults; more > 0 {
			faults = append(faults[:mostFaults:mostFaults], numeral.Count(more)+" more files were refused.")
		}
		v.Lab.Browser.Refuse("slurm-text", strings.Join(faults, " "), 0)
		v.open["files"] = v.open["files"] || len(faults) > 0 // they are said there
		if len(faults) == 0 {
			v.Lab.Browser.SetValue("slurm-text", "")
			v.Lab.Browser.Attend(lab.TitleID(v), false)
		}
		if v.kept {
			v.keep(true)
		}
		v.Show()
		v.tell(c)
	}
	v.asked(func(c *slurm.Checked, err error) {
		if err != nil || len(c.Refused) == 0 {
			done(c, err)
			return
		}
		v.files = before // and those that can be read; of an earlier drop that was not answered, too
		for _, r := range c.Refused {
			faults = append(faults, r.Is+".")
			if !slices.ContainsFunc(files, func(f lab.SiteFile) bool { return r.File == v.named(f) }) {
				v.files = slices.DeleteFunc(slices.Clone(v.files), func(f lab.SiteFile) bool { return f.Name == r.File })
			}
		}
		for _, f := range files {
			if !slices.ContainsFunc(c.Refused, func(r site.Source) bool { return r.File == v.named(f) }) {
				_ = v.take(f) // it was, before
			}
		}
		v.asked(done)
	})
}

// tell says whose jobs are looked at to who waits for it.
func (v *View) tell(c *slurm.Checked) {
	waiting := v.taken
	v.taken = nil
	for _, taken := range waiting {
		if c == nil {
			taken("", job.Size{})
		} else {
			taken(c.Log, c.Machine)
		}
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

// named is what a file is called here.
func (v *View) named(f lab.SiteFile) string {
	if strings.HasPrefix(f.Name, pasted) {
		return pasted + " " + site.KindOf(f.Head).String()
	}
	return lab.Beginning(f.Name)
}

// take adds a file in the place of an earlier one of its kind; of slurm.conf and what it includes, and of jobs, of its name.
func (v *View) take(f lab.SiteFile) error {
	if f.Err != nil {
		return errors.New(lab.Beginning(f.Name) + ": " + f.Err.Error())
	}
	f.Name = v.named(f)
	kind := site.KindOf(f.Head)
	if kind == site.Conf && v.isSecond(f) {
		v.change, v.second = f.Text, f.Name
		return nil
	}
	several := kind == site.Conf || kind == site.Other || kind == site.Jobs
	size := len(f.Text)
	list := slices.DeleteFunc(slices.Clone(v.files), func(o lab.SiteFile) bool {
		return o.Name == f.Name || !several && site.KindOf(o.Head) == kind
	})
	for _, o := range list {
		size += len(o.Text)
	}
	if size > lab.MaxSite {
		return errors.New(f.Name + ": more than " + strconv.Itoa(lab.MaxSite>>20) + " MB in all: take files away, or give all of them to " +
			"shadowtime slurm check and slurm run")
	}
	v.files = append(list, f)
	return nil
}

// ---- what is asked of the worker

// by is how the version is said here.
const by = "write it into the field Version of Slurm"

// aside asks the worker of these files; an answer about others is dropped.
func (v *View) aside(k int, request []byte, done func([]byte, error)) {
	turn := v.turn
	v.Lab.Engine.Aside(lab.Subject{Kind: slurm.Name, Plan: v.plan}, k, request, func(share float64) {
		v.Lab.Tell(func() {
			if turn != v.turn {
				return
			}
			v.share = share
			if v.replaying {
				v.drawTop()
			} else { // beside a field that may be written in
				v.Lab.Browser.SetValue(barIf, shareText(share))
			}
		})
	}, func(b []byte, err error) {
		v.Lab.Post(func() {
			if turn == v.turn {
				done(b, err)
			}
		})
	})
}

// barIf is the bar of what is asked beside the replay.
const barIf = "slurm-if-bar"

// bar shows how far the worker is.
func (v *View) bar(id string) string {
	return `<progress class="bar" id="` + id + `" max="1" aria-label="Replaying" value="` + shareText(v.share) + `"></progress>`
}

func shareText(share float64) string { return strconv.FormatFloat(share, 'f', 3, 64) }

// ask reads all files together.
func (v *View) ask() { v.asked(func(c *slurm.Checked, _ error) { v.tell(c) }) }

// asked is the same, with what comes of it. Jobs among them are then replayed.
func (v *View) asked(done func(*slurm.Checked, error)) {
	v.stop()
	v.replay, v.row, v.told, v.proof, v.halted, v.changed, v.unmoved, v.advice = nil, nil, nil, nil, "", nil, "", nil
	v.ordered = nil
	v.forecast, v.unforetold = nil, ""
	if len(v.files) == 0 {
		v.checked, v.answer, v.read, v.says, v.plan = nil, nil, nil, false, nil
		v.Show()
		done(nil, nil)
		return
	}
	p := slurm.Plan{Version: v.version, By: by}
	for _, f := range v.files {
		p.Files = append(p.Files, site.File{Name: f.Name, Text: f.Text})
	}
	v.plan = p.Encode()
	v.reading = true
	v.Show()
	v.aside(slurm.TaskCheck, nil, func(b []byte, err error) {
		v.reading = false
		var c *slurm.Checked
		if err == nil {
			c, err = slurm.DecodeChecked(b)
		}
		if err == nil {
			v.checked, v.answer, v.read = c, c.Answer, append(slices.Clone(c.Left), c.Read...)
			if c.Why != "" {
				v.halted = v.said(errors.New(c.Why))
			}
			v.says = slices.ContainsFunc(v.files, func(f lab.SiteFile) bool { return site.KindOf(f.Head) == site.Shown })
		}
		v.Show()
		done(c, err)
		if err == nil && len(c.Refused) == 0 && c.Log != "" {
			v.run()
		}
		if err == nil && len(c.Refused) == 0 && c.Proves != "" {
			v.prove()
		}
	})
}

// prove has the passes made that the files tell of.
func (v *View) prove() {
	v.proving, v.halted = true, ""
	v.drawNear()
	v.aside(slurm.TaskProve, nil, func(b []byte, err error) {
		v.proving = false
		if err == nil {
			v.proof, err = slurm.DecodeProof(b)
		}
		if err != nil {
			v.proof, v.halted = nil, v.said(err)
		}
		v.drawNear()
	})
}

// stop stops what the worker does.
func (v *View) stop() {
	v.turn++
	if v.busy() || v.reading {
		v.Lab.Engine.CancelAside(slurm.Name)
	}
	v.reading, v.replaying, v.changing, v.seeking, v.ordering, v.proving, v.foretelling = false, false, false, false, false, false, false
}

// busy says whether the worker is asked something.
func (v *View) busy() bool {
	return v.replaying || v.changing || v.seeking || v.ordering || v.proving || v.foretelling
}

// run replays the jobs.
func (v *View) run() {
	v.replaying, v.share, v.halted = true, 0, ""
	v.drawTop()
	v.aside(slurm.TaskReplay, nil, func(b []byte, err error) {
		v.replaying = false
		if err == nil {
			v.row, v.replay, err = slurm.DecodeRow(b)
		}
		if err != nil {
			v.row, v.replay, v.halted = nil, nil, v.said(err)
		}
		v.Show()
		if err == nil && v.change != "" {
			v.ifSet(0)
		}
		v.soon()
	})
}

// said is an error as a sentence, which begins with a name as that is written.
func (v *View) said(err error) string {
	text := err.Error() + "."
	if slices.ContainsFunc(v.files, func(f lab.SiteFile) bool { return strings.HasPrefix(text, f.Name) }) {
		return text
	}
	return numeral.Capital(text)
}

// askJob asks why a job waited.
func (v *View) askJob(text string) {
	id, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		v.Lab.Browser.Refuse("slurm-job", "Give the number of a job, as JobIDRaw of sacct has it.", 0)
		return
	}
	v.aside(slurm.TaskReplay, slurm.JobRequest(id), func(b []byte, err error) {
		var t *follow.Told
		if err == nil {
			t, err = slurm.DecodeJob(b)
		}
		said := ""
		if err != nil {
			said = v.said(err)
		} else {
			v.told, v.open["why"] = t, true
			v.drawNear()
		}
		v.Lab.Browser.Refuse("slurm-job", said, 0)
	})
}

// AsSet is what came of the jobs.
func (v *View) AsSet() *lab.AsSet {
	if v.replay == nil || v.replay.Recorded == nil {
		return nil
	}
	n := v.replay.Recorded
	x := &lab.AsSet{Log: v.checked.Log, Jobs: v.replay.Judged, Machine: n.MeanWait, Here: n.Here, Distance: v.replay.Distance}
	if v.row != nil && v.row.Fair != nil {
		x.Fair = v.row.Fair.Says[0]
	}
	return x
}

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	switch key {
	case "slurm-text":
		if strings.TrimSpace(text) != "" {
			v.TakeSite([]lab.SiteFile{{Name: pasted, Head: text, Text: text}}, func(string, job.Size) {})
			return
		}
	case versionKey:
		if err := v.settings().Find(key).Set(text); err != nil {
			v.Lab.Refuse(err.Error()+".", 0)
			return
		}
		v.ask()
	case "slurm-job":
		if strings.TrimSpace(text) != "" {
			v.askJob(text)
		}
		return
	case changeKey:
		v.asksChange(text)
		return
	case parameterKey:
		v.begin(text)
		return
	case accountKey:
		v.askFair(text)
		return
	case "slurm-numbered":
		v.numbered = text == "true"
	case "slurm-own":
		v.own = text == "true"
	case moreKey:
		v.more = strings.TrimSpace(text)
		return
	}
	v.shows()
}

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	switch what {
	case "slurm-forget":
		v.files = slices.DeleteFunc(slices.Clone(v.files), func(f lab.SiteFile) bool { return f.Name == arg })
		v.ask()
		if v.kept {
			v.keep(len(v.files) > 0)
		}
		v.Lab.Browser.Attend("slurm-question-title", false)
	case "slurm-open":
		v.openPart(arg)
		return
	case "slurm-fold":
		v.open[arg] = !v.open[arg]
	case "slurm-keep":
		v.keep(!v.kept)
		return
	case "slurm-report":
		if p := v.report(); v.checked != nil {
			p.Address = v.Lab.Browser.Address()
			v.Lab.Browser.Download("shadowtime-slurm.html", "text/html", []byte(p.HTML()))
		}
		return
	case "slurm-set":
		v.takeChange()
		return
	case "slurm-search":
		v.seek()
		v.Lab.Browser.Attend("slurm-if-cancel", false)
	case "slurm-orders":
		v.order()
		v.Lab.Browser.Attend("slurm-if-cancel", false)
	case "slurm-resample":
		v.ifSet(resamples)
		v.Lab.Browser.Attend("slurm-change-title", false)
	case "slurm-if-cancel":
		v.stop()
		v.unmoved = "Stopped."
		v.Lab.Browser.Attend(changeKey, false)
	case "slurm-when":
		v.foretell(true)
		v.Lab.Browser.Attend("slurm-when-cancel", false)
	case "slurm-when-range":
		v.foretell(false)
		v.Lab.Browser.Attend("slurm-when-cancel", false)
	case "slurm-when-cancel":
		v.stop()
		v.unforetold = "Stopped."
		v.Lab.Browser.Attend("slurm-when", false)
	case "slurm-when-json":
		if b, err := slurm.JSON(v.forecast); err == nil {
			v.Lab.Browser.Download("shadowtime-slurm-when.json", "application/json", b)
		}
		return
	case "slurm-cancel":
		v.stop()
		v.halted = "Stopped."
		v.Lab.Browser.Attend("slurm-run slurm-prove", false)
	case "slurm-run":
		v.run()
		v.Lab.Browser.Attend("slurm-cancel", false)
	case "slurm-prove":
		v.prove()
		v.Lab.Browser.Attend("slurm-cancel", false)
	case "slurm-job":
		v.Lab.Browser.SetValue("slurm-job", arg)
		v.askJob(arg)
		return
	case "slurm-csv":
		v.Lab.SaveText("shadowtime-slurm-parameters.csv", v.csv())
		return
	case "slurm-json":
		v.Lab.Browser.Download("shadowtime-slurm-run.json", "application/json", v.row.JSON)
		return
	case "slurm-jobs":
		v.aside(slurm.TaskReplay, slurm.CSVRequest(), func(b []byte, err error) {
			if err == nil {
				v.Lab.SaveText("shadowtime-slurm-jobs.csv", string(b))
			}
		})
		return
	case "slurm-fair":
		v.saveFair(arg)
		return
	case "slurm-script":
		v.Lab.SaveText("slurm-files.sh", site.Script(v.numbered))
		return
	default:
		return
	}
	v.shows()
}

// shows shows what was changed, also while another view computes.
func (v *View) shows() {
	v.Show()
	if v.Lab.State != lab.Running && v.Lab.State != lab.Reading {
		v.Lab.Rest()
	}
}
