// Package set says how queue orders and a threshold are set up in Slurm: lines of
// slurm.conf and files beside it, how they are brought in, the way back, and what to watch.
package set

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/report/paper"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Queue is what is to be set up.
type Queue struct {
	Front, Backfill string        // proper names of orders
	Threshold       study.Seconds // below 0: none
	Backfilling     string        // easy, conservative or none
	Dialect         string        // that it was replayed in
	study.Limits
	Predicted bool // it plans with predicted run times
}

// Settable says whether Slurm can be set to a queue.
type Settable string

// The answers.
const (
	Settles Settable = "yes"
	Nearly  Settable = "nearly"
	Cannot  Settable = "no"
)

// Words answer whether Slurm can do it.
func (s Settable) Words() string {
	if s == Nearly {
		return "almost"
	}
	return string(s)
}

// Rank orders what can be set before what can't.
func (s Settable) Rank() int {
	switch s {
	case Settles:
		return 0
	case Nearly:
		return 1
	}
	return 2
}

// Setup is how a queue is set up, as tried on Slurm 22.05.
type Setup struct {
	Settable Settable `json:"settable"`
	Why      string   `json:"why"`   // what is not as it was simulated, or why it can't be
	Lines    []string `json:"lines"` // of slurm.conf, whole; none where it can't be set
	Files    []File   `json:"files"` // beside slurm.conf, whole; none where lines are enough
	Steps    []string `json:"steps"` // how lines and files are brought in
	Back     []string `json:"back"`  // the way back: what to do with them
	Watch    []string `json:"watch"` // what to look at for two weeks
}

// File is one that Slurm or cron reads.
type File struct {
	Name  string   `json:"name"` // with its folder, as where slurm.conf is in /etc/slurm
	Lines []string `json:"lines"`
}

// Where files stand.
const (
	folder = "/etc/slurm/"
	script = folder + "job_submit.lua"
	ranks  = folder + "queue-order.sh"
	minute = "/etc/cron.d/slurm-queue-order"
)

// The site factor is the priority: no other factor has a weight, and users can't set it.
// Its largest value is 2147483645.
//   - of job_submit.lua: 1e9 and up to 6.4e8 more or less: limits and processors to 1e7 each
//   - of expansion factors: up to 1.4e9
//   - of those that go first: 2e9 less the seconds since 2026, above all others until 2035
const (
	first = "2000000000"
	above = "1700000000" // what the others stay below
	since = "1767225600" // 2026, seconds of the epoch
)

// logKey is the logarithm of the key of an order that doesn't change while a job waits, in
// Lua; p minutes, q processors. "" of others.
func logKey(name string) string {
	switch name {
	case "SPF":
		return "math.log(p)"
	case "LPF":
		return "-math.log(p)"
	case "SQF":
		return "math.log(q)"
	case "LQF":
		return "-math.log(q)"
	case "SRF":
		return "math.log(p) - math.log(q)"
	case "LRF":
		return "math.log(q) - math.log(p)"
	case "SAF":
		return "math.log(p) + math.log(q)"
	case "LAF":
		return "-math.log(p) - math.log(q)"
	}
	return ""
}

// agedKey is the site factor of an order that changes while a job waits, in awk; wait and
// limit in seconds. "" of others.
func agedKey(name string) string {
	switch name {
	case "LEXP":
		return "100000000 * log(1 + wait / limit)"
	case "SEXP":
		return "1500000000 - 100000000 * log(1 + wait / limit)"
	}
	return ""
}

// means are what a queue takes beside lines.
type means struct {
	order string // of waiting jobs but those that go first
	late  study.Seconds
	head  bool // the oldest goes first
}

// means are the queue's; false where Slurm can't be set to it.
func (q *Queue) means() (means, bool) {
	s := means{q.Backfill, q.Threshold, q.Backfill != q.Front}
	if q.Predicted {
		return s, false
	}
	ranked := logKey(s.order) != "" || agedKey(s.order) != ""
	switch {
	case q.Depth > 0:
		return s, false
	case s.head:
		if d, err := sim.ParseDialect(q.Dialect); err != nil || !d.Rules().BackfillThreshold {
			s.late = study.None
		}
		return s, q.Front == "FCFS" && ranked
	case s.order == "FCFS":
		s.late = study.None // the longest waiting go first anyway
		return s, true
	}
	return s, ranked
}

