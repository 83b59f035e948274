package predictor

import (
	"errors"
	"strconv"
	"strings"
)

// Names are the predictors' names, as Named reads them.
func Names() []string {
	return []string{"requested", "clairvoyant", "ave2", "history2", "fading@0.5", "learned", "quantile@0.8"}
}

// Named is the predictor of a name: requested, clairvoyant, aveK (the average of
// the user's last K jobs), historyK (of the last K like it), fading@W (of all, by weights
// that fade), learned, with a loss and a basis, or quantile@Q.
func Named(name string, loss Loss, basis Basis) (Predictor, error) {
	switch name {
	case "requested":
		return &Requested{}, nil
	case "clairvoyant":
		return &Clairvoyant{}, nil
	case "learned":
		p := NewLearned()
		p.Loss, p.Basis = loss, basis
		return p, nil
	}
	if w, ok := shared(name, "fading@"); ok {
		p, err := newFading(w)
		if err != nil {
			return nil, errors.New("predictor " + strconv.Quote(name) + ": " + err.Error())
		}
		return p, nil
	}
	if q, ok := shared(name, "quantile@"); ok {
		p, err := newQuantile(q)
		if err != nil {
			return nil, errors.New("predictor " + strconv.Quote(name) + ": " + err.Error())
		}
		p.Basis = basis
		return p, nil
	}
	if k, ok := counted(name, "ave"); ok {
		return &Average{K: k}, nil
	}
	if k, ok := counted(name, "history"); ok {
		return &History{K: k}, nil
	}
	return nil, errors.New("predictor " + strconv.Quote(name) + " is not known: use requested, clairvoyant, learned, quantile@Q with a " +
		"share Q, fading@W with a weight W of the last run time, ave1 to ave" + strconv.Itoa(MostAveraged) +
		" (ave2 is the published one), or history1 to history" + strconv.Itoa(MostAveraged))
}

// counted is the K of a name such as ave2.
func counted(name, of string) (k int, ok bool) {
	text, ok := strings.CutPrefix(name, of)
	k, err := strconv.Atoi(text)
	return k, ok && err == nil && k >= 1 && k <= MostAveraged
}

// shared is the share behind a name such as quantile@0.8, 0 where it is no number.
func shared(name, of string) (share float64, ok bool) {
	text, ok := strings.CutPrefix(name, of)
	share, err := strconv.ParseFloat(text, 64)
	if err != nil {
		share = 0
	}
	return share, ok
}
