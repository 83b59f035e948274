package main

import (
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
)

func init() {
	register(cli.Verb{
		Group: studies, Place: 3,
		Name: "merge", Args: "FOLDER [LOG...]",
		Brief: "report what --keep has in a folder",
		Short: "report what --keep has in a folder, computed by any number of processes; the same bytes as one would have given",
		Examples: []string{
			"shadowtime merge kth",
			"shadowtime merge kth --json",
			"shadowtime merge kth --partial --csv",
			"shadowtime merge kth /elsewhere/KTH-SP2.swf.gz",
		},
		Run: cli.Plainly(tasks.Merge),
	})
}
