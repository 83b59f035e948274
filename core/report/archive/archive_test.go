package archive_test

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/report/archive"
)

// saved is a small comparison as a study, and the report that it was saved with.
func saved(t testing.TB) (*archive.File, string) {
	t.Helper()
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 2000, Seed: 3})
	require.NoError(t, err)
	log.Digest = job.DigestOf(log)
	p := compare.Default()
	p.Orders, p.Resamples, p.Weeks = []string{"FCFS", "SPF", "expr:p*q"}, 4, 2
	require.NoError(t, p.Normalise())
	trace, cleaning := p.Ground().Prepare(log)
	runner, err := compare.NewRunner(trace, p)
	require.NoError(t, err)
	var rows compare.Rows
	for k := range 5 {
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows.Add(row)
	}
	of := archive.Log{Name: "a log", Digest: log.Digest, Bad: 2, Cleaning: cleaning, Overview: overview.Describe(trace)}
	r := compare.Merge(p, log.Digest, trace.Procs, rows.All())
	r.Warn(rows.All(), of.Source())
	b, err := json.Marshal(r)
	require.NoError(t, err)
	return archive.NewFile(compare.Name, p.Settings(), of, rows.All(), r.Paper()), string(b)
}

func TestAStudyIsFoundAgainAsItWasSaved(t *testing.T) {
	s, report := saved(t)
	file := s.Encode()
	require.True(t, json.Valid(file), "other programs read it")
	require.True(t, archive.Is(string(file[:40])))
	back, err := archive.Read(string(file))
	require.NoError(t, err)
	require.Equal(t, string(file), string(back.Encode()))

	p := compare.Default()
	require.NoError(t, back.Ask(p.Settings()))
	require.NoError(t, p.Normalise())
	rows, err := archive.Rows[compare.Row](&back.Asked)
	require.NoError(t, err)
	source := back.Log.Source()
	r := compare.Merge(p, back.Log.Digest, back.Log.Overview.Procs, rows.All())
	r.Warn(rows.All(), source)
	b, err := json.Marshal(r)
	require.NoError(t, err)
	require.Equal(t, report, string(b))
	require.Equal(t, s.Said.Methods, r.Methods())
}

// A study saved before "prediction" left out jobs without a request has their rows.
func TestAnOldStudyKeepsTheCleaningThatItHad(t *testing.T) {
	s, _ := saved(t)
	prediction, err := job.ParsePreset("prediction")
	require.NoError(t, err)
	ask := func(change func(c *job.Cleaning)) job.Rules {
		s, c := *s, *s.Log.Cleaning
		c.Rules, c.NoRequest = prediction, 3
		change(&c)
		s.Log.Cleaning = &c
		p := compare.Default()
		for _, v := range s.Plan {
			require.NoError(t, p.Settings().Find(v.Key).Set(v.Text))
		}
		require.NoError(t, p.Settings().Find("clean").Set("prediction"))
		s.Plan = archive.Values(p.Settings())
		back, err := archive.Read(string(s.Encode()))
		require.NoError(t, err)
		p = compare.Default()
		require.NoError(t, back.Ask(p.Settings()))
		return p.Clean
	}
	before := prediction
	before.DropMissing = false
	require.Equal(t, before, ask(func(c *job.Cleaning) { c.Rules = before }))
	require.Equal(t, prediction, ask(func(c *job.Cleaning) { c.Rules, c.NoRequest = before, 0 }), "both left out the same")
	require.Equal(t, prediction, ask(func(c *job.Cleaning) {}))
}

// Recorded waits came later: a file that ends before them is whole, and says none.
func TestAFileFromBeforeRecordedWaitsIsRead(t *testing.T) {
	s, _ := saved(t)
	s.Log.Cleaning.Recorded = job.Recorded{Weeks: job.Waited{Jobs: 3, Known: 2, Sum: 120}}
	now, err := archive.Read(string(s.Encode()))
	require.NoError(t, err)
	require.Equal(t, s.Log.Cleaning.Recorded, now.Log.Cleaning.Recorded)

	var w wire.Writer
	w.Int(int64(s.Log.Bad))
	s.Log.Cleaning.Wire(wire.Both{Put: &w})
	s.Log.Overview.Wire(wire.Both{Put: &w})
	with := append([]byte{}, w.B...)
	var more wire.Writer
	s.Log.Cleaning.Recorded.Wire(wire.Both{Put: &more})
	s.Log.Cleaning.Pooled.Wire(wire.Both{Put: &more})
	in64 := func(b []byte) string { return base64.StdEncoding.EncodeToString(b) }
	file := strings.Replace(string(s.Encode()), in64(append(with, more.B...)), in64(w.B), 1)
	at := strings.LastIndex(file, ",\n\"sum\":")
	file = file[:at] + ",\n\"sum\":\"" + strconv.FormatUint(wire.Sum(wire.Start, []byte(file[:at])), 16) + "\"}\n"
	before, err := archive.Read(file)
	require.NoError(t, err)
	require.Zero(t, before.Log.Cleaning.Recorded)
	require.Equal(t, s.Log.Cleaning.Kept, before.Log.Cleaning.Kept)
	require.Equal(t, s.Known, before.Known)
}

