package lab

import (
	"cmp"
	"slices"

	"github.com/vugu/vugu"

	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
)

// Method is a view as a value: method.vugu draws from it what is asked, origin and
// shown as evidence. A view says of itself what it has and hands that to Begin; what no
// other view has is a part of its own.
type Method struct {
	Lab  *Lab
	Kind string // of its tasks, and its name in links
	Tab  string // its name for people
	For  Purpose
	IDs  string // what ids and hosts of it begin with

	Command study.Verb       // how the command asks the question; none: not at all
	Number  string           // key of the setting that says how many tasks are wanted
	Many    func(p Plan) int // or what does where no setting says so, on any log
	Follow  bool             // the weeks that are proposed are at most those of the log
	Rider   rider            // what is asked beside the plan; nil: nothing

	// The question: its sentence, and what stands between that and its buttons, between
	// these and what unfolds. Plain says that no published study asks it in its own way.
	Sentence     Sentence
	Head         []Part // what is to be read first
	Above, Below []Part
	Folds        []*Fold
	Plain        bool
	Defaults     []string      // settings that a visitor may begin with otherwise than is proposed
	Brief        func() string // the question in a line, to which it folds on a phone once it is asked; nil: it does not
	Verb, Button string        // what its button does, "Compare", and the id of that, "": the kind
	Noun, Doing  string        // what its tasks are called, "resamples", and their progress, "Comparing"

	// The answer, below what it says, and what stands between it and the evidence. Missing
	// says that there is none yet, Said what it says, if the view does not itself: of how
	// many tasks it is, and how many are wanted.
	Answers []Part
	Stage   []Part
	Missing func() bool
	Said    func() (r Report, done, wanted int)
	Stopped func() string          // what a cancelled run leaves; nil: so many resamples
	Pins    func() *Pinnable       // the answer, if it can be pinned; nil: none can be
	Choices func() *report.Choices // of the report in sight; nil: it can't be pinned
	// Enough says how many tasks of a plan on a trace are all that its report takes though
	// it asks for more; nil: it takes all.
	Enough func(o *Opened, p Plan) (n int, ok bool)
	Chart  func(f plot.Frame) string // that of the answer, for a file
	CSV    func() string
	Sort   func(by string) bool // its table

	// The evidence: Unexplained says that there is none yet. Apart from pictures and methods
	// it has parts of its own.
	Proof       string // its heading
	Unexplained func() bool
	Pictures    func() []Picture
	Evidence    []Part
	Text        func() string // methods
	Nested      bool          // the view has put pictures and methods among the parts of its answer

	// What draws the view: what else there is of its form, all that is known on the trace in
	// sight, the answer again, how the picture in sight looks at things, and several logs
	// side by side.
	DrawMore, DrawKnown, DrawAnswer, DrawLook, DrawSide func()
	// Lasting says that jobs of no run time are left out whatever the cleaning says: reports
	// count the others, once Account was asked for.
	Lasting bool
	// ReportOn makes the report on a trace of what is known of the plan; where nothing is,
	// the answer to an earlier question stays.
	ReportOn func(o *Opened)
	// Early is a plan of less than another, of which something is known before anything is of that one, with words for
	// it; nil: nothing is.
	Early func(o *Opened, p Plan) (less Plan, words string)
	// Ready says that rows known on a trace make the answer, and the report in sight does not
	// have them yet; nil: the first row does.
	Ready func(o *Opened) bool
	Pace  Pace // of drawing while rows come in

	Buttons Buttons
	Verdict Verdict
	Pin     Pin
	Printed Printed
	Figures Figures
	Methods Paragraph

	question
	origin origin
	opened bool   // the question, though it was asked
	size   string // of the chart's files

	head, asked, answer, stage, evident vugu.Builder // head and stage nil: there is none
}

