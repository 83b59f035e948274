// Package archive is a study in one file: what was asked, of which log, what was found,
// and the rows that it was found from, so that page and command show it again, and go
// on from it, without computing. The log is not in it, only its name and digest.
//
// The file is JSON that people can read; rows and the account of the log's cleaning are
// in base64. The same study has the same bytes, whoever writes it.
package archive

import (
	"encoding/base64"
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/study"
)

// version of the file's form.
const version = 1

// Ending is how the file's name ends.
const Ending = "study.json"

// MaxBytes bounds a file that is read.
const MaxBytes = 256 << 20

// File is a saved study as its file holds it: a plan and its rows, and what its answer needs beside.
type File struct {
	Asked
	Log  Log
	Said Said
	Also []Asked // as windows that judge what was learned
}

// Asked is a question, a plan of a kind, with the plan's rows that are known.
type Asked struct {
	Kind  string
	Plan  []Value
	Known [][]byte // encoded rows by number, that of the log itself first
}

// Log says what a study is of.
type Log struct {
	Name     string
	Digest   job.Digest
	Bad      int // lines that could not be read
	Cleaning *job.Cleaning
	Overview *overview.Overview
}

// Source is what a report on it is computed from.
func (l *Log) Source() report.Source {
	return report.SourceOf(l.Name, l.Cleaning, l.Bad, l.Overview)
}

// Value is a setting of the plan.
type Value struct{ Key, Text string }

// Said is what was found in words, for people and other programs: this one makes it
// anew from the rows.
type Said struct {
	Found, Logged, Methods, Command, Query, Note string
	Cautions                                     []string
	Table                                        [][]string
}

// saying is what a page of paper says.
func saying(p *paper.Paper) Said {
	return Said{p.Answer, p.Logged, p.Methods, p.Command, p.Query, p.Note, p.Believed(), p.Table}
}

// NewFile saves a plan on a log, as far as it is known.
func NewFile[R any, RR study.RowOf[R]](kind string, plan study.Settings, log Log, rows []R, said *paper.Paper) *File {
	return &File{Asked: AskedOf[R, RR](kind, plan, rows), Log: log, Said: saying(said)}
}

// AskedOf is a plan with its rows.
func AskedOf[R any, RR study.RowOf[R]](kind string, plan study.Settings, rows []R) Asked {
	p := Asked{Kind: kind, Plan: Values(plan)}
	for i := range rows {
		p.Known = append(p.Known, wire.Encode(RR(&rows[i])))
	}
	return p
}

// Values returns the settings of a plan as the file of a saved study holds them.
func Values(plan study.Settings) (list []Value) {
	for _, x := range plan {
		list = append(list, Value{x.Key, x.Get()})
	}
	return list
}

// Beside is the first part of a kind beside the study's own; nil: there is none.
func (s *File) Beside(kind string) *Asked {
	for i := range s.Also {
		if s.Also[i].Kind == kind {
			return &s.Also[i]
		}
	}
	return nil
}

// Ask makes a plan the part's.
func (s *Asked) Ask(plan study.Settings) error {
	texts := map[string]string{}
	for _, v := range s.Plan {
		if plan.Find(v.Key) == nil {
			return errors.New("the study was asked with " + jsontext.Short(v.Key) + ", which is not known here: it is of a later version " +
				"of Shadowtime")
		}
		texts[v.Key] = v.Text
	}
	for _, x := range plan {
		text, ok := texts[x.Key]
		switch {
		case ok:
		case x.Added:
			text = x.Usual
		default:
			return errors.New("the study's plan does not say " + x.Key + ": the file was made by another program, save it anew")
		}
		if err := x.Set(text); err != nil {
			return err
		}
	}
	return nil
}

// Rows are those that are known.
func Rows[R any, RR study.RowOf[R]](s *Asked) (*study.Rows[R, RR], error) {
	rows := &study.Rows[R, RR]{}
	for i, b := range s.Known {
		row, err := study.Decode[R, RR](b)
		if err != nil {
			return nil, errors.New("row " + strconv.Itoa(i+1) + " of the study can't be read: it was computed by another version of " +
				"Shadowtime, compute it anew")
		}
		rows.Add(row)
	}
	return rows, nil
}

// ErrLarge is a file beyond MaxBytes.
var ErrLarge = errors.New("the study has more than " + strconv.Itoa(MaxBytes>>20) + " MB: compute it anew with fewer tasks")

