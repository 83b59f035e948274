// Package mirror passes public logs through to the page: those of a configured list,
// by name, as their archives hold them. Archives let no page of another origin fetch
// from them; a server that stands beside the page may. The command's serve and the
// edge worker answer with it alike; who fetches is given.
//
// A log passes unread: the page holds what arrives to the list's digest.
package mirror

import (
	"encoding/hex"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
)

// Bounds of a list.
const (
	MaxList    = 256 << 10
	MaxSources = 200
	MaxLog     = 256 << 20
	maxName    = 100
	maxWords   = 400
)

// Source is a log that is passed through.
type Source struct {
	Name     string // below archive/
	URL      string // https
	Bytes    int64
	Digest   string // SHA-256 of the file as it is sent, in hex
	Title    string
	Citation string // what who uses the log is asked to say
}

// List are the logs that are passed through.
type List []Source

// Parse reads a list of sources.
func Parse(text string) (List, error) {
	if len(text) > MaxList {
		return nil, errors.New("the list of logs has " + strconv.Itoa(len(text)) + " bytes, more than " + strconv.Itoa(MaxList) +
			": name fewer logs")
	}
	v, err := jsontext.Read(text)
	if err != nil {
		return nil, err
	}
	if v.Kind() != jsontext.Object {
		return nil, errors.New(`a list of logs is {"logs": [...]}`)
	}
	list := List{}
	for key, logs := range v.Members() {
		if key != "logs" || logs.Kind() != jsontext.Array {
			return nil, errors.New("line " + strconv.Itoa(logs.Line()) + `: a list of logs is {"logs": [...]}, and holds nothing named ` +
				jsontext.Short(key))
		}
		for _, entry := range logs.Elements() {
			s, err := parse(entry)
			if err == nil {
				err = list.takes(s)
			}
			if err != nil {
				return nil, errors.New("log " + strconv.Itoa(len(list)+1) + ", line " + strconv.Itoa(entry.Line()) + ": " + err.Error())
			}
			list = append(list, s)
		}
	}
	return list, nil
}

func parse(entry jsontext.Value) (s Source, err error) {
	if entry.Kind() != jsontext.Object {
		return s, errors.New(`a log is {"name": ..., "url": ..., "bytes": ..., "sha256": ..., "title": ..., "citation": ...}`)
	}
	texts := map[string]*string{"name": &s.Name, "url": &s.URL, "sha256": &s.Digest, "title": &s.Title, "citation": &s.Citation}
	for key, v := range entry.Members() {
		switch to := texts[key]; {
		case key == "bytes":
			if s.Bytes, err = strconv.ParseInt(v.Raw(), 10, 64); err != nil {
				return s, errors.New("bytes are a whole number, not " + jsontext.Short(v.Raw()))
			}
		case to == nil:
			return s, errors.New("unknown " + jsontext.Short(key) + ": a log has name, url, bytes, sha256, title, citation")
		case v.Kind() != jsontext.String:
			return s, errors.New(key + " is a text, not " + jsontext.Short(v.Raw()))
		default:
			*to = v.Text()
		}
	}
	return s, nil
}

// takes says why a list can't hold a source.
func (l List) takes(s Source) error {
	u, err := url.Parse(s.URL)
	digest, notHex := hex.DecodeString(s.Digest)
	switch {
	case len(l) == MaxSources:
		return errors.New("more than " + strconv.Itoa(MaxSources) + " logs")
	case !isName(s.Name):
		return errors.New("name " + jsontext.Short(s.Name) + ": write at most " + strconv.Itoa(maxName) +
			" letters, digits, dots, dashes and underscores, a letter or digit first, and not index.json")
	case err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.Fragment != "":
		return errors.New("url " + jsontext.Short(s.URL) + ": write https://HOST/PATH")
	case s.Bytes < 1 || s.Bytes > MaxLog:
		return errors.New("bytes " + strconv.FormatInt(s.Bytes, 10) + ": write the file's size, at most " + strconv.Itoa(MaxLog))
	case notHex != nil || len(digest) != 32 || s.Digest != strings.ToLower(s.Digest):
		return errors.New("sha256 " + jsontext.Short(s.Digest) + ": write the 64 small hex digits that sha256sum prints of the file")
	case len(s.Title) > maxWords || len(s.Citation) > maxWords:
		return errors.New("title and citation have at most " + strconv.Itoa(maxWords) + " bytes each")
	}
	if _, twice := l.named(s.Name); twice {
		return errors.New("name " + jsontext.Short(s.Name) + " is there twice")
	}
	return nil
}

func (l List) named(name string) (Source, bool) {
	for _, s := range l {
		if s.Name == name {
			return s, true
		}
	}
	return Source{}, false
}

func isName(s string) bool {
	for i, c := range []byte(s) {
		alone := c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
		if !alone && (i == 0 || c != '.' && c != '-' && c != '_') {
			return false
		}
	}
	return s != "" && len(s) <= maxName && s != indexName
}

// Index is what the page is told of the list: all but where in the archive.
func (l List) Index() []byte {
	b := []byte(`{"logs":[`)
	for i, s := range l {
		if i > 0 {
			b = append(b, ',')
		}
		u, _ := url.Parse(s.URL)
		b = append(b, `{"name":`...)
		b = jsontext.AppendQuote(b, s.Name)
		b = append(b, `,"bytes":`...)
		b = strconv.AppendInt(b, s.Bytes, 10)
		for _, f := range [][2]string{{"sha256", s.Digest}, {"title", s.Title}, {"citation", s.Citation}, {"host", u.Host}} {
			b = append(append(append(b, `,"`...), f[0]...), `":`...)
			b = jsontext.AppendQuote(b, f[1])
		}
		b = append(b, '}')
	}
	return append(b, "]}\n"...)
}
