package main

import (
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/serve"
)

func init() {
	register(cli.Verb{
		Group: pageAndCommand, Place: 1,
		Name: "serve", Args: "",
		Brief: "serve the built page to this machine's browser",
		Short: "serve the built page to this machine's browser",
		Examples: []string{
			"shadowtime serve",
			"shadowtime serve --addr 127.0.0.1:9000",
			"shadowtime serve --dir dist/site",
			"shadowtime serve --frames https://course.example.edu",
			"shadowtime serve --archive wasm/edge/logs.example.json",
		},
		Run: cli.Plainly(serve.Run),
	})
}
