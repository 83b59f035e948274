package platform

import (
	"errors"
	"strconv"

	"shadowtime/core/base/jsontext"
)

// Text is the platform in one line of JSON, always in the same form: name,
// platform, types. Parse reads it back.
func (s *Spec) Text() string {
	b := member([]byte{'{'}, "name")
	b = jsontext.AppendQuote(b, s.Name)
	b = append(member(b, "platform"), s.platformText()...)
	b = append(member(b, "types"), s.typesText()...)
	return string(append(b, '}'))
}

// Encode is Text for a plan or a link, which hold MaxEncoded bytes of it.
func (s *Spec) Encode() (string, error) {
	t := s.Text()
	if len(t) > MaxEncoded {
		return "", errors.New("platform " + jsontext.Short(s.Name) + " takes " + strconv.Itoa(len(t)) + " bytes where a plan holds " +
			strconv.Itoa(MaxEncoded) +
			": put like nodes together, and leave out documentation and types that no node has")
	}
	return t, nil
}

// Output is a file to be written.
type Output struct{ Name, Text string }

// Files are those of HDeepRM: the types, each kind in a file, and the platform
// beside them. ReadFolder reads them back.
func (s *Spec) Files() []Output {
	rest := []byte{'{'}
	parts := map[string]string{"nodes": s.nodesText(), "processors": s.processorsText()}
	for _, k := range s.TypesProperties {
		if k.Key == "memories" || k.Key == "networks" {
			parts[k.Key] = k.Text
			continue
		}
		rest = append(member(rest, k.Key), k.Text...)
	}
	list := []Output{{platformFile, jsontext.Indent(s.platformText())}}
	for _, t := range typeFiles {
		if text, ok := parts[t.key]; ok {
			list = append(list, Output{t.file, jsontext.Indent(text)})
		}
	}
	if len(rest) > 1 {
		list = append(list, Output{restFile, jsontext.Indent(string(append(rest, '}')))})
	}
	return list
}

// member appends the name of an object's next member.
func member(b []byte, key string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(jsontext.AppendQuote(b, key), ':')
}

func appendKept(b []byte, kept []Property) []byte {
	for _, k := range kept {
		b = append(member(b, k.Key), k.Text...)
	}
	return b
}

func appendCounts(b []byte, list []Count) []byte {
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsontext.AppendQuote(member(append(b, '{'), "type"), list[i].Type)
		b = strconv.AppendInt(member(b, "number"), int64(list[i].Number), 10)
		b = append(appendKept(b, list[i].Properties), '}')
	}
	return append(b, ']')
}

func (s *Spec) platformText() string {
	b := append(member([]byte{'{'}, "clusters"), '[')
	for i := range s.Clusters {
		c := &s.Clusters[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = jsontext.AppendQuote(member(append(b, '{'), "id"), c.ID)
		b = appendCounts(member(b, "nodes"), c.Nodes)
		b = append(appendKept(b, c.Properties), '}')
	}
	return string(append(appendKept(append(b, ']'), s.Properties), '}'))
}

func (s *Spec) typesText() string {
	b := append(member([]byte{'{'}, "nodes"), s.nodesText()...)
	b = append(member(b, "processors"), s.processorsText()...)
	return string(append(appendKept(b, s.TypesProperties), '}'))
}

func (s *Spec) nodesText() string {
	b := appendKept([]byte{'{'}, s.NodesProperties)
	for i := range s.Nodes {
		n := &s.Nodes[i]
		b = append(member(b, n.Name), '{')
		b = appendCounts(member(b, "processors"), n.Processors)
		b = appendKept(append(member(b, "memory"), '{'), n.MemoryProperties)
		b = append(member(b, "capacity"), number(n.Memory)...)
		b = append(appendKept(append(b, '}'), n.Properties), '}')
	}
	return string(append(b, '}'))
}

func (s *Spec) processorsText() string {
	b := appendKept([]byte{'{'}, s.ProcessorsProperties)
	for i := range s.Processors {
		p := &s.Processors[i]
		b = append(member(b, p.Name), '{')
		b = strconv.AppendInt(member(b, "cores"), int64(p.Cores), 10)
		for _, q := range p.quantities() {
			b = append(member(b, q.key), number(q.value)...)
		}
		b = append(appendKept(b, p.Properties), '}')
	}
	return string(append(b, '}'))
}
