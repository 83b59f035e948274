package main

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed weight/*.txt
var usual embed.FS

// replacement is something of our own that stands where a usual way would do, for what
// that costs a visitor.
type replacement struct {
	words     string
	file      string // of ours, which text (of weight) would stand for; "": none
	text      string
	inlined   bool // the usual way is to build without flags
	asWritten byte // section, or tracebacks, that the usual way leaves as Go wrote it; 0: none
	byGzip    bool // the usual way is gzip -9
}

var replacements = []replacement{
	{words: "SHA-256 of a log in our own 80 lines, instead of crypto/sha256", file: "core/job/sha256.go", text: "sha256.txt"},
	{words: "one sort of places for lists of all types, instead of slices.SortStableFunc for each", file: "core/base/sorted/sorted.go",
		text: "sorted.txt"},
	{words: "no inlining where nothing is computed, no tests of bounds in the engines", inlined: true},
	{words: "the module's data written so that it packs: zeros written out, less for tracebacks", asWritten: data},
	{words: "of that, tracebacks that name the functions called, without lines, inlined calls, arguments and type arguments",
		asWritten: tracebacks},
	{words: "branches at once to what lies ahead in a function and to where a loop begins, instead of the compiler's by a table",
		asWritten: codeBody},
	{words: "Zstandard, which the page unpacks, instead of gzip -9, which the browser does", byGzip: true},
}

// weigh writes what each replacement saves of the packed module, as rows of a table, between
// the marks of an HTML page. flags are the module's own.
func weigh(page string, flags []string) error {
	ours, err := weightOf(replacement{}, flags)
	if err != nil {
		return err
	}
	rows := fmt.Sprintf("<tr><th scope=\"row\">the module as it is given away</th><td class=\"num\">%s</td></tr>\n", kilobytes(ours))
	for _, r := range replacements {
		size, err := weightOf(r, flags)
		if err != nil {
			return fmt.Errorf("%s: %w", r.words, err)
		}
		rows += fmt.Sprintf(`<tr><th scope="row">%s</th><td class="num">%s</td></tr>`+"\n", r.words, kilobytes(size-ours))
	}
	packages, err := byPackage(flags)
	if err != nil {
		return err
	}
	fmt.Print(rows + packages)
	if err := between(page, weightBegins, weightEnds, rows); err != nil {
		return err
	}
	return between(page, packagesBegin, packagesEnd, packages)
}

func kilobytes(n int) string { return fmt.Sprintf("%.1f kB", float64(n)/1000) }

// The marks of the table's rows in a page.
const (
	weightBegins = "<!-- weight: ./build.sh weight writes these rows -->\n"
	weightEnds   = "<!-- end of weight -->"

	packagesBegin = "<!-- packages: ./build.sh weight writes these rows -->\n"
	packagesEnd   = "<!-- end of packages -->"
)

func between(page, from, to, rows string) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	head, rest, begins := strings.Cut(string(text), from)
	_, tail, ends := strings.Cut(rest, to)
	if !begins || !ends {
		return errors.New(page + " has no place for the table: a line " + strings.TrimSpace(from) + " and one " + to)
	}
	return os.WriteFile(page, []byte(head+from+rows+to+tail), 0o644)
}

// weightOf builds the module with the usual way in place of a replacement, and gives its
// bytes as a host serves them.
func weightOf(r replacement, flags []string) (int, error) {
	dir, err := os.MkdirTemp("", "weight")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "page.wasm")
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", out}
	if !r.inlined {
		args = append(args, flags...)
	}
	if r.file != "" {
		if args, err = overlaid(args, dir, r); err != nil {
			return 0, err
		}
	}
	cmd := exec.Command("go", append(args, "./wasm/page")...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return 0, err
	}
	if err := rewrite(out, r.asWritten); err != nil {
		return 0, err
	}
	module, err := os.ReadFile(out)
	if r.byGzip {
		zipped, err := exec.Command("gzip", "-9nc", out).Output()
		return len(zipped), err
	}
	if err != nil {
		return 0, err
	}
	given, err := compressBest(module)
	return len(given), err
}

// overlaid adds what has the build read a text in place of a file of ours.
func overlaid(args []string, dir string, r replacement) ([]string, error) {
	text, err := usual.ReadFile("weight/" + r.text)
	if err != nil {
		return nil, err
	}
	there, list := filepath.Join(dir, "usual.go"), filepath.Join(dir, "overlay.json")
	file, err := filepath.Abs(r.file)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(file); err != nil {
		return nil, err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: there}})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.WriteFile(there, text, 0o644), os.WriteFile(list, overlay, 0o644)); err != nil {
		return nil, err
	}
	return append(args, "-overlay", list), nil
}
