package rule_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job/rule"
)

func one(t *testing.T, text string) *rule.Rule {
	t.Helper()
	list, err := rule.Parse(text)
	require.NoError(t, err)
	require.Len(t, list, 1)
	return &list[0]
}

func TestARuleIsSaidAsASentence(t *testing.T) {
	for text, want := range map[string]string{
		"4 jobs a user":                      "At most 4 running jobs a user",
		"1 job of queue 30":                  "At most 1 running job for queue 30",
		"2 jobs a user in each queue":        "At most 2 running jobs a user in each queue",
		"25 processors a user":               "At most 25 processors a user",
		"368 processors of partition 2":      "At most 368 processors for partition 2 together",
		"11346 processors of partitions 4 5": "At most 11_346 processors for partitions 4 and 5 together",
		"960 processors over 2h":             "At most 960 processors for requests over 2_h together",
		"300 processor-hours a user":         "At most 300 processor-hours outstanding a user",
		"5400 processor-seconds a user":      "At most 1.5 processor-hours outstanding a user",
		"1 job a user of users 57 46":        "At most 1 running job a user for users 46 and 57",
		"1 job a user of users 1 2 3 4 5":    "At most 1 running job a user for 5 users",
		"9 jobs of queue 3 wider than 8":     "At most 9 running jobs on more than 8 processors in queue 3 together",
		"not 04:30-08:00 Mon-Fri over 150m":  "Requests over 2.5_h don’t start between 4:30 and 8:00, Monday to Friday",
		"not 0-6 keeping turns":              "Jobs don’t start between 0:00 and 6:00, and keep their turn",
		"not Sun 9-Fri 17 standard time over 20h": "Requests over 20_h don’t start from Sunday 9:00 to Friday 17:00, " +
			"by a clock without summer time",
		"end by 17 Mon-Fri over 4h":                  "Requests over 4_h must end by 17:00, Monday to Friday",
		"end by 8 Sat-Sun over 15m of user 7":        "Requests over 15_min of user 7 must end by 8:00, Saturday and Sunday",
		"end by 8 over 36h in partition 1":           "Requests over 36_h in partition 1 must end by 8:00",
		"15 processors missing":                      "15 of 100 processors were missing",
		"nothing starts until 1996-11-03":            "Nothing starts, until 3 Nov 1996",
		"nothing starts over 2d":                     "Requests over 2_d don’t start",
		"first of queue 3":                           "Jobs in queue 3 go before all others",
		"4 jobs a user of queue 3 while others wait": "At most 4 running jobs a user for queue 3 while others wait",
		"64 processors kept for users 3 4 from 2000-03-14T09:00 until 2000-03-14T12:00": "" +
			"64 processors are kept for users 3 and 4, 14 Mar 2000, 9:00 to 14 Mar 2000, 12:00",
		"all processors kept for queue 3 from 2000-03-14 until 2000-03-15": "" +
			"The whole machine is kept for queue 3, 14 Mar 2000 to 15 Mar 2000",
		"fair share 7d": "Users who used less go first, and use counts half after 7_d",
		"not Mon 00:00-Fri 17:00 standard time over 15h": "Requests over 15_h don’t start from Monday 0:00 to Friday 17:00, " +
			"by a clock without summer time",
		"end by 17 Mon-Fri standard time keeping turns": "Jobs must end by 17:00, Monday to Friday, by a clock without summer time, " +
			"and keep their turn",
		"4 jobs from 1996-09-23 until 1997-06-09": "At most 4 running jobs, 23 Sep 1996 to 9 Jun 1997",
	} {
		terms := rule.Terms{Procs: 100}
		require.Equal(t, strings.ReplaceAll(want, "_", numeral.Thin), terms.Words(one(t, text), true), text)
	}
	require.Equal(t, "15 processors were missing", one(t, "15 processors missing until 1996-10-14").Words(false))
}

