package model

import (
	"fmt"
	"strconv"
	"strings"
)

// Of a configuration.
const (
	MaxNodes = 100_000 // of a machine
	MaxCPUs  = 100_000 // of a node
)

// Config is what slurm.conf, or what scontrol show config prints, says.
type Config struct {
	Settings
	Names      []string // of nodes, in their order
	CPUs       []int32  // of each
	Memory     []int64  // of each, MB
	Devices    []string // of each, as Gres has them
	Partitions []Partition
	Given      map[string]string // parameters that were set, as they stood there
	Unread     []string          // options of SchedulerParameters that are not known here
}

// Read reads a configuration. Version is that of Slurm where the text does not say it, as
// slurm.conf doesn't. Lines of no concern to passes are left alone.
func Read(text string, version Version) (*Config, error) {
	shown := false // by scontrol show config
	for line := range strings.Lines(text) {
		if key, value := entry(line); strings.EqualFold(key, "SLURM_VERSION") {
			shown = true
			v, ok := ParseVersion(value)
			if !ok {
				return nil, fmt.Errorf("SLURM_VERSION %s: give one as 25.05.8", value)
			}
			version = v
		}
	}
	c := &Config{Settings: New(version), Given: map[string]string{}}
	var partitions []string
	for number, line := range Lines(text) {
		key, value := entry(line)
		var err error
		switch {
		case !shown && key != "" && !strings.Contains(line, `"`) && strings.ContainsFunc(value, IsBlank) &&
			(Find(key, false) != nil || strings.EqualFold(key, "SchedulerParameters")):
			err = fmt.Errorf("%s=%s: slurmctld refuses this, as a value ends at the first blank: write it without, or in quotes",
				key, value)
		case strings.EqualFold(key, "NodeName"):
			err = c.node(line)
		case strings.EqualFold(key, "PartitionName"):
			partitions = append(partitions, line)
		case strings.EqualFold(key, "SchedulerParameters"):
			err = c.options(value)
		case key != "":
			if p := Find(key, false); p != nil && !shown && !p.Knows(value) {
				err = fmt.Errorf("%s=%s: slurmctld refuses this: give one of %s", key, value, strings.Join(p.Types, ", "))
				break
			}
			if _, err = c.Set(key, false, value); err == nil && Find(key, false) != nil {
				c.Given[Find(key, false).Name] = value
			}
		case len(line) > 8 && strings.EqualFold(line[:8], "include "):
			err = fmt.Errorf("%s: put the text of that file in its place", strings.TrimSpace(line))
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	c.Settle()
	for _, line := range partitions {
		if err := c.partition(line); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// entry is a line's key and value.
func entry(line string) (key, value string) {
	key, value, ok := strings.Cut(line, "=")
	if !ok {
		return "", ""
	}
	return strings.TrimSpace(key), strings.Trim(strings.TrimSpace(value), `"`)
}

func (c *Config) options(text string) error {
	seen := map[string]bool{}
	for name, value := range Options(text) {
		if seen[strings.ToLower(name)] { // the first counts
			continue
		}
		seen[strings.ToLower(name)] = true
		known, err := c.Set(name, true, value)
		if err != nil {
			return fmt.Errorf("SchedulerParameters: %w", err)
		}
		if !known {
			c.Unread = append(c.Unread, name)
			continue
		}
		c.Given[Find(name, true).Name] = value
	}
	return nil
}

// fields are the words of a NodeName or PartitionName line, keys in lower case.
func fields(line string) map[string]string {
	list := map[string]string{}
	for _, word := range strings.Fields(line) {
		if key, value, ok := strings.Cut(word, "="); ok {
			list[strings.ToLower(key)] = strings.Trim(value, `"`)
		}
	}
	return list
}

func (c *Config) node(line string) error {
	f := fields(line)
	if strings.EqualFold(f["nodename"], "DEFAULT") {
		return nil
	}
	cpus := 1
	for _, key := range []string{"cpus", "procs"} {
		if text, ok := f[key]; ok {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || n > MaxCPUs {
				return fmt.Errorf("CPUs=%s: give 1 to %d", text, MaxCPUs)
			}
			cpus = n
		}
	}
	memory, err := strconv.ParseInt(f["realmemory"], 10, 40)
	if err != nil {
		memory = 1 // as slurmctld has it
	}
	names, err := Hosts(f["nodename"], MaxNodes-len(c.Names))
	for _, name := range names {
		c.Names, c.CPUs = append(c.Names, name), append(c.CPUs, int32(cpus))
		c.Memory, c.Devices = append(c.Memory, max(1, memory)), append(c.Devices, f["gres"])
	}
	return err
}

func (c *Config) partition(line string) error {
	f := fields(line)
	p := Partition{Name: f["partitionname"], Tier: 1, Factor: 1, Nodes: NewNodes(len(c.Names))}
	if strings.EqualFold(p.Name, "DEFAULT") {
		return nil
	}
	for key, to := range map[string]*int64{"prioritytier": &p.Tier, "priorityjobfactor": &p.Factor} {
		if text, ok := f[key]; ok {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil || n < 0 || n > 65533 {
				return fmt.Errorf("partition %s: %s=%s: give 0 to 65533", p.Name, key, text)
			}
			*to = n
		}
	}
	if text, ok := f["priority"]; ok { // sets both
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || n > 65533 {
			return fmt.Errorf("partition %s: Priority=%s: give 0 to 65533", p.Name, text)
		}
		p.Tier, p.Factor = n, n
	}
	nodes, err := c.nodes(f["nodes"])
	if err != nil {
		return fmt.Errorf("partition %s: %w", p.Name, err)
	}
	p.Nodes = nodes
	c.Partitions = append(c.Partitions, p)
	return nil
}

// nodes are those that a list names, ALL or by name.
func (c *Config) nodes(list string) (Nodes, error) {
	set := NewNodes(len(c.Names))
	if strings.EqualFold(list, "ALL") {
		set.Add(0, len(c.Names))
		return set, nil
	}
	names, err := Hosts(list, MaxNodes)
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for i, name := range c.Names {
		at[name] = i
	}
	for _, name := range names {
		i, ok := at[name]
		if !ok {
			return nil, fmt.Errorf("node %s has no NodeName line: give one", name)
		}
		set.Add(i, i+1)
	}
	return set, nil
}

// Nodes are those that a list names.
func (c *Config) Nodes(list string) (Nodes, error) { return c.nodes(list) }

// Hosts are the names of a list as n[01-16,20],login.
func Hosts(list string, most int) (names []string, err error) {
	for rest := list; rest != ""; {
		part := rest
		if at := outside(rest); at >= 0 {
			part, rest = rest[:at], rest[at+1:]
		} else {
			rest = ""
		}
		head, numbers, ok := strings.Cut(part, "[")
		if !ok {
			names = append(names, part)
			continue
		}
		numbers, tail, ok := strings.Cut(numbers, "]")
		if !ok || strings.Contains(tail, "[") {
			return nil, fmt.Errorf("nodes %s: give one pair of brackets, as n[1-16]", part)
		}
		for _, r := range strings.Split(numbers, ",") {
			a, b, dashed := strings.Cut(r, "-")
			if !dashed {
				b = a
			}
			from, errA := strconv.Atoi(a)
			to, errB := strconv.Atoi(b)
			if errA != nil || errB != nil || from < 0 || to < from || to-from >= most-len(names) {
				return nil, fmt.Errorf("nodes %s: %s: give a range as 1-16, at most %d nodes in all", part, r, most)
			}
			for i := from; i <= to; i++ {
				names = append(names, fmt.Sprintf("%s%0*d%s", head, len(a), i, tail))
			}
		}
	}
	return names, nil
}

// WidestRange is how many nodes one range may have in Slurm.
const WidestRange = 1 << 16

// Misranged is the first range of a list of nodes that Slurm takes for none: it goes down, is no range of numbers, or has
// more than WidestRange nodes. "": each is one.
func Misranged(list string) string {
	for {
		_, rest, ok := strings.Cut(list, "[")
		if !ok {
			return ""
		}
		var numbers string
		numbers, list, _ = strings.Cut(rest, "]")
		for r := range strings.SplitSeq(numbers, ",") {
			a, b, dashed := strings.Cut(r, "-")
			if !dashed || b == "" { // which is one number
				b = a
			}
			from, errA := strconv.ParseUint(a, 10, 63)
			to, errB := strconv.ParseUint(b, 10, 63)
			if errA != nil || errB != nil || to < from || to-from >= WidestRange {
				return r
			}
		}
	}
}

// outside is the first comma outside brackets, or -1.
func outside(list string) int {
	depth := 0
	for i, c := range list {
		switch {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == ',' && depth == 0:
			return i
		}
	}
	return -1
}
