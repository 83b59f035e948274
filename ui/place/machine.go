package place

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/experiment/place"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// Machine says in a line what the platform comes to, and what it is for.
func (v *View) Machine() string {
	for _, r := range platform.Builtins() {
		if r.Name == v.Plan.Platform {
			return r.Words
		}
	}
	spec, err := v.Plan.Spec()
	if err != nil {
		return ""
	}
	d, err := spec.Describe()
	if err != nil {
		return ""
	}
	return d.Words()
}

// drawMachine draws the platform, one node for its kind: what names and colours of
// cores mean; and below what of it can be changed.
func (v *View) drawMachine() {
	spec, err := v.Plan.Spec()
	if !v.machine.Open || err != nil {
		v.Lab.Draw(hostMachine, nil)
		v.Lab.Draw(hostEdit, nil)
		return
	}
	v.Lab.Browser.Draw(hostMachine, `<figure class="figure" id="`+hostMachine+`">`+lab.Scroll("The platform",
		picture(spec, plot.Frame{Width: v.Lab.Browser.Width()}))+`</figure>`)
	p := &lab.Panel{}
	p.Open(hostEdit, "more", "Change it")
	nodeFields(p, spec)
	processorFields(p, spec)
	p.HTML(`<p class="field"><label for="cluster-description">Or describe another</label> <textarea id="cluster-description" rows="2" cols="40" spellcheck="false" autocomplete="off" data-set="platform" placeholder="{&quot;platform&quot;: ...}"></textarea>` +
		` <span class="hint">JSON of platform and types: paste it, or drop its file here; the command’s <code>platform convert</code> joins HDeepRM’s files to it</span></p>`)
	p.HTML(`<p class="figure-tools">` + lab.Tool("cluster-twice", "", "", "twice the memory") + ` ` + lab.Tool("cluster-describe", "", "",
		"save its description") + `</p>`)
	p.Close()
	v.Lab.Draw(hostEdit, p)
}

// picture is the platform's; "" of one that can't be.
func picture(spec *platform.Spec, f plot.Frame) string {
	c, err := place.MachinePicture(spec)
	if err != nil {
		return ""
	}
	f.Title, f.Subtitle = c.Title, c.Subtitle
	c.Frame, c.Folded = f, true
	return c.SVG()
}

// mostFields bounds the kinds of nodes, and of processors, that have fields.
const mostFields = 24

// field is a number of the platform in a form, by what it is: see edit.
func field(p *lab.Panel, key, label string, value float64) {
	id := "cluster-" + strings.ReplaceAll(key, ":", "-")
	p.HTML(`<input type="text" inputmode="decimal" class="n3" id="` + id + `" data-set="` + key + `" aria-label="` + lab.Esc(label) + `">`)
	p.Shows(id, numeral.Plain(value))
}

// key names what a field changes.
func key(what string, at ...int) string {
	s := "edit:" + what
	for _, i := range at {
		s += ":" + strconv.Itoa(i)
	}
	return s
}

// nodeFields are how many there are of each kind of node, their memory and processors.
func nodeFields(p *lab.Panel, spec *platform.Spec) {
	var types []string
	for i := range spec.Processors {
		types = append(types, spec.Processors[i].Name)
	}
	at := map[string]int{}
	for i := range spec.Nodes {
		at[spec.Nodes[i].Name] = i
	}
	p.HTML(`<div class="scroll"><table class="plain"><caption>Nodes</caption><thead><tr><th scope="col">Kind</th><th scope="col">Number</th><th scope="col">Memory, GB</th><th scope="col">Processors of each</th></tr></thead><tbody>`)
	rows := 0
	for c := range spec.Clusters {
		for e, of := range spec.Clusters[c].Nodes {
			if rows++; rows > mostFields {
				continue
			}
			i := at[of.Type]
			p.HTML(`<tr><th scope="row">` + lab.Esc(of.Type) + `</th><td>`)
			field(p, key("number", c, e), "Number of "+of.Type, float64(of.Number))
			p.HTML(`</td><td>`)
			field(p, key("memory", i, rows), "Memory of "+of.Type, spec.Nodes[i].Memory)
			p.HTML(`</td><td>`)
			for j, q := range spec.Nodes[i].Processors {
				field(p, key("has", i, j, rows), "Number of "+q.Type+" in "+of.Type, float64(q.Number))
				id := "cluster-edit-swap-" + strconv.Itoa(i) + "-" + strconv.Itoa(j) + "-" + strconv.Itoa(rows)
				p.HTML(` <select id="` + id + `" data-set="` + key("swap", i, j) + `" aria-label="Processors of ` + lab.Esc(of.Type) + `">`)
				for _, t := range types {
					p.HTML(`<option value="` + lab.Esc(t) + `">` + lab.Esc(t) + `</option>`)
				}
				p.HTML(`</select> `)
				p.Shows(id, q.Type)
			}
			p.HTML(`</td></tr>`)
		}
	}
	p.HTML(`</tbody></table></div>`)
}