func TestAPeriodIsSaidInDates(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "the whole log",
		" until 1997-06-09":                 "until 9 Jun 1997",
		" from 2002-10-31T08:30":            "from 31 Oct 2002, 8:30",
		" from 1996-09-23 until 1997-06-09": "23 Sep 1996 to 9 Jun 1997",
		" from 1996-09-23T00:00:05":         "from 23 Sep 1996, 0:00:05",
	} {
		require.Equal(t, want, one(t, "4 jobs"+text).Period(), text)
	}
	terms := rule.Terms{Undated: true}
	x := one(t, "4 jobs from 1970-01-10 until 1970-01-21")
	require.Equal(t, "from 9 d in to 20 d in", strings.ReplaceAll(terms.Period(x), numeral.Thin, " "))
}

func TestAJobsStorySaysWhatHeldIt(t *testing.T) {
	for text, want := range map[string]string{
		"2 jobs a user":                   "user 46 had 2 jobs running",
		"2 jobs a user in each queue":     "user 46 had 2 jobs running in its queue",
		"2 jobs a user while others wait": "user 46 had 2 jobs running while others waited",
		"5 processors kept for queue 3 from 2000-03-14 until 2000-03-15": "what was kept for queue 3, 14 Mar 2000 to 15 Mar 2000",
		"2 jobs of queue 3":             "queue 3 had 2 jobs running",
		"2 jobs":                        "all jobs had 2 jobs running",
		"2 processors a user":           "user 46 would have 3 processors, more than 2",
		"2 processors over 2h":          "requests over 2_h would have 3 processors, more than 2",
		"2 processor-seconds a user":    "user 46 would have 0.000833 processor-hours outstanding, more than 0.000556",
		"not 06:00-18:00 over 4h":       "requests over 4_h do not start before 18:00",
		"end by 17:00 over 4h":          "requests over 4_h must end by 17:00",
		"not Sat 9-Mon 17:30":           "jobs do not start before Monday 17:30",
		"end by 17:00 standard time":    "jobs must end by 17:00, by a clock without summer time",
		"1 processor missing":           "1 processor was missing",
		"nothing starts until 1996-11":  "nothing started then",
		"nothing starts in partition 2": "jobs in partition 2 did not start then",
		"fair share 7d":                 "users who had used less went first",
		"first of partition 2":          "jobs in partition 2 went before all others",
	} {
		terms := rule.Terms{Name: func(what string, id int64) string { return "" }}
		require.Equal(t, strings.ReplaceAll(want, "_", numeral.Thin), terms.Held(one(t, text), 3, 46), text)
	}
	terms := rule.Terms{Name: func(what string, id int64) string { return map[string]string{"queue": "batch"}[what] }}
	require.Equal(t, "queue batch had 2 jobs running", terms.Held(one(t, "2 jobs of queue 3"), 3, 46))
}

