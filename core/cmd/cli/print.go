package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/paper"
	"shadowtime/core/sim"
)

// progress returns a function that tells how far the work is: at a terminal by a
// bar with rate and time left, elsewhere by a line from time to time, in which a log
// file has room. Some may be done already; under is what has been done of those that
// are not.
func (c *Call) progress(total, already int, what string) func(done int, under float64) {
	p := &progressing{total: total, first: already, what: what, began: time.Now(), pause: firstLine}
	p.bar, p.to = atTerminal(c.bars), c.bars
	return func(done int, under float64) { p.tell(done, under, time.Since(p.began)) }
}

// Replaying tells how far one replay is.
func (c *Call) Replaying() sim.Progress {
	tell := c.progress(1, 0, "replays")
	return func(done, all int) {
		if done < all {
			tell(0, float64(done)/float64(all))
		} else {
			tell(1, 0)
		}
	}
}

// Tally tells how far several things are that are done at a time.
type Tally struct {
	mu    sync.Mutex
	did   int
	under float64 // done of those that are not
	tell  func(done int, under float64)
}

// Tally tells of total things, of which some are done already; what they are is for
// people.
func (c *Call) Tally(total, already int, what string) *Tally {
	return &Tally{did: already, tell: c.progress(total, already, what)}
}

// One begins one of them: share says how far it is, end that it is done.
func (t *Tally) One() (share func(float64), end func()) {
	mine := 0.
	now := func(did int, of float64) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.did += did
		t.under += of - mine
		mine = of
		t.tell(t.did, t.under)
	}
	return func(of float64) { now(0, of) }, func() { now(1, 0) }
}

// Lines of a log file come after so long, each time later.
const (
	firstLine = 15 * time.Second
	lastLine  = 10 * time.Minute
	redraw    = 100 * time.Millisecond
)

// progressing is work that is told of.
type progressing struct {
	to    io.Writer
	bar   bool
	total int
	what  string
	began time.Time
	first int           // done before it began
	told  time.Duration // after which it was told
	pause time.Duration // until a line is due
}

func (p *progressing) tell(done int, under float64, after time.Duration) {
	switch {
	case p.bar && done == p.total:
		if p.told > 0 {
			fmt.Fprint(p.to, "\r\x1b[K") // the result takes its place
		}
	case p.bar && after-p.told >= redraw:
		p.told = after
		fmt.Fprintf(p.to, "\r%s %s\x1b[K", drawnBar(float64(done)+under, p.total), p.words(done, under, after))
	case !p.bar && after-p.told >= p.pause:
		p.told, p.pause = after, min(2*p.pause, lastLine)
		fmt.Fprintln(p.to, p.words(done, under, after))
	}
}

const barWidth = 20

func drawnBar(done float64, total int) string {
	n := min(barWidth, int(barWidth*done/float64(max(1, total))))
	return strings.Repeat("█", n) + strings.Repeat("░", barWidth-n)
}

// words say how far it is, how fast it goes, and how long it takes at that rate.
func (p *progressing) words(done int, under float64, after time.Duration) string {
	s := fmt.Sprintf("%s of %s %s", numeral.Count(done), numeral.Count(p.total), p.what)
	if p.total == 1 {
		s = fmt.Sprintf("%.0f %% done", 100*under)
	}
	if did := float64(done-p.first) + under; did > 0 && after > 0 {
		rate := did / after.Seconds()
		left := time.Duration((float64(p.total-done) - under) / rate * float64(time.Second))
		if p.total > 1 {
			s += ", " + rateWords(rate)
		}
		s += ", " + leftWords(left) + " left"
	}
	return s
}

func rateWords(perSecond float64) string {
	switch {
	case perSecond >= 1:
		return strconv.FormatFloat(perSecond, 'f', 1, 64) + " a second"
	case perSecond >= 1./60:
		return strconv.FormatFloat(60*perSecond, 'f', 1, 64) + " a minute"
	}
	return strconv.FormatFloat(3600*perSecond, 'f', 1, 64) + " an hour"
}

