package plot

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Platform is a picture of a machine of unequal parts: nodes as boxes, in them
// their processors, in them their cores, the faster the stronger in colour. Given
// the states of a moment it shows a run: what is busy keeps its colour, what is
// idle loses it.
//
// Too many cores to be seen are not drawn: then one node stands for all of its
// kind, with a bar of how many cores are in which state.
type Platform struct {
	Frame
	Kinds  []NodeKind // in the order in which nodes, processors and cores are numbered
	Folded bool       // one node stands for its kind, however few they are: a legend

	// A moment of a run; a part that is missing is not shown.
	States    []CoreState // of each core
	Memory    []float64   // of each node: the part that is taken
	Bandwidth []float64   // of each processor: what is asked of what it has, above 1 too much
	Now       string      // names the moment
}

// NodeKind is a number of like nodes that follow each other.
type NodeKind struct {
	Name       string
	Number     int
	Memory     float64 // GB of each
	Processors []ProcessorKind
}

// ProcessorKind is a number of like processors of a node.
type ProcessorKind struct {
	Name   string
	Number int
	Cores  int
	Speed  float64 // GFLOPS a core
}

// CoreState is what a core does.
type CoreState uint8

// The states, P0 to P3.
const (
	CoreBusy    CoreState = iota
	CoreSlowed            // busy, the bandwidth of its processor over-subscribed
	CoreBeside            // idle, another core of the processor busy
	CoreIdle              // idle as all of the processor
	numOfStates           // how many there are
)

var stateWords = [numOfStates]string{"busy", "busy, bandwidth over-subscribed", "idle beside a busy core", "idle"}

// What can be drawn: beyond, one node stands for its kind, a block for a
// processor's cores, words for the rest.
const (
	drawnCores      = 4000
	drawnKinds      = 40
	drawnProcessors = 32  // of a node that stands for others
	blockOf         = 128 // cores of a processor that is drawn as one block
)

// SVG draws the picture.
func (f *Platform) SVG() string {
	p := f.plan()
	c := f.open("platform", p.desc(f))
	y := c.top
	if f.Now != "" {
		y += c.heading(y, f.Now) + 4
	}
	height := p.fit(c.w)
	for i := range p.blocks {
		p.draw(c, f, &p.blocks[i], y)
	}
	y += height
	if p.rest != "" {
		y += c.heading(y, p.rest) + 8
	}
	return c.close(p.key(c, f, y) + 2)
}

// platformSize is how many there are.
type platformSize struct{ nodes, processors, cores int }

// platformPlan is what is drawn where.
type platformPlan struct {
	blocks []platformBlock
	all    platformSize
	few    bool    // every core is drawn
	slow   float64 // cores, GFLOPS
	fast   float64
	large  float64 // memory, GB
	pitch  float64 // of cores
	states bool
	rest   string           // of kinds that are not drawn
	busy   [numOfStates]int // cores by state
}

// platformBlock is a kind of nodes.
type platformBlock struct {
	kind       *NodeKind
	from       platformSize // numbers of its first node, processor, core
	each       platformSize
	number     int
	drawn      int // nodes
	name       string
	detail     string
	x, y, w    float64
	heads      [2][]string // name and detail, in lines
	across     int         // nodes in a row
	node       spot        // width and height of one
	columns    int         // processors in a row of a node
	processor  spot
	processors int     // drawn of each node
	bar        float64 // height of the memory's bar: the larger it is, the higher
}

// clamped keeps counts to what can be added up.
func clamped(n int) int { return min(max(n, 0), 1<<20) }

// counted numbers nodes, processors and cores.
func counted(kinds []NodeKind) *platformPlan {
	p := &platformPlan{slow: math.Inf(1)}
	for i := range kinds {
		k := &kinds[i]
		b := platformBlock{kind: k, from: p.all, number: clamped(k.Number), each: platformSize{nodes: 1}}
		if k.Memory <= math.MaxFloat64 {
			p.large = math.Max(p.large, k.Memory)
		}
		for j := range k.Processors {
			q := &k.Processors[j]
			b.each.processors += clamped(q.Number)
			b.each.cores += clamped(q.Number) * clamped(q.Cores)
			if q.Speed > 0 && q.Speed <= math.MaxFloat64 {
				p.slow, p.fast = math.Min(p.slow, q.Speed), math.Max(p.fast, q.Speed)
			}
		}
		p.all.nodes += b.number
		p.all.processors += b.number * b.each.processors
		p.all.cores += b.number * b.each.cores
		p.blocks = append(p.blocks, b)
	}
	return p
}

