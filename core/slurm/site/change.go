package site

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"shadowtime/core/sim/order"
	"shadowtime/core/slurm/model"
)

// Difference is a setting that a change makes another. A text is "" where nothing is set and there is no default.
type Difference struct {
	Name      string      `json:"name"`
	Partition string      `json:"partition,omitempty"` // whose key it is
	From      string      `json:"from"`
	To        string      `json:"to"`
	Option    bool        `json:"-"` // of SchedulerParameters
	Model     model.Model `json:"-"` // what is made of it
	Says      string      `json:"says"`
}

// With is the site with a change: lines of slurm.conf that are put in place of its own. An option of SchedulerParameters
// stands for itself (bf_window=2880; bf_continue=no takes a flag away), a line PartitionName=NAME changes just the keys that
// it has, and lines NodeName=NAMES of names that are new add nodes, of those that are there they change what these have.
// A whole slurm.conf, which names the cluster or its controller, takes the place of all that is set.
func (s *Site) With(f File, include Include) (*Site, error) {
	if Whole(f.Text) {
		return s.under(f, include)
	}
	t := s.copied()
	var added []Record // nodes
	set := false
	for number, line := range model.Lines(f.Text) {
		at := fmt.Sprintf("%s, line %d", f.Name, number)
		pairs, rest := assignments(line)
		if rest = strings.TrimSpace(rest); rest != "" && strings.Trim(rest, ", ") != "" {
			for word := range strings.FieldsFuncSeq(rest, func(r rune) bool { return r == ',' || model.IsBlank(r) }) {
				if model.Find(word, true) == nil {
					return nil, fmt.Errorf("%s: %q is no parameter with its value: write one as in slurm.conf, PriorityWeightAge=1000 "+
						"or bf_window=2880", at, Shortened(word))
				}
				pairs = append(pairs, [3]string{"", word, ""})
			}
		}
		if len(pairs) == 0 {
			continue
		}
		if strings.EqualFold(pairs[0][1], "NodeName") {
			more, err := t.changeNodes(at, pairs)
			if err != nil {
				return nil, err
			}
			added = append(added, more...)
			continue
		}
		if strings.EqualFold(pairs[0][1], "PartitionName") {
			if err := t.changePartition(at, pairs); err != nil {
				return nil, err
			}
			continue
		}
		for _, p := range pairs {
			x := Setting{Name: strings.TrimSuffix(p[1], ","), Value: unquoted(strings.TrimSuffix(p[2], ",")), At: at}
			set = true
			if err := t.change(x); err != nil {
				return nil, err
			}
		}
	}
	if !set && len(s.Differences(t)) == 0 {
		return nil, errors.New(f.Name + ": nothing is changed: write lines of slurm.conf, as PriorityWeightAge=1000")
	}
	if err := s.worse(t); err != nil {
		return nil, err
	}
	return t, t.reached(added)
}

// worse errs where slurmctld would not start with a change, and would without.
func (s *Site) worse(t *Site) error {
	before := s.stopping()
	for _, n := range t.stopping() {
		if !slices.Contains(before, n) {
			return errors.New(n.At + ": " + n.Says + " " + n.Remedy)
		}
	}
	return nil
}

// stopping is what the daemon would refuse of values, if all stood in slurm.conf.
func (s *Site) stopping() []Note {
	u := *s
	u.Kinds, u.Refused = map[Kind]bool{QOS: s.Kinds[QOS]}, nil
	if s.Kinds[Shown] {
		u.Conf = s.Shown
	}
	u.valued()
	return u.Refused
}

// reached errs where nodes that are added are in no partition.
func (s *Site) reached(added []Record) error {
	var lists []Record
	for i := range s.Partitions {
		list := unless(s.Partitions[i].Of["nodes"])
		if strings.EqualFold(list, "ALL") {
			return nil
		}
		lists = append(lists, Record{Name: list})
	}
	if len(beyond(added, lists)) == 0 {
		return nil
	}
	return fmt.Errorf("%s: nodes would be in no partition: add a line such as PartitionName=%s Nodes=ALL", added[0].At,
		s.defaultPartition())
}

// Whole says whether a text is a whole configuration, and not lines to change one.
func Whole(text string) bool {
	for _, line := range model.Lines(text) {
		line = strings.ToLower(line)
		for _, key := range [...]string{"clustername", "slurmctldhost", "controlmachine"} {
			if strings.HasPrefix(line, key) {
				return true
			}
		}
	}
	return false
}

// copied is a site whose settings and partitions are its own.
func (s *Site) copied() *Site {
	t := *s
	t.Conf, t.Shown, t.Options = slices.Clone(s.Conf), slices.Clone(s.Shown), slices.Clone(s.Options)
	t.Notes, t.Before = slices.Clip(s.Notes), s.Partitions
	t.Partitions = slices.Clone(s.Partitions)
	for i := range t.Partitions {
		t.Partitions[i].Of = maps.Clone(t.Partitions[i].Of)
	}
	return &t
}

// Under is the site whose jobs go by a queue order, whatever the weights are: as by a site factor that outweighs them.
func (s *Site) Under(o order.Order) *Site {
	t := s.copied()
	t.order = &o
	return t
}

