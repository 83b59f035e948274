package choose

import (
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
)

// Against draws every set of features by its slowdown on the judging windows: against
// that on the windows to choose by, or against the error of its fit.
func (r *Report) Against(f plot.Frame, errors bool) string {
	base := order.Label(r.Plan.Windows.Orders[0])
	s := plot.Scatter{Frame: f, NoFront: true, Of: "set of features", XLog: true, YLog: true, XUnit: plot.Number, YUnit: plot.Number,
		X: "mean absolute error of the fit", Y: "slowdown on the judging windows, times " + base + "’s"}
	if !errors {
		s.X, s.Diagonal = "slowdown on the choosing windows, times "+base+"’s", "the same on both"
	}
	quiet, accent, least := plot.Mark{Var: "--ink-soft", Fallback: "#5f5b53"}, plot.Mark{Var: "--accent", Fallback: "#8c2f39"},
		plot.Mark{Var: "--ink", Fallback: "#1d1c1a", Shape: plot.Diamond}
	s.Key = []plot.KeyEntry{{Label: "a set of features", Mark: quiet}, {Label: "chosen", Mark: accent}, {Label: "least error", Mark: least}}
	for i := range r.Candidates {
		c := &r.Candidates[i]
		p := plot.ScatterPoint{Label: c.Name(), X: float64(c.Choosing), Y: float64(c.Judging), Mark: &quiet, Quiet: true}
		if errors {
			p.X = float64(c.MAE)
		}
		if i == r.Chosen {
			p.Label, p.Note, p.Mark, p.Quiet = "chosen", c.Name(), &accent, false
		} else if len(r.Scored) > 0 && i == r.Scored[0].Chosen {
			p.Label, p.Note, p.Mark, p.Quiet = "least error", c.Name(), &least, false
		}
		s.Points = append(s.Points, p)
	}
	return s.SVG()
}

// AgainstTitle is the finding of Against.
func (r *Report) AgainstTitle(errors bool) string {
	agree, much, little := r.Kept, "What does well on earlier windows does well on later ones", "Earlier windows say little of later ones"
	if errors && len(r.Scored) > 0 {
		agree, much, little = r.Scored[0].Later, "Sets that fit scores better schedule better",
			"A small error of the fit does not make a good order"
	}
	if !(agree >= 0.5) {
		much = little
	}
	return much + ": rank correlation " + Agreement(agree)
}