func (f *Platform) plan() *platformPlan {
	p := counted(f.Kinds)
	p.states = len(f.States) > 0
	for i, s := range f.States {
		if i < p.all.cores {
			p.busy[min(s, CoreIdle)]++
		}
	}
	p.few = !f.Folded && p.all.cores <= drawnCores && p.all.nodes <= drawnCores
	p.cutOff()
	for i := range p.blocks {
		b := &p.blocks[i]
		b.drawn, b.processors = b.number, b.each.processors
		if !p.few {
			b.drawn, b.processors = min(b.number, 1), min(b.processors, drawnProcessors)
		}
		b.say(p)
	}
	return p
}

// cutOff leaves kinds that are too many to words.
func (p *platformPlan) cutOff() {
	if len(p.blocks) <= drawnKinds {
		return
	}
	from := p.blocks[drawnKinds].from
	p.rest = "and " + numeral.Count(len(p.blocks)-drawnKinds) + " more kinds: " + numeral.Count(p.all.nodes-from.nodes) + " nodes with " +
		numeral.Count(p.all.cores-from.cores) + " cores"
	p.blocks = p.blocks[:drawnKinds]
}

// memory is that of a node in words, if it is known.
func (b *platformBlock) memory() string {
	if !(b.kind.Memory > 0) {
		return ""
	}
	return numeral.Number(b.kind.Memory) + numeral.Thin + "GB"
}

// title names the kind and says how many there are.
func (b *platformBlock) title() string {
	name := orWord(b.kind.Name, "node")
	if b.number != 1 {
		name = numeral.Count(b.number) + " × " + name
	}
	return name
}

// say words the block.
func (b *platformBlock) say(p *platformPlan) {
	b.name = b.title()
	b.detail = b.memory()
	for i := range b.kind.Processors {
		q := &b.kind.Processors[i]
		if b.detail != "" {
			b.detail += ", "
		}
		if q.Number != 1 {
			b.detail += numeral.Count(q.Number) + " × "
		}
		b.detail += orWord(q.Name, "processor") + " (" + numeral.Count(q.Cores) + numeral.Plural(q.Cores, " core of ", " cores of ") +
			gflops(q.Speed) + ")"
	}
	if b.processors < b.each.processors {
		b.detail += "; " + numeral.Count(b.processors) + " of " + numeral.Count(b.each.processors) + " processors drawn"
	}
}

func (p *platformPlan) desc(f *Platform) string {
	if p.all.cores == 0 {
		return "Nothing to show yet."
	}
	s := numeral.Count(p.all.nodes) + numeral.Plural(p.all.nodes, " node", " nodes") + " with " + numeral.Count(p.all.processors) +
		numeral.Plural(p.all.processors, " processor", " processors") +
		" and " + numeral.Count(p.all.cores) + numeral.Plural(p.all.cores, " core", " cores") + p.speeds() + "."
	if p.states {
		s += " " + numeral.Count(p.busy[CoreBusy]+p.busy[CoreSlowed]) + " cores are busy, " + numeral.Count(p.busy[CoreSlowed]) +
			" of them slowed by their processor's bandwidth."
	}
	if f.Now != "" {
		s += " " + f.Now + "."
	}
	return s
}

func (p *platformPlan) speeds() string {
	switch {
	case p.fast == 0:
		return ""
	case p.slow == p.fast:
		return " of " + gflops(p.fast)
	}
	return " of " + numeral.Number(p.slow) + " to " + gflops(p.fast)
}

func gflops(v float64) string { return numeral.Number(v) + numeral.Thin + "GFLOPS" }

// strength is how strong the colour of a speed is: the slowest is seen well, the
// fastest has all of it.
func (p *platformPlan) strength(speed float64) float64 {
	switch {
	case !(speed > 0) || p.fast == 0:
		return 0.2
	case p.slow == p.fast:
		return 1
	}
	return 0.38 + 0.62*math.Max(0, math.Min(1, (speed-p.slow)/(p.fast-p.slow)))
}

// pitches are the distances of cores, from those of few to those of many.
var pitches = [...]float64{20, 16, 13, 11, 9, 8, 7, 6, 5}

// How high all nodes may stand before cores are drawn smaller; a legend is less.
const tall, tallFolded = 560, 260