// ErrUnfit is a study whose rows are not those of its plan.
var ErrUnfit = errors.New("the study's rows are not those of its plan: the file was made by hand or by another version of Shadowtime, " +
	"compute it anew")

// Try makes a report of rows that a file gave. Rows of another shape than their plan's
// are no broken law of the program, as a panic otherwise is, but the file's fault.
func Try(make func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = ErrUnfit
		}
	}()
	return make()
}

// ---- the file

// begin is how the file begins.
const begin = `{"shadowtime study":`

// Is says whether a file that begins so is a study.
func Is(head string) bool { return strings.HasPrefix(head, begin) }

// sumKey stands before the sum over all bytes before it.
const sumKey = ",\n\"sum\":"

// Encode writes the file.
func (s *File) Encode() []byte {
	b := append([]byte(begin), strconv.Itoa(version)...)
	key := func(k string) { b = append(jsontext.AppendQuote(append(b, ",\n"...), k), ':') }
	text := func(k, v string) {
		if v != "" {
			key(k)
			b = jsontext.AppendQuote(b, v)
		}
	}
	text("kind", s.Kind)
	text("log", s.Log.Name)
	text("digest", s.Log.Digest.Hex())
	text("found", s.Said.Found)
	text("logged", s.Said.Logged)
	if len(s.Said.Cautions) > 0 {
		key("cautions")
		b = appendTexts(b, s.Said.Cautions)
	}
	text("methods", s.Said.Methods)
	text("command", s.Said.Command)
	text("query", s.Said.Query)
	if len(s.Said.Table) > 0 {
		key("table")
		b = appendList(b, len(s.Said.Table), func(b []byte, i int) []byte { return appendTexts(b, s.Said.Table[i]) })
	}
	text("note", s.Said.Note)
	key("plan")
	b = s.appendPlan(b)
	text("cleaned", base64.StdEncoding.EncodeToString(wire.Encode(&s.Log)))
	key("rows")
	b = s.appendRows(b)
	if len(s.Also) > 0 { // others leave it out, as all did before there was any
		key("also")
		b = appendList(b, len(s.Also), func(b []byte, i int) []byte {
			p := &s.Also[i]
			b = p.appendPlan(append(jsontext.AppendQuote(append(b, `{"kind":`...), p.Kind), `,"plan":`...))
			return append(p.appendRows(append(b, `,"rows":`...)), '}')
		})
	}
	sum := wire.Sum(wire.Start, b)
	b = append(b, sumKey...)
	return append(jsontext.AppendQuote(b, strconv.FormatUint(sum, 16)), "}\n"...)
}

func (s *Asked) appendPlan(b []byte) []byte {
	b = append(b, '{')
	for i, v := range s.Plan {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsontext.AppendQuote(append(jsontext.AppendQuote(b, v.Key), ':'), v.Text)
	}
	return append(b, '}')
}

func (s *Asked) appendRows(b []byte) []byte {
	return appendList(b, len(s.Known), func(b []byte, i int) []byte {
		return append(base64.StdEncoding.AppendEncode(append(b, '"'), s.Known[i]), '"')
	})
}

// appendList writes n things, one a line.
func appendList(b []byte, n int, thing func(b []byte, i int) []byte) []byte {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = thing(append(b, '\n'), i)
	}
	return append(b, ']')
}

func appendTexts(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsontext.AppendQuote(b, s)
	}
	return append(b, ']')
}

// Wire sends or takes what is said of the log.
func (l *Log) Wire(b wire.Both) {
	b.All(&l.Bad, l.Cleaning, l.Overview)
	for _, part := range []wire.Sent{&l.Cleaning.Recorded, &l.Cleaning.Pooled} {
		if b.Take == nil || b.Take.Left() > 0 { // files of before end earlier
			part.Wire(b)
		}
	}
}

