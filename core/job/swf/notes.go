package swf

import (
	"bytes"
	"iter"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// count writes "1 line", "3 lines".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return numeral.Count(n) + " " + many
}

// notes says what is worth knowing about a log that could be read.
func (p *Parser) notes(l *job.Log) []string {
	var notes []string
	add := func(s string) { notes = append(notes, s) }
	doubt := func(d job.Doubt) {
		l.Doubts = append(l.Doubts, d)
		add(d.String())
	}

	notes = append(notes, p.counted()...)
	for _, x := range contradictions(l) {
		add(x)
	}
	if p.fractions > 0 {
		add(count(p.fractions, "value has", "values have") + " a fraction: times are cut off downwards, processors rounded up")
	}
	late, latest := 0, l.Col[job.Submit].At(0)
	for r := range l.Col[job.Submit].All() {
		if r < latest {
			late++
		}
		latest = max(latest, r)
	}
	if late > 0 {
		add("submit times are not sorted: " + count(late, "job stands", "jobs stand") + " below one submitted later")
	}
	if d, is := job.Lull(l.Col[job.Submit].All()); is {
		doubt(d)
	}
	if n := repeated(&l.Col[job.ID]); n > 0 {
		doubt(job.Doubt{Says: count(n, "job line repeats", "job lines repeat") + " an earlier job id",
			Remedy: "look whether the file holds jobs twice"})
	}
	partial := 0
	for s := range l.Col[job.Status].All() {
		if 2 <= s && s <= 4 {
			partial++
		}
	}
	if partial > 0 {
		add(count(partial, "line tells", "lines tell") + " of a partial execution (status 2-4)")
	}
	if x := p.further; x.n > 0 {
		text := "the file holds " + numeral.Count(x.n+1) + " logs: another UnixStartTime stands below the first job, first in line " +
			strconv.Itoa(x.at) + "; "
		switch {
		case x.timeless:
			text += "the first log has none, so all submit times count from one: give the first header its UnixStartTime"
		case x.before:
			text += "submit times count from there, and a log that begins before the first has times below 0: join them in the order " +
				"of time"
		default:
			text += "submit times below it count from there"
		}
		add(text)
	}
	if n, ok := l.Header.Int("MaxNodes"); ok && n > 0 && n < largest(l) {
		if _, told := l.Header.Int("MaxProcs"); !told {
			add("the header's MaxNodes is " + numeral.Count(n) + ", and a job has " + numeral.Count(largest(l)) +
				" processors: it is not taken for the machine's processors; give these as MaxProcs")
		}
	}
	if p.lateComments > 0 {
		add(count(p.lateComments, "comment line", "comment lines") + " below the first job: not part of the header, left out")
	}
	lacks, cleaned := p.lacks(l)
	for _, d := range lacks {
		doubt(d)
	}
	if cleaned != "" {
		add(cleaned)
	}
	if p.lostPairs > 0 {
		add("the header is longer than " + numeral.Count(maxPairs) + " lines: " + count(p.lostPairs, "line", "lines") + " left out")
	}
	return notes
}

// counted says how many lines have not the 18 fields of the format, and what is made of them.
func (p *Parser) counted() (notes []string) {
	add := func(s string) { notes = append(notes, s) }
	var seventeen, fewer, more lines
	p.runs(func(r run, n int) {
		at := int(p.line.At(r.from))
		switch {
		case r.fields == numFields:
		case r.fields == numFields-1:
			seventeen.add(n, at, r.fields)
		case r.fields < numFields:
			fewer.add(n, at, r.fields)
		default:
			more.add(n, at, r.fields)
		}
	})
	if seventeen.n > 0 {
		add(seventeen.words() + " 17 fields" + seventeen.first() + ": the last (think time) is taken as unknown")
	}
	if fewer.n > 0 {
		add(fewer.words() + " fewer than 17 fields (the fewest " + strconv.Itoa(fewer.least) + ")" + fewer.first() +
			": the missing ones are taken as unknown")
	}
	if p.sited > 0 {
		add("the fifth field of Frontier's logs counts nodes or cores: " + count(p.sited, "job is", "jobs are") + " counted in the nodes " +
			"of field 21, as 2500 of frontier:excl:2500x112, and the machine in MaxNodes (RAPS, frontier_swf)")
	} else if more.n > 0 {
		add(more.words() + " more than 18 fields (up to " + strconv.Itoa(more.most) + ")" + more.first() + ": the first 18 count, " +
			"the fifth as allocated processors; where a line counts nodes there, its job is too small")
	}
	return notes
}

