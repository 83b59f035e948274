package model

import (
	_ "embed" // the runs' own word
	"strings"
)

// NodeKind is a kind of nodes on which passes of a real Slurm were recorded.
type NodeKind uint8

// The kinds. One CPU stands alone; the others may go together.
const (
	OneCPU      NodeKind = iota
	ManyCPUs             // jobs have parts of nodes
	WithMemory           // which is counted
	WithDevices          // generic resources: the recorded ones are GPUs
	Preempting           // jobs are stopped there for others
	NodeKinds
)

func (k NodeKind) String() string {
	return [...]string{"one CPU", "many CPUs", "memory", "GPUs", "preemption"}[k]
}

// proven has a line for each parameter that was recorded under another value than its default, with the kinds of nodes where passes
// came out: "bf_window: one CPU, memory". A test writes it from the runs.
//
//go:embed proven.txt
var proven string

// Proven are the kinds of nodes on which passes under another value than the default came out, as of a recorded run; nil: on none.
func (p *Parameter) Proven() (kinds []string) {
	for line := range strings.Lines(proven) {
		if name, list, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && name == p.Name {
			return strings.Split(list, ", ")
		}
	}
	return nil
}
