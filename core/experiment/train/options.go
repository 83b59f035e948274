package train

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shadowtime/core/cluster"
	"shadowtime/core/study"
)

// Options is HDeepRM's file of options: what of it is a setting here, and the
// rest. Beside the program's own keys agent may have baseline, and type may be
// one of our agents.
type Options struct {
	Workload, Platform string // paths, as they stand there
	Jobs               int    // nb_jobs, 0: not said
	Resources          int    // nb_resources, the platform's cores, 0: not said
	Run                string // train, test or ""
	LogLevel           string
	Values             []Value
	// Unknown are keys that neither the program nor this one knows, with what they
	// hold: kept, and not used.
	Unknown map[string]json.RawMessage
}

// Value is a setting that the file has: where, and its text.
type Value struct{ Place, Key, Text string }

// ReadOptions reads the file.
func ReadOptions(text []byte) (*Options, error) {
	root := section{}
	if err := json.Unmarshal(text, &root.keys); err != nil {
		return nil, fmt.Errorf("no file of options: %w", place(text, err))
	}
	o := &Options{Unknown: map[string]json.RawMessage{}}
	o.root(&root)
	if root.err != nil {
		return nil, root.err
	}
	root.rest(o.Unknown)
	return o, nil
}

func (o *Options) root(s *section) {
	o.text(s, "seed", "seed")
	s.take("nb_resources", &o.Resources, "a whole number")
	s.take("nb_jobs", &o.Jobs, "a whole number")
	s.take("workload_file_path", &o.Workload, "a path in quotes")
	s.take("platform_file_path", &o.Platform, "a path in quotes")
	if o.Jobs < 0 || o.Resources < 0 {
		s.fail(errors.New("nb_jobs, nb_resources: give numbers from 1, or leave them out"))
	}
	batsim := s.sub("pybatsim")
	batsim.take("log_level", &o.LogLevel, "a word in quotes")
	o.env(batsim.sub("env"))
	o.agent(batsim.sub("agent"))
}

func (o *Options) env(s *section) {
	o.text(s, "objective", "objective")
	o.text(s, "observation", "observe")
	o.text(s, "queue_sensitivity", "queue-sensitivity")
	for i := range o.Values {
		// the program's own name of it
		if v := &o.Values[i]; v.Key == "objective" && v.Text == "avg_job_completion" {
			v.Text = "avg_completion_time"
		}
	}
	o.actions(s.sub("actions"))
}

func (o *Options) actions(s *section) {
	var selection []ordered
	void := false
	s.take("selection", &selection, `a list of {"job selection": ["core selection", ...]}`)
	s.take("void", &void, "true or false")
	var list []string
	for _, entry := range selection {
		for _, pair := range entry {
			for _, place := range pair.places {
				list = append(list, pair.selection+"-"+place)
			}
		}
	}
	if void {
		list = append(list, cluster.Void.String())
	}
	if len(list) > 0 {
		o.Values = append(o.Values, Value{s.name + ".selection", "actions", strings.Join(list, ",")})
	}
}

func (o *Options) agent(s *section) {
	kind, pair := "", ""
	s.take("type", &kind, "CLASSIC or LEARNING in quotes")
	s.take("run", &o.Run, "train or test in quotes")
	for _, key := range []string{"hidden", "lr", "gamma", "baseline"} {
		o.text(s, key, key)
	}
	s.take("policy_pair", &pair, "a pair in quotes, as in shortest-high_gflops")
	switch strings.ToLower(kind) {
	case "", "learning": // which learner is said elsewhere
	default:
		o.Values = append(o.Values, Value{s.at("type"), "agent", strings.ToLower(kind)})
	}
	if pair == "" || s.err != nil {
		return
	}
	selection, place, ok := strings.Cut(pair, "-")
	if !ok {
		s.fail(fmt.Errorf("%s %q: give a job selection, a hyphen and a core selection, as in shortest-high_gflops",
			s.at("policy_pair"), short(pair)))
		return
	}
	o.Values = append(o.Values, Value{s.at("policy_pair"), "select", selection}, Value{s.at("policy_pair"), "place", place})
}

// text takes a number or a word as a setting's text.
func (o *Options) text(s *section, name, key string) {
	raw := s.raw(name)
	if raw == nil {
		return
	}
	text := string(raw)
	if text[0] == '"' {
		_ = json.Unmarshal(raw, &text) // it was read as JSON
	}
	o.Values = append(o.Values, Value{s.at(name), key, text})
}

// Apply sets what the file has and the command line doesn't.
func (o *Options) Apply(list study.Settings, gave func(key string) bool) error {
	for _, v := range o.Values {
		if s := list.Find(v.Key); s != nil && !gave(v.Key) {
			if err := s.Set(v.Text); err != nil {
				return fmt.Errorf("%s: %w", v.Place, err)
			}
		}
	}
	return nil
}

// Ignored names the keys that are not used, "" where there are none.
func (o *Options) Ignored() string {
	var names []string
	for name := range o.Unknown {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// section is an object of the file, what was taken from it gone.
type section struct {
	name string // its place, "": the file itself
	keys map[string]json.RawMessage
	subs []*section
	err  error // the first of it and those in it
	up   *section
}

func (s *section) at(key string) string {
	if s.name == "" {
		return key
	}
	return s.name + "." + key
}

// raw takes a key away; nil where it is not, or is null.
func (s *section) raw(key string) json.RawMessage {
	raw, ok := s.keys[key]
	delete(s.keys, key)
	if !ok || bytes.Equal(raw, []byte("null")) {
		return nil
	}
	return raw
}

func (s *section) take(key string, into any, what string) {
	raw := s.raw(key)
	if raw == nil || json.Unmarshal(raw, into) == nil {
		return
	}
	s.fail(fmt.Errorf("%s %s: give %s", s.at(key), short(string(raw)), what))
}

func (s *section) fail(err error) {
	for ; s != nil; s = s.up {
		if s.err == nil {
			s.err = err
		}
	}
}

func (s *section) sub(key string) *section {
	sub := &section{name: s.at(key), up: s}
	s.take(key, &sub.keys, "an object in braces")
	s.subs = append(s.subs, sub)
	return sub
}

// rest are the keys that nobody took.
func (s *section) rest(into map[string]json.RawMessage) {
	for key, raw := range s.keys {
		into[s.at(key)] = raw
	}
	for _, sub := range s.subs {
		sub.rest(into)
	}
}

// ordered is an object of lists in the order of the file: it says which action
// is the first.
type ordered []struct {
	selection string
	places    []string
}

func (o *ordered) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.New("no object")
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var places []string
		if err := d.Decode(&places); err != nil {
			return err
		}
		*o = append(*o, struct {
			selection string
			places    []string
		}{key.(string), places})
	}
	return nil
}
