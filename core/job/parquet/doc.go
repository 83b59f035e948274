// Package parquet reads the flat columns of Parquet files: some rows at a time, as columns of numbers, instants and words, and as
// lines of a table of text, so that what is known of tables holds for them too: columns are recognised, and jobs read, as in the
// CSV that a program would write of the same file. The footer comes first, then of each group of rows the columns that are
// wanted. Pages are unpacked one at a time; what a file claims to hold allocates nothing. Lists and columns of columns are left
// out.
//
// Types are written as a table has them: instants as dates with a time, with a Z where they are of UTC; durations as days and a
// time of day; decimals with their digits. What the format has no type for, seconds and durations, is taken from Arrow's schema,
// which pandas, polars and others leave in the footer.
package parquet