// byMinute says that a script of every minute has a part in it.
func (s *means) byMinute() bool { return s.head || s.late >= 0 || agedKey(s.order) != "" }

// Settable says whether it can be set up.
func (q *Queue) Settable() Settable {
	s, can := q.means()
	switch {
	case !can:
		return Cannot
	case s.byMinute() || q.Backfilling == sim.Conservative.String():
		return Nearly
	}
	return Settles
}

// Setup is how it is set up.
func (q *Queue) Setup() Setup {
	s, can := q.means()
	x := Setup{Settable: q.Settable(), Lines: []string{}, Files: []File{}, Steps: []string{}, Back: []string{}, Watch: []string{}}
	if !can {
		x.Why = q.cannot()
		return x
	}
	x.Why = s.why(q)
	x.Lines = s.lines(q)
	if logKey(s.order) != "" {
		x.Files = append(x.Files, File{script, s.lua()})
	}
	if s.byMinute() {
		x.Files = append(x.Files, File{ranks, s.script()}, File{minute, []string{"* * * * * root /bin/sh " + ranks}})
	}
	x.Steps, x.Back, x.Watch = s.steps(), s.back(), s.watch(q)
	return x
}

// cannot says why Slurm can't be set to it.
func (q *Queue) cannot() string {
	switch {
	case q.Predicted:
		return "Slurm plans with the requested time: it has no prediction of run times to plan with instead."
	case q.Depth > 0:
		return "Slurm's limits on the queue count jobs in the order of priority, not the oldest."
	case q.Backfill != q.Front && q.Front != "FCFS":
		return "Slurm backfills in the order of priority: it has no backfilling order of its own."
	}
	return "Slurm has no priority factor for " + order.Label(q.Backfill) + ", and no script for it was tried."
}

// Terms are how a site sets it up: lines, files, and in words how they are brought in, the way
// back and what to watch.
func (s *Setup) Terms() []paper.Term {
	if len(s.Lines) == 0 {
		return []paper.Term{{Words: s.Why}}
	}
	list := []paper.Term{{Lines: append([]string{"# slurm.conf"}, s.Lines...), Words: s.Why}}
	for _, f := range s.Files {
		list = append(list, paper.Term{Lines: append([]string{"# " + f.Name}, f.Lines...)})
	}
	for _, words := range slices.Concat(s.Steps, s.Back, s.Watch) {
		list = append(list, paper.Term{Words: words})
	}
	return list
}

// why says what is not as it was simulated; of an order that is, what makes it.
func (s *means) why(q *Queue) string {
	var list []string
	switch {
	case s.order == "FCFS":
		list = append(list, "Without weights Slurm's order is that of submission.")
	case logKey(s.order) != "":
		list = append(list, "A script ranks each job by its request. For --exclusive jobs the rank is approximate: "+
			"they may hold more processors than requested.")
	default:
		list = append(list, "A script ranks all waiting jobs anew every minute. A new job is last until the script runs again.")
	}
	if s.head {
		list = append(list, "Every minute a script puts the oldest job first. When that starts, the next oldest follows up to a minute "+
			"later.")
	}
	if s.late >= 0 {
		list = append(list, "Every minute a script sends the jobs to the front that have waited longer than "+s.late.Words()+".")
	}
	if q.Backfilling == sim.Conservative.String() {
		list = append(list, "Slurm plans all starts anew in each pass, so a planned start may move back.")
	}
	return strings.Join(list, " ")
}

// OneReservation is what has Slurm plan as EASY: without it every job it looks at gets a
// reservation.
const OneReservation = "bf_job_part_count_reserve=1"

