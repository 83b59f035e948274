// Package sacct reads what Slurm's accounting says of jobs: the tables of sacct in
// all their forms, and the JSON of sacct and of slurmrestd (slurmdb). Of what the columns mean as records, and what comes of these,
// package account knows.
//
// Names of columns stand in any case and order, between any delimiter, or over
// dashes that show their widths. Steps are folded into their jobs. A record that
// free text has torn apart (a delimiter in a job's name, a new line in a command) is
// put together again where all columns that count then have one reading.
//
// Tried with tables of Slurm 22.05 and of systems from 2015 to 2024 of no stated
// version, and with the JSON of 22.05 (0.0.38) and 24.05 (0.0.41).
package sacct

// Command is the export to recommend.
const Command = "TZ=UTC sacct -a -X -P -D -S START -E END -o " +
	"JobID,JobIDRaw,User,Group,Account,Partition,QOS,Submit,Eligible,Start,End,ElapsedRaw,TimelimitRaw,ReqCPUS,AllocCPUS,NNodes,ReqMem,AllocTRES,NodeList,State"

const (
	name     = "Slurm accounting (sacct)"
	nameJSON = "Slurm accounting (sacct --json)"
)
