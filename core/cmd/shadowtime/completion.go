package main

import (
	"fmt"
	"strings"

	"shadowtime/core/cmd/cli"
)

func init() {
	register(cli.Verb{
		Group: pageAndCommand, Place: 3,
		Name: "completion", Args: strings.Join(cli.Shells(), "|"),
		Brief: "print a script by which a shell completes verbs and flags",
		Short: "print a script by which a shell completes verbs, flags and the values of settings",
		Examples: []string{
			"shadowtime completion bash >~/.local/share/bash-completion/completions/shadowtime",
			"shadowtime completion zsh >~/.zfunc/_shadowtime   # a folder of $fpath",
			"shadowtime completion fish >~/.config/fish/completions/shadowtime.fish",
		},
		Run: cli.Plainly(runCompletion),
	})
}

func runCompletion(c *cli.Call) error {
	args, err := c.Parse(1)
	if err != nil {
		return err
	}
	text, err := c.Program.Completion(args[0])
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(c.Stdout, text)
	return err
}