// change sets one parameter.
func (s *Site) change(x Setting) error {
	p := model.Find(x.Name, false)
	if p == nil {
		if p = model.Find(x.Name, true); p != nil {
			x.Option = true
		}
	}
	switch {
	case strings.EqualFold(x.Name, "SchedulerParameters"):
	case p == nil:
		return fmt.Errorf("%s: %s is no parameter that is known here: shadowtime slurm check lists them", x.At, Shortened(x.Name))
	default:
		if _, err := p.Value(x.Value); err != nil {
			return fmt.Errorf("%s: %w", x.At, err)
		}
		x.Name = p.Name
	}
	if x.Option {
		s.Options = append(s.Options, x)
		return nil
	}
	list := &s.Conf
	if s.Kinds[Shown] {
		list = &s.Shown
	}
	*list = append(*list, x)
	if p == nil {
		s.Options = s.Options[:0]
		s.readOptions()
	}
	return nil
}

// changePartition changes keys of a partition, or of all with DEFAULT.
func (s *Site) changePartition(at string, pairs [][3]string) error {
	name := unquoted(pairs[0][2])
	done := false
	for i := range s.Partitions {
		if r := &s.Partitions[i]; r.Name == name || strings.EqualFold(name, "DEFAULT") {
			if err := taken(at, pairs[1:]); err != nil {
				return err
			}
			delete(r.Of, "priority") // which counted before, and would again
			for _, p := range pairs[1:] {
				r.Of[strings.ToLower(p[1])] = unquoted(p[2])
			}
			done = true
		}
	}
	leveled(s.Partitions)
	s.Partitions = slices.DeleteFunc(s.Partitions, func(r Record) bool { return r.Name == name && closed(r.Of["state"]) })
	if !done {
		var names []string
		for i := range s.Partitions {
			names = append(names, s.Partitions[i].Name)
		}
		return fmt.Errorf("%s: there is no partition %s: the files have %s", at, Shortened(name), cmp.Or(strings.Join(names, ", "), "none"))
	}
	return nil
}

// taken errs at a key of a partition that a change can't make another: it would do nothing here.
func taken(at string, pairs [][3]string) error {
	for _, p := range pairs {
		known := strings.EqualFold(p[1], "State") || strings.EqualFold(p[1], "Priority")
		names := "State"
		for i := range partitionKeys {
			known, names = known || strings.EqualFold(partitionKeys[i].name, p[1]), names+", "+partitionKeys[i].name
		}
		switch {
		case strings.EqualFold(p[1], "OverSubscribe") && !among("NO EXCLUSIVE", unquoted(p[2])) && p[2] != "":
			return fmt.Errorf("%s: OverSubscribe=%s has jobs share CPUs, and none does here: give NO or EXCLUSIVE, or take it out", at,
				Shortened(p[2]))
		case known:
		case among(partitionNames, p[1]):
			return fmt.Errorf("%s: %s of a partition does nothing here, so what it changes is not known: take it out (%s are taken)", at,
				Shortened(p[1]), names)
		default:
			return fmt.Errorf("%s: %s is no key of a partition: correct the name (%s are taken)", at, Shortened(p[1]), names)
		}
	}
	return nil
}

// untaken notes keys of partitions that another configuration has otherwise, and that do nothing here.
func (s *Site) untaken(t *Site) {
	for i := range s.Partitions {
		r := &s.Partitions[i]
		o := find(t.Partitions, r.Name)
		if o == nil || s.Kinds[Partitions] {
			continue // scontrol prints what nobody set
		}
		for name := range strings.FieldsSeq(partitionNames) {
			key := strings.ToLower(name)
			if unless(r.Of[key]) != unless(o.Of[key]) && taken("", [][3]string{{"", name, ""}}) != nil {
				t.Note(o.At, "partition "+Shortened(r.Name)+" has another "+name+", which does nothing here.", "")
			}
		}
	}
}

// closed says whether a partition of that state takes no jobs, or starts none.
func closed(state string) bool {
	switch strings.ToUpper(state) {
	case "DOWN", "DRAIN", "INACTIVE":
		return true
	}
	return false
}

// under is the site under another configuration: what that does not have of nodes and partitions stays.
func (s *Site) under(f File, include Include) (*Site, error) {
	other := New()
	if err := other.readConf(f, include, Conf.String()); err != nil {
		return nil, err
	}
	other.Settle()
	t := s.copied()
	t.Conf, t.Shown, t.Options = other.Conf, nil, other.Options
	t.Kinds = maps.Clone(s.Kinds)
	t.Kinds[Shown] = false
	if len(other.Partitions) > 0 {
		t.Partitions = other.Partitions
	}
	if len(other.Nodes) > 0 {
		t.Nodes = other.Nodes
	}
	if other.Said {
		t.Version = other.Version
	}
	t.Notes, t.Refused = append(slices.Clone(s.Notes), other.Notes...), other.Refused
	s.untaken(t)
	return t, nil
}

