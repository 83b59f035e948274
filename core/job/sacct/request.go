package sacct

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
)

// Request is what a job asks for, as far as a record tells it apart. Numbers that are not told are 0.
type Request struct {
	Told              bool  // the line of its submission, or squeue, tells tasks from CPUs of a task
	Tasks, Each       int64 // tasks, and CPUs of each
	PerNode           int64 // tasks on each node
	Least, Most       int64 // nodes
	CPUs              int64 // in all
	Exclusive, Shares bool  // nodes of its own; or those of others, too
	Memory, PerCPU    int64 // MB on each node, or for each CPU; all memory of a node is AllMemory
	Sum               int64 // MB on all nodes
	Wants             []Want
	More              bool // it asks for what is not read here: nodes by name, neighbours, GPUs in all or by task
	TimeMin           bool // its limit may be made shorter, so that it starts sooner
}

// Want is a generic resource, as gpu or gpu:a100, and how many on each node, or on all.
type Want struct {
	Kind         string
	PerNode, All int64
}

// AllMemory is what --mem=0 asks for.
const AllMemory = -1

// RequestOf reads the line of a submission.
func RequestOf(line string) (q Request) {
	line, _, _ = strings.Cut(line, "--wrap")
	number := func(short, long string) int64 { return natural(argument(line, short, long)) }
	q = Request{Tasks: number("-n", "--ntasks"), Each: number("-c", "--cpus-per-task"),
		PerNode: number("--ntasks-per-node", "--ntasks-per-node")}
	if nodes := argument(line, "-N", "--nodes"); nodes != "" {
		least, most, ranged := strings.Cut(nodes, "-")
		if q.Least, q.Most = natural(least), natural(most); !ranged {
			q.Most = q.Least
		}
	}
	q.Told = q.Tasks+q.Each+q.PerNode+q.Least > 0
	for word := range strings.FieldsSeq(line) {
		name, _, _ := strings.Cut(word, "=")
		switch {
		case word == "--exclusive":
			q.Exclusive = true
		case name == "--exclusive": // =user or =mcs: with jobs of its own kind
			q.More = true
		case name == "--time-min":
			q.TimeMin = true
		case name == "--oversubscribe", name == "--share", word == "-s":
			q.Shares = true
		case name == "--contiguous", name == "--spread-job", name == "--use-min-nodes", name == "--threads-per-core":
			q.More = true
		case name == "--gpus", name == "--gpus-per-task", name == "--gpus-per-socket", name == "--mem-per-gpu",
			name == "--nodelist", name == "--exclude", name == "--switches", name == "--cores-per-socket", name == "--ntasks-per-core",
			name == "--ntasks-per-socket", name == "--core-spec", strings.HasPrefix(word, "-w"), strings.HasPrefix(word, "-x"),
			strings.HasPrefix(word, "-G"):
			q.More = true
		}
	}
	if text := argument(line, "--mem", "--mem"); text != "" {
		if q.Memory = megabytes(text); q.Memory == 0 {
			q.Memory = AllMemory
		}
	}
	q.PerCPU = megabytes(argument(line, "--mem-per-cpu", "--mem-per-cpu"))
	for item := range strings.SplitSeq(argument(line, "--gres", "--gres"), ",") {
		q.want(item)
	}
	if text := argument(line, "--gpus-per-node", "--gpus-per-node"); text != "" {
		q.want("gpu:" + text)
	}
	return q
}

// flags are options of sbatch, srun and salloc that take no value from the next word.
const flags = " -H -I -k -O -Q -s -v -W --exclusive --contiguous --requeue --no-requeue --hold --parsable --quiet --verbose --test-only " +
	"--wait --oversubscribe --overcommit --spread-job --use-min-nodes --reboot --no-kill --immediate --pty --ignore-pbs --no-bell " +
	"--unbuffered --disable-status "

// ownWords are the words of a submission's line that are Slurm's to read: behind the name of a script they are the script's. With
// --wrap there is none.
func ownWords(line string) string {
	words := strings.Fields(line)
	for i, w := range words {
		if strings.HasPrefix(w, "--wrap") {
			break
		}
		if i > 0 && !strings.HasPrefix(w, "-") && !takesValue(words[i-1]) {
			return strings.Join(words[:i], " ")
		}
	}
	return line
}

// takesValue says whether an option's value is the next word.
func takesValue(option string) bool {
	short := len(option) == 2
	return strings.HasPrefix(option, "-") && (short || strings.HasPrefix(option, "--") && !strings.Contains(option, "=")) &&
		!strings.Contains(flags, " "+option+" ")
}

