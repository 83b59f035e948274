package model

import (
	"strconv"
	"strings"
)

// Version is of Slurm: 2205 is 22.05.
type Version int32

// The versions whose passes were seen. Others behave as the nearest below, or the first.
const (
	V2205 Version = 2205
	V2505 Version = 2505
	V2605 Version = 2605

	// V2505Groups is 25.05 where a group of ends begins at its last end, whoever holds the nodes that are
	// taken, as before 25.05.
	V2505Groups Version = 2504
)

// ParseVersion reads what SLURM_VERSION says, as 25.05.8.
func ParseVersion(text string) (v Version, ok bool) {
	number, variant, _ := strings.Cut(text, "-")
	f := strings.Split(number, ".")
	if len(f) < 2 || len(f) > 3 {
		return 0, false
	}
	year, errY := strconv.Atoi(f[0])
	month, errM := strconv.Atoi(f[1])
	if errY != nil || errM != nil || year < 1 || year > 99 || month < 1 || month > 12 {
		return 0, false
	}
	if v = Version(100*year + month); v == V2505 && variant == "old_window" {
		v = V2505Groups
	}
	return v, true
}

// Seen is the version whose passes stand for it.
func (v Version) Seen() Version {
	switch {
	case v >= V2605:
		return V2605
	case v >= V2505:
		return V2505
	case v == V2505Groups:
		return v
	}
	return V2205
}

func (v Version) String() string {
	if v == V2505Groups {
		return "25.05-old_window"
	}
	return strconv.Itoa(int(v/100)) + "." + strconv.Itoa(int(100 + v%100))[1:]
}

// rules are what differs between versions.
type rules struct {
	grid       bool // the map begins and ends on the grid of bf_resolution
	up         bool // a reservation's end is rounded up
	endedFirst bool // jobs that will have ended by the start that is tried are taken away first
	stops      bool // the search for ends stops at the next time worth a try
	holders    bool // of a group of ends the last of a job that holds a node taken counts
	starts     bool // jobs started in the pass are put into the map
	beyond     bool // the slot after the interval is worth a try at its end, whatever follows
	clashFirst bool // a clash is looked for before window and size of the map
	lowest     bool // one node is the lowest, not that of the shortest run
	extra      bool // bf_busy_nodes takes an idle node more than enough
}

func rulesOf(v Version) rules {
	v = v.Seen()
	if v == V2205 {
		return rules{}
	}
	return rules{grid: true, up: true, endedFirst: true, stops: true, holders: v != V2505Groups, starts: true, beyond: true,
		clashFirst: true, lowest: v == V2605, extra: v == V2605}
}
