// Package studytest is the conformance suite of kinds of study: what page,
// workers, command and campaigns rely on, asked of each kind alike.
package studytest

import (
	"encoding/json"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/study"
	"shadowtime/core/study/keep"
)

// Subject is a kind of study to be asked.
type Subject[P, R any, PP study.PlanOf[P], RR study.RowOf[R]] struct {
	Kind study.Kind
	// Plan is one whose tasks take milliseconds, normalised or not.
	Plan P
	// Others are further texts of settings, by key; those that are no numbers,
	// choices or switches need one.
	Others map[string]string
	// Compute makes the runner that Kind makes, with its rows as they are.
	Compute func(t *job.Trace, p P) (study.Tasks[R], error)
	// Jobs of the synthetic log, 0: 2000.
	Jobs int
	// Anything says that a log needs no whole week.
	Anything bool
	// Recorded says that a log has to tell its waits, and Last is the number of the last task, 0: there is none.
	Recorded bool
	Last     int
	// Golden are the files of what is said of its plans.
	Golden []Golden[P, R]
	// Elsewhere is the kind whose report says what came of this one, "": it has its own.
	Elsewhere string
}

func (s *Subject[P, R, PP, RR]) plan(t testing.TB) P {
	t.Helper()
	p := s.Plan
	require.NoError(t, PP(&p).Normalise())
	return p
}

func (s *Subject[P, R, PP, RR]) trace(t testing.TB, p P) *job.Trace {
	t.Helper()
	jobs := s.Jobs
	if jobs == 0 {
		jobs = 2000
	}
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: jobs, Seed: 3})
	require.NoError(t, err)
	log.Digest = job.DigestOf(log)
	trace, _ := PP(&p).Ground().Prepare(log)
	if s.Recorded {
		Record(trace)
	}
	return trace
}

// Record has a trace tell waits as of a machine without backfilling, on which users run two jobs at most.
func Record(t *job.Trace) {
	t.Wait = make([]int64, t.Len())
	free := make([]int64, t.Procs) // when each processor is
	runs := map[int32][2]int64{}   // when the jobs of a user end
	last := int64(0)
	for j := range t.Wait {
		slices.Sort(free)
		user := runs[t.User[j]]
		start := max(t.Submit[j], last, free[t.Size[j]-1], min(user[0], user[1]))
		end := start + t.Run[j]
		for i := range free[:t.Size[j]] {
			free[i] = end
		}
		if user[0] > user[1] {
			user[0], user[1] = user[1], user[0]
		}
		user[0] = end
		runs[t.User[j]], last, t.Wait[j] = user, start, start-t.Submit[j]
	}
}

// tried are numbers of tasks, the last and that of the log itself among them.
func (s *Subject[P, R, PP, RR]) tried() []int {
	if s.Last > 0 {
		return []int{s.Last, study.Logged, 1}
	}
	return []int{3, study.Logged, 1, 2}
}

// Conforms asks everything.
func (s *Subject[P, R, PP, RR]) Conforms(t *testing.T) {
	t.Run("EverySettingHasWordsAndANameOfItsOwn", s.words)
	t.Run("EverySettingReachesWorkerLinkJSONAndKey", s.settings)
	t.Run("WhatCannotBeIsAnErrorAndChangesNothing", s.refusals)
	t.Run("ATaskDependsOnItsNumberAlone", s.tasks)
	t.Run("RowsSurviveTheWireAndAFileThatWasCutOff", s.rows)
	t.Run("ReportsHaveTheSameBytesOnEveryPlatform", s.bytes)
}

func (s *Subject[P, R, PP, RR]) bytes(t *testing.T) {
	require.True(t, len(s.Golden) > 0 != (s.Elsewhere != ""), "a kind has golden bytes, or says whose report it is")
	for i := range s.Golden {
		t.Run(strings.TrimSuffix(path.Base(s.Golden[i].Path), ".jsonl"), s.Golden[i].holds)
	}
}

func (s *Subject[P, R, PP, RR]) words(t *testing.T) {
	p := s.plan(t)
	seen := map[string]bool{}
	for _, x := range PP(&p).Settings() {
		require.Regexp(t, regexp.MustCompile(`^[a-z][a-z0-9-]*$`), x.Key)
		require.NotEmpty(t, x.Name, "the setting %s needs a name for forms", x.Key)
		require.NotEmpty(t, x.Hint, "the setting %s needs a hint for forms and -h", x.Key)
		for _, o := range x.Options {
			require.NotEmpty(t, o.Words, "%s=%s needs words", x.Key, o.Value)
		}
		for _, key := range append([]string{x.Key}, x.Old...) {
			require.False(t, seen[key], "%s names two settings", key)
			seen[key] = true
		}
	}
}