// lacks doubts a file that seems cut: its last line, or the jobs that its header tells of beyond those it has. What a cleaned
// version's header says was removed is not missing; where it does not say how much, these are a note alone.
func (p *Parser) lacks(l *job.Log) (list []job.Doubt, note string) {
	if p.torn {
		list = append(list, job.Cut())
	}
	told, gone := p.told(l)
	missing := told - gone - int64(l.Len()+p.bad+p.part.outside.Before+p.part.outside.After)
	if missing <= 0 {
		return list, ""
	}
	d := job.Doubt{Says: "the header tells of " + numeral.Count(told) + " jobs", Remedy: "it was cut short, or a part was taken " +
		"out; fetch it again if you did not expect that"}
	if gone > 0 {
		d.Says += " and of " + numeral.Count(gone) + " removed in cleaning"
	}
	d.Says += ", the file has " + numeral.Count(missing) + " fewer"
	if gone > 0 {
		d.Says += " than the rest"
	}
	if cleaned(&l.Header) && removed(&l.Header) == 0 {
		return list, d.Says + ": it is a cleaned version"
	}
	return append(list, d), ""
}

// lines are some with more or fewer fields than the format has.
type lines struct{ n, at, least, most int }

func (l *lines) add(n, at, fields int) {
	if l.n == 0 {
		l.at, l.least = at, fields
	}
	l.n, l.least, l.most = l.n+n, min(l.least, fields), max(l.most, fields)
}

func (l *lines) words() string { return count(l.n, "line has", "lines have") }
func (l *lines) first() string { return ", the first in line " + strconv.Itoa(l.at) }

// contradictions are values of waits that no job can have: the format writes -1 for what
// is unknown, and nothing waits for centuries. Cleaning counts those of other fields.
func contradictions(l *job.Log) (list []string) {
	for _, x := range []struct {
		is    func(wait int64) bool
		words string
	}{{func(wait int64) bool { return wait < -1 }, " a wait below 0: started before the submit, or moved fields"},
		{func(wait int64) bool { return wait > job.MaxTime }, " a wait beyond 317 years"}} {
		n, first, i := 0, 0, 0
		for wait := range l.Col[job.Wait].All() {
			if x.is(wait) {
				if n++; n == 1 {
					first = int(l.Line.At(i))
				}
			}
			i++
		}
		if n > 0 {
			list = append(list, count(n, "job has", "jobs have")+x.words+" (the first in line "+strconv.Itoa(first)+"): taken as unknown")
		}
	}
	return list
}

// largest is the size of the largest job that is not absurd.
func largest(l *job.Log) int64 {
	var sizes job.Sizes
	for n := range l.Col[job.Alloc].All() {
		sizes.Add(n)
	}
	return sizes.Largest()
}

// told says of how many jobs the header tells, 0 where it does not, and how many of those it says that cleaning removed:
// the archive brought MaxRecords down by them in some logs, and not in others.
func (p *Parser) told(l *job.Log) (jobs, gone int64) {
	all, counted := l.Header.Int("MaxJobs")
	gone = removed(&l.Header)
	if n, ok := l.Header.Int("MaxRecords"); ok && n > 0 {
		if counted && n <= all-gone {
			gone = 0
		}
		return n, gone
	}
	return max(0, all), gone
}

// repeated counts the ids that stood before, unknown ones (-1) apart.
func repeated(ids *job.Column) int {
	if ids.IsSorted() {
		return repeats(ids.All())
	}
	sorted := ids.Values()
	slices.Sort(sorted)
	return repeats(slices.Values(sorted))
}

func repeats(sorted iter.Seq[int64]) int {
	n, last := 0, int64(-1)
	for id := range sorted {
		if id == last && id != -1 {
			n++
		}
		last = id
	}
	return n
}

