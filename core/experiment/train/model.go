package train

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/agent"
)

// modelVersion of the files.
const modelVersion = 2

// modelKind says whose files they are.
const modelKind = "agent model"

// Model is a learner as its file has it. One that is loaded and trained on is, to
// the byte, one that was never saved.
type Model struct {
	Shadowtime string      `json:"shadowtime"`
	Version    int         `json:"version"`
	Plan       agent.Plan  `json:"plan"`    // of its training; the episodes are all it has lived
	Actions    []string    `json:"actions"` // what its outputs mean
	Inputs     int         `json:"inputs"`  // numbers of an observation
	Learned    agent.State `json:"learned"`
	Sum        string      `json:"sum"` // over all before it
}

// ModelOf is the model of a learner that was trained for so many episodes.
func ModelOf(p agent.Plan, inputs, episodes int, l *agent.Learner) *Model {
	return ModelFrom(p, inputs, episodes, l.State())
}

// ModelFrom is that of a learner by its state.
func ModelFrom(p agent.Plan, inputs, episodes int, s agent.State) *Model {
	p.Episodes, p.Greedy = episodes, false
	return &Model{Shadowtime: modelKind, Version: modelVersion, Plan: p, Actions: p.Names(), Inputs: inputs, Learned: s}
}

// Encode writes the file.
func (m *Model) Encode() ([]byte, error) {
	sum, err := m.sum()
	if err != nil {
		return nil, err
	}
	whole := *m
	whole.Sum = sum
	b, err := json.Marshal(whole)
	return append(b, '\n'), err
}

// sum is that over the model as it is written without one; Sum is none.
func (m *Model) sum() (string, error) {
	b, err := json.Marshal(m)
	return strconv.FormatUint(wire.Sum(wire.Start, b), 16), err
}

// ReadModel reads what Encode wrote.
func ReadModel(text []byte) (*Model, error) {
	m := &Model{}
	if err := decode(text, m); err != nil {
		// which version it is may be why
		if head := (Model{Version: modelVersion}); json.Unmarshal(text, &struct{ Version *int }{&head.Version}) == nil &&
			head.Version != modelVersion {
			return nil, unknownVersion(head.Version)
		}
		return nil, fmt.Errorf("no model of an agent: %w; give a file that agent train --model wrote", err)
	}
	switch {
	case m.Shadowtime != modelKind:
		return nil, fmt.Errorf(`no model of an agent: "shadowtime" is %q, not %q; give a file that agent train --model wrote`,
			short(m.Shadowtime), modelKind)
	case m.Version != modelVersion:
		return nil, unknownVersion(m.Version)
	}
	if err := m.Plan.Normalise(); err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	switch {
	case !m.Plan.Learns():
		return nil, fmt.Errorf("plan: agent %s has nothing to learn: give a model of %s or %s", m.Plan.Agent, agent.Reinforce,
			agent.ActorCritic)
	case !slices.Equal(m.Actions, m.Plan.Names()):
		return nil, errors.New("actions: they are not those of its plan; the file was changed, train anew")
	case m.Inputs < 1 || m.Inputs > agent.MaxWeights:
		return nil, fmt.Errorf("inputs %d: an observation has 1 to %s numbers; the file was changed, train anew", m.Inputs,
			numeral.Count(agent.MaxWeights))
	}
	// before anything is made of sizes that a file names
	if err := m.Learned.Check(m.Plan.Weights(m.Inputs)); err != nil {
		return nil, fmt.Errorf("learned: %w", err)
	}
	read := m.Sum
	m.Sum = ""
	if is, err := m.sum(); err != nil || is != read {
		return nil, errors.New("sum: the model was changed or damaged since it was saved; copy it again, or train anew")
	}
	return m, nil
}

func unknownVersion(v int) error {
	return fmt.Errorf("a model of version %d: this program reads version %d; train anew, or use the program that wrote it", v, modelVersion)
}

// decode reads one object, which is all there is.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return place(text, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("line %d: more stands behind its end", line(text, d.InputOffset()))
	}
	return nil
}

// place says at which line an error of JSON is.
func place(text []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return errors.New("it is empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("line %d: it ends too early", line(text, int64(len(text))))
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: it is not JSON: %w", line(text, syntax.Offset), err)
	case errors.As(err, &kind):
		return fmt.Errorf("line %d: %s is a %s, which can't be", line(text, kind.Offset), kind.Field, kind.Value)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

func line(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(int64(len(text)), offset)], []byte("\n"))
}

func short(s string) string {
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return s
}

// Learner is the learner of the model.
func (m *Model) Learner() (*agent.Learner, error) {
	a, err := m.Plan.Make(m.Inputs)
	if err != nil {
		return nil, err
	}
	l := a.(*agent.Learner) // plans that learn make these
	l.Greedy = m.Plan.Greedy
	if err := l.Restore(m.Learned); err != nil {
		return nil, fmt.Errorf("learned: %w", err)
	}
	return l, nil
}

// Fits says what keeps the model from being used as a plan says, on observations
// of so many numbers; to go on learning, more has to agree.
func (m *Model) Fits(p *agent.Plan, inputs int, resume bool) error {
	same := []string{"agent", "hidden", "observe", "queue-sensitivity"}
	if resume {
		same = append(same, "objective", "backfilling", "lr", "gamma", "baseline", "seed")
	}
	for _, key := range same {
		had, has := m.Plan.Settings().Find(key).Get(), p.Settings().Find(key).Get()
		if had != has {
			return fmt.Errorf("the model was trained with %s %s, not %s: leave that out, or train anew", key, had, has)
		}
	}
	switch {
	case !slices.Equal(m.Actions, p.Names()):
		return fmt.Errorf("the model chooses among other actions (%s): name these, or train anew", few(m.Actions))
	case m.Inputs != inputs:
		return fmt.Errorf("the model observes %s numbers, %s are seen here: it was trained on another platform; train anew, or let it "+
			"observe the queue alone (minimal), which is alike on all", numeral.Count(m.Inputs), numeral.Count(inputs))
	}
	return nil
}

// few names actions, not all where there are many.
func few(actions []string) string {
	if n := len(actions); n > 6 {
		return strings.Join(actions[:5], ",") + ", ... " + numeral.Count(n) + " in all"
	}
	return strings.Join(actions, ",")
}
