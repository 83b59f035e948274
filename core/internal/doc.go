// Package internal holds no code: its folders help the core's own tests. What tests of the
// page share with them stands beside what it is of, since none else may import these.
//
// Its folders:
//
//   - accounttest: the questions that every reader of accounting files has to answer
//   - areas: a program, for ./build.sh: the tests of an area in one program instead of one a package
//   - drawtest: counts of draws, held against the chances they should have
//   - house: the project's own structure, held to what it says of itself
//   - mutants: faults put into a copy one at a time, and which test sees each first
//   - oracle: a slow, obvious simulator to hold the engine against
//   - simtest: traces and configurations to hold both against each other on
//   - studytest: the questions that every kind of study has to answer
//   - worlds: machines whose truth is known, and what one log of them says of it
package internal
