package parquet

import "slices"

// unsnap appends what data in Snappy's block form unpacks to; false: it is damaged, or longer than it should be.
func unsnap(out, data []byte, most int) ([]byte, bool) {
	t := thrift{b: data}
	size := t.uvarint()
	if t.bad || size > uint64(most) {
		return out, false
	}
	b, from := t.b, len(out)
	out = slices.Grow(out, min(int(size), 64*len(data))) // what is claimed allocates nothing
	for len(b) > 0 {
		tag := int(b[0])
		n, offset, head := 0, 0, 1
		if tag&3 == 0 {
			if n = tag >> 2; n >= 60 {
				head += n - 59
				n = 0
			}
		} else {
			head += [...]int{0, 1, 2, 4}[tag&3]
		}
		if len(b) < head {
			return out, false
		}
		for i, c := range b[1:head] {
			offset |= int(c) << (8 * i)
		}
		b = b[head:]
		switch {
		case tag&3 == 0:
			if head > 1 {
				n = offset
			}
			if n++; n > len(b) || len(out)-from+n > most {
				return out, false
			}
			out, b = append(out, b[:n]...), b[n:]
			continue
		case tag&3 == 1:
			n, offset = 4+tag>>2&7, offset|tag>>5<<8
		default:
			n = 1 + tag>>2
		}
		if offset == 0 || offset > len(out)-from || len(out)-from+n > most {
			return out, false
		}
		if offset >= n && n > 16 {
			out = append(out, out[len(out)-offset:len(out)-offset+n]...)
			continue
		}
		at, end := len(out), len(out)+n
		if cap(out) < end {
			out = slices.Grow(out, n)
		}
		for out = out[:end]; at < end; at++ { // most are short
			out[at] = out[at-offset]
		}
	}
	return out, uint64(len(out)-from) == size
}
