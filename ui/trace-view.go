package ui

import (
	"strconv"

	"github.com/vugu/vugu"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job/problem"
	"shadowtime/ui/lab"
)

// TraceView is the trace strip and the import report with the cleaning rules.
type TraceView struct{ App *App }

// Name is the log's name.
func (c *TraceView) Name() string {
	if c.App.Summary == nil {
		return ""
	}
	if e, ok := c.App.Example(); ok {
		if p, err := problem.Find(e.Name); err == nil {
			return p.Title + " (made up)"
		}
	}
	return c.App.Summary.Name
}

// Posed is the question of a made-up problem, "" where there is none to be said; Question has it with its head, and PosedBy
// is the problem's name.
func (c *TraceView) Posed() string {
	p, _ := c.App.Posed()
	return p.Question
}
func (c *TraceView) Question() vugu.HTML {
	return vugu.HTML(`<b>The question:</b> ` + lab.Esc(c.Posed()))
}
func (c *TraceView) PosedBy() string {
	p, _ := c.App.Posed()
	return p.Name
}

// AsSet says that the log has an answer of its site's own Slurm, where another view shows another.
func (c *TraceView) AsSet() string {
	x := c.App.setSo()
	if x == nil || lab.IsAlone(c.App.View) || c.App.Listed || c.App.Teaches() {
		return ""
	}
	times := numeral.Times(x.Here, x.Machine)
	return "Slurm as it is set was replayed on this log. " + numeral.Count(x.Jobs) + numeral.Plural(x.Jobs, " job waits ", " jobs wait ") +
		times(x.Here) + " so, and waited " + times(x.Machine) +
		" on the machine. What follows is of a plain queue: open Slurm for its own."
}

// Chip is a loaded log to choose.
type Chip struct {
	Key, Name string
	On        bool
}

// Shelf are the loaded logs.
func (c *TraceView) Shelf() []Chip {
	var chips []Chip
	for i, o := range c.App.Shelf {
		chips = append(chips, Chip{strconv.Itoa(i), o.Summary.Name, c.App.Summary != nil && o.Summary.Digest == c.App.Summary.Digest})
	}
	return chips
}

// Facts are the trace in one line.
func (c *TraceView) Facts() vugu.HTML {
	if c.App.Trace == nil {
		return ""
	}
	o := c.App.Trace.Overview
	fact := func(value, unit, tip string) string {
		return `<span class="fact"` + lab.Says(tip) + `><b>` + lab.Esc(value) + `</b> ` + lab.Esc(unit) + `</span> `
	}
	s := fact(numeral.Count(o.Jobs), numeral.Plural(o.Jobs, "job", "jobs"), "jobs that are simulated, after cleaning")
	s += fact(numeral.Count(o.Procs), unitWords(c.App.Summary.Import.Unit), "machine size m: "+c.App.Trace.Cleaning.Machine.Source())
	s += fact(numeral.Length(o.Last-o.First), "", "from the first submit to the last; "+numeral.Count(o.WholeWeeks)+
		numeral.Plural(o.WholeWeeks, " whole week", " whole weeks"))
	if o.Known {
		s += fact(numeral.Count(o.Users), numeral.Plural(o.Users, "user", "users"), "each user's weeks are drawn independently")
	} else {
		s += fact("no", "users", "the log names no users: whole weeks are drawn")
	}
	load, tip := "load", "offered load: Σ q p / (m × span)"
	if few, says := o.Beyond(); few != "" {
		load, tip = "load ("+few+")", tip+". "+says
	}
	s += fact(numeral.Share(o.Load), load, tip)
	return vugu.HTML(s)
}

// Queued is the queue's line, if there is one: the page asks for it once a drawing.
func (c *TraceView) Queued() (lines []string) {
	if line := c.App.QueueLine(); line != "" {
		lines = []string{line}
	}
	return lines
}

// Worst is what is most to be doubted of the log in sight, as the strip has it in all rooms but
// that which says it in full; Doubted is its level, "" where there is nothing.
func (c *TraceView) Worst() vugu.HTML {
	_, words := c.worst()
	return vugu.HTML(words)
}
func (c *TraceView) Doubted() string {
	at, _ := c.worst()
	return at
}

func (c *TraceView) worst() (at, words string) {
	room := rooms[0].Key
	if v, ok := c.App.find(Shows(room)); ok && c.App.Trace != nil && !c.App.InFrame {
		if x, ok := v.(interface{ Worst() (at, words string) }); ok {
			return x.Worst()
		}
	}
	return "", ""
}

// OutLine says how many jobs were left out.
func (c *TraceView) OutLine() string {
	if c.App.Trace == nil {
		return ""
	}
	if out := c.out(); out > 0 {
		return numeral.Count(out) + " left out"
	}
	return "None left out"
}

func (c *TraceView) out() (n int) {
	for _, f := range c.App.fates() {
		n += f.n
	}
	return n
}

// ReportLine says what was read and what was left out.
func (c *TraceView) ReportLine() string {
	if c.App.Trace == nil {
		return ""
	}
	out := c.out()
	m := c.App.Summary.Import
	s := numeral.Count(c.App.Trace.Cleaning.Read+c.App.Summary.Bad) + " jobs read, "
	if c.App.Summary.Imported {
		s = numeral.Count(m.Records) + numeral.Plural(m.Records, " record", " records") + " of " + m.Format + " read, "
	}
	if out == 0 {
		return s + "none left out"
	}
	return s + numeral.Count(out) + " left out"
}
