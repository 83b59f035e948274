package little

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// Keys are those of links: the machine, its jobs, the sides, the instant in sight, who shares it, whose each job is, its
// maintenance, and how many GPUs each job asks for.
var Keys = []string{"procs", "jobs", "a", "b", "c", "at", "users", "of", "out", "gpus"}

// sides are the keys of sides, in their order.
func sides() []string { return Keys[2 : 2+MaxSides] }

// Write puts all of an example into a link, so that another default changes none
// that was made before.
func (e *Example) Write(put func(key, text string)) {
	put("procs", strconv.FormatInt(e.Procs, 10))
	var jobs []string
	for i := range e.Jobs {
		jobs = append(jobs, e.Jobs[i].text())
	}
	put("jobs", strings.Join(jobs, "_"))
	for i := range e.Sides {
		put(sides()[i], e.Sides[i].text())
	}
	if len(e.Users) > 0 {
		var users, of []string
		for _, u := range e.Users {
			users = append(users, strconv.FormatInt(u.Account, 10)+"."+strconv.FormatInt(u.Shares, 10))
		}
		for _, u := range e.Of {
			of = append(of, strconv.FormatInt(u, 10))
		}
		put("users", strings.Join(users, "_"))
		put("of", strings.Join(of, "."))
	}
	if len(e.GPUs) > 0 {
		var list []string
		for _, n := range e.GPUs {
			list = append(list, strconv.FormatInt(n, 10))
		}
		put("gpus", strings.Join(list, "."))
	}
	if e.At != None {
		put("at", strconv.FormatInt(e.At, 10))
	}
	if e.Out.Hours > 0 {
		put("out", e.Out.text())
	}
}

// text is ARRIVES.RUNS.REQUESTS.PROCESSORS; a request that is the run time is left out.
func (j *Job) text() string {
	list := []int64{j.Arrives, j.Runs, j.Requests, j.Procs}
	if j.Requests == j.Runs {
		list = slices.Delete(list, 2, 3)
	}
	var words []string
	for _, n := range list {
		words = append(words, strconv.FormatInt(n, 10))
	}
	return strings.Join(words, ".")
}

// text is FROM.HOURS.PROCESSORS.
func (o *Outage) text() string {
	return strconv.FormatInt(o.From, 10) + "." + strconv.FormatInt(o.Hours, 10) + "." + strconv.FormatInt(o.Procs, 10)
}

// readOut reads it.
func (e *Example) readOut(text string) error {
	words := strings.Split(text, ".")
	if len(words) != len(OutColumns) {
		return errors.New("out is " + jsontext.Short(text) + ": give FROM.HOURS.PROCESSORS of the maintenance")
	}
	for i, c := range OutColumns {
		if err := e.SetOut(c.Key, words[i]); err != nil {
			return errors.New("out: " + err.Error())
		}
	}
	return nil
}

// text is ORDER-BACKFILLING, with -tHOURS for a threshold and -exact for requests.
func (s *Side) text() string {
	text := strings.ToLower(s.Order) + "-" + s.Backfilling.String()
	if s.Threshold >= 0 {
		text += "-t" + strconv.FormatInt(s.Threshold, 10)
	}
	if s.Exact {
		text += "-exact"
	}
	return text
}

// Orders are those that a side may have.
func Orders() []string { return append(order.Names(order.Every()), Classic, FairTree, Fullest, Kept) }

// longest is more bytes than the jobs of any link have.
const longest = MaxJobs * 16

// Read makes the example of a link. One that says nothing of an example is nil.
func Read(get func(key string) string) (*Example, error) {
	if !slices.ContainsFunc(Keys, func(key string) bool { return get(key) != "" }) {
		return nil, nil
	}
	e := First()
	e.At = None
	if text := get("procs"); text != "" {
		n, err := whole("procs", text, 1, MaxProcs, "processors")
		if err != nil {
			return nil, err
		}
		e.Procs = n
	}
	if text := get("jobs"); text != "" {
		if err := e.readJobs(text); err != nil {
			return nil, err
		}
	}
	if err := e.readSides(get); err != nil {
		return nil, err
	}
	if err := e.readUsers(get("users"), get("of")); err != nil {
		return nil, err
	}
	if err := e.readGPUs(get("gpus")); err != nil {
		return nil, err
	}
	for i, j := range e.Jobs {
		if j.Procs > e.Procs {
			return nil, errors.New("jobs: job " + strconv.Itoa(i+1) + " asks for " + strconv.FormatInt(j.Procs, 10) + " of " +
				strconv.FormatInt(e.Procs, 10) + " processors: give procs as many")
		}
	}
	if text := get("out"); text != "" {
		if err := e.readOut(text); err != nil {
			return nil, err
		}
	}
	if text := get("at"); text != "" {
		n, err := whole("at", text, 0, MaxHours*(MaxJobs+1), "hours")
		if err != nil {
			return nil, err
		}
		e.At = n
	}
	return e, nil
}

