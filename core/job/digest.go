package job

// DigestOf names the data of a log: SHA-256 over the number of jobs, the eighteen
// columns one after the other, and the machine size the header gives (MaxProcs,
// else MaxNodes, else 0), each number as eight bytes, the least significant
// first. Layout, comments and compression of the file do not enter; columns
// shorter than the submit times count as -1.
func DigestOf(l *Log) Digest {
	var h digester
	h.init()
	n := l.Len()
	h.add(int64(n))
	room := make([]int64, Stretch)
	for f := range l.Col {
		for from := 0; from < n; from += Stretch {
			some := min(Stretch, n-from)
			if v, is := l.Col[f].only(from); is {
				h.repeat(v, some)
				continue
			}
			h.addAll(l.Col[f].Unpack(from, room[:some]))
		}
	}
	h.add(headerProcs(&l.Header))
	return h.sum()
}

// DigestOfText names a text: SHA-256 over its length, as eight bytes like the numbers
// of DigestOf, and the text, filled up with zeros to a multiple of eight.
func DigestOfText(text string) Digest {
	var h digester
	h.init()
	h.add(int64(len(text)))
	for i := 0; i < len(text); i += 8 {
		v := uint64(0)
		for j := range min(8, len(text)-i) {
			v |= uint64(text[i+j]) << (8 * j)
		}
		h.add(int64(v))
	}
	return h.sum()
}

func headerProcs(h *Header) int64 {
	for _, key := range [...]string{"MaxProcs", "MaxNodes"} {
		if m, ok := h.Int(key); ok && m > 0 {
			return m
		}
	}
	return 0
}
