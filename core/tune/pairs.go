package tune

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/order"
)

// Published is the name of the search space of the papers, 7 primary by 7
// backfill orders; Twelve that of all of the papers' orders, Every that of all
// built-in ones.
const (
	Published = "7x7"
	Twelve    = "12x12"
	Every     = "every"
)

// Seven are the orders of the published search, by their names here: the
// papers' EXP is LEXP.
func Seven() []string { return []string{"FCFS", "LCFS", "LPF", "SPF", "LQF", "SQF", "LEXP"} }

// ParsePairs reads the search space: 7x7, 12x12, every, or lists of primary and
// of backfill orders with an x between them, as in "FCFS,SPF x SPF,mix:SAF+SQF".
func ParsePairs(s string) (primaries, backfills []string, err error) {
	switch s = strings.TrimSpace(s); strings.ToLower(s) {
	case Published:
		return Seven(), Seven(), nil
	case Twelve:
		return names(order.Twelve()), names(order.Twelve()), nil
	case Every:
		return names(order.Every()), names(order.Every()), nil
	}
	left, right, ok := strings.Cut(s, " x ")
	if !ok {
		left, right, ok = strings.Cut(s, " × ")
	}
	if !ok {
		return nil, nil, errors.New("pairs " + strconv.Quote(s) + ": write 7x7, 12x12, every, or primary orders, a blank, x, a blank and backfill orders, as in \"FCFS,SPF x SPF,LEXP\"")
	}
	if primaries, err = parsed(order.Split(left)); err != nil {
		return nil, nil, err
	}
	backfills, err = parsed(order.Split(right))
	return primaries, backfills, err
}

func names(orders []order.Order) []string {
	var list []string
	for _, o := range orders {
		list = append(list, o.Name())
	}
	return list
}

// parsed are orders by their proper names, each once.
func parsed(list []string) ([]string, error) {
	var orders []string
	for _, s := range list {
		o, err := order.Parse(s)
		if err != nil {
			return nil, err
		}
		known := false
		for _, name := range orders {
			known = known || name == o.Name()
		}
		if !known {
			orders = append(orders, o.Name())
		}
	}
	return orders, nil
}
