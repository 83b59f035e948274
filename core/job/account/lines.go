package account

import "bytes"

// Lines parts what is written, cut anywhere, into lines.
type Lines struct {
	N    int // lines so far
	tail []byte
	long bool
}

// Write calls each with every line that ends in the chunk, without its end; long: it
// is the beginning of one longer than MaxLine. each keeps nothing of it.
func (l *Lines) Write(chunk []byte, each func(line []byte, long bool)) {
	for len(chunk) > 0 {
		end := bytes.IndexByte(chunk, '\n')
		if end < 0 {
			l.hold(chunk)
			return
		}
		line := chunk[:end]
		chunk = chunk[end+1:]
		if len(l.tail) > 0 || l.long {
			l.hold(line)
			line = l.tail
		}
		l.one(line, each)
		l.tail, l.long = l.tail[:0], false
	}
}

// Close calls each with a last line that nothing ends.
func (l *Lines) Close(each func(line []byte, long bool)) {
	if len(l.tail) > 0 || l.long {
		l.one(l.tail, each)
	}
	l.tail, l.long = nil, false
}

func (l *Lines) one(line []byte, each func(line []byte, long bool)) {
	l.N++
	if l.N == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	each(line[:min(len(line), MaxLine)], l.long || len(line) > MaxLine)
}

func (l *Lines) hold(b []byte) {
	if room := MaxLine - len(l.tail); len(b) > room {
		b, l.long = b[:room], true
	}
	l.tail = append(l.tail, b...)
}

// IsBlank says whether a line holds nothing, or a comment behind #.
func IsBlank(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return len(line) == 0 || line[0] == '#'
}

// FirstLine is the first line of a file's beginning that is not blank.
func FirstLine(head []byte) []byte {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	for len(head) > 0 {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte("\n"))
		if line = bytes.TrimRight(line, "\r"); !IsBlank(line) {
			return line
		}
	}
	return nil
}
