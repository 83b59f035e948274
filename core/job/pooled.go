package job

import (
	"slices"
	"strconv"

	"shadowtime/core/base/wire"
)

// Pooled is what a log was taken for that it does not say: its partitions and queues for one
// machine with one queue, and what its reader guessed.
type Pooled struct {
	Partitions int // that the jobs kept have; 0: the log names none
	Largest    int // jobs of the partition that has most
	Queues     int
	Guesses    []Guess // and, of partition and left, how many records were left out, and why; of doubt and grave, a Doubt
}

// pooledOf are those of the jobs kept.
func pooledOf(t *Trace, l *Log) (p Pooled) {
	if l.Import != nil {
		p.Guesses = slices.Clone(l.Import.Guesses)
		for _, x := range l.Import.Left {
			of := "left"
			if x.Unchosen {
				of = "partition"
			}
			p.Guesses = append(p.Guesses, Guess{of, strconv.Itoa(x.N), x.Why})
		}
	}
	for _, d := range l.Doubts {
		is := "doubt"
		if d.Grave {
			is = "grave"
		}
		p.Guesses = append(p.Guesses, Guess{is, d.Remedy, d.Says})
	}
	count := func(f Field) (n, most int) {
		of, c := map[int64]int{}, &l.Col[f]
		tally(len(t.Pos), func(j int) int64 { return max(-1, c.At(int(t.Pos[j]))) }, of)
		delete(of, -1) // unknown
		for _, n := range of {
			most = max(most, n)
		}
		return len(of), most
	}
	p.Partitions, p.Largest = count(Partition)
	p.Queues, _ = count(Queue)
	return p
}

// Wire sends or takes what a log was taken for.
func (p *Pooled) Wire(b wire.Both) {
	b.All(&p.Partitions, &p.Largest, &p.Queues)
	wire.Listed(b, &p.Guesses, func(g *Guess) {
		texts := []string{g.Switch, g.Value, g.Why}
		b.All(&texts)
		if b.Check(len(texts) == 3); b.Taking() {
			*g = Guess{texts[0], texts[1], texts[2]}
		}
	})
}
