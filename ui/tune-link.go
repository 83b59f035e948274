package ui

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/study"
	"shadowtime/core/tune"
)

func (t *tuner) write(q url.Values) {
	p, d := t.plan, tune.Default()
	was := study.DefaultWorkload() // the cleaning that the page proposes
	was.Weeks = p.Weeks
	text := func(key, is, was string) {
		if is != was {
			q.Set(key, is)
		}
	}
	text("pairs", pairsText(p.Primaries, p.Backfills), tune.Published)
	text("thresholds", thresholdsText(p.Thresholds), thresholdsText(d.Thresholds))
	text("objective", p.Objective.String(), d.Objective.String())
	text("bound", factorText(p.Bound), factorText(d.Bound))
	text("tau", strconv.FormatInt(p.Tau, 10), strconv.FormatInt(d.Tau, 10))
	writeCommon(q, &p.Workload, &was, common{study.None, p.Dialect, p.Resamples}, common{study.None, d.Dialect, d.Resamples}, t.app.Rules, t.app.Procs)
}

func (t *tuner) read(q url.Values) (err error) {
	p := &t.plan
	if s := q.Get("pairs"); s != "" {
		if p.Primaries, p.Backfills, err = tune.ParsePairs(s); err != nil {
			return err
		}
	}
	if s := q.Get("thresholds"); s != "" {
		if p.Thresholds, err = parseThresholds(s); err != nil {
			return err
		}
	}
	if s := q.Get("objective"); s != "" {
		if p.Objective, err = tune.ParseObjective(s); err != nil {
			return err
		}
	}
	if s := q.Get("bound"); s != "" {
		if p.Bound, err = strconv.ParseFloat(s, 64); err != nil {
			return linkError("bound", s)
		}
	}
	if s := q.Get("tau"); s != "" {
		if p.Tau, err = strconv.ParseInt(s, 10, 64); err != nil {
			return linkError("tau", s)
		}
	}
	c := common{dialect: p.Dialect, resamples: p.Resamples}
	if err := readCommon(q, &p.Workload, &c); err != nil {
		return err
	}
	p.Dialect, p.Resamples = c.dialect, c.resamples
	check := *p
	return check.Normalise()
}

// pairsText writes the search space as the command's --pairs reads it.
func pairsText(primaries, backfills []string) string {
	for _, name := range []string{tune.Published, tune.Twelve, tune.Every} {
		if a, b, err := tune.ParsePairs(name); err == nil && slices.Equal(a, primaries) && slices.Equal(b, backfills) {
			return name
		}
	}
	return strings.Join(primaries, ",") + " x " + strings.Join(backfills, ",")
}

// thresholdsText writes thresholds as parseThresholds reads them.
func thresholdsText(list []study.Seconds) string {
	var words []string
	for _, s := range list {
		words = append(words, s.String())
	}
	return strings.Join(words, ",")
}

var errNoThreshold = errors.New("write none, or hours, with commas between them")

// parseThresholds reads a list: none, hours, or durations with a unit.
func parseThresholds(text string) (list []study.Seconds, err error) {
	for _, s := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r <= ' ' || r == '\u00a0' }) {
		x, err := parseThreshold(s)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	if len(list) == 0 {
		return nil, errNoThreshold
	}
	return list, nil
}

// parseThreshold reads none, hours without a unit, or a duration.
func parseThreshold(s string) (study.Seconds, error) {
	if x, err := strconv.ParseFloat(s, 64); err == nil && x >= 0 && x <= job.MaxTime/3600 {
		return study.Seconds(x * 3600), nil
	}
	return study.ParseSeconds(s)
}
