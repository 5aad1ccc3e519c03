package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// flinkREST is Flink's own interface, beside that of Beam's job server.
type flinkREST string

// base is the address, with or without http:// before it.
func (r flinkREST) base() string {
	if strings.Contains(string(r), "://") {
		return strings.TrimSuffix(string(r), "/")
	}
	return "http://" + string(r)
}

// call asks, and decodes the answer unless to is nil.
func (r flinkREST) call(ctx context.Context, method, path string, to any) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, r.base()+path, nil)
	if err != nil {
		return fmt.Errorf("--flink-rest: %w", err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("--flink-rest: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 64<<20))
	if err != nil {
		return fmt.Errorf("--flink-rest: %w", err)
	}
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("--flink-rest: %s %s: %s: %.200s", method, request.URL, response.Status, body)
	}
	if to == nil {
		return nil
	}
	if err := json.Unmarshal(body, to); err != nil {
		return fmt.Errorf("--flink-rest: %s is not Flink's: %w", r, err)
	}
	return nil
}

// slots is how many bundles the cluster can work on at a time.
func (r flinkREST) slots(ctx context.Context) (int, error) {
	var overview struct {
		Slots int `json:"slots-total"`
	}
	if err := r.call(ctx, http.MethodGet, "/overview", &overview); err != nil {
		return 0, err
	}
	if overview.Slots == 0 {
		return 0, fmt.Errorf("the Flink cluster at %s has no task slots: start its task managers", r)
	}
	return overview.Slots, nil
}

// cancel ends the jobs that have the mark in their names. Beam's job server can be asked to, but the job goes on.
func (r flinkREST) cancel(ctx context.Context, mark string) error {
	var overview struct {
		Jobs []struct {
			ID   string `json:"jid"`
			Name string `json:"name"`
		} `json:"jobs"`
	}
	if err := r.call(ctx, http.MethodGet, "/jobs/overview", &overview); err != nil {
		return err
	}
	for _, job := range overview.Jobs {
		if !strings.Contains(job.Name, mark) {
			continue
		}
		if err := r.call(ctx, http.MethodPatch, "/jobs/"+job.ID+"?mode=cancel", nil); err != nil {
			return err
		}
	}
	return nil
}
