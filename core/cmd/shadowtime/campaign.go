package main

import (
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
)

func init() {
	register(cli.Verb{
		Group: studies, Place: 2,
		Name: "campaign", Args: "[NAME]",
		Brief: "compute a paper's whole campaign",
		Short: "compute a paper's whole campaign on the logs at hand, and write it beside what was printed; " +
			"without a name: which there are",
		Examples: []string{
			"shadowtime campaign",
			"shadowtime campaign orders --logs ~/logs --keep orders",
			"shadowtime campaign orders --logs ~/logs --keep orders --share 2/7",
			"shadowtime campaign orders --logs ~/logs --estimate",
			"shadowtime campaign orders --logs ~/logs --keep orders --page published.html",
		},
		Run: tasks.Verb(tasks.RunCampaign),
	})
}
