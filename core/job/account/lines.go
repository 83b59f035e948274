package account

import "bytes"

// Lines parts what is written, cut anywhere, into lines. LF, CR LF and CR alone end one.
type Lines struct {
	N    int  // lines so far
	Cut  bool // nothing but the file ended the last one
	tail []byte
	long bool
	cr   bool // the chunk before ended in CR: an LF now belongs to it
}

// Write calls each with every line that ends in the chunk, without its end; long: it
// is the beginning of one longer than MaxLine. each keeps nothing of it.
func (l *Lines) Write(chunk []byte, each func(line []byte, long bool)) {
	if l.cr && len(chunk) > 0 {
		l.cr = false
		chunk = bytes.TrimPrefix(chunk, []byte("\n"))
	}
	lf := -1 // the next LF, which is searched once
	for at := 0; at < len(chunk); {
		if lf < at {
			if lf = bytes.IndexByte(chunk[at:], '\n'); lf >= 0 {
				lf += at
			} else {
				lf = len(chunk)
			}
		}
		end := lf
		if cr := bytes.IndexByte(chunk[at:lf], '\r'); cr >= 0 {
			end = at + cr
		}
		if end == len(chunk) {
			l.hold(chunk[at:])
			return
		}
		line := chunk[at:end]
		if at = end + 1; chunk[end] == '\r' {
			if l.cr = at == len(chunk); at == lf {
				at++
			}
		}
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
	if l.Cut = len(l.tail) > 0 || l.long; l.Cut {
		l.one(l.tail, each)
	}
	l.tail, l.long = nil, false
}

func (l *Lines) one(line []byte, each func(line []byte, long bool)) {
	l.N++
	if l.N == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
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

// IsTitle knows ==> name <==, which head and tail write above each of several files.
func IsTitle(line []byte) bool {
	return bytes.HasPrefix(line, []byte("==> ")) && bytes.HasSuffix(bytes.TrimRight(line, " \r"), []byte(" <=="))
}

// FirstLine is the first line of a file's beginning that is not blank and no comment
// behind # or ;.
func FirstLine(head []byte) []byte {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	for len(head) > 0 {
		var line []byte
		if at := bytes.IndexAny(head, "\r\n"); at >= 0 {
			line, head = head[:at], head[at+1:]
		} else {
			line, head = head, nil
		}
		if !IsBlank(line) && line[0] != ';' {
			return line
		}
	}
	return nil
}
