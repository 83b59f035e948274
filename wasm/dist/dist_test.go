package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"shadowtime/core/job/mirror"
	"shadowtime/core/job/mirrortest"
)

const index = `<!doctype html>
<head>
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; worker-src blob:">
  <link rel="icon" href="data:image/svg+xml;base64,PHN2Zy8+">
  <link rel="stylesheet" href="style.css">
  <script defer src="wasm_exec.js"></script>
  <script defer src="boot.js"></script>
</head>
<body>
<a href="docs/method.html">words</a> <a href="?demo=sample">sample</a> <a href="#main">down</a>
</body>
`

// built is a page as small as one can be.
func built(t *testing.T) page {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	module := z.EncodeAll(bytes.Repeat([]byte("\x00asm and so on"), 300), nil)
	require.NoError(t, z.Close())
	return page{
		"index.html": []byte(index), "style.css": []byte("p { color: red }"), "icon.svg": []byte("<svg/>"),
		"wasm_exec.js": []byte("self.Go = 1;"), "boot.js": []byte("fetch('shadowtime.wasm.zst');"),
		"worker.js": []byte("importScripts('wasm_exec.js');"),
		program:     module, "docs/method.html": []byte("<html><main class=\"method\"><p><a href=\"index.html\">Documentation</a> " +
			"·\nmore</p><h1>Words</h1></main></html>"),
		"docs/method.css": []byte(".method {}"), "docs/tour.html": []byte("<html><main class=\"method\"><img src=\"a.png\"></main></html>"),
		"docs/a.png": []byte("a picture"),
	}
}

func folder(t *testing.T, p page) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range p {
		at := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
		require.NoError(t, os.WriteFile(at, text, 0o644))
	}
	return dir
}

// all reads the files below a folder.
func all(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(at string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(at)
		name, _ := filepath.Rel(dir, at)
		files[filepath.ToSlash(name)] = string(text)
		return err
	}))
	return files
}

func gunzipped(t *testing.T, packed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	plain, err := io.ReadAll(r)
	require.NoError(t, err)
	return plain
}

func TestTheSamePageIsGivenAwayAsTheSameBytes(t *testing.T) {
	public, out := folder(t, built(t)), t.TempDir()
	require.NoError(t, run(public, out, 5))
	first := all(t, out)
	require.Contains(t, first, "shadowtime.html")
	require.NoError(t, os.WriteFile(filepath.Join(out, "site", "left-over.js"), nil, 0o644))
	require.NoError(t, run(public, out, 5))
	require.Equal(t, first, all(t, out))
}

func TestHashesAndPackedFilesAreThoseOfTheSite(t *testing.T) {
	p := built(t)
	out := t.TempDir()
	require.NoError(t, run(folder(t, p), out, 5))
	files := all(t, filepath.Join(out, "site"))
	sums := files["SHA256SUMS"]
	delete(files, "SHA256SUMS")
	require.Equal(t, len(files), strings.Count(sums, "\n"))
	for name, text := range files {
		sum := sha256.Sum256([]byte(text))
		require.Contains(t, sums, hex.EncodeToString(sum[:])+"  "+name+"\n")
	}
	for name, text := range files {
		if packed, ok := strings.CutSuffix(name, ".br"); ok {
			plain, err := io.ReadAll(brotli.NewReader(strings.NewReader(text)))
			require.NoError(t, err)
			want := files[packed]
			if packed == program {
				module, err := unpacked(p[program])
				require.NoError(t, err)
				want = string(module)
			}
			require.Equal(t, want, string(plain), name)
		}
	}
	require.Contains(t, files, program+".br")
	require.NotContains(t, files, program+".gz")
	require.Equal(t, files["sw.js"], string(gunzipped(t, []byte(files["sw.js.gz"]))))
}

func TestTheServiceWorkerKeepsEveryFileButItselfAndPictures(t *testing.T) {
	s, err := built(t).site()
	require.NoError(t, err)
	worker := string(s["sw.js"])
	for name, text := range s {
		require.Equal(t, name != "sw.js" && path.Ext(name) != ".png", strings.Contains(worker, `"`+name+`":["`+sum(text)), name)
	}
	module, err := unpacked(s[program])
	require.NoError(t, err)
	require.Contains(t, worker, sum(module), "a host may unpack it")
}

