package account

import "shadowtime/core/job"

// clock turns what a wall clock of a zone shows into Unix time.
type clock struct {
	zone string
	day  map[int64]int64 // UTC day -> the offset all through it, or changes
	used map[int64]int64 // quarter of an hour of a day that changes -> offset
	met  doubt           // by the job resolved last, of an hour that summer time doubles or leaves out
}

const changes = 1 << 40 // no offset

// offset is how far the zone is east of UTC at a Unix time.
func (c *clock) offset(unix int64) int64 {
	if c.zone == "" || c.zone == "UTC" {
		return 0
	}
	if c.day == nil {
		c.day, c.used = map[int64]int64{}, map[int64]int64{}
	}
	day := unix / job.Day
	off, ok := c.day[day]
	if !ok {
		off, _ = job.ZoneOffset(c.zone, day*job.Day)
		if end, _ := job.ZoneOffset(c.zone, (day+1)*job.Day); end != off {
			off = changes
		}
		c.day[day] = off
	}
	if off != changes {
		return off
	}
	quarter := unix / 900 // zones change on quarters of an hour
	if off, ok = c.used[quarter]; !ok {
		off, _ = job.ZoneOffset(c.zone, quarter*900)
		c.used[quarter] = off
	}
	return off
}

// readings are the Unix times at which the clock shows sec, the first first: two in
// the doubled hour; in the one left out it is an hour later.
func (c *clock) readings(sec int64) (first, second int64) {
	before, after := c.offset(max(0, sec-job.Day)), c.offset(sec+job.Day)
	first = sec - before
	if before == after {
		return first, first
	}
	second = sec - after
	ok1, ok2 := c.offset(first) == before, c.offset(second) == after
	switch {
	case ok1 && ok2 && first != second:
		c.met |= doubled
		return first, second
	case ok1:
		return first, first
	case ok2:
		return second, second
	}
	c.met |= missing
	return first, first
}

// resolve makes Unix times of a job's stamps. Where two readings are possible it
// takes those that fit the run time and a start after the submit, else the first.
func (c *clock) resolve(r *Record) {
	c.met = 0
	submit, submit2 := c.both(&r.Submit)
	eligible, _ := c.both(&r.Eligible)
	start, start2 := c.both(&r.Start)
	end, end2 := c.both(&r.End)
	worst := int64(1 << 62)
	r.Submit.Sec, r.Eligible.Sec, r.Start.Sec, r.End.Sec = submit, eligible, start, end
	if submit == submit2 && start == start2 && end == end2 {
		return
	}
	for _, s := range [...]int64{start, start2} {
		for _, e := range [...]int64{end, end2} {
			for _, t := range [...]int64{submit, submit2} {
				miss := int64(0)
				if r.Start.Kind != None && s < t {
					miss += t - s
				}
				if r.Start.Kind != None && r.End.Kind != None {
					off := e - s
					if r.Run >= 0 {
						off = max(off-r.Run, r.Run-off)
					}
					if r.Run >= 0 || off < 0 {
						miss += max(off, -off)
					}
				}
				if miss < worst {
					worst = miss
					r.Submit.Sec, r.Start.Sec, r.End.Sec = t, s, e
				}
			}
		}
	}
}

func (c *clock) both(s *Stamp) (first, second int64) {
	if s.Kind != Local || c.zone == "" {
		return s.Sec, s.Sec
	}
	return c.readings(s.Sec)
}
