package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/cmd/cli"
)

func init() {
	register(cli.Verb{
		Group: clusters, Place: 5,
		Name: "platform", Args: "check|describe|convert [PLATFORM]",
		Brief: "check, describe or convert a platform",
		Short: "check, describe or convert a heterogeneous platform: " + strings.Join(platform.BuiltinNames(), ", ") +
			", a file, or a folder of HDeepRM's files",
		Examples: []string{
			"shadowtime platform describe",
			"shadowtime platform describe gaia",
			"shadowtime platform check site.platform.json --types site.types.json",
			"shadowtime platform convert site.platform.json --types site.types.json --to shadowtime -o site.json",
			"shadowtime platform convert gaia --to program -o gaia/",
			"shadowtime platform convert gaia --to simgrid -o platform.xml",
		},
		Run: cli.Plainly(runPlatform),
	})
}

func runPlatform(c *cli.Call) error {
	types := c.Input("types", "`file` of the types, or a folder with node_types.json, processor_types.json, ...; without it the platform "+
		"is a built-in, one file that holds both, or a folder that holds platform.json too")
	asJSON := c.Flags.Bool("json", false, "print one JSON object (check and describe)")
	to := c.Flags.String("to", "shadowtime", "convert to `form`: shadowtime, one JSON file with platform and types; program, the files "+
		"of HDeepRM in a folder; simgrid, the XML that SimGrid and Batsim read")
	out := c.FileOrFolder("o", "-", "`file` to write (- is standard output), for --to program the folder")
	args, err := c.Parse(-1)
	if err != nil {
		return err
	}
	if len(args) == 1 && args[0] == "describe" {
		return listPlatforms(c, *asJSON)
	}
	if len(args) != 2 {
		return cli.Usef("%d arguments: write shadowtime platform check, describe or convert, and a platform", len(args))
	}
	do, known := map[string]func(s *platform.Spec) error{
		"check":    func(s *platform.Spec) error { return checkPlatform(c, s, *asJSON) },
		"describe": func(s *platform.Spec) error { return describePlatform(c, s, *asJSON) },
		"convert":  func(s *platform.Spec) error { return convertPlatform(c, s, *to, *out) },
	}[args[0]]
	if !known {
		return cli.Usef("%q is nothing to do with a platform: write check, describe or convert", args[0])
	}
	s, err := cli.PlatformOf(args[1], *types, c.Stdin)
	if err != nil {
		return err
	}
	return do(s)
}

func listPlatforms(c *cli.Call, asJSON bool) error {
	type ready struct {
		Name  string `json:"name"`
		Words string `json:"words"`
	}
	var list []ready
	for _, b := range platform.Builtins() {
		list = append(list, ready{b.Name, b.Words})
	}
	if asJSON {
		return c.PrintJSON(list)
	}
	for _, r := range list {
		fmt.Fprintf(c.Stdout, "%s\n  %s\n", r.Name, strings.ReplaceAll(cli.Wrap(r.Words, 78), "\n", "\n  "))
	}
	return nil
}

func checkPlatform(c *cli.Call, s *platform.Spec, asJSON bool) error {
	d, err := s.Describe()
	if err != nil {
		return err
	}
	if asJSON {
		return c.PrintJSON(map[string]any{"name": d.Name, "nodes": d.NodeCount, "processors": d.ProcessorCount, "cores": d.Cores,
			"referenceSpeed": d.Reference})
	}
	_, err = fmt.Fprintf(c.Stdout, "%s is sound: %s nodes, %s processors, %s cores\n", d.Name, numeral.Count(d.NodeCount),
		numeral.Count(d.ProcessorCount), numeral.Count(d.Cores))
	return err
}

func describePlatform(c *cli.Call, s *platform.Spec, asJSON bool) error {
	d, err := s.Describe()
	if err != nil {
		return err
	}
	if asJSON {
		return c.PrintJSON(d)
	}
	fmt.Fprintf(c.Stdout, "%s: %s\n\n", d.Name, cli.Wrap(d.Words(), 100))
	n := func(v float64) string { return numeral.Number(v) }
	rows := [][]string{{"nodes", "number", "processors", "cores", "GFLOPS", "W", "memory GB"}}
	for _, t := range d.Nodes {
		rows = append(rows, []string{t.Type, numeral.Count(t.Number), numeral.Count(t.Each.ProcessorCount), numeral.Count(t.Each.Cores),
			n(t.Each.Speed), n(t.Each.Power), n(t.Each.Memory)})
	}
	if err := cli.PrintTable(c.Stdout, rows); err != nil {
		return err
	}
	rows = [][]string{{"processors", "number", "cores", "GFLOPS a core", "W a core", "GFLOPS/W", "GB/s"}}
	for _, t := range d.Processors {
		worth := "–"
		if t.Power > 0 {
			worth = n(t.Speed / t.Power)
		}
		rows = append(rows, []string{t.Type, numeral.Count(t.Number), numeral.Count(t.Cores), n(t.Speed), n(t.Power), worth,
			n(t.Bandwidth)})
	}
	fmt.Fprintln(c.Stdout)
	return cli.PrintTable(c.Stdout, rows)
}

func convertPlatform(c *cli.Call, s *platform.Spec, to, out string) error {
	switch to {
	case "shadowtime":
		return c.Save(out, func(w io.Writer) error {
			_, err := io.WriteString(w, s.Text()+"\n")
			return err
		})
	case "simgrid":
		return c.Save(out, s.WriteSimGrid)
	case "program":
		return saveFiles(out, s.Files())
	}
	return cli.Usef("--to %q: use shadowtime, program or simgrid", to)
}

// saveFiles writes files into a folder, made if it is not there.
func saveFiles(folder string, files []platform.Output) error {
	if folder == "-" {
		return cli.Usef("--to program writes several files: name a folder with -o")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		err := cli.SaveFile(filepath.Join(folder, f.Name), func(w io.Writer) error {
			_, err := io.WriteString(w, f.Text)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
