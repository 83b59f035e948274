package lab

import (
	"slices"

	"shadowtime/core/study"
)

// Controls are the settings that have a field in the view: in its sentence, or where
// something unfolds.
func (s *Method) Controls() []study.Setting {
	return slices.DeleteFunc(slices.Clone([]study.Setting(s.Settings())), func(x study.Setting) bool {
		if x.Name == "" {
			return true
		}
		for _, p := range s.Sentence.With {
			switch p := p.(type) {
			case Count:
				if p.Key == x.Key {
					return false
				}
			case Choice:
				if p.Key == x.Key {
					return false
				}
			case Threshold:
				if x.Key == "threshold" {
					return false
				}
			}
		}
		return s.foldOf(x.Key) == nil
	})
}

// foldOf is the part of the form that has the field of a setting; nil: none.
func (s *Method) foldOf(key string) *Fold {
	for _, f := range s.Folds {
		if (slices.Contains(f.Keys, key) || f.Key == key) && (f.Without == nil || !f.Without(key)) {
			return f
		}
	}
	return nil
}

// Uncover unfolds the part of the form that has the field of a setting, and gives what that field
// sets: whether there is a threshold comes before how long it is.
func (s *Method) Uncover(key string) string {
	if key == "threshold" && s.asksThreshold() && !s.hasThreshold() {
		return thresholdOn
	}
	if f := s.foldOf(key); f != nil && !f.Open {
		f.Open = true
		s.DrawForm()
	}
	return key
}
