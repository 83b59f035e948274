// Package cmd holds no code: its folders are programs.
//
// Its folders:
//
//   - shadowtime: the command: main, and a file a verb
//   - cli: what all verbs share: flags from settings, files read and saved, progress, tables, papers printed
//   - tasks: what verbs share that compute tasks: studies in files, what is kept, shares, job arrays, and campaigns
//     with their folders and manifests
//   - serve: serving the built page
//   - bench: what an event costs the engine: traces, machines, figures of a page
package cmd