// whyNoJob is the one sentence on an input without jobs: what was found and what
// to do.
func (p *Parser) whyNoJob() string {
	if len(bytes.TrimSpace(bytes.TrimPrefix(p.head, []byte("\xef\xbb\xbf")))) == 0 && p.bad == 0 && len(p.pairs) == 0 && p.lostPairs == 0 {
		if p.lines == 0 {
			return "the file is empty: a log has one job a line, 18 numbers each; choose another file"
		}
		return "the file holds nothing but blank lines: a log has one job a line, 18 numbers each; choose another file"
	}
	if s := foreign(p.head); s != "" {
		return s
	}
	if p.nulLine > 0 {
		return "this is binary data (a NUL byte in line " + strconv.Itoa(p.nulLine) + "), not a text log: choose a log in the Standard " +
			"Workload Format (.swf or .swf.gz)"
	}
	if p.bad == 0 {
		return "no job: the file holds header comments only (" + count(p.lines, "line", "lines") +
			"); the download may have stopped early, fetch it again"
	}
	if out := p.part.outside; out.Before+out.After > 0 {
		return "no job was submitted in the span: " + p.part.words(0)[0]
	}
	f := p.faults[0]
	if strings.Count(f.Text, ",") >= manyCommas {
		return "this looks like comma-separated values (CSV), not like a log in the Standard Workload Format, whose fields stand between " +
			"blanks: convert it first"
	}
	what := strconv.Quote(f.Text)
	if f.Field != "" {
		what += " as " + f.Field
	}
	return "this is not a job log in the Standard Workload Format: " + count(p.bad, "line", "lines") +
		" could not be read, the first is line " + strconv.Itoa(f.Line) + ", " + what + " (" + f.Why +
		"). Shadowtime also reads what sacct prints and the accounting of PBS, LSF and Grid Engine"
}

// maxHead is how many bytes of a file are kept to see what it is.
const maxHead = 512

// describesPlatform says whether a JSON text begins as a platform, or its types, does.
func describesPlatform(h string) bool {
	has := func(key string) bool { return strings.Contains(h, `"`+key+`"`) }
	return has("clusters") || has("processors") && (has("nodes") || has("memory")) || has("clock_rate") || has("platform") && has("types")
}

// foreign recognises files of other kinds by the bytes they begin with.
func foreign(head []byte) string {
	const choose = ": choose a log in the Standard Workload Format (.swf or .swf.gz)"
	h := string(head)
	for _, k := range [...]struct{ magic, sentence string }{
		{"\x1f\x8b", "this is gzip-compressed data where its text was expected: unpack it first (gunzip)"},
		{"BZh", "this is bzip2-compressed data: unpack it first (bunzip2)"},
		{"\xfd7zXZ", "this is xz-compressed data: unpack it first (unxz)"},
		{"\x28\xb5\x2f\xfd", "this is zstd-compressed data: unpack it first (unzstd)"},
		{"PK\x03\x04", "this is a zip archive: unpack it and choose the log in it"},
		{"\x89PNG", "this is a PNG picture" + choose},
		{"\xff\xd8\xff", "this is a JPEG picture" + choose},
		{"GIF8", "this is a GIF picture" + choose},
		{"%PDF", "this is a PDF document" + choose},
		{"\x7fELF", "this is a program (ELF)" + choose},
		{"\x00asm", "this is a WASM module" + choose},
		{"\xff\xfe", "this is text in UTF-16: save it as UTF-8"},
		{"\xfe\xff", "this is text in UTF-16: save it as UTF-8"},
	} {
		if strings.HasPrefix(h, k.magic) {
			return k.sentence
		}
	}
	h = strings.TrimLeft(strings.TrimPrefix(h, "\xef\xbb\xbf"), " \t\r\n")
	switch {
	case strings.HasPrefix(h, "{") && describesPlatform(h):
		return "this describes a platform, not jobs: open a log, then drop this file in Cluster, where the platform is changed, on \"Or " +
			"describe another\"; the command takes it with --platform"
	case strings.HasPrefix(h, "{"), strings.HasPrefix(h, "["):
		return "this looks like JSON (it begins with " + strconv.Quote(h[:1]) + "), not like a log" + choose
	case strings.HasPrefix(h, "<"):
		return "this looks like a web page (it begins with \"<\"), not like a log: perhaps the server answered with an error page; fetch " +
			"it again"
	case strings.HasPrefix(h, "JobID|"):
		return "this looks like Slurm accounting (sacct -P), not like a log in the Standard Workload Format: convert it first"
	}
	return ""
}