// What stands beside the rows is a list of its own: files from before have none.
func TestOtherPlansGoBesideAStudysOwn(t *testing.T) {
	s, _ := saved(t)
	require.NotContains(t, string(s.Encode()), `"also"`)
	s.Also = []archive.Asked{{Kind: "windows", Plan: s.Plan[:2], Known: s.Known[:3]}, {Kind: "none"}}
	file := string(s.Encode())
	require.True(t, json.Valid([]byte(file)))
	back, err := archive.Read(file)
	require.NoError(t, err)
	require.Equal(t, s.Also, back.Also)
	require.Equal(t, s.Known, back.Known)
	require.Equal(t, &back.Also[0], back.Beside("windows"))
	require.Nil(t, back.Beside("compare"))
	require.Equal(t, file, string(back.Encode()))
	s.Also[1].Kind = ""
	_, err = archive.Read(string(s.Encode()))
	require.ErrorContains(t, err, `"also"`)
}

func TestADamagedStudyIsRefusedInWords(t *testing.T) {
	s, _ := saved(t)
	file := string(s.Encode())
	for at := 0; at < len(file)-1; at += 1 + len(file)/300 {
		other := "x"
		if file[at] == 'x' {
			other = "y"
		}
		for _, bad := range []string{file[:at], file[:at] + other + file[at+1:], file[:at] + file[at+1:]} {
			_, err := archive.Read(bad)
			require.Error(t, err, at)
			require.Greater(t, len(err.Error()), 30, "a sentence with a remedy")
		}
	}
	for said, change := range map[string][2]string{
		"later one":               {`"shadowtime study":1`, `"shadowtime study":2`},
		"changed or damaged":      {`"FCFS`, `"LCFS`},
		"which begins with":       {`{`, ` {`},
		"is given twice":          {`"kind":`, `"kind":"x","kind":`},
		"stand more than 64 deep": {`"rows":[`, `"rows":[` + strings.Repeat("[", 100)},
	} {
		_, err := archive.Read(strings.Replace(file, change[0], change[1], 1))
		require.ErrorContains(t, err, said)
	}
}

func TestAPlanOfAnotherVersionIsRefusedInWords(t *testing.T) {
	s, _ := saved(t)
	p := compare.Default()
	s.Plan = append(s.Plan, archive.Value{Key: "gang", Text: "1"})
	require.ErrorContains(t, s.Ask(p.Settings()), `"gang", which is not known here`)
	s.Plan = s.Plan[2 : len(s.Plan)-1]
	require.ErrorContains(t, s.Ask(p.Settings()), "does not say orders")
	s, _ = saved(t)
	for i := range s.Plan {
		if s.Plan[i].Key == "weeks" {
			s.Plan[i].Text = "many"
		}
	}
	require.ErrorContains(t, s.Ask(p.Settings()), `weeks "many": give a whole number`)
	s.Known[1] = s.Known[1][:9]
	_, err := archive.Rows[compare.Row](&s.Asked)
	require.ErrorContains(t, err, "row 2 of the study")
}

// Rows of fewer orders than the plan names have the right sum, and are told.
func TestRowsThatDoNotFitTheirPlanAreTold(t *testing.T) {
	s, _ := saved(t)
	p := compare.Default()
	require.NoError(t, s.Ask(p.Settings()))
	p.Orders = append(p.Orders, "LPF", "SAF")
	require.NoError(t, p.Normalise())
	rows, err := archive.Rows[compare.Row](&s.Asked)
	require.NoError(t, err)
	require.ErrorIs(t, archive.Try(func() error {
		compare.Merge(p, s.Log.Digest, 64, rows.All())
		return nil
	}), archive.ErrUnfit)
}

// Any text with the right sum is a study or an error.
func FuzzAnyTextIsAStudyOrAnError(f *testing.F) {
	s, _ := saved(f)
	s.Known = s.Known[:1]
	file := string(s.Encode())
	f.Add(file[:strings.LastIndex(file, ",\n\"sum\":")])
	f.Add(`{"shadowtime study":1,"rows":["AAAA"],"plan":{"orders":"all"},"table":[["a"],1],"cautions":{}`)
	f.Fuzz(func(t *testing.T, body string) {
		text := body + ",\n\"sum\":\"" + strconv.FormatUint(wire.Sum(wire.Start, []byte(body)), 16) + "\"}\n"
		s, err := archive.Read(text)
		if err != nil {
			return
		}
		p := compare.Default()
		if s.Ask(p.Settings()) != nil || p.Normalise() != nil {
			return
		}
		rows, err := archive.Rows[compare.Row](&s.Asked)
		if err != nil {
			return
		}
		_ = archive.Try(func() error {
			r := compare.Merge(p, s.Log.Digest, s.Log.Overview.Procs, rows.All())
			r.Warn(rows.All(), s.Log.Source())
			r.Paper()
			return nil
		})
	})
}
