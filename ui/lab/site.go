package lab

import (
	"strings"

	"shadowtime/core/base/gunzip"
	"shadowtime/core/job"
)

// SiteTaker is the view that takes what says how a site's Slurm is set, and the jobs that ran so.
type SiteTaker interface {
	View
	// TakeSite adds files; taken is told which of all has the jobs that are looked at, "" if none has, and how large
	// their machine is, if one says it.
	TakeSite(files []SiteFile, taken func(file string, machine job.Size))
	// AsSet is what came of those jobs as Slurm is set, nil: they were not replayed.
	AsSet() *AsSet
}

// SaidTaker is a view that takes what a site's Slurm files say of the jobs of the log in sight.
type SaidTaker interface {
	View
	// TakeSaid adds files, each in the place of an earlier one of its kind; of none it says why.
	TakeSaid(files []SiteFile, why string)
}

// AsSet is what Slurm as its site has set it makes of the site's own jobs, in the model.
type AsSet struct {
	Log           string  // the file with the jobs
	Jobs          int     // that are judged
	Machine, Here float64 // mean waits, seconds
	Distance      float64 // between them, see believe.Distance
	Fair          string  // what it says of fair share, "" where that counts for nothing
}

// SiteFile is a file of a site as it is, packed or not, with how its text begins; or why there is none.
type SiteFile struct {
	Name, Head, Text string
	Err              error
}

// MaxSite is how many bytes of a site's files the page takes, packed as they may be.
const MaxSite = 64 << 20

// FileHead is how many bytes of a file tell what it is: those of slurm.conf may begin with pages of comments.
const FileHead = 256 << 10

// HeadOf is how the text of a file begins, packed as it may be.
func HeadOf(text string) string {
	head := text[:min(len(text), FileHead)]
	if gunzip.Is([]byte(head[:min(len(head), 2)])) {
		const short = 4 << 10
		b, _ := gunzip.Beginning(head, short) // which is cut
		if len(b) == 0 || b[0] != standard {
			b, _ = gunzip.Beginning(head, FileHead)
		}
		head = string(b)
	}
	if strings.HasPrefix(head, string(standard)) {
		head, _, _ = strings.Cut(head, "\n")
	}
	return head
}

// standard is the sign that a log of the Standard Workload Format begins with: that tells enough.
const standard = ';'
