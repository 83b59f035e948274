// Package decide answers the question that somebody comes with who runs a machine: what
// should be set, how sure is that, and what does it risk. All settings that are tried are
// replayed on the log as it was, beside what the site runs now. The range of each comes from
// the log's own weeks, at a level that holds for all that was tried (report.Weighing). How
// much longer the longest wait may become bounds the choice.
package decide
