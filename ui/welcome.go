package ui

// Welcome is where a log is opened, and the progress of reading, which may also happen
// with a log on the page.
type Welcome struct{ App *App }

// ToOpen says whether the ways to a log are in sight: while there is none to ask about, and
// where another one is asked for.
func (a *App) ToOpen() bool {
	return a.Welcomes() || a.ShowDoors && a.Trace != nil
}

// Question is what the page asks, or what the view asks that waits for a log.
func (c *Welcome) Question() string {
	switch v := c.App.View; {
	case v == c.App.Home || v == c.App.First || c.App.InFrame:
		return "Would another queue order serve your users better?"
	default:
		return v.Purpose().Asks
	}
}

// Lead says what comes of a log.
func (c *Welcome) Lead() string {
	switch v := c.App.View; {
	case v == c.App.Home || v == c.App.First || c.App.InFrame:
		return "Drop your accounting files. You get one setting, how sure it is, and what it risks."
	default:
		return v.Name() + " needs a log. Open one here."
	}
}
