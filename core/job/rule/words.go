package rule

import "strconv"

// Words say what a rule forbids.
func (r *Rule) Words() string {
	switch r.Kind {
	case Limit:
		return "at most " + strconv.FormatInt(r.Most, 10) + [...]string{" running jobs", " processors", " processor-seconds"}[r.Of] +
			[...]string{" together", " a user", " a user and queue"}[r.Per]
	case Hours:
		return "no start from " + hour(r.From) + " to " + hour(r.To)
	case EndBy:
		return "must end by " + hour(r.From)
	case Missing:
		return strconv.FormatInt(r.Most, 10) + " processors missing"
	}
	return "no start"
}

func hour(m int32) string {
	return strconv.Itoa(int(m)/60) + ":" + strconv.Itoa(int(m)%60/10) + strconv.Itoa(int(m)%10)
}
