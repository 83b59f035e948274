package replay

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/report/lanes"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// colours are what the picture's colours can mean: as links have them, and in words.
var colours = [...][2]string{{"wait", "how long it waits"}, {"user", "user"}, {"size", "processors"}, {"length", "requested time"},
	{"how", "how it started"}}

// colourSetting is the one in links.
func colourSetting(at *string) study.Setting {
	return study.Words("colour", func() string { return *at }, func(text string) error {
		for _, c := range colours {
			if c[0] == text {
				*at = text
				return nil
			}
		}
		return errors.New("colour: give wait, user, size, length or how")
	})
}

// painting is what the colours of a schedule mean.
type painting struct {
	lanes.Paint
	palette []lab.Tone // of the picture's pixels
	users   []int64    // of the first classes, where they are users
}

// keptPaints bounds the paintings that are kept: each has a byte a job.
const keptPaints = 12

// paint is the painting of a side.
func (v *View) paint(side int) *painting {
	x := v.scene
	key := strconv.Itoa(side) + v.at.colour + v.User()
	if p := x.paints[key]; p != nil {
		return p
	}
	p := &painting{}
	marked := "--time"
	switch v.at.colour {
	case "user":
		p.byUser(x.trace, v.ids())
		marked = "--ink"
	case "size":
		p.bySize(x.trace)
	case "length":
		p.byLength(x.trace)
		marked = "--area"
	case "how":
		p.byHow(v, side)
	default:
		p.Paint = *x.layout(side).Waited()
		for _, tone := range palette[waited:] {
			p.tone(tone.Name, tone.Strength)
		}
	}
	if u, ok := v.theirs(); ok {
		p.marks(x.trace.User, u, "user "+v.User(), marked)
	}
	p.palette = slices.Clone(palette[:waited])
	p.palette[mark].Name = marked
	for _, tone := range p.Tones {
		p.palette = append(p.palette, lab.Tone{Name: tone.Hue, Strength: tone.Strength})
	}
	if x.paints == nil || len(x.paints) >= keptPaints {
		x.paints = map[string]*painting{}
	}
	x.paints[key] = p
	return p
}

func (p *painting) tone(hue string, strength float64) {
	p.Tones = append(p.Tones, plot.LaneTone{Hue: hue, Strength: strength})
}

// shades gives n classes in an order tones of one hue.
func (p *painting) shades(hue string, n int) {
	for i := range n {
		p.tone(hue, 0.28+0.72*float64(i)/float64(max(1, n-1)))
	}
}

// byUser gives the users with most processor time a hue each, the others one together.
func (p *painting) byUser(t *job.Trace, ids []int64) {
	work := make([]float64, len(ids))
	all := 0.0
	for j, u := range t.User {
		w := float64(t.Size[j]) * float64(t.Run[j])
		work[u] += w
		all += w
	}
	ranks := make([]int, len(ids))
	for u := range ranks {
		ranks[u] = u
	}
	slices.SortStableFunc(ranks, func(a, b int) int { return cmp.Compare(work[b], work[a]) })
	hues := plot.UserHues()
	n := min(len(ids), len(hues))
	class := make([]uint8, len(ids))
	rest := all
	for u := range class {
		class[u] = uint8(n)
	}
	for i, u := range ranks[:n] {
		class[u] = uint8(i)
		rest -= work[u]
		p.users = append(p.users, ids[u])
		p.Words = append(p.Words, "user "+strconv.FormatInt(ids[u], 10)+" ("+numeral.Share(work[u]/max(all, 1))+")")
		p.tone(hues[i], 1)
	}
	if n < len(ids) {
		p.Words = append(p.Words, numeral.Count(len(ids)-n)+" others ("+numeral.Share(rest/max(all, 1))+")")
		p.tone("--ink-soft", plot.OthersStrength)
	}
	p.Of = "of the processor time:"
	p.Classes = make([]uint8, t.Len())
	for j, u := range t.User {
		p.Classes[j] = class[u]
	}
}

// mostShades are so many classes at most that shades of one hue tell apart.
const mostShades = 6

// bySize has classes of processors by powers of two, as many taken together as it takes.
func (p *painting) bySize(t *job.Trace) {
	classes := job.SizeClasses(t.Procs)
	n := min(classes, mostShades)
	low := make([]int64, n+1)
	for c := range classes {
		if i := c * n / classes; low[i] == 0 {
			low[i] = 1 << c
		}
	}
	low[n] = t.Procs + 1
	p.Of = "processors:"
	for i := range n {
		words := numeral.Count(low[i])
		if high := low[i+1] - 1; high > low[i] {
			words += " to " + numeral.Count(high)
		}
		p.Words = append(p.Words, words)
	}
	p.shades("--size", n)
	p.Classes = make([]uint8, t.Len())
	for j, q := range t.Size {
		p.Classes[j] = uint8(job.SizeClass(int64(q)) * n / classes)
	}
}

