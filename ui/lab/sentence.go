package lab

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"shadowtime/core/study"
)

// Sentence is a question that is read aloud with the controls that stand in it. In its
// text {name} is a control and <word> a word of the field that Tips explain.
type Sentence struct {
	Text string
	Tips map[string]string
	With map[string]Part
}

func (x Sentence) put(s *Method, at *vugu.VGNode, out *vugu.BuildOut) {
	s.say(x.Text, element(at, "p", "class", "sentence"), out)
}

// say puts words of the sentence with its controls.
func (s *Method) say(words string, at *vugu.VGNode, out *vugu.BuildOut) {
	for words != "" {
		i := strings.IndexAny(words, "{<")
		if i < 0 {
			text(at, words)
			return
		}
		if i > 0 {
			text(at, words[:i])
		}
		j := strings.IndexAny(words, "}>")
		if name := words[i+1 : j]; words[i] == '<' {
			term{name, name, s.Sentence.Tips[name]}.put(at)
		} else {
			s.Sentence.With[name].put(s, at, out)
		}
		words = words[j+1:]
	}
}

// term is a word of the field with its explanation, on demand and in place. Of is what
// it speaks of where the word is but a unit.
type term struct{ word, of, tip string }

func (t term) put(at *vugu.VGNode) {
	n := element(at, "a", "class", "term", "href", Entry(t.of), "target", "_blank", "rel", "noopener", "aria-label", t.of+": "+t.tip,
		"data-tip", t.tip)
	n.SetInnerHTML(t.word)
}

// entries of the glossary that are called otherwise than the word that leads there.
var entries = map[string]string{"jobs at a time": "stretch", "of selection and placing": "placing", "compared with": "baseline",
	"primary": "queue-order", "backfill": "backfilling-order", "thresholds": "threshold", "today’s": "baseline", "weeks": "week",
	"replicates": "replicate", "resamples": "resample", "Train": "agent", "episodes": "episode", "paid": "reward", "seeds": "seed",
	"Replay": "replay", "beside": "baseline", "Predict": "prediction", "correct": "correction", "Fit": "fitted-order", "pairs": "job-pair",
	"trials": "trial", "features": "feature", "wait": "users-who-wait", "windows": "window"}

// Entry is where the glossary explains a dotted word.
func Entry(word string) string { return "docs/glossary.html#" + cmp.Or(entries[word], word) }

// Wording is a part of the sentence that the view words.
type Wording func() string

func (f Wording) put(_ *Method, at *vugu.VGNode, _ *vugu.BuildOut) {
	element(at, "span").SetInnerHTML(f())
}

// Aside is a part of the sentence that is not always there, or one apart from it.
type Aside struct {
	Text      string // with controls
	Close     bool   // no line breaks in it
	Hidden    func() bool
	ID, Apart string // id and class of one apart: "hint"
}

func (a Aside) put(s *Method, at *vugu.VGNode, out *vugu.BuildOut) {
	tag, class := "span", a.Apart
	switch {
	case a.Apart != "":
		tag = "p"
	case a.Close:
		class = "nowrap"
	}
	n := element(at, tag)
	mark(n, "id", a.ID)
	mark(n, "class", class)
	hide(n, a.Hidden)
	s.say(a.Text, n, out)
}

// Opener is a button in the sentence that unfolds a part of the form.
type Opener struct {
	Fold  *Fold
	ID    string // "": none
	Words func() string
}

func (o Opener) put(_ *Method, at *vugu.VGNode, _ *vugu.BuildOut) {
	n := element(at, "button", "type", "button", "class", "inline", "aria-controls", o.Fold.ID, "data-act", "fold", "data-arg", o.Fold.Key,
		"aria-expanded", Bool(o.Fold.Open))
	mark(n, "id", o.ID)
	n.SetInnerHTML(o.Words())
}

// Count is the field of a number.
type Count struct {
	Key       string        // of what it sets
	ID        string        // "": the question's and the key
	Label     string        // what it is called, where no Label does
	Low, High string        // of whole numbers, as far as there are bounds
	Last      func() string // in place of High
	Mode      string        // of the keyboard, where it takes other text, too: "decimal"
	Long      bool          // it has room for many digits
	Shown     func() string // nil: as the setting's field shows it
}