// fit lays the blocks out with the largest cores that the height allows.
func (p *platformPlan) fit(width float64) (height float64) {
	most := float64(tall)
	if !p.few {
		most = tallFolded
	}
	for _, p.pitch = range pitches {
		if height = p.lay(width); height <= most && p.roomy(width) {
			break
		}
	}
	return height
}

// roomy says whether no node is wider than the drawing.
func (p *platformPlan) roomy(width float64) bool {
	for i := range p.blocks {
		if p.blocks[i].node.x > width {
			return false
		}
	}
	return true
}

// Lengths within a node.
const (
	nodeEdge   = 4.0 // from the node's box to its processors
	memoryBar  = 4.0 // at least
	memoryMost = 12.0
	bandBar    = 3.0
	headLead   = 15.0
	blockAside = 24.0 // between blocks
)

func (p *platformPlan) gap() float64 { return math.Max(1, math.Floor(p.pitch/6)) }

// between is how far nodes, and processors in a node, are from each other.
func (p *platformPlan) between() float64 { return math.Max(3, math.Floor(p.pitch/2)) }

// block says whether the cores of a processor are too many to be told apart.
func (p *platformPlan) block(q *ProcessorKind) bool { return !p.few && q.Cores > blockOf }

// cells is how the cores of a processor stand: columns and rows.
func (p *platformPlan) cells(q *ProcessorKind) (columns, rows int) {
	n := max(clamped(q.Cores), 1)
	if p.block(q) {
		n = blockOf
	}
	columns = inRows(n)
	return columns, (n + columns - 1) / columns
}

// inRows is how many of n stand in a row: as even as can be, wider than high.
func inRows(n int) int {
	root := math.Sqrt(float64(n))
	for c := int(math.Ceil(root)); float64(c) <= 2.5*root; c++ {
		if c > 0 && n%c == 0 {
			return c
		}
	}
	return max(1, int(math.Ceil(root)))
}

// lay places the blocks from left to right and down, and returns the height.
func (p *platformPlan) lay(width float64) float64 {
	x, y, high := 0.0, 0.0, 0.0
	most := math.Min(230, math.Floor((width-blockAside)/2)) // two beside each other on a phone
	for i := range p.blocks {
		b := &p.blocks[i]
		p.measure(b, width)
		apart := p.between()
		natural := float64(b.drawn)*(b.node.x+apart) - apart
		own := math.Max(textWidth(b.name, textSize), math.Min(textWidth(b.detail, textSize), most))
		b.w = math.Min(width, math.Max(natural, own))
		if x > 0 && x+b.w > width {
			x, y, high = 0, y+high+14, 0
		}
		b.x, b.y = x, y
		b.across = max(1, int((b.w+apart)/(b.node.x+apart)))
		b.heads = [2][]string{wrap(b.name, textSize, b.w, 3), wrap(b.detail, textSize, b.w, 12)}
		high = math.Max(high, b.head()+p.body(b))
		x += b.w + blockAside
	}
	if len(p.blocks) == 0 {
		return 0
	}
	return y + high + 14
}

// head is the height of what is written above the nodes.
func (b *platformBlock) head() float64 {
	return headLead*float64(len(b.heads[0])+len(b.heads[1])) + 7
}

// body is the height of the nodes.
func (p *platformPlan) body(b *platformBlock) float64 {
	rows := (b.drawn + b.across - 1) / b.across
	h := float64(rows)*(b.node.y+p.between()) - p.between()
	if !p.few && p.states {
		h += 22
	}
	return math.Max(h, 0)
}

// measure sizes a node of the block.
func (p *platformPlan) measure(b *platformBlock, width float64) {
	b.processor = spot{}
	for i := range b.kind.Processors {
		q := &b.kind.Processors[i]
		columns, rows := p.cells(q)
		b.processor.x = math.Max(b.processor.x, float64(columns)*p.pitch-p.gap())
		b.processor.y = math.Max(b.processor.y, float64(rows)*p.pitch-p.gap())
	}
	b.processor.x += 4 + bandBar
	b.processor.y += 4
	b.bar = memoryBar
	if b.kind.Memory > 0 && p.large > 0 {
		b.bar = math.Max(memoryBar, math.Round(memoryMost*math.Sqrt(math.Min(1, b.kind.Memory/p.large))))
	}
	apart := math.Max(2, p.between()-2)
	n := max(b.processors, 1)
	b.columns = inRows(n)
	if most := int((width - 2*nodeEdge + apart) / (b.processor.x + apart)); b.columns > most {
		b.columns = max(1, most)
	}
	rows := (n + b.columns - 1) / b.columns
	b.node = spot{
		2*nodeEdge + float64(b.columns)*(b.processor.x+apart) - apart,
		2*nodeEdge + float64(rows)*(b.processor.y+apart) - apart + b.bar + 2,
	}
}

