// Package base holds no code: its folders are of bytes, numbers, chance and statistics.
// Nothing here knows what a job is, and the list is closed: what two areas share belongs
// to the upper of them.
//
// Its folders:
//
//   - exp: an exponential function with the same bits on every platform
//   - fixture: golden files, tables of the documentation, real logs beside the repository: for tests
//   - gunzip: gzip taken off, as gzip does
//   - jsontext: JSON read with the lines of its faults and the order of its members
//   - numeral: numbers written for people, in one way everywhere
//   - random: which stream of random numbers belongs to what
//   - sorted: lists put into order, one sort for all types
//   - stats: differences on the same resamples, with intervals and tests
//   - unzstd: Zstandard taken off data that is at hand as a whole
//   - wire: the binary form of what page, workers and files of rows exchange
package base
