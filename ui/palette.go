package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/slurm/model"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Palette finds whatever the page has by its name: rooms, methods, the settings of the view
// in sight, examples, kept logs, documents and actions.
type Palette struct{ App *App }

// Some says that something is found, Active is the id of the one that is chosen.
func (c *Palette) Some() bool { return len(c.App.palette.found) > 0 }

// Active is the id of the option that Enter takes.
func (c *Palette) Active() string {
	if !c.Some() {
		return ""
	}
	return optionID(c.App.palette.at)
}

func optionID(i int) string { return "palette-" + strconv.Itoa(i) }

// palette is what is looked for, and what is found.
type palette struct {
	shown bool
	found []thing
	at    int // the one that is chosen
}

// thing is something to go to, or to do: what a button would ask for.
type thing struct{ group, name, says, act, arg string }

// What a thing asks for that no button does.
const (
	toPage      = "palette-page"      // arg is its address
	toSetting   = "palette-setting"   // arg is its key
	toElsewhere = "palette-elsewhere" // arg is a view's key and a setting's
)

// documents are the pages beside this one.
var documents = [...][3]string{
	{"docs/tour.html", "The tour", "through every view"},
	{"docs/gallery.html", "Eight questions", "as pictures, each what a link gives"},
	{"course/index.html", "The course", "a lecture on backfilling"},
	{"docs/method.html", "How results are defined", "every formula"},
	{"docs/orders.html", "Queue orders, ties and rules", "formulas, how a pass goes"},
	{"docs/verdicts.html", "Changes, ranges and verdicts", "when a change counts as shown"},
	{"docs/choosing.html", "Choosing, tuning and predicting, defined", ""},
	{"docs/learning.html", "Learned orders, clusters and agents, defined", ""},
	{"docs/formats.html", "Metrics and formats", "links, JSON, CSV, random numbers"},
	{"docs/glossary.html", "Glossary", "what words mean, definitions of terms"},
	{"docs/solutions.html", "Solutions of the exercises", "a sheet for the teacher of the course"},
	{"docs/evidence.html", "What the evidence is worth", "how often a headline is wrong"},
	{"docs/evidence-rules.html", "What the evidence on rules and users is worth", "rules read off a log, users who wait"},
	{"docs/published.html", "Beside the published numbers", "what studies printed"},
	{"docs/inputs.html", "Which files are read", "formats and their fields"},
	{"docs/slurm.html", "Slurm’s passes", "how exact they are, jobs run freely"},
	{"docs/slurm-site.html", "Slurm as a site has it set", "check, fair share, what a change does, when a job starts"},
	{"docs/slurm-parameters.html", "Slurm’s files and parameters", "what is read, every parameter"},
	{"docs/prediction.html", "Predicted run times, studied", "how run times are learned and what that is worth"},
	{"docs/heterogeneous.html", "Unequal processors, studied", "placing jobs on machines of unequal processors and energy"},
	{"docs/regression.html", "Orders found by regression, studied", "how queue orders are learned"},
	{"docs/architecture.html", "How the code is laid out", "for who contributes"},
	{"docs/limits.html", "Limits", "what has one, and why"},
	{"docs/speed.html", "Speed", "what computing costs"},
	{"docs/command.html", "The command", "the same without a browser"},
	{"docs/command-methods.html", "The command: the other methods", "learn, predict, tune, online, place"},
	{"docs/campaigns.html", "Campaigns", "many machines"},
	{"docs/embed.html", "In a page of yours", "frames, and what they are told"},
	{"docs/offline.html", "One file, and without a network", ""},
	{"docs/edge.html", "Public logs one press away", ""},
	{"docs/index.html", "All documentation", ""},
}

// Finds says whether the palette is open.
func (a *App) Finds() bool { return a.palette.shown }

// open opens it; in a frame the page around it is what one moves about in.
func (p *palette) open(a *App) {
	if a.InFrame || p.shown {
		return
	}
	*p = palette{shown: true}
	a.Browser.Borrow("palette-field")
	p.find(a, "")
}

// close closes it; what had the focus has it again.
func (p *palette) close(a *App) {
	*p = palette{}
	a.Browser.Draw(hostPalette, "")
	a.Browser.Return()
}

// act does what the palette's own elements ask for.
func (p *palette) act(a *App, what, arg string) {
	switch {
	case what == "palette-find":
		a.Post(func() { p.find(a, arg) })
	case what == "palette-go":
		if i, err := strconv.Atoi(arg); err == nil {
			p.take(a, i)
		}
	case p.shown:
		p.close(a)
	default:
		p.open(a)
	}
}

// Find opens the palette, or closes it.
func (a *App) Find() { a.palette.act(a, "palette", "") }

// FindKey handles a key pressed in the palette's field.
func (a *App) FindKey(key string) {
	p := &a.palette
	n := len(p.found)
	switch {
	case !p.shown:
	case key == "Escape":
		p.close(a)
	case n == 0:
	case key == "ArrowDown":
		p.choose(a, (p.at+1)%n)
	case key == "ArrowUp":
		p.choose(a, (p.at+n-1)%n)
	case key == "Enter":
		p.take(a, p.at)
	}
}

