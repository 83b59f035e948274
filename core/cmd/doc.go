// Package cmd holds no code: its folders are programs.
//
// Its folders:
//
//   - shadowtime: the command: main, and a file a verb
//   - cli: what all verbs share: flags from settings, files, progress, tables
//   - tasks: what verbs share that compute tasks: studies, what is kept, shares, job arrays, campaigns
//   - serve: serving the built page
//   - bench: what an event costs the engine: traces, machines, figures of a page
package cmd
