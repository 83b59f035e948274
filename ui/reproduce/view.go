// Package reproduce is the view that runs published studies again on their logs,
// as their text says and as they were run, beside what they printed.
package reproduce

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// key is that of the view: its works are of the studies' kinds.
const key = "reproduce"

// Hosts: elements whose content is drawn as one string.
const (
	hostStudies = "reproduce-studies"
	hostVerdict = "reproduce-verdict"
	hostTables  = "reproduced"
)

// View is the reproduction on the page: question, answer.
type View struct {
	Lab *lab.Lab
	question

	buttons lab.Buttons
	verdict lab.Verdict
	pace    lab.Pace
	studies lab.Fold
	ground  study.Workload // what the shell asks of a log to come: nothing beyond what is proposed
	shown   map[string]string
	printed string // the study whose printed figures are in sight, "": none

	asked  map[asked]*asking
	traces map[cleaning]trace
	turn   int // tells the cleaning that is waited for apart from earlier ones
	busy   bool
	speed  speed

	compared compareBook
	chosen   onlineBook
	tuned    tuneBook
}

// Rows by log and plan stay, so that stopping loses nothing.
type (
	compareBook = study.Book[compare.Row, *compare.Row]
	onlineBook  = study.Book[online.Row, *online.Row]
	tuneBook    = study.Book[tune.Row, *tune.Row]
)

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{Lab: l, question: proposed(), ground: study.DefaultWorkload(), shown: map[string]string{}, asked: map[asked]*asking{},
		traces: map[cleaning]trace{}}
	v.studies = lab.Fold{Key: "studies", ID: "reproduce-list", Open: true}
	v.buttons = lab.Buttons{Lab: l, ID: key, Verb: v.Name(), All: true, Able: func() bool { return !v.busy && len(v.askings()) > 0 },
		Known: v.needs}
	v.verdict = lab.Verdict{Lab: l, Host: hostVerdict, Doing: "Running the studies again", Standing: lab.Asked, Stopped: func() string {
		done, wanted := v.Known()
		return lab.Stopped(v.Name(), done, wanted)
	}}
	return v
}

// Key and Name are the view's, Answer is the id of its answer.
func (v *View) Key() string    { return key }
func (v *View) Name() string   { return "Reproduce" }
func (v *View) Answer() string { return "reproduce-answer" }

// Purpose says what the view is for.
func (v *View) Purpose() lab.Purpose {
	return lab.Purpose{Asks: "Do published studies come out again?", Serves: "Reviewers and students", Needs: "The study’s own log"}
}

// Early says that studies are read of and chosen before there is a log.
func (v *View) Early() {}

// Known is how many resamples are computed of all that is asked, and how many
// are wanted.
func (v *View) Known() (done, wanted int) {
	for _, a := range v.askings() {
		done += a.done()
		wanted += a.wanted
	}
	return done, wanted
}

// Look is none: a rough answer is beside no printed figure.
func (v *View) Look(*lab.Opened) *lab.Work { return nil }

// Demo asks what is proposed.
func (v *View) Demo() {}

// Ground is the workload that is proposed: readings clean logs in their own ways.
func (v *View) Ground() *study.Workload { return &v.ground }

// Show draws what is known.
func (v *View) Show() {
	v.drawForm()
	v.drawAnswer()
	v.restore()
}

// ---- the question

// question is what is asked: which studies, on how many resamples.
type question struct {
	names     []string // of studies
	resamples int      // 0: as many as each study
}

func proposed() question { return question{names: []string{"orders", "pairs"}} }

func studyNames() (names []string) {
	for _, s := range reproduce.Together() {
		names = append(names, s.Name)
	}
	return names
}

// studiesOf reads all, none, or names with commas, and gives them in their order.
func studiesOf(text string) (list []string, err error) {
	switch text {
	case "all":
		return studyNames(), nil
	case "none":
		return nil, nil
	}
	wanted := strings.Split(strings.ReplaceAll(text, " ", ""), ",")
	for _, name := range studyNames() {
		if slices.Contains(wanted, name) {
			list = append(list, name)
		}
	}
	if len(list) < len(wanted) {
		return nil, errors.New("use " + strings.Join(studyNames(), ", ") + ", with commas, all or none")
	}
	return list, nil
}

