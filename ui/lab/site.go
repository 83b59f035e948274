package lab

// SiteTaker is the view that takes what says how a site's Slurm is set.
type SiteTaker interface {
	View
	TakeSite(files []SiteFile)
}

// SiteFile is a file of a site with its text, or why it has none.
type SiteFile struct {
	Name, Text string
	Err        error
}

// MaxSite is how many bytes of a site's files the page reads: it checks them while the visitor waits.
const MaxSite = 8 << 20
