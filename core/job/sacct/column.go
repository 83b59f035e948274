package sacct

import (
	"bytes"
	"strings"

	"shadowtime/core/job/account"
)

// column is one of a table: what its values look like, and which one it is to us.
type column struct {
	name string
	role role
	kind kind
}

type role uint8

// the columns that count
const (
	none role = iota
	jobID
	jobIDRaw
	cluster
	user
	uid
	group
	accountName
	partition
	qos
	submit
	eligible
	start
	end
	elapsed
	elapsedRaw
	suspended
	timelimit
	timelimitRaw
	reqCPUs
	allocCPUs
	ncpus
	reqTRES
	allocTRES
	nnodes
	allocNodes
	reqNodes
	reqMem
	nodeList
	state
	roles
)

type kind uint8

// What values look like. Free text may hold anything, delimiters and new lines too.
const (
	word kind = iota
	free
	id
	date
	duration  // 01:23.456 at least
	clockTime // 00:01:23 at least, or a word for no limit
	minutes   // or such a word
	number
	stateWord
	tres
)

var known = []column{
	{"JobID", jobID, id}, {"JobIDRaw", jobIDRaw, id}, {"Cluster", cluster, word}, {"User", user, word}, {"UID", uid, number},
	{"Group", group, word},
	{"Account", accountName, word}, {"Partition", partition, word}, {"QOS", qos, word},
	{"Submit", submit, date}, {"Eligible", eligible, date}, {"Start", start, date}, {"End", end, date},
	{"Elapsed", elapsed, clockTime}, {"ElapsedRaw", elapsedRaw, number}, {"Suspended", suspended, clockTime},
	{"Timelimit", timelimit, clockTime},
	{"TimelimitRaw", timelimitRaw, minutes},
	{"ReqCPUS", reqCPUs, number}, {"AllocCPUS", allocCPUs, number}, {"NCPUS", ncpus, number}, {"ReqTRES", reqTRES, tres},
	{"AllocTRES", allocTRES, tres},
	{"NNodes", nnodes, number}, {"AllocNodes", allocNodes, number}, {"ReqNodes", reqNodes, number}, {"ReqMem", reqMem, word},
	{"NodeList", nodeList, word}, {"State", state, stateWord},
}

// kinds are those of columns that do not count but tell where a torn record belongs.
var kinds = map[kind]string{
	free: "jobname comment admincomment systemcomment constraints submitline workdir extra container reason wckey stdin stdout " +
		"stderr failednode flags",
	number:   "associd cputimeraw dbindex gid priority qosraw resvcpuraw plannedcpuraw wckeyid ntasks",
	duration: "cputime usercpu systemcpu totalcpu reserved resvcpu planned plannedcpu avecpu mincpu",
	tres:     "tresusageinave tresusageinmax tresusageintot tresusageoutave tresusageoutmax tresusageouttot",
	word: "allocgres avecpufreq avediskread avediskwrite avepages averss avevmsize blockid cluster consumedenergy consumedenergyraw " +
		"deadline derivedexitcode exitcode " +
		"layout licenses maxdiskread maxdiskreadnode maxdiskreadtask maxdiskwrite maxdiskwritenode maxdiskwritetask maxpages " +
		"maxpagesnode maxpagestask maxrss maxrssnode maxrsstask " +
		"maxvmsize maxvmsizenode maxvmsizetask mcslabel mincpunode mincputask qosreq reqcpufreq reqcpufreqgov reqcpufreqmax " +
		"reqcpufreqmin reqgres reservation reservationid restarts sluid " +
		"tresusageinmaxnode tresusageinmaxtask tresusageinmin tresusageinminnode tresusageinmintask tresusageoutmaxnode " +
		"tresusageoutmaxtask tresusageoutmin tresusageoutminnode tresusageoutmintask",
}

