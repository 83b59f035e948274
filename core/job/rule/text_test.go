package rule_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job/rule"
)

func TestRulesAreReadInManyFormsAndWrittenInOne(t *testing.T) {
	for text, want := range map[string]string{
		"none": "none", "": "none", " # nothing\n": "none",
		"4 jobs a user":                                                  "4 jobs a user",
		"At most 4 running jobs per user":                                "4 jobs a user",
		"from 1996-12-23 25 processors each user":                        "25 processors a user from 1996-12-23",
		"300 processor-hours a user":                                     "300 processor-hours a user",
		"90 processor-seconds a user":                                    "90 processor-seconds a user",
		"2 jobs a user in each queue":                                    "2 jobs a user in each queue",
		"1 job of queue 30":                                              "1 job of queue 30",
		"queue 30 1 job":                                                 "1 job of queue 30",
		"368 processors of partition 2":                                  "368 processors of partition 2",
		"960 PROCESSORS over 2 hours":                                    "960 processors over 2h",
		"1 job a user, users 57, 46 and over 36h":                        "1 job a user of users 46 57 over 36h",
		"over 4h Mon-Fri not 6-18":                                       "not 06:00-18:00 Mon-Fri over 4h",
		"not 22:00–6:30 daily wider 64":                                  "not 22:00-06:30 wider than 64",
		"not 0-24 Sat-Sun over 2.5h":                                     "not 00:00-24:00 Sat-Sun over 150m",
		"must end by 17 workdays over 4h until 1997-06-09 keeping turns": "end by 17:00 Mon-Fri over 4h keeping turns until 1997-06-09",
		"15 processors missing until 1996-10-14":                         "15 processors missing until 1996-10-14",
		"nothing starts from 1996-11-02 03:00 until 1996-11-02T09:00:30": "nothing starts from 1996-11-02T03:00 until 1996-11-02T09:00:30",
		"fair share with a half-life of 7d":                              "fair share with a half-life of 7d",
		"Fair share, half-life 2.5 days, from 1997-03-01":                "fair share with a half-life of 60h from 1997-03-01",
		"first of queue 3":                                               "first of queue 3",
		"queues 3 1 first over 4 h until 1997-06-09":                     "first of queues 1 3 over 4h until 1997-06-09",
		"while others wait 4 jobs a user of queue 3":                     "4 jobs a user of queue 3 while others wait",
		"64 processors kept for user 4 3 over 4h from 2000-03-14 09:00 until 2000-03-14 12:00": "" +
			"64 processors kept for users 3 4 over 4h from 2000-03-14T09:00 until 2000-03-14T12:00",
		"all processors kept for queue 3 until 2000-03-15 from 2000-03-14": "" +
			"all processors kept for queue 3 from 2000-03-14 until 2000-03-15",
		"not Monday 0-fri 17 winter time over 15h":           "not Mon 00:00-Fri 17:00 standard time over 15h",
		"over 20h not Sun 09:00–Sun 24:00":                   "not Sun 09:00-Mon 00:00 over 20h",
		"end by 17:00 standard time Mon-Fri from 1996-12-23": "end by 17:00 Mon-Fri standard time from 1996-12-23",
		"fair share 168h":            "fair share with a half-life of 7d",
		"8 jobs a user from 1997-03": "8 jobs a user from 1997-03-01",
		"4 jobs a user; 25 cores a user\n# more\n\n 1 job of user -1; ": "4 jobs a user; 25 processors a user; 1 job of user -1",
	} {
		list, err := rule.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, rule.Text(list))
		again, err := rule.Parse(want)
		require.NoError(t, err, want)
		require.Equal(t, list, again, "read back")
	}
}

