// Package account makes job logs of what batch systems write for accounting. What
// Slurm, PBS, LSF, Grid Engine and tables have in common is here: records and the reasons
// for leaving one out, times with and without a zone, durations and memory, names
// and their numbers, arrays, and the columns of the Standard Workload Format that
// come of them. The readers (sacct, pbs, lsf, gridengine, csv) know their grammar alone.
//
// Every record ends in one of: a job, or the tasks of an array; a part of another
// record; left out, for the first reason that holds; unreadable. All are counted,
// the first job.MaxFaults of each reason with their lines.
//
// What is held at once is bounded, whatever a file says: some 40 bytes a job in
// packed columns, at most MaxJobs jobs, MaxTasks of one record, MaxNames names of a
// kind, MaxLine bytes of a line.
package account

// Limits of what is read.
const (
	MaxJobs  = 1 << 26
	MaxTasks = 4_000_001 // the most that Slurm's MaxArraySize can be
	MaxNames = 1 << 20
	MaxLine  = 1 << 20
	maxName  = 256 // bytes
	maxTime  = 1 << 33
	maxSize  = 1 << 31 // processors of a job
)
