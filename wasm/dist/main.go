// Command dist makes what is given away of the built page: one file that works by
// double click, and a folder for any static host.
//
//	dist -public public -out dist
//
// OUT/shadowtime.html holds page, styles, program and documentation, and asks
// nobody for anything. OUT/site holds the same as files, each beside its .br and
// .gz, a service worker that keeps them for use without network, and SHA256SUMS.
// The same public folder gives the same bytes.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	public := flag.String("public", "public", "`folder` of the built page")
	out := flag.String("out", "dist", "`folder` to write; what it holds of an earlier one is replaced")
	quality := flag.Int("quality", 11, "of brotli, 0 to 11: the highest takes a minute and a half, and saves a sixth of what 9 leaves")
	flag.Parse()
	if flag.NArg() > 0 || *quality < 0 || *quality > 11 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*public, *out, *quality); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

func run(public, out string, quality int) error {
	page, err := open(public)
	if err != nil {
		return err
	}
	one, err := page.single()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	name := filepath.Join(out, "shadowtime.html")
	if err := os.WriteFile(name, one, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "  %s  %d kB\n", name, len(one)/1000)
	site, err := page.site()
	if err != nil {
		return err
	}
	folder := filepath.Join(out, "site")
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	sent, err := site.write(folder, quality)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "  %s  %d files; the program weighs %d kB as brotli\n", folder, len(site), sent/1000)
	return nil
}