// lines are those of slurm.conf.
func (s *means) lines(q *Queue) []string {
	list := []string{"PriorityType=priority/multifactor"}
	for _, name := range []string{"Age", "Assoc", "FairShare", "JobSize", "Partition", "QOS"} {
		list = append(list, "PriorityWeight"+name+"=0")
	}
	if logKey(s.order) != "" {
		list = append(list, "JobSubmitPlugins=lua")
	}
	if q.Backfilling == sim.NoBackfilling.String() {
		return append(list, "SchedulerType=sched/builtin")
	}
	tested := 10_000
	if q.Tries > 0 {
		tested = q.Tries + 1
	}
	parameters := "bf_window=10080,bf_continue,bf_max_job_test=" + strconv.Itoa(tested)
	if q.Backfilling == sim.Easy.String() {
		parameters = OneReservation + "," + parameters
	}
	return append(list, "SchedulerType=sched/backfill", "# bf_window: the longest time limit in minutes, here 7 days",
		"SchedulerParameters="+parameters)
}

// lua is the script that ranks a job when it is submitted or changed.
func (s *means) lua() []string {
	return strings.Split(`-- Waiting jobs go in the order `+s.order+`: `+words(s.order)+`.
-- A job's priority is its site factor, which users can't change.
local none = 4294967294 -- not asked for; one more: no limit

local function asked(x) return x ~= nil and x ~= none end
local function given(x) return x ~= nil and x < none end

-- minutes is a time limit: the job's own or its partition's.
local function minutes(limit, names, parts)
  local wanted = names and names:match("[^,]+")
  for name, part in pairs(parts) do
    if name == wanted or (wanted == nil and part.flag_default == 1) then
      if not asked(limit) then limit = part.default_time end
      if not given(limit) then limit = part.max_time end
    end
  end
  return given(limit) and math.max(limit, 1) or 10000000
end

-- site is the job's priority, of p minutes and q processors.
local function site(p, q)
  return math.floor(1000000000 - 20000000 * (`+logKey(s.order)+`))
end

local function processors(q) return given(q) and math.max(q, 1) or 1 end

function slurm_job_submit(job, parts, uid)
  job.site_factor = site(minutes(job.time_limit, job.partition, parts), processors(job.min_cpus))
  return slurm.SUCCESS
end

function slurm_job_modify(job, record, parts, uid)
  if asked(job.time_limit) or asked(job.min_cpus) then
    local limit = asked(job.time_limit) and job.time_limit or record.time_limit
    local q = asked(job.min_cpus) and job.min_cpus or record.min_cpus
    job.site_factor = site(minutes(limit, job.partition or record.partition, parts), processors(q))
  end
  return slurm.SUCCESS
end`, "\n")
}

// words are those of an order.
func words(name string) string {
	o, err := order.Parse(name)
	if err != nil {
		return name
	}
	return o.Words()
}

// script is what cron runs every minute. It leaves alone who is held or not yet eligible.
func (s *means) script() []string {
	var about, rules []string
	put := first + " - ($2 - " + since + ")"
	if s.head {
		about = append(about, "# The oldest job goes first.")
		rules = append(rules, `!oldest || $2 < from || ($2 == from && $1 < oldest) { oldest = $1; from = $2; has = $3 }`,
			`END { if (oldest && has < `+above+`) set(oldest, `+first+` - (from - `+since+`)) }`)
	}
	if s.late >= 0 {
		about = append(about, "# Jobs that waited longer than "+s.late.Words()+" go first, the longest waiting of them first.")
		rules = append(rules, "wait > "+strconv.FormatInt(int64(s.late), 10)+" { if ($3 < "+above+") set($1, "+put+"); next }")
	}
	if key := agedKey(s.order); key != "" {
		about = append(about, "# Waiting jobs go in the order "+s.order+": "+words(s.order)+".")
		rules = append(rules, `{ limit = seconds($4) }`, `$3 < `+above+` { set($1, `+key+`) }`)
	}
	list := append([]string{"#!/bin/sh"}, about...)
	list = append(list, "export SLURM_TIME_FORMAT=%s",
		"squeue --noheader --states=PENDING --Format=JobID:20,EligibleTime:20,PriorityLong:20,TimeLimit:20 |",
		`awk -v now="$(date +%s)" '`,
		`function set(job, site) { printf "update JobId=%s SiteFactor=%d\n", job, site }`)
	if agedKey(s.order) != "" {
		list = append(list,
			`function seconds(t,  part, days, n) {`,
			`  if (t !~ /^[0-9]/) return 600000000`,
			`  days = 0`,
			`  if (split(t, part, "-") == 2) { days = part[1]; t = part[2] }`,
			`  n = split(t, part, ":")`,
			`  t = n == 3 ? part[1] * 3600 + part[2] * 60 + part[3] : part[1] * 60 + part[2]`,
			`  t += days * 86400`,
			`  return t < 60 ? 60 : t`,
			`}`)
	}
	list = append(list, `$3 == 0 || $2 !~ /^[0-9]+$/ || $2 > now { next } # held, or not eligible`, `{ wait = now - $2 }`)
	return append(append(list, rules...), "' | scontrol >/dev/null")
}

