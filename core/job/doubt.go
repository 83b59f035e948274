package job

// Doubt is a sign in a log's file that jobs are missing, stand there twice or at a wrong time: what is seen, and what
// helps. Who reads results has to know it; a grave one keeps any of them from being believed.
type Doubt struct {
	Says, Remedy string
	Grave        bool
}

// String is the doubt as a line of the account.
func (d Doubt) String() string { return d.Says + ": " + d.Remedy }

// CutWithin doubts a file that ends within the last of its records.
func CutWithin(what string) Doubt {
	return Doubt{Says: what + " ends within a job, which may be cut off with all behind it",
		Remedy: "look at the file's end, or fetch it again"}
}

// Cut doubts a file whose last line nothing ends.
func Cut() Doubt {
	return Doubt{Says: "the file's last line has no line end, what it says may be cut off",
		Remedy: "look at the file's end, or fetch it again"}
}
