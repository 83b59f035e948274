package slurm

import (
	"encoding/json"
	"errors"
	"strings"

	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/site"
)

// Proof is how many passes of a real Slurm come out, of states or of a run that was recorded.
type Proof struct {
	Of string // the file
	follow.Answer
}

// Part is what a file is to a proof.
type Part int

// The parts. Those of a run need each other, states alone are one.
const (
	NoPart Part = iota
	States
	runJobs
	runConf
	runPasses
	runPlans
	runPriorities
	runSubmits
)

// PartOf tells by how a file begins.
func PartOf(head string) Part {
	first, _, _ := strings.Cut(head, "\n")
	first = strings.TrimSpace(first)
	switch {
	case strings.HasPrefix(first, "{") && strings.Contains(first, `"conf"`) && strings.Contains(first, `"jobs"`) && strings.Contains(first, `"now"`):
		return States
	case strings.HasPrefix(first, "job,submit,eligible,start,end,"):
		return runJobs
	case strings.HasPrefix(first, "#") && strings.Contains(first, "epoch of time 0: "):
		return runConf
	case first == "time,kind":
		return runPasses
	case first == "pass,job,start,end,nodes":
		return runPlans
	case first == "time,job,priority":
		return runPriorities
	case strings.Contains(head, "\nSubmitted batch job "):
		return runSubmits
	}
	return NoPart
}

// parts are the files that prove something, by what they are; nil: they do not.
func parts(files []site.File) map[Part]follow.File {
	of := map[Part]follow.File{}
	for _, f := range files {
		if p := PartOf(f.Text); p != NoPart {
			of[p] = follow.File(f)
		}
	}
	if _, ok := of[States]; ok {
		return of
	}
	for _, need := range []Part{runJobs, runConf, runPasses} {
		if _, ok := of[need]; !ok {
			return nil
		}
	}
	return of
}

// prove makes the passes.
func (r *runner) prove() ([]byte, error) {
	if f, ok := r.proof[States]; ok {
		a, err := follow.Prove(f)
		if err != nil {
			return nil, err
		}
		return json.Marshal(Proof{f.Name, a})
	}
	if r.proof == nil {
		return nil, errors.New("no file has states, and none is of a run")
	}
	x, err := follow.ReadRun(r.proof[runJobs], r.proof[runConf], r.proof[runPasses])
	if err != nil {
		return nil, err
	}
	for p, take := range map[Part]func(follow.File) error{runPlans: x.ReadPlans, runPriorities: x.ReadPriorities,
		runSubmits: x.ReadSubmits} {
		if f, ok := r.proof[p]; ok {
			if err := take(f); err != nil {
				return nil, err
			}
		}
	}
	return json.Marshal(Proof{r.proof[runJobs].Name, x.Follow()})
}

// DecodeProof reads what comes of it.
func DecodeProof(b []byte) (p *Proof, err error) {
	err = json.Unmarshal(b, &p)
	return p, err
}