func (s *Method) begin() {
	for _, f := range s.Folds {
		f.ID = cmp.Or(f.ID, s.id(f.Key))
		f.Host = cmp.Or(f.Host, f.ID)
	}
	s.Buttons.Lab, s.Buttons.ID, s.Buttons.Verb, s.Buttons.Folds = s.Lab, cmp.Or(s.Button, s.Kind), s.Verb, s.Folds
	if s.Buttons.Known == nil {
		s.Buttons.Known = s.toGo
	}
	s.Verdict = Verdict{Lab: s.Lab, Host: s.id("verdict"), Doing: s.Doing, Stopped: s.Stopped}
	if s.Stopped == nil {
		s.Verdict.Stopped = s.stopped
	}
	s.Pin.Lab, s.Pin.Host = s.Lab, s.id("pinned")
	s.Printed.Lab, s.Printed.Host, s.Printed.Next = s.Lab, s.id("printed"), s.Buttons.ID
	s.Figures = Figures{Lab: s.Lab, Name: s.Kind, Look: cmp.Or(s.Figures.Look, s.id("look")), Pictures: s.Pictures}
	s.Methods = Paragraph{Lab: s.Lab, ID: s.id("methods"), Text: s.Text}
	s.Proof = cmp.Or(s.Proof, "Evidence")

	question := []Part{s.Sentence}
	if s.Defaults != nil {
		question = append(question, Host{Name: s.id(HostDefaults)})
	}
	question = append(append(question, s.Above...), Host{Name: HostRefusals, Class: "refusals"})
	if !s.Plain {
		question = append(question, Host{Name: s.id(HostProtocol)})
	}
	question = append(question, Component{&Actions{&s.Buttons}})
	if !s.Plain {
		question = append(question, Host{Name: s.id(HostStudied)})
	}
	question = append(question, s.Below...)
	for _, f := range s.Folds {
		if f.drawn() {
			question = append(question, Host{Name: f.Host})
		}
	}
	if s.Head != nil {
		s.head = &parts{s, s.Head}
	}
	s.asked, s.answer = &parts{s, question}, &parts{s, s.Answers}
	if s.Pictures != nil && !s.Nested {
		s.Evidence = append(append([]Part{s.Gallery()}, s.Evidence...), s.Paragraph())
	}
	s.evident = &parts{s, s.Evidence}
	if s.Stage != nil {
		s.stage = &parts{s, s.Stage}
	}
}

// Gallery and Paragraph are the pictures and the methods as parts.
func (s *Method) Gallery() Part   { return Component{&Gallery{&s.Figures}} }
func (s *Method) Paragraph() Part { return Component{&Methods{&s.Methods}} }

func (s *Method) id(name string) string { return s.IDs + name }

// AskIDs are those of the button that asks, and of what unfolds it.
func (s *Method) AskIDs() string { return s.Buttons.ID + " " + s.id("brief") }

// folded says that a phone shows the question in a line: an answer stands below it, or comes.
func (s *Method) folded() bool { return s.Brief != nil && !s.opened && s.Asked() }

// Asked says that there is an answer, or that one comes.
func (s *Method) Asked() bool { return !s.Missing() || s.Lab.Computes(s.Kind) }

func (s *Method) briefly() vugu.HTML {
	return vugu.HTML(`<b>Question</b> <span>` + Esc(s.Brief()) + `</span>`)
}

// InBrief is the question in a line, "" where the view writes none.
func (s *Method) InBrief() string {
	if s.Brief == nil {
		return ""
	}
	return s.Brief()
}

// Key and Name are the view's, Purpose says what it is for, Answer is the id of its answer.
func (s *Method) Key() string      { return s.Kind }
func (s *Method) Name() string     { return s.Tab }
func (s *Method) Purpose() Purpose { return s.For }
func (s *Method) Answer() string   { return s.id("answer") }

// Demo asks what is proposed: that is soon done for the sample.
func (s *Method) Demo() {}

// InSight says whether the view shows a trace.
func (s *Method) InSight(o *Opened) bool {
	return s.Lab.View.Key() == s.Kind && o.Trace == s.Lab.Trace
}

// Show draws what is known of the plan on the trace in sight.
func (s *Method) Show() {
	s.Verdict.held = s.Verdict.Running()
	s.Settings() // as the log in sight has them
	s.DrawForm()
	s.DrawKnown()
}

