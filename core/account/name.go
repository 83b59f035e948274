package account

// names are numbered from 1 in the order in which they first appear.
type names struct {
	number map[string]int64
	list   []string
	lost   int // records whose name came when there were MaxNames already
}

// of is the number of a name, -1 of none.
func (n *names) of(name []byte) int64 {
	if len(name) == 0 {
		return -1
	}
	name = name[:min(len(name), maxName)]
	if k, ok := n.number[string(name)]; ok {
		return k
	}
	if len(n.list) == MaxNames {
		n.lost++
		return -1
	}
	if n.number == nil {
		n.number = map[string]int64{}
	}
	s := string(name)
	n.list = append(n.list, s)
	n.number[s] = int64(len(n.list))
	return int64(len(n.list))
}