// others are texts that a setting may have, other than it has.
func (s *Subject[P, R, PP, RR]) others(t *testing.T, x study.Setting) []string {
	var list []string
	if o, ok := s.Others[x.Key]; ok {
		list = append(list, o)
	}
	switch x.Form {
	case study.Choice:
		for _, o := range x.Options {
			list = append(list, o.Value)
		}
	case study.Switch:
		list = append(list, "true", "false")
	case study.Integer:
		n, err := strconv.ParseUint(x.Get(), 10, 64)
		require.NoError(t, err)
		list = append(list, strconv.FormatUint(n+1, 10))
	case study.Decimal:
		if len(list) == 0 { // else it has bounds of its own
			list = append(list, "0.375")
		}
	}
	require.NotEmpty(t, list, "give another text of %s in Others", x.Key)
	return list
}

func (s *Subject[P, R, PP, RR]) settings(t *testing.T) {
	p := s.plan(t)
	key := PP(&p).Settings().TaskKey()
	for i := range PP(&p).Settings() {
		for _, text := range s.others(t, PP(&p).Settings()[i]) {
			q := p
			x := PP(&q).Settings()[i]
			before := x.Get()
			require.NoError(t, x.Set(text))
			if x.Get() == before {
				continue
			}
			require.NoError(t, PP(&q).Normalise(), "%s=%s", x.Key, text)
			same := mustJSON(t, q) == mustJSON(t, p) // as the load's carrier where there is no load

			back, err := study.DecodePlan[P, PP](study.EncodePlan(PP(&q).Settings()))
			require.NoError(t, err)
			require.Equal(t, q, back, "%s=%s on the wire", x.Key, text)

			require.Equal(t, same || x.Shown && !x.Implies, PP(&q).Settings().TaskKey() == key,
				"%s=%s: does a task depend on it?", x.Key, text)

			var read P
			require.NoError(t, json.Unmarshal([]byte(mustJSON(t, q)), &read))
			require.Equal(t, q, read, "%s=%s in JSON", x.Key, text)

			proposal, linked, link := p, p, map[string]string{}
			PP(&q).Settings().Write(PP(&proposal).Settings(), func(key, text string) { link[key] = text })
			require.NoError(t, PP(&linked).Settings().Read(func(key string) string { return link[key] }))
			require.NoError(t, PP(&linked).Normalise())
			require.Equal(t, q, linked, "%s=%s in a link: %v", x.Key, text, link)
		}
	}
}

func mustJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func (s *Subject[P, R, PP, RR]) refusals(t *testing.T) {
	p := s.plan(t)
	before := mustJSON(t, p)
	for _, x := range PP(&p).Settings() {
		err := x.Set("\x00 nonsense")
		require.ErrorContains(t, err, x.Key+" ", "place, value and remedy")
		require.Equal(t, before, mustJSON(t, p), x.Key)
	}
	trace := s.trace(t, p)
	good := study.EncodePlan(PP(&p).Settings())
	for _, bad := range [][]byte{nil, good[:len(good)-1], append(append([]byte(nil), good...), 0), {9, 9, 9, 9, 9, 9, 9, 9, 9}} {
		_, err := s.Kind.Prepare(trace, bad)
		require.Error(t, err)
	}
	_, err := s.Kind.Prepare(&job.Trace{Procs: 4, Submit: []int64{1}, Run: []int64{1}, Request: []int64{1}, Size: []int32{1},
		User: []int32{0}, Users: []int64{1}}, good)
	if s.Recorded {
		require.ErrorContains(t, err, "how long its jobs waited")
		_, err = s.Kind.Prepare(&job.Trace{Procs: 4}, good)
		require.Error(t, err)
		return
	}
	if s.Anything {
		require.NoError(t, err)
		_, err = s.Kind.Prepare(&job.Trace{Procs: 4}, good)
		require.ErrorContains(t, err, "no jobs")
		return
	}
	require.ErrorContains(t, err, "no whole week")
}

