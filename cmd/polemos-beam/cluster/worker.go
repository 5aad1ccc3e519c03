package cluster

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"

	"github.com/polemos-sim/polemos/cmd/polemos/run"
)

// worker is the program where a runner has started it to work; false where a user has. Runners start it in two ways:
// those of the environment process as Beam's containers start their boot program, with the addresses of what a worker
// talks to; Beam's containers, after that, as --worker=true.
func worker(args []string) (status int, ok bool) {
	given := func(flag string) bool {
		return slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, flag) })
	}
	switch {
	case given("--provision_endpoint="):
		go endWithParent()
		if err := boot(args); err != nil {
			fmt.Fprintln(os.Stderr, "polemos: this worker ends: "+err.Error())
			return run.Broken, true
		}
		return run.Done, true
	case given("--worker=true"):
		go endWithParent()
		if err := flag.CommandLine.Parse(args); err != nil {
			return run.Usage, true
		}
		beam.Init() // works, and does not return
		return run.Broken, true
	}
	return 0, false
}

// boot works until the runner closes the control channel.
func boot(args []string) error {
	flags := flag.NewFlagSet("worker", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	id := flags.String("id", "", "")
	provision := flags.String("provision_endpoint", "", "")
	control := flags.String("control_endpoint", "", "")
	logging := flags.String("logging_endpoint", "", "")
	flags.String("artifact_endpoint", "", "") // the program itself is all that there is to fetch
	flags.String("semi_persist_dir", "", "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	ctx := grpcx.WriteWorkerID(context.Background(), *id)
	info, err := tools.ProvisionInfo(ctx, *provision)
	if err != nil {
		return err
	}
	text, err := tools.ProtoToJSON(info.GetPipelineOptions())
	if err != nil {
		return err
	}
	var options runtime.RawOptionsWrapper
	if err := json.Unmarshal([]byte(text), &options); err != nil {
		return fmt.Errorf("the options of the pipeline cannot be read: %w", err)
	}
	runtime.GlobalOptions.Import(options.Options)
	beam.Init()
	for to, url := range map[*string]string{control: info.GetControlEndpoint().GetUrl(), logging: info.GetLoggingEndpoint().GetUrl()} {
		if url != "" {
			*to = url
		}
	}
	return harness.MainWithOptions(ctx, *logging, *control, harness.Options{
		RunnerCapabilities: info.GetRunnerCapabilities(),
		StatusEndpoint:     info.GetStatusEndpoint().GetUrl(),
	})
}

// endWithParent ends this process when the one that started it is gone: nobody waits for the worker of a runner that was
// killed, and Beam's own code may wait forever for that runner.
func endWithParent() {
	for parent := os.Getppid(); os.Getppid() == parent; {
		time.Sleep(time.Second)
	}
	fmt.Fprintln(os.Stderr, "polemos: this worker ends: the process that started it is gone")
	os.Exit(run.Broken)
}
