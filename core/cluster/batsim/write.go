package batsim

import (
	"bufio"
	"io"
	"strconv"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/cluster"
	"shadowtime/core/job/batsim"
)

// Write writes a load as a workload for a machine of so many cores: what Read
// makes of it is the load, but for the last bit of its work. Jobs that do and ask
// for the same share a profile.
func Write(to io.Writer, l *cluster.Load, cores int) error {
	w := bufio.NewWriter(to)
	names := map[profile]string{}
	var list []profile
	put := func(texts ...string) {
		for _, t := range texts {
			_, _ = w.WriteString(t) // Flush reports
		}
	}
	put("{\"nb_res\": ", strconv.Itoa(cores), ",\n\"jobs\": [")
	for j := range l.Len() {
		p := profileOf(l, j)
		if names[p] == "" {
			names[p] = "p" + strconv.Itoa(len(list))
			list = append(list, p)
		}
		id := strconv.FormatInt(l.ID[j], 10)
		if l.Names != nil {
			id = jsontext.Quote(l.Names[j])
		}
		put(batsim.Between(j), "{\"id\": ", id, ", \"subtime\": ", text(l.Submit[j]), ", \"res\": ", strconv.Itoa(int(l.Size[j])),
			", \"profile\": \"", names[p], "\"}")
	}
	put("\n],\n\"profiles\": {")
	for i, p := range list {
		put(batsim.Between(i), "\"", names[p], "\": {\"type\": \"")
		if p.fixed {
			put(delay, "\", \"delay\": ", text(p.work))
		} else {
			put(homogeneous, "\", \"com\": 0, \"cpu\": ", text(p.work*giga), ", \"req_ops\": ", text(p.requested*giga))
		}
		put(", \"req_time\": ", text(p.request), ", \"mem\": ", text(p.memory), ", \"mem_bw\": ", text(p.bandwidth), "}")
	}
	put("\n}}\n")
	return w.Flush()
}

func profileOf(l *cluster.Load, j int) profile {
	p := profile{work: l.Work[j], requested: l.Requested[j], request: l.Request[j], memory: l.Memory[j], bandwidth: l.Bandwidth[j]}
	if l.Fixed != nil && l.Fixed[j] {
		p.fixed, p.requested = true, 0
	}
	return p
}

// text is a number as others read it too: without an exponent where that is short.
func text(x float64) string {
	form := byte('f')
	if x != 0 && (x < 1e-6 || x >= 1e21) {
		form = 'g'
	}
	return strconv.FormatFloat(x, form, -1, 64)
}
