package lab

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Panel is a part of a form, drawn into a host: fields with labels, boxes to
// tick. Its HTML holds no values, so that setting one redraws nothing and the
// focus stays; they are shown beside it.
type Panel struct {
	html   strings.Builder
	values [][2]string // id and what its field shows
}

// HTML adds what is no field.
func (p *Panel) HTML(s string) { p.html.WriteString(s) }

// Open and Close are the panel's frame.
func (p *Panel) Open(id, class, legend string) {
	p.HTML(`<fieldset id="` + id + `" class="panel ` + class + `"><legend>` + Esc(legend) + `</legend>`)
}

// Close ends what Open began.
func (p *Panel) Close() { p.HTML(`</fieldset>`) }

// Field is a row of a form: a label, the field of a setting, and what it does.
type Field struct {
	Of          *study.Setting
	ID          string // "": the form's prefix and the setting's key
	Key         string // what Set is called with, "": the setting's own
	Label       string // "": the setting's name
	Hint        string // "": the setting's
	Placeholder string // while it is empty
	Shown       string // its value, as the field shows it
	Low, High   string // of whole numbers
	NoHint      bool
	Second      *Field // another one in the same row, without a label of its own
}

// Row adds a field.
func (p *Panel) Row(f Field) {
	p.HTML(`<p class="field">`)
	if f.Of.Form == study.Switch {
		p.control(f, "")
		p.HTML(` `)
		p.label(f)
	} else {
		p.label(f)
		if f.Of.Before != "" {
			p.HTML(` ` + Esc(f.Of.Before))
		}
		p.HTML(` `)
		p.control(f, "")
		if f.Of.Unit != "" {
			p.HTML(` ` + Esc(f.Of.Unit))
		}
	}
	if f.Second != nil {
		p.HTML(` `)
		p.control(*f.Second, ` aria-label="`+Esc(f.Second.Of.Name)+`"`)
	}
	hint := f.Hint
	if hint == "" {
		hint = f.Of.Hint
	}
	if hint != "" && !f.NoHint {
		p.HTML(` <span class="hint">` + Esc(hint) + `</span>`)
	}
	p.HTML(`</p>`)
}

func (p *Panel) label(f Field) {
	label := f.Label
	if label == "" {
		label = f.Of.Name
	}
	p.HTML(`<label for="` + f.ID + `">` + Esc(label) + `</label>`)
}

// control adds the field itself; aria names it where no label does.
func (p *Panel) control(f Field, aria string) {
	key := f.Key
	if key == "" {
		key = f.Of.Key
	}
	common := ` id="` + f.ID + `" data-set="` + Esc(key) + `"`
	if f.Placeholder != "" {
		common += ` placeholder="` + Esc(f.Placeholder) + `"`
	}
	switch f.Of.Form {
	case study.Choice:
		p.HTML(`<select` + common + aria + `>`)
		for _, o := range f.Of.Options {
			p.HTML(`<option value="` + Esc(o.Value) + `">` + Esc(o.Words) + `</option>`)
		}
		p.HTML(`</select>`)
	case study.Switch:
		p.HTML(`<input type="checkbox"` + common + `>`)
	case study.Integer:
		p.HTML(`<input type="number" min="` + f.Low + `"`)
		if f.High != "" {
			p.HTML(` max="` + f.High + `"`)
		}
		p.HTML(common + `>`)
	case study.Decimal:
		p.HTML(`<input type="text" inputmode="decimal" size="5"` + common + `>`)
	default:
		size := f.Of.Digits
		if size == 0 {
			size = 34
		}
		p.HTML(`<input type="text" size="` + strconv.Itoa(size) + `" spellcheck="false" autocomplete="off"` + common + `>`)
	}
	p.Shows(f.ID, f.Shown)
}

// Box adds a box to tick with its label; html is what the label holds.
func (p *Panel) Box(id, set, html string, on bool) {
	p.HTML(`<input type="checkbox" id="` + Esc(id) + `" data-set="` + Esc(set) + `"> <label for="` + Esc(id) + `">` + html + `</label>`)
	p.Shows(id, strconv.FormatBool(on))
}

// Shows says what a field shows.
func (p *Panel) Shows(id, value string) { p.values = append(p.values, [2]string{id, value}) }