// columnOf knows a column by its name; ok: it is one of sacct's.
func columnOf(name string) (c column, ok bool) {
	for _, c := range known {
		if strings.EqualFold(c.name, name) {
			return c, true
		}
	}
	name = strings.ToLower(name)
	for _, k := range [...]kind{free, number, duration, tres, word} {
		for list := kinds[k]; list != ""; {
			var one string
			one, list, _ = strings.Cut(list, " ")
			if one == name {
				return column{name: name, kind: k}, true
			}
		}
	}
	return column{name: name}, false
}

// xdmod are the columns that Open XDMoD asks sacct for, without a header.
const xdmod = "JobID,JobIDRaw,Cluster,Partition,QOS,Account,Group,GID,User,UID,Submit,Eligible,Start,End,Elapsed,ExitCode,State,NNodes,NCPUS,ReqCPUS,ReqMem,ReqTRES,AllocTRES,Timelimit,NodeList,JobName"

// table is how the lines of a file are parted.
type table struct {
	columns   []column
	delimiter []byte
	spans     []span // of fixed columns, which have no delimiter
	trailing  bool   // a delimiter ends each line
	at        [roles]int
	lastFree  bool
	dates     int // columns of times
}

type span struct{ from, to int }

// named makes a table of the names of its columns; ok: some are sacct's.
func named(names []string) (t table, ok bool) {
	hits := 0
	for i := range t.at {
		t.at[i] = -1
	}
	for i, n := range names {
		c, is := columnOf(strings.TrimSpace(n))
		if is {
			hits++
		}
		if t.columns = append(t.columns, c); c.kind == date {
			t.dates++
		}
		if c.role != none && t.at[c.role] < 0 {
			t.at[c.role] = i
		}
	}
	t.lastFree = len(t.columns) > 0 && t.columns[len(t.columns)-1].kind == free
	return t, 2*hits > len(names) && hits > 1 && (t.at[jobID] >= 0 || t.at[jobIDRaw] >= 0)
}

// namesID says whether a line names the column that each table has.
func namesID(line []byte) bool {
	for at := 0; at+5 <= len(line); at++ {
		if line[at]|0x20 == 'j' && bytes.EqualFold(line[at:at+5], []byte("JobID")) {
			return true
		}
	}
	return false
}

// header reads the first line of a table; ok: it is one, fixed by dashes if fixed.
func header(line []byte) (t table, fixed, ok bool) {
	if len(line) > maxHeader {
		return t, false, false
	}
	text := bytes.TrimLeft(line, " \t")
	n := 0
	for n < len(text) && isLetter(text[n]) {
		n++
	}
	if n == 0 || len(text) < len(line) && line[0] == '\t' {
		return indexed(line)
	}
	if len(bytes.TrimSpace(text[n:])) == 0 || text[n] == ' ' || len(text) < len(line) && line[0] == ' ' {
		t, ok = named(strings.Fields(string(line)))
		return t, true, ok
	}
	stop := n
	for stop < len(text) && !isLetter(text[stop]) {
		stop++
	}
	delimiter := bytes.Clone(text[n:stop])
	rest, trailing := bytes.CutSuffix(text, delimiter)
	t, ok = named(strings.Split(string(rest), string(delimiter)))
	t.delimiter, t.trailing = delimiter, trailing
	return t, false, ok
}

// indexed reads a header whose first column has no name, as pandas writes its index.
func indexed(line []byte) (t table, fixed, ok bool) {
	if len(line) < 2 || !isLetter(line[1]) || bytes.IndexByte([]byte(",;|\t"), line[0]) < 0 {
		return t, false, false
	}
	t, ok = named(strings.Split(string(line), string(line[:1])))
	t.delimiter = bytes.Clone(line[:1])
	return t, false, ok
}

const maxHeader = 16 << 10

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// dashes reads the second line of a table of fixed columns.
func (t *table) dashes(line []byte) bool {
	t.spans = t.spans[:0]
	for i := 0; i < len(line); i++ {
		if line[i] == ' ' {
			continue
		}
		from := i
		for i < len(line) && line[i] == '-' {
			i++
		}
		if i == from || i < len(line) && line[i] != ' ' {
			return false
		}
		t.spans = append(t.spans, span{from, i})
	}
	if len(t.spans) != len(t.columns) {
		return false
	}
	for i, s := range t.spans {
		t.restore(i, s.to-s.from)
	}
	return true
}

