package job

import (
	"errors"
	"strconv"
	"strings"
)

// Overrun says what becomes of a job that ran past its requested time.
type Overrun uint8

const (
	Extend      Overrun = iota // p~ := p, the published online study's reading
	DropOverrun                // the job is left out
	Kill                       // p := p~, as a machine that enforces requests
	Swap                       // p~ := p, then p := the former p~, as pyss reads a log
)

var overrunNames = [...]string{"extend", "drop", "kill", "swap"}

func (o Overrun) String() string { return overrunNames[o] }

// ParseOverrun reads extend, drop, kill or swap.
func ParseOverrun(s string) (Overrun, error) {
	for i, n := range overrunNames {
		if s == n {
			return Overrun(i), nil
		}
	}
	return 0, errors.New("overrun rule " + quote(s) + " is not known: use extend, drop, kill or swap")
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
	DropAllocAbove bool    `json:"dropAllocAbove"`        // allocated processors above the machine, though the request fits
	DropZeroRun    bool    `json:"dropZeroRun"`           // run time 0
	DropNoRequest  bool    `json:"dropNoRequest"`         // requested time (field 9 itself) unknown, zero or negative
	DropMissing    bool    `json:"dropMissing,omitempty"` // the same, of a log some of whose jobs have one: one that has none is kept
	DropPartial    bool    `json:"dropPartial"`           // status 2-4: parts of a job that has a summary line too
	Overrun        Overrun `json:"overrun"`               // run time above the requested time
	OneSecond      bool    `json:"oneSecond"`             // run and requested times are at least 1 s, as in pyss

	// AsRead takes jobs as the program of the regression study does: processors
	// are those allocated (field 5 alone), a request stays as it is, above the run
	// time or below; run times are positive, and so are requests if any job of the
	// log has one. It goes before all rules above.
	AsRead bool `json:"asRead,omitempty"`

	// Flurry leaves out bursts: all jobs that a user submitted in a week in
	// which they are more than Flurry times the mean number of jobs in a week,
	// all users together (Tsafrir and Feitelson 2006 call them flurries). 0
	// keeps them.
	Flurry float64 `json:"flurry"`
}

// MaxFlurry bounds Rules.Flurry.
const MaxFlurry = 1000

// Check says what is wrong with the rules, if anything is.
func (r Rules) Check() error {
	if !(r.Flurry >= 0 && r.Flurry <= MaxFlurry) {
		return errors.New("flurry is " + strconv.FormatFloat(r.Flurry, 'g', -1, 64) +
			": give how many mean weeks of jobs a user's week may hold, up to 1000, or 0 to keep all")
	}
	return nil
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
		{"prediction", Rules{DropAllocAbove: true, DropZeroRun: true, DropMissing: true, DropPartial: true, Overrun: Kill},
			"run-time prediction: no zero-length runs, no jobs without a request where others have one, runs cut to the request"},
		{"none", Rules{Overrun: Extend},
			"only what can't be simulated is left out"},
	}
}

// AsRead are the rules of the regression study's program. They belong to its
// dialect and are no preset.
func AsRead() Rules { return Rules{DropZeroRun: true, AsRead: true} }

// ParsePreset returns the rules of a preset.
func ParsePreset(name string) (Rules, error) {
	for _, p := range Presets() {
		if p.Name == name {
			return p.Rules, nil
		}
	}
	return Rules{}, errors.New("cleaning " + quote(name) + " is not known: use " + presetNames())
}

func presetNames() string {
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// Preset returns the name of the preset with these rules, or "custom". Bursts
// are a question of their own, beside every preset.
func (r Rules) Preset() string {
	r.Flurry = 0
	if r == AsRead() {
		return "as the regression study"
	}
	for _, p := range Presets() {
		if p.Rules == r {
			return p.Name
		}
	}
	return "custom"
}

// drops are the rules that leave jobs out, by their names in text.
func (r *Rules) drops() []struct {
	name string
	on   *bool
} {
	return []struct {
		name string
		on   *bool
	}{{"alloc-above", &r.DropAllocAbove}, {"zero-run", &r.DropZeroRun}, {"no-request", &r.DropNoRequest},
		{"missing-request", &r.DropMissing}, {"partial", &r.DropPartial}}
}

// DropNames lists the names of single rules that leave jobs out.
func DropNames() string {
	var names []string
	for _, d := range new(Rules).drops() {
		names = append(names, d.name)
	}
	return strings.Join(names, ", ")
}

// Drops says which jobs are left out: the name of the preset that leaves out
// the same, whatever becomes of overruns, or the single rules with + between
// them.
func (r Rules) Drops() string {
	var names []string
	for _, d := range r.drops() {
		if *d.on {
			names = append(names, d.name)
		}
	}
	text := strings.Join(names, "+")
	for _, p := range Presets() {
		var list []string
		for _, d := range p.Rules.drops() {
			if *d.on {
				list = append(list, d.name)
			}
		}
		if strings.Join(list, "+") == text {
			return p.Name
		}
	}
	return text
}

// ParseDrops reads what Drops wrote: the rules of a preset, those that leave out
// certain jobs and raise the request of overruns, or both, as prediction+no-request.
func ParseDrops(text string) (Rules, error) {
	r, err := ParsePreset(text)
	if err == nil {
		return r, nil
	}
	first, rest, _ := strings.Cut(text, "+")
	if r, err = ParsePreset(strings.TrimSpace(first)); err != nil {
		r, rest = Rules{}, text
	}
	for _, name := range strings.Split(rest, "+") {
		found := false
		for _, d := range r.drops() {
			if d.name == strings.TrimSpace(name) {
				*d.on, found = true, true
			}
		}
		if !found {
			return Rules{}, errors.New("cleaning " + quote(text) + " is not known: use " + presetNames() + ", single rules with + " +
				"between them (" + DropNames() + "), or both, the preset first")
		}
	}
	return r, nil
}

func quote(s string) string {
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return "\"" + s + "\""
}
