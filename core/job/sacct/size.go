package sacct

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/numeral"
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
	ended := strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\r")
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	var s Size
	var err error
	switch {
	case strings.HasPrefix(text, "{"):
		return sizeOfJSON(text)
	case strings.HasPrefix(text, "PartitionName="):
		s, err = sizeOfPartitions(text)
	case strings.HasPrefix(text, "NodeName="):
		s, err = sizeOfNodes(text)
	default:
		s, err = sizeOfTable(text)
	}
	if err == nil && !ended {
		s.Why += "; the text’s last line has no line end, so it may be cut off"
	}
	return s, err
}

// part is a partition.
type part struct {
	name        string
	hosts       string // as n[001-080,101]
	cpus, nodes int64
}

// wrong is a text of which something can't be believed: where, what stands there, what to do.
func wrong(at, value, why string) error {
	return errors.New(at + ": " + jsontext.Short(value) + " " + why + ": give the text as Slurm prints it, or the size by hand (--procs)")
}

// counted is a count of a machine's, at a place.
func counted(at, value string) (int64, error) {
	n, ok := account.ParseInt([]byte(value))
	if !ok || n < 0 || n > 1<<31 {
		return 0, wrong(at, value, "is no count")
	}
	return n, nil
}

// entries reads blocks of name=value words, each begun by the key first, for what they say by the
// keys asked for: each of them once.
func entries(text, first string, keys ...string) (list []map[string]string, err error) {
	line := 0
	var x map[string]string
	said, last := map[string]int{}, map[string]bool{} // by how many of them, and by the last
	whole := func() error {
		for _, key := range keys {
			if _, told := x[key]; x != nil && !told {
				return wrong("before line "+strconv.Itoa(line+1), first+"="+x[first], "has no "+key)
			}
		}
		return nil
	}
	for row := range strings.Lines(text) {
		for _, w := range strings.Fields(row) {
			key, value, pair := strings.Cut(w, "=")
			if key == first {
				clear(last)
			}
			if pair && !last[key] {
				last[key] = true
				said[key]++
			}
			if key == first {
				if err := whole(); err != nil {
					return nil, err
				}
				x = map[string]string{}
				list = append(list, x)
			} else if !slices.Contains(keys, key) {
				continue
			}
			if _, twice := x[key]; twice {
				return nil, wrong("line "+strconv.Itoa(line+1), w, "stands twice in "+first+"="+x[first])
			}
			x[key] = value
		}
		line++
	}
	const enough = 3 // to know what all say
	for key, n := range said {
		if n == len(list)-1 && len(list) >= enough && !last[key] && !slices.Contains([]string{"Reason", "Comment", "Extra"}, key) {
			return nil, wrong("line "+strconv.Itoa(line), first+"="+x[first], "has no "+key+", as all others have: it may be cut off")
		}
	}
	return list, whole()
}

// sizeOfPartitions reads what scontrol show partition prints.
func sizeOfPartitions(text string) (s Size, err error) {
	list, err := entries(text, "PartitionName", "Nodes", "TotalCPUs", "TotalNodes")
	if err != nil {
		return s, err
	}
	parts := make([]part, len(list))
	for i, x := range list {
		p := part{name: x["PartitionName"], hosts: x["Nodes"]}
		if p.cpus, err = counted("partition "+p.name+", TotalCPUs", x["TotalCPUs"]); err != nil {
			return s, err
		}
		if p.nodes, err = counted("partition "+p.name+", TotalNodes", x["TotalNodes"]); err != nil {
			return s, err
		}
		parts[i] = p
	}
	return sizeOfParts(parts)
}

// sizeOfNodes adds up what scontrol show node prints.
func sizeOfNodes(text string) (s Size, err error) {
	list, err := entries(text, "NodeName", "CPUTot")
	if err != nil {
		return s, err
	}
	seen := map[string]bool{}
	for _, x := range list {
		name := x["NodeName"]
		if seen[name] {
			return s, wrong("NodeName", name, "stands twice")
		}
		seen[name] = true
		n, err := counted("node "+name+", CPUTot", x["CPUTot"])
		if err != nil {
			return s, err
		}
		s.Nodes, s.Procs = s.Nodes+1, s.Procs+n
	}
	return of(s, "all nodes that scontrol lists")
}

// countedIn is a count in JSON; what is no number is no count.
func countedIn(at string, v jsontext.Value) (int64, error) {
	n := whole(v)
	if n < 0 || n > 1<<31 {
		return 0, wrong(at, v.Raw(), "is no count")
	}
	return n, nil
}