func leftWords(d time.Duration) string {
	switch {
	case d < 100*time.Second:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 100*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// PrintJSON prints a value as one line of JSON.
func (c *Call) PrintJSON(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Stdout, "%s\n", b)
	return err
}

// PrintTable prints rows aligned for people, the first column to the left.
func PrintTable(w io.Writer, rows [][]string) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	for _, r := range rows {
		for i, cell := range r {
			if i == 0 {
				cell = pad(cell, rows)
			}
			fmt.Fprint(t, cell, "\t")
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// PrintPaper prints what a paper says without its charts: the answer and what the log shows beside it, the table, further
// tables below it, what figures are and what is to be known before they are believed, how it is set up, and the methods.
func (c *Call) PrintPaper(p *paper.Paper, below ...func() error) error {
	paragraph := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			fmt.Fprintf(c.Stdout, "%s\n\n", Wrap(text, 100))
		}
	}
	paragraph(p.Answer)
	paragraph(p.Logged)
	for _, print := range append([]func() error{c.Below("", p.Table)}, below...) {
		if err := print(); err != nil {
			return err
		}
	}
	for _, x := range p.Further {
		if err := c.Below(x.Title+":", x.Rows)(); err != nil {
			return err
		}
		paragraph(x.Note)
	}
	paragraph(p.Note + " " + p.Next)
	for _, s := range p.Cautions {
		paragraph("! " + s)
	}
	c.PrintTerms(p.Terms)
	if p.Methods == "" {
		return nil
	}
	_, err := fmt.Fprintln(c.Stdout, Wrap(strings.TrimSpace(p.Methods), 100))
	return err
}

// Below prints a further table of PrintPaper under its title, "" of none; nothing where there is no row below its head.
func (c *Call) Below(title string, rows [][]string) func() error {
	return func() error {
		if len(rows) < 2 {
			return nil
		}
		if title != "" {
			fmt.Fprintln(c.Stdout, title)
		}
		err := PrintTable(c.Stdout, rows)
		fmt.Fprintln(c.Stdout)
		return err
	}
}

// PrintTerms prints how a queue is set up, lines apart from words.
func (c *Call) PrintTerms(terms []paper.Term) {
	for _, x := range terms {
		for _, line := range x.Lines {
			fmt.Fprintf(c.Stdout, "    %s\n", line)
		}
		if x.Words != "" {
			fmt.Fprintf(c.Stdout, "%s\n\n", Wrap(x.Words, 100))
		}
	}
}

// pad widens a cell of the first column so that right alignment leaves it at
// the left.
func pad(s string, rows [][]string) string {
	most := 0
	for _, r := range rows {
		most = max(most, len([]rune(r[0])))
	}
	for n := len([]rune(s)); n < most; n++ {
		s += " "
	}
	return s
}

// Wrap breaks text into lines of at most n characters where it has spaces, those
// within figures left whole.
func Wrap(text string, n int) string {
	var b strings.Builder
	at := 0
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' }) {
		size := len([]rune(word))
		switch {
		case at > 0 && at+1+size > n:
			b.WriteByte('\n')
			at = 0
		case at > 0:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += size
	}
	return b.String()
}

// PrintRows prints names, values and units.
func PrintRows(c *Call, rows [][3]string) {
	for _, r := range rows {
		fmt.Fprintf(c.Stdout, "%-18s%16s  %s\n", r[0], r[1], r[2])
	}
}

// Ordered is an object whose members keep their order.
type Ordered []Member

// Member is a member of an object.
type Member struct {
	Key   string
	Value any
}

// Add adds a member.
func (o *Ordered) Add(key string, value any) { *o = append(*o, Member{key, value}) }

// MarshalJSON writes the members as they stand.
func (o Ordered) MarshalJSON() ([]byte, error) {
	b := []byte("{")
	for i, m := range o {
		value, err := json.Marshal(m.Value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(strconv.AppendQuote(b, m.Key), ':'), value...)
	}
	return append(b, '}'), nil
}