// draw writes one block.
func (p *platformPlan) draw(c *canvas, f *Platform, b *platformBlock, top float64) {
	y := top + b.y + 12
	c.s(`<g class="kind"`).keyed(b.kind.Name).s(`>`)
	for _, l := range b.heads[0] {
		c.text(b.x, y, 's', l)
		y += headLead
	}
	c.soften("")
	for _, l := range b.heads[1] {
		c.text(b.x, y, 's', l)
		y += headLead
	}
	c.s(`</g>`)
	marks := newPlatformMarks(len(b.kind.Processors))
	y += 7 - 12
	for i := range b.drawn {
		at := spot{b.x + float64(i%b.across)*(b.node.x+p.between()), y + float64(i/b.across)*(b.node.y+p.between())}
		p.outline(marks, f, b, i, at)
	}
	marks.write(c, p, b)
	for i := range b.drawn {
		at := spot{b.x + float64(i%b.across)*(b.node.x+p.between()), y + float64(i/b.across)*(b.node.y+p.between())}
		c.s(`<path fill="none" pointer-events="all" stroke-width="1"`).stroke(soft).s(` d="`).square(at.x+.5, at.y+.5, b.node.x-1,
			b.node.y-1).s(`"`)
		c.says(p.words(f, b, i), "", spot{at.x + b.node.x/2, at.y + b.node.y/2})
		c.s(`</path>`)
	}
	if !p.few && p.states {
		p.shares(c, f, b, y+b.node.y+p.between())
	}
	c.s("</g>\n")
}

// square appends a rectangle to the data of a path.
func (c *canvas) square(x, y, w, h float64) *canvas {
	return c.move(x, y).s(`h`).n(w).s(`v`).n(h).s(`h`).n(-w).s(`z`)
}

// platformMarks gathers what is drawn alike into one path each.
type platformMarks struct {
	cores               [][numOfStates]canvas // of each kind of processor
	grounds, over       canvas                // processors, and those with too much asked
	tracks, taken, band canvas                // bars
}

func newPlatformMarks(kinds int) *platformMarks {
	return &platformMarks{cores: make([][numOfStates]canvas, kinds)}
}

// outline adds a node.
func (p *platformPlan) outline(marks *platformMarks, f *Platform, b *platformBlock, i int, at spot) {
	apart := math.Max(2, p.between()-2)
	n, first := 0, b.from.cores+i*b.each.cores
	for k := range b.kind.Processors {
		q := &b.kind.Processors[k]
		for range clamped(q.Number) {
			if n == b.processors {
				break
			}
			x := at.x + nodeEdge + float64(n%b.columns)*(b.processor.x+apart)
			y := at.y + nodeEdge + float64(n/b.columns)*(b.processor.y+apart)
			marks.grounds.square(x, y, b.processor.x, b.processor.y)
			p.cores(&marks.cores[k], f, q, first, spot{x + 2, y + 2})
			if p.few {
				p.band(marks, f, b.from.processors+i*b.each.processors+n, spot{x, y}, b.processor)
			}
			n++
			first += clamped(q.Cores)
		}
	}
	y, w := at.y+b.node.y-nodeEdge-b.bar+1, b.node.x-2*nodeEdge
	marks.tracks.square(at.x+nodeEdge, y, w, b.bar)
	if j := b.from.nodes + i; p.few && j < len(f.Memory) {
		if part := part(f.Memory[j]); part > 0 {
			marks.taken.square(at.x+nodeEdge, y, w*part, b.bar)
		}
	}
}

// part keeps a fraction to what a bar can show.
func part(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	return math.Min(v, 1)
}

// band adds a processor's bandwidth, and its frame when too much is asked.
func (p *platformPlan) band(marks *platformMarks, f *Platform, i int, at, size spot) {
	if i >= len(f.Bandwidth) {
		return
	}
	h := (size.y - 4) * part(f.Bandwidth[i])
	if h > 0 {
		marks.band.square(at.x+size.x-bandBar-.5, at.y+size.y-2-h, bandBar-1, h)
	}
	if f.Bandwidth[i] > 1 {
		marks.over.square(at.x-.5, at.y-.5, size.x+1, size.y+1)
	}
}