func sizeOfJSON(text string) (s Size, err error) {
	v, err := jsontext.Read(text)
	if err != nil {
		return s, err
	}
	var list []part
	for _, x := range member(v, "partitions").Elements() {
		nodes := member(x, "nodes")
		p := part{name: textOf(member(x, "name")), hosts: textOf(member(nodes, "configured"))}
		if p.nodes, err = countedIn("partition "+p.name+", nodes.total", member(nodes, "total")); err != nil {
			return s, err
		}
		if p.cpus, err = countedIn("partition "+p.name+", cpus.total", member(member(x, "cpus"), "total")); err != nil {
			return s, err
		}
		list = append(list, p)
	}
	if len(list) > 0 {
		return sizeOfParts(list)
	}
	for _, x := range member(v, "nodes").Elements() {
		n, err := countedIn("node "+textOf(member(x, "name"))+", cpus", member(x, "cpus"))
		if err != nil {
			return s, err
		}
		s.Nodes, s.Procs = s.Nodes+1, s.Procs+n
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
		n := int64(0)
		if err := hosts(p.hosts, func(h string) { all[h]++; n++ }); err != nil {
			return s, err
		}
		if n != p.nodes && plainList(p.hosts) {
			return s, wrong("partition "+p.name, p.hosts, "are "+numeral.Count(n)+" nodes and not "+numeral.Count(p.nodes))
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

// plainList says that each item of a list of nodes has one range at most, at its end: such a list
// hosts counts.
func plainList(list string) bool { return strings.Count(list, "]") == strings.Count(list+",", "],") }

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
	columns, open, number := 0, false, 0 // open: the last column may have blanks
	byState := false                     // nodes are allocated, idle, other, all
	seen := map[string]int64{}
	for line := range strings.Lines(text) {
		number++
		f := strings.Fields(line)
		if len(at) == 0 {
			if !isSinfo(f) && !isClock(f) && len(f) > 0 {
				return s, errNoSize // a line of a table whose head stands below it is lost
			}
			for i, name := range f {
				if i == 0 && name != "NODELIST" && name != "PARTITION" && name != "CPUS" && name != "NODES" && name != "HOSTNAMES" {
					break
				}
				name, by, _ := strings.Cut(name, "(")
				byState = byState || name == "NODES" && by != ""
				if _, twice := at[name]; !twice {
					at[name] = i
				}
				columns, open = len(f), name == "REASON"
			}
			continue
		}
		place, told := "line "+strconv.Itoa(number), -1
		if i, ok := at["CPUS"]; len(f) == 0 || !ok {
			continue
		} else if told = i; len(f) < columns || len(f) > columns && !open {
			return s, wrong(place, strings.TrimSpace(line), "has not as many fields as the head")
		}
		cpus, err := counted(place+", CPUS", strings.TrimSuffix(f[told], "+"))
		if err != nil {
			return s, err
		}
		value := func(name string) string {
			if i, ok := at[name]; ok {
				return f[i]
			}
			return ""
		}
		if list := value("NODELIST") + value("HOSTNAMES"); list != "" {
			var other error
			listed := int64(0)
			err := hosts(list, func(h string) {
				listed++
				if was, twice := seen[h]; twice && was != cpus {
					other = wrong(place, strings.TrimSpace(line), "says other CPUs of a node than a line before")
				} else if !twice && len(seen) < maxHosts {
					seen[h] = cpus
					s.Procs += cpus
				}
			})
			if n, _ := account.ParseInt([]byte(value("NODES"))); value("NODES") != "" && n != listed && plainList(list) {
				other = wrong(place+", NODES", value("NODES"), "is not how many nodes "+jsontext.Short(list)+" are")
			}
			if err = cmp.Or(err, other); err != nil {
				return s, err
			}
			s.Nodes = int64(len(seen))
			continue
		}
		n, err := nodesOf(place+", NODES", value("NODES"), byState)
		if err != nil {
			return s, err
		}
		if n = min(n, maxHosts); n*cpus > s.Procs {
			s.Procs, s.Nodes = n*cpus, n
		}
	}
	if len(seen) > 0 {
		return of(s, "all nodes that sinfo lists")
	}
	return of(s, "the largest partition that sinfo lists")
}

// nodesOf counts the nodes of a partition: 4, or by their states 1/2/1/4, of which the last
// is all of them.
func nodesOf(at, value string, byState bool) (int64, error) {
	parts := strings.Split(value, "/")
	if len(parts) != 1 && len(parts) != 4 || byState != (len(parts) == 4) {
		return 0, wrong(at, value, "is no count of the nodes that the head tells of")
	}
	sum, n := int64(0), int64(0)
	for i, p := range parts {
		var err error
		if n, err = counted(at, p); err != nil {
			return 0, err
		}
		if i < 3 {
			sum += n
		}
	}
	if len(parts) == 4 && sum != n {
		return 0, wrong(at, value, "are "+numeral.Count(sum)+" nodes and not "+numeral.Count(n))
	}
	return n, nil
}

// isClock says whether words are the time with which sinfo -l begins.
func isClock(words []string) bool {
	year, clock := false, false
	for _, w := range words {
		n, err := strconv.Atoi(w)
		year, clock = year || err == nil && 1990 < n && n < 2240, clock || strings.Count(w, ":") == 2
	}
	return year && clock && len(words) < 8
}
