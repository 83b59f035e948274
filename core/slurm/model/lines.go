package model

import (
	"iter"
	"strings"
)

// Lines are those of slurm.conf as its daemon puts them together, by number: a comment begins at # unless a backslash stands
// before it, a line that ends in a backslash goes on with the next without a blank, and any other backslash goes.
func Lines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number, first, whole := 0, 0, ""
		for line := range strings.Lines(text) {
			number++
			if whole == "" {
				first = number
			}
			line = uncommented(strings.TrimRight(line, "\r\n"))
			if part, on := continued(line); on {
				whole += part
				continue
			}
			if whole = strings.TrimSpace(unescaped(whole + line)); whole != "" && !yield(first, whole) {
				return
			}
			whole = ""
		}
		if whole = strings.TrimSpace(unescaped(whole)); whole != "" {
			yield(first, whole)
		}
	}
}

// Cut are comments that stand in the midst of a list, as a # by mistake makes them: by the number of the line.
func Cut(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number := 0
		for line := range strings.Lines(text) {
			number++
			line = strings.TrimRight(line, "\r\n")
			left := uncommented(line)
			rest := line[len(left):]
			left = strings.TrimRightFunc(left, IsBlank)
			if left == "" || rest == "" || !strings.HasPrefix(rest, "#,") && !strings.HasSuffix(left, ",") {
				continue
			}
			if !yield(number, strings.TrimSpace(rest[1:])) {
				return
			}
		}
	}
}

// uncommented is a line up to its comment.
func uncommented(line string) string {
	escapes := 0
	for i := range len(line) {
		switch {
		case line[i] == '\\':
			escapes++
			continue
		case line[i] == '#' && escapes%2 == 0:
			return line[:i]
		}
		escapes = 0
	}
	return line
}

// continued is a line without the backslash at its end, blanks behind it or not; two of them are one that is meant.
func continued(line string) (part string, on bool) {
	part = strings.TrimRightFunc(line, IsBlank)
	if n := len(part) - len(strings.TrimRight(part, `\`)); n%2 == 0 {
		return line, false
	}
	return part[:len(part)-1], true
}

// unescaped is a line in which a backslash is gone, and what stands behind it stays.
func unescaped(line string) string {
	if !strings.Contains(line, `\`) {
		return line
	}
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		if line[i] == '\\' {
			if i++; i == len(line) {
				break
			}
		}
		b.WriteByte(line[i])
	}
	return b.String()
}

// Options are the names and values of SchedulerParameters. slurmctld looks for the name of each in the text, whatever stands
// between them: commas, semicolons, or blanks in quotes.
func Options(text string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for option := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' || IsBlank(r) }) {
			name, value, _ := strings.Cut(option, "=")
			if name != "" && name != "(null)" && !yield(name, value) {
				return
			}
		}
	}
}

// IsBlank says whether a rune stands between words of slurm.conf.
func IsBlank(r rune) bool { return strings.ContainsRune(" \t\n\f\r", r) }