// cores adds those of a processor: a row of like ones is one dashed stroke.
func (p *platformPlan) cores(to *[numOfStates]canvas, f *Platform, q *ProcessorKind, first int, at spot) {
	columns, rows := p.cells(q)
	if p.block(q) {
		to[CoreBusy].square(at.x, at.y, float64(columns)*p.pitch-p.gap(), float64(rows)*p.pitch-p.gap())
		return
	}
	state := func(k int) CoreState {
		if k += first; p.few && k < len(f.States) {
			return min(f.States[k], CoreIdle)
		}
		return CoreBusy
	}
	n := clamped(q.Cores)
	for from := 0; from < n; {
		s, end := state(from), from+1
		for end < n && end%columns != 0 && state(end) == s {
			end++
		}
		x, y := at.x+float64(from%columns)*p.pitch, at.y+float64(from/columns)*p.pitch
		side := p.pitch - p.gap()
		mid := y + side/2
		if s == CoreSlowed { // three quarters of its speed
			mid = y + side*5/8
		}
		to[s].move(x, mid).s(`h`).n(float64(end-from)*p.pitch - p.gap())
		from = end
	}
}

// write draws what was gathered.
func (marks *platformMarks) write(c *canvas, p *platformPlan, b *platformBlock) {
	path := func(of *canvas, attributes func()) {
		if len(of.b) > 0 {
			c.s(`<path d="`)
			c.b = append(c.b, of.b...)
			c.s(`"`)
			attributes()
			c.s(`/>`)
		}
	}
	path(&marks.grounds, func() { c.fill(soft).s(` fill-opacity=".1"`) })
	path(&marks.tracks, func() { c.fill(soft).s(` fill-opacity=".2"`) })
	path(&marks.taken, func() { c.s(` class="memory"`).fill(soft) })
	path(&marks.band, func() { c.s(` class="bandwidth"`).fill(soft) })
	side := p.pitch - p.gap()
	for k := range marks.cores {
		q := &b.kind.Processors[k]
		for s := range marks.cores[k] {
			path(&marks.cores[k][s], func() { p.paint(c, CoreState(s), q.Speed, side, true, p.block(q)) })
		}
	}
	path(&marks.over, func() { c.s(` class="over" fill="none" stroke-width="1.6"`).stroke(ink) })
}

// paint gives cores the look of their state: as strokes so high, or as one block.
func (p *platformPlan) paint(c *canvas, s CoreState, speed, side float64, dashed, solid bool) {
	class := [numOfStates]string{"p0", "p1", "p2", "p3"}[s]
	if solid {
		c.s(` class="`).s(class).s(`"`).fill(accent).s(` fill-opacity="`).frac(p.strength(speed)).s(`"`)
		return
	}
	c.s(` class="`).s(class).s(`" fill="none"`)
	if dashed {
		c.s(` stroke-dasharray="`).xy(side, p.gap()).s(`"`)
	}
	c.s(` stroke-width="`)
	high := side
	if s == CoreSlowed {
		high = side * 3 / 4
	}
	c.n(high).s(`"`)
	switch s {
	case CoreBeside:
		c.stroke(soft).s(` stroke-opacity=".5"`)
	case CoreIdle:
		c.stroke(soft).s(` stroke-opacity=".2"`)
	default:
		c.stroke(accent).s(` stroke-opacity="`).frac(p.strength(speed)).s(`"`)
	}
}

// shares draws how many cores of a kind are in which state.
func (p *platformPlan) shares(c *canvas, f *Platform, b *platformBlock, y float64) {
	var n [numOfStates]int
	all := b.number * b.each.cores
	for i := b.from.cores; i < b.from.cores+all && i < len(f.States); i++ {
		n[min(f.States[i], CoreIdle)]++
	}
	if all == 0 {
		return
	}
	words := numeral.Share(float64(n[CoreBusy]+n[CoreSlowed])/float64(all)) + " busy"
	w, x := b.w-textWidth(words, textSize)-10, b.x
	if w > 30 {
		for s := range n {
			long := w * float64(n[s]) / float64(all)
			c.line(x, y+10, x+long, y+10)
			p.paint(c, CoreState(s), p.fast, 10, false, false)
			c.s(`/>`)
			x += long
		}
		x += 8
	}
	c.text(x, y+14, 's', words)
}

