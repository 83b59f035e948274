package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// page is the public folder as the build leaves it, its files by name.
type page map[string][]byte

// program is the module, packed by Zstandard, which the page unpacks itself.
const program = "shadowtime.wasm.zst"

// parts are the files that a visitor's browser may ask for.
var parts = []string{"*.html", "*.js", "*.css", "*.svg", program, "docs/*.html", "docs/*.css", "docs/*.png", "docs/*.svg",
	"docs/charts/*.svg", "course/*"}

func open(folder string) (page, error) {
	p := page{}
	for _, pattern := range parts {
		names, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			inside, err := filepath.Rel(folder, name)
			if err != nil {
				return nil, err
			}
			p[filepath.ToSlash(inside)] = text
		}
	}
	for _, name := range []string{"index.html", "worker.js", "wasm_exec.js", program} {
		if p[name] == nil {
			return nil, fmt.Errorf("%s has no %s: run ./build.sh build first", folder, name)
		}
	}
	return p, nil
}

// What index.html asks for. A tag that is written otherwise is found by asked.
var (
	policyTag = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)
	styleTag  = regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)">`)
	scriptTag = regexp.MustCompile(` *<script(?: defer)? src="([^"]+)"></script>\n`)
	asked     = regexp.MustCompile(`(?i)\s(?:src|srcset|href|data|poster|action)\s*=\s*["']?([^"'\s>]+)`)
)

// file is a file that the page names.
func (p page) file(name string) ([]byte, error) {
	text, ok := p[path.Clean(name)]
	if !ok {
		return nil, fmt.Errorf("the page asks for %s, which is not there: build it, or take the tag away", name)
	}
	return text, nil
}

// once replaces the one match of a tag.
func once(html string, tag *regexp.Regexp, with func(match []string) (string, error)) (string, error) {
	found := tag.FindAllStringSubmatchIndex(html, -1)
	if len(found) != 1 {
		return "", fmt.Errorf("index.html matches %s %d times, not once", tag, len(found))
	}
	at := found[0]
	text, err := with(tag.FindStringSubmatch(html))
	return html[:at[0]] + text + html[at[1]:], err
}

// before puts text before the one place where mark stands.
func before(html, mark, text string) (string, error) {
	if strings.Count(html, mark) != 1 {
		return "", fmt.Errorf("index.html has %s %d times, not once", mark, strings.Count(html, mark))
	}
	return strings.Replace(html, mark, text+mark, 1), nil
}
