package cluster

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/polemos-sim/polemos/policies/expr"
)

// driver is the program as its user starts it.
type driver struct {
	flags       *pflag.FlagSet // of the verb run
	runner      word
	environment word
	endpoint    string
	parallelism int
	flinkREST   string
	command     string
	beam        beamOptions
}

// The runners, by their names in Beam. Flink, Spark and portable are one and the same to the driver: a job server.
const (
	prism    = "prism"
	flink    = "flink"
	dataflow = "dataflow"
)

// The environments: where workers live.
const (
	loopback = "loopback"
	process  = "process"
)

// jobServer is where Beam's job servers listen unless they are told otherwise.
const jobServer = "localhost:8099"

func (d *driver) add(flags *pflag.FlagSet) {
	d.flags = flags
	d.runner = word{flink, []string{flink, prism, "spark", "portable", dataflow}}
	d.environment = word{loopback, []string{loopback, process, "docker", "external"}}
	flags.Var(&d.runner, "runner", "what plays: Flink; prism, which is part of this program; Spark or another portable runner; Google Cloud Dataflow")
	flags.StringVar(&d.endpoint, "endpoint", jobServer, "`HOST:PORT` of the runner's job server (prism: none)")
	flags.Var(&d.environment, "environment", "where workers live: in this process, for runners on this machine; as processes that the runner starts; in containers; as others have started them")
	flags.IntVar(&d.parallelism, "parallelism", 0, "so many bundles of parts are played at the same time (default: as many as the Flink at --flink-rest has slots, else as many as this machine has cores)")
	flags.StringVar(&d.flinkREST, "flink-rest", "", "`HOST:PORT` of Flink's REST interface, through which Ctrl-C cancels the job")
	flags.StringVar(&d.command, "worker-command", "", "`PATH` of this program on every worker, for --environment process (default: as here)")
	flags.Var(&d.beam, "beam", "set an option of Beam's own, `NAME=VALUE`; may be repeated")
}

// word is a flag that is one of some words.
type word struct {
	is    string
	words []string
}

func (w *word) String() string { return w.is }
func (w *word) Type() string   { return strings.Join(w.words, "|") }

func (w *word) Set(text string) error {
	if !slices.Contains(w.words, text) {
		return fmt.Errorf("choose one of %s", strings.Join(w.words, ", "))
	}
	w.is = text
	return nil
}

// beamOptions are the flags of Beam's Go SDK that a user sets by name.
type beamOptions []string

func (*beamOptions) Type() string     { return "NAME=VALUE" }
func (o *beamOptions) String() string { return strings.Join(*o, " ") }

func (o *beamOptions) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New("write NAME=VALUE, such as job_name=mine")
	}
	if flag.Lookup(name) == nil {
		var names []string
		flag.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		near := expr.Closest(name, names)
		if near != "" {
			near = ": did you mean " + near + "?"
		}
		return fmt.Errorf("there is no option %s of Beam's Go SDK%s", name, near)
	}
	if err := flag.Set(name, value); err != nil {
		return err
	}
	*o = append(*o, text)
	return nil
}

// check finds what is wrong with the flags.
func (d *driver) check() error {
	switch {
	case d.flags.Changed("parallelism") && d.parallelism < 1:
		return fmt.Errorf("--parallelism %d: choose 1 or more", d.parallelism)
	case d.runner.is == prism && d.environment.is != loopback:
		return fmt.Errorf("--runner prism has its workers in this process: leave --environment %s away", d.environment.is)
	case d.runner.is == flink && d.environment.is == process && d.parallelism == 0 && d.flinkREST == "":
		return errors.New("--environment process: say how many task slots there are with --parallelism N, or where Flink tells with --flink-rest HOST:PORT")
	case d.command != "" && d.environment.is != process:
		return errors.New("--worker-command is for --environment process")
	}
	return nil
}

// setBeam sets the flags of Beam's that this program's own stand for.
func (d *driver) setBeam() error {
	set := map[string]string{"environment_type": d.environment.is, "parallelism": strconv.Itoa(d.parallelism)}
	switch {
	case d.runner.is == dataflow:
		delete(set, "environment_type")
	case d.runner.is != prism || d.flags.Changed("endpoint"):
		set["endpoint"] = d.endpoint
	}
	if d.environment.is == process {
		config, err := d.processConfig()
		if err != nil {
			return err
		}
		set["environment_config"] = config
		// Beam sends the program to the job server, 100 MB for nothing: workers do not fetch it from there.
		set["worker_binary"] = os.DevNull
	}
	for name, value := range set {
		if err := flag.Set(name, value); err != nil {
			return fmt.Errorf("the option %s=%s of Beam: %w", name, value, err)
		}
	}
	return nil
}

// processConfig tells a runner how to start a worker.
func (d *driver) processConfig() (string, error) {
	command := d.command
	if command == "" {
		self, err := os.Executable()
		if err != nil {
			return "", err
		}
		if command, err = filepath.EvalSymlinks(self); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(struct {
		Command string `json:"command"`
	}{command})
	return string(text), err
}
