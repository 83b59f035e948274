// Package swf reads and writes job logs in the Standard Workload Format: text,
// one job a line, eighteen numbers separated by blanks, -1 where a value is
// unknown, and header comments that begin with ";"
// (Chapin et al. 1999; https://www.cs.huji.ac.il/labs/parallel/workload/swf.html).
//
// Real files stray from the format. What a reader takes here:
//
//   - lines that end in LF, CRLF or CR, the last one also in nothing; blanks and
//     tabs anywhere between fields; a byte order mark; blank lines
//   - numbers with a sign, a fraction or an exponent (+5, 216.90, 1e5). Values are
//     kept as whole numbers, fractions cut toward minus infinity
//   - 17 fields or fewer: what is missing is unknown; more than 18: the first 18
//     count. A job needs at least the first five, which end with its size
//   - jobs in any order, with any id, several lines a job
//
// Anything else is a fault: counted, the first job.MaxFaults described by line,
// field and text, its job left out, and the reading goes on.
package swf
