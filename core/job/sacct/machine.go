package sacct

import (
	"bytes"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// Machine is the parser of a text that tells of a machine and of no jobs. What it
// finds is an error to whoever wants a log: a *Told, where there is a size.
type Machine struct {
	text  []byte
	lines int
}

// NewMachine returns one.
func NewMachine() *Machine { return &Machine{} }

// Told is what a file without jobs says of a machine.
type Told struct{ Size Size }

func (t *Told) Error() string {
	return "this holds no jobs, but what Slurm says of a machine (" + numeral.Count(t.Size.Procs) + " processors: " + t.Size.Why +
		"): give it beside the log (convert --machine; the page takes it dropped after the log), and export the jobs with " + Command
}

// SniffSize says whether a file that begins like this tells of a machine: what
// scontrol show partition or node prints, or sinfo.
func SniffSize(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n\ufeff")
	if len(head) > 0 && head[0] == '{' {
		return !lists(head, `"jobs"`) && !lists(head, `"clusters"`) && (lists(head, `"partitions"`) || lists(head, `"nodes"`))
	}
	if bytes.HasPrefix(head, []byte("PartitionName=")) || bytes.HasPrefix(head, []byte("NodeName=")) {
		return true
	}
	for range 2 { // sinfo -l begins with the time
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		if isSinfo(strings.Fields(string(line))) {
			return true
		}
		head = rest
	}
	return false
}

// lists says whether a JSON text has a list by that key.
func lists(text []byte, key string) bool {
	for {
		_, rest, found := bytes.Cut(text, []byte(key))
		if !found {
			return false
		}
		if value := bytes.TrimLeft(rest, ": \t\r\n"); len(value) > 0 && value[0] == '[' {
			return true
		}
		text = rest
	}
}

// isSinfo says whether words are names of sinfo's columns.
func isSinfo(words []string) bool {
	known := 0
	for i, w := range words {
		name, _, _ := strings.Cut(w, "(")
		switch name {
		case "PARTITION", "NODELIST", "HOSTNAMES", "NODES", "CPUS", "AVAIL", "TIMELIMIT", "STATE":
			known++
		default:
			if i == 0 {
				return false
			}
		}
	}
	return known >= 2
}

// Write keeps the text, up to what ReadSize takes.
func (p *Machine) Write(b []byte) (int, error) {
	p.lines += bytes.Count(b, []byte("\n"))
	p.text = append(p.text, b[:min(len(b), MaxSizeText+1-len(p.text))]...)
	return len(b), nil
}

// Log ends the reading.
func (p *Machine) Log() (*job.Log, error) {
	s, err := ReadSize(string(p.text))
	if err == nil {
		err = &Told{s}
	}
	return &job.Log{Lines: p.lines}, err
}
