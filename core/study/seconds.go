package study

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// Seconds is a duration, or None. In JSON it is a number or null.
type Seconds int64

// None is the absence of a duration (no threshold).
const None Seconds = -1

// ParseSeconds reads none, Ns, Nm, Nh or Nd, N a number with or without
// decimals that comes to whole seconds: 40h, 1.5h, 0.25d.
func ParseSeconds(s string) (Seconds, error) {
	if s == "none" {
		return None, nil
	}
	bad := errors.New("duration " + strconv.Quote(s) + ": " + errDuration.Error())
	if len(s) < 2 {
		return 0, bad
	}
	unit := map[byte]uint64{'s': 1, 'm': 60, 'h': 3600, 'd': uint64(job.Day)}[s[len(s)-1]]
	whole, decimals, pointed := strings.Cut(s[:len(s)-1], ".")
	n, err := strconv.ParseUint(whole, 10, 63)
	if unit == 0 || err != nil || n > uint64(job.MaxTime)/unit {
		return 0, bad
	}
	n *= unit
	if pointed {
		part, err := strconv.ParseUint(decimals, 10, 63)
		scale := uint64(1)
		for range decimals {
			scale *= 10
		}
		if err != nil || len(decimals) > 9 || part*unit%scale != 0 || n+part*unit/scale > uint64(job.MaxTime) {
			return 0, bad
		}
		n += part * unit / scale
	}
	return Seconds(n), nil
}

var errDuration = errors.New("write none, or a number with s, m, h or d that comes to whole seconds, as in 40h or 1.5h")

// String writes the duration in its largest whole unit, as ParseSeconds reads.
func (s Seconds) String() string {
	if s < 0 {
		return "none"
	}
	n, unit := int64(s), "s"
	for _, u := range []struct {
		n    int64
		name string
	}{{3600, "h"}, {60, "m"}} {
		if n > 0 && n%u.n == 0 {
			n, unit = n/u.n, u.name
			break
		}
	}
	return strconv.FormatInt(n, 10) + unit
}

// Words writes the duration as people do, in its largest whole unit or in several:
// "20 h", "55 h 33 min 20 s", "none".
func (s Seconds) Words() string {
	text := s.String()
	if s < 0 {
		return text
	}
	if n := int64(s); n > 3600 && n%3600 != 0 {
		words := strconv.FormatInt(n/3600, 10) + numeral.Thin + "h"
		if m := n / 60 % 60; m > 0 {
			words += " " + strconv.FormatInt(m, 10) + numeral.Thin + "min"
		}
		if n%60 > 0 {
			words += " " + strconv.FormatInt(n%60, 10) + numeral.Thin + "s"
		}
		return words
	}
	unit := text[len(text)-1:]
	if unit == "m" {
		unit = "min"
	}
	return text[:len(text)-1] + numeral.Thin + unit
}

// MarshalJSON writes seconds, or null for None.
func (s Seconds) MarshalJSON() ([]byte, error) {
	if s < 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(s), 10), nil
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *Seconds) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*s = None
		return nil
	}
	n, err := strconv.ParseInt(string(b), 10, 64)
	if err != nil {
		return errors.New("duration " + string(b) + ": write whole seconds or null")
	}
	*s = Seconds(n)
	return nil
}