// DrawForm draws what is unfolded of the form, and how a study asked.
func (s *Method) DrawForm() {
	s.DrawAsking()
	s.drawDefaults()
	for _, f := range s.Folds {
		if !f.drawn() {
			continue
		}
		var p *Panel
		if f.Open {
			p = &Panel{}
			p.Open(f.ID, cmp.Or(f.Class, "more"), f.Legend)
			s.Fields(p, slices.DeleteFunc(slices.Clone(f.Keys), func(key string) bool { return f.Without != nil && f.Without(key) })...)
			if f.Fill != nil {
				f.Fill(p)
			}
			p.Close()
		}
		s.Lab.Draw(f.Host, p)
	}
	if s.DrawMore != nil {
		s.DrawMore()
	}
}

// Toggle opens or closes a part of the form; false: it has no such part.
func (s *Method) Toggle(key string) bool {
	if !s.Buttons.Toggle(key) {
		return false
	}
	s.DrawForm()
	return true
}

// Unfold opens a part of the form; one that is open stays so.
func (s *Method) Unfold(key string) {
	if !s.Buttons.Open(key) {
		s.Toggle(key)
	}
}

// Fold closes parts of the form.
func (s *Method) Fold(folds ...*Fold) {
	for _, f := range folds {
		f.Open = false
	}
	s.DrawForm()
}

// DrawFigures draws the picture in sight, and how it looks at things.
func (s *Method) DrawFigures() {
	s.Figures.Draw()
	if s.DrawLook != nil {
		s.DrawLook()
	}
}

// Tell says the answer in words.
func (s *Method) Tell() {
	r, done, wanted := s.Said()
	s.Verdict.Tell(r, s.Kind, done, wanted)
}

func (s *Method) stopped() string {
	r, done, wanted := s.Said()
	if r == nil {
		done = 0
	}
	return s.Verdict.StoppedAt(s.Verb, done, wanted)
}

// Whole says whether the answer in sight is the one asked for, and complete.
func (s *Method) Whole() bool {
	r, done, _ := s.Said()
	return r != nil && s.Verdict.Standing == Asked && done >= 2 && !s.Lab.Computes(s.Kind)
}

// act does what a button asks for that many views have; false: it is none of them.
func (s *Method) act(what, arg string) bool {
	switch {
	case what == "fold":
		return s.Toggle(arg)
	case s.keepDefaults(what):
	case what == "chart-size":
		s.size = arg
	case what == "brief":
		s.opened = !s.opened
	case s.Pictures != nil && s.Figures.Act(what, arg):
		if s.DrawLook != nil {
			s.DrawLook()
		}
	case s.Pins != nil && s.Pin.Act(what, s.Pins()):
	case s.Printed.Set != nil && s.Printed.Act(what):
		s.DrawAnswer()
	case what == "methods" && s.Text != nil:
		s.Methods.Copy()
	case s.Missing == nil || s.Missing():
		return false
	case what == "sort" && s.Sort != nil:
		if s.Sort(arg) {
			s.Lab.Browser.Focus("sort-" + arg)
		}
	case what == "save" && s.Chart != nil:
		s.saveChart(arg)
	default:
		return false
	}
	return true
}

// saveChart hands out the answer's chart as a file, or cites it.
func (s *Method) saveChart(ending string) {
	size, parts := sizeOf(s.size), []string{s.Kind}
	if size.frame.Paper > 0 {
		parts = append(parts, size.key+"-column")
	}
	if "."+ending == citeEnding {
		size = sizes[1] // print says in words what the picture shows
	}
	s.Lab.SavePicture(s.Lab.FileName(ending, parts...), func() string { return s.Chart(size.frame) }, s.CSV)
}

// Sorted sorts a table and draws it.
func Sorted[R any](t *Table[R], draw func()) func(by string) bool {
	return func(by string) bool {
		sorted := t.SortBy(by)
		if sorted {
			draw()
		}
		return sorted
	}
}