func TestTheOneFilesPolicyLetsRunWhatStandsInIt(t *testing.T) {
	one, err := built(t).single()
	require.NoError(t, err)
	policy := policyTag.FindStringSubmatch(string(one))[1]
	n := 0
	for _, m := range regexp.MustCompile(`(?s)<(script|style)( data-file="[^"]*")?>(.*?)</(?:script|style)>`).FindAllStringSubmatch(string(one),
		-1) {
		h := sha256.Sum256([]byte(m[3]))
		require.Contains(t, policy, "'sha256-"+base64.StdEncoding.EncodeToString(h[:])+"'")
		n++
	}
	require.Equal(t, 4, n)
	require.NotContains(t, policy, "'self'")
	require.NotContains(t, policy, "http")
	require.NotContains(t, string(one), "src=")
}

func TestLettersCarryAnyBytesThroughAPage(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for n := range 300 {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.UintN(256) & random.UintN(256))
		}
		text := letters(b)
		require.True(t, utf8.ValidString(text))
		require.NotContains(t, text, "<")
		require.NotContains(t, text, "\x00")
		require.NotContains(t, text, "\r")
		require.NotContains(t, text, "\n")
		var back []byte
		held, bits := 0, 0
		for _, c := range text {
			if c < 0x80 {
				held, bits = held<<7|int(c), bits+7
			} else {
				held, bits = held<<15|int(barred[(c-0x80)>>8])<<8|int(c-0x80)&0xff, bits+15
			}
			for ; bits >= 8; held &= 1<<bits - 1 {
				bits -= 8
				back = append(back, byte(held>>bits))
			}
		}
		require.LessOrEqual(t, len(back), len(b)+1)
		require.Equal(t, string(b), string(back[:len(b)]))
	}
}

func TestWhatTheOneFileCantHoldIsAnError(t *testing.T) {
	for name, change := range map[string]func(p page){
		"a request":              func(p page) { p["index.html"] = []byte(strings.Replace(index, "words", `<img src="a.png">`, 1)) },
		"a file that is missing": func(p page) { delete(p, "boot.js") },
		"a tag in another form": func(p page) {
			p["index.html"] = []byte(strings.Replace(index, "<script defer", "<script async defer", 1))
		},
		"two policies":   func(p page) { p["index.html"] = []byte(index + index) },
		"a script's end": func(p page) { p["boot.js"] = []byte(`"</SCRIPT>"`) },
		"a document whose chart is not there": func(p page) {
			p["docs/method.html"] = []byte(`<main class="method"><picture><source srcset="charts/a.svg"><img src="charts/b.svg"></picture></main>`)
		},
		"a document without main": func(p page) { p["docs/method.html"] = []byte("words") },
		"a link to a page that is left out": func(p page) {
			p["docs/method.html"] = []byte(`<main class="method"><a href="tour.html#log">log</a></main>`)
		},
	} {
		p := page(maps.Clone(built(t)))
		change(p)
		_, err := p.single()
		require.Error(t, err, name)
	}
}

// A browser asks for an icon anew whenever the address changes: the page brings it.
func TestThePageBringsItsIcon(t *testing.T) {
	icon, err := os.ReadFile("../../public/icon.svg")
	require.NoError(t, err)
	html, err := os.ReadFile("../../public/index.html")
	require.NoError(t, err)
	require.Contains(t, string(html), `<link rel="icon" href="data:image/svg+xml;base64,`+base64.StdEncoding.EncodeToString(icon)+`">`)
}

func TestAFolderThatIsNotBuiltSaysWhatToDo(t *testing.T) {
	p := built(t)
	delete(p, program)
	require.ErrorContains(t, run(folder(t, p), t.TempDir(), 5), "./build.sh build")
}

// documentation is public/docs as the one file and the site have it.
func documentation(t *testing.T) page {
	t.Helper()
	p := page{}
	for _, pattern := range []string{"*.html", "*.css", "charts/*.svg"} {
		files, err := filepath.Glob("../../public/docs/" + pattern)
		require.NoError(t, err)
		for _, f := range files {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			p["docs/"+path.Join(path.Dir(pattern), filepath.Base(f))] = text
		}
	}
	return p
}

