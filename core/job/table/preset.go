package table

import (
	"slices"
	"strings"
)

// preset is what is known of the columns of a public data set: those that tell it, what they are, and how that is known.
type preset struct {
	name, tells, match, why string
}

// presets are all that are known.
var presets = []preset{
	{"NREL's Eagle", "job_id submit_time start_time end_time run_time nodes_req processors_req wallclock_req gpus_req",
		"procs=,asked=,nodes=nodes_req,gpus=gpus_req,run=run_time:s,limit=wallclock_req:s",
		"its nodes are whole and processors_req counts tasks, so that jobs are counted in nodes; run_time and wallclock_req are seconds " +
			"(OEDI submission 5860)"},
	{"NLR's Eagle and Kestrel", "id submit_time start_time end_time nodes_used processors_used wallclock_req gpus_requested state_simple " +
		"user_hash account_hash",
		"job=id,procs=processors_used,nodes=nodes_used,gpus=gpus_requested,limit=wallclock_req,user=user_hash,group=account_hash," +
			"state=state_simple",
		"processors_used is what jobs had; dates without a zone are of Mountain Time, UTC-7: --zone Etc/GMT+7 " +
			"(NLR submissions 295 and 302)"},
	{"Helios", "job_id user vc gpu_num cpu_num node_num state submit_time start_time end_time",
		"partition=vc", "vc is the virtual cluster, and no job has a time limit (HeliosData)"},
	{"F-DATA of Fugaku", "jid usr adt sdt edt nnumr cnumr elpl duration",
		"job=jid,user=usr,submit=adt,start=sdt,end=edt,nodes=nnumr,procs=,asked=,run=duration:s,limit=elpl:s",
		"adt, sdt and edt are when jobs came, started and ended, nnumr the nodes that they asked for, and elpl and duration are seconds " +
			"(Zenodo record 11467483)"},
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
}
