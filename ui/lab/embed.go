package lab

import (
	"net/url"
	"strconv"
	"strings"
)

// frame is how the question is to stand in another page.
type frame struct {
	starts string // with what it begins, "": as is proposed
	theme  string // "": the reader's
	height int    // CSS pixels, 0: of what is in it
}

// What a frame may begin with.
const (
	startEmpty   = "log"    // the reader's log
	startExample = "sample" // which is computed at once, as a made-up log is
	startTrace   = "trace"  // the log at its address
	startAnswer  = "answer" // what was found, until the reader's log is there
)

// starts are what a frame may begin with, the one that is proposed first, and their words;
// none of a view that needs no log.
func (l *Lab) starts() (keys, words []string) {
	if IsAlone(l.View) {
		return nil, nil
	}
	add := func(key, text string) { keys, words = append(keys, key), append(words, text) }
	if l.From != "" {
		add(startTrace, "this log, from its address")
	}
	if e, ok := l.Example(); ok && e.Name == Sample {
		add(startExample, "the sample, which is computed")
	} else if ok {
		add(startExample, "this made-up log, which is computed")
	}
	if l.Finding() != nil && l.From == "" {
		add(startAnswer, "this answer; the reader may drop its log")
	}
	add(startEmpty, "no log: the reader drops one")
	return keys, words
}

// Embed shows how the question stands in another page, sets that, or copies it.
func (l *Lab) Embed(what, text string) {
	f := &l.away.frame
	switch {
	case what == "embed-starts":
		f.starts = text
	case what == "embed-theme":
		f.theme = text
	case what == "embed-height":
		f.height, _ = strconv.Atoi(text)
	case text == "copy":
		l.copyAway(l.snippet())
	default:
		l.send(toFrame)
	}
	l.drawElsewhere()
}

// begins is what the frame begins with: what was chosen, where that can be had.
func (l *Lab) begins() string {
	keys, _ := l.starts()
	for _, k := range keys {
		if k == l.away.frame.starts {
			return k
		}
	}
	if len(keys) == 0 {
		return ""
	}
	return keys[0]
}

// snippet is the HTML that puts the question into another page.
func (l *Lab) snippet() string {
	f, starts := &l.away.frame, l.begins()
	q, _ := url.ParseQuery(l.Ask(l.First)) // it was just written
	q.Del("view")
	q.Set("embed", l.View.Key())
	if f.theme != "" {
		q.Set("theme", f.theme)
	}
	if starts != startTrace {
		q.Del("trace")
	}
	if e, ok := l.Example(); ok && starts != startExample && q.Get("demo") == e.Name {
		q.Del("demo")
	}
	address, origin := framed(l.Browser.Address())
	address += "?" + q.Encode()
	if starts == startAnswer {
		address += "#" + resultKey + "=" + l.Finding().Text()
	}
	height := f.height
	if height <= 0 {
		height = 900
	}
	s := `<iframe src="` + Esc(address) + `" title="Shadowtime: ` + Esc(l.View.Name()) + `" width="100%" height="` + strconv.Itoa(height) +
		`" style="border:0" loading="lazy"></iframe>` + "\n"
	if f.height <= 0 {
		s += strings.ReplaceAll(fits, "ORIGIN", origin)
	}
	return s
}

// framed is the address of this page in another, and its origin, by hand: net/url's
// way brings net/netip, too. A file is to stand beside that page.
func framed(address string) (src, origin string) {
	scheme, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	if host == "" {
		return address[strings.LastIndexByte(address, '/')+1:], "*"
	}
	return address, scheme + "://" + host
}

// fits has a frame follow the height of what is in it.
const fits = `<script>
{
  const frame = document.currentScript.previousElementSibling;
  addEventListener('message', (e) => {
    if (e.source === frame.contentWindow && e.data.type === 'height') frame.style.height = e.data.height + 'px';
  });
  frame.addEventListener('load', () => frame.contentWindow.postMessage({shadowtime: 1, type: 'hello'}, 'ORIGIN'));
}
</script>
`

func (l *Lab) frameHTML() string {
	f, starts := &l.away.frame, l.begins()
	keys, words := l.starts()
	choice := func(id, label, at string, keys, words []string) string {
		s := `<p class="field"><label for="` + id + `">` + label + `</label> <select id="` + id + `" data-input="` + id + `">`
		for i, k := range keys {
			chosen := ""
			if k == at {
				chosen = " selected"
			}
			s += `<option value="` + k + `"` + chosen + `>` + words[i] + `</option>`
		}
		return s + `</select></p>`
	}
	height, begins := strconv.Itoa(f.height), ""
	if len(keys) > 0 {
		begins = choice("embed-starts", "Begins with", starts, keys, words)
	}
	snippet := l.snippet()
	return `<section class="panel elsewhere" id="elsewhere" aria-label="In a page of yours"><h2 class="eyebrow">In a page of yours</h2>` +
		begins + choice("embed-theme", "Theme", f.theme, []string{"", "light", "dark"}, []string{"the reader’s", "light", "dark"}) +
		choice("embed-height", "Height", height, []string{"0", "600", "900", "1400"}, []string{"of what is in it", "600 pixels",
			"900 pixels", "1400 pixels"}) +
		`<pre tabindex="0" aria-label="HTML of the frame">` + Esc(snippet) + `</pre><p class="actions">` + l.tool("embed", "copy", snippet,
		"Copy the HTML") + `</p>` +
		`<p class="hint">This page’s host must allow yours to frame it. What a frame can be told and asked: <a href="docs/embed.html">in a page of yours</a>.</p></section>`
}
