package study_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/compare"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func TestClosuresAreReadInOneFormAndWrittenInIt(t *testing.T) {
	p := compare.Default()
	s := p.Settings().Find("closed")
	for text, want := range map[string]string{
		"none": "none", "": "none", "all 10d 8h": "all 10d 8h",
		" 64  240h 480m ,all 0s 1d every 28d announced 72h": "64 10d 8h, all 0s 24h every 28d announced 3d",
		"7 1.5d 90m unannounced":                            "7 36h 90m unannounced",
		"7 1d 90m announced 0s":                             "7 24h 90m unannounced",
	} {
		require.NoError(t, s.Set(text), text)
		require.Equal(t, want, s.Get())
		require.NoError(t, s.Set(s.Get()))
		require.Equal(t, want, s.Get(), "read back")
	}
	before := s.Get()
	for _, text := range []string{"all 10d", "some 10d 8h", "0 10d 8h", "all 10 8h", "all 10d none", "all 10d 0h", "all 10d 8h every 8h",
		"all 10d 8h every", "all 10d 8h 3d", "all 10d 8h announced", "99999999999 1d 2h"} {
		err := s.Set(text)
		require.ErrorContains(t, err, "closed "+strconv.Quote(text)+": ", "the place and the value")
		require.ErrorContains(t, err, "as in all 10d 8h or 64 10d 8h", "the remedy")
	}
	require.ErrorContains(t, s.Set("all 1d 2h,5 1d"), `"5 1d": write`, "the part that can't be read")
	require.Equal(t, before, s.Get(), "what can't be read changes nothing")
	require.NoError(t, s.Set("64 10d 8h every 28d announced 3d"))
	require.Contains(t, p.Settings().Sentence(compareDefault()),
		", with 64 processors out for 8\u202fh from 10\u202fd in and every 28\u202fd after, announced 3\u202fd before")
}

func compareDefault() study.Settings {
	p := compare.Default()
	return p.Settings()
}

// In a resample processors are out as long from its beginning as in the log from its first instant.
func TestClosuresLieAsFarFromTheBeginningOfEveryTrace(t *testing.T) {
	w := study.DefaultWorkload()
	require.NoError(t, w.WhatIf().Find("closed").Set("all 2d 8h every 7d announced 1d, 3 0s 1h unannounced"))
	tr := &job.Trace{Procs: 9, Users: []int64{1}}
	for at := int64(5000); at < 5000+30*job.Day; at += 3600 {
		tr.Submit, tr.Run, tr.Request = append(tr.Submit, at), append(tr.Run, 60), append(tr.Request, 60)
		tr.Size, tr.User = append(tr.Size, 1), append(tr.User, 0)
	}
	require.NoError(t, w.CloseLog(tr))
	require.Len(t, tr.Closures, 4+1)
	begin := int64(5000 + 2*job.Day)
	require.Equal(t, job.Closure{From: begin, To: begin + 8*3600, Procs: job.MaxSize, Known: begin - job.Day}, tr.Closures[0])
	require.Equal(t, job.Closure{From: 5000, To: 8600, Procs: 3, Known: 5000}, tr.Closures[4])
	w.Weeks = 2
	m, err := w.Maker(tr)
	require.NoError(t, err)
	var made job.Trace
	require.NoError(t, m.Make(&made, 1))
	require.Len(t, made.Closures, 2+1)
	require.EqualValues(t, 2*job.Day, made.Closures[0].From)

	require.NoError(t, w.WhatIf().Find("closed").Set("all 20d 8h"))
	require.ErrorContains(t, makerOf(t, &w, tr).Make(&made, 1), "name an earlier instant")
	require.NoError(t, w.WhatIf().Find("closed").Set("all 1s 1s every 2s"))
	require.ErrorContains(t, w.CloseLog(tr), "more than 1000 times")
}

// What contradicts the machine, or itself, is refused with its place, its value and a remedy.
func TestClosuresOfMoreThanTheMachineAreRefused(t *testing.T) {
	w := study.DefaultWorkload()
	tr := &job.Trace{Procs: 9, Users: []int64{1}, Submit: []int64{0, 30 * job.Day}, Run: []int64{60, 60}, Request: []int64{60, 60},
		Size: []int32{1, 1}, User: []int32{0, 0}}
	for text, says := range map[string]string{
		"10 1d 8h":                      `closed "10 24h 8h": the machine has 9 processors: write all, or fewer`,
		"5 1d 8h, 5 28h 8h":             "10 processors would be out at once, and the machine has 9",
		"all 10d 8h, 1 10d 1h":          "10 processors would be out at once",
		"5 1d 8h every 7d, 5 8d 1h":     "10 processors would be out at once",
		"5 1d 8h, 4 1d 8h, all 32h 1h":  "",
		"all 1d 8h every 9h, 9 0s 24h ": "",
	} {
		require.NoError(t, w.WhatIf().Find("closed").Set(text), text)
		if err := w.CloseLog(tr); says == "" {
			require.NoError(t, err, text)
		} else {
			require.ErrorContains(t, err, says, text)
		}
	}
}

func makerOf(t *testing.T, w *study.Workload, tr *job.Trace) *study.Maker {
	m, err := w.Maker(tr)
	require.NoError(t, err)
	return m
}

func FuzzClosuresThatAreReadAreReadBack(f *testing.F) {
	f.Add("all 10d 8h, 64 1.5h 2m every 3d announced 1d")
	f.Fuzz(func(t *testing.T, text string) {
		w := study.DefaultWorkload()
		s := w.WhatIf().Find("closed")
		if s.Set(text) != nil {
			return
		}
		was := s.Get()
		require.NoError(t, s.Set(was))
		require.Equal(t, was, s.Get())
		require.LessOrEqual(t, strings.Count(was, ","), strings.Count(text, ","))
	})
}
