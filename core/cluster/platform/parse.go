package platform

import (
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
)

// File is a text and the name that errors give it.
type File struct{ Name, Text string }

// ParseFiles reads a platform from the two files of HDeepRM: clusters, and the
// types of what they are made of.
func ParseFiles(platform, types File) (*Spec, error) {
	return finish(platform, types, func(s *Spec) error {
		p, err := read(platform)
		if err != nil {
			return err
		}
		t, err := read(types)
		if err != nil {
			return err
		}
		s.Name = baseName(platform.Name)
		if err := (reader{platform.Name}).platform(s, p); err != nil {
			return err
		}
		return (reader{types.Name}).types(s, t)
	})
}

// Parse reads a platform in the form of Text: platform and types in one object.
func Parse(f File) (*Spec, error) {
	return finish(f, f, func(s *Spec) error {
		v, err := read(f)
		if err != nil {
			return err
		}
		r := reader{f.Name}
		s.Name = baseName(f.Name)
		var parts [2]jsontext.Value
		var has [2]bool
		for key, m := range v.Members() {
			switch key {
			case "name":
				if err := r.want(m, "name", jsontext.String); err != nil {
					return err
				}
				s.Name = m.Text()
			case "platform":
				parts[0], has[0] = m, true
			case "types":
				parts[1], has[1] = m, true
			default:
				return r.fault(m, jsontext.Short(key), "is not known here: a platform in one file is {\"name\": ..., \"platform\": "+
					"{\"clusters\": ...}, \"types\": {\"nodes\": ..., \"processors\": ...}}; one without its types needs a types file "+
					"beside it")
			}
		}
		for i, key := range [2]string{"platform", "types"} {
			if !has[i] {
				return r.missing(v, "", key)
			}
		}
		if err := r.platform(s, parts[0]); err != nil {
			return err
		}
		return r.types(s, parts[1])
	})
}

// The files of a folder: HDeepRM keeps its types so, and we put the platform
// beside them.
const (
	platformFile = "platform.json"
	restFile     = "types.json" // members of the types that have no file of their own
)

var typeFiles = [...]struct{ key, file string }{
	{"nodes", "node_types.json"}, {"processors", "processor_types.json"},
	{"memories", "memory_types.json"}, {"networks", "network_types.json"},
}

