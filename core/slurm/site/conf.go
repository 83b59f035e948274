package site

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/slurm/model"
)

// readConf reads slurm.conf or what a line of it includes: Is says which. A file is read once.
func (s *Site) readConf(f File, include Include, is string) error {
	if at := path.Clean(f.Name); s.seen[at] {
		return nil
	} else if s.seen[at] = true; len(s.seen) > MaxIncludes {
		return fmt.Errorf("%s: more than %s files of slurm.conf: put some together", f.Name, numeral.Count(MaxIncludes))
	}
	s.Read = append(s.Read, Source{f.Name, is})
	for number, rest := range model.Cut(f.Text) {
		s.Note(fmt.Sprintf("%s, line %d", f.Name, number), "# ends the line: "+Shortened(rest)+" is a comment.",
			"Take the # out, if it counts.")
	}
	for number, line := range model.Lines(f.Text) {
		at := fmt.Sprintf("%s, line %d", f.Name, number)
		var err error
		if name := s.clustered(includes(line)); name != "" {
			var other File
			if other, err = include(f.Name, name); err != nil {
				s.unread = true
				s.Note(at, "Include "+name+" was not read: "+err.Error()+". What it sets is not checked.",
					"Give it as a file of its own.")
				continue
			}
			err = s.readConf(other, include, "included by "+f.Name)
		} else {
			err = s.confLine(line, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// clustered puts the cluster's name for %c, as the name of an included file may have it.
func (s *Site) clustered(name string) string {
	if !strings.Contains(name, "%c") {
		return name
	}
	for i := len(s.Conf) - 1; i >= 0; i-- {
		if strings.EqualFold(s.Conf[i].Name, "ClusterName") {
			return strings.ReplaceAll(name, "%c", strings.ToLower(s.Conf[i].Value))
		}
	}
	return name
}

// lined are the keys of which a line has further ones; any other line sets one parameter.
var lined = []string{"nodename", "partitionname", "nodeset", "frontendname", "downnodes", "poweraction"}

// confLine reads one line of slurm.conf: the keys of a node or partition, or parameters.
func (s *Site) confLine(line, at string) error {
	if key, value, _ := strings.Cut(line, "="); key != "" && strings.IndexByte("+-*/", key[len(key)-1]) >= 0 {
		line = key[:len(key)-1] + "=" + value // the value is set all the same
	}
	pairs, rest := assignments(line)
	if rest = strings.TrimSpace(rest); rest != "" {
		s.Note(at, fmt.Sprintf("%q was not read: it is no parameter with its value.", Shortened(rest)), "")
	}
	s.stops(line, at, pairs, rest)
	if len(pairs) == 0 {
		return nil
	}
	if name := foreign(pairs); name != "" {
		s.foreign = append(s.foreign, Setting{Name: name, At: at})
	}
	for key, list := range map[string]*[]Record{"partitionname": &s.Partitions, "nodename": &s.Nodes} {
		if !strings.EqualFold(pairs[0][1], key) {
			continue
		}
		if len(*list) == MaxRecords {
			return fmt.Errorf("%s: more than %s lines of %s: leave some out", at, numeral.Count(MaxRecords), pairs[0][1])
		}
		*list = append(*list, recordOf(at, pairs))
		return nil
	}
	for _, p := range pairs {
		s.Conf = append(s.Conf, Setting{Name: p[1], Value: unquoted(p[2]), At: at})
	}
	return nil
}

// stops notes where slurmctld stops reading, and does not start: at what is no parameter with its value, at a second
// parameter of a line that has one, and at one without a value. (As seen of 22.05.)
func (s *Site) stops(line, at string, pairs [][3]string, rest string) {
	switch {
	case rest == "sec" || rest == "min": // behind what scontrol prints, which is no slurm.conf
	case len(pairs) == 0 || rest != "":
		s.Refuse(at, fmt.Sprintf("%q is no parameter with its value", Shortened(rest)),
			"Take it out, write it as a comment behind #, or put a value with blanks in quotes.")
	case slices.ContainsFunc(pairs, func(p [3]string) bool { return p[2] == "" }):
		s.Refuse(at, pairs[slices.IndexFunc(pairs, func(p [3]string) bool { return p[2] == "" })][1]+" has no value",
			"Give it one, or take it out.")
	case len(pairs) > 1 && !slices.Contains(lined, strings.ToLower(pairs[0][1])):
		remedy := "Give each parameter a line of its own."
		if strings.HasSuffix(pairs[0][2], ",") {
			remedy = "Write it without blanks: " + strings.Join(strings.Fields(line), "")
		}
		s.Refuse(at, fmt.Sprintf("%q stands behind a blank, where the value of %s has ended",
			Shortened(strings.TrimSpace(pairs[1][0])), pairs[0][1]), remedy)
	}
}

// Refuse notes what makes slurmctld refuse the file.
func (s *Site) Refuse(at, why, remedy string) {
	s.Refused = append(s.Refused, Note{at, "slurmctld refuses this: " + why + ".", remedy})
}

// readOptions reads those of the SchedulerParameters that count: of each the first, of a number the digits that it begins with,
// and of a longer word the option whose name stands in it.
func (s *Site) readOptions() {
	last := s.Last("SchedulerParameters")
	if last == nil {
		return
	}
	s.Twice = nil
	for name, value := range model.Options(last.Value) {
		if p := model.FindWithin(name, strings.Contains(last.Value, name+"=")); p != nil {
			s.Note(last.At, Shortened(name)+" sets "+p.Name+": Slurm looks for the name, whatever stands before it.",
				"Take it out, or write "+p.Name+" where it is meant.")
			name = p.Name
		}
		x := Setting{Name: name, Value: value, At: last.At, Option: true}
		if slices.ContainsFunc(s.Options, func(o Setting) bool { return strings.EqualFold(o.Name, name) }) {
			s.Twice = append(s.Twice, x)
			continue
		}
		s.Options = append(s.Options, s.taken(x))
	}
}

// taken is an option as the daemon takes it: a flag by its name alone, a number that has something behind it by its digits.
func (s *Site) taken(x Setting) Setting {
	p := model.Find(x.Name, true)
	if p == nil || p.Unit == model.Words {
		return x
	}
	n, err := p.Value(x.Value)
	if p.Unit == model.Flag && n == 0 {
		s.Note(x.At, x.Name+"="+Shortened(x.Value)+" sets "+x.Name+": Slurm looks for the name, whatever stands behind it.",
			"Take it out where it is not meant.")
		x.Value = ""
	}
	if err == nil {
		return x
	}
	digits := strings.TrimLeft(x.Value, "+-")
	digits = x.Value[:len(x.Value)-len(strings.TrimLeft(digits, "0123456789"))]
	if _, err := p.Value(digits); err == nil {
		s.Note(x.At, x.Name+"="+Shortened(x.Value)+" can’t be read as a whole: Slurm takes the number that it begins with, "+digits+".",
			x.Name+"="+digits)
		x.Value = digits
	}
	return x
}

// leveled gives partitions what Priority= sets: both PriorityJobFactor and PriorityTier, whatever else says these.
func leveled(list []Record) {
	for i := range list {
		if v, ok := list[i].Of["priority"]; ok {
			list[i].Of["priorityjobfactor"], list[i].Of["prioritytier"] = v, v
		}
	}
}

// named notes what lines of slurm.conf name and slurmctld takes for none: parameters, ranges of nodes, nodes and partitions, and
// types of plugins.
func (s *Site) named() {
	s.strangers()
	s.repeated()
	s.homeless()
	for i := range s.Nodes {
		if !s.Kinds[Nodes] {
			s.misranged(s.Nodes[i].At, "NodeName", s.Nodes[i].Name)
		}
	}
	for i := range s.Partitions {
		if !s.Kinds[Partitions] {
			s.misranged(s.Partitions[i].At, "Nodes", s.Partitions[i].Of["nodes"])
		}
	}
	s.valued()
}

// valued notes values that slurmctld takes for none, and such as do not go together.
func (s *Site) valued() {
	s.formed()
	s.preempts()
	s.listed()
	s.weighed()
	for i := range model.Parameters {
		p := &model.Parameters[i]
		if g := s.Given(p); g != nil && !p.Knows(g.Value) && !s.Kinds[Shown] {
			s.Refuse(g.At, p.Name+"="+Shortened(g.Value)+" is no type that there is", "Give one of "+strings.Join(p.Types, ", ")+".")
		}
	}
}

func (s *Site) misranged(at, key, list string) {
	if r := model.Misranged(list); r != "" {
		s.Refuse(at, key+"="+Shortened(list)+" has the range "+Shortened(r), fmt.Sprintf(
			"Give one that goes up, as 1-16, of at most %s nodes.", numeral.Count(model.WidestRange)))
	}
}