func TestSlurmHasLinesForSomeLimits(t *testing.T) {
	const past = "# of the past Slurm makes none: give a StartTime to come; users need an account where limits are enforced\n"
	for text, want := range map[string]string{
		"4 jobs a user":        "sacctmgr modify qos normal set MaxJobsPerUser=4",
		"25 processors a user": "sacctmgr modify qos normal set MaxTRESPerUser=cpu=25",
		"30 jobs":              "sacctmgr modify qos normal set GrpJobs=30",
		"368 processors of partition 2": "sacctmgr add qos partition2\nsacctmgr modify qos partition2 set GrpTRES=cpu=368\n" +
			"# slurm.conf, at the PartitionName of partition 2: QOS=partition2",
		"50 processors of partitions 2 5": "sacctmgr add qos partition2_partition5\n" +
			"sacctmgr modify qos partition2_partition5 set GrpTRES=cpu=50\n" +
			"# slurm.conf, at the PartitionName of partitions 2 and 5: QOS=partition2_partition5",
		"50 processors of partitions 2 5 over 2h": "",
		"1 job of queue 30": "sacctmgr add qos night_30\nsacctmgr modify qos night_30 set GrpJobs=1\n" +
			"# slurm.conf, at the PartitionName of queue night_30: QOS=night_30",
		"10 processor-hours":        "sacctmgr modify qos normal set GrpTRESRunMins=cpu=600",
		"10 processor-hours a user": "",
		"960 processors over 2h": "# needs SelectType=select/cons_tres, and counts cores of the default partition\n" +
			"scontrol create reservation ReservationName=upto_120min StartTime=now+120minutes Duration=365-00:00:00 Users=root CoreCnt=64 " +
			"Flags=TIME_FLOAT,IGNORE_JOBS",
		"1024 processors over 2h":           "",
		"960 processors a user over 2h":     "",
		"960 processors over 2h in queue 3": "",
		"2 jobs a user in each queue":       "",
		"1 job a user of users 46 57":       "",
		"not 06:00-18:00 Mon-Fri over 4h":   "",
		"end by 17:00 over 4h":              "",
		"end by 17:00 standard time":        "",
		"not Mon 00:00-Fri 17:00":           "",
		"end by 17:00": "scontrol create reservation ReservationName=end_1700 StartTime=17:00:00 Duration=1 Users=root Nodes=ALL " +
			"Flags=DAILY,IGNORE_JOBS",
		"end by 08:30 Mon-Fri": "# on a day from Monday to Friday, before 08:30: it begins on the next 08:30, whatever the day\n" +
			"scontrol create reservation ReservationName=end_0830 StartTime=08:30:00 Duration=1 Users=root Nodes=ALL " +
			"Flags=WEEKDAY,IGNORE_JOBS",
		"15 processors missing":           "",
		"nothing starts until 1996-11":    "",
		"4 jobs a user while others wait": "",
		"64 processors kept for users 3 30 from 2000-03-14T09:00 until 2000-03-14T12:00": past + "# needs SelectType=select/cons_tres, " +
			"and counts cores of the default partition\n# their jobs ask for it: --reservation=kept_2000-03-14_0900\n" +
			"scontrol create reservation ReservationName=kept_2000-03-14_0900 StartTime=2000-03-14T09:00:00 Duration=180 " +
			"Users=user3,night_30 CoreCnt=64 Flags=IGNORE_JOBS",
		"all processors kept for user 3 from 2000-03-14 until 2000-03-15": past + "# their jobs ask for it: " +
			"--reservation=kept_2000-03-14_0000\nscontrol create reservation ReservationName=kept_2000-03-14_0000 " +
			"StartTime=2000-03-14T00:00:00 Duration=1440 Users=user3 Nodes=ALL Flags=IGNORE_JOBS",
		"all processors kept for queue 3 from 2000-03-14 until 2000-03-15": "",
		"fair share 7d": "# slurm.conf: PriorityType=priority/multifactor, PriorityWeightFairshare above all other weights, " +
			"PriorityDecayHalfLife=7-00:00",
	} {
		terms := rule.Terms{Procs: 1024, Name: func(what string, id int64) string { return map[int64]string{30: "night_30"}[id] }}
		lines, ok := terms.Slurm(one(t, text))
		require.Equal(t, want, lines, text)
		require.Equal(t, want != "", ok, text)
		require.Equal(t, want == "", terms.Lacking(one(t, text)) != "", text)
	}
}

// Lines that lift a limit are those that set it, with -1 in place of its number.
func TestSlurmLiftsWhatItLimits(t *testing.T) {
	for text, want := range map[string]string{
		"4 jobs a user":                 "sacctmgr modify qos normal set MaxJobsPerUser=-1",
		"25 processors a user":          "sacctmgr modify qos normal set MaxTRESPerUser=cpu=-1",
		"300 processor-hours":           "sacctmgr modify qos normal set GrpTRESRunMins=cpu=-1",
		"368 processors of partition 2": "sacctmgr modify qos partition2 set GrpTRES=cpu=-1",
	} {
		lines, ok := (&rule.Terms{}).SlurmLifted(one(t, text))
		require.True(t, ok, text)
		require.Equal(t, want, lines)
	}
	_, ok := (&rule.Terms{}).SlurmLifted(one(t, "end by 17:00 over 4h"))
	require.False(t, ok)
}