// Draw puts the panel into a host; nil empties it.
func (l *Lab) Draw(host string, p *Panel) {
	if p == nil {
		l.Browser.Draw(host, "")
		return
	}
	l.Browser.Draw(host, p.html.String())
	for _, v := range p.values {
		l.Browser.SetValue(v[0], v[1])
	}
}

// Clear empties hosts.
func (l *Lab) Clear(hosts ...string) {
	for _, host := range hosts {
		l.Browser.Draw(host, "")
	}
}

// OrderGrid adds boxes for queue orders, each with its words and key. What
// always holds can't be dropped.
func (p *Panel) OrderGrid(ids string, names []string, has func(name string) bool, always string) {
	p.HTML(`<div class="order-grid">`)
	for _, name := range names {
		words, formula, _ := strings.Cut(OrderTip(name), ": key ")
		p.HTML(`<p class="order">`)
		id := ids + name
		p.HTML(`<input type="checkbox" id="` + Esc(id) + `" data-set="order:` + Esc(name) + `"`)
		if name == always {
			p.HTML(` disabled`)
		}
		p.HTML(`> <label for="` + Esc(id) + `"><b>` + Esc(order.Label(name)) + `</b> <span>` + Esc(words) + `</span> <code>` +
			Esc(formula) + `</code></label></p>`)
		p.Shows(id, strconv.FormatBool(has(name)))
	}
	p.HTML(`</div>`)
}

// Bounds of numbers in forms, as fields show them.
const (
	mostInt = "2147483647"
	mostTau = "86400"
)

// Fields adds the fields of settings as they are declared, those that suppose another
// workload among them.
func (s *Method) Fields(p *Panel, keys ...string) {
	l, settings := s.Lab, s.Settings()
	for _, key := range keys {
		f := Field{Of: settings.Find(key), ID: s.id(key), Shown: l.shown(settings.Find(key))}
		switch key {
		case "load":
			f.NoHint = true
			if by := settings.Find("load-by"); by != nil && f.Of.Unit != "" {
				f.Second = &Field{Of: by, ID: s.id("load-by"), Shown: by.Get()}
			}
		case "procs":
			f.ID, f.Low, f.High, f.Hint = s.id("machine"), "1", mostInt, l.machineHint()
		case "flurry":
			f.Placeholder, f.Hint = "never", l.flurryHint()
			f.NoHint = f.Hint == ""
		case "seed":
			f.Low = "0"
		case "queue-depth", "backfill-tries":
			f.Low, f.Placeholder = "1", "all"
		case "tau":
			f.Low, f.High = "1", mostTau
		case "stop": // in percentage points
			of := f.Of.Around("once every interval is within ±", "percentage points")
			f.Of, f.Placeholder, f.Shown = &of, "never", points(f.Shown)
		case "closer", "block", "week-start", "warmup", "drain", "backfilling", "dialect", "feedback", "late", "replayed", "seen":
			f.NoHint = true // the field says it all
		}
		p.Row(f)
	}
}

// points are a half-width in percentage points; none where it is 0.
func points(text string) string {
	x, _ := strconv.ParseFloat(text, 64) // it is a number
	if x == 0 {
		return ""
	}
	return numeral.Plain(100 * x)
}

// Choice adds a choice of its own, not of a setting, and what it shows.
func (p *Panel) Choice(id, set string, values, words []string, shown string) {
	p.HTML(`<select id="` + id + `" data-set="` + Esc(set) + `">`)
	for i, v := range values {
		p.HTML(`<option value="` + Esc(v) + `">` + Esc(words[i]) + `</option>`)
	}
	p.HTML(`</select>`)
	p.Shows(id, shown)
}

// Select adds a choice of its own, not of a setting; words are the values
// themselves where there are none.
func (p *Panel) Select(id, class string, values, words []string) {
	if words == nil {
		words = values
	}
	p.HTML(`<select id="` + id + `" data-set="` + id + `"`)
	if class != "" {
		p.HTML(` class="` + class + `"`)
	}
	p.HTML(`>`)
	for i, v := range values {
		p.HTML(`<option value="` + Esc(v) + `">` + Esc(words[i]) + `</option>`)
	}
	p.HTML(`</select>`)
}
