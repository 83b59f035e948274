package job

import "strings"

// Machine is the size that a log is simulated on, and where it came from.
type Machine struct {
	Procs  int64
	Source string // "set by hand", "MaxProcs of the header", ...
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
		m = Machine{s.Nodes, s.Why}
	case "gpus":
	default:
		m = Machine{s.Procs, s.Why}
	}
	return m, m.Procs > 0
}

// MachineOf finds the machine size m of a log: the one set by hand if
// positive, else the header's MaxProcs, else its MaxNodes, else the most
// processors that its jobs had at once, where it tells when they started, and at
// least the largest number of processors a job has, but for what is absurd (Sizes).
func MachineOf(l *Log, byHand int64) Machine {
	if byHand > 0 {
		return Machine{byHand, "set by hand"}
	}
	for _, key := range []string{"MaxProcs", "MaxNodes"} {
		if n, ok := l.Header.Int(key); ok && n > 0 {
			return Machine{n, key + " of the header"}
		}
	}
	var sizes Sizes
	for i := range l.Len() {
		sizes.Add(size(l.Col[ReqProcs].At(i), l.Col[Alloc].At(i)))
	}
	most := sizes.Largest()
	peak, unit := Peak{}, "processors"
	if l.Import != nil {
		peak, unit = l.Import.Peak, l.Import.Unit
	} else if peak, _ = l.used(); peak.Procs < 1 {
		peak = Peak{}
	}
	if peak.Procs > 0 && peak.Procs >= most {
		return Machine{peak.Procs, PeakSource(unit)}
	}
	return Machine{most, "the largest job: the header names no size"}
}

// PeakSource says where the size of a machine comes from that nobody told.
func PeakSource(unit string) string {
	return "the most " + unit + " in use at once: the machine has at least these"
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
