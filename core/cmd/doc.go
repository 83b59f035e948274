// Package cmd holds no code: its folders are programs.
//
// Its folders:
//
//   - shadowtime: the command
//   - simbench: what an event costs the engine, for the command's bench
package cmd
