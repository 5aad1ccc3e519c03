package run

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/sim"
)

// metricsHelp tells what is served, for the help of the verbs that have --metrics.
func metricsHelp(what string) string {
	return strings.ReplaceAll(`--metrics serves how far it has come, for Prometheus, at http://HOST:PORT/metrics:
polemos_WHAT_done_total of polemos_WHAT_asked, polemos_build_info,
polemos_start_time_seconds, and go_* about memory and its collection`, "WHAT", what)
}

// address is where metrics are served: "9090" and ":9090" are ports of this machine alone.
type address string

func (a *address) String() string { return string(*a) }

func (a *address) Type() string { return "ADDRESS" }

func (a *address) Set(text string) error {
	if !strings.Contains(text, ":") {
		text = ":" + text
	}
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		return errors.New("not an address; write --metrics 9090 for this machine alone, or --metrics 0.0.0.0:9090")
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return errors.New("the port is not a number from 0 to 65535; write --metrics 9090")
	}
	if host == "" {
		host = "127.0.0.1"
	}
	*a = address(net.JoinHostPort(host, port))
	return nil
}

func addMetrics(c *cobra.Command, to *address) {
	c.Flags().Var(to, "metrics", "serve metrics for Prometheus at `[HOST:]PORT`, on this machine alone unless a host is given; port 0: any that is free (default: none are served)")
}

// metered is a reporter that also serves what it is told.
type metered struct {
	reporter
	what    string // is counted: "games"
	set     *metrics.Set
	done    *metrics.Counter
	asked   *metrics.Gauge
	server  http.Server
	stopped chan struct{} // closed when nothing is served any more
}

// meter serves what the reporter is told, from now until it is closed; nothing when there is no address.
func meter(r reporter, what string, at address) (reporter, error) {
	if at == "" {
		return r, nil
	}
	listener, err := net.Listen("tcp", string(at))
	if err != nil {
		return nil, listenError(at, err)
	}
	m := &metered{reporter: r, what: what, set: metrics.NewSet(), stopped: make(chan struct{})}
	m.done = m.set.NewCounter("polemos_" + what + "_done_total")
	m.asked = m.set.NewGauge("polemos_"+what+"_asked", nil)
	m.set.NewGauge("polemos_start_time_seconds", nil).Set(float64(time.Now().UnixMilli()) / 1000)
	m.set.NewGauge(fmt.Sprintf("polemos_build_info{version=%q,rules_version=\"%d\",go=%q}", version(), sim.RulesVersion, runtime.Version()), nil).Set(1)
	metrics.ExposeMetadata(true) // without it no metric would have a type

	pages := http.NewServeMux()
	pages.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.set.WritePrometheus(w)
		metrics.WriteGoMetrics(w)
	})
	m.server = http.Server{Handler: pages, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second}
	go func() {
		defer close(m.stopped)
		_ = m.server.Serve(listener) // that it was closed
	}()
	r.note(sim.Note{Code: "metrics", Text: "metrics are served at http://" + listener.Addr().String() + "/metrics"})
	return m, nil
}

// listenError says why nothing can be served at the address.
func listenError(at address, err error) error {
	var number syscall.Errno
	var name *net.DNSError
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return usage("--metrics %s: another program listens there: choose another port, or 0 for any that is free", at)
	case errors.As(err, &name):
		return usage("--metrics %s: this machine knows no host of that name: name one of its own addresses", at)
	case errors.As(err, &number):
		return usage("--metrics %s: %v: choose another port, or another of this machine's own addresses", at, number)
	}
	return usage("--metrics %s: %v", at, err)
}

func (m *metered) update(done, all uint64) {
	m.done.Set(done)
	m.asked.Set(float64(all))
	m.reporter.update(done, all)
}

func (m *metered) parts(p partCount) {
	m.asked.Set(float64(p.games))
	m.set.GetOrCreateCounter("polemos_parts_done_total").Set(uint64(p.done))
	m.set.GetOrCreateGauge("polemos_parts_asked", nil).Set(float64(p.asked))
	m.set.GetOrCreateGauge("polemos_parts_kept", nil).Set(float64(p.kept))
	m.set.GetOrCreateGauge("polemos_"+m.what+"_kept", nil).Set(float64(p.keptGames))
	m.reporter.parts(p)
}

// close lets whoever is reading finish, for a moment.
func (m *metered) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	if m.server.Shutdown(ctx) != nil {
		m.server.Close()
	}
	<-m.stopped
	m.reporter.close()
}
