package check

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Print writes the answer as text: what to look at first, then every parameter.
func (a *Answer) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Slurm %s\n", a.Slurm)
	for _, f := range a.Read {
		fmt.Fprintf(&b, "  %s: %s\n", f.File, f.Is)
	}
	for _, f := range a.Left {
		fmt.Fprintf(&b, "  %s: %s\n", f.File, f.Is)
	}
	for _, words := range a.Lacking {
		fmt.Fprintf(&b, "  not given: %s\n", words)
	}
	level := Level("")
	for _, f := range a.Findings {
		if f.Severity != level {
			level = f.Severity
			fmt.Fprintf(&b, "\n%s%s\n", strings.ToUpper(string(level[:1])), level[1:])
		}
		place := ""
		if f.Place != "" {
			place = " (" + f.Place + ")"
		}
		fmt.Fprintf(&b, "- %s%s\n", f.Says, place)
		if f.Remedy != "" {
			fmt.Fprintf(&b, "    %s\n", f.Remedy)
		}
	}
	if strings.Count(b.String(), "\n    SchedulerParameters=") > 1 {
		fmt.Fprintf(&b, "\nMerge the options you want into a single SchedulerParameters line. Slurm uses only the last one.\n")
	}
	t := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	for _, set := range []bool{true, false} {
		title := "Set, and not the default"
		if !set {
			title = "As by default"
		}
		fmt.Fprintf(t, "\n%s\tValue\tDefault\tModelled\tProven on nodes of\tWhat it does in the model\n", title)
		for _, p := range a.Parameters {
			if p.Set == set {
				plain := ""
				if p.Default != nil {
					plain = *p.Default
				}
				name := p.Name
				if p.In != "slurm.conf" && p.In != "SchedulerParameters" {
					name = p.In + " " + name
				}
				fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", name, p.Value, plain, p.Modelled, p.Where(), p.Says)
			}
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(a.Others) > 0 {
		fmt.Fprintf(&b, "\nSet, and not about passes or priorities: %s\n", strings.Join(a.Others, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
