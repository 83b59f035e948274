package check

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/sorted"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// review is what a site's files say, and what is to be said of it.
type review struct {
	*site.Site
	notes []Finding
}

func (s *review) note(level Level, at, says, remedy string) {
	s.notes = append(s.notes, Finding{Name: "reading", Severity: level, Place: at, Says: says, Remedy: remedy})
}

// Parameter is one of Slurm's as a site has it.
type Parameter struct {
	Name     string  `json:"name"`
	In       string  `json:"in"`
	Value    string  `json:"value"`
	Default  *string `json:"default"` // in the site's version; null where the parameter is not known here
	Set      bool    `json:"set"`     // a file says it, and it is not the default
	Modelled string  `json:"modelled"`
	Says     string  `json:"says"` // what it does in the model
	// Proven are the kinds of nodes on which passes of a real Slurm under another value than the default come out: "one CPU",
	// "many CPUs", "memory", "GPUs", "preemption". Empty: on none.
	Proven []string `json:"proven"`
}

// Where are the kinds of nodes on which it is proven, in words.
func (p *Parameter) Where() string { return strings.Join(p.Proven, ", ") }

// Answer is what a check finds.
type Answer struct {
	Version    int           `json:"version"`
	Slurm      string        `json:"slurm"`
	Findings   []Finding     `json:"findings"`
	Parameters []Parameter   `json:"parameters"`
	Others     []string      `json:"others"` // parameters that were set and are not about passes or priorities
	Read       []site.Source `json:"read"`
	Left       []site.Source `json:"left"`
	Lacking    []string      `json:"lacking"` // what would tell more
}

// The answers to what is modelled.
var modelled = map[model.Model]string{model.Modelled: "yes", model.Approximated: "approximated", model.LeftOut: "no"}

// notKnown is said of what the model has never heard of.
const notKnown = "not known here: it has no effect"

// Check reads what a site has and checks it. Version counts where no file says one; 0 is none.
func Check(files []site.File, version model.Version, include site.Include) (*Answer, error) {
	x, err := site.Read(files, include)
	if err != nil {
		return nil, err
	}
	return Of(x, version, "--slurm-version")
}

// Of checks a site that was read; by is how whoever asks says the version.
func Of(x *site.Site, version model.Version, by string) (*Answer, error) {
	if len(x.Conf)+len(x.Shown) == 0 {
		return nil, errors.New("no file has the configuration: give what scontrol show config prints, or slurm.conf")
	}
	s := &review{Site: x}
	x.Assume(version)
	for _, n := range x.Notes {
		s.note(Doubtful, n.At, n.Says, n.Remedy)
	}
	for _, n := range x.Refused {
		s.notes = append(s.notes, Finding{Name: refusal, Severity: FixFirst, Place: n.At, Says: n.Says, Remedy: n.Remedy})
	}
	left := slices.Clone(x.Left)
	for _, l := range x.Logs {
		left = append(left, site.Source{File: l.Name, Is: "jobs: slurm run takes them"})
	}
	if !s.Said && version == 0 {
		s.note(Doubtful, "", "No file says the version of Slurm. Defaults are those of "+s.Version.String()+".",
			"Give what scontrol show config prints, or "+by+".")
	}
	if s.Version.Seen() != s.Version {
		s.note(Doubtful, "", "Slurm "+s.Version.String()+" was not run for the model. It behaves here "+
			"as "+s.Version.Seen().String()+".", "")
	}
	a := &Answer{Version: 1, Slurm: s.Version.String(), Read: s.Read, Left: orEmpty(left), Others: []string{}, Lacking: s.lacking()}
	s.doubts()
	a.Parameters, a.Others = s.parameters()
	a.Findings = slices.Concat(s.notes, s.findings())
	sorted.Stable(a.Findings, func(x, y Finding) int { return x.Severity.rank() - y.Severity.rank() })
	return a, nil
}

// refusal is the name of what is found where slurmctld would not start.
const refusal = "refused"

// Refused is the first thing at which slurmctld would not start with the files, or nil.
func (a *Answer) Refused() *Finding {
	for i := range a.Findings {
		if a.Findings[i].Name == refusal {
			return &a.Findings[i]
		}
	}
	return nil
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// lacking says which files would tell more.
func (s *review) lacking() []string {
	list := []string{}
	for _, x := range []struct {
		lacks bool
		words string
	}{
		{len(s.Partitions) == 0, "scontrol show partition: limits of time"},
		{!s.Kinds[site.QOS], "sacctmgr show qos -P: limits and priorities of QOS"},
		{!s.Kinds[site.Diag], "sdiag: how long backfill passes take, and how many jobs wait"},
		{len(s.Nodes) == 0, "scontrol show node: nodes that are down, weights, generic resources"},
		{!s.Kinds[site.Associations], "sacctmgr show assoc -P: shares and limits of accounts and users"},
	} {
		if x.lacks {
			list = append(list, x.words)
		}
	}
	return list
}

// number is the value that counts, in the parameter's unit; of a flag 1 is on.
func (s *review) number(name string) int64 {
	p := parameter(name)
	if p.Unit == model.Flag && s.Given(p) == nil {
		return 0
	}
	n, _ := p.Value(s.Text(p))
	return n
}

// words is the value that counts, as tables have it.
func (s *review) words(name string) string {
	p := parameter(name)
	return p.Write(s.Text(p))
}

// place is where a parameter is set, or that it isn't.
func (s *review) place(name string) string {
	if g := s.Given(parameter(name)); g != nil {
		return g.At
	}
	return "not set"
}

// parameter is one of those declared; a name that isn't is an error of this package.
func parameter(name string) *model.Parameter {
	if p := model.Find(name, true); p != nil {
		return p
	}
	return model.Find(name, false)
}

// scheduling says whether a parameter may matter to passes and priorities, by its name. (It is no regular expression, nor
// is idle: the page would be 78 kB longer.)
func scheduling(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"priority", "preempt", "sched", "select", "topology", "federation"},
		func(begins string) bool { return strings.HasPrefix(name, begins) })
}

