package swf

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"shadowtime/core/job"
)

const (
	maxPairs = 4096 // header lines kept; real headers have up to about 100
	maxValue = 4096 // bytes kept of a value
	maxKey   = 40   // bytes of a key
)

// comment takes a line that begins with ';', or '#' as some write it. Keys may stand at any depth if the
// format knows them (some logs align them to the right); a deeper line without
// one goes on with the value above it. Text that belongs to no key is kept
// under the empty key.
func (p *Parser) comment(line []byte) {
	for len(line) > 0 && (line[0] == ';' || line[0] == '#') {
		line = line[1:]
	}
	if p.n > 0 || p.part.began {
		p.late(line)
		return
	}
	indent, i := 0, 0
	for i < len(line) && isBlank(line[i]) {
		if line[i] == '\t' {
			indent++ // a tab alone already indents
		}
		indent++
		i++
	}
	text := job.PlainText(line[i:])
	if text == "" {
		p.key = ""
		return
	}
	if len(p.pairs) >= maxPairs {
		p.lostPairs++
		return
	}
	if key, value, ok := splitKey(text, indent >= 2); ok {
		p.key = key
		p.pairs = append(p.pairs, job.Pair{Key: key, Value: cut(value)})
		return
	}
	if indent < 2 {
		p.key = ""
	}
	p.pairs = append(p.pairs, job.Pair{Key: p.key, Value: cut(text)})
}

// parts are logs that stand below the first of a file, each with a header of its own.
type parts struct {
	n, at    int   // how many, and the line of the first
	by       int64 // what submit times of the one that is read are later than they say
	timeless bool  // the first has no time that others could be counted from
	before   bool  // one begins before the first
}

// late takes a comment below the first job: a second UnixStartTime begins another log,
// whose submit times count from there.
func (p *Parser) late(line []byte) {
	key, value, _ := splitKey(job.PlainText(line[indent(line):]), true)
	unix, ok := (&job.Header{Pairs: []job.Pair{{Key: key, Value: value}}}).Int("UnixStartTime")
	if !ok || unix <= 0 || unix > job.MaxTime {
		p.lateComments++
		return
	}
	first, ok := (&job.Header{Pairs: p.pairs}).Int("UnixStartTime")
	x := &p.further
	if x.n++; x.n == 1 {
		x.at = p.lines
	}
	if !ok || first <= 0 || first > job.MaxTime {
		x.timeless = true
		return
	}
	x.by = unix - first
	x.before = x.before || x.by < 0
}

// indent is how many blanks a text begins with.
func indent(b []byte) int {
	i := 0
	for i < len(b) && isBlank(b[i]) {
		i++
	}
	return i
}

// splitKey parts "Key: value". A key the format does not know must stand at the
// margin and be followed by a blank, or every URL would be one.
func splitKey(text string, indented bool) (key, value string, ok bool) {
	n := keyLen(text)
	if n == 0 || n == len(text) || text[n] != ':' {
		return "", "", false
	}
	key, value = text[:n], text[n+1:]
	if !knownKey(key) && (indented || value != "" && !isBlank(value[0])) {
		return "", "", false
	}
	return key, strings.TrimSpace(value), true
}

// keyLen is the length of the word that text begins with: letters, digits, '_'
// and '-', a letter first. 0 when there is none, or a longer one than a key.
func keyLen(text string) int {
	i := 0
	for i < len(text) {
		c := text[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || !('0' <= c && c <= '9' || c == '_' || c == '-')) {
			break
		}
		i++
	}
	if i > maxKey {
		return 0
	}
	return i
}

// knownKey says whether the format defines the key, in any capitalisation.
func knownKey(key string) bool {
	switch strings.ToLower(key) {
	case "version", "computer", "installation", "acknowledge", "information",
		"conversion", "copyright", "maxjobs", "maxrecords", "preemption",
		"unixstarttime", "timezone", "timezonestring", "starttime", "endtime",
		"maxnodes", "maxprocs", "maxruntime", "maxmemory", "allowoveruse",
		"maxqueues", "queues", "queue", "maxpartitions", "partitions",
		"partition", "note":
		return true
	}
	return false
}

// titled says whether the header names what only a header of the format does.
func (p *Parser) titled() bool {
	for _, pair := range p.pairs {
		if knownKey(pair.Key) && !strings.EqualFold(pair.Key, "note") && !strings.EqualFold(pair.Key, "information") {
			return true
		}
	}
	return false
}

// cut shortens a value to maxValue bytes, between characters.
func cut(s string) string {
	if len(s) <= maxValue {
		return s
	}
	n := maxValue
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.TrimSpace(s[:n])
}

// cleaned says whether a log's header has the mark by which the Parallel Workloads Archive tells a version without some
// users' bursts, under the header of the whole.
func cleaned(h *job.Header) bool {
	return slices.ContainsFunc(h.Pairs, func(p job.Pair) bool { return strings.Contains(strings.ToUpper(p.Value), "A CLEANED VERSION OF") })
}

// removed is how many jobs the archive says that it took out of a cleaned version, filter by filter: "user=3 (24025 jobs
// removed)"; 0: it says nothing of that.
func removed(h *job.Header) (jobs int64) {
	if !cleaned(h) {
		return 0
	}
	for _, p := range h.Pairs {
		text, ok := strings.CutSuffix(p.Value, " jobs removed)")
		if n, err := strconv.ParseInt(text[strings.LastIndexByte(text, '(')+1:], 10, 64); ok && err == nil && n > 0 {
			jobs += n
		}
	}
	return jobs
}
