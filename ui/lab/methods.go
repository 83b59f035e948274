package lab

// Paragraph is the methods paragraph of a report, to be copied.
type Paragraph struct {
	Lab    *Lab
	ID     string
	Text   func() string // "" while there is none
	copied string
}

// Methods is the component that shows it.
type Methods struct{ Of *Paragraph }

// Copy puts the paragraph on the clipboard.
func (m *Paragraph) Copy() {
	m.copied = m.Text()
	m.Lab.Copy(m.copied, func() { m.copied = "" })
}

// CopyText is the button's name: what it does, or that it was done.
func (m *Paragraph) CopyText() string {
	if m.copied != "" && m.copied == m.Text() {
		return "Copied"
	}
	return "Copy"
}
