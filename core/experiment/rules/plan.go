package rules

import (
	"errors"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/guard"
	"shadowtime/core/study"
)

// Name is the kind's name: in messages to workers, in links, in files of rows.
const Name = "rules"

// Kind is the search for rules in the record of a log, as workers and campaigns compute it.
func Kind() study.Kind {
	k := study.KindOf[Plan, Row](Name, func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) })
	k.Ask = ask
	return k
}

// Rows are the rows known of a plan on a log.
type Rows = study.Rows[Row, *Row]

// Verb is how the command is asked for it.
var Verb = study.Verb{Name: Name}

// version of the Plan format.
const version = 1

// Plan asks what the users of a log waited for, and which rules held them.
type Plan struct {
	Version int `json:"version"`
	study.Workload
	// Exempt is the share of the starts that a rule concerns which may break it all the same.
	Exempt float64 `json:"exempt"`
	// Forward asks, too, what the rules of the log's first half of jobs are worth in the second.
	Forward bool `json:"forward"`
	// Said are rules that a site's own files say.
	Said []Said `json:"said,omitempty"`
}

// Said is what a line of a site's files says of starts.
type Said struct {
	Text string `json:"text"` // of the rule, as --rules reads it; "": it is none here
	By   string `json:"by"`   // where it stands, what stands there and, of what is no rule, why
}

// mostSaid leaves room for rules that are found.
const mostSaid = guard.Most * 3 / 4

// saidText is a list as a setting has it: a line each, a rule and what says it with a tab between.
func saidText(list []Said) string {
	lines := make([]string, len(list))
	for i, x := range list {
		lines[i] = x.Text + "\t" + x.By
	}
	return strings.Join(lines, "\n")
}

// readSaid reads what saidText writes.
func readSaid(text string) ([]Said, error) {
	var list []Said
	rules := 0
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" {
			continue
		}
		what, by, _ := strings.Cut(line, "\t")
		x := Said{By: by}
		if what = strings.TrimSpace(what); what != "" {
			read, err := rule.Parse(what)
			if err != nil {
				return nil, err
			}
			if len(read) != 1 {
				return nil, errors.New("a line says one rule, and what says it behind a tab: " + what)
			}
			x.Text, rules = read[0].Text(), rules+1
		}
		list = append(list, x)
	}
	if rules > mostSaid {
		return nil, errors.New("more rules than can be judged beside others: take some of the files off")
	}
	return list, nil
}

// said are the rules among them.
func (p *Plan) said() (list []rule.Rule) {
	for _, x := range p.Said {
		if read, err := rule.Parse(x.Text); err == nil && x.Text != "" {
			list = append(list, read...)
		}
	}
	return list
}

// Default is the question that the page asks of every log.
func Default() Plan {
	return Plan{Version: version, Workload: study.Workload{Clean: job.Presets()[0].Rules, Seed: 1, Load: 1}, Exempt: 0.02}
}

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	return append(study.Settings{
		study.Real("exempt", &p.Exempt, 0, 0.2).
			With("Starts that may break a rule", "share of the starts that a rule concerns which may break it all the same, 0 to 0.2: "+
				"jobs that administrators let through").Around("up to a share of", "of the starts that it concerns"),
		study.Flag("forward", &p.Forward).Display().
			With("On the second half", "read rules from the first half of the jobs alone, too, and say what they are worth in the second"),
		p.saidSetting(),
	}, p.CleanedSettings()...)
}

// saidSetting are the rules of the site's files.
func (p *Plan) saidSetting() study.Setting {
	s := study.Words("said", func() string { return saidText(p.Said) }, func(text string) error {
		list, err := readSaid(text)
		if err == nil {
			p.Said = list
		}
		return err
	})
	s.Filed = true
	return s.With("Rules that files say", "rules that a site's own files say, a line each, and behind a tab "+
		"which line says it").AddedLater("")
}

// Normalise checks the Plan and brings it into its one form.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, version); err != nil {
		return err
	}
	p.Workload = study.Workload{Clean: p.Clean, Procs: p.Procs, Seed: 1, Load: 1} // nothing is drawn, and nothing supposed
	p.Workload.Normalise()
	return nil
}

// The tasks: what jobs waited for, the rules of the whole log, and those of its first half on the second.
const (
	Waits = study.Logged
	Whole = 1
	Half  = 2
)

// Last is the number of the last task that is asked for.
func (p *Plan) Last() int {
	if p.Forward {
		return Half
	}
	return Whole
}

// Steps is the number of progress steps of a task: rounds of a search.
func (p *Plan) Steps() int { return rounds + 1 }
