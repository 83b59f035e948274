package table

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"shadowtime/core/job/account"
)

// preset is what is known of the columns of a public data set: those that tell it, what they are, and how that is known.
type preset struct {
	name, tells, match, why string
	zone, clock             string // of dates that name none, and who says so; "": not told
}

// presets are all that are known.
var presets = []preset{
	{"NREL's Eagle", "job_id submit_time start_time end_time run_time nodes_req processors_req wallclock_req gpus_req",
		"procs=,asked=,nodes=nodes_req,gpus=gpus_req,run=run_time:s,limit=wallclock_req:s",
		"its nodes are whole and processors_req counts tasks, so that jobs are counted in nodes; run_time and wallclock_req are seconds " +
			"(OEDI submission 5860)", "", ""},
	{"NLR's Eagle and Kestrel", "id submit_time start_time end_time nodes_used processors_used wallclock_req gpus_requested state_simple " +
		"user_hash account_hash",
		"job=id,procs=processors_used,nodes=nodes_used,gpus=gpus_requested,limit=wallclock_req,user=user_hash,group=account_hash," +
			"state=state_simple",
		"processors_used is what jobs had (NLR submissions 295 and 302)",
		"Etc/GMT+7", "dates of NLR's Eagle and Kestrel without a zone are of Mountain Time, UTC-7 (NLR submissions 295 and 302)"},
	{"Helios", "job_id user vc gpu_num cpu_num node_num state submit_time start_time end_time",
		"partition=vc", "vc is the virtual cluster, and no job has a time limit (HeliosData)", "", ""},
	{"F-DATA of Fugaku", "jid usr adt sdt edt nnumr cnumr elpl duration",
		"job=jid,user=usr,submit=adt,start=sdt,end=edt,nodes=nnumr,procs=,asked=,run=duration:s,limit=elpl:s",
		"adt, sdt and edt are when jobs came, started and ended, nnumr the nodes that they asked for, and elpl and duration are seconds " +
			"(Zenodo record 11467483)", "", ""},
	{"PM100 of Marconi100", "job_id submit_time start_time end_time run_time time_limit num_cores_alloc num_cores_req num_nodes_alloc " +
		"num_gpus_alloc shared cores_alloc_layout",
		"procs=num_cores_alloc,asked=num_cores_req,nodes=num_nodes_alloc,gpus=num_gpus_alloc,run=run_time:s,limit=time_limit:min",
		"time_limit is in minutes, run_time in seconds, and jobs may share nodes, so that they are counted in cores (Zenodo record " +
			"10127767)", "", ""},
	{"Adastra MI250", "job_id submit_time start_time end_time run_time time_limit num_nodes_alloc num_nodes_req num_cores_req " +
		"num_gpus_req qos",
		"procs=,asked=,nodes=num_nodes_alloc,gpus=num_gpus_req,run=run_time:s,limit=",
		"jobs are counted in nodes, as it has no column of cores that they got; time_limit is the instant at which a job would have been " +
			"ended, no duration, and not read (Zenodo record 14007065)", "", ""},
	{"ALCF's DIM_JOB_COMPOSITE", "JOB_NAME QUEUED_TIMESTAMP START_TIMESTAMP END_TIMESTAMP RUNTIME_SECONDS WALLTIME_SECONDS NODES_USED " +
		"NODES_REQUESTED CORES_USED CORES_REQUESTED QUEUE_NAME EXIT_STATUS USERNAME_GENID PROJECT_NAME_GENID",
		"job=JOB_NAME,procs=CORES_USED,asked=CORES_REQUESTED,nodes=NODES_USED,run=RUNTIME_SECONDS:s,limit=WALLTIME_SECONDS:s," +
			"user=USERNAME_GENID,group=PROJECT_NAME_GENID,state=EXIT_STATUS:exit",
		"WALLTIME_SECONDS is what was asked for and RUNTIME_SECONDS what was used (reports.alcf.anl.gov/data)", "", ""},
	{"Alibaba's GPU cluster of 2023 (openb)", "name cpu_milli memory_mib num_gpu gpu_milli qos pod_phase creation_time " +
		"deletion_time scheduled_time",
		"job=name,procs=,asked=,gpus=num_gpu,state=",
		"jobs are counted in GPUs; a part of a GPU (gpu_milli) counts as one, pods without GPU are left out, and pod_phase is of the day " +
			"of recording (alibaba/clusterdata, cluster-trace-gpu-v2023)", "", ""},
}

