// Package report is what the result packages (comparison, selection, tuning)
// share: figures that may be undefined, quantiles and bands, what a report was
// computed from, and the sentences about it. Result packages turn the rows of a
// study into a Report with intervals, sentences and tables; page and command
// link them, workers do not.
//
// Its folders:
//
//   - archive: a study in one file, its rows with it
//   - csv: tables as text, in which a spreadsheet computes nothing
//   - lanes: a schedule of any number of jobs as pixels, with queue and load
//   - link: an answer so short that a link carries it
//   - paper: a report as one page to read or print
//   - plot: charts as SVG
//   - plottest: charts read back, as a browser lays them out: for tests
//   - published: what studies printed for public logs, to be seen beside
package report
