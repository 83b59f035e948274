package main

import (
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/report/archive"
)

func init() {
	register(cli.Verb{
		Group: studies, Place: 4,
		Name: "show", Args: "STUDY",
		Brief: "show a saved study",
		Short: "show a saved study: what it is of, and its report as it was computed",
		Examples: []string{
			"shadowtime compare --save KTH-SP2." + archive.Ending + " KTH-SP2.swf.gz",
			"shadowtime show KTH-SP2." + archive.Ending,
			"shadowtime show --html KTH-SP2.html KTH-SP2." + archive.Ending,
			"shadowtime compare --continue KTH-SP2." + archive.Ending + " --resamples 120 KTH-SP2.swf.gz",
		},
		Run: cli.Plainly(tasks.Show),
	})
}
