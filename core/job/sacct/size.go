package sacct

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// Size is that of a machine, as Slurm tells it.
type Size = job.Size

// MaxSizeText is how long a text of ReadSize may be, in bytes.
const MaxSizeText = 16 << 20

const sizeCommand = "scontrol show partition"

var errNoSize = errors.New("this tells no size of a machine: give the output of " + sizeCommand + ", or of sinfo -N -o '%N %c'")

// ReadSize reads what scontrol show partition or node prints (blocks, lines; of
// partitions JSON), sinfo
// with a column of CPUs, or the nodes of sinfo --json.
func ReadSize(text string) (Size, error) {
	if len(text) > MaxSizeText {
		return Size{}, errors.New("longer than " + strconv.Itoa(MaxSizeText>>20) + " MB: give the output of " + sizeCommand)
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	switch {
	case strings.HasPrefix(text, "{"):
		return sizeOfJSON(text)
	case strings.HasPrefix(text, "PartitionName="):
		return sizeOfParts(partsOf(text))
	case strings.HasPrefix(text, "NodeName="):
		return sizeOfNodes(text)
	}
	return sizeOfTable(text)
}

// part is a partition.
type part struct {
	name        string
	hosts       string // as n[001-080,101]
	cpus, nodes int64
}

// partsOf reads name=value words.
func partsOf(text string) (list []part) {
	for _, w := range strings.Fields(text) {
		key, value, _ := strings.Cut(w, "=")
		if key == "PartitionName" {
			list = append(list, part{name: value})
			continue
		}
		p := &list[len(list)-1]
		switch key {
		case "Nodes":
			p.hosts = value
		case "TotalCPUs":
			p.cpus, _ = account.ParseInt([]byte(value))
		case "TotalNodes":
			p.nodes, _ = account.ParseInt([]byte(value))
		}
	}
	return list
}

// sizeOfNodes adds up what scontrol show node prints.
func sizeOfNodes(text string) (s Size, err error) {
	for _, w := range strings.Fields(text) {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "NodeName":
			s.Nodes++
		case "CPUTot":
			cpus, _ := account.ParseInt([]byte(value))
			s.Procs += max(0, min(cpus, 1<<20))
		}
	}
	return of(s, "all nodes that scontrol lists")
}

func sizeOfJSON(text string) (s Size, err error) {
	v, err := jsontext.Read(text)
	if err != nil {
		return s, err
	}
	var list []part
	for _, x := range member(v, "partitions").Elements() {
		list = append(list, part{name: textOf(member(x, "name")), hosts: textOf(member(member(x, "nodes"), "configured")),
			nodes: whole(member(member(x, "nodes"), "total")), cpus: whole(member(member(x, "cpus"), "total"))})
	}
	if len(list) > 0 {
		return sizeOfParts(list)
	}
	for _, x := range member(v, "nodes").Elements() {
		s.Nodes++
		s.Procs += max(0, whole(member(x, "cpus")))
	}
	return of(s, "all nodes that sinfo lists")
}

// of is a size, if it is one.
func of(s Size, why string) (Size, error) {
	if s.Procs <= 0 || s.Procs > 1<<31 {
		return Size{}, errNoSize
	}
	s.Why = why
	return s, nil
}

// sizeOfParts takes the partition that has all nodes, else adds up partitions of
// which no two share one.
func sizeOfParts(list []part) (s Size, err error) {
	all := map[string]int{} // node -> how many partitions have it
	for _, p := range list {
		if err := hosts(p.hosts, func(h string) { all[h]++ }); err != nil {
			return s, err
		}
	}
	shared := false
	for _, n := range all {
		shared = shared || n > 1
	}
	for _, p := range list {
		if p.nodes == int64(len(all)) && p.nodes > 0 {
			return of(Size{Procs: p.cpus, Nodes: p.nodes}, "partition "+job.Shorten([]byte(p.name))+", which has all nodes")
		}
		s.Procs += max(0, p.cpus)
		s.Nodes += max(0, p.nodes)
	}
	if shared {
		return Size{}, errors.New("partitions share nodes and none has them all: give the machine's size by hand, with --procs")
	}
	return of(s, "all partitions, of which no two share a node")
}

const maxHosts = 1 << 20

// hosts calls f for each of n[001-080,101],login1.
func hosts(list string, f func(string)) error {
	if list == "(null)" {
		return nil
	}
	for n := 0; list != ""; {
		var item string
		item, list = cutItem(list)
		before, inner, ranged := strings.Cut(item, "[")
		inner, after, _ := strings.Cut(inner, "]")
		if !ranged {
			inner = ""
		}
		for _, r := range strings.Split(inner, ",") {
			low, high, is := strings.Cut(r, "-")
			from, ok1 := account.ParseInt([]byte(low))
			to, ok2 := account.ParseInt([]byte(high))
			if !is || !ok1 || !ok2 {
				f(before + r + after)
				continue
			}
			if n += int(min(to-from, maxHosts)) + 1; to < from || n > maxHosts {
				return errors.New("the list of nodes " + jsontext.Short(item) + " can't be read: n[001-080,101] belongs there")
			}
			for k := from; k <= to; k++ {
				text := strconv.FormatInt(k, 10)
				f(before + strings.Repeat("0", max(0, len(low)-len(text))) + text + after)
			}
		}
	}
	return nil
}

// cutItem cuts a list at the first comma that stands in no brackets.
func cutItem(list string) (item, rest string) {
	in := false
	for i, c := range list {
		switch {
		case c == '[':
			in = true
		case c == ']':
			in = false
		case c == ',' && !in:
			return list[:i], list[i+1:]
		}
	}
	return list, ""
}

// sizeOfTable reads a table of sinfo: CPUs of named nodes, each counted once, or of
// so many nodes of partitions, the largest of which counts.
func sizeOfTable(text string) (s Size, err error) {
	at := map[string]int{}
	seen := map[string]bool{}
	for _, line := range strings.Split(text, "\n") {
		f := strings.Fields(line)
		if len(at) == 0 {
			for i, name := range f {
				if i == 0 && name != "NODELIST" && name != "PARTITION" && name != "CPUS" && name != "NODES" && name != "HOSTNAMES" {
					break
				}
				name, _, _ = strings.Cut(name, "(")
				if _, twice := at[name]; !twice {
					at[name] = i
				}
			}
			continue
		}
		value := func(name string) string {
			if i, ok := at[name]; ok && i < len(f) {
				return f[i]
			}
			return ""
		}
		cpus, ok := account.ParseInt([]byte(strings.TrimSuffix(value("CPUS"), "+")))
		if !ok || cpus > 1<<20 {
			continue
		}
		if list := value("NODELIST") + value("HOSTNAMES"); list != "" {
			err := hosts(list, func(h string) {
				if !seen[h] && len(seen) < maxHosts {
					seen[h] = true
					s.Procs += cpus
				}
			})
			if err != nil {
				return s, err
			}
			s.Nodes = int64(len(seen))
			continue
		}
		counts := strings.Split(value("NODES"), "/") // allocated, idle, other, all
		n, _ := account.ParseInt([]byte(counts[len(counts)-1]))
		if n = min(n, maxHosts); n*cpus > s.Procs {
			s.Procs, s.Nodes = n*cpus, n
		}
	}
	if len(seen) > 0 {
		return of(s, "all nodes that sinfo lists")
	}
	return of(s, "the largest partition that sinfo lists")
}