func (c Count) put(s *Method, at *vugu.VGNode, _ *vugu.BuildOut) {
	class, kind, high, shown := "inline n3", "number", c.High, c.Shown
	if c.Long {
		class = "inline"
	}
	if c.Mode != "" {
		kind = "text"
	}
	if c.Last != nil {
		high = c.Last()
	}
	if shown == nil {
		shown = func() string { return s.Shown(c.Key) }
	}
	n := element(at, "input", "type", kind, "class", class, "id", cmp.Or(c.ID, s.id(c.Key)), "data-set", c.Key)
	mark(n, "aria-label", c.Label)
	mark(n, "inputmode", c.Mode)
	mark(n, "min", c.Low)
	mark(n, "max", high)
	n.AddAttrInterface("value", shown())
}

// Choice is one of several values.
type Choice struct {
	Key     string // of what it sets
	ID      string // behind the question's, "": the key; "-": none
	Label   string
	Options func() []study.Option // nil: those that the setting declares
	Now     func() string         // the one in force; nil: the setting's
}

func (c Choice) put(s *Method, at *vugu.VGNode, _ *vugu.BuildOut) {
	n := element(at, "select", "class", "inline", "aria-label", c.Label, "data-set", c.Key)
	switch c.ID {
	case "":
		mark(n, "id", s.IDs+c.Key)
	case "-":
	default:
		mark(n, "id", s.IDs+c.ID)
	}
	var list []study.Option
	now := ""
	if c.Options == nil || c.Now == nil {
		of := s.Settings().Find(c.Key)
		list, now = of.Options, of.Get()
	}
	if c.Options != nil {
		list = c.Options()
	}
	if c.Now != nil {
		now = c.Now()
	}
	for _, o := range list {
		x := element(n, "option", "value", o.Value)
		x.Prop = append(x.Prop, vugu.VGProperty{Key: "selected", JSONVal: strconv.AppendBool(nil, o.Value == now)})
		x.SetInnerHTML(o.Words)
	}
}

// Pairs are options as values with their words, one after the other.
func Pairs(list ...string) func() []study.Option {
	var options []study.Option
	for i := 0; i < len(list); i += 2 {
		options = append(options, study.Option{Value: list[i], Words: list[i+1]})
	}
	return func() []study.Option { return options }
}

// Options are values with what words says of each; nil: their own.
func Options(values []string, words func(value string) string) (list []study.Option) {
	for _, v := range values {
		x := study.Option{Value: v, Words: v}
		if words != nil {
			x.Words = words(v)
		}
		list = append(list, x)
	}
	return list
}

// Chosen are options with the one in force among them, whose words are asked for where
// it is none of them.
func Chosen(list []study.Option, value string, words func(value string) string) []study.Option {
	for _, o := range list {
		if o.Value == value {
			return list
		}
	}
	return append(list[:len(list):len(list)], study.Option{Value: value, Words: words(value)})
}

// Threshold asks for one in hours, or none.
type Threshold struct {
	ID         string // of the choice; "-": none
	Label, Tip string
	With, None string // words of one, and of none
	Seldom     bool   // none comes first
}

// thresholdOn is what its choice sets.
const thresholdOn = "threshold-on"

func (t Threshold) put(s *Method, at *vugu.VGNode, out *vugu.BuildOut) {
	with, none := []string{"hours", t.With}, []string{"none", t.None}
	options, now := append(with, none...), "hours"
	if t.Seldom {
		options = append(none, with...)
	}
	if !s.hasThreshold() {
		now = "none"
	}
	Choice{Key: thresholdOn, ID: t.ID, Label: t.Label, Options: Pairs(options...), Now: func() string { return now }}.put(s, at, out)
	n := element(at, "span", "class", "nowrap")
	n.AddAttrInterface("hidden", now == "none")
	text(n, "\u00a0")
	Count{Key: "threshold", Label: "Threshold in hours", Low: "0", High: "100000", Shown: s.Hours}.put(s, n, out)
	text(n, "\u00a0")
	term{"h", "threshold", t.Tip}.put(n)
}

// usualThreshold is the one that the page proposes.
const usualThreshold = study.Seconds(40 * 3600)

// asksThreshold says whether the sentence has that choice.
func (s *Method) asksThreshold() bool {
	_, asks := s.Sentence.With["threshold"].(Threshold)
	return asks
}

func (s *Method) hasThreshold() bool {
	return s.Settings().Find("threshold").Get() != study.None.String()
}

// Hours is the threshold as its field shows it, or the usual one.
func (s *Method) Hours() string {
	if !s.hasThreshold() {
		return hours(usualThreshold)
	}
	return s.Shown("threshold")
}

// setThreshold takes the choice between one and none.
func (s *Method) setThreshold(text string) {
	at := study.None
	if text != at.String() {
		at = usualThreshold
	}
	_ = s.Settings().Find("threshold").Set(at.String()) // it is one
	s.Lab.Changed()
}
