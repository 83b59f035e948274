package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
)

// progress returns a function that tells a person at a terminal how far the
// work is; a log file is spared it.
func (c *call) progress(total int, what string) func(done int) {
	f, ok := c.stderr.(*os.File)
	if ok {
		info, err := f.Stat()
		ok = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	if !ok {
		return func(int) {}
	}
	return func(done int) {
		end := "\r"
		if done == total {
			end = "\r\x1b[K" // the result takes its place
		}
		fmt.Fprintf(f, "%d of %d %s%s", done, total, what, end)
	}
}

func (c *call) printJSON(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s\n", b)
	return err
}

// table prints rows aligned for people, the first column to the left.
func table(w io.Writer, rows [][]string) error {
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

// wrap breaks text into lines of at most n characters where it has spaces, those
// within figures left whole.
func wrap(text string, n int) string {
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

// intervalsNote says which intervals stand beside changes: those of the log's
// weeks, in the words given, and the simulation error that more tasks make
// smaller. What is not known is not spoken of.
func intervalsNote(bounded, byWeeks bool, weeks, more string) string {
	switch {
	case byWeeks:
		gap := " "
		if strings.HasPrefix(weeks, "\n") {
			gap = ""
		}
		return " with two 95 % intervals:" + gap + weeks + ", and the simulation error alone, which more " + more + " make smaller."
	case bounded:
		return " with a 95 % interval\nof the simulation error alone, which more " + more + " make smaller."
	}
	return "."
}