// ReadTypes reads the types in a folder as one text.
func ReadTypes(folder fs.FS, name string) (File, error) {
	f := File{Name: name}
	b := []byte{'{'}
	for i, t := range typeFiles {
		text, err := fromFolder(folder, name, t.file)
		if errors.Is(err, fs.ErrNotExist) {
			if i < 2 {
				return f, errors.New(name + ": has no " + t.file + ", which a folder of types needs: add it, or name a types file")
			}
			continue
		}
		if err != nil {
			return f, err
		}
		if _, err := read(text); err != nil {
			return f, err
		}
		b = member(b, t.key)
		b = append(b, text.Text...)
	}
	text, err := fromFolder(folder, name, restFile)
	if err == nil {
		v, err := read(text)
		if err != nil {
			return f, err
		}
		for key, m := range v.Members() {
			b = member(b, key)
			b = append(b, m.Raw()...)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	f.Text = string(append(b, '}'))
	return f, nil
}

// ReadFolder reads a folder that holds platform.json and the types beside it.
func ReadFolder(folder fs.FS, name string) (*Spec, error) {
	types, err := ReadTypes(folder, name)
	if err != nil {
		return nil, err
	}
	platform, err := fromFolder(folder, name, platformFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New(name + ": has types but no " + platformFile + ": add it, or name the platform's file and give this folder " +
			"as its types")
	}
	if err != nil {
		return nil, err
	}
	s, err := ParseFiles(platform, types)
	if s != nil {
		s.Name = baseName(name)
	}
	return s, err
}

func fromFolder(folder fs.FS, name, file string) (File, error) {
	f := File{Name: path.Join(name, file)}
	in, err := folder.Open(file)
	if err != nil {
		return f, err
	}
	defer in.Close()
	if info, err := in.Stat(); err == nil && info.Size() > MaxFile {
		return f, tooLong(f.Name)
	}
	b, err := fs.ReadFile(folder, file)
	f.Text = string(b)
	return f, err
}

func tooLong(name string) error {
	return errors.New(name + ": is longer than " + strconv.Itoa(MaxFile) + " bytes: a platform gives types and numbers, not every core")
}

// baseName is the name of a platform whose file says none.
func baseName(file string) string {
	file = path.Base(strings.ReplaceAll(file, `\`, "/"))
	return strings.TrimSuffix(strings.TrimSuffix(file, ".json"), ".platform")
}

// read checks a text and that it is an object.
func read(f File) (jsontext.Value, error) {
	if len(f.Text) > MaxFile {
		return jsontext.Value{}, tooLong(f.Name)
	}
	v, err := jsontext.Read(strings.TrimPrefix(f.Text, "\ufeff"))
	if err != nil {
		return v, errors.New(f.Name + ", " + err.Error())
	}
	return v, reader{f.Name}.want(v, "the file", jsontext.Object)
}

// finish checks what was read, and says in which file a fault is.
func finish(platform, types File, fill func(s *Spec) error) (*Spec, error) {
	s := &Spec{}
	if err := fill(s); err != nil {
		return nil, err
	}
	err := s.Check()
	var f *Fault
	if errors.As(err, &f) {
		name := platform.Name
		if f.Types {
			name = types.Name
		}
		return nil, errors.New(name + ": " + f.Error())
	}
	return s, err
}

// reader fills a Spec; what is not known is kept.
type reader struct{ file string }

func (r reader) fault(v jsontext.Value, found, complaint string) error {
	return errors.New(r.file + ", line " + strconv.Itoa(v.Line()) + ": " + found + " " + complaint)
}

func (r reader) want(v jsontext.Value, at string, kind jsontext.Kind) error {
	if v.Kind() == kind {
		return nil
	}
	return r.fault(v, at+": "+excerpt(v), "is not "+kind.String()+": write "+example[kind])
}

var example = [...]string{jsontext.Null: "null", jsontext.Bool: "true or false", jsontext.Number: "it as 12 or 2.5",
	jsontext.String: `it as "name"`, jsontext.Array: "it as [...]", jsontext.Object: `it as {"name": ...}`}

func excerpt(v jsontext.Value) string {
	if s := v.Raw(); len(s) <= 40 {
		return s
	}
	return v.Raw()[:37] + "..."
}

func (r reader) missing(v jsontext.Value, at, key string) error {
	if at != "" {
		at += ": "
	}
	return r.fault(v, at+jsontext.Short(key), "is missing: add it")
}

// field is a member that an object must have.
type field struct {
	key  string
	kind jsontext.Kind
	set  func(at string, v jsontext.Value) error
}

// object reads the fields of an object, and keeps the rest.
func (r reader) object(v jsontext.Value, at string, kept *[]Property, fields ...field) error {
	if err := r.want(v, at, jsontext.Object); err != nil {
		return err
	}
	left := len(fields)
	for key, m := range v.Members() {
		known := false
		for _, f := range fields {
			if f.key != key {
				continue
			}
			known = true
			left--
			at := strings.TrimPrefix(at+"."+key, ".")
			if err := r.want(m, at, f.kind); err != nil {
				return err
			}
			if err := f.set(at, m); err != nil {
				return err
			}
		}
		if !known {
			*kept = append(*kept, Property{key, m.Compact()})
		}
	}
	if left == 0 {
		return nil
	}
	for _, f := range fields {
		if !has(v, f.key) {
			return r.missing(v, at, f.key)
		}
	}
	return nil
}

func has(v jsontext.Value, key string) bool {
	for k := range v.Members() {
		if k == key {
			return true
		}
	}
	return false
}

func text(key string, to *string) field {
	return field{key, jsontext.String, func(_ string, v jsontext.Value) error { *to = v.Text(); return nil }}
}

func (r reader) measure(key string, to *float64) field {
	return field{key, jsontext.Number, func(at string, v jsontext.Value) (err error) {
		ok := false
		if *to, ok = v.Float(); !ok {
			err = r.fault(v, at+": "+excerpt(v), "is out of range: write a number a machine can have")
		}
		return err
	}}
}

func (r reader) count(key string, to *int) field {
	return field{key, jsontext.Number, func(at string, v jsontext.Value) error {
		f, ok := v.Float()
		if n := int(f); ok && f >= 1 && f <= MaxCores && float64(n) == f {
			*to = n
			return nil
		}
		return r.fault(v, at+": "+excerpt(v), "is out of range: "+counts)
	}}
}

// list reads the elements of an array, at most MaxGroups.
func (r reader) list(key string, one func(at string, v jsontext.Value) error) field {
	return field{key, jsontext.Array, func(at string, v jsontext.Value) error {
		for i, e := range v.Elements() {
			at := at + "[" + strconv.Itoa(i) + "]"
			if i >= MaxGroups {
				return r.fault(e, at, "is one too many: at most "+strconv.Itoa(MaxGroups)+
					" entries, put like ones together and give their number")
			}
			if err := one(at, e); err != nil {
				return err
			}
		}
		return nil
	}}
}

// counted reads a list of types and numbers.
func (r reader) counted(key string, to *[]Count) field {
	return r.list(key, func(at string, v jsontext.Value) error {
		var c Count
		err := r.object(v, at, &c.Properties, text("type", &c.Type), r.count("number", &c.Number))
		*to = append(*to, c)
		return err
	})
}

func (r reader) platform(s *Spec, v jsontext.Value) error {
	return r.object(v, "", &s.Properties, r.list("clusters", func(at string, v jsontext.Value) error {
		var c Cluster
		err := r.object(v, at, &c.Properties, text("id", &c.ID), r.counted("nodes", &c.Nodes))
		s.Clusters = append(s.Clusters, c)
		return err
	}))
}

// library reads a map of types; what begins with an underscore is documentation.
func (r reader) library(key string, kept *[]Property, one func(at, name string, v jsontext.Value) error) field {
	return field{key, jsontext.Object, func(_ string, v jsontext.Value) error {
		n := 0
		for name, m := range v.Members() {
			if strings.HasPrefix(name, "_") {
				*kept = append(*kept, Property{name, m.Compact()})
				continue
			}
			at := key + " " + jsontext.Short(name)
			if n++; n > MaxGroups {
				return r.fault(m, at, "is one too many: at most "+strconv.Itoa(MaxGroups)+" types")
			}
			if err := one(at, name, m); err != nil {
				return err
			}
		}
		return nil
	}}
}

func (r reader) types(s *Spec, v jsontext.Value) error {
	node := func(at, name string, v jsontext.Value) error {
		n := NodeType{Name: name}
		err := r.object(v, at, &n.Properties, r.counted("processors", &n.Processors),
			field{"memory", jsontext.Object, func(at string, v jsontext.Value) error {
				return r.object(v, at, &n.MemoryProperties, r.measure("capacity", &n.Memory))
			}})
		s.Nodes = append(s.Nodes, n)
		return err
	}
	processor := func(at, name string, v jsontext.Value) error {
		p := ProcessorType{Name: name}
		err := r.object(v, at, &p.Properties, r.count("cores", &p.Cores), r.measure("clock_rate", &p.Clock),
			r.measure("dpflops_per_cycle", &p.Flops), r.measure("mem_bw", &p.Bandwidth), r.measure("power", &p.Power))
		s.Processors = append(s.Processors, p)
		return err
	}
	return r.object(v, "", &s.TypesProperties, r.library("nodes", &s.NodesProperties, node),
		r.library("processors", &s.ProcessorsProperties, processor))
}
