package job

import (
	"errors"
	"strings"
)

// Overrun says what becomes of a job that ran past its requested time.
type Overrun uint8

const (
	Extend      Overrun = iota // p~ := p, the published online study's reading
	DropOverrun                // the job is left out
	Kill                       // p := p~, as a machine that enforces requests
)

var overrunNames = [...]string{"extend", "drop", "kill"}

func (o Overrun) String() string { return overrunNames[o] }

// ParseOverrun reads extend, drop or kill.
func ParseOverrun(s string) (Overrun, error) {
	for i, n := range overrunNames {
		if s == n {
			return Overrun(i), nil
		}
	}
	return 0, errors.New("overrun rule " + quote(s) + " is not known: use extend, drop or kill")
}

// MarshalText and UnmarshalText write the rule by name in JSON.
func (o Overrun) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

func (o *Overrun) UnmarshalText(b []byte) (err error) {
	*o, err = ParseOverrun(string(b))
	return err
}

// Rules say which jobs of a log are simulated. What can't be simulated is left
// out whatever the rules: no processors, more than the machine has, a negative
// or unknown run time or submit time. Each rule below can be switched alone.
type Rules struct {
	DropAllocAbove bool    `json:"dropAllocAbove"` // allocated processors above the machine, though the request fits
	DropZeroRun    bool    `json:"dropZeroRun"`    // run time 0
	DropNoRequest  bool    `json:"dropNoRequest"`  // requested time (field 9 itself) unknown, zero or negative
	DropPartial    bool    `json:"dropPartial"`    // status 2-4: parts of a job that has a summary line too
	Overrun        Overrun `json:"overrun"`        // run time above the requested time
	OneSecond      bool    `json:"oneSecond"`      // run and requested times are at least 1 s, as in pyss
}

// Preset is a named set of rules, as one of the published studies used them.
type Preset struct {
	Name  string
	Rules Rules
	Words string
}

// Presets returns the named sets, the default first.
func Presets() []Preset {
	return []Preset{
		{"online", Rules{DropAllocAbove: true, DropPartial: true, Overrun: Extend},
			"online policy selection: zero-length runs stay, overruns extend the request"},
		{"queue-tuning", Rules{DropAllocAbove: true, DropZeroRun: true, DropNoRequest: true, DropPartial: true, Overrun: DropOverrun},
			"queue tuning: only jobs with a positive run time within a positive request"},
		{"prediction", Rules{DropAllocAbove: true, DropZeroRun: true, DropPartial: true, Overrun: Kill},
			"run-time prediction: no zero-length runs, runs cut to the request"},
		{"none", Rules{Overrun: Extend},
			"only what can't be simulated is left out"},
	}
}

// ParsePreset returns the rules of a preset.
func ParsePreset(name string) (Rules, error) {
	var names []string
	for _, p := range Presets() {
		if p.Name == name {
			return p.Rules, nil
		}
		names = append(names, p.Name)
	}
	return Rules{}, errors.New("cleaning " + quote(name) + " is not known: use " + strings.Join(names, ", "))
}

// Preset returns the name of the preset with these rules, or "custom".
func (r Rules) Preset() string {
	for _, p := range Presets() {
		if p.Rules == r {
			return p.Name
		}
	}
	return "custom"
}

func quote(s string) string {
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return "\"" + s + "\""
}
