package site

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
	"shadowtime/core/sim/order"
	"shadowtime/core/slurm/model"
)

// Of what is read.
const (
	MaxIncludes = 100       // files of slurm.conf
	MaxRecords  = 2_000_000 // partitions, nodes, QOS, associations, events and the like, of each
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
	Reservations
	Associations
	Shares
	Events
	Factors
	Jobs
	Waiting
)

func (k Kind) String() string {
	return [...]string{"not read", "slurm.conf", "scontrol show config", "scontrol show partition", "scontrol show node",
		"sacctmgr show qos", "sdiag", "scontrol show reservation", "sacctmgr show assoc", "sshare", "sacctmgr show event", "sprio",
		"jobs", "squeue --json"}[k]
}

// Setting is a value as it stood in a file.
type Setting struct {
	Name, Value, At string
	Option          bool // of SchedulerParameters
}

// Record is a partition, a node, a QOS or the like: its values by key, in lower case.
type Record struct {
	Name, At string
	Of       map[string]string
	Depth    int // of sshare: below the root
}

// Note is what is to be said of a text: where, what, and what helps.
type Note struct{ At, Says, Remedy string }

// Site is what was read.
type Site struct {
	Version      model.Version
	Said         bool // a file says the version
	Kinds        map[Kind]bool
	Read, Left   []Source
	Conf         []Setting // of slurm.conf
	Shown        []Setting // of scontrol show config
	Options      []Setting // that count: of the last SchedulerParameters
	Partitions   []Record
	Before       []Record // partitions before a change: jobs of one that is gone are in the default one
	Nodes        []Record
	QOS          []Record
	Reservations []Record
	Associations []Record
	Shares       []Record
	Events       []Record
	Factors      map[string]int64 // of sprio: a job's priority
	Diag         map[string]float64
	Logs         []File       // of jobs
	Queue        *sacct.Queue // of the moment; nil: no file has it
	QueueFile    string
	Notes        []Note
	Refused      []Note          // where slurmctld would not start with the files
	Twice        []Setting       // options that an earlier one of SchedulerParameters keeps from counting
	foreign      []Setting       // names in slurm.conf that are none of its
	unread       bool            // what slurm.conf includes was not read
	cut          []string        // files of what Slurm prints that end within a line
	order        *order.Order    // see Under
	seen         map[string]bool // slurm.conf and what it includes, by path
}

// Source is a file and what it was taken for, or why it was left.
type Source struct {
	File string `json:"file"`
	Is   string `json:"is"`
}

// starters begin lines of slurm.conf that tell it from other texts.
var starters = []string{"schedulerparameters", "clustername", "slurmctldhost", "controlmachine", "nodename", "partitionname"}

// KindOf tells a file by its content.
func KindOf(text string) Kind {
	head := []byte(text[:min(len(text), sniffed)])
	first := strings.ToLower(string(account.FirstLine(head)))
	switch {
	case strings.HasPrefix(first, "reservationname="),
		strings.HasPrefix(first, "no reservations in the system"): // keys of theirs are parameters' too
		return Reservations
	case strings.HasPrefix(first, "partitionname=") && printed(text, "TotalNodes=", "TotalCPUs="):
		return Partitions
	case strings.HasPrefix(first, "nodename=") && printed(text, "CPUTot=", "CPUAlloc="):
		return Nodes
	case strings.HasPrefix(first, "name|") && strings.Contains(first, "|gracetime|"):
		return QOS
	case strings.Contains(first, "account|user|") && strings.Contains(first, "|rawshares|"):
		return Shares
	case strings.Contains(first, "account|") && strings.Contains(first, "|share|"):
		return Associations
	case strings.Contains(strings.ReplaceAll(first, " ", ""), "nodename|timestart|"):
		return Events
	case len(strings.Fields(first)) > 2 && strings.Fields(first)[0] == "jobid" && slices.Contains(strings.Fields(first), "priority") &&
		!slices.Contains(strings.Fields(first), "state"):
		return Factors
	case sacct.SniffQueue(head):
		return Waiting
	case sacct.SniffPairs(head), sacct.Sniff(head), sacct.SniffJSON(head):
		return Jobs
	}
	conf, shown, parts := false, false, false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, _, assigned := strings.Cut(line, "=")
		key = strings.ToLower(strings.TrimSpace(key))
		switch {
		case strings.HasPrefix(line, "sdiag output at"):
			return Diag
		case strings.HasPrefix(line, "Configuration data as of"):
			return Shown
		case assigned && key == "slurm_version":
			shown = true
		case assigned && key == "nodename" && ofDevices(line): // gres.conf has lines of nodes, too
		case assigned && (slices.Contains(starters, key) || model.Find(key, false) != nil), includes(line) != "":
			conf = true
			parts = parts || key == "nodename" || key == "partitionname" || includes(line) != ""
		}
	}
	switch {
	case shown && !parts:
		return Shown
	case shown || conf:
		return Conf
	}
	return Other
}