// idle says whether a value is one under which what is not known here does nothing: nothing, 0 of whatever unit, or a
// plugin that is none.
func idle(value string) bool {
	value = strings.ToLower(value)
	switch value {
	case "(null)", "none", "n/a", "off", "no", "0", "00:00:00", "":
		return true
	}
	unit, none := strings.CutPrefix(value, "0 ")
	if !none {
		unit, none = strings.CutSuffix(value, "/none")
	}
	return none && unit != "" && !strings.ContainsFunc(unit, func(r rune) bool {
		return r != '_' && (r < '0' || '9' < r) && (r < 'a' || 'z' < r)
	})
}

// parameters are all that the model knows, then those of partitions, nodes and QOS that are set, then what
// it doesn't know; others are those of other concerns.
func (s *review) parameters() (list []Parameter, others []string) {
	for i := range model.Parameters {
		p := &model.Parameters[i]
		value := p.DefaultOf(s.Version)
		x := Parameter{Name: p.Name, In: p.In(), Modelled: modelled[p.Model], Says: p.Says, Proven: orEmpty(p.Proven())}
		if p.Unit != model.Flag {
			value = p.Write(value)
		}
		x.Default, x.Value = &value, s.words(p.Name)
		if g := s.Given(p); g != nil {
			x.Value = p.Write(g.Value)
			if x.Set = !s.same(p, g.Value); x.Value == "" && p.Option {
				x.Value = "on"
			}
			if _, err := p.Value(g.Value); err != nil {
				x.Says = "no value known here: the default counts"
			}
		} else if p.Unit == model.Flag {
			x.Value = "off"
		}
		list = append(list, x)
	}
	list = append(list, s.limits()...)
	for _, o := range s.Options {
		if model.Find(o.Name, true) == nil {
			value := o.Value
			if value == "" {
				value = "on"
			}
			list = append(list, Parameter{Name: o.Name, In: "SchedulerParameters", Value: value, Set: true, Modelled: "no", Says: notKnown,
				Proven: []string{}})
		}
	}
	others = []string{}
	named := map[string]bool{}
	for _, c := range s.Counted() {
		switch {
		case strings.EqualFold(c.Name, "SchedulerParameters") || model.Find(c.Name, false) != nil:
		case scheduling(c.Name) && !idle(c.Value):
			list = append(list, Parameter{Name: c.Name, In: "slurm.conf", Value: c.Value, Set: true, Modelled: "no", Says: notKnown,
				Proven: []string{}})
		case s.Kinds[site.Shown] && idle(c.Value), named[c.Name]:
		default:
			named[c.Name] = true
			others = append(others, c.Name)
		}
	}
	return list, others
}

// same says whether a value is the default.
func (s *review) same(p *model.Parameter, text string) bool {
	plain := p.DefaultOf(s.Version)
	if p.Unit == model.Flag {
		n, _ := p.Value(text)
		return n == 0
	}
	if other := model.Find(plain, true); other != nil {
		plain = s.Text(other)
	}
	return alike(p, text, plain)
}

// alike says whether two texts are one value.
func alike(p *model.Parameter, a, b string) bool {
	x, errX := p.Value(a)
	y, errY := p.Value(b)
	if p.Unit == model.Words || errX != nil || errY != nil {
		first := func(t string) string { t, _, _ = strings.Cut(t, " "); return t }
		return strings.EqualFold(first(a), first(b)) || strings.HasSuffix(a, "/"+b)
	}
	return x == y
}

// associations are those of sacctmgr, by the names that sentences have.
func (s *review) associations() (list []site.Record) {
	for _, r := range s.Associations {
		if user := r.Of["user"]; user != "" {
			r.Name += "/" + user
		}
		list = append(list, r)
	}
	return list
}

// seconds is a limit of time; none: there is no limit.
func seconds(text string) (n int64, none bool) {
	switch strings.ToUpper(text) {
	case "", "UNLIMITED", "INFINITE", "NONE", "-1":
		return 0, true
	}
	n, ok := model.ParsePeriod(text)
	return n, !ok
}

// whole writes the value of a parameter of slurm.conf that is a whole number.
func whole(n int64) string { return strconv.FormatInt(n, 10) }