// bare is what is known of a public data set whose rows have blanks between their fields and no names above: what its
// columns are, and the form of each, a letter.
type bare struct{ name, columns, forms, why string }

// Forms of fields: an instant from 1970, a whole number, one that may be -1, an amount with a decimal comma, a word
// with a letter in it, the number of a job that may have that of its array behind it, anything.
const (
	formInstant = 'i'
	formNumber  = 'n'
	formOrNone  = 'm'
	formAmount  = 'a'
	formWord    = 'w'
	formJob     = 'j'
)

var bares = []bare{{"CERIT's soft walltimes", "job,submit,wait,run,procs,memory_request,user,queue,limit,soft_walltime", "jimmna*wmm",
	"times are seconds and memory, which is not read, has a decimal comma (jsspp.org, CERIT-soft-wall and CERIT-user-wall)"}}

// bareOf is that of a row of such a set.
func bareOf(line []byte) *bare {
	f := bytes.Fields(line)
	for i := range bares {
		if b := &bares[i]; len(f) == len(b.forms) && b.fits(f) {
			return b
		}
	}
	return nil
}

func (b *bare) fits(fields [][]byte) bool {
	for i, f := range fields {
		n, number := account.ParseInt(f)
		ok := true
		switch b.forms[i] {
		case formInstant:
			ok = number && n >= account.SinceEpoch
		case formNumber:
			ok = number && n > 0
		case formOrNone:
			ok = number && n >= -1
		case formAmount:
			whole, part, _ := bytes.Cut(f, []byte(","))
			ok = len(whole) > 0 && digits(whole) && digits(part)
		case formWord:
			ok = bytes.ContainsFunc(f, unicode.IsLetter)
		case formJob:
			id, array, _ := bytes.Cut(f, []byte("["))
			ok = len(id) > 0 && digits(id) && digits(bytes.TrimSuffix(array, []byte("]")))
		}
		if !ok {
			return false
		}
	}
	return true
}

// bare takes what is known of rows without names, and says so.
func (p *Parser) bare(line []byte) bool {
	of := bareOf(line)
	if of == nil || p.o.Columns != "" {
		return false
	}
	p.o.Columns = of.columns
	p.b.Guess("columns", of.columns, "these are the rows of "+of.name+": "+of.why)
	return true
}

// hasBare says whether a file begins with such rows, perhaps below lines that tell of them.
func hasBare(head []byte) bool {
	for range maxAbove {
		line, rest := nextLine(head)
		if len(line) == 0 {
			return false
		}
		if bareOf(line) != nil {
			return true
		}
		head = rest
	}
	return false
}

// presetOf is that of a table with such columns, unless somebody says what they are; nil: none.
func presetOf(columns []string, match string) *preset {
	if match != "" {
		return nil
	}
	for i := range presets {
		if !slices.ContainsFunc(strings.Fields(presets[i].tells), func(name string) bool { return !slices.Contains(columns, name) }) {
			return &presets[i]
		}
	}
	return nil
}

// preset takes what is known of a public data set by its columns, and says so.
func (p *Parser) preset() {
	of := presetOf(p.columns, p.o.Match)
	if of == nil {
		return
	}
	told, err := ParseMatch(of.match)
	if err != nil {
		p.no(err.Error())
		return
	}
	p.told = told
	p.b.Guess("match", of.match, "these are the columns of "+of.name+": "+of.why)
	if of.zone != "" && p.o.Zone == "" {
		p.b.InZone(of.zone, of.clock)
	}
}
