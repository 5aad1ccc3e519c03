package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

func main() {
	rounds := flag.Int("rounds", 11, "rounds of every program, taking turns")
	games := flag.Uint64("games", 300_000, "games of one-war a round; of longer games fewer")
	asJSON := flag.Bool("json", false, "print JSON")
	python := flag.Bool("python", true, "measure the Python peers, too")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: go run ./bench [flags] [workload...]\nworkloads:")
		for i := range workloads {
			fmt.Fprintf(os.Stderr, "  %-14s%s\n", workloads[i].name, workloads[i].doc)
		}
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := run(os.Stdout, flag.Args(), *rounds, *games, *python, *asJSON); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, names []string, rounds int, games uint64, python, asJSON bool) error {
	if rounds < 1 || games < 1 {
		return fmt.Errorf("at least one round of one game is needed")
	}
	chosen, err := choose(names)
	if err != nil {
		return err
	}
	peer, err := buildPeer()
	if err != nil {
		return err
	}
	defer peer.remove()
	var lines []line
	for _, w := range chosen {
		players, notes := w.players(peer, python)
		for _, n := range notes {
			fmt.Fprintln(os.Stderr, "bench:", n)
		}
		measured, err := alternate(players, rounds, w.games(games))
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		lines = append(lines, summarise(w.name, measured)...)
	}
	if asJSON {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		return enc.Encode(lines)
	}
	return show(out, lines)
}

// choose finds workloads by name; none means all.
func choose(names []string) ([]*workload, error) {
	var all []string
	var chosen []*workload
	for i := range workloads {
		w := &workloads[i]
		all = append(all, w.name)
		if len(names) == 0 || slices.Contains(names, w.name) {
			chosen = append(chosen, w)
		}
	}
	for _, n := range names {
		if !slices.Contains(all, n) {
			return nil, fmt.Errorf("there is no workload %s: choose from %s", n, strings.Join(all, ", "))
		}
	}
	return chosen, nil
}

// A line of the table: one program on one workload.
type line struct {
	Workload string  `json:"workload"`
	Program  string  `json:"program"`
	Ns       float64 `json:"ns_per_game"` // median of the rounds, processor time
	Ratio    float64 `json:"ratio"`       // median of the rounds' ratios to the first program
	Low      float64 `json:"ratio_p25"`
	High     float64 `json:"ratio_p75"`
	Rounds   int     `json:"rounds"`
	Checked  string  `json:"checked"` // what agrees with the first program: "signature" or "odds"
	Odds     float64 `json:"odds"`    // of the first outcome
	Length   float64 `json:"mean_length"`
	Against  string  `json:"against"`
}

// summarise makes lines of what was measured, against the first program.
func summarise(workload string, measured []measurement) []line {
	var lines []line
	first := &measured[0]
	for i := range measured {
		m := &measured[i]
		ratios := make([]float64, len(m.ns))
		for r := range ratios {
			ratios[r] = m.ns[r] / first.ns[r]
		}
		lines = append(lines, line{
			Workload: workload, Program: m.name, Rounds: len(m.ns), Checked: m.checked, Odds: m.odds, Length: m.length, Against: first.name,
			Ns: quantile(m.ns, 0.5), Ratio: quantile(ratios, 0.5), Low: quantile(ratios, 0.25), High: quantile(ratios, 0.75),
		})
	}
	return lines
}

// quantile is the nearest-rank quantile.
func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

func show(out io.Writer, lines []line) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "workload\tprogram\tns/game\tratio\tmiddle half\tagrees in\tfirst outcome\tmean length\t")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%s\t%.1f\t%.2f\t%.2f-%.2f\t%s\t%.4f\t%.4f\t\n", l.Workload, l.Program, l.Ns, l.Ratio, l.Low, l.High, l.Checked, l.Odds, l.Length)
	}
	return w.Flush()
}
