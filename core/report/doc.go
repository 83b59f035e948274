// Package report is what the result packages (comparison, selection, tuning)
// share: figures that may be undefined, quantiles and bands, what a report was
// computed from, and the sentences about it. Result packages turn the rows of a
// study into a Report with intervals, sentences and tables; page and command
// link them, workers do not.
package report
