package tune

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/sim/order"
)

// Published is the name of the search space of the papers, 7 primary by 7
// backfilling orders; Twelve that of all of the papers' orders, Every that of all
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
// of backfilling orders with an x between them, as in "FCFS,SPF x SPF,mix:SAF+SQF"
// or "every,p*q x all".
func ParsePairs(s string) (primaries, backfills []string, err error) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case Published:
		return Seven(), Seven(), nil
	case Twelve:
		return order.Names(order.Twelve()), order.Names(order.Twelve()), nil
	case Every:
		return order.Names(order.Every()), order.Names(order.Every()), nil
	}
	left, right, ok := strings.Cut(s, " x ")
	if !ok {
		left, right, ok = strings.Cut(s, " × ")
	}
	if !ok {
		return nil, nil, errors.New("pairs " + strconv.Quote(s) + ": write 7x7, 12x12, every, or primary orders, a blank, x, a blank and " +
			"backfilling orders, as in \"FCFS,SPF x SPF,LEXP\"")
	}
	if primaries, err = properOrNone(left); err != nil {
		return nil, nil, err
	}
	backfills, err = properOrNone(right)
	return primaries, backfills, err
}

func properOrNone(text string) ([]string, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	return order.Proper(order.Split(text))
}

// pairsText writes a search space as ParsePairs reads it.
func pairsText(primaries, backfills []string) string {
	for _, name := range []string{Published, Twelve, Every} {
		if a, b, err := ParsePairs(name); err == nil && slices.Equal(a, primaries) && slices.Equal(b, backfills) {
			return name
		}
	}
	return order.Text(primaries) + " x " + order.Text(backfills)
}
