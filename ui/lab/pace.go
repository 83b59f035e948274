package lab

// Pace bounds how much of the page's time drawing takes while workers compute: a
// sixteenth, since the browser takes as much again to lay out what was drawn.
type Pace struct{ Due float64 } // seconds: not before

// Draw calls draw unless that is too early; must says that it is not. It is false
// when it was too early.
func (p *Pace) Draw(b Browser, must bool, draw func()) bool {
	began := b.Now()
	if !must && began < p.Due {
		return false
	}
	draw()
	now := b.Now()
	p.Due = now + 15*(now-began)
	return true
}

// Then does what takes long in steps, one after the other, and lets the page
// answer in between. What was left of earlier steps is dropped.
func (l *Lab) Then(steps ...func()) {
	l.turn++
	l.left = len(steps)
	l.step(l.turn, steps)
}

func (l *Lab) step(turn int, steps []func()) {
	if len(steps) == 0 {
		return
	}
	l.Browser.Later(func() {
		if turn != l.turn {
			return
		}
		steps[0]()
		if turn == l.turn {
			l.left--
			l.step(turn, steps[1:])
		}
	})
}

// Stated is the state as the page carries it: an answer is there when all of it
// is drawn.
func (l *Lab) Stated() string {
	if l.left > 0 && l.State == Done {
		return string(Running)
	}
	return string(l.State)
}
