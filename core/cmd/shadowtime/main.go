// Command shadowtime is the laboratory without a browser: the same core, for
// scripts and big campaigns.
//
// Each verb is declared in a file of its own, with the group and the place that
// help gives it.
//
// Exit status: 0 done, 1 bad input (the message names file, line, field, what
// was found and what to do) or an answer that could not be written, 2 bad use,
// 128 and the signal's number when a signal ended what --keep keeps: 130 after
// Ctrl-C, 143 after a termination; the same command goes on.
package main

import (
	"os"
	_ "time/tzdata" // where a system has no zones, or leaves out old names as US/Pacific, which logs have

	"shadowtime/core/cmd/cli"
)

func main() {
	os.Exit(shadowtime.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// What people come for, as help groups it.
const (
	whatToSet       = "What should I set"
	oneSchedule     = "Look at one schedule"
	learnAndPredict = "Learn and predict"
	clusters        = "Clusters of unequal processors"
	studies         = "Published studies, campaigns, what is kept"
	logsAndFiles    = "Logs and files"
	pageAndCommand  = "The page, and this command"
)

var shadowtime = cli.Program{Name: "shadowtime", Groups: []string{whatToSet, oneSchedule, learnAndPredict, clusters, studies, logsAndFiles,
	pageAndCommand}}

// register adds a verb to the command.
func register(v cli.Verb) { shadowtime.Add(v) }
