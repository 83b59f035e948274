package lab

// Stage is a view with a picture of pixels that the visitor moves about in. What a
// gesture does is drawn at once, into hosts and canvases: nothing is rendered for it.
type Stage interface{ Gesture(g Gesture) }

// Gesture is what was done on a canvas marked data-stage.
type Gesture struct {
	On   string // id of the canvas
	Kind Kind
	X, Y float64 // where, as shares of its width and height
	By   float64 // of Pan: the share of the width that it was dragged by; of Zoom: how many times as much is to be seen
	Key  string  // of Key
	// Mouse says that a Pan is a drag of the mouse, which began at From, a share of the width.
	Mouse bool
	From  float64
}

// Kind is what a gesture does.
type Kind int

// The kinds of gestures.
const (
	Point Kind = iota // nothing is pressed
	Leave
	Press
	Open // pressed twice
	Pan
	Zoom
	Key
	Drop // a drag ended
)

// Keys are those that a canvas takes for itself; of arrows with Shift the name begins with Shifted.
var Keys = [...]string{"ArrowLeft", "ArrowRight", "+", "=", "-", "Home", "[", "]", ",", ".", " ", "b"}

// Shifted begins the name of an arrow that is pressed with Shift.
const Shifted = "Shift+"

// Selector is a view with a selection, which Escape takes away before it cancels anything; false: there was none.
type Selector interface{ Unselect() bool }

// Roamer is a view that says which settings of its link are where one looks, not what
// one asks: another of them is no entry of the browser's history.
type Roamer interface{ Roams() []string }

// Tone is a colour of a canvas: a custom property of the page's, and how strongly it
// covers the paper, from 0 to 1.
type Tone struct {
	Name     string
	Strength float64
}
