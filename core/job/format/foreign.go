package format

import (
	"bytes"
	"errors"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
)

// foreign is a kind of file that is not read: what it is, and what to do instead.
type foreign struct {
	name, instead string
	is            func(head []byte) bool
}

// What to do instead, where several kinds have it.
const (
	unpack = "unpack it and choose the log in it"
	condor = "export with condor_history -af:h, GlobalJobId QDate JobStartDate CompletionDate RequestCpus Owner > jobs.csv, and say what " +
		"the columns are with match: submit=QDate,start=JobStartDate,end=CompletionDate,procs=RequestCpus,user=Owner"
	oar = "export a table from its database: SELECT j.job_id AS job, j.submission_time AS submit, j.start_time AS start, j.stop_time AS " +
		"stop, count(*) AS procs, j.job_user AS username FROM jobs j JOIN assigned_resources a ON a.moldable_job_id = " +
		"j.assigned_moldable_job GROUP BY j.job_id"
	philly = "make a table of it: jq -r '[\"job\",\"submit\",\"start\",\"end\",\"gpus\",\"user\",\"partition\",\"state\"], (.[] | " +
		"select(.attempts != []) | [.jobid, .submitted_time, .attempts[0].start_time, .attempts[-1].end_time, ([.attempts[0].detail[].gpus[]] " +
		"| length), .user, .vc, .status]) | @csv' cluster_job_log > philly.csv. A job runs there from its first attempt to its last"
	flux   = "export with flux jobs -A -a --json > jobs.json"
	torque = "give the files of server_priv/accounting, one a day"
	jobs   = "export the jobs with " + sacct.Command
	beside = "give it to slurm check, or beside a log to rules (on the page, drop it beside the log), as it holds no jobs; " + jobs
)

// foreigns are all that are known, the first that a file is counts.
var foreigns = []foreign{
	{"an SQLite database", "export the table of its jobs: sqlite3 -header -csv jobs.db \"SELECT * FROM jobs\" > jobs.csv",
		begins("SQLite format 3")},
	{"an Excel workbook", "save its sheet as CSV (UTF-8)", func(head []byte) bool {
		return begins("PK\x03\x04")(head) && (bytes.Contains(head, []byte("[Content_Types].xml")) || bytes.Contains(head, []byte("xl/")))
	}},
	{"an Excel workbook of the old form", "save its sheet as CSV (UTF-8)", begins("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")},
	{"a zip archive", unpack, begins("PK\x03\x04")},
	{"a 7z archive", unpack, begins("7z\xbc\xaf\x27\x1c")},
	{"a tar archive", unpack, func(head []byte) bool { return len(head) > 262 && string(head[257:262]) == "ustar" }},
	{"bzip2-compressed data", "unpack it first (bunzip2)", func(head []byte) bool {
		return begins("BZh")(head) && len(head) > 9 && string(head[4:10]) == "1AY&SY"
	}},
	{"xz-compressed data", "unpack it first (unxz)", begins("\xfd7zXZ\x00")},
	{"zstd-compressed data", "unpack it first (unzstd)", begins("\x28\xb5\x2f\xfd")},
	{"a PDF document", "choose a log as a batch system wrote it, not a report", begins("%PDF-")},
	{"the XML of Torque's qstat -x", torque, both(starts("<"), has("<Job_Id>"))},
	{"the XML of Grid Engine's qstat", "give the file accounting of the cell, as $SGE_ROOT/default/common/accounting",
		both(starts("<"), has("<job_info"))},
	{"a web page", "perhaps the server answered with an error page; fetch the log again", func(head []byte) bool {
		line := bytes.ToLower(text(head))
		return bytes.HasPrefix(line, []byte("<!doctype html")) || bytes.HasPrefix(line, []byte("<html"))
	}},
	{"an e-mail", "save what is attached to it, alone", func(head []byte) bool {
		return has("\nSubject: ")(head) && (has("\nFrom: ")(head) || begins("From: ")(head)) && headerLine(account.FirstLine(head))
	}},
	{"the output of qacct -j", "give the file that it reads, $SGE_ROOT/default/common/accounting",
		both(starts("==========="), has("\nqname "))},
	{"HTCondor's history", condor, func(head []byte) bool {
		return (has("\nClusterId = ")(head) || begins("ClusterId = ")(head)) && has("QDate = ")(head)
	}},
	{"an event log of HTCondor", condor, func(head []byte) bool { return isCondorEvent(account.FirstLine(head)) }},
	{"the table of Flux's jobs", flux, heading("JOBID", "USER", "NAME", "ST", "NTASKS", "NNODES")},
	{"the table of squeue, jobs of the moment", jobs, heading("JOBID", "PARTITION", "NAME", "USER", "ST")},
	{"the table of sinfo, which tells of nodes", jobs, heading("PARTITION", "AVAIL", "TIMELIMIT", "NODES", "STATE")},
	{"the table of sinfo -N, which tells of nodes", jobs, heading("NODELIST", "NODES", "PARTITION", "STATE")},
	{"a report of sreport, sums instead of jobs", jobs, both(starts("-----"), has("\nUsage reported in "))},
	{"what scontrol show reservation prints", beside, starts("ReservationName=")},
	{"what scontrol show config prints", beside, starts("Configuration data as of")},
	{"what sacctmgr show qos prints", beside, both(starts("Name|"), has("|GraceTime|"))},
	{"what sacctmgr show assoc prints", beside, both(has("Account|User|"), has("|Share|"))},
	{"slurm.conf", beside, func(head []byte) bool { return isConf(text(head)) }},
	{"an event log of Moab or Maui", "give the accounting of the resource manager below it: Slurm's (" + sacct.Command + "), or PBS's " +
		"server_priv/accounting", func(head []byte) bool { return isMoabEvent(account.FirstLine(head)) }},
	{"the output of OAR's oarstat", oar, func(head []byte) bool {
		return starts("Job_Id: ")(head) || has(`"submissionTime"`)(head) && (has(`"Job_Id"`)(head) || has(`"cpuset_name"`)(head) ||
			has(`"assigned_resources"`)(head))
	}},
	{"the job log of Microsoft's Philly clusters", philly, both(has(`"attempts"`), has(`"submitted_time"`))},
	{"the output of bjobs or bhist", "give lsb.acct, which LSF keeps in its logdir",
		heading("JOBID", "USER", "STAT", "QUEUE", "FROM_HOST", "EXEC_HOST")},
}

