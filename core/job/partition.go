package job

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/sorted"
)

// NotChosen is why a record is left out whose partition, or queue, was not asked for.
const NotChosen = "partition not chosen"

// maxParts is how many partitions of a log are listed.
const maxParts = 1000

// parts are the partitions of a log by their numbers, those with most jobs first, or its queues
// where it has fewer than two partitions; none where it has fewer than two of both.
func (l *Log) parts() (f Field, list []Division) {
	for _, f = range [...]Field{Partition, Queue} {
		jobs, c := map[int64]int{}, &l.Col[f]
		tally(l.Len(), func(i int) int64 { return max(-1, c.At(i)) }, jobs)
		if len(jobs) < 2 {
			continue
		}
		for id, n := range jobs {
			list = append(list, Division{Name: strconv.FormatInt(id, 10), Jobs: n})
		}
		sorted.Stable(list, func(a, b Division) int {
			if a.Jobs != b.Jobs {
				return b.Jobs - a.Jobs
			}
			return strings.Compare(a.Name, b.Name)
		})
		list = list[:min(len(list), maxParts)]
		for i := range list {
			list[i].Words = l.called(f, list[i].Name)
		}
		return f, list
	}
	return Partition, nil
}

// tally counts how often each of n numbers comes. One mostly is the one before.
func tally(n int, number func(i int) int64, of map[int64]int) {
	for i := 0; i < n; {
		id, from := number(i), i
		for i++; i < n && number(i) == id; {
			i++
		}
		of[id] += i - from
	}
}

// called is what the header calls a partition or queue ("; Partition: 2 batch"), "" where it
// does not.
func (l *Log) called(f Field, number string) string {
	if number == "-1" {
		return "unknown"
	}
	for _, p := range l.Header.Pairs {
		if n, ok := leadingInt(p.Value); ok && strconv.FormatInt(n, 10) == number && strings.EqualFold(p.Key, f.Key()) {
			return strings.TrimLeft(strings.TrimSpace(p.Value), "0123456789 \t-:=")
		}
	}
	return ""
}

// Number is that by which the log's jobs have a queue, a partition or a user of that name, which its header says, or who made it of a
// batch system's records; false: none has. Of no name it says whether there are names of these at all.
func (l *Log) Number(f Field, name string) (id int64, ok bool) {
	if f == User {
		if l.Import == nil {
			return 0, false
		}
		if name == "" {
			return 0, len(l.Import.Users) > 0
		}
		at := slices.Index(l.Import.Users, name)
		return int64(at) + 1, at >= 0
	}
	for _, p := range l.Header.Pairs {
		if !strings.EqualFold(p.Key, f.Key()) {
			continue
		}
		n, is := leadingInt(p.Value)
		if is && (name == "" || l.called(f, strconv.FormatInt(n, 10)) == name) {
			return n, true
		}
	}
	return 0, false
}

// Choose leaves of a log that has its columns the jobs of some partitions, or queues where it
// tells of one partition at most, by number or as the header calls them. The header's size is
// that of all of them: it goes, but where it says how many processors these have.
func (l *Log) Choose(names []string) error {
	f, all := l.parts()
	if all == nil {
		return errors.New("--partition " + strings.Join(names, ",") + ": every job of this log is of one partition and one queue: " +
			"leave it out")
	}
	takes := map[int64]bool{}
	var chosen []Division
	for _, name := range names {
		at := slices.IndexFunc(all, func(p Division) bool { return p.Name == name })
		if at < 0 {
			at = slices.IndexFunc(all, func(p Division) bool { return p.Words == name })
		}
		if at < 0 {
			return errors.New("--partition " + Shorten([]byte(name)) + ": no job of this log is of that " + f.String() + ": " + listed(all))
		}
		id, _ := strconv.ParseInt(all[at].Name, 10, 64)
		if !takes[id] {
			takes[id], chosen = true, append(chosen, all[at])
		}
	}
	m := l.Imported()
	m.Partitions, m.Unit = all, "processors"
	kept := Log{Name: l.Name, Header: l.Header, Lines: l.Lines, Bad: l.Bad, Faults: l.Faults, Notes: l.Notes, Doubts: l.Doubts, Import: &m}
	for i := range l.Len() {
		if row := l.At(i); takes[max(-1, row[f])] {
			kept.Add(&row, int(l.Line.At(i)))
		}
	}
	m.Jobs = kept.Len()
	if n := l.Len() - m.Jobs; n > 0 {
		m.Left = append(m.Left, Left{Why: NotChosen, Unchosen: true, N: n})
		kept.resize(chosen)
	}
	kept.Examine(&m)
	*l = kept
	return nil
}

// listed are those there are, to choose from.
func listed(all []Division) string {
	text := "it has "
	for i, p := range all[:min(len(all), 12)] {
		if i > 0 {
			text += ", "
		}
		if text += p.Name; p.Words != "" {
			text += " (" + Shorten([]byte(p.Words)) + ")"
		}
	}
	return text
}

// resize has the header give the size of some partitions: the sum of what it says of each, as
// in "400 (48 interactive, 352 batch)", else none.
func (l *Log) resize(chosen []Division) {
	total := int64(0)
	for _, p := range chosen {
		n := l.sizeOf(p.Words)
		if n == 0 {
			total = 0
			break
		}
		total += n
	}
	h := Header{Pairs: slices.Clone(l.Header.Pairs)}
	h.Remove("MaxProcs")
	h.Remove("MaxNodes")
	if total > 0 {
		h.Pairs = append(h.Pairs, Pair{"MaxProcs", strconv.FormatInt(total, 10)})
	}
	l.Header = h
}

// sizeOf is how many processors the header says that a partition of that name has; 0: it does
// not say.
func (l *Log) sizeOf(name string) int64 {
	nodes, _ := l.Header.Int("MaxNodes")
	procs, counted := l.Header.Int("MaxProcs")
	for _, key := range []string{"MaxProcs", "MaxNodes"} {
		if key == "MaxNodes" && counted && nodes != procs { // of more than one processor
			continue
		}
		text, _ := l.Header.Get(key)
		words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t(),;", r) })
		for i := 1; i < len(words) && name != ""; i++ {
			n, err := strconv.ParseInt(words[i-1], 10, 64)
			if err == nil && n > 0 && n <= procs+nodes && strings.EqualFold(words[i], name) {
				return n
			}
		}
	}
	return 0
}
