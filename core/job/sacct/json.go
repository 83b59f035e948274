package sacct

import (
	"bytes"
	"errors"
	"iter"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// JSON reads the jobs of sacct --json, or of an answer of slurmrestd, piece by piece:
// one job at a time is held, without its steps, which are counted.
type JSON struct {
	source
	lines  int
	depth  int
	quoted bool
	escape bool
	text   []byte // the last text that can be a name
	key    string // the name before a colon, in the file or in a job

	inJobs bool
	inJob  bool
	skips  bool // the steps of a job
	object []byte
	begun  int // its line
	strays int // } between jobs
	long   bool
	refuse string
	kept   func(x *object, v jsontext.Value)
	queue  func(v jsontext.Value, line int, wrong string) // takes jobs of squeue instead, or what is wrong with one
}

// NewJSON returns a JSON for a log of that name.
func NewJSON(file string, o account.Options) *JSON {
	p := &JSON{source: source{name: file, o: o, b: account.New(nameJSON, o)}}
	p.b.Slurm()
	return p
}

// SniffJSON says whether a file that begins like this is Slurm's: its answers begin
// with their version, or with the first job.
func SniffJSON(head []byte) bool {
	if text := bytes.TrimLeft(head, " \t\r\n\ufeff"); len(text) == 0 || text[0] != '{' {
		return false
	}
	for _, mark := range []string{`"Slurm"`, `"slurm"`, `"allocation_nodes"`, `"job_state"`, `"array_job_id"`, `"data_parser"`} {
		if bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	return false
}

// Write takes the next bytes of the file.
func (p *JSON) Write(b []byte) (int, error) {
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '\n' {
			p.lines++
		}
		if p.inJob && !p.skips {
			p.hold(c)
		}
		if p.quoted {
			p.quote(c)
			continue
		}
		switch c {
		case '"':
			p.quoted, p.text = true, p.text[:0]
		case ':':
			if p.depth == fileDepth || p.depth == jobDepth {
				p.key = string(p.text)
			}
		case '{', '[':
			p.open(c)
		case '}', ']':
			p.close(c)
		}
	}
	return len(b), nil
}

// How deep what counts stands in the file.
const (
	fileDepth = iota + 1
	jobsDepth
	jobDepth
	stepsDepth
)

// quote goes on within a text.
func (p *JSON) quote(c byte) {
	switch {
	case p.escape:
		p.escape = false
	case c == '\\':
		p.escape = true
	case c == '"':
		p.quoted = false
	case len(p.text) < 32:
		p.text = append(p.text, c)
	}
}

func (p *JSON) hold(c byte) {
	if len(p.object) == account.MaxLine {
		p.long = true
		return
	}
	p.object = append(p.object, c)
}

func (p *JSON) open(c byte) {
	switch {
	case p.skips:
		if p.depth == stepsDepth && c == '{' {
			p.b.Steps(1)
		}
	case p.inJob:
		p.skips = p.depth == jobDepth && p.key == "steps" && c == '['
	case p.inJobs && p.depth == jobsDepth && c == '{':
		p.inJob, p.begun, p.long = true, p.lines+1, false
		p.object = append(p.object[:0], c)
	case p.depth == fileDepth:
		p.inJobs = p.key == "jobs" && c == '['
		if c == '[' && (p.key == "partitions" || p.key == "nodes") {
			p.refuse = "this is what Slurm says of a machine, not of jobs: give it beside the log (convert --machine), and export the " +
				"jobs with " + Command
		}
	}
	p.depth++
}

func (p *JSON) close(c byte) {
	if c == '}' && p.inJobs && !p.inJob && p.depth == jobsDepth { // it ends nothing: the list goes on
		p.strays++
		return
	}
	p.depth = max(0, p.depth-1)
	switch {
	case p.skips && p.depth == jobDepth:
		p.skips = false
		p.hold(']')
	case p.inJob && p.depth == jobsDepth:
		p.inJob = false
		p.job()
	case p.inJobs && p.depth == fileDepth:
		p.inJobs = false
	}
}

// job reads one object.
func (p *JSON) job() {
	if p.refuse != "" {
		return
	}
	var v jsontext.Value
	var err error
	wrong := ""
	if p.long {
		wrong = "a job of more than a megabyte without its steps: Slurm writes none so long"
	} else if v, err = jsontext.Read(string(p.object)); err != nil {
		wrong = "counted from this line, " + err.Error()
	}
	if p.queue != nil {
		p.queue(v, p.begun, wrong)
		return
	}
	if wrong != "" {
		p.b.Bad(p.begun, "", p.object, wrong)
		return
	}
	r := &p.rec
	r.Clear()
	r.Line = p.begun
	x := p.members(v)
	if p.refuse != "" {
		return
	}
	if x.id <= 0 {
		p.b.Bad(p.begun, "job_id", p.object, "a job without a number: sacct writes one of each")
		return
	}
	if x.wrong != "" {
		p.b.Bad(p.begun, x.wrong, []byte(x.is), "not what sacct writes there: a whole number, or null, or {set, infinite, number}; a list "+
			"of resources by type and count; a state by its name")
		return
	}
	if r.ID = []byte(x.idText); !r.OneClock() {
		p.b.Bad(p.begun, "time", r.ID, account.Apart)
		return
	}
	r.Key = p.apart(x.keyOf(), []byte(x.cluster))
	if r.Group == nil {
		r.Group = []byte(x.account)
	}
	if r.Alloc <= 0 {
		r.Alloc = x.required
	}
	r.Asked = x.required
	if r.Asked <= 0 {
		r.Asked = x.askedCPUs
	}
	r.Never = endedWaiting(r, x.nodes, r.Nodes == 0)
	r.Settle()
	if p.kept != nil {
		p.kept(&x, v)
	}
	p.b.Add(r)
}

// KeepJobs gives each job to keep, as it is read.
func (p *JSON) KeepJobs(keep func(Job)) {
	p.kept = func(x *object, v jsontext.Value) { keep(x.job(&p.rec, v)) }
}

// job makes a Job of what jobOf looks for by the names of sacct's columns.
func (x *object) job(r *account.Record, v jsontext.Value) Job {
	if x.arrayID > 0 && x.task >= 0 {
		array := *r
		array.ID = strconv.AppendInt(append(strconv.AppendInt(nil, x.arrayID, 10), '_'), x.task, 10)
		r = &array
	}
	j := jobOf(r, x.column(v))
	j.Part = x.hetID > 0
	return j
}

// column gives the values of columns that are no part of a record.
func (x *object) column(v jsontext.Value) func(name string) string {
	at := func(names ...string) (of jsontext.Value) {
		of = v
		for _, name := range names {
			of = member(of, name)
		}
		return of
	}
	return func(name string) string {
		switch name {
		case "JobIDRaw":
			return x.idText
		case "Account":
			return x.account
		case "NodeList":
			return x.nodes
		case "State":
			return x.stateText
		case "Licenses":
			return textOf(at("licenses"))
		case "Constraints":
			return textOf(at("constraints"))
		case "Reservation":
			return textOf(at("reservation", "name"))
		case "SubmitLine":
			return textOf(at("submit_line"))
		case "Priority":
			return strconv.FormatInt(whole(at("priority")), 10)
		case "ArrayTaskThrottle":
			return strconv.FormatInt(max(0, whole(at("array", "limits", "max", "running", "tasks"))), 10)
		case "Flags":
			for _, flag := range at("flags").Elements() {
				switch textOf(flag) {
				case "STARTED_ON_SCHEDULE":
					return "SchedMain"
				case "STARTED_ON_BACKFILL":
					return "SchedBackfill"
				}
			}
		case "ReqTRES":
			return amountsOf(at("tres", "requested"))
		case "AllocTRES":
			return amountsOf(at("tres", "allocated"))
		}
		return ""
	}
}

// object is what a job has that is no part of a record as it stands.
type object struct {
	id, arrayID, task, hetID, offset int64
	idText, cluster, account, nodes  string
	stateText                        string
	required, askedCPUs              int64
	wrong, is                        string // a member that is not what it should be
}

func (x *object) keyOf() int64 {
	switch {
	case x.arrayID > 0 && x.task >= 0 && x.task < component:
		return account.KeyOf(x.arrayID, x.task)
	case x.hetID > 0 && x.offset >= 0 && x.offset < component:
		return account.KeyOf(x.hetID, component|x.offset)
	}
	return x.id
}

// members reads those of a job into the record and the rest.
func (p *JSON) members(v jsontext.Value) (x object) {
	r := &p.rec
	x.task, x.offset = -1, -1
	stated := false
	count := func(key string, v jsontext.Value) int64 {
		n, ok := told(v)
		x.like(ok, key, v)
		return n
	}
	for key, m := range v.Members() {
		switch key {
		case "job_state":
			p.refuse = "this is the output of squeue --json, or of scontrol: jobs of the moment, without what became of them; export " +
				"with sacct --json, or with " + Command
			return x
		case "job_id":
			x.id, x.idText = count(key, m), m.Raw()
		case "cluster":
			x.cluster = textOf(m)
		case "user":
			r.User = []byte(textOf(m))
		case "group":
			if g := textOf(m); g != "" {
				r.Group = []byte(g)
			}
		case "account":
			x.account = textOf(m)
		case "partition":
			r.Partition = []byte(textOf(m))
		case "qos":
			r.Queue = []byte(textOf(m))
		case "nodes":
			x.nodes = textOf(m)
		case "allocation_nodes":
			r.Nodes = max(0, count(key, m))
		case "array":
			x.arrayID, x.task = whole(member(m, "job_id")), whole(member(m, "task_id"))
			if list := textOf(member(m, "task")); x.arrayID > 0 && list != "" {
				r.Tasks, _ = account.ParseTasks([]byte(list))
			}
		case "het":
			x.hetID, x.offset = whole(member(m, "job_id")), whole(member(m, "job_offset"))
		case "time":
			x.like(m.Kind() == jsontext.Object, key, m)
			p.times(m, &x)
		case "state":
			stated = true
			x.like(m.Kind() == jsontext.Object, key, m)
			p.state(member(m, "current"), &x)
		case "required":
			x.like(m.Kind() == jsontext.Object, key, m)
			x.required = max(0, count("required.CPUs", member(m, "CPUs")))
		case "tres":
			x.like(m.Kind() == jsontext.Object, key, m)
			x.askedCPUs = p.resources(m, &x)
		}
	}
	x.like(stated, "state", v)
	return x
}

// like remembers the first member that is not what it should be.
func (x *object) like(is bool, key string, v jsontext.Value) {
	if !is && x.wrong == "" {
		x.wrong, x.is = key, v.Raw()
	}
}

func (p *JSON) times(v jsontext.Value, x *object) {
	r := &p.rec
	for key, m := range v.Members() {
		n, ok := told(m)
		s, fine := account.Since(n)
		switch key {
		case "submission":
			r.Submit = s
		case "eligible":
			r.Eligible = s
		case "start":
			r.Start = s
		case "end":
			r.End = s
		case "elapsed", "limit":
			fine = true
		default:
			continue
		}
		x.like(ok && fine, "time."+key, m)
		switch key {
		case "elapsed":
			r.Run = min(n, math.MaxInt32)
		case "limit":
			if n > 0 {
				r.Limit = min(n, math.MaxInt32) * 60
			}
		}
	}
}

// state takes the word, or the first of a list, unless another says that the record is a life or a piece of a job.
func (p *JSON) state(v jsontext.Value, x *object) {
	take := func(word jsontext.Value) {
		text := textOf(word)
		is, ok := stateOf([]byte(text))
		first := x.stateText == ""
		if first && !ok {
			p.b.UnknownState([]byte(text))
		}
		if first || is == account.Requeued || is == account.Resizing {
			p.rec.State, x.stateText = is, text
		}
	}
	if take(v); v.Kind() == jsontext.Array {
		for _, word := range v.Elements() {
			take(word)
		}
	}
	x.like(x.stateText != "", "state.current", v)
}

// resources reads what a job has, and how many processors it asked for.
func (p *JSON) resources(v jsontext.Value, x *object) (asked int64) {
	r := &p.rec
	for list, items := range v.Members() {
		if list != "allocated" && list != "requested" {
			continue
		}
		x.like(items.Kind() == jsontext.Array, "tres."+list, items)
		for _, item := range items.Elements() {
			kind := textOf(member(item, "type"))
			n, ok := told(member(item, "count"))
			x.like(ok && kind != "", "tres."+list, item)
			if kind == "gres" {
				kind += "/" + textOf(member(item, "name"))
			}
			if n <= 0 { // -2: not known
				continue
			}
			switch list + " " + kind {
			case "allocated cpu":
				r.Alloc = n
			case "allocated node":
				if r.Nodes <= 0 {
					r.Nodes = n
				}
			case "allocated gres/gpu":
				r.GPUs = n
			case "requested cpu":
				asked = n
			case "requested node":
				r.AskedNode = n
			case "requested mem":
				r.Memory, r.Per = min(n, 1<<40)<<10, account.PerJob
			default:
				if r.GPUs == 0 && strings.HasPrefix(kind, "gres/gpu:") && list == "allocated" {
					r.GPUs = n
				}
			}
		}
	}
	return asked
}

// amountsOf are resources as columns have them: billing=6,gres/gpu=2.
func amountsOf(list jsontext.Value) (text string) {
	for _, item := range list.Elements() {
		kind := textOf(member(item, "type"))
		if name := textOf(member(item, "name")); name != "" {
			kind += "/" + name
		}
		text += kind + "=" + strconv.FormatInt(whole(member(item, "count")), 10) + ","
	}
	return text
}

func member(v jsontext.Value, name string) jsontext.Value {
	for key, m := range v.Members() {
		if key == name {
			return m
		}
	}
	return jsontext.Value{}
}

// whole is a number, plain or as {set, infinite, number}; -1 for none.
func whole(v jsontext.Value) int64 {
	n, _ := told(v)
	return n
}

// told is whole; false is what is neither a number nor none: another kind, or a fraction.
func told(v jsontext.Value) (n int64, ok bool) {
	switch v.Kind() {
	case jsontext.Null:
		return -1, true
	case jsontext.Number:
		if account.NoValue([]byte(v.Raw())) {
			return -1, true
		}
		f, ok := v.Float()
		if !ok || math.Abs(f) >= 1<<53 || f != math.Floor(f) {
			return -1, false
		}
		return int64(f), true
	case jsontext.Object:
		none := false
		n = -1 // a number that is set is there
		for key, m := range v.Members() {
			switch key {
			case "number":
				n, ok = told(m)
				ok = ok && m.Kind() == jsontext.Number
			case "set", "infinite":
				if m.Kind() != jsontext.Bool {
					return -1, false
				}
				none = none || (m.Raw() == "true") == (key == "infinite")
			}
		}
		if none {
			return -1, true
		}
		return n, ok
	}
	return -1, false
}

// textOf is a text, "" for anything else.
func textOf(v jsontext.Value) string {
	if v.Kind() != jsontext.String {
		return ""
	}
	return v.Text()
}

// Log ends the reading.
func (p *JSON) Log() (*job.Log, error) {
	d, err := p.finish()
	return d.Columns(), err
}

// Rows ends the reading without making columns.
func (p *JSON) Rows() (*job.Log, iter.Seq[*[job.NumFields]int64], error) {
	d, err := p.finish()
	return d.Log, d.Rows(), err
}

func (p *JSON) finish() (*account.Done, error) {
	if p.strays > 0 {
		p.b.Warn(account.Count(p.strays, "} stands", "} stand") + " between jobs, where none is open: passed over")
	}
	if p.depth > 0 {
		if p.inJob {
			p.b.Bad(p.begun, "", p.object, "the file ends within this job: it seems cut off, fetch or export it again")
		} else {
			p.b.Warn("the file ends before its JSON does: it seems cut off, fetch or export it again")
		}
	}
	d := p.end(p.lines + 1)
	if p.refuse != "" {
		return d, errors.New(p.refuse)
	}
	return d, d.Err("the JSON of sacct", Command)
}
