package held

import "shadowtime/core/base/wire"

// Wire sends or takes the parts.
func (p *Parts) Wire(b wire.Both) {
	for c := range p {
		b.Int64(&p[c])
	}
}

// Wire sends or takes a group.
func (g *Group) Wire(b wire.Both) {
	b.Int64(&g.ID)
	b.Int64(&g.To)
	b.Int(&g.Jobs)
	g.Parts.Wire(b)
}

// Wire sends or takes an account.
func (a *Account) Wire(b wire.Both) {
	b.Int(&a.Jobs)
	b.Int(&a.Left)
	a.Parts.Wire(b)
	b.Float(&a.Lacking)
	for i := range a.Week {
		a.Week[i].Wire(b)
	}
	for i := range a.Worst {
		b.Int64(&a.Worst[i])
	}
	for _, list := range []*[]Group{&a.Sizes, &a.Users, &a.Queues, &a.Partitions} {
		wire.Listed(b, list, func(g *Group) { g.Wire(b) })
	}
	for i := range a.Patterns {
		b.Float(&a.Patterns[i].Seen)
		b.Float(&a.Patterns[i].Chance)
	}
	for half := range 2 {
		for i := range a.Breaches[half] {
			b.Int(&a.Breaches[half][i])
		}
		b.Int(&a.Contested[half])
	}
}

// Wire sends or takes a sum.
func (s *Sum) Wire(b wire.Both) {
	for half := range 2 {
		for c := range s.Waited[half] {
			b.Int64(&s.Waited[half][c])
		}
		for i := range s.Breaches[half] {
			b.Int(&s.Breaches[half][i])
		}
		b.Int(&s.Contested[half])
	}
}
