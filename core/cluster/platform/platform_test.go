package platform

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// golden is a description of the golden files, which stand beside the
// repository.
func golden(t testing.TB, name string) *Spec {
	t.Helper()
	var f [2]File
	for i, part := range [2]string{".platform.json", ".types.json"} {
		path := filepath.Join("../../../../shared/golden/cluster", name+part)
		b, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			t.Skip("no golden files here")
		}
		require.NoError(t, err)
		f[i] = File{path, string(b)}
	}
	s, err := ParseFiles(f[0], f[1])
	require.NoError(t, err)
	require.Equal(t, name, s.Name)
	return s
}

func lay(t testing.TB, s *Spec) *Machine {
	t.Helper()
	m, err := s.Lay()
	require.NoError(t, err)
	return m
}

func TestBuiltinsEqualTheGoldenFiles(t *testing.T) {
	for _, name := range []string{"gaia", "spread"} {
		m, ok := Builtin(name)
		require.True(t, ok)
		require.Equal(t, lay(t, golden(t, name)), m)
	}
}

func TestGaiaIsTable51(t *testing.T) {
	m, _ := Builtin("gaia")
	require.Len(t, m.Nodes, 153)
	require.Len(t, m.Processors, 342)
	require.Equal(t, 2280, m.Cores())
	require.InDelta(t, 11.7153684, m.Reference(), 1e-7)
}

// laws of a laid out machine, whatever it came from.
func laws(t testing.TB, s *Spec, m *Machine) {
	nodes, processors := s.index()
	core := int32(0)
	for i := range m.Nodes {
		n := &m.Nodes[i]
		of := &s.Nodes[nodes[n.Type]]
		require.Equal(t, of.Memory*1000, n.Memory)
		require.Less(t, n.From, n.To)
		for p := n.From; p < n.To; p++ {
			q := &m.Processors[p]
			typ := &s.Processors[processors[q.Type]]
			require.Equal(t, int32(i), q.Node)
			require.Equal(t, core, q.From)
			require.Equal(t, typ.Cores, int(q.To-q.From))
			require.Equal(t, typ.Clock*typ.Flops, q.Speed)
			require.Equal(t, typ.Power/float64(typ.Cores), q.Power)
			core = q.To
		}
	}
	require.Equal(t, int(core), m.Cores())
	require.Equal(t, len(m.Processors), int(m.Nodes[len(m.Nodes)-1].To))
}