// ofDevices says whether a line of a node says which devices it has, or where its jobs have their files, as gres.conf and
// job_container.conf do.
func ofDevices(line string) bool {
	pairs, _ := assignments(line)
	return slices.ContainsFunc(pairs, func(p [3]string) bool { return among("Name AutoDetect File BasePath AutoBasePath", p[1]) })
}

// printed says whether scontrol printed a text, and it is no slurm.conf: by keys that this has none of, or by a second line
// that goes on with the first.
func printed(text string, keys ...string) bool {
	for _, key := range keys {
		if strings.Contains(text, key) {
			return true
		}
	}
	_, second, _ := strings.Cut(strings.TrimLeftFunc(text, model.IsBlank), "\n")
	second, _, _ = strings.Cut(second, "\n")
	return len(second) > 0 && model.IsBlank(rune(second[0])) && strings.Contains(second, "=")
}

// sniffed is how many bytes a log is told by.
const sniffed = 4096

// includes is the name in an Include line, or "".
func includes(line string) string {
	if f := strings.Fields(line); len(f) == 2 && strings.EqualFold(f[0], "include") {
		return f[1]
	}
	return ""
}

// later orders files of slurm.conf: what others are included by comes first.
func (f File) later() int {
	if f.Name[strings.LastIndexAny(f.Name, `/\`)+1:] == "slurm.conf" {
		return 0
	}
	for line := range strings.Lines(f.Text) {
		if includes(line) != "" {
			return 1
		}
	}
	return 2
}

// New is a site of which nothing was read.
func New() *Site {
	return &Site{Version: model.V2205, Kinds: map[Kind]bool{}, Diag: map[string]float64{}, Factors: map[string]int64{},
		seen: map[string]bool{}}
}

// Read takes all files in, the same whatever their order.
func Read(files []File, include Include) (*Site, error) {
	s := New()
	files = slices.Clone(files)
	sorted.Stable(files, func(a, b File) int {
		return cmp.Or(a.later()-b.later(), cmp.Compare(a.Name, b.Name))
	})
	size := 0
	for _, f := range files {
		if size += len(f.Text); size > MaxText {
			return nil, fmt.Errorf("%s: more than %d MiB in all: leave files out", f.Name, MaxText>>20)
		}
		kind := KindOf(f.Text)
		if kind == Other {
			s.Left = append(s.Left, Source{f.Name, "not read"})
			continue
		}
		if kind == Jobs {
			s.Logs = append(s.Logs, f)
			continue
		}
		if kind != Conf && s.Kinds[kind] {
			return nil, fmt.Errorf("%s: a second %s: give one of them", f.Name, kind)
		}
		s.Kinds[kind] = true
		if kind != Conf && kind != Waiting && !strings.HasSuffix(f.Text, "\n") {
			s.cut = append(s.cut, f.Name)
		}
		if kind != Conf {
			s.Read = append(s.Read, Source{f.Name, kind.String()})
		}
		var err error
		switch kind {
		case Conf:
			err = s.readConf(f, include, kind.String())
		case Shown:
			s.readShown(f)
		case Partitions:
			s.Partitions, err = records(f, "partitionname")
		case Nodes:
			s.Nodes, err = records(f, "nodename")
		case Reservations:
			s.Reservations, err = records(f, "reservationname")
		case QOS:
			s.QOS, err = table(f, "name", "sacctmgr show qos -P")
		case Associations:
			s.Associations, err = table(f, "account", "sacctmgr show assoc -P")
		case Shares:
			s.Shares, err = table(f, "account", "sshare -l -a -P")
		case Events:
			s.Events, err = table(f, "nodename", "sacctmgr show event -P")
		case Factors:
			s.readFactors(f)
		case Diag:
			err = s.readDiag(f)
		case Waiting:
			s.Queue, err = sacct.ReadQueue(f.Name, f.Text)
			s.QueueFile = f.Name
		}
		if err != nil {
			return nil, err
		}
	}
	s.Settle()
	return s, nil
}

// readShown reads what scontrol show config prints.
func (s *Site) readShown(f File) {
	number := 0
	for line := range strings.Lines(f.Text) {
		number++
		key, value, ok := strings.Cut(line, "=")
		if key = strings.TrimSpace(key); !ok || key == "" || strings.ContainsAny(key, " \t") {
			continue
		}
		value = strings.TrimSpace(value)
		s.Shown = append(s.Shown, Setting{Name: key, Value: value, At: fmt.Sprintf("%s, line %d", f.Name, number)})
		if v, ok := model.ParseVersion(value); ok && strings.EqualFold(key, "SLURM_VERSION") {
			s.Version, s.Said = v, true
		}
	}
}

// recordOf is the record of a line.
func recordOf(at string, pairs [][3]string) Record {
	r := Record{Name: unquoted(pairs[0][2]), At: at, Of: map[string]string{}}
	for _, p := range pairs[1:] {
		r.Of[strings.ToLower(p[1])] = unquoted(p[2])
	}
	return r
}

// Settle puts together what files said of one thing.
func (s *Site) Settle() {
	if said := s.Last("SLURM_VERSION"); said != nil && !s.Said { // which nobody but a user of ours writes into slurm.conf
		if v, ok := model.ParseVersion(said.Value); ok {
			s.Version, s.Said = v, true
		}
	}
	for _, n := range s.Nodes {
		if v, ok := model.ParseVersion(n.Of["version"]); ok && !s.Said {
			s.Version, s.Said = v, true
		}
	}
	if q := s.Queue; q != nil && !s.Said {
		if v, ok := model.ParseVersion(q.Version); ok {
			s.Version, s.Said = v, true
		}
	}
	for _, f := range s.Logs {
		if v, ok := released(f.Text); ok && !s.Said {
			s.Version, s.Said = v, true
		}
	}
	for list, kind := range map[*[]Record]Kind{&s.Partitions: Partitions, &s.Nodes: Nodes} {
		if !s.Kinds[kind] {
			*list = withDefaults(*list)
		}
	}
	s.readOptions()
	leveled(s.Partitions)
	s.named()
	if s.Said {
		s.aged(true)
	}
}

// released is the version that the JSON of Slurm names.
func released(text string) (v model.Version, ok bool) {
	if sacct.SniffJSON([]byte(text[:min(len(text), sniffed)])) {
		_, rest, _ := strings.Cut(text, `"release"`)
		if parts := strings.SplitN(rest, `"`, 3); len(parts) == 3 {
			return model.ParseVersion(parts[1])
		}
	}
	return 0, false
}

// withDefaults gives each Record what DEFAULT records before it say.
func withDefaults(list []Record) (all []Record) {
	common := map[string]string{}
	for _, r := range list {
		if strings.EqualFold(r.Name, "DEFAULT") {
			for k, v := range r.Of {
				common[k] = v
			}
			continue
		}
		for k, v := range common {
			if _, own := r.Of[k]; !own {
				r.Of[k] = v
			}
		}
		all = append(all, r)
	}
	return all
}

// Counted are the settings that count: those of the running daemon, if they were given.
func (s *Site) Counted() []Setting {
	if s.Kinds[Shown] {
		return s.Shown
	}
	return s.Conf
}

// Last is the Setting of that name that counts, the last, or nil.
func (s *Site) Last(name string) *Setting {
	list := s.Counted()
	for i := len(list) - 1; i >= 0; i-- {
		if strings.EqualFold(list[i].Name, name) {
			return &list[i]
		}
	}
	return nil
}

// Note says something of a text.
func (s *Site) Note(at, says, remedy string) { s.Notes = append(s.Notes, Note{at, says, remedy}) }

func unquoted(text string) string { return strings.Trim(text, `"`) }

// Shortened is a text of a file as a message has it.
func Shortened(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}
