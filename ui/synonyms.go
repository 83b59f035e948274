package ui

import (
	"slices"
	"strings"
)

// synonyms are words that people use, each with words that stand on the page for it; a lower dash joins two to one. A word
// that is looked for finds what has it, or one of these.
var synonyms = map[string]string{
	"queue": "queue_order", "policy": "order", "priority": "order priority", "ordering": "order", "sort": "order",
	"sjf": "smallest SPF order", "shortest": "SPF order", "easy": "backfilling", "backfill": "backfilling",
	"starvation": "threshold longest", "starve": "threshold longest", "longest": "threshold longest", "aging": "threshold age",
	"walltime": "requested_run_times", "timelimit": "requested_run_times", "estimates": "predicted requested_run_times",
	"runtime": "run_times", "runtimes": "run_times", "predict": "predicted predict", "prediction": "predicted predict",
	"forecast": "start predict", "nodes": "nodes processors", "cores": "processors", "cpus": "processors", "cpu": "processors",
	"size": "processors size", "gpu": "GRES unequal", "gpus": "GRES unequal", "heterogeneous": "unequal processors",
	"energy": "energy cluster", "power": "energy", "maintenance": "out closed", "reservation": "closed out reservation",
	"outage": "out closed", "downtime": "out closed", "limits": "limits rules", "limit": "limit rules", "quota": "rules limits",
	"fairshare": "fair_share", "fair": "fair_share", "user": "user users", "seed": "seed", "random": "seed", "bootstrap": "resamples",
	"resample": "resamples", "confidence": "evidence range resamples", "interval": "evidence range", "significance": "evidence",
	"sure": "evidence", "trust": "evidence worth", "error": "evidence", "results": "numbers published evidence",
	"reliable": "evidence", "reinforcement": "learn learning agents", "ml": "learn learning", "ai": "learn learning agents",
	"bandit": "online learn", "bandits": "online learn", "learning": "learn learning", "train": "train agents",
	"teach": "teach course", "lecture": "course", "class": "course teach", "students": "course teach", "lesson": "course teach",
	"homework": "course", "exercise": "course", "learn": "learn course", "help": "documentation tour keys", "manual": "documentation",
	"docs": "documentation", "guide": "tour", "start": "tour start", "glossary": "defined", "mean": "glossary", "term": "glossary",
	"terms": "glossary", "definition": "glossary defined", "formula": "defined formula", "formulas": "defined formula",
	"metric": "defined", "slowdown": "defined order", "bounded": "defined", "upload": "choose_files", "open": "choose_files open",
	"import": "choose_files read", "load": "load choose_files", "drop": "choose_files", "file": "files file",
	"format": "formats files", "formats": "formats files", "sacct": "files formats slurm", "swf": "files formats",
	"pbs": "files formats", "lsf": "files formats", "csv": "files formats", "json": "command files", "parquet": "files formats",
	"export": "save report link", "download": "save one file", "pdf": "print report", "paper": "report published", "share": "link",
	"url": "link", "send": "link", "permalink": "link", "cite": "published", "reproduce": "published", "replicate": "published",
	"papers": "published", "studies": "published", "dark": "theme", "light": "theme", "night": "theme", "colours": "theme colour",
	"colors": "theme colour", "colour": "colour theme", "shortcut": "keys", "shortcuts": "keys", "keyboard": "keys", "hotkeys": "keys",
	"keys": "keys", "offline": "network offline", "install": "command file network", "cli": "command", "terminal": "command",
	"native": "command", "iframe": "frames page", "embed": "page frames", "widget": "frames page", "website": "page frames",
	"privacy": "network limits", "uploaded": "network limits", "memory": "limits", "slow": "speed", "fast": "speed",
	"performance": "speed", "benchmark": "speed", "big": "limits speed", "large": "limits speed", "why": "why explore",
	"wait": "wait waited", "step": "teach little course", "hand": "teach little", "gantt": "schedule replay explore",
	"timeline": "schedule replay explore", "schedule": "schedule replay", "visualise": "schedule explore",
	"visualize": "schedule explore", "picture": "pictures gallery", "figure": "pictures", "compare": "compare order",
	"best": "compare order", "whatif": "change set", "change": "change set", "tuning": "tune tuned", "optimise": "tune tuned",
	"optimize": "tune tuned", "admin": "slurm set", "config": "slurm set", "configuration": "slurm set", "conf": "slurm",
	"sprio": "slurm", "squeue": "slurm", "multifactor": "slurm priority", "qos": "slurm", "partition": "partition slurm",
	"example": "example sample", "sample": "sample example", "demo": "example sample", "synthetic": "sample made-up",
	"machines": "machines campaigns", "campaign": "campaigns", "many": "many campaigns", "public": "public archive",
	"archive": "public logs", "answers": "solutions", "sbatch": "teach", "srun": "teach", "scancel": "teach",
}

// idle are words that say nothing of what is looked for.
var idle = strings.Fields("a an and are as at by can do does for from get how i if in is it me my of on or our the this to use what when " +
	"where which will with would show see find machine job jobs log logs did")

// query is what is looked for: for each word those that stand for it.
type query [][]string

func newQuery(text string) (q query) {
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" \t,.;:?!'\"()/", r) }) {
		if slices.Contains(idle, w) {
			continue
		}
		list := append([]string{w}, strings.Fields(strings.ToLower(synonyms[w]))...)
		if one, ok := strings.CutSuffix(w, "s"); ok && len(one) > 2 {
			list = append(list, one)
		}
		for i := range list[1:] {
			list[i+1] = strings.ReplaceAll(list[i+1], "_", " ")
		}
		q = append(q, list)
	}
	return q
}

// Worths of a word's place, and of one that stands for it.
const (
	asName  = 8
	asSaid  = 3
	another = 2 // less by it
)

// worth is how well a thing answers to what is looked for, and how many of its words it has.
func (q query) worth(x *thing) (sum, words int) {
	name, says := strings.ToLower(x.name), strings.ToLower(x.says+" "+x.group)
	for _, list := range q {
		best := 0
		for i, w := range list {
			value := 0
			switch {
			case name == w:
				value = asName + 1
			case begins(name, w):
				value = asName
			case strings.Contains(name, w) || begins(says, w):
				value = asSaid
			}
			if i > 0 && value > 0 {
				value -= another
			}
			best = max(best, value)
		}
		if sum += best; best > 0 {
			words++
		}
	}
	return sum, words
}

// begins says whether a word of a text begins so.
func begins(text, word string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		if i += at; i == 0 || text[i-1] == ' ' || text[i-1] == '(' || text[i-1] == '_' {
			return true
		}
		at = i + 1
	}
}
