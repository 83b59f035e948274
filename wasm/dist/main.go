// Command dist makes what is given away of the built page: one file that works by
// double click, and a folder for any static host.
//
//	dist -public public -out dist
//
// OUT/shadowtime.html holds page, styles, program and documentation, but for what
// left names, and asks nobody for anything. OUT/site holds all of it as files, text
// beside its .br and .gz, a service worker that keeps them for use without network,
// but for pictures, and SHA256SUMS.
// With -archive LIST there is the site alone, told that its host passes on the logs
// of the list, with the headers that a platform is to send. The same public folder gives the same bytes.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"shadowtime/core/job/mirror"
)

func main() {
	public := flag.String("public", "public", "`folder` of the built page")
	out := flag.String("out", "dist", "`folder` to write; what it holds of an earlier one is replaced")
	quality := flag.Int("quality", 11, "of brotli, 0 to 11: the highest takes a minute and a half, and saves a sixth of what 9 leaves")
	archive := flag.String("archive", "", "`file` that lists public logs: write the site of a host that passes them on, and no file "+
		"beside it")
	flag.Parse()
	if flag.NArg() > 0 || *quality < 0 || *quality > 11 {
		flag.Usage()
		os.Exit(2)
	}
	write := func() error { return run(*public, *out, *quality) }
	if *archive != "" {
		write = func() error { return runTold(*public, *out, *archive, *quality) }
	}
	err := write()
	if err != nil {
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
	return site.settle(out, quality)
}

// runTold writes the site of a host that passes on a list's logs.
func runTold(public, out, archive string, quality int) error {
	text, err := os.ReadFile(archive)
	if err != nil {
		return err
	}
	list, err := mirror.Parse(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", archive, err)
	}
	page, err := open(public)
	if err != nil {
		return err
	}
	site, err := page.told(list)
	if err != nil {
		return err
	}
	return site.settle(out, quality)
}

// settle writes the site in the place of an earlier one.
func (s files) settle(out string, quality int) error {
	folder := filepath.Join(out, "site")
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	sent, err := s.write(folder, quality)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "  %s  %d files; the program weighs %d kB as brotli\n", folder, len(s), sent/1000)
	return nil
}
