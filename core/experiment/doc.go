// Package experiment holds no code: its folders are the capabilities, each a plan that is
// cut into tasks, a runner that computes a row of each, and a report made of rows.
//
// Its folders:
//
//   - agent: agents that learn to schedule a machine of unequal processors
//   - believe: how near a simulated schedule is to the one that the log tells of
//   - choose: which features of a learned order windows choose, and what it is worth on others
//   - compare: queue orders on resamples of a log
//   - learn: queue orders made from a log by regression
//   - little: a machine to teach with: a table of jobs, every step drawn and told
//   - online: orders chosen while the machine runs
//   - place: job selections and placings on stretches of a log, energy against time
//   - predict: what predicting run times is worth
//   - replay: one schedule or two side by side, looked at job by job
//   - reproduce: published studies run again, beside what they printed
//   - shapes: outcomes of every kind that a report has to find words for: for tests
//   - train: agents trained seed by seed and tested beside fixed pairs; their models, saved
//   - triples: ways to predict, correct and backfill, and the map of them
//   - tune: pairs of orders and thresholds, learned on one half of a log, judged on the other
//   - windows: queue orders on windows of a log, as the study of regressed orders has them
package experiment