// Settings are what links say.
func (q *question) Settings() study.Settings {
	return study.Settings{
		study.Words("study", func() string { return cmp.Or(strings.Join(q.names, ","), "none") }, func(text string) error {
			list, err := studiesOf(text)
			if err == nil {
				q.names = list
			}
			return err
		}),
		study.Whole("resamples", &q.resamples, 0, study.MaxResamples),
	}
}

// Write and Read carry what is asked other than proposed in a link, Knows says
// which of its keys are the view's.
func (v *View) Write(put func(key, text string)) {
	p := proposed()
	v.Settings().Write(p.Settings(), put)
}

// Propose takes back what a visitor asked of the published studies otherwise than proposed.
func (v *View) Propose() { v.question = proposed() }

// Fill has nothing to do: the form is drawn anew with every answer.
func (v *View) Fill() {}

// Excerpt is none: each study has an answer of its own, too long for a link.
func (v *View) Excerpt() *lab.Excerpt { return nil }

// Read takes what a link asks; one that errs changes nothing.
func (v *View) Read(get func(key string) string) error {
	q := v.question
	err := q.Settings().Read(get)
	if err == nil {
		v.question = q
	}
	return err
}

// Knows says whether a link's key is that of a setting.
func (v *View) Knows(key string) bool { return v.Settings().Find(key) != nil }

// StudiesText says which studies are chosen.
func (v *View) StudiesText() string {
	if len(v.names) == 0 {
		return "no study yet"
	}
	return numeral.Listed(v.names)
}

// LogsText says on which logs.
func (v *View) LogsText() string {
	var names []string
	for _, o := range v.logs() {
		names = append(names, logOf(o))
	}
	if len(names) == 0 {
		return "a log of theirs"
	}
	return numeral.Listed(names)
}

// Own says whether the number of resamples is not the studies'; Resamples is it,
// or that of the orders.
func (v *View) Own() bool { return v.resamples > 0 }

// Resamples is what the field shows.
func (v *View) Resamples() string {
	if !v.Own() {
		return numeral.Plain(float64(compare.Default().Resamples))
	}
	return numeral.Plain(float64(v.resamples))
}

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	if name, ok := strings.CutPrefix(key, "study:"); ok {
		var list []string
		for _, n := range studyNames() {
			if n == name && text == "true" || n != name && slices.Contains(v.names, n) {
				list = append(list, n)
			}
		}
		v.names = list
		v.Lab.Changed()
		return
	}
	switch key {
	case "resamples-of":
		v.resamples = 0
		if text == "own" {
			v.resamples = compare.Default().Resamples
		}
	case "resamples":
		if err := v.Settings().Find(key).Set(strings.TrimSpace(text)); err != nil {
			v.Lab.Refuse("The "+err.Error()+".", 0)
			return
		}
	default:
		return
	}
	v.Lab.Changed()
}

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	id, saves := strings.CutPrefix(what, "save-")
	switch {
	case what == "fold":
		v.studies.Open = !v.studies.Open
		v.drawForm()
	case what == "printed":
		if v.printed == arg {
			arg = ""
		}
		v.printed = arg
		v.drawForm()
	case what == "reading":
		table, protocol, _ := strings.Cut(arg, " ")
		v.shown[table] = protocol
		v.drawAnswer()
	case saves:
		v.save(id, arg)
	}
}

// drawForm draws the studies to choose from.
func (v *View) drawForm() {
	if !v.studies.Open {
		v.Lab.Draw(hostStudies, nil)
		return
	}
	p := &lab.Panel{}
	p.Open(v.studies.ID, "orders published", "Published studies")
	for _, s := range reproduce.Together() {
		words := `<b>` + s.Name + `</b> ` + lab.Esc(s.Title) + ` <span>` + lab.Esc(v.about(s)) + `</span>`
		p.HTML(`<p class="order">`)
		p.Box("reproduce-"+s.Name, "study:"+s.Name, words, slices.Contains(v.names, s.Name))
		p.HTML(`</p>`)
	}
	if words := v.unknown(); words != "" {
		p.HTML(`<p class="hint">` + lab.Esc(words) + `</p>`)
	}
	p.Close()
	v.drawAlone(p)
	v.Lab.Draw(hostStudies, p)
}
