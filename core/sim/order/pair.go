package order

import (
	"errors"
	"strings"
)

// Pair is a scheduler as the studies of EASY write it: SPF-SAF orders the front of the queue by SPF and tries the jobs
// behind it by SAF; SPF-SAF@20h has jobs that waited longer than 20 h go first besides (Lelong, Reis, Trystram: Tuning
// EASY-Backfilling Queues, 2017).
type Pair struct {
	Front, Behind Order  // built-in ones
	Threshold     string // a duration as it stands there; "": as else is asked
}

// ParsePair reads the names of two built-in orders with a hyphen between them, and @ and a threshold behind them if there is
// one; false: it is no pair. A difference of two keys is a formula, expr:SPF-SAF.
func ParsePair(name string) (p Pair, ok bool) {
	text, threshold, bounded := strings.Cut(name, "@")
	front, behind, _ := strings.Cut(text, "-")
	a, known := codeOf(strings.TrimSpace(front))
	b, too := codeOf(strings.TrimSpace(behind))
	threshold = strings.TrimSpace(threshold)
	return Pair{Order{code: a}, Order{code: b}, threshold}, known && too && bounded == (threshold != "")
}

// IsPair says whether a name is that of a pair.
func IsPair(name string) bool {
	_, ok := ParsePair(name)
	return ok
}

// Name is what ParsePair reads.
func (p Pair) Name() string {
	name := p.Front.Name() + "-" + p.Behind.Name()
	if p.Threshold != "" {
		name += "@" + p.Threshold
	}
	return name
}

// Words are a fragment of a sentence for people, as in "shortest requested time first, backfilled smallest area first".
func (p Pair) Words() string {
	words := p.Front.Words() + ", backfilled " + p.Behind.Words()
	if p.Threshold != "" {
		words += ", jobs that waited " + p.Threshold + " before all"
	}
	return words
}

// errPair says what is to be written in place of a pair where one order alone is asked for.
func errPair(p Pair) error {
	a, b := p.Front.Name(), p.Behind.Name()
	return errors.New("queue order " + quote(p.Name()) + " is a pair, of the front and of backfilling, and one order is asked for here: " +
		"give " + a + " alone, or expr:" + a + "-" + b + " for the difference of the two keys")
}
