package follow

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/numeral"
	"shadowtime/core/slurm/model"
)

// proof is a recorded run, or single passes of one configuration: on which nodes, what was set there otherwise than by default, and
// how much of it comes out.
type proof struct {
	name                            string
	kinds                           []model.NodeKind
	set                             []string
	passes, same, priorities, equal int
}

// where says on which kinds of nodes.
func (p *proof) where() string {
	var list []string
	for _, k := range p.kinds {
		list = append(list, k.String())
	}
	return strings.Join(list, ", ")
}

// onMany are the recorded runs on nodes of 8 CPUs in which nobody was stopped for another, and kept those of testdata.
var (
	onMany   = []string{"e-cores-shared", "a4-no-memory", "a-memory-gres"}
	keptRuns = []string{"gpus-memory", "gpus-cores", "preempt", "site"}
)

// kindsOf are the kinds of a run's nodes, by its configuration.
func kindsOf(r *Run) []model.NodeKind {
	m, s := machineOf(r.Config, r.size()), &r.Config.Settings
	if !m.Shared() {
		return []model.NodeKind{model.OneCPU}
	}
	list := []model.NodeKind{model.ManyCPUs}
	for kind, has := range map[model.NodeKind]bool{model.WithMemory: s.Memory && m.Memory != nil, model.WithDevices: m.Devices != nil,
		model.Preempting: s.PreemptQOS || s.PreemptTier} {
		if has {
			list = append(list, kind)
		}
	}
	slices.Sort(list)
	return list
}

// otherwise says whether a value does another thing than the default.
func otherwise(version model.Version, name string, option bool, value string) bool {
	s := model.New(version)
	_, err := s.Set(name, option, value)
	return err == nil && !reflect.DeepEqual(s, model.New(version))
}

// proofsOf are all that there are: runs on nodes of one CPU, single passes there, runs on nodes of many.
var proofsOf = func() func(t *testing.T) []proof {
	var once sync.Once
	var list []proof
	return func(t *testing.T) []proof {
		once.Do(func() { list = slices.Concat(proofsOfRuns(t), proofsOfPasses(t)) })
		return list
	}
}()

func proofsOfRuns(t *testing.T) (list []proof) {
	t.Helper()
	add := func(name string, r *Run, a Answer) {
		p := proof{name, kindsOf(r), nil, a.Passes, a.PassesEqual, a.Priorities, a.PrioritiesEqual}
		for of, value := range r.Config.Given {
			if otherwise(r.Config.Version, of, model.Find(of, true) != nil, value) {
				p.set = append(p.set, of)
			}
		}
		slices.Sort(p.set)
		list = append(list, p)
	}
	for _, name := range runs(t) {
		r := runOf(t, name)
		add(name, r, r.Follow())
	}
	for _, name := range append(slices.Clone(onMany), "b-preempt-requeue") {
		r := nodesRun(t, name)
		add(name, r, r.follow(true))
	}
	for _, name := range keptRuns {
		r := keptRun(t, name)
		add("kept here: "+name, r, r.follow(true))
	}
	return list
}

// proofsOfPasses are single passes on nodes of one CPU: of one version and configuration together.
func proofsOfPasses(t *testing.T) (list []proof) {
	t.Helper()
	at := map[string]int{}
	var x State
	for _, line := range goldenPasses(t) {
		state, _, out := stateOf(t, line)
		require.NoError(t, x.Read(state))
		x.Begin()
		x.Pass()
		p := proof{kinds: []model.NodeKind{model.OneCPU}, passes: 1,
			same: one(string(x.Decision(nil)) == `{"id":`+x.ID+`,"out":`+out+`}`)}
		v, err := jsontext.Read(state)
		require.NoError(t, err)
		for part, conf := range v.Members() {
			if part != "conf" {
				continue
			}
			for of, value := range conf.Members() {
				if option := options[of]; option != "" && otherwise(x.Settings.Version, option, true, value.Compact()) {
					p.set = append(p.set, option)
				}
			}
		}
		slices.Sort(p.set)
		p.name = "single passes, " + x.Settings.Version.String()
		key := p.name + strings.Join(p.set, " ")
		if i, ok := at[key]; ok {
			list[i].passes, list[i].same = list[i].passes+1, list[i].same+p.same
			continue
		}
		at[key] = len(list)
		list = append(list, p)
	}
	return append(list, proofsOfPartitions(t)...)
}

