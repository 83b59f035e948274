// Package core holds no code: it is the map of what page, workers and command
// have in common. It knows nothing of a browser, and a package imports only
// packages of lower levels; the tests of internal/house list the levels.
//
// In the order in which to read them:
//
//   - job: logs, the rules that clean them, and traces, which are simulated
//   - swf: logs in the Standard Workload Format, read and written
//   - account: logs made of what batch systems write for accounting: what is left
//     out and why, times, names, arrays; sacct, pbs, lsf, gridengine: what the records
//     of each system say; csv: what the columns of a table are
//   - conversion: a log written for others, by the command and the page
//   - format: finds the reader of a log's format; a format is one line in its list
//   - packed: takes gzip off, as gzip does; tracefile: opens logs on disk or standard input, for the command and tests
//   - overview: a trace at a glance, before anything is simulated
//   - order: queue orders, by name and key; order/expr compiles formulas
//   - sim: replays a trace under EASY backfilling; pass.go is the scheduling pass
//   - sim/simbench: what an event costs the engine; sim/simtest: traces and
//     configurations to hold it against the oracle on
//   - why: why a job waited, by the engine's own decisions; lanes: a schedule as
//     pixels, with queue and load
//   - resample: any number of traces from one: whole weeks in blocks, or by user
//   - lublin: synthetic logs
//   - platform: machines of unequal processors, read and written; cluster: replays
//     a load on one, decision by decision, with states, memory, bandwidth and
//     energy; batsim: loads and logs of Batsim's files
//   - site: which platform, and which jobs of a log on it, as plans say it
//   - tariff: what energy costs at which hour
//   - metric: waits, bounded slowdowns and utilization of a replay
//   - study: plans and their settings, kinds of study, the rows that are known
//   - keep: rows in files, which a campaign of many processes goes on from
//   - study/studytest: the questions that every kind has to answer
//
// The capabilities, each a plan that is cut into tasks and a runner that computes
// a row of each:
//
//   - compare: queue orders on resamples
//   - replay: one schedule or two, to be looked at job by job
//   - online: orders chosen while the machine runs
//   - bandit: the strategies among those that see only what the order in force did
//   - tune: pairs of orders and thresholds, learned on one half of a log
//   - predict: run times predicted at submission; triple: such ways to predict,
//     correct and backfill, and the map of them
//   - foresee: what predicting run times is worth
//   - regress: queue orders made from a log: jobs scored by simulations of few of
//     them, polynomials fitted to the scores
//   - agent: agents that learn to schedule a heterogeneous cluster; train: seeds of
//     them, trained and tested beside fixed pairs
//   - place: pairs of a job selection and a placing on stretches of a log, on a
//     machine of unequal processors: energy against time, and one run to be watched
//   - window: queue orders on windows of a log, as the study of regressed orders
//     has them; gc.go is its simulator
//
// What rows say:
//
//   - paired: differences on the same resamples, with intervals and tests
//   - report: what the result packages share: what is shown of a change, the log
//     itself beside its resamples, sentences
//   - paper, archive: a report as one page to read or print; a study in one file,
//     its rows with it.
//   - training: what agents learned: models that are saved, reports of courses and
//     of the seeds of train, and the options file of HDeepRM
//   - comparison, selection, tuning, foresight, windowing, regression, placement:
//     rows of compare, online, tune, foresee, window, regress and place as reports
//   - candidate: which features of a regressed order windows choose, and what it is
//     worth on others
//   - contrast: two schedules of the same jobs side by side; belief: how near a
//     simulated one is to what the log says
//   - little: a machine to teach with: a table of jobs, scheduled in up to three
//     ways, every step drawn and told
//   - figure: numbers written for people, in one way everywhere
//   - plot: charts as SVG
//   - mirror: public logs passed through to the page, by serve and the edge worker;
//     mirrortest: an archive with every fault
//   - cmd/shadowtime: the command
//
// Beneath them all:
//
//   - wire: the binary form of what page, workers and files of rows exchange
//   - jsontext: JSON read where encoding/json is too heavy, faults with their lines
//   - stream: which stream of random numbers belongs to what, as method.html says
//   - exp: an exponential function with the same bits on every platform
//   - fixture: golden files, tables of the documentation, and the real logs that
//     tests find beside the repository
//   - internal/oracle: a slow, obvious simulator to hold the engine against
//   - internal/house: tests of the project's own structure
package core