var (
	linked = regexp.MustCompile(`<a href="([^"#]*)(?:#([^"]*))?"`)
	reader = regexp.MustCompile(`^(?:\.\./index\.html(?:\?view=[a-z]+)?|[a-z-]+\.html|)$`) // what inside.js follows
)

// In the one file a link that leads nowhere would lead out of it.
func TestEveryLinkInTheOneFileLeadsSomewhere(t *testing.T) {
	packed, err := documentation(t).docs()
	require.NoError(t, err)
	plain := gunzipped(t, packed)
	var text map[string]string
	require.NoError(t, json.Unmarshal(plain, &text))
	delete(text, "style")
	for _, name := range left {
		require.NotContains(t, text, name)
	}
	text["../index.html"] = "<main"
	require.Greater(t, len(text), 10)
	require.Contains(t, text["prediction.html"], `<div class="narrow"><svg `)
	for name, html := range text {
		require.NotContains(t, html, "charts/", "%s asks for a file", name)
		for _, m := range linked.FindAllStringSubmatch(html, -1) {
			require.Regexp(t, reader, m[1], "%s: %s", name, m[0])
			to := html
			if m[1] != "" {
				file, _, _ := strings.Cut(m[1], "?")
				to = text[file]
			}
			require.NotEmpty(t, to, "%s: %s", name, m[0])
			if m[2] != "" {
				require.Contains(t, to, `id="`+m[2]+`"`, "%s: %s", name, m[0])
			}
		}
	}
}

func TestTheSiteOfAHostWithAnArchiveIsToldOfIt(t *testing.T) {
	list, out := filepath.Join(t.TempDir(), "logs.json"), t.TempDir()
	require.NoError(t, os.WriteFile(list, []byte(mirrortest.ListText()), 0o600))
	require.NoError(t, runTold(folder(t, built(t)), out, list, 1))
	site := all(t, filepath.Join(out, "site"))
	require.Contains(t, site["index.html"], `<meta name="shadowtime-archive" content="archive/index.json">`)
	require.Equal(t, string(mirror.Script), site["archive.js"])
	require.Equal(t, string(mirrortest.List().Index()), site["archive/index.json"])
	require.Contains(t, site["_headers"], "/*\n  X-Content-Type-Options: nosniff\n")
	require.Contains(t, site["sw.js"], sum(mirror.Script))
	require.NotContains(t, site["sw.js"], "index.json")
	plain, err := built(t).site()
	require.NoError(t, err)
	require.NotContains(t, string(plain["index.html"]), "archive")
	require.NotContains(t, plain, "archive.js")
	require.ErrorContains(t, runTold(folder(t, built(t)), out, folder(t, built(t)), 1), "directory")
}

// The module that unpacks the program is the published one, and whose it is is told where it is given away.
func TestTheDecoderIsThePublishedOne(t *testing.T) {
	text, err := os.ReadFile("../../public/zstd.js")
	require.NoError(t, err)
	module, err := base64.StdEncoding.DecodeString(regexp.MustCompile(`const module = '([^']+)';`).FindStringSubmatch(string(text))[1])
	require.NoError(t, err)
	h := sha256.Sum256(module)
	require.Equal(t, "793b767467d8effccc43e8198c854f587835493a748512fa4352837a96fd1060", hex.EncodeToString(h[:]),
		"zstddec-stream.wasm of zstddec 0.3.4")
	given := bare(string(text), scriptNote)
	require.Contains(t, given, "Copyright (c) 2020 Don McCurdy")
	require.Contains(t, given, "Copyright (c) 2016-present, Yann Collet, Facebook, Inc.")
}

// What a script or style says to its readers is not given away, but whose it is.
func TestTheOneFileHasNoNotes(t *testing.T) {
	require.Equal(t, "// Copyright 2018 somebody\nf(1) // stays\n\"a // b\"\n", bare("// Copyright 2018 somebody\n\n// why\n\n\tf(1) // "+
		"stays\n\t\t// how\n\t\"a // b\"\n", scriptNote))
	require.Equal(t, "a { b: c; }\nd { }\n", bare("/* what\n is it */\na { b: c; } /* this */\n\n  d { }\n", styleNote))
}