func (e *Example) readJobs(text string) error {
	if len(text) > longest {
		return errors.New("jobs: " + strconv.Itoa(len(text)) + " bytes are more than " + strconv.Itoa(MaxJobs) + " jobs have")
	}
	list := strings.Split(text, "_")
	if len(list) > MaxJobs {
		return errors.New("jobs: " + strconv.Itoa(len(list)) + " are more than a little machine takes, " + strconv.Itoa(MaxJobs))
	}
	e.Jobs = nil
	for i, one := range list {
		words := strings.Split(one, ".")
		of := "jobs: job " + strconv.Itoa(i+1)
		if len(words) == 3 {
			words = []string{words[0], words[1], words[1], words[2]}
		}
		if len(words) != len(Columns) {
			return errors.New(of + " is " + jsontext.Short(one) + ": give ARRIVES.RUNS.REQUESTS.PROCESSORS, or three numbers where it " +
				"requests what it runs")
		}
		var j Job
		for k, c := range Columns {
			n, err := c.read(of, words[k])
			if err != nil {
				return err
			}
			*j.Cell(c.Key) = n
		}
		if err := j.check(i); err != nil {
			return errors.New("jobs: " + err.Error())
		}
		e.Jobs = append(e.Jobs, j)
	}
	return nil
}

// readUsers reads who shares the machine, ACCOUNT.SHARES each, and whose the jobs are: those that a link does not say
// are the first's.
func (e *Example) readUsers(users, of string) error {
	for text := range strings.SplitSeq(users, "_") {
		if users == "" {
			break
		}
		if len(e.Users) == MaxUsers {
			return errors.New("users: more than " + strconv.Itoa(MaxUsers) + " share no little machine")
		}
		account, shares, _ := strings.Cut(text, ".")
		a, err := whole("users, ACCOUNT.SHARES, account", account, 1, MaxUsers, "numbers of accounts")
		if err != nil {
			return err
		}
		e.Users = append(e.Users, User{Account: a})
		if err := e.SetShares(len(e.Users)-1, shares); err != nil {
			return err
		}
	}
	e.share()
	if of == "" {
		return nil
	}
	row := 0
	for text := range strings.SplitSeq(of, ".") {
		if row == len(e.Of) {
			return errors.New("of: it says whose more than " + strconv.Itoa(row) + " jobs are: give as many")
		}
		if err := e.SetUser(row, text); err != nil {
			return err
		}
		row++
	}
	return nil
}

// readSides reads the sides: the first alone where a link names none.
func (e *Example) readSides(get func(key string) string) error {
	e.Sides = nil
	for i, key := range sides() {
		text := get(key)
		switch {
		case text == "" && i == 0:
			e.Sides = append(e.Sides, Easy("FCFS"))
		case text != "":
			s, err := readSide(key, text)
			if err != nil {
				return err
			}
			e.Sides = append(e.Sides, s)
		}
	}
	return nil
}

func readSide(key, text string) (Side, error) {
	words := strings.Split(strings.ToLower(text), "-")
	wrong := func(why string) (Side, error) {
		return Side{}, errors.New(key + ": " + jsontext.Short(text) + " " + why)
	}
	if len(words) > 4 {
		return wrong("says too much: give ORDER-BACKFILLING, then -tHOURS for a threshold and -exact for exact requests")
	}
	s := Easy(strings.ToUpper(words[0]))
	if names := Orders(); !slices.Contains(names, s.Order) {
		return wrong("begins with no order: give one of " + strings.Join(names, ", "))
	}
	for _, w := range words[1:] {
		if w == "exact" {
			s.Exact = true
			continue
		}
		if rest, ok := strings.CutPrefix(w, "t"); ok {
			n, err := whole(key+", threshold", rest, 0, MaxHours, "hours")
			if err != nil {
				return Side{}, err
			}
			s.Threshold = n
			continue
		}
		b, err := sim.ParseBackfilling(w)
		if err != nil {
			return wrong("says " + jsontext.Short(w) + ": give easy, none or conservative, -tHOURS or -exact")
		}
		s.Backfilling = b
	}
	s.plain()
	return s, nil
}
