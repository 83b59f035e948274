package reproduce

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/report/published"
	"shadowtime/core/sim"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
)

// Reading is one way of asking what the study asked: under a protocol, with
// settings that go before it.
type Reading struct {
	Protocol string           `json:"protocol"`
	Title    string           `json:"title"`
	Changes  []Change         `json:"changes,omitempty"`
	Beside   published.Beside `json:"-"`
}

// Change is a setting that goes before the protocol's.
type Change struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// Readings are those of a study: one a protocol.
func (s *Study) Readings() (list []Reading) {
	for _, name := range s.Protocols {
		if p, ok := protocol.Find(name, s.Kind); ok {
			list = append(list, Reading{Protocol: name, Title: p.Title})
		}
	}
	return list
}

// Apart are readings of the orders as run, each with one thing as the text has it
// or as the laboratory proposes: they show what each decides.
func (s *Study) Apart() (list []Reading) {
	if s.Kind != compare.Name {
		return nil
	}
	for _, x := range []struct{ title, key, text string }{
		{"every order backfills in its own way", "backfill", "same"},
		{"all backfill first come, first served", "backfill", "FCFS"},
		{"a threshold of 40 h", "threshold", "40h"},
		{"overruns get a longer request", "clean", "online"},
		{"weeks by the calendar", "week-start", "calendar"},
		{"ties and thresholds of this laboratory", "dialect", sim.Shadowtime.String()},
	} {
		list = append(list, Reading{Protocol: protocol.Run2018, Title: "as run in 2018, but " + x.title,
			Changes: []Change{{x.key, x.text}}})
	}
	return list
}

// Ask makes a plan ask so: the settings are those of the plan.
func (r Reading) Ask(s study.Settings) error {
	if err := s.Find("protocol").Set(r.Protocol); err != nil {
		return err
	}
	for _, c := range r.Changes {
		if err := s.Find(c.Key).Set(c.Text); err != nil {
			return err
		}
	}
	return nil
}

// Take sets what was computed beside what was printed for a log.
func (r *Reading) Take(s Study, log string, ours []published.Ours) {
	r.Beside = published.Pairs(published.Lookup(log, s.Kind), ours)
}

// Table is a study on a log: what was printed, and a column a reading.
type Table struct {
	Study    Study
	Log      string // its name in the study
	Checked  bool   // the log is known by its digest
	Readings []Reading
	Wholes   []Whole // in seconds, beside the changes
}

// Caution says why the figures may be of other jobs; "" where the log is known to be the
// study's.
func (t *Table) Caution() string {
	switch {
	case t.Checked:
		return ""
	case !published.Digested(t.Log):
		return "No digest is known for " + t.Log + ": it is taken by its name, and may be another version than the study's."
	}
	return t.Log + " is not the version of the log that is known here: its figures may be of other jobs."
}

// Figures are the rows.
func (t *Table) Figures() []published.Figure { return published.Lookup(t.Log, t.Study.Kind) }

// Plain are the readings under a protocol alone.
func (t *Table) Plain() (list []Reading) {
	for _, r := range t.Readings {
		if len(r.Changes) == 0 {
			list = append(list, r)
		}
	}
	return list
}

// Sentence says how near the readings come.
func (t *Table) Sentence() string {
	text := ""
	for i := range t.Readings {
		r := &t.Readings[i]
		f := r.Beside.Fit()
		switch {
		case f.N == 0 || len(r.Changes) > 0:
			continue
		case text == "" && f.N == 1:
			text = t.Log + " " + r.Title + ": "
		case text == "":
			text = t.Log + " " + r.Title + ": on average "
		case f.N == 1:
			text += "; " + r.Title + ": "
		default:
			text += "; " + r.Title + ": on average "
		}
		if f.N == 1 {
			text += published.Points(f.Mean) + " from the printed figure"
			continue
		}
		text += published.Points(f.Mean) + " from the study's " + strconv.Itoa(f.N) + " figures, at most " + published.Points(f.Largest) +
			" (" + f.At + "), " + strconv.Itoa(f.Inside) + " inside our simulation error"
	}
	if text == "" {
		return "Nothing is known yet."
	}
	return text + "."
}

// Notes explain what stands in the table: labels, cells, and why a protocol says
// what the text does not.
func (t *Table) Notes() (list []string) {
	for i := range t.Readings {
		if b := t.Readings[i].Beside; len(b) > 0 {
			list = append(list, b.Notes()...)
			break
		}
	}
	for _, r := range t.Readings {
		if p, ok := protocol.Find(r.Protocol, t.Study.Kind); ok && len(r.Changes) == 0 {
			list = append(list, numeral.Capital(p.Title)+": "+p.Words+".")
		}
	}
	return append(list, explanations[t.Study.Kind]...)
}

// explanations are what is known of the differences that are left.
var explanations = map[string][]string{
	compare.Name: {
		"The study drew other weeks by other seeds: a figure of 60 resamples moves by half a point to one and a half from draw to draw " +
			"on KTH-SP2 and SDSC-SP2, by 2 to 10 on UniLu-Gaia, which has eleven whole weeks.",
	},
	online.Name: {
		"The bandit is printed with an exploration of 0.1; the program's parameter is the share of exploitation, and was 0.5.",
		"In the program a job of the queue that a simulation starts with may count a wait below zero; here none does.",
	},
	tune.Name: {
		"The study drew other weeks by other seeds: from seed to seed the figure moves by 2 to 6 points.",
	},
}