// proofsOfPartitions are the single passes over two partitions, each of which a test of package model asks for whole.
func proofsOfPartitions(t *testing.T) (list []proof) {
	t.Helper()
	text, err := os.ReadFile("../model/partition_test.go")
	require.NoError(t, err)
	for _, m := range regexp.MustCompile(`(?m)^\t\t"(bf_[^"]+)": `).FindAllStringSubmatch(string(text), -1) {
		p := proof{name: "single pass over two partitions", kinds: []model.NodeKind{model.OneCPU}, passes: 1, same: 1}
		for option := range strings.SplitSeq(m[1], ",") {
			of, value, _ := strings.Cut(option, "=")
			require.True(t, otherwise(model.V2205, of, true, value), option)
			p.set = append(p.set, of)
		}
		list = append(list, p)
	}
	require.Len(t, list, 6)
	return list
}

// records are what was recorded under another value of a parameter than its default, by kinds of nodes, and how much comes out.
type records struct {
	kinds             [model.NodeKinds]struct{ passes, same int }
	priorities, equal int
}

// passes are all of them: each run has one or many CPUs.
func (r *records) passes() int { return r.kinds[model.OneCPU].passes + r.kinds[model.ManyCPUs].passes }

func (r *records) String() string {
	if r == nil {
		return ""
	}
	var list []string
	for kind, n := range r.kinds {
		if n.passes > 0 {
			list = append(list, fmt.Sprintf("%s: %s of %s", model.NodeKind(kind), numeral.Count(n.same), numeral.Count(n.passes)))
		}
	}
	if r.priorities > 0 {
		list = append(list, "priorities: "+numeral.Count(r.equal)+" of "+numeral.Count(r.priorities))
	}
	return strings.Join(list, "; ")
}

// recordsOf are those of each parameter by its name.
func recordsOf(t *testing.T) map[string]*records {
	t.Helper()
	seen := map[string]*records{}
	for _, p := range proofsOf(t) {
		for _, name := range p.set {
			of := model.Find(name, true)
			if of == nil {
				of = model.Find(name, false)
			}
			r := seen[of.Name]
			if r == nil {
				r = &records{}
				seen[of.Name] = r
			}
			for _, k := range p.kinds {
				r.kinds[k].passes, r.kinds[k].same = r.kinds[k].passes+p.passes, r.kinds[k].same+p.same
			}
			r.priorities, r.equal = r.priorities+p.priorities, r.equal+p.equal
		}
	}
	return seen
}

// What is said of a parameter agrees with what was recorded: what is modelled was seen, and what was not seen is said
// to be so. Defer alone has no value to set: with it and without, jobs start in passes. Where it is said to be proven, 95 of 100
// passes and more come out.
func TestParametersAreSaidToBeSeenThatWere(t *testing.T) {
	fixture.Long(t)
	seen := recordsOf(t)
	var b strings.Builder
	for i := range model.Parameters {
		p := &model.Parameters[i]
		r, passes := seen[p.Name], 0
		var kinds []string
		if r != nil {
			passes = r.passes()
			for k, n := range r.kinds {
				if n.passes > 0 {
					require.GreaterOrEqual(t, float64(n.same), 0.95*float64(n.passes), "%s, %s", p.Name, model.NodeKind(k))
					kinds = append(kinds, model.NodeKind(k).String())
				}
			}
			fmt.Fprintf(&b, "%s: %s\n", p.Name, strings.Join(kinds, ", "))
		}
		unseen := strings.HasSuffix(p.Says, "; not seen in a run") || strings.HasSuffix(p.Says, ". Not seen in a run")
		if p.Model == model.Modelled && p.Name != "defer" {
			require.NotZero(t, passes, p.Name)
			require.False(t, unseen, p.Name)
		}
		if unseen || p.Model == model.LeftOut {
			require.Zero(t, passes, p.Name)
		}
		if !*fixture.Publish {
			require.Equal(t, kinds, p.Proven(), p.Name)
		}
	}
	if *fixture.Publish {
		require.NoError(t, os.WriteFile("../model/proven.txt", []byte(b.String()), 0o644))
	}
}