// want reads gpu, gpu:2, gpu:a100 or gpu:a100:2, of each node.
func (q *Request) want(item string) {
	item = strings.TrimPrefix(strings.TrimPrefix(item, "gres/"), "gres:")
	item, _, _ = strings.Cut(item, "(")
	if item == "" || item == "none" {
		return
	}
	w := Want{Kind: item, PerNode: 1}
	if at := strings.LastIndexByte(item, ':'); at >= 0 {
		if n, err := strconv.ParseInt(item[at+1:], 10, 32); err == nil {
			w.Kind, w.PerNode = item[:at], n
		}
	}
	if w.PerNode > 0 {
		q.Wants = append(q.Wants, w)
	}
}

// Requested is what resources as cpu=8,mem=16000M,node=1,gres/gpu:a100=2 tell of a request.
func Requested(resources string) (q Request) {
	q.amount(resources)
	return q
}

// With is a request as its line tells it, with what resources tell beyond that.
func (q Request) With(resources Request) Request {
	q.CPUs, q.Sum = max(q.CPUs, resources.CPUs), max(q.Sum, resources.Sum)
	if !q.Told && q.Least == 0 {
		q.Least = resources.Least
	}
	if len(q.Wants) == 0 {
		q.Wants = resources.Wants
	}
	return q
}

// amount fills in what the line of the submission leaves open, from resources as cpu=8,mem=16000M,node=1,gres/gpu:a100=2.
func (q *Request) amount(resources string) {
	typed := map[string]bool{}
	for item := range strings.SplitSeq(resources, ",") {
		if kind, _, ok := strings.Cut(item, "="); ok && strings.HasPrefix(kind, "gres/") {
			if name, _, has := strings.Cut(kind, ":"); has {
				typed[name] = true
			}
		}
	}
	asked := len(q.Wants) > 0
	for item := range strings.SplitSeq(resources, ",") {
		kind, text, _ := strings.Cut(item, "=")
		switch {
		case kind == "cpu":
			q.CPUs = natural(text)
		case kind == "mem":
			q.Sum = megabytes(text)
		case kind == "node" && q.Least == 0 && !q.Told:
			q.Least = natural(text)
		case strings.HasPrefix(kind, "gres/") && !asked && !typed[kind]:
			if n := natural(text); n > 0 {
				q.Wants = append(q.Wants, Want{Kind: strings.TrimPrefix(kind, "gres/"), All: n})
			}
		}
	}
}

// queued reads what squeue --json tells of a request.
func (q *Request) queued(of map[string]jsontext.Value) {
	number := func(key string) int64 { return max(0, whole(of[key])) }
	q.Tasks, q.Each, q.PerNode = number("tasks"), number("cpus_per_task"), number("tasks_per_node")
	q.CPUs, q.Memory, q.PerCPU = number("cpus"), number("memory_per_node"), number("memory_per_cpu")
	q.Least, q.Most = number("node_count"), number("max_nodes")
	if q.Told = q.Tasks > 0; q.Told && q.Each == 0 {
		q.Each = max(1, q.CPUs/q.Tasks)
	}
	shared := textOf(of["shared"])
	for _, word := range of["shared"].Elements() {
		shared = textOf(word)
	}
	q.Exclusive, q.Shares = shared == "none", shared == "oversubscribe"
	for item := range strings.SplitSeq(textOf(of["tres_per_node"]), ",") {
		q.want(item)
	}
	q.TimeMin = number("time_minimum") > 0
	q.More = textOf(of["required_nodes"])+textOf(of["excluded_nodes"])+textOf(of["tres_per_job"])+textOf(of["tres_per_task"])+
		textOf(of["tres_per_socket"]) != "" || of["contiguous"].Raw() == "true"
	q.amount(textOf(of["tres_req_str"]))
}

// natural is a whole number above 0, or 0; 4K is 4096.
func natural(text string) int64 {
	factor := int64(1)
	for suffix, by := range map[string]int64{"k": 1 << 10, "K": 1 << 10, "m": 1 << 20, "M": 1 << 20} {
		if rest, ok := strings.CutSuffix(text, suffix); ok {
			text, factor = rest, by
		}
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 0 {
		return 0
	}
	return n * factor
}

// megabytes are those of memory as 4000, 4000M, 4G or 62.50G; 0: none.
func megabytes(text string) int64 {
	factor := 1.0
	if n := len(text); n > 0 {
		switch text[n-1] {
		case 'K', 'k':
			text, factor = text[:n-1], 1.0/1024
		case 'M', 'm':
			text = text[:n-1]
		case 'G', 'g':
			text, factor = text[:n-1], 1024
		case 'T', 't':
			text, factor = text[:n-1], 1<<20
		}
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0) || x > 1<<40 {
		return 0
	}
	return int64(math.Ceil(x * factor))
}