// steps say how lines and files are brought in.
func (s *means) steps() []string {
	list := []string{"Copy slurm.conf first: cp -p " + conf + " " + before,
		"The lines replace those of the same name. Remove PriorityWeightTRES.",
		"Of several SchedulerParameters lines Slurm obeys only the last. Add what yours has, with commas."}
	if logKey(s.order) != "" {
		list = append(list, "job_submit.lua stands beside slurm.conf. If you have one, put these functions' lines into yours.",
			"Slurm must be built with Lua. In Debian the package slurm-wlm-basic-plugins has it.")
	}
	if s.byMinute() {
		list = append(list, "cron runs queue-order.sh as root. With 1 000 waiting jobs to rank it took 2.3 s.")
	}
	list = append(list, "Restart the controller; jobs keep running and waiting: "+restart,
		"scontrol reconfigure is not enough: PriorityType and SchedulerType take a restart.")
	if logKey(s.order) != "" {
		list = append(list, "Rank the jobs that wait already: "+
			`squeue -h -t PD -o "%A %l" | sed 's/\(.*\) \(.*\)/update JobId=\1 TimeLimit=\2/' | scontrol >/dev/null`)
	}
	return list
}

// The file that is changed, its copy, and what makes Slurm read it.
const (
	conf    = folder + "slurm.conf"
	before  = conf + ".before"
	restart = "systemctl restart slurmctld"
)

// back is what undoes the steps, in this order.
func (s *means) back() []string {
	var list []string
	if s.byMinute() {
		list = append(list, "End the script of every minute: rm "+minute)
	}
	if s.byMinute() || logKey(s.order) != "" {
		list = append(list, "Clear the ranks of waiting jobs, which they would keep: squeue -h -t PD -o %A | "+
			"sed 's/.*/update JobId=& SiteFactor=0/' | scontrol >/dev/null")
	}
	return append(list, "Put the copy back: cp -p "+before+" "+conf+" && "+restart)
}

// watch is what to look at for two weeks.
func (s *means) watch(q *Queue) []string {
	list := []string{`Who goes first: squeue -t PD --sort=-p,i -o "%i %Q %C %l %V"`}
	if s.byMinute() || logKey(s.order) != "" {
		list[0] = `Who goes first (sprio -l has the rank under SITE): squeue -t PD --sort=-p,i -o "%i %Q %C %l %V"`
	}
	switch q.Backfilling {
	case sim.Easy.String():
		list = append(list, "Who has a reservation (the first job of each partition alone): squeue --start")
	case sim.Conservative.String():
		list = append(list, "Who has a reservation (each job that was looked at): squeue --start")
	default:
		list = append(list, "Who starts when (in the order of priority): squeue --start")
	}
	return append(list, "Mean and longest wait of 7 days, once before and then each week: SLURM_TIME_FORMAT=%s sacct -a -X -n -P "+
		`-S now-7days -o Submit,Start | awk -F'|' '$2 ~ /^[0-9]+$/ { w = $2 - $1; n++; s += w; if (w > m) m = w } `+
		`END { if (n) printf "%d jobs, mean %.1f h, longest %.1f h\n", n, s/n/3600, m/3600 }'`)
}
