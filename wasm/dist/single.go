package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// inside stands in for the server; readerStyle dresses what documentation is shown in.
var (
	//go:embed frame/inside.js
	inside string
	//go:embed frame/inside.css
	readerStyle string
)

// single is the page as one file. What it is made of stands in it once: the
// program and the documentation packed, at the end, so that the first page is
// drawn before they are read.
func (p page) single() ([]byte, error) {
	html := string(p["index.html"])
	var hashes struct{ style, script []string }
	html, err := once(html, styleTag, func(m []string) (string, error) {
		text, err := p.file(m[1])
		style := bare(string(text)+readerStyle, styleNote)
		hashes.style = append(hashes.style, source(style))
		return inline("style", "", style), err
	})
	if err != nil {
		return nil, err
	}
	first := bare(inside, scriptNote)
	scripts := []string{inline("script", "", first)}
	hashes.script = append(hashes.script, source(first))
	for _, m := range scriptTag.FindAllStringSubmatch(html, -1) {
		text, err := p.file(m[1])
		if err != nil {
			return nil, err
		}
		script := bare(string(text), scriptNote)
		scripts = append(scripts, inline("script", fmt.Sprintf(` data-file="%s"`, m[1]), script))
		hashes.script = append(hashes.script, source(script))
	}
	html = scriptTag.ReplaceAllString(html, "")
	html, err = once(html, policyTag, func([]string) (string, error) {
		return fmt.Sprintf(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src %s 'wasm-unsafe-eval' blob:; worker-src blob:; style-src %s; style-src-attr 'unsafe-inline'; img-src blob: data:; base-uri 'none'; form-action 'none'">`,
			strings.Join(hashes.script, " "), strings.Join(hashes.style, " ")), nil
	})
	if err != nil {
		return nil, err
	}
	for _, m := range asked.FindAllStringSubmatch(html, -1) {
		if !strings.HasPrefix(m[1], "data:") && !strings.HasPrefix(m[1], "#") && !strings.HasPrefix(m[1], "?") &&
			!strings.HasPrefix(m[1], "docs/") && !strings.HasPrefix(m[1], "course/") {
			return nil, fmt.Errorf("index.html asks for %s, which would not be in the one file: write its tag as the others are", m[1])
		}
	}
	docs, err := p.docs()
	if err != nil {
		return nil, err
	}
	rest := append(scripts,
		inline("script", ` type="text/plain" data-file="worker.js"`, bare(string(p["worker.js"]), scriptNote)),
		packed("docs", docs),
		packed(program, p[program]))
	for _, r := range rest {
		if n := strings.Count(strings.ToLower(r), "</script"); n != 1 || strings.Contains(r, "<!--") {
			return nil, fmt.Errorf("a script would end within itself: take </script and <!-- out of %.60q", r)
		}
	}
	html, err = before(html, "</body>", strings.Join(rest, "\n")+"\n")
	return []byte(html), err
}

// Notes to readers of the sources: lines of their own in scripts, anything between marks
// in styles.
var (
	scriptNote = regexp.MustCompile(`(?m)^[ \t]*//.*$`)
	styleNote  = regexp.MustCompile(`(?s)/\*.*?\*/`)
)

// bare is a text without notes and without what sets lines in; a notice of whose it is,
// which it begins with, stays.
func bare(text string, note *regexp.Regexp) string {
	notice := ""
	if head, rest, cut := strings.Cut(text, "\n\n"); cut && strings.Contains(head, "Copyright") {
		notice, text = head+"\n", rest
	}
	var b strings.Builder
	b.WriteString(notice)
	for line := range strings.Lines(note.ReplaceAllString(text, "")) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

func inline(tag, attributes, text string) string {
	return "<" + tag + attributes + ">" + text + "</" + tag + ">"
}

func packed(name string, b []byte) string {
	return inline("script", fmt.Sprintf(` type="text/plain" data-packed="%d" data-file="%s"`, len(b), name), letters(b))
}

// source names a text in a policy.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

var content = regexp.MustCompile(`(?s)<main class="method">.*</main>`)

// The one file has no place for these pages of the documentation. The others link the
// first at their head, which is left out with it, and no other.
var (
	left = []string{"index.html", "tour.html", "gallery.html", "command.html", "command-methods.html", "speed.html", "slurm.html",
		"slurm-site.html", "slurm-parameters.html", "architecture.html", "solutions.html"}
	toIndex = regexp.MustCompile(`<a href="index\.html">Documentation</a> ·\s*`)
)

// docs is the documentation, gzipped: an object of what each page's main holds,
// by name, and of the style that they have in common.
func (p page) docs() ([]byte, error) {
	pages := map[string]string{}
	for name, text := range p {
		if path.Dir(name) != "docs" || slices.Contains(left, path.Base(name)) {
			continue
		}
		switch path.Ext(name) {
		case ".css":
			pages["style"] += bare(string(text), styleNote)
		case ".html":
			main := content.FindString(string(text))
			if main == "" {
				return nil, fmt.Errorf(`%s has no <main class="method">: the one file shows nothing else of it`, name)
			}
			main, err := p.drawn(toIndex.ReplaceAllString(main, ""))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			for _, l := range left {
				if strings.Contains(main, `href="`+l) {
					return nil, fmt.Errorf("%s links %s, which the one file does not have", name, l)
				}
			}
			pages[path.Base(name)] = main
		}
	}
	text, err := json.Marshal(pages)
	if err != nil {
		return nil, err
	}
	return gzipped(text)
}

var (
	picture   = regexp.MustCompile(`<picture><source [^>]*srcset="([^"]*)"[^>]*>\s*<img [^>]*src="([^"]*)"[^>]*></picture>`)
	fileStyle = regexp.MustCompile(`<style>[^<]*</style>`)
)

// drawn has a document's charts, which are files beside it, in the document.
func (p page) drawn(main string) (string, error) {
	var missing error
	svg := func(name string) string {
		text := p["docs/"+name]
		if text == nil {
			missing = fmt.Errorf("it shows %s, which is not there: write it anew with shadowtime reproduce --page", name)
		}
		return fileStyle.ReplaceAllString(string(text), "")
	}
	main = picture.ReplaceAllStringFunc(main, func(tag string) string {
		m := picture.FindStringSubmatch(tag)
		return `<div class="wide">` + svg(m[2]) + "</div>\n" + `<div class="narrow">` + svg(m[1]) + "</div>"
	})
	return main, missing
}

// letters writes bytes as text: seven bits a letter, the first ones highest. Where these
// would be a letter that a page's text can't hold as it is, one that begins a tag, or one
// that ends a line and may be changed on the way, eight more bits make with them a letter
// of two bytes: 7.03 bits a byte, where base64 has six.
func letters(b []byte) string {
	out := make([]byte, 0, len(b)+len(b)/6)
	at, last := 0, 8*len(b)
	take := func(n int) (v uint) { // beyond the end there are zeros
		for range n {
			v <<= 1
			if at < last {
				v |= uint(b[at>>3]>>(7-at&7)) & 1
			}
			at++
		}
		return v
	}
	for at < last {
		c := take(7)
		if i := strings.IndexByte(barred, byte(c)); i >= 0 {
			out = utf8.AppendRune(out, rune(0x80+uint(i)<<8+take(8)))
			continue
		}
		out = append(out, byte(c))
	}
	return string(out)
}

// barred are the letters that letters avoids, as inside.js knows them.
const barred = "\x00\n\r<"

func gzipped(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}