// Read reads a file.
func Read(text string) (*File, error) {
	if !Is(text) {
		return nil, errors.New("this is no saved study, which begins with " + begin + " at its first byte")
	}
	if len(text) > MaxBytes {
		return nil, ErrLarge
	}
	v, err := jsontext.Read(text)
	if err != nil {
		return nil, errors.New("the study is not whole (" + err.Error() + "): copy it again, or compute it anew")
	}
	m := members(v)
	if n := m["shadowtime study"].Raw(); n != strconv.Itoa(version) {
		return nil, errors.New("the study has form " + jsontext.Short(n) + ", this program reads form " + strconv.Itoa(version) +
			": open it with a later one")
	}
	if at := strings.LastIndex(text, sumKey); at < 0 || m["sum"].Kind() != jsontext.String ||
		m["sum"].Text() != strconv.FormatUint(wire.Sum(wire.Start, []byte(text[:at])), 16) {
		return nil, errors.New("the study was changed or damaged since it was saved, its sum is another: copy it again, or compute it anew")
	}
	return fromMembers(m)
}

// members are those of an object, by their keys.
func members(v jsontext.Value) map[string]jsontext.Value {
	m := map[string]jsontext.Value{}
	for key, part := range v.Members() {
		m[key] = part
	}
	return m
}

// fromMembers takes a study out of the members of a file's object.
func fromMembers(m map[string]jsontext.Value) (*File, error) {
	s := &File{}
	for key, at := range map[string]*string{"kind": &s.Kind, "log": &s.Log.Name, "found": &s.Said.Found, "logged": &s.Said.Logged,
		"methods": &s.Said.Methods, "command": &s.Said.Command, "query": &s.Said.Query, "note": &s.Said.Note} {
		if v, ok := m[key]; ok {
			if v.Kind() != jsontext.String {
				return nil, wrong(key)
			}
			*at = v.Text()
		}
	}
	if !s.Log.Digest.Parse(textOf(m["digest"])) {
		return nil, wrong("digest")
	}
	s.Said.Cautions = texts(m["cautions"])
	for _, row := range m["table"].Elements() {
		s.Said.Table = append(s.Said.Table, texts(row))
	}
	cleaned, err := base64.StdEncoding.DecodeString(textOf(m["cleaned"]))
	s.Log.Cleaning, s.Log.Overview = &job.Cleaning{}, &overview.Overview{}
	if err != nil || wire.Decode(cleaned, &s.Log) != nil {
		return nil, wrong("cleaned")
	}
	if err := s.read(m["plan"], m["rows"]); err != nil {
		return nil, err
	}
	for _, v := range m["also"].Elements() {
		p, of := Asked{}, members(v)
		if p.Kind = textOf(of["kind"]); p.Kind == "" {
			return nil, wrong("also")
		}
		if err := p.read(of["plan"], of["rows"]); err != nil {
			return nil, err
		}
		s.Also = append(s.Also, p)
	}
	s.keepMissing()
	return s, nil
}

// keepMissing says of a study what "prediction" was when it was saved, where that is
// another thing now: jobs without a request were kept, though others had one.
func (s *File) keepMissing() {
	was, err := job.ParsePreset("prediction")
	if c := s.Log.Cleaning; err != nil || c.NoRequest == 0 || c.Rules.DropMissing {
		return
	}
	was.DropMissing = false
	parts := []*Asked{&s.Asked}
	for i := range s.Also {
		parts = append(parts, &s.Also[i])
	}
	for _, p := range parts {
		clean, overrun := p.value("clean"), p.value("overrun")
		if clean != nil && clean.Text == "prediction" && overrun != nil { // which goes behind it
			clean.Text = was.Drops()
		}
	}
}

// value is what a plan says of a setting; nil: nothing.
func (s *Asked) value(key string) *Value {
	for i := range s.Plan {
		if s.Plan[i].Key == key {
			return &s.Plan[i]
		}
	}
	return nil
}

func (s *Asked) read(plan, rows jsontext.Value) error {
	for key, v := range plan.Members() {
		s.Plan = append(s.Plan, Value{key, textOf(v)})
	}
	for _, v := range rows.Elements() {
		b, err := base64.StdEncoding.DecodeString(textOf(v))
		if err != nil {
			return wrong("rows")
		}
		s.Known = append(s.Known, b)
	}
	return nil
}

func wrong(key string) error {
	return errors.New("the study's " + jsontext.Quote(key) + " is not what this program writes: the file was made by hand or by another " +
		"version, compute it anew")
}

// textOf is a text, "" of what is none.
func textOf(v jsontext.Value) string {
	if v.Kind() != jsontext.String {
		return ""
	}
	return v.Text()
}

func texts(list jsontext.Value) (out []string) {
	for _, v := range list.Elements() {
		out = append(out, textOf(v))
	}
	return out
}