// quantities are what a kind of processor has.
var quantities = []struct {
	head string
	at   func(p *platform.ProcessorType) *float64
}{
	{"GHz", func(p *platform.ProcessorType) *float64 { return &p.Clock }},
	{"Flops a cycle", func(p *platform.ProcessorType) *float64 { return &p.Flops }},
	{"GB/s", func(p *platform.ProcessorType) *float64 { return &p.Bandwidth }},
	{"W", func(p *platform.ProcessorType) *float64 { return &p.Power }},
}

// processorFields are the figures of each kind of processor.
func processorFields(p *lab.Panel, spec *platform.Spec) {
	p.HTML(`<div class="scroll"><table class="plain"><caption>Processors</caption><thead><tr><th scope="col">Kind</th><th scope="col">Cores</th>`)
	for _, q := range quantities {
		p.HTML(`<th scope="col">` + q.head + `</th>`)
	}
	p.HTML(`</tr></thead><tbody>`)
	for i := range spec.Processors[:min(len(spec.Processors), mostFields)] {
		x := &spec.Processors[i]
		p.HTML(`<tr><th scope="row">` + lab.Esc(x.Name) + `</th><td>`)
		field(p, key("cores", i), "Cores of "+x.Name, float64(x.Cores))
		for j, q := range quantities {
			p.HTML(`</td><td>`)
			field(p, key("of", i, j), q.head+" of "+x.Name, *q.at(x))
		}
		p.HTML(`</td></tr>`)
	}
	p.HTML(`</tbody></table></div>`)
}

// edit changes one thing of the platform, which makes another question.
func (v *View) edit(what, text string) {
	spec, err := v.Plan.Spec()
	if err != nil {
		return
	}
	parts := strings.Split(what, ":")
	at := make([]int, 4) // places in the description; what is not there is refused by it
	for i, x := range parts[min(2, len(parts)):] {
		if i < len(at) {
			at[i], _ = strconv.Atoi(x)
		}
	}
	x, bad := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
	if parts[1] != "swap" && (bad != nil || (parts[1] == "number" || parts[1] == "has" || parts[1] == "cores") && x != float64(int32(x))) {
		v.Lab.Refuse("\""+lab.Beginning(text)+"\": give a number"+map[bool]string{true: ", a whole one", false: ""}[bad == nil]+".", 0)
		return
	}
	node := func() *platform.NodeType { return &spec.Nodes[min(max(0, at[0]), len(spec.Nodes)-1)] }
	switch parts[1] {
	case "number":
		spec, err = spec.WithNumber(at[0], at[1], int(x))
	case "memory":
		spec, err = spec.WithMemory(node().Name, x)
	case "has":
		spec, err = spec.WithProcessors(node().Name, at[1], int(x))
	case "swap":
		if n := node(); at[1] < len(n.Processors) {
			spec, err = spec.SwapProcessor(n.Name, n.Processors[at[1]].Type, text)
		}
	case "cores", "of":
		q := spec.Processors[min(max(0, at[0]), len(spec.Processors)-1)]
		if parts[1] == "cores" {
			q.Cores = int(x)
		} else if at[1] >= 0 && at[1] < len(quantities) {
			*quantities[at[1]].at(&q) = x
		}
		spec, err = spec.WithProcessor(q)
	}
	v.adopt(spec, err)
}

// adopt asks of a changed platform.
func (v *View) adopt(spec *platform.Spec, err error) {
	text := ""
	if err == nil {
		if _, ready := platform.BuiltinSpec(spec.Name); ready {
			spec = spec.Clone()
			spec.Name += ", changed"
		}
		text, err = spec.Encode()
	}
	if err != nil {
		v.Lab.Refuse("The platform can't be so: "+err.Error()+".", 0)
		return
	}
	v.Question.Set("platform", text)
}

// twice gives every node twice the memory.
func (v *View) twice() {
	spec, err := v.Plan.Spec()
	if err != nil {
		return
	}
	for _, n := range spec.Nodes {
		if spec, err = spec.ScaleMemory(n.Name, 2); err != nil {
			break
		}
	}
	v.adopt(spec, err)
}

// describe hands out the platform's description, as the command writes it.
func (v *View) describe() {
	if spec, err := v.Plan.Spec(); err == nil {
		v.Lab.Browser.Download("shadowtime-"+place.Name+"-platform.json", "application/json", []byte(spec.Text()+"\n"))
	}
}