// random makes a sound description with all that a file may hold.
func random(r *rand.Rand) *Spec {
	kept := func(key string) []Property {
		if r.IntN(2) == 0 {
			return nil
		}
		return []Property{{key, []string{`1.50`, `"a \"b\" \\"`, `{"x":[1,null,{"y":true}]}`, `[]`, `{}`}[r.IntN(5)]}}
	}
	name := func(i int) string { return []string{"", "é ", `q"\`, "line\n"}[r.IntN(4)] + "n" + strconv.Itoa(i) }
	s := &Spec{Name: name(0), Properties: kept("_doc"), TypesProperties: kept("memories"), NodesProperties: kept("_doc"),
		ProcessorsProperties: kept("_")}
	if s.TypesProperties != nil {
		s.TypesProperties[0].Text = `{"any":{}}`
		s.TypesProperties = append(s.TypesProperties, Property{"_doc", `"words"`})
	}
	for i := range 1 + r.IntN(3) {
		s.Processors = append(s.Processors, ProcessorType{name(i), 1 + r.IntN(6), math.Exp(r.NormFloat64()), math.Exp(r.NormFloat64() * 2),
			1 + r.Float64()*60, float64(r.IntN(2)) * r.Float64(), kept("llc_size")})
	}
	for i := range 1 + r.IntN(3) {
		n := NodeType{Name: name(i), Memory: math.Exp(r.NormFloat64() * 4), MemoryProperties: kept("type"), Properties: kept("id")}
		for range 1 + r.IntN(3) {
			n.Processors = append(n.Processors, Count{s.Processors[r.IntN(len(s.Processors))].Name, 1 + r.IntN(3), kept("note")})
		}
		s.Nodes = append(s.Nodes, n)
	}
	for i := range 1 + r.IntN(3) {
		c := Cluster{ID: name(i), Properties: kept("local_links")}
		for range 1 + r.IntN(3) {
			c.Nodes = append(c.Nodes, Count{s.Nodes[r.IntN(len(s.Nodes))].Name, 1 + r.IntN(4), kept("note")})
		}
		s.Clusters = append(s.Clusters, c)
	}
	return s
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	list := []*Spec{}
	for _, b := range Builtins() {
		list = append(list, b.Spec)
	}
	for range 300 {
		list = append(list, random(r))
	}
	for _, s := range list {
		text, err := s.Encode()
		require.NoError(t, err)
		again, err := Parse(File{"x", text})
		require.NoError(t, err, text)
		require.Equal(t, s, again)
		require.Equal(t, text, again.Text())
		laws(t, s, lay(t, s))

		folder := fstest.MapFS{}
		for _, f := range s.Files() {
			folder[f.Name] = &fstest.MapFile{Data: []byte(f.Text)}
		}
		again, err = ReadFolder(folder, s.Name)
		require.NoError(t, err)
		again.Name = s.Name
		require.Equal(t, s, again)
	}
}

func TestGoldenFilesAreNotLostInConversion(t *testing.T) {
	for _, name := range []string{"gaia", "mixed", "spread"} {
		s := golden(t, name)
		again, err := Parse(File{"x", s.Text()})
		require.NoError(t, err)
		require.Equal(t, s, again)
		require.Contains(t, s.Text(), `"local_links":{"type":"any","latency":"0us"}`)
		require.Contains(t, s.Text(), `"networks":{"any":{}}`)
	}
	require.Equal(t, 44, lay(t, golden(t, "mixed")).Cores())
}

func TestALargePlatformIsNotEncoded(t *testing.T) {
	s, _ := BuiltinSpec("gaia")
	s.Properties = append(s.Properties, Property{"_doc", `"` + strings.Repeat("x", MaxEncoded) + `"`})
	_, err := s.Encode()
	require.ErrorContains(t, err, "where a plan holds 16384")
}

func TestAnEditMakesAnotherPlatform(t *testing.T) {
	s, _ := BuiltinSpec("gaia")
	before := s.Text()
	edit := func(e *Spec, err error) *Spec {
		t.Helper()
		require.NoError(t, err)
		require.NotEqual(t, before, e.Text())
		require.Equal(t, before, s.Text(), "an edit changed the platform that it began with")
		return e
	}
	require.Equal(t, 128e3, lay(t, edit(s.ScaleMemory("Dell R720", 2))).Nodes[74].Memory)
	require.Equal(t, 1e3, lay(t, edit(s.WithMemory("Dell R720", 1))).Nodes[74].Memory)
	e := edit(s.SwapProcessor("Dell R720", "Xeon E5-2660", "Xeon E7-8880 v2"))
	require.Equal(t, 2280+5*2*7, lay(t, e).Cores())
	require.Equal(t, 2280-59*12, lay(t, edit(s.WithNumber(0, 0, 1))).Cores())
	require.Equal(t, 2280+10, lay(t, edit(s.WithProcessors("Bullx S6030", 0, 17))).Cores())
	p := s.Processors[0]
	p.Power = 60
	require.Equal(t, 10.0, lay(t, edit(s.WithProcessor(p))).Processors[0].Power)
	p.Name = "new"
	e = edit(s.WithProcessor(p))
	e = edit(e.WithNode(NodeType{Name: "extra", Memory: 8, Processors: []Count{{Type: "new", Number: 1}}}))
	require.Len(t, e.Nodes, len(s.Nodes)+1)
	for _, refused := range []func() (*Spec, error){
		func() (*Spec, error) { return s.ScaleMemory("Dell R720", math.NaN()) },
		func() (*Spec, error) { return s.ScaleMemory("none", 2) },
		func() (*Spec, error) { return s.SwapProcessor("Dell R720", "Xeon L5640", "Xeon E5-4640") },
		func() (*Spec, error) { return s.SwapProcessor("Dell R720", "Xeon E5-2660", "none") },
		func() (*Spec, error) { return s.WithNumber(0, 9, 1) },
		func() (*Spec, error) { return s.WithNumber(1, 0, 1) },
		func() (*Spec, error) { return s.WithNumber(0, 0, 0) },
		func() (*Spec, error) { return s.WithNumber(0, 0, MaxCores) },
		func() (*Spec, error) { return s.WithProcessors("Dell R720", -1, 1) },
		func() (*Spec, error) { return s.WithProcessor(ProcessorType{Name: "_"}) },
	} {
		e, err := refused()
		require.Error(t, err)
		require.Nil(t, e)
		require.Equal(t, before, s.Text())
	}
}

// A hostile file ends in a sentence that names the file, the place, what was
// found and what to do; nothing of its size is made before.
func TestHostileFilesEndInASentence(t *testing.T) {
	const platform = `{"clusters":[{"id":"c","nodes":[{"type":"n","number":1}]}]}`
	const types = `{"nodes":{"n":{"processors":[{"type":"p","number":1}],"memory":{"capacity":1}}},"processors":{"p":{"cores":1,"clock_rate":1,"dpflops_per_cycle":1,"mem_bw":1,"power":1}}}`
	parse := func(p, ty string) error {
		_, err := ParseFiles(File{"P", p}, File{"T", ty})
		return err
	}
	require.NoError(t, parse(platform, types))
	require.NoError(t, parse("\ufeff"+platform, types))
	for _, c := range []struct{ in, from, to, want string }{
		{"P", `"type":"n"`, `"type":"m"`, `P: clusters[0].nodes[0].type: "m" is no node type: add it to the types, or use one of "n"`},
		{"P", `"number":1`, `"number":0`,
			`P, line 1: clusters[0].nodes[0].number: 0 is out of range: write a whole number from 1 to 1000000`},
		{"P", `"number":1`, `"number":-3`, `-3 is out of range`},
		{"P", `"number":1`, `"number":1.5`, `1.5 is out of range`},
		{"P", `"number":1`, `"number":1e400`, `1e400 is out of range`},
		{"P", `"number":1`, `"number":10000000`, `10000000 is out of range`},
		{"P", `"number":1`, `"number":NaN`, `P, line 1: "NaN" where a value belongs`},
		{"P", `"number":1`, `"number":"1"`, `number: "1" is not a number`},
		{"P", `"number":1`, `"nmber":1`, `clusters[0].nodes[0]: "number" is missing`},
		{"P", `[{"type":"n","number":1}]`, `[]`, `P: clusters[0].nodes: is empty`},
		{"P", `[{"id":"c","nodes":[{"type":"n","number":1}]}]`, `[]`, `P: clusters: is empty`},
		{"P", `"clusters"`, `"cluster"`, `P, line 1: "clusters" is missing`},
		{"P", `{"id"`, `{"id":"c","nodes":[{"type":"n","number":1}]},{"id"`, `P: clusters[1].id: "c" is another cluster's already`},
		{"P", `{"clusters"`, `[{"clusters"`, `P, line 1:`},
		{"P", platform, ``, `P, line 1: the end of the text`},
		{"P", platform, `[]`, `the file: [] is not an object`},
		{"P", platform, strings.Repeat("[", MaxFile), `more than 64 deep`},
		{"P", platform, strings.Repeat(" ", MaxFile+1), `P: is longer than 1048576 bytes`},
		{"T", `"cores":1`, `"cores":10000000`, `T, line 1: processors "p".cores: 10000000 is out of range`},
		{"T", `"cores":1`, `"cores":0`, `0 is out of range`},
		{"T", `"number":1`, `"number":0`, `T, line 1: nodes "n".processors[0].number: 0 is out of range`},
		{"T", `"type":"p"`, `"type":"q"`, `T: nodes "n".processors[0].type: "q" is no processor type`},
		{"T", `[{"type":"p","number":1}]`, `[]`, `T: nodes "n".processors: is empty`},
		{"T", `"clock_rate":1`, `"clock_rate":0`, `T: processors "p".clock_rate: 0 is out of range: write GHz from 0.000001 to 1000000`},
		{"T", `"clock_rate":1`, `"clock_rate":1e999`, `clock_rate: 1e999 is out of range`},
		{"T", `"power":1`, `"power":-1`, `power: -1 is out of range: write W from 0`},
		{"T", `"power":1`, `"watts":1`, `processors "p": "power" is missing`},
		{"T", `"capacity":1`, `"capacity":-1`, `nodes "n".memory.capacity: -1 is out of range`},
		{"T", `"capacity":1`, `"size":1`, `nodes "n".memory: "capacity" is missing`},
		{"T", `"p":{"cores"`, `"p":{},"p":{"cores"`, `"p" is given twice`},
		{"T", types, `{"nodes":{},"processors":{}}`, `P: clusters[0].nodes[0].type: "n" is no type, as there are no types of nodes`},
		{"T", `{"nodes"`, `{"node_types"`, `T, line 1: "nodes" is missing`},
	} {
		p, ty := platform, types
		if c.in == "P" {
			p = strings.Replace(p, c.from, c.to, 1)
		} else {
			ty = strings.Replace(ty, c.from, c.to, 1)
		}
		err := parse(p, ty)
		require.ErrorContains(t, err, c.want)
		require.Less(t, len(err.Error()), 400)
	}
	// each number for itself is fine, together they are not
	err := parse(strings.Replace(platform, `:1}`, `:1000}`, 1), strings.Replace(strings.Replace(types, `"number":1`, `"number":1000`, 1),
		`"cores":1`, `"cores":10`, 1))
	require.ErrorContains(t, err, "P: clusters[0].nodes[0]: brings the platform to 10000000 cores: at most 1000000")
	err = parse(platform, strings.Replace(strings.Replace(types, `"number":1`, `"number":1000000`, 1), `"cores":1`, `"cores":1000000`, 1))
	require.ErrorContains(t, err, `T: nodes "n".processors[0]: brings the platform to 1000000000000 cores`)
	// many entries
	many := strings.Repeat(`{"type":"n","number":1},`, MaxGroups)
	require.ErrorContains(t, parse(strings.Replace(platform, `[{"type"`, `[`+many+`{"type"`, 1), types), "at most 10000 entries")
}

func TestOneFileThatLacksTypesSaysSo(t *testing.T) {
	_, err := Parse(File{"F", `{"clusters":[]}`})
	require.ErrorContains(t, err, "needs a types file beside it")
	_, err = Parse(File{"F", `{"platform":{}}`})
	require.ErrorContains(t, err, `"types" is missing`)
	_, err = ReadFolder(fstest.MapFS{"node_types.json": {Data: []byte("{}")}}, "D")
	require.ErrorContains(t, err, "D: has no processor_types.json")
	_, err = ReadFolder(fstest.MapFS{"node_types.json": {Data: []byte("{}")}, "processor_types.json": {Data: []byte("{}")}}, "D")
	require.ErrorContains(t, err, "no platform.json")
	_, err = ReadFolder(fstest.MapFS{"node_types.json": {Data: []byte("{},\"x\":{")}, "processor_types.json": {Data: []byte("{}")}}, "D")
	require.ErrorContains(t, err, "D/node_types.json, line 1: more follows")
}

func FuzzAnyTextIsAPlatformOrAnError(f *testing.F) {
	for _, b := range Builtins() {
		f.Add(b.Spec.Text())
	}
	f.Add(random(rand.New(rand.NewPCG(1, 1))).Text())
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(File{"F", text})
		if err != nil {
			require.Nil(t, s)
			require.True(t, strings.HasPrefix(err.Error(), "F"), err)
			require.Less(t, len(err.Error()), 2000, err)
			return
		}
		again, err := Parse(File{"F", s.Text()})
		require.NoError(t, err)
		require.Equal(t, s, again)
		if total, _ := s.size(); total.cores < 10_000 {
			laws(t, s, lay(t, s))
		}
	})
}
