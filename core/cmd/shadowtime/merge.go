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
		Short: "report what --keep has in a folder, computed by any number of processes; the same bytes as one would have given. It " +
			"reads the logs named behind the folder, and of other files those inside it and those of --input alone",
		Examples: []string{
			"shadowtime merge kth KTH-SP2.swf.gz",
			"shadowtime merge kth KTH-SP2.swf.gz --json",
			"shadowtime merge kth KTH-SP2.swf.gz --partial --csv",
			"shadowtime merge placed KTH-SP2.swf.gz --input my-types.json",
		},
		Run: cli.Plainly(tasks.Merge),
	})
}