// keys of partitions that are of account here, with what they do.
var partitionKeys = [...]struct{ key, name, none, says string }{
	{"nodes", "Nodes", "", "whose nodes they are"},
	{"prioritytier", "PriorityTier", "1", "jobs of a higher tier are tested first"},
	{"priorityjobfactor", "PriorityJobFactor", "1", "what PriorityWeightPartition counts"},
	{"defaulttime", "DefaultTime", "", "the limit of jobs that have none"},
	{"maxtime", "MaxTime", "", "the limit of jobs that have none, where DefaultTime is none"},
	{"qos", "QOS", "", "its limits count before those of the job's own"},
	{"default", "Default", "NO", "where jobs go whose partition is gone"},
	{"oversubscribe", "OverSubscribe", "NO", "whole nodes where all partitions are EXCLUSIVE"},
	{"preemptmode", "PreemptMode", "", "what becomes of its jobs that are stopped, with preempt/partition_prio"},
	{"gracetime", "GraceTime", "0", "for so long they run on"},
}

// Differences are what another site sets otherwise, of what is known here.
func (s *Site) Differences(t *Site) (list []Difference) {
	for i := range model.Parameters {
		p := &model.Parameters[i]
		from, to := s.Text(p), t.Text(p)
		if s.Given(p) == nil && t.Given(p) == nil {
			continue // another's value stands for both
		}
		if p.Write(from) != p.Write(to) {
			list = append(list, Difference{Name: p.Name, From: p.Write(from), To: p.Write(to), Option: p.Option,
				Model: p.Model, Says: p.Says})
		}
	}
	for i := range s.Partitions {
		r := &s.Partitions[i]
		o := find(t.Partitions, r.Name)
		if o == nil {
			list = append(list, Difference{Name: "PartitionName", Partition: r.Name, From: r.Name,
				Says: "its jobs go to the default partition"})
			continue
		}
		for _, k := range partitionKeys {
			from, to := cmp.Or(unless(r.Of[k.key]), k.none), cmp.Or(unless(o.Of[k.key]), k.none)
			if from != to {
				list = append(list, Difference{Name: k.name, Partition: r.Name, From: from, To: to, Says: k.says})
			}
		}
	}
	for _, line := range beyond(t.Nodes, s.Nodes) {
		list = append(list, Difference{Name: "NodeName", To: line, Says: "nodes that there are not today"})
	}
	for _, line := range beyond(s.Nodes, t.Nodes) {
		list = append(list, Difference{Name: "NodeName", From: line, Says: "nodes that there are today"})
	}
	list = append(list, s.otherwise(t)...)
	for i := range t.Partitions {
		if r := &t.Partitions[i]; find(s.Partitions, r.Name) == nil {
			list = append(list, Difference{Name: "PartitionName", Partition: r.Name, To: r.Name, Says: "no job of the log is in it"})
		}
	}
	return list
}

// hosts are the nodes of records.
func hosts(list []Record) map[string]bool {
	all := map[string]bool{}
	for i := range list {
		names, _ := model.Hosts(list[i].Name, model.MaxNodes)
		for _, name := range names {
			all[name] = true
		}
	}
	return all
}

// beyond are the lines of nodes that others do not have, where these are known.
func beyond(list, others []Record) (lines []string) {
	known := hosts(others)
	for i := range list {
		for name := range hosts(list[i : i+1]) {
			if len(known) > 0 && !known[name] {
				lines = append(lines, list[i].line())
				break
			}
		}
	}
	return lines
}

// line is what a line of slurm.conf says of nodes, behind NodeName=.
func (r *Record) line() string {
	text := r.Name
	for _, key := range [...]string{"CPUs", "Sockets", "CoresPerSocket", "ThreadsPerCore", "RealMemory", "Gres", "Features"} {
		if v := r.Of[strings.ToLower(key)]; v != "" {
			text += " " + key + "=" + v
		}
	}
	return text
}

// defaultPartition is where jobs go that name none.
func (s *Site) defaultPartition() string {
	for i := range s.Partitions {
		if strings.EqualFold(s.Partitions[i].Of["default"], "YES") {
			return s.Partitions[i].Name
		}
	}
	return s.Partitions[0].Name
}

// Line is the line of slurm.conf that sets a parameter to what counts here; "" where nothing sets it.
func (s *Site) Line(name string) string {
	if !strings.EqualFold(name, "SchedulerParameters") {
		if p := model.Find(name, false); s.Given(p) != nil {
			return name + "=" + s.Text(p)
		}
		return ""
	}
	if s.Last(name) == nil && len(s.Options) == 0 {
		return ""
	}
	var list []string
	for i, x := range s.Options {
		again := func(o Setting) bool { return strings.EqualFold(o.Name, x.Name) }
		if slices.ContainsFunc(s.Options[i+1:], again) {
			continue // the last counts
		}
		p := model.Find(x.Name, true)
		switch n := int64(1); {
		case p != nil && p.Unit == model.Flag:
			if n, _ = p.Value(x.Value); n != 0 {
				list = append(list, x.Name)
			}
		case x.Value == "":
			list = append(list, x.Name)
		default:
			list = append(list, x.Name+"="+x.Value)
		}
	}
	return "SchedulerParameters=" + strings.Join(list, ",")
}
