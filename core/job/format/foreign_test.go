package format

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is not read is named, with what to do, however it looks to the readers of others.
func TestWhatIsNotReadIsNamedWithWhatToDo(t *testing.T) {
	tar := "jobs.swf" + strings.Repeat("\x00", 249) + "ustar\x0000"
	for text, want := range map[string][2]string{
		"SQLite format 3\x00\x10\x00":           {"an SQLite database", "sqlite3 -header -csv"},
		"PK\x03\x04\x14\x00[Content_Types].xml": {"an Excel workbook", "CSV"},
		"PK\x03\x04\x14\x00jobs.swf":            {"a zip archive", "unpack"},
		"7z\xbc\xaf\x27\x1c\x00\x04":            {"a 7z archive", "unpack"},
		tar:                                     {"a tar archive", "unpack"},
		"BZh91AY&SY\x00":                        {"bzip2", "bunzip2"},
		"\xfd7zXZ\x00\x00":                      {"xz-compressed", "unxz"},
		"\x28\xb5\x2f\xfd\x04":                  {"zstd-compressed", "unzstd"},
		"%PDF-1.7\n%\xe2\xe3":                   {"a PDF document", "choose a log"},
		"<!DOCTYPE HTML>\n<title>403":           {"a web page", "fetch"},
		"<Data><Job><Job_Id>7.s</Job_Id>":       {"Torque's qstat -x", "server_priv/accounting"},
		"<?xml version='1.0'?>\n<job_info>":     {"Grid Engine's qstat", "common/accounting"},
		"Return-Path: <a@b>\nFrom: a@b\nSubject: log\n\n1 2 3\n": {
			"an e-mail", "attached"},
		"From a@b Mon Jan  1 10:00:00 2024\nFrom: a\nSubject: log\n": {
			"an e-mail", "attached"},
		strings.Repeat("=", 62) + "\nqname        all.q\nhostname     n1\n": {
			"qacct -j", "common/accounting"},
		"MyType = \"Job\"\nClusterId = 7\nQDate = 1706608800\nRequestCpus = 4\n": {
			"HTCondor's history", "condor_history -af:h,"},
		"000 (1234.000.000) 2024-01-30 10:00:00 Job submitted from host: <10.0.0.1:9618>\n...\n": {
			"event log of HTCondor", "condor_history"},
		"             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n  7  main  a  ann  R  1:00  1 n1\n": {
			"squeue", "sacct"},
		"PARTITION AVAIL  TIMELIMIT  NODES  STATE NODELIST\nmain*  up  infinite  4  idle n[1-4]\n": {
			"sinfo", "sacct"},
		strings.Repeat("-", 80) + "\nTop 10 Users 2024-01-01T00:00:00 - 2024-01-31T23:59:59 (2678400 secs)\nUsage reported in CPU " +
			"Minutes\n" + strings.Repeat("-", 80) + "\n": {"sreport", "sacct"},
		"10:00:00 1706608800:12 job 7 JOBEND 0 4 ann bio 3600 Completed [batch:1] 1706605200 1706605260 1706605260 1706608800\n": {
			"Moab or Maui", "server_priv/accounting"},
		"Job_Id: 12\n    job_array_id = 12\n    submissionTime = 2024-01-30 10:00:00\n": {"oarstat", "SELECT j.job_id"},
		"{\n \"12\" : {\n \"submissionTime\" : 1706608800, \"startTime\" : 1706608860, \"Job_Id\" : 12, \"owner\" : \"ann\" } }": {
			"oarstat", "SELECT j.job_id"},
		"       JOBID USER     NAME       ST NTASKS NNODES     TIME INFO\n   f7 ann  a  R  4  1  3.1s n1\n": {
			"Flux's jobs", "flux jobs"},
		`[{"status": "Pass", "vc": "ee9e8c", "jobid": "application_1506638472019_10258", "attempts": [{"start_time": "2017-10-07 01:00:00",` +
			` "end_time": "2017-10-07 02:00:00", "detail": [{"ip": "m1", "gpus": ["gpu0"]}]}], "submitted_time": "2017-10-07 00:59:00"}]`: {
			"Philly", "jq -r"},
		"JOBID   USER    STAT  QUEUE      FROM_HOST   EXEC_HOST   JOB_NAME   SUBMIT_TIME\n7 ann RUN normal a b c Jan 30 10:00\n": {
			"bjobs", "lsb.acct"},
	} {
		l, err := Read(strings.NewReader(text), "x")
		require.ErrorContains(t, err, "this is ", text)
		require.ErrorContains(t, err, want[0], text)
		require.ErrorContains(t, err, want[1], text)
		require.Nil(t, l.Import, text)
	}
	for _, f := range foreigns { // what is read is none of them
		for _, text := range []string{"1 0 0 10 2\n", "; Version: 2.2\n", "JobID|User\n", "job,submit\n1,2\n" +
			"", "[{\"a\": 1}]", "From,Subject\n",
			"qname:hostname:group\n", "01/01/2017 00:03:30;E;9;a=b\n", "\"JOB_FINISH\" \"10.1\" 1706608800\n", "BZh,a,b,c,d,e\n"} {
			require.False(t, f.is([]byte(text)), "%s: %s", f.name, text)
		}
	}
}

func TestALogThatOnlySpeaksOfSlurmsConfigurationIsNone(t *testing.T) {
	for _, text := range []string{"PartitionName=p\n   Nodes=n[1-4] TotalCPUs=64\n   State=UP\n", "NodeName=n1 CPUTot=16\n   CPUAlloc=0\n",
		"JobID|Comment\n1|a\nClusterName=b\n", "; Note: a log\nClusterName=b\n", "type=a\nClusterNames=b\n",
		"# ClusterName=b\n1 0 0 10 2\n"} {
		kind, _ := kindOf([]byte(text))
		require.NotEqual(t, "slurm.conf", kind.name, text)
	}
}