func TestWhatIsNoRuleIsRefusedWithAFormThatWorks(t *testing.T) {
	for text, says := range map[string]string{
		"4 jbos a user":                        `"jbos" is not known there; write it as in 4 jobs`,
		"4":                                    "it ends too early; write it as in 4 jobs",
		"four jobs":                            `"four" is not known; begin with what it forbids: 4 jobs a user`,
		"a user over 4h":                       "it doesn't say what it forbids; begin with",
		"0 jobs a user":                        "at most 0: give 1 or more",
		"4 jobs 5 jobs":                        "twice; say it once, and part rules by semicolons",
		"4 jobs in each queue":                 `"each queue" goes with a limit of each user`,
		"4 jobs in":                            "it ends too early; write it as in of queue 3",
		"4 jobs of queue":                      `"queue" has no number behind it; write it as in of queue 3`,
		"4 jobs Mon-Fri":                       `"days" goes with hours, as in not 06:00-18:00 Mon-Fri`,
		"4 jobs keeping turns":                 `goes with hours`,
		"4 jobs standard time":                 `"standard time" goes with hours, as in end by 17:00 standard time`,
		"end by 17:00 standard":                `it ends too early; write it as in standard time`,
		"not Mon 06:00-18:00":                  `write it as in not Mon 00:00-Fri 17:00`,
		"not Mon 06:00-Fri 18:00 Mon-Fri":      "it says days twice",
		"not Mon 06:00-Mon 06:00":              "a whole week, or none: give two different instants of it, as in not Mon 00:00-Fri 17:00",
		"not Mon 00:00-Sun 24:00":              "if such jobs never start, nothing starts of queue 3",
		"4 jobs over 4":                        "write it as in over 4h",
		"4 jobs over 0.3s":                     "write it as in over 4h",
		"4 jobs wider than x":                  "write it as in wider than 64",
		"15 processors missing over 4h":        "what forbids jobs",
		"not 6:00":                             "write it as in not 06:00-18:00",
		"not 6:60-18":                          "write it as in not 06:00-18:00",
		"not 6:00-6:00":                        "give two different ones",
		"end at 17:00":                         "write it as in end by 17:00",
		"end by 24:00":                         "write it as in end by 17:00",
		"nothing":                              "write it as in nothing starts",
		"nothing starts":                       "it would keep every job for ever; say when it ends, as in nothing starts from",
		"nothing starts from 1996-12-23":       "it would keep every job for ever",
		"not 0-24":                             "or whom it holds, as in nothing starts of queue 3",
		"4 jobs from yesterday":                "write it as in from 1996-12-23",
		"4 jobs from 1997-02-29":               "write it as in from 1996-12-23",
		"4 jobs until 1996-01-01 from 1997-01": "it ends before it begins",
		"99999999999999999999 jobs":            "can be counted to",
		"9999999999999999 processor-hours":     "more than can be counted",
		"fair share":                           "it ends too early; write it as in fair share with a half-life of 7d",
		"first":                                "which jobs go first is not said: give their queue, partition, users, request or size",
		"first of queue 3 a user":              `"a user" goes with a limit`,
		"4 jobs while others wait":             `"while others wait" goes with a limit of each user`,
		"4 jobs a user while wait":             "write it as in while others wait",
		"64 processors kept for queue 3":       "say from when until when",
		"64 processors kept from 2000-03-14 until 2000-03-15": "for whom processors are kept is not said",
		"0 processors kept for queue 3":                       "give 1 or more, or all processors kept",
		"all jobs of queue 3":                                 "write it as in all processors kept",
		"fair share 7":                                        "write it as in fair share with a half-life of 7d",
		"fair shore 7d":                                       `"shore" is not known there; write it as in fair share`,
		"fair share 7d a user":                                `"a user" goes with a limit`,
		"fair share 7d of queue 3":                            `"queue" goes with what forbids jobs`,
		"fair share 20000d":                                   "a half-life of 1728000000 s: give 1 s to 10000 d",
		"4 jobs a user sometimes":                             `"sometimes" is not known; behind what a rule forbids stand a user`,
		"1 job; queue 30: 1 job":                              `"queue 30: 1 job": `,
	} {
		_, err := rule.Parse(text)
		require.ErrorContains(t, err, says, text)
	}
}

