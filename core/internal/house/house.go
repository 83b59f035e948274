// Package house holds the tests of the project's own structure: which package
// may import which, what the core must not use, what the repository must not
// hold.
package house
