package slurmcheck

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"shadowtime/core/sim/slurm"
)

// Of what is read.
const (
	MaxIncludes = 100       // files of slurm.conf
	MaxRecords  = 100_000   // partitions, nodes and QOS, of each
	MaxText     = 256 << 20 // bytes of all files
)

// File is one that was given.
type File struct{ Name, Text string }

// Include reads the file that an Include line of another names; an error says why it isn't read.
type Include func(from, name string) (File, error)

// Kind is what a file is.
type Kind uint8

// The kinds.
const (
	Other Kind = iota
	Conf
	Shown
	Partitions
	Nodes
	QOS
	Diag
)

func (k Kind) String() string {
	return [...]string{"not read", "slurm.conf", "scontrol show config", "scontrol show partition", "scontrol show node",
		"sacctmgr show qos", "sdiag"}[k]
}

// setting is a value as it stood in a file.
type setting struct {
	name, value, at string
	option          bool
}

// record is a partition, a node or a QOS: its values by key, in lower case.
type record struct {
	name, at string
	of       map[string]string
}

// site is what was read.
type site struct {
	version    slurm.Version
	said       bool // a file says the version
	kinds      map[Kind]bool
	read, left []Source
	conf       []setting // of slurm.conf
	shown      []setting // of scontrol show config
	options    []setting // that count: of the last SchedulerParameters
	partitions []record
	nodes      []record
	qos        []record
	diag       map[string]float64
	notes      []Finding
	seen       map[string]bool // slurm.conf and what it includes, by path
}

// Source is a file and what it was taken for, or why it was left.
type Source struct {
	File string `json:"file"`
	Is   string `json:"is"`
}

// assignment is a key and its value, in quotes or to the next space.
var assignment = regexp.MustCompile(`([A-Za-z_][A-Za-z0-9_]*(?:\[\d+\])?)\s*=\s*("[^"]*"|\S*)`)

// starters begin lines of slurm.conf that tell it from other texts.
var starters = []string{"schedulerparameters", "clustername", "slurmctldhost", "controlmachine", "nodename", "partitionname"}

// KindOf tells a file by its content.
func KindOf(text string) Kind {
	first := ""
	conf := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if first == "" {
			first = strings.ToLower(line)
		}
		key, _, assigned := strings.Cut(line, "=")
		key = strings.ToLower(strings.TrimSpace(key))
		switch {
		case strings.HasPrefix(line, "sdiag output at"):
			return Diag
		case strings.HasPrefix(line, "Configuration data as of"), assigned && key == "slurm_version":
			return Shown
		case assigned && (slices.Contains(starters, key) || slurm.Find(key, false) != nil), includes(line) != "":
			conf = true
		}
	}
	switch {
	case strings.HasPrefix(first, "jobid="), strings.HasPrefix(first, "reservationname="): // keys of theirs are parameters' too
	case strings.HasPrefix(first, "partitionname=") && strings.Contains(text, "TotalNodes="):
		return Partitions
	case strings.HasPrefix(first, "nodename=") && strings.Contains(text, "CPUTot="):
		return Nodes
	case strings.HasPrefix(first, "name|") && strings.Contains(first, "|gracetime|"):
		return QOS
	case conf:
		return Conf
	}
	return Other
}

// includes is the name in an Include line, or "".
func includes(line string) string {
	if f := strings.Fields(line); len(f) == 2 && strings.EqualFold(f[0], "include") {
		return f[1]
	}
	return ""
}

// later orders files of slurm.conf: what others are included by comes first.
func (f File) later() int {
	if filepath.Base(f.Name) == "slurm.conf" {
		return 0
	}
	for line := range strings.Lines(f.Text) {
		if includes(line) != "" {
			return 1
		}
	}
	return 2
}

