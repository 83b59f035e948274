package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// DefaultOf is the default in a version: a value, or the name of the parameter whose value it is.
func (p *Parameter) DefaultOf(v Version) string {
	if p.Since > 0 && v >= p.Since {
		return p.Then
	}
	return p.Default
}

// Value is what a text sets a number to, in the parameter's unit; of a period it is seconds. Of flags
// it is 1 or 0, of words 0.
func (p *Parameter) Value(text string) (int64, error) {
	switch p.Unit {
	case Words:
		return 0, nil
	case Flag:
		if strings.EqualFold(text, "no") || strings.EqualFold(text, "off") || text == "0" {
			return 0, nil
		}
		return 1, nil
	}
	n, ok := p.parse(text)
	if !ok || n < p.Low || n > p.High {
		return 0, fmt.Errorf("%s=%s: give %s", p.Name, text, p.Range())
	}
	return n, nil
}

// Knows says whether a value is one that there is, with the kind of its plugin or without; of a parameter that is no type of a
// plugin every text is.
func (p *Parameter) Knows(text string) bool {
	return len(p.Types) == 0 || slices.ContainsFunc(p.Types, func(t string) bool { return t == text || strings.HasSuffix(t, "/"+text) })
}

// Write is a value as tables have it: numbers with their unit, flags on or off, words as they stand.
func (p *Parameter) Write(text string) string {
	n, err := p.Value(text)
	switch {
	case err != nil || p.Unit == Words || p.Unit == Period:
		return text
	case p.Unit == Flag:
		return [...]string{"off", "on"}[n]
	case p.Unit == Number:
		return strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10) + " " + p.Unit.String()
}

// ParsePeriod reads a limit of time as Slurm writes it, in seconds.
func ParsePeriod(text string) (seconds int64, ok bool) { return period(text) }
