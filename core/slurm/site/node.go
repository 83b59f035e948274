package site

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/slurm/model"
)

// What a change may say of nodes: keys that it makes others, and such that are of no account anywhere.
const (
	nodeSizes = "CPUs Procs Sockets CoresPerSocket ThreadsPerCore"
	nodeGoods = "RealMemory Gres Feature Features"
	nodeWhere = "NodeAddr NodeHostname BcastAddr Port Reason"
)

// changeNodes makes nodes that are there others, or adds those that are not: added.
func (s *Site) changeNodes(at string, pairs [][3]string) (added []Record, err error) {
	r := recordOf(at, pairs)
	for _, p := range pairs[1:] {
		switch {
		case among(nodeSizes, p[1]), among(nodeGoods, p[1]), among(nodeWhere, p[1]),
			strings.EqualFold(p[1], "State") && among("UNKNOWN UP IDLE", unquoted(p[2])):
		case strings.EqualFold(p[1], "State"):
			return nil, fmt.Errorf("%s: State=%s of nodes is none that a change may give: leave them out of the partition’s Nodes", at,
				Shortened(p[2]))
		case among(nodeNames, p[1]):
			return nil, fmt.Errorf("%s: %s of nodes does nothing here, so what it changes is not known: take it out (%s are taken)", at,
				Shortened(p[1]), strings.ReplaceAll(nodeSizes+" "+nodeGoods, " ", ", "))
		default:
			return nil, fmt.Errorf("%s: %s is no key of nodes: correct the name (%s are taken)", at, Shortened(p[1]),
				strings.ReplaceAll(nodeSizes+" "+nodeGoods, " ", ", "))
		}
	}
	names, err := model.Hosts(r.Name, model.MaxNodes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	known := hosts(s.Nodes)
	there := func(name string) bool { return known[name] }
	switch has := slices.IndexFunc(names, there); {
	case has < 0:
		s.Nodes = append(s.Nodes, r)
		return []Record{r}, nil
	case slices.ContainsFunc(names, func(name string) bool { return !there(name) }):
		return nil, fmt.Errorf("%s: node %s is there already and others are not: write a line of those that are new", at,
			Shortened(names[has]))
	}
	s.part(names)
	for i := range s.Nodes {
		if o := &s.Nodes[i]; slices.Contains(names, o.Name) {
			o.take(r.Of)
		}
	}
	return nil, nil
}

// part makes each of some nodes a record of its own.
func (s *Site) part(names []string) {
	want := map[string]bool{}
	for _, name := range names {
		want[name] = true
	}
	var list []Record
	for _, r := range s.Nodes {
		all, err := model.Hosts(r.Name, model.MaxNodes)
		if err != nil || !slices.ContainsFunc(all, func(name string) bool { return want[name] }) {
			list = append(list, r)
			continue
		}
		for _, name := range all {
			list = append(list, Record{Name: name, At: r.At, Of: maps.Clone(r.Of)})
		}
	}
	s.Nodes = list
}

// take sets a node's keys to those of a line.
func (r *Record) take(of map[string]string) {
	drop := func(keys ...string) {
		for _, key := range keys {
			delete(r.Of, key)
		}
	}
	for key := range of {
		switch {
		case among(nodeSizes, key):
			drop("cputot", "cpus", "procs")
		case among("Feature Features", key):
			drop("activefeatures", "availablefeatures", "features", "feature")
		}
	}
	for key, v := range of {
		if among(nodeSizes, key) || among(nodeGoods, key) {
			r.Of[key] = v
		}
	}
}

// has is what a node has, as its line in slurm.conf says it.
func (r *Record) has() string {
	text := "CPUs=" + strconv.FormatInt(max(1, cpusOf(r)), 10)
	memory, gres := unless(r.Of["realmemory"]), r.Of["gres"]
	if memory == "1" { // none was given
		memory = ""
	}
	for at := strings.IndexByte(gres, '('); at >= 0 && !Unset(gres); at = strings.IndexByte(gres, '(') { // of which sockets they are
		_, rest, _ := strings.Cut(gres[at:], ")")
		gres = gres[:at] + rest
	}
	for _, x := range [...][2]string{{"RealMemory", memory}, {"Gres", gres},
		{"Features", cmp.Or(r.Of["activefeatures"], r.Of["availablefeatures"], r.Of["features"], r.Of["feature"])}} {
		if v := unless(x[1]); v != "" {
			text += " " + x[0] + "=" + v
		}
	}
	return text
}

// otherwise are nodes of both sites that have other things in the second, neighbours together.
func (s *Site) otherwise(t *Site) (list []Difference) {
	before := map[string]string{}
	for i := range s.Nodes {
		has := s.Nodes[i].has()
		for name := range hosts(s.Nodes[i : i+1]) {
			before[name] = has
		}
	}
	var names []string
	from, to := "", ""
	flush := func() {
		if len(names) > 0 {
			name := joined(names)
			list = append(list, Difference{Name: "NodeName", From: name + " " + from, To: name + " " + to, Says: "what these nodes have"})
		}
		names = nil
	}
	for i := range t.Nodes {
		has := t.Nodes[i].has()
		all, _ := model.Hosts(t.Nodes[i].Name, model.MaxNodes)
		for _, name := range all {
			was, ok := before[name]
			if !ok || was == has {
				continue
			}
			if was != from || has != to {
				flush()
				from, to = was, has
			}
			names = append(names, name)
		}
	}
	flush()
	return list
}

// joined are names of nodes as slurm.conf has them: n[1-3],login.
func joined(names []string) string {
	number := func(name string) (head string, n, digits int) {
		head = strings.TrimRight(name, "0123456789")
		n, _ = strconv.Atoi(name[len(head):])
		return head, n, len(name) - len(head)
	}
	text := ""
	for i := 0; i < len(names); {
		head, n, digits := number(names[i])
		end := i + 1
		for end < len(names) {
			h, m, d := number(names[end])
			if h != head || d != digits || m != n+end-i || digits == 0 {
				break
			}
			end++
		}
		if text != "" {
			text += ","
		}
		if end > i+1 {
			text += head + "[" + names[i][len(head):] + "-" + names[end-1][len(head):] + "]"
		} else {
			text += names[i]
		}
		i = end
	}
	return text
}