// read takes all files in, the same whatever their order.
func read(files []File, include Include) (*site, error) {
	s := &site{version: slurm.V2205, kinds: map[Kind]bool{}, diag: map[string]float64{},
		seen: map[string]bool{}}
	files = slices.SortedFunc(slices.Values(files), func(a, b File) int {
		return cmp.Or(a.later()-b.later(), cmp.Compare(a.Name, b.Name))
	})
	size := 0
	for _, f := range files {
		if size += len(f.Text); size > MaxText {
			return nil, fmt.Errorf("%s: more than %d MiB in all: leave files out", f.Name, MaxText>>20)
		}
		kind := KindOf(f.Text)
		if kind == Other {
			s.left = append(s.left, Source{f.Name, "not read"})
			continue
		}
		if kind != Conf && s.kinds[kind] {
			return nil, fmt.Errorf("%s: a second %s: give one of them", f.Name, kind)
		}
		s.kinds[kind] = true
		if kind != Conf {
			s.read = append(s.read, Source{f.Name, kind.String()})
		}
		var err error
		switch kind {
		case Conf:
			err = s.readConf(f, include, kind.String())
		case Shown:
			s.readShown(f)
		case Partitions:
			s.partitions, err = records(f, "partitionname")
		case Nodes:
			s.nodes, err = records(f, "nodename")
		case QOS:
			s.qos, err = table(f)
		case Diag:
			err = s.readDiag(f)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(s.conf)+len(s.shown) == 0 {
		return nil, errors.New("no file has the configuration: give what scontrol show config prints, or slurm.conf")
	}
	s.settle()
	return s, nil
}

// readConf reads slurm.conf or what a line of it includes: Is says which. A file is read once.
func (s *site) readConf(f File, include Include, is string) error {
	if path := filepath.Clean(f.Name); s.seen[path] {
		return nil
	} else if s.seen[path] = true; len(s.seen) > MaxIncludes {
		return fmt.Errorf("%s: more than %d files of slurm.conf: put some together", f.Name, MaxIncludes)
	}
	s.read = append(s.read, Source{f.Name, is})
	for number, line := range lines(f.Text) {
		at := fmt.Sprintf("%s, line %d", f.Name, number)
		var err error
		if name := includes(line); name != "" {
			var other File
			if other, err = include(f.Name, name); err != nil {
				s.note(Doubtful, at, "Include "+name+" was not read: "+err.Error()+". What it sets is not checked.",
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

// confLine reads one line of slurm.conf: the keys of a node or partition, or parameters.
func (s *site) confLine(line, at string) error {
	pairs := assignment.FindAllStringSubmatch(line, -1)
	if rest := strings.TrimSpace(assignment.ReplaceAllString(line, "")); rest != "" {
		s.note(Doubtful, at, fmt.Sprintf("%q was not read: it is no parameter with its value.", shortened(rest)), "")
	}
	if len(pairs) == 0 {
		return nil
	}
	for key, list := range map[string]*[]record{"partitionname": &s.partitions, "nodename": &s.nodes} {
		if !strings.EqualFold(pairs[0][1], key) {
			continue
		}
		if len(*list) == MaxRecords {
			return fmt.Errorf("%s: more than %d lines of %s: leave some out", at, MaxRecords, pairs[0][1])
		}
		r := record{name: unquoted(pairs[0][2]), at: at, of: map[string]string{}}
		for _, p := range pairs[1:] {
			r.of[strings.ToLower(p[1])] = unquoted(p[2])
		}
		*list = append(*list, r)
		return nil
	}
	for _, p := range pairs {
		s.conf = append(s.conf, setting{name: p[1], value: unquoted(p[2]), at: at})
	}
	return nil
}

// lines are those of slurm.conf without comments, by number; one that ends in a backslash goes on.
func lines(text string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		number, first, whole := 0, 0, ""
		for line := range strings.Lines(text) {
			number++
			if whole == "" {
				first = number
			}
			line, _, _ = strings.Cut(strings.TrimRight(line, "\r\n"), "#")
			if part, on := strings.CutSuffix(line, `\`); on {
				whole += part + " "
				continue
			}
			if whole += line; strings.TrimSpace(whole) != "" && !yield(first, strings.TrimSpace(whole)) {
				return
			}
			whole = ""
		}
		if strings.TrimSpace(whole) != "" {
			yield(first, strings.TrimSpace(whole))
		}
	}
}

// readShown reads what scontrol show config prints.
func (s *site) readShown(f File) {
	number := 0
	for line := range strings.Lines(f.Text) {
		number++
		key, value, ok := strings.Cut(line, "=")
		if key = strings.TrimSpace(key); !ok || key == "" || strings.ContainsAny(key, " \t") {
			continue
		}
		value = strings.TrimSpace(value)
		s.shown = append(s.shown, setting{name: key, value: value, at: fmt.Sprintf("%s, line %d", f.Name, number)})
		if v, ok := slurm.ParseVersion(value); ok && strings.EqualFold(key, "SLURM_VERSION") {
			s.version, s.said = v, true
		}
	}
}

// settle puts together what files said of one thing.
func (s *site) settle() {
	for _, n := range s.nodes {
		if v, ok := slurm.ParseVersion(n.of["version"]); ok && !s.said {
			s.version, s.said = v, true
		}
	}
	for list, kind := range map[*[]record]Kind{&s.partitions: Partitions, &s.nodes: Nodes} {
		if !s.kinds[kind] {
			*list = withDefaults(*list)
		}
	}
	last := s.last("SchedulerParameters")
	if last == nil {
		return
	}
	for _, option := range strings.Split(last.value, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(option), "=")
		if name != "" && name != "(null)" {
			s.options = append(s.options, setting{name: name, value: value, at: last.at, option: true})
		}
	}
}

// withDefaults gives each record what DEFAULT records before it say.
func withDefaults(list []record) (all []record) {
	common := map[string]string{}
	for _, r := range list {
		if strings.EqualFold(r.name, "DEFAULT") {
			for k, v := range r.of {
				common[k] = v
			}
			continue
		}
		for k, v := range common {
			if _, own := r.of[k]; !own {
				r.of[k] = v
			}
		}
		all = append(all, r)
	}
	return all
}

// counted are the settings that count: those of the running daemon, if they were given.
func (s *site) counted() []setting {
	if s.kinds[Shown] {
		return s.shown
	}
	return s.conf
}

// last is the setting of that name that counts, the last, or nil.
func (s *site) last(name string) *setting {
	list := s.counted()
	for i := len(list) - 1; i >= 0; i-- {
		if strings.EqualFold(list[i].name, name) {
			return &list[i]
		}
	}
	return nil
}

func (s *site) note(level Level, at, says, remedy string) {
	s.notes = append(s.notes, Finding{Name: "reading", Severity: level, Place: at, Says: says, Remedy: remedy})
}

func unquoted(text string) string { return strings.Trim(text, `"`) }

// shortened is a text of a file as a message has it.
func shortened(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}