func begins(with string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(with)) }
}

func has(word string) func([]byte) bool {
	return func(head []byte) bool { return bytes.Contains(head, []byte(word)) }
}

func both(a, b func([]byte) bool) func([]byte) bool {
	return func(head []byte) bool { return a(head) && b(head) }
}

// text is what a file begins with behind a byte order mark and space.
func text(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
}

func starts(with string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(text(head), []byte(with)) }
}

// heading knows a table with blanks between its columns by its first names.
func heading(names ...string) func([]byte) bool {
	return func(head []byte) bool {
		f := bytes.Fields(account.FirstLine(head))
		for i, name := range names {
			if i >= len(f) || string(f[i]) != name {
				return false
			}
		}
		return true
	}
}

// headerLine knows From ann@host Mon ..., or Name: of a mail.
func headerLine(b []byte) bool {
	name, _, ok := bytes.Cut(b, []byte(":"))
	return bytes.HasPrefix(b, []byte("From ")) || ok && !bytes.ContainsAny(name, " \t,;|=")
}

// isCondorEvent knows 005 (1234.000.000) 2024-01-30 10:00:00 Job terminated.
func isCondorEvent(b []byte) bool {
	f := bytes.Fields(b)
	if len(f) < 4 || len(f[0]) != 3 || len(f[1]) < 3 || f[1][0] != '(' || f[1][len(f[1])-1] != ')' {
		return false
	}
	_, number := account.ParseInt(f[0])
	return number && bytes.Count(f[1], []byte(".")) == 2
}

// isMoabEvent knows 10:00:00 1706608800:12 job 7 JOBEND 0 4 ann ...
func isMoabEvent(b []byte) bool {
	f := bytes.Fields(b)
	if len(f) < 6 || len(f[0]) != 8 || f[0][2] != ':' || f[0][5] != ':' {
		return false
	}
	at, _, _ := bytes.Cut(f[1], []byte(":"))
	_, number := account.ParseInt(at)
	return number && f[4][0] >= 'A' && bytes.HasPrefix(bytes.ToUpper(f[4]), bytes.ToUpper(f[2]))
}

const confKeys = " clustername slurmctldhost controlmachine schedulertype selecttype "

// isConf knows slurm.conf by what each has, where the first line that is no comment sets something.
func isConf(head []byte) bool {
	for line := range strings.Lines(strings.ToLower(string(head))) {
		key, _, sets := strings.Cut(strings.TrimSpace(line), "=")
		switch {
		case key == "" || key[0] == '#' || strings.HasPrefix(key, "include "):
		case !sets || strings.ContainsAny(key, "|,;"):
			return false
		case strings.Contains(confKeys, " "+strings.TrimSpace(key)+" "):
			return true
		}
	}
	return false
}

// isForeign says whether a file that begins like this is of a kind that is not read.
func isForeign(head []byte) bool {
	_, is := kindOf(head)
	return is
}

func kindOf(head []byte) (foreign, bool) {
	for _, f := range foreigns {
		if f.is(head) {
			return f, true
		}
	}
	return foreign{}, false
}

// refusal says what a file is, and reads nothing of it.
type refusal struct {
	name  string
	kind  foreign
	known bool
}

// Write takes the first bytes of the file, which it is known by.
func (r *refusal) Write(b []byte) (int, error) {
	if !r.known {
		r.kind, r.known = kindOf(b)
	}
	return len(b), nil
}

// Log is the refusal.
func (r *refusal) Log() (*job.Log, error) {
	return &job.Log{Name: r.name}, errors.New("this is " + r.kind.name + ": " + r.kind.instead)
}
