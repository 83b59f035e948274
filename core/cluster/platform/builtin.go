package platform

// Ready is a platform that needs no file.
type Ready struct {
	Name, Words string // what it is, or what it teaches
	Spec        *Spec
}

// Builtins are the platforms at hand, made anew at each call.
func Builtins() []Ready {
	list := []Ready{{
		"gaia", "The Gaia cluster of the University of Luxembourg as HDeepRM has it (Table 5.1): nine kinds of nodes, cores of 8 to 20 " +
			"GFLOPS. Eight of its 153 nodes hold all cores above 12 GFLOPS.", gaia(),
	}, {
		"spread", "One node with a slow and a fast processor (HDeepRM, section 5.4). Two jobs that together ask for more bandwidth than " +
			"a processor has run fastest when each has a processor of its own.", spread(),
	}, {
		"fastslow", "Eight fast, hungry nodes beside eight slow, frugal ones. A fast core does two and a half times the work for five " +
			"times the power: where jobs are placed trades time for energy.", fastSlow(),
	}, {
		"fatthin", "Two nodes with much memory beside fourteen with little, all as fast. Jobs of little memory that take the cores of " +
			"the large nodes leave those of much memory waiting while cores are idle.", fatThin(),
	}}
	for i := range list {
		list[i].Spec.Name = list[i].Name
	}
	return list
}

// Builtin is the platform of that name, laid out.
func Builtin(name string) (*Machine, bool) {
	s, ok := BuiltinSpec(name)
	if !ok {
		return nil, false
	}
	m, err := s.Lay()
	return m, err == nil
}

// BuiltinSpec is the description of that name.
func BuiltinSpec(name string) (*Spec, bool) {
	for _, r := range Builtins() {
		if r.Name == name {
			return r.Spec, true
		}
	}
	return nil, false
}

// BuiltinNames lists them.
func BuiltinNames() []string {
	return names(Builtins(), func(r *Ready) string { return r.Name })
}

// described is one cluster with its types. Links and memories are not simulated:
// they have what other programs ask of them.
func described(id string, nodes []Count, of []NodeType, processors []ProcessorType) *Spec {
	link := `{"type":"any","latency":"0us"}`
	for i := range of {
		of[i].MemoryProperties = []Property{{"type", `"any"`}}
	}
	return &Spec{
		Clusters: []Cluster{{ID: id, Nodes: nodes, Properties: []Property{{"local_links", link}}}},
		Nodes:    of, Processors: processors,
		Properties:      []Property{{"global_links", link}},
		TypesProperties: []Property{{"memories", `{"any":{}}`}, {"networks", `{"any":{"bandwidth":"10Gbps"}}`}},
	}
}

func many(number int, of string) Count { return Count{Type: of, Number: number} }

func computer(name string, gigabytes float64, processors ...Count) NodeType {
	return NodeType{Name: name, Memory: gigabytes, Processors: processors}
}

func gaia() *Spec {
	return described("gaia", []Count{
		many(60, "Bullx B500 (0)"), many(2, "Bullx B505 (0)"), many(10, "Bullx B505 (1)"), many(1, "Bullx S6030"), many(1, "Dell R820"),
		many(5, "Dell R720"), many(72, "Bullx B500 (1)"), many(1, "Delta D88x-M8-BI"), many(1, "SGI UV-2000"),
	}, []NodeType{
		computer("Bullx B500 (0)", 48, many(2, "Xeon L5640")),
		computer("Bullx B505 (0)", 96, many(2, "Xeon L5640")),
		computer("Bullx B505 (1)", 96, many(2, "Xeon L5640")),
		computer("Bullx S6030", 1024, many(16, "Xeon E7-4850")),
		computer("Dell R820", 1024, many(4, "Xeon E5-4640")),
		computer("Dell R720", 64, many(2, "Xeon E5-2660")),
		computer("Bullx B500 (1)", 48, many(2, "Xeon X5670")),
		computer("Delta D88x-M8-BI", 3072, many(8, "Xeon E7-8880 v2")),
		computer("SGI UV-2000", 4096, many(16, "Xeon E5-4650 v2")),
	}, []ProcessorType{
		{Name: "Xeon L5640", Cores: 6, Clock: 2.26, Flops: 4, Bandwidth: 32, Power: 45},
		{Name: "Xeon E7-4850", Cores: 10, Clock: 2, Flops: 4, Bandwidth: 51.2, Power: 97.5},
		{Name: "Xeon E5-4640", Cores: 8, Clock: 2.4, Flops: 8, Bandwidth: 51.2, Power: 71.25},
		{Name: "Xeon E5-2660", Cores: 8, Clock: 2.2, Flops: 8, Bandwidth: 51.2, Power: 71.25},
		{Name: "Xeon X5670", Cores: 6, Clock: 2.93, Flops: 4, Bandwidth: 32, Power: 71.25},
		{Name: "Xeon E7-8880 v2", Cores: 15, Clock: 2.5, Flops: 8, Bandwidth: 85, Power: 97.5},
		{Name: "Xeon E5-4650 v2", Cores: 10, Clock: 2.4, Flops: 8, Bandwidth: 59.7, Power: 71.25},
	})
}

func spread() *Spec {
	return described("spread", []Count{many(1, "two")},
		[]NodeType{computer("two", 32, many(1, "slow"), many(1, "fast"))},
		[]ProcessorType{
			{Name: "slow", Cores: 2, Clock: 1, Flops: 4, Bandwidth: 32, Power: 80},
			{Name: "fast", Cores: 2, Clock: 1.1, Flops: 4, Bandwidth: 32, Power: 100},
		})
}

func fastSlow() *Spec {
	return described("fastslow", []Count{many(8, "quick"), many(8, "frugal")},
		[]NodeType{computer("quick", 64, many(1, "fast")), computer("frugal", 64, many(1, "slow"))},
		[]ProcessorType{
			{Name: "fast", Cores: 8, Clock: 2.5, Flops: 8, Bandwidth: 64, Power: 160},
			{Name: "slow", Cores: 8, Clock: 2, Flops: 4, Bandwidth: 48, Power: 32},
		})
}

func fatThin() *Spec {
	return described("fatthin", []Count{many(2, "fat"), many(14, "thin")},
		[]NodeType{computer("fat", 512, many(2, "eight")), computer("thin", 32, many(2, "eight"))},
		[]ProcessorType{{Name: "eight", Cores: 8, Clock: 2, Flops: 8, Bandwidth: 51.2, Power: 96}})
}