// any is a random rule that has only what its kind has a use for.
func any(r *rand.Rand) rule.Rule {
	x := rule.New(rule.Kind(r.IntN(8)))
	if x.Kind != rule.Missing && x.Kind != rule.Share {
		x.Class = class(r)
	}
	if (x.Kind == rule.First || x.Kind == rule.Kept) && x.Check() != nil {
		x.Class.Queues = []int64{3}
	}
	switch x.Kind {
	case rule.Limit:
		x.Per, x.Of, x.Most = rule.Per(r.IntN(3)), rule.Measure(r.IntN(3)), 1+r.Int64N(1<<r.IntN(40))
		x.Soft = x.Per != rule.All && r.IntN(2) == 0
	case rule.Kept:
		x.Most = r.Int64N(500)
	case rule.Missing:
		x.Most = 1 + r.Int64N(500)
	case rule.Share:
		x.Half = 1 + r.Int64N(100*86400)
	case rule.Hours, rule.EndBy:
		x.From, x.Days, x.Turn, x.Standard = r.Int32N(1440), rule.Days(r.IntN(3)), r.IntN(2) == 0, r.IntN(2) == 0
		if x.Kind == rule.Hours {
			x.To = (x.From + 1 + r.Int32N(1439)) % 1440
			if r.IntN(4) == 0 {
				x.Days, x.From = rule.Week, r.Int32N(7*1440)
				x.To = (x.From + 1 + r.Int32N(7*1440-1)) % (7 * 1440)
			}
		}
	}
	if r.IntN(2) == 0 {
		unit := []int64{1, 60, 86400}[r.IntN(3)]
		x.Since = (r.Int64N(4_000_000_000) - 1_000_000_000) / unit * unit
	}
	if r.IntN(2) == 0 {
		x.Until = max(x.Since, -1_000_000_000) + 1 + r.Int64N(100_000_000)
	} else if x.Kind == rule.Stop { // for ever, so not of all
		x.Class.Over = max(x.Class.Over, 1)
	}
	if x.Kind == rule.Kept {
		x.Since = max(x.Since, 0)
		x.Until = x.Since + 1 + r.Int64N(1_000_000)
	}
	return x
}

func class(r *rand.Rand) (c rule.Class) {
	ids := func() (list []int64) {
		for range r.IntN(8) - 4 {
			list = append(list, r.Int64N(100)-1)
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	c.Users, c.Queues, c.Partitions = ids(), ids(), ids()
	if r.IntN(2) == 0 {
		c.Over = 1 + r.Int64N(100)*[]int64{1, 60, 3600, 86400}[r.IntN(4)]
	}
	if r.IntN(3) == 0 {
		c.Wider = 1 + r.Int64N(100)
	}
	return c
}

func TestEveryRuleIsReadBackAsItWasWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		x := any(r)
		require.NoError(t, x.Check(), x.Text())
		list, err := rule.Parse(x.Text())
		require.NoError(t, err)
		require.Equal(t, []rule.Rule{x}, list, x.Text())
	}
}

// The bounds that Check has of instants are the years that a text can say.
func TestARuleHasADateThatCanBeWritten(t *testing.T) {
	for at, fine := range map[int64]bool{
		time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC).Unix():         true,
		time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC).Unix() - 1:     false,
		time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC).Unix(): true,
		time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC).Unix():     false,
	} {
		x := rule.New(rule.Stop)
		x.Until = at
		require.Equal(t, fine, x.Check() == nil, "%d", at)
	}
}

func FuzzRulesThatAreReadAreReadBack(f *testing.F) {
	f.Add("4 jobs a user from 1996-12-23; not 06:00-18:00 Mon-Fri over 4h keeping turns")
	f.Add("end by 17 of queues 3 4, of users 46 57 until 1997-06-09 08:00; 15 processors missing; nothing starts of queue 3")
	f.Add("not sunday 9-fri 24:00 winter time; end by 17 standard time keeping turns over 2h; 4 jobs a user while others wait")
	f.Add("at most 300 processor-hours a user in each queue wider than 3 # and so on\n1 job of partition -1")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := rule.Parse(text)
		if err != nil {
			return
		}
		was := rule.Text(list)
		again, err := rule.Parse(was)
		require.NoError(t, err)
		require.Equal(t, list, again)
		require.Equal(t, was, rule.Text(again))
	})
}