func (s *Subject[P, R, PP, RR]) tasks(t *testing.T) {
	p := s.plan(t)
	trace := s.trace(t, p)
	one, err := s.Compute(trace, p)
	require.NoError(t, err)
	kind, err := s.Kind.Prepare(trace, study.EncodePlan(PP(&p).Settings()))
	require.NoError(t, err)
	require.Equal(t, one.Steps(), kind.Steps())
	require.Equal(t, one.Steps(), PP(&p).Steps())
	rows := map[int][]byte{}
	for _, k := range s.tried() {
		steps, before := 0, 0.
		row, err := one.Task(k, func(done float64) {
			require.GreaterOrEqual(t, done, before)
			require.Less(t, done, float64(steps+1)+1e-9, "each step is told of when it is done")
			if before = done; done == math.Floor(done) && int(done) > steps {
				steps++
			}
		})
		require.NoError(t, err)
		require.Equal(t, one.Steps(), steps)
		require.Equal(t, k, RR(&row).Number())
		rows[k] = encoded[R, RR](row)
	}
	again := s.tried()
	slices.Reverse(again)
	for _, k := range append(again, 1) {
		row, err := kind.Task(k, nil)
		require.NoError(t, err)
		require.Equal(t, rows[k], row, "task %d depends on what was computed before it", k)
	}
	require.NotEqual(t, rows[1], rows[s.tried()[0]])
	require.NotEqual(t, rows[1], rows[study.Logged])
	_, err = kind.Task(-1, nil)
	require.ErrorContains(t, err, "counted from 1")
	_, err = kind.Detail([]byte{1, 2, 3})
	require.Error(t, err)
}

func encoded[R any, RR study.RowOf[R]](row R) []byte { return wire.Encode(RR(&row)) }

// compute gives the first rows.
func (s *Subject[P, R, PP, RR]) compute(t testing.TB, n int) []R {
	t.Helper()
	p := s.plan(t)
	tasks, err := s.Compute(s.trace(t, p), p)
	require.NoError(t, err)
	var rows []R
	for k := 1; k <= n; k++ {
		row, err := tasks.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return rows
}

func (s *Subject[P, R, PP, RR]) rows(t *testing.T) {
	n := 3
	if s.Last > 0 {
		n = min(n, s.Last)
	}
	rows := s.compute(t, n)
	p := s.plan(t)
	of := keep.Identity{Kind: s.Kind.Name, Digest: job.Digest{7}, Key: PP(&p).Settings().TaskKey(), Build: "this"}
	file := of.Head()
	var ends []int
	for _, k := range []int{2, 0, 1}[3-n:] { // in any order
		b := encoded[R, RR](rows[k])
		back, err := study.Decode[R, RR](b)
		require.NoError(t, err)
		require.Equal(t, b, encoded[R, RR](back))
		_, err = study.Decode[R, RR](b[:len(b)-1])
		require.Error(t, err)
		file = append(file, of.Record(b)...)
		ends = append(ends, len(file))
	}
	before := ends[n-2]
	for cut := len(file); cut >= before; cut -= 1 + (cut-before)/7 {
		name := of.Folder() + "/1" + keep.Ending
		found, err := keep.Read[R, RR](fstest.MapFS{name: {Data: file[:cut]}}, of)
		require.NoError(t, err)
		if cut < len(file) {
			require.Equal(t, []int{2}, found.Rows.Missing(1, n), "task 2 is to be computed anew")
			require.Equal(t, cut > before, len(found.Faults) == 1)
			continue
		}
		require.Empty(t, found.Faults)
		for k, row := range found.Rows.First(n) {
			require.Equal(t, encoded[R, RR](rows[k]), encoded[R, RR](row))
		}
	}
}

// Fuzz asks that any bytes are a plan, a row, a file of rows and a request for
// a detail, or an error, and never a panic.
func (s *Subject[P, R, PP, RR]) Fuzz(f *testing.F) {
	p := s.plan(f)
	f.Add(study.EncodePlan(PP(&p).Settings()))
	of := keep.Identity{Kind: s.Kind.Name}
	for _, row := range s.compute(f, 1) {
		b := encoded[R, RR](row)
		f.Add(b)
		f.Add(b[:len(b)/2])
		f.Add(append(of.Head(), of.Record(b)...))
	}
	f.Add([]byte{})
	runner, err := s.Kind.Prepare(s.trace(f, p), study.EncodePlan(PP(&p).Settings()))
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := study.DecodePlan[P, PP](b); err == nil {
			again := p
			require.NoError(t, PP(&again).Normalise(), "a normalised plan is normal")
			require.Equal(t, PP(&p).Settings().TaskKey(), PP(&again).Settings().TaskKey())
		}
		if row, err := study.Decode[R, RR](b); err == nil {
			back, err := study.Decode[R, RR](encoded[R, RR](row))
			require.NoError(t, err)
			require.Equal(t, encoded[R, RR](row), encoded[R, RR](back))
		}
		_, records, _, whole, _ := keep.Parse(b)
		require.LessOrEqual(t, whole, len(b))
		for _, r := range records {
			_, _ = study.Decode[R, RR](r.Row)
		}
		_, _ = runner.Detail(b)
	})
}
