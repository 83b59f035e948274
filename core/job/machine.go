package job

import (
	"strings"

	"shadowtime/core/base/wire"
)

// Machine is the size that a log is simulated on, and where it came from.
type Machine struct {
	Procs int64
	From  SizeOrigin
	Of    string // what of the origin: a field of the header, the unit in use, whose size was told
}

// SizeOrigin is where the size of a machine comes from.
type SizeOrigin uint8

// The origins.
const (
	SizeUnknown   SizeOrigin = iota
	SizeByHand               // a user gave the size
	SizeInHeader             // a field of the log's header
	SizeTold                 // a text beside the log, as scontrol prints
	SizeInUse                // the most that jobs had at once: the machine has at least as much
	SizeOfLargest            // the largest job: the log names no size
)

// Source says where the size comes from, for people.
func (m *Machine) Source() string {
	switch m.From {
	case SizeByHand:
		return byHand
	case SizeInHeader:
		return m.Of + ofHeader
	case SizeInUse:
		return inUse + m.Of + atOnce
	case SizeOfLargest:
		return ofLargest
	}
	return m.Of
}

const (
	byHand    = "set by hand"
	ofHeader  = " of the header"
	inUse     = "the most "
	atOnce    = " in use at once: the machine has at least these"
	ofLargest = "the largest job: the header names no size"
)

// machineOf is the machine whose size has a source: files and messages hold the source's words, which
// saved studies had before there were origins.
func machineOf(procs int64, source string) Machine {
	switch source {
	case "":
		return Machine{Procs: procs}
	case byHand:
		return Machine{Procs: procs, From: SizeByHand}
	case ofLargest:
		return Machine{Procs: procs, From: SizeOfLargest}
	}
	for _, key := range sizeKeys {
		if source == key+ofHeader {
			return Machine{procs, SizeInHeader, key}
		}
	}
	if unit, ok := strings.CutPrefix(source, inUse); ok {
		if unit, ok = strings.CutSuffix(unit, atOnce); ok {
			return Machine{procs, SizeInUse, unit}
		}
	}
	return Machine{procs, SizeTold, source}
}

// sizeKeys are the fields of a header that have a machine's size, the first that is there counts.
var sizeKeys = [...]string{maxProcs, maxNodes}

const maxProcs, maxNodes = "MaxProcs", "MaxNodes"

// Wire sends or takes the machine.
func (m *Machine) Wire(b wire.Both) {
	source := m.Source()
	if b.All(&m.Procs, &source); b.Take != nil {
		*m = machineOf(m.Procs, source)
	}
}

// Size is that of a machine as a text beside a log tells it.
type Size struct {
	Procs, Nodes int64
	Why          string // whose size it is
}

// In is the size in a unit of machines; nothing is told of GPUs.
func (s Size) In(unit string) (m Machine, ok bool) {
	switch unit {
	case "nodes":
		m = Machine{s.Nodes, SizeTold, s.Why}
	case "gpus":
	default:
		m = Machine{s.Procs, SizeTold, s.Why}
	}
	return m, m.Procs > 0
}

// MachineOf finds the machine size m of a log: the one set by hand if
// positive, else the header's MaxProcs, else its MaxNodes where no job is larger (nodes
// of many processors are no size in processors), else the most
// processors that its jobs had at once, where it tells when they started, and at
// least the largest number of processors a job has, but for what is absurd (Sizes).
func MachineOf(l *Log, told int64) Machine {
	if told > 0 {
		return Machine{Procs: told, From: SizeByHand}
	}
	if n, ok := l.Header.Int(maxProcs); ok && n > 0 {
		return Machine{n, SizeInHeader, maxProcs}
	}
	var sizes Sizes
	for i := range l.Len() {
		sizes.Add(size(l.Col[ReqProcs].At(i), l.Col[Alloc].At(i)))
	}
	most := sizes.Largest()
	if n, ok := l.Header.Int(maxNodes); ok && n > 0 && n >= most {
		return Machine{n, SizeInHeader, maxNodes}
	}
	peak, unit := Peak{}, "processors"
	if l.Import != nil {
		peak, unit = l.Import.Peak, l.Import.Unit
	} else if peak, _ = l.used(); peak.Procs < 1 {
		peak = Peak{}
	}
	if peak.Procs > 0 && peak.Procs >= most {
		return Machine{peak.Procs, SizeInUse, unit}
	}
	return Machine{Procs: most, From: SizeOfLargest}
}

// size is q: requested processors if positive, else allocated.
func size(requested, allocated int64) int64 {
	if requested > 0 {
		return requested
	}
	return allocated
}

// Known is a machine that the published studies simulated, with the sizes they
// used, which are not always those of the log's header.
type Known struct {
	Name  string
	Procs []int64 // the first is the one to propose
	Why   string
	marks []string // lower-case, any of them in a file name or header value
}

var known = []Known{
	{"KTH-SP2", []int64{100}, "as the studies and the header have it", []string{"kth-sp2", "kth sp2", "swedish royal institute"}},
	{"CTC-SP2", []int64{338}, "the batch partition, as the studies and the header have it", []string{"ctc-sp2", "cornell theory center"}},
	{"SDSC-BLUE", []int64{1152}, "as the studies and the header have it", []string{"sdsc-blue", "blue horizon"}},
	{"SDSC-SP2", []int64{128}, "as the studies and the header have it", []string{"sdsc-sp2"}},
	{"ANL-Intrepid", []int64{163840}, "as the studies have it", []string{"anl-intrepid", "intrepid"}},
	{"CEA-Curie", []int64{80640}, "the studies simulate the thin nodes alone; the header counts fat and hybrid nodes too",
		[]string{"cea-curie", "cea curie"}},
	{"UniLu-Gaia", []int64{2004, 2280}, "2,004 in the online study and the header, 2,280 cores in the cluster study",
		[]string{"unilu-gaia", "unilu gaia"}},
	{"Metacentrum", []int64{3356}, "as the prediction study has it", []string{"metacentrum"}},
}

// Recognise finds the log among the machines of the published studies, by its
// name or its header.
func Recognise(l *Log) (Known, bool) {
	hay := []string{strings.ToLower(l.Name)}
	for _, key := range []string{"Computer", "Installation"} {
		if v, ok := l.Header.Get(key); ok {
			hay = append(hay, strings.ToLower(v))
		}
	}
	for _, k := range known {
		for _, mark := range k.marks {
			for _, h := range hay {
				if strings.Contains(h, mark) {
					return k, true
				}
			}
		}
	}
	return Known{}, false
}