// find shows what answers to most of the words, or to what stands for them, the best first.
func (p *palette) find(a *App, text string) {
	if !p.shown {
		return
	}
	q := newQuery(text)
	if len(q) == 0 {
		p.found = a.things()
		p.choose(a, 0)
		return
	}
	type answer struct {
		thing
		sum, words int
	}
	var list []answer
	most := 0
	for _, x := range append(a.things(), a.elsewhere()...) {
		if sum, words := q.worth(&x); words > 0 {
			list, most = append(list, answer{x, sum + favour[x.group], words}), max(most, words)
		}
	}
	slices.SortStableFunc(list, func(x, y answer) int { return cmp.Or(y.words-x.words, y.sum-x.sum) })
	p.found = nil
	for _, x := range list {
		if x.words == most && len(p.found) < mostFound {
			p.found = append(p.found, x.thing)
		}
	}
	p.choose(a, 0)
}

// mostFound is how many things are listed.
const mostFound = 60

// favour is by how much things of a group go before others that answer as well.
var favour = map[string]int{"room": 2, "method": 2, "action": 2, "setting": 1, "page": 1}

// choose makes one the chosen, and draws them.
func (p *palette) choose(a *App, at int) {
	p.at = at
	if len(p.found) == 0 {
		a.Browser.Draw(hostPalette, `<p class="hint" role="status">Nothing here is called that.</p>`)
		return
	}
	var b strings.Builder
	b.WriteString(`<ul role="listbox" id="palette-options" aria-label="What was found">`)
	for i, x := range p.found {
		b.WriteString(`<li role="option" id="` + optionID(i) + `" aria-selected="` + lab.Bool(i == at) + `" data-act="palette-go" data-arg="` +
			strconv.Itoa(i) + `"><b>` + lab.Esc(x.name) + `</b> <span>` + lab.Esc(x.says) + `</span> <small>` + x.group + `</small></li>`)
	}
	b.WriteString(`</ul>`)
	a.Browser.Draw(hostPalette, b.String())
	a.Browser.Reveal(optionID(at))
}

// take does what one asks for.
func (p *palette) take(a *App, i int) {
	if i < 0 || i >= len(p.found) {
		return
	}
	x := p.found[i]
	p.close(a)
	switch x.act {
	case toPage:
		a.Browser.Follow(x.arg)
	case toSetting:
		if v, ok := a.View.(jumper); ok {
			a.Browser.Find(v.Uncover(x.arg))
		}
	case toElsewhere:
		view, key, _ := strings.Cut(x.arg, " ")
		a.Act("view", view)
		if v, ok := a.View.(jumper); ok {
			a.Browser.Find(v.Uncover(key))
		}
	default:
		a.Act(x.act, x.arg)
	}
}

// jumper is a view whose settings have fields to go to; Uncover unfolds the one of that key, and gives what
// the field sets.
type jumper interface {
	Controls() []study.Setting
	Uncover(key string) string
}

// elsewhere is what is found only when it is looked for: settings of other methods, and parameters of Slurm.
func (a *App) elsewhere() (list []thing) {
	for _, x := range a.methods() {
		if v, ok := x.(jumper); ok && x != a.View {
			for _, s := range v.Controls() {
				list = append(list, thing{"setting of " + x.Name(), s.Name, s.Hint, toElsewhere, x.Key() + " " + s.Key})
			}
		}
	}
	for i := range model.Parameters {
		p := &model.Parameters[i]
		list = append(list, thing{p.In(), p.Name, p.Says, toPage, "docs/slurm-parameters.html#parameters-table"})
	}
	return list
}

// things are all that can be found now.
func (a *App) things() (list []thing) {
	add := func(group, name, says, act, arg string) { list = append(list, thing{group, name, says, act, arg}) }
	for _, r := range a.Rooms() {
		says := ""
		if v, ok := a.find(Shows(r.Key)); ok {
			says = v.Purpose().Asks
		}
		add("room", r.Name, says, "room", r.Key)
	}
	for _, v := range a.methods() {
		add("method", v.Name(), v.Purpose().Asks, "view", v.Key())
	}
	if v, ok := a.View.(jumper); ok && a.Shown() {
		for _, s := range v.Controls() {
			add("setting", s.Name, s.Hint, toSetting, s.Key)
		}
	}
	for _, x := range examples {
		add("example", x.Name, x.Says, "example", x.Query)
	}
	for _, k := range a.kept.logs {
		add("kept log", k.Name, "", "kept-open", k.Digest.Hex())
	}
	for _, d := range documents {
		add("page", d[1], d[2], toPage, d[0])
	}
	add("action", "Choose files", "your accounting files, or a log", "choose-file", "")
	add("action", "Theme", "light, dark, or as the system", "theme", "")
	add("action", "Keys", "what they do", "keys", "")
	add("action", "Print", "what is in sight", "print", "")
	if a.Shown() {
		add("action", "Copy a link", "to what is in sight", "link", "")
	}
	if a.Trace != nil {
		add("action", "Another log", "", "another", "")
		if a.Answers() {
			add("action", "Save the report", "the answer on A4", "save-report", "")
		}
	}
	return list
}