// lengthBounds are the bounds of the classes of requested times.
var lengthBounds = [...]int64{900, 3600, 4 * 3600, 12 * 3600, job.Day}

func (p *painting) byLength(t *job.Trace) {
	p.Of = "asked for"
	for i, s := range lengthBounds {
		p.Words = append(p.Words, [...]string{"under ", "up to "}[min(i, 1)]+numeral.Duration(float64(s)))
	}
	p.Words = append(p.Words, "longer")
	p.shades("--time", len(p.Words))
	p.Classes = make([]uint8, t.Len())
	for j, s := range t.Request {
		c, _ := slices.BinarySearch(lengthBounds[:], s)
		if s == lengthBounds[0] { // that is not under it
			c = 1
		}
		p.Classes[j] = uint8(c)
	}
}

// byHow asks how jobs started; until then all are alike.
func (p *painting) byHow(v *View, side int) {
	x := v.scene
	p.Classes = make([]uint8, x.trace.Len())
	if x.logged(side) {
		p.Of, p.Words = "started", []string{"from the front or by backfilling: the log does not say"}
		p.tone("--ink", 0.35)
		return
	}
	hows := x.hows[side]
	if hows == nil {
		p.Of, p.Words = "started", []string{"is being asked"}
		p.tone("--ink", 0.35)
		v.askHow(side)
		return
	}
	back := 0
	for j, how := range hows {
		if how == why.Backfilled {
			p.Classes[j] = 1
			back++
		}
	}
	share := float64(back) / float64(max(1, len(hows)))
	p.Of = "started"
	p.Words = []string{"from the front of the queue (" + numeral.Share(1-share) + " of the jobs)",
		"by backfilling (" + numeral.Share(share) + ")"}
	p.tone("--ink", 0.35)
	p.tone("--accent", 0.9)
}

// askHow asks how the jobs of a side started, once.
func (v *View) askHow(side int) {
	x := v.scene
	if x.asked[side] || !v.answers() {
		return
	}
	x.asked[side] = true
	v.Lab.Engine.Detail(v.study(), replay.HowRequest(x.k, side), func(b []byte, err error) {
		v.Lab.Post(func() {
			x.asked[side] = false
			if err != nil || len(b) != x.trace.Len() {
				if !errors.Is(err, lab.ErrCancelled) {
					x.asked[side] = true // it would not be told the next time either
				}
				return
			}
			x.hows[side] = replay.DecodeHow(b)
			x.paints = nil
			if v.scene == x {
				v.soon()
			}
		})
	})
}

// with has the chosen job in a class of its own, as the picture on the page marks it.
func (p *painting) with(chosen int, number string) *lanes.Paint {
	if chosen == why.None {
		return &p.Paint
	}
	x := p.Paint
	x.Words = append(slices.Clone(x.Words), "job "+number)
	x.Tones = append(slices.Clone(p.Tones), p.chosen())
	x.Classes = slices.Clone(x.Classes)
	x.Classes[chosen] = uint8(len(x.Words) - 1)
	return &x
}

// chosen is the tone of the job that is chosen.
func (p *painting) chosen() plot.LaneTone {
	return plot.LaneTone{Hue: p.palette[mark].Name, Strength: p.palette[mark].Strength}
}

// key says what the colours mean.
func (p *painting) key() string {
	html := lab.Esc(numeral.Capital(p.Of))
	for i, words := range p.Words {
		tone := p.palette[waited+i]
		html += ` <span><i style="background:var(` + tone.Name + `);opacity:` + strconv.FormatFloat(tone.Strength, 'f', 2, 64) + `"></i>`
		if i < len(p.users) {
			html += lab.Tool("replay-user", strconv.FormatInt(p.users[i], 10), "The jobs of "+words, words) + `</span>`
		} else {
			html += lab.Esc(words) + `</span>`
		}
	}
	return html
}

// colourTools choose what the colours mean.
func (v *View) colourTools() string {
	html := `<span class="replay-colour"><label for="replay-colour">Colour:</label> <select class="inline" id="replay-colour" data-set="replay-colour">`
	for _, c := range colours {
		if c[0] == "user" && !v.People() {
			continue
		}
		html += `<option value="` + c[0] + `"`
		if c[0] == v.at.colour {
			html += ` selected`
		}
		html += `>` + c[1] + `</option>`
	}
	return html + `</select></span> `
}
