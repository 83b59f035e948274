// Package study is the ground that capabilities stand on: what is computed is
// cut into tasks k = 1..K, each depending on (trace, plan, k) alone and giving a
// row. Here are the traces that a plan asks for (Workload), how the values of a
// plan are declared (Setting), a kind of study and its runner (Kind), and the
// rows that are known (Rows).
//
// Its folders:
//
//   - desk: what a worker does, apart from the browser: bytes in, bytes out
//   - keep: rows in files, from which a campaign of many processes goes on
//   - protocol: the published studies' ways of asking, as named settings
//   - site: which platform, and which jobs of a log on it, as plans say it
//   - slurm: the script that has Slurm compute a campaign
package study
