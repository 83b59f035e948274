package lab

// Pace bounds how much of the page's time drawing takes while workers compute: a
// sixteenth, since the browser takes as much again to lay out what was drawn.
type Pace struct{ Due float64 } // seconds: not before

// Draw calls draw unless it is too early to draw again; must says that it never is. The result says
// whether draw was called.
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

// Then takes the steps of long work one after the other, and lets the page
// answer in between. Earlier steps that are left are dropped.
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