// restore gives a column of fixed width, whose name sacct cut to it, the only role whose name begins so.
func (t *table) restore(i, width int) {
	c := &t.columns[i]
	if _, ok := columnOf(c.name); ok || len(c.name) != width {
		return
	}
	var found column
	for _, k := range known {
		if len(k.name) > width && strings.EqualFold(k.name[:width], c.name) {
			if found.role != none {
				return
			}
			found = k
		}
	}
	if found.role != none && t.at[found.role] < 0 {
		*c, t.at[found.role] = found, i
	}
}

// missing names the columns without which no job is made.
func (t *table) missing() string {
	var list []string
	need := func(say string, any ...role) {
		for _, r := range any {
			if t.at[r] >= 0 {
				return
			}
		}
		list = append(list, say)
	}
	need("JobID", jobID, jobIDRaw)
	need("Submit", submit)
	need("Start", start)
	need("End or ElapsedRaw", end, elapsed, elapsedRaw)
	need("State", state)
	need("AllocCPUS", allocCPUs, ncpus, allocTRES, reqCPUs, reqTRES)
	return strings.Join(list, ", ")
}

// takes says whether a value may stand in a column.
func (k kind) takes(b []byte) bool {
	b = bytes.TrimSpace(b)
	ok := true
	switch k {
	case free, word:
		return k == free || bytes.IndexByte(b, '\n') < 0
	case id:
		ok = len(b) > 0 && '0' <= b[0] && b[0] <= '9' && bytes.IndexByte(b, ' ') < 0
	case stateWord:
		_, ok = stateOf(b)
	case date:
		_, ok = account.ParseStamp(b)
	case duration:
		ok = lasts(b, 1)
	case clockTime:
		ok = lasts(b, 2)
	case minutes:
		_, ok = account.ParseInt(unfloat(b))
		ok = ok || lasts(b, len(b))
	case number:
		_, ok = count(b)
	case tres:
		ok = len(b) == 0 || bytes.IndexByte(b, '=') > 0
	}
	return ok
}

// lasts says whether a value is a word for no limit, or a duration with so many colons,
// unless it was cut off: sacct writes none with fewer.
func lasts(b []byte, colons int) bool {
	n, ok := account.ParseDuration(b, 1)
	return ok && (n == account.Unlimited || bytes.Count(b, []byte(":")) >= colons || bytes.HasSuffix(b, []byte("+")))
}

// unfloat is a whole number without the fraction of zero that pandas gives it.
func unfloat(b []byte) []byte {
	if n := len(b); n < 3 || b[n-1] != '0' {
		return b
	}
	whole, zeros, dotted := bytes.Cut(b, []byte("."))
	if _, ok := account.ParseInt(whole); ok && dotted && len(zeros) > 0 && len(bytes.Trim(zeros, "0")) == 0 {
		return whole
	}
	return b
}

// count reads a number that sacct may have shortened: 12, 1.5K, 16K; 0 for nothing.
// A table that went through pandas has 4.0.
func count(b []byte) (int64, bool) {
	if account.NoValue(b) {
		return 0, true
	}
	b = unfloat(b)
	factor := 1.0
	switch b[len(b)-1] {
	case 'K':
		factor = 1000
	case 'M':
		factor = 1e6
	}
	if factor > 1 {
		b = b[:len(b)-1]
	}
	whole, fraction, dotted := bytes.Cut(b, []byte("."))
	n, ok := account.ParseInt(whole)
	if !ok || dotted && factor == 1 {
		return 0, false
	}
	v, scale := float64(n)*factor, factor
	for _, c := range fraction {
		if c < '0' || '9' < c {
			return 0, false
		}
		scale /= 10
		v += float64(c-'0') * scale
	}
	if factor == 1 {
		return n, true
	}
	return int64(v + 0.5), true
}
