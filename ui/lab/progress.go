package lab

import "strconv"

// Verdict is the frame of an answer: the sentence, the progress towards it, and
// what a cancelled run leaves.
type Verdict struct {
	Lab     *Lab
	Host    string        // of the sentence
	Doing   string        // what the progress is of: "Comparing"
	Stopped func() string // what a cancelled run leaves
}

// Progress is the component that shows one.
type Progress struct{ Of *Verdict }

// Running says whether something is computed.
func (v *Verdict) Running() bool { return v.Lab.State == Running }

// Value is the progress for a progress element.
func (v *Verdict) Value() string { return strconv.FormatFloat(v.Lab.Progress(), 'f', 4, 64) }

// Live lets a screen reader say the answer once, not every step towards it.
func (v *Verdict) Live() string {
	if v.Running() {
		return "off"
	}
	return "polite"
}

// Say draws the sentence.
func (v *Verdict) Say(sentence string) {
	v.Lab.Browser.Draw(v.Host, `<p>`+Esc(sentence)+`</p>`)
}