func TestRulesAreReadOfTheJSONOfAReport(t *testing.T) {
	for text, want := range map[string]string{
		`{"rules": [{"text": "4 jobs a user", "words": "At most 4"}, {"text": "nothing starts over 2h"}]}`: "4 jobs a user; nothing starts over 2h",
		`{"gate": {"rules": "none here"}, "rules": {"kept": [{"text": "1 job"}, {"text": null}], "n": 3}}`: "1 job",
		`{"plan": {"rules": "4 jobs a user; 1 job of queue 3"}}`:                                           "4 jobs a user; 1 job of queue 3",
		` {"rules": ["end by 17", "15 processors missing"]}`:                                               "end by 17:00; 15 processors missing",
		`{"rules": []}`:    "none",
		"25 cores a user;": "25 processors a user",
	} {
		list, err := rule.Read(text)
		require.NoError(t, err, text)
		require.Equal(t, want, rule.Text(list))
	}
	for text, says := range map[string]string{
		`{"rules": [{"text": "4 jbos"}]}`:                          `"jbos" is not known there`,
		`{"rule": "4 jobs"}`:                                       `give {"rules": [{"text": "4 jobs a user"}]}`,
		"{\"rules\": [\n{\"kind\": \"user-jobs\", \"limit\": 4}]}": "line 2: a rule without text",
		`{"rules": [{"text": 4}]}`:                                 "a rule without text",
		`{"rules": [4]}`:                                           "a rule without text",
		`{"rules": `:                                               "",
	} {
		_, err := rule.Read(text)
		require.ErrorContains(t, err, says, text)
	}
}

func TestTheFormsOfTheDocumentationAreRead(t *testing.T) {
	page, err := os.ReadFile("../../../public/docs/method.html")
	require.NoError(t, err)
	forms := func(table string) (list []string) {
		_, text, ok := strings.Cut(string(page), `id="`+table+`"`)
		require.True(t, ok, table)
		text, _, _ = strings.Cut(text, "</table>")
		for row := range strings.SplitSeq(text, `<th scope="row">`) {
			row, _, _ = strings.Cut(row, "</th>")
			for part := range strings.SplitSeq(row, "<code>") {
				if form, _, ok := strings.Cut(part, "</code>"); ok {
					list = append(list, form)
				}
			}
		}
		return list
	}
	for _, form := range forms("rule-forms") {
		require.Equal(t, form, one(t, form).Text())
	}
	for _, part := range forms("rule-parts") {
		form := "4 jobs " + part
		switch word, _, _ := strings.Cut(part, " "); word {
		case "Mon-Fri", "Sat-Sun", "standard", "keeping":
			form = "not 06:00-18:00 " + part
		case "while":
			form = "4 jobs a user " + part
		}
		if strings.HasPrefix(part, "while") {
			form = "4 jobs a user " + part
		}
		require.Equal(t, form, one(t, form).Text())
	}
	require.Len(t, forms("rule-forms"), 16)
}

// What Check lets pass over the wire has a text: jobs that must end by an hour of a week have none.
func TestJobsMustEndByAnHourOfADay(t *testing.T) {
	x := rule.New(rule.EndBy)
	x.Days, x.From = rule.Week, 5*1440
	require.ErrorContains(t, x.Check(), "an hour of a day")
}

func TestAnHourOfAWeekIsReadAsItIsSaid(t *testing.T) {
	x := rule.New(rule.Hours)
	x.Days = rule.Week
	for minute := range int32(7 * 1440) {
		got, ok := rule.HourOfWeek(x.Hour(minute))
		require.True(t, ok)
		require.Equal(t, minute, got)
	}
	for text, want := range map[string]int32{"fri 17": 4*1440 + 17*60, " Sun  24:00": 0, "Monday 24:00": 1440} {
		got, ok := rule.HourOfWeek(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "17:00", "Friday", "Fr 17:00", "Fri 25:00", "Fri 17:00 x"} {
		_, ok := rule.HourOfWeek(text)
		require.False(t, ok, text)
	}
}
