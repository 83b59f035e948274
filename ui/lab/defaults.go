package lab

import (
	"net/url"

	"shadowtime/core/study"
)

// HostDefaults is where a question's form says what it begins with, behind the question's ids.
const HostDefaults = "defaults"

// inForce are the settings that a visitor may begin with otherwise than is proposed, as a link
// has them; "": as is proposed.
func (s *Method) inForce() string {
	q := url.Values{}
	s.ownSettings(s.Settings()).Write(s.ownSettings(s.proposal().Settings()), q.Set)
	return q.Encode()
}

func (s *Method) ownSettings(all study.Settings) (list study.Settings) {
	for _, key := range s.Defaults {
		list = append(list, *all.Find(key))
	}
	return list
}

// TakeDefaults has the question begin with the visitor's own settings; those that the text does
// not name, or that can't be any more, are as is proposed.
func (s *Method) TakeDefaults(query string) {
	q, _ := url.ParseQuery(query)
	proposed := s.proposal().Settings()
	for _, x := range s.ownSettings(s.Settings()) {
		if text := q.Get(x.Key); text == "" || x.Set(text) != nil {
			_ = x.Set(proposed.Find(x.Key).Get()) // it is one
		}
	}
}

// drawDefaults says whose settings these are, and lets them be kept or put back.
func (s *Method) drawDefaults() {
	if s.Defaults == nil {
		return
	}
	kept, now, can := s.Lab.Defaults(), s.inForce(), s.Lab.KeepsDefaults()
	tool := func(act, words string) string {
		return `<button type="button" class="quiet" id="` + s.id("defaults-tool") + `" data-act="` + act + `">` + words + `</button>`
	}
	html := ""
	switch {
	case !can || kept == now && now == "":
	case kept == now:
		html = "These are your own defaults, kept in this browser. " + tool("defaults-drop", "Put back what is proposed")
	default:
		html = tool("defaults-keep", "Keep these as my defaults")
		if kept != "" {
			html += " " + Tool("defaults-use", "", "", "Use my defaults")
		}
	}
	if html != "" {
		html = `<p class="hint" role="status">` + html + `</p>`
	}
	s.Lab.Browser.Draw(s.id(HostDefaults), html)
}

// keepDefaults does what a button beside the question asks for; false: it is none of those.
func (s *Method) keepDefaults(what string) bool {
	switch what {
	case "defaults-keep":
		s.Lab.SetDefaults(s.inForce())
	case "defaults-use":
		s.TakeDefaults(s.Lab.Defaults())
	case "defaults-drop":
		s.Lab.SetDefaults("")
		s.TakeDefaults("")
	default:
		return false
	}
	s.Fill()
	s.Lab.Changed()
	s.drawDefaults()
	return true
}