// words are those of a node.
func (p *platformPlan) words(f *Platform, b *platformBlock, i int) string {
	if !p.few && b.number > 1 {
		return b.name + ": " + b.detail
	}
	from := b.from.cores + i*b.each.cores
	s := "node " + numeral.Count(b.from.nodes+i) + ", " + orWord(b.kind.Name, "node") + ", cores " + numeral.Count(from) + "–" +
		numeral.Count(from+max(b.each.cores, 1)-1)
	if !p.states {
		return s + ": " + b.detail
	}
	busy, over := 0, 0
	for k := from; k < from+b.each.cores && k < len(f.States); k++ {
		if f.States[k] <= CoreSlowed {
			busy++
		}
	}
	s += ": " + numeral.Count(busy) + " of " + numeral.Count(b.each.cores) + " busy"
	if j := b.from.nodes + i; j < len(f.Memory) {
		s += ", " + numeral.Share(f.Memory[j]) + " of " + orWord(b.memory(), "its memory") + " taken"
	}
	first, most := b.from.processors+i*b.each.processors, 0.0
	for k := first; k < first+b.each.processors && k < len(f.Bandwidth); k++ {
		most = math.Max(most, f.Bandwidth[k])
		if f.Bandwidth[k] > 1 {
			over++
		}
	}
	if len(f.Bandwidth) > 0 {
		s += ", bandwidth asked up to " + numeral.Share(most)
	}
	if over > 0 {
		s += ", " + numeral.Count(over) + " of " + numeral.Count(b.each.processors) + numeral.Plural(b.each.processors, " processor",
			" processors") + " over-subscribed"
	}
	return s
}

// key says what colours and bars mean; it returns where it ends.
func (p *platformPlan) key(c *canvas, f *Platform, y float64) float64 {
	if p.all.cores == 0 {
		return y
	}
	y += p.ramp(c, y)
	var list []swatch
	if p.states {
		for s := range numOfStates {
			list = append(list, swatch{stateWords[s], func(x, y float64) {
				mid := y + 6.5
				if s == CoreSlowed {
					mid = y + 8.125
				}
				c.line(x, mid, x+13, mid)
				p.paint(c, s, p.fast, 13, false, false)
				c.s(`/>`)
				if s == CoreSlowed {
					c.rect(x, y, 13, 13).s(` fill="none" stroke-width="1.6"`).stroke(ink).s(`/>`)
				}
			}})
		}
	}
	if p.few && len(f.Memory) > 0 {
		list = append(list, swatch{"memory taken (higher: more)", func(x, y float64) {
			c.rect(x, y+5, 13, memoryBar).fill(soft).s(` fill-opacity=".2"/>`)
			c.rect(x, y+5, 8, memoryBar).fill(soft).s(`/>`)
		}})
	}
	if p.few && len(f.Bandwidth) > 0 {
		list = append(list, swatch{"bandwidth asked", func(x, y float64) {
			c.rect(x+5, y, bandBar, 13).fill(soft).s(` fill-opacity=".2"/>`)
			c.rect(x+5, y+5, bandBar, 8).fill(soft).s(`/>`)
		}})
	}
	return y + c.swatches(list, y)
}

// ramp is the key of speeds, if they differ.
func (p *platformPlan) ramp(c *canvas, y float64) float64 {
	if !(p.fast > p.slow) {
		return 0
	}
	return c.ramp(y, numeral.Number(p.slow), gflops(p.fast)+" a core", 6, func(k int) {
		c.fill(accent).s(` fill-opacity="`).frac(p.strength(p.slow + (p.fast-p.slow)*float64(k)/5)).s(`"`)
	})
}

// swatch is a sample of 13 by 13 pixels, and its words.
type swatch struct {
	words string
	draw  func(x, y float64)
}

// swatches is a key of samples; it returns the height taken.
func (c *canvas) swatches(list []swatch, y float64) float64 {
	if len(list) == 0 {
		return 0
	}
	x, top := 0.0, y
	c.s(`<g class="plot-key">`)
	for i := range list {
		w := 20 + textWidth(list[i].words, textSize)
		if x > 0 && x+w > c.w {
			x, y = 0, y+18
		}
		list[i].draw(x, y)
		c.hush(x+20, y+11, 's', cut(list[i].words, textSize, c.w-20))
		x += w + 16
	}
	c.s("</g>\n")
	return y - top + 21
}
