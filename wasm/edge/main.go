//go:build !(js && wasm)

// Command edge is a Cloudflare Worker: see main_js.go. Elsewhere the same mirror is
// what shadowtime serve --archive has.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "edge runs as a Cloudflare Worker: ./build.sh edge makes it; on this machine use shadowtime serve --archive "+
		"FILE")
	os.Exit(2)
}
