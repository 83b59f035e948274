package job

// Reading is one way to read a file that has several: the option that says it, what that is set to, and what is done then.
type Reading struct{ Switch, Value, Words string }

// Asked is the error of a file that has several readings: whoever gives it says which.
type Asked struct {
	Says     string // what is open
	Readings []Reading
}

func (a *Asked) Error() string {
	text := a.Says
	for i, r := range a.Readings {
		text += [...]string{" with", " or"}[min(i, 1)] + " --" + r.Switch + " " + r.Value + " (" + r.Words + ")"
	}
	return text
}

// Unmatched is the error of a table of which it is not known which columns are what.
type Unmatched struct{ Says string }

func (u *Unmatched) Error() string { return u.Says }
