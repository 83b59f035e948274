package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"shadowtime/core/job/mirror"
)

// What only the hosted page has: a service worker, what registers it and asks
// the visitor, and what makes of a page something to install.
var (
	//go:embed frame/sw.js
	serviceWorker string
	//go:embed frame/offline.js
	offline []byte
	//go:embed frame/offline.css
	offlineStyle string
	//go:embed frame/manifest.webmanifest
	manifest []byte
)

// files are the site's, by name.
type files map[string][]byte

// site is the public folder with what the hosted page has more. The service
// worker comes last: it names the others with their hashes, and a host that still
// copies them gives nobody a page of two versions.
func (p page) site() (files, error) {
	s := files(maps.Clone(p))
	html, err := before(string(p["index.html"]), "</head>", `  <link rel="manifest" href="manifest.webmanifest">
  <script defer src="offline.js"></script>
`)
	if err != nil {
		return nil, err
	}
	html, err = before(html, "</body>", "  <aside id=\"offline\" aria-label=\"Use without network\"><p role=\"status\" "+
		"tabindex=\"-1\"></p> <a href=\"docs/offline.html#offline\">About use without network</a></aside>\n")
	if err != nil {
		return nil, err
	}
	s["index.html"] = []byte(html)
	s["offline.js"] = offline
	s["style.css"] = append(bytes.Clone(p["style.css"]), offlineStyle...)
	s["manifest.webmanifest"] = manifest
	kept, err := s.kept()
	if err != nil {
		return nil, err
	}
	if strings.Count(serviceWorker, "FILES") != 1 {
		return nil, fmt.Errorf("frame/sw.js says FILES %d times, not once", strings.Count(serviceWorker, "FILES"))
	}
	s["sw.js"] = []byte(strings.Replace(serviceWorker, "FILES", string(kept), 1))
	return s, nil
}

// told is the site of a host that passes on a list's logs. Its service worker keeps
// the list out: what it keeps never changes under a version. A platform serves the
// list as a file, and sends the headers.
func (p page) told(list mirror.List) (files, error) {
	own := page(maps.Clone(p))
	html, err := mirror.Page(string(p["index.html"]))
	if err != nil {
		return nil, err
	}
	own["index.html"], own[mirror.ScriptName] = []byte(html), mirror.Script
	s, err := own.site()
	if err != nil {
		return nil, err
	}
	s["archive/index.json"] = list.Index()
	var headers strings.Builder
	headers.WriteString("/*\n")
	for _, h := range mirror.Headers("'self'") {
		fmt.Fprintf(&headers, "  %s: %s\n", h[0], h[1])
	}
	s["_headers"] = []byte(headers.String())
	return s, nil
}

// kept lists what the service worker keeps: the hashes that a file may have, since
// a host may send the program unpacked. The documentation's pictures are left to the
// host: few look at them, and they would be a visit's second largest part.
func (s files) kept() ([]byte, error) {
	list := map[string][]string{}
	for name, text := range s {
		if ext := path.Ext(name); ext != ".png" && (ext != ".svg" || !strings.HasPrefix(name, "docs/")) {
			list[name] = []string{sum(text)}
		}
	}
	plain, err := unpacked(s[program])
	if err != nil {
		return nil, err
	}
	list[program] = append(list[program], sum(plain))
	return json.Marshal(list)
}

func sum(text []byte) string {
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:])
}

// unpacked is what the program is made of.
func unpacked(packed []byte) ([]byte, error) {
	r, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	plain, err := r.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	return plain, nil
}

// packs says which files are worth to be packed: text, by its name.
var packs = regexp.MustCompile(`\.(html|js|css|svg|webmanifest)$`)

// write writes the site, what of it a host may send packed, and the hashes of
// all. It returns what the program weighs as brotli.
func (s files) write(folder string, quality int) (weight int, err error) {
	all := files(maps.Clone(s))
	for name, text := range s {
		switch {
		case name == program:
			// The page takes the program unpacked as well: brotli's content is that,
			// and saves a tenth of what is sent.
			plain, err := unpacked(text)
			if err != nil {
				return 0, err
			}
			all[name+".br"], err = brotlied(plain, quality)
			if err != nil {
				return 0, err
			}
			weight = len(all[name+".br"])
		case packs.MatchString(name):
			gz, err := gzipped(text)
			if err != nil {
				return 0, err
			}
			br, err := brotlied(text, quality)
			if err != nil {
				return 0, err
			}
			if len(br) < len(text) {
				all[name+".br"] = br
			}
			if len(gz) < len(text) {
				all[name+".gz"] = gz
			}
		}
	}
	var sums strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&sums, "%s  %s\n", sum(all[name]), name)
	}
	all["SHA256SUMS"] = []byte(sums.String())
	for _, name := range slices.Sorted(maps.Keys(all)) {
		at := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(path.Dir(at), 0o755); err != nil {
			return 0, err
		}
		if err := os.WriteFile(at, all[name], 0o644); err != nil {
			return 0, err
		}
	}
	return weight, nil
}

func brotlied(text []byte, quality int) ([]byte, error) {
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: quality, LGWin: 24})
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}
