// Package job holds what the rest of the laboratory works on: the Log a file
// said, the rules that clean it, and the Trace of jobs that is simulated.
//
// A Log is never changed by cleaning: rules can be switched and the Trace made
// again without reading the file twice. All times are whole seconds.
//
// Its folders:
//
//   - account: logs made of accounting records: what is left out and why, times, names, arrays
//   - batsim: workloads of Batsim as logs, read and written
//   - format: finds the reader of a log by its first bytes, and writes a log in another format
//   - gridengine: the accounting file of Grid Engine
//   - hostile: links and files made to do harm: for tests
//   - lsf: lsb.acct of LSF
//   - lublin: synthetic logs
//   - mirror: public logs passed through to the page, by serve and the edge worker
//   - mirrortest: an archive with every fault: for tests
//   - overview: a trace at a glance, before anything is simulated
//   - parquet: the rows of Parquet files, as columns of types and as lines of a table
//   - pbs: the accounting files of PBS and Torque
//   - problem: made-up logs that are problems, with the questions they pose
//   - resample: any number of traces from one: its weeks in blocks, or by user
//   - rule: what keeps jobs from starting although there is room: limits, hours, missing processors
//   - sacct: Slurm's accounting, and the machine that goes with it
//   - session: what users waited for: batches of jobs, links between them, when people work
//   - swf: the Standard Workload Format, read and written
//   - table: tables of text as logs, read and written
//   - tracefile: logs opened on disk or standard input, for the command and tests
//   - typed: columns of a table as files of types hold them
package job
