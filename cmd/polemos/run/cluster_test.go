package run

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// The files in cmd/polemos/cluster are run as their cluster would run them, on fewer games.

// gamesOfCluster are some parts, the last of them cut short, for more shards than parts.
const gamesOfCluster = "1_400_000"

// clusterFile is the text of one of the files.
func clusterFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(checkout(t), "cmd", "polemos", "cluster", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// documents reads all documents of a YAML file into maps and lists.
func documents(t *testing.T, text string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for d := yaml.NewDecoder(strings.NewReader(text)); ; {
		var one map[string]any
		if err := d.Decode(&one); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
}

// at is what lies at the keys, below v; of lists the first entry.
func at[T any](t *testing.T, v any, keys ...string) T {
	t.Helper()
	for _, key := range keys {
		if list, ok := v.([]any); ok && len(list) > 0 {
			v = list[0]
		}
		m, _ := v.(map[string]any)
		v = m[key]
	}
	is, ok := v.(T)
	if !ok {
		t.Fatalf("%s is %v", strings.Join(keys, "."), v)
	}
	return is
}

// texts are the words of a list.
func texts(list []any) []string {
	words := make([]string, len(list))
	for i, w := range list {
		words[i] = fmt.Sprint(w)
	}
	return words
}

// toolbox is a folder for the path with polemos, which is this test, and small scripts by name.
func toolbox(t *testing.T, scripts map[string]string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "polemos")); err != nil {
		t.Fatal(err)
	}
	for name, text := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/usr/bin/env bash\nset -euo pipefail\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// bash runs a script with the tools first on the path, and returns what it shows.
func bash(t *testing.T, tools string, env []string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		lacking(t, "no bash runs the scripts: %v", err)
	}
	c := exec.Command("bash", args...)
	c.Env = slices.Concat(os.Environ(), []string{asProgram + "=1", "PATH=" + tools + ":" + os.Getenv("PATH")}, env)
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		t.Fatalf("bash %s: %v\n%s%s", strings.Join(args, " "), err, out.String(), said.String())
	}
	return out.String()
}

func TestKubernetes(t *testing.T) {
	all := documents(t, clusterFile(t, "kubernetes.yaml"))
	jobs := map[string]map[string]any{}
	for _, one := range all {
		if one["kind"] == "Job" {
			jobs[at[string](t, one, "metadata", "name")] = at[map[string]any](t, one, "spec")
		}
	}
	shards, merge := jobs["polemos-shards"], jobs["polemos-merge"]
	volume := at[string](t, all[0], "metadata", "name")
	for name, job := range jobs {
		pod := at[map[string]any](t, job, "template", "spec")
		container := at[[]any](t, pod, "containers")
		if at[bool](t, pod, "securityContext", "runAsNonRoot") != true || at[bool](t, container, "securityContext", "readOnlyRootFilesystem") != true ||
			at[bool](t, container, "securityContext", "allowPrivilegeEscalation") != false || at[string](t, container, "volumeMounts", "mountPath") != "/data" ||
			at[string](t, pod, "volumes", "persistentVolumeClaim", "claimName") != volume {
			t.Errorf("%s: %v", name, pod)
		}
	}
	if at[bool](t, merge, "suspend") != true {
		t.Error("the merge does not wait for the shards")
	}

	// A container knows its index; its volume is a folder here.
	work := t.TempDir()
	args := func(job map[string]any, index int) []string {
		words := texts(at[[]any](t, job, "template", "spec", "containers", "args"))
		for i, w := range words {
			w = strings.ReplaceAll(w, "$(JOB_COMPLETION_INDEX)", strconv.Itoa(index))
			w = strings.ReplaceAll(w, "/data/", work+"/")
			words[i] = regexp.MustCompile(`^--games=.*`).ReplaceAllString(w, "--games="+gamesOfCluster)
		}
		return words
	}
	for index := range at[int](t, shards, "completions") {
		line := args(shards, index)
		o := polemos(t, line...)
		if got := messages(logged(t, o.err)); o.status != Done || !slices.Contains(got, "finished") {
			t.Fatalf("%q: status %d, %s", line, o.status, o.err)
		}
	}
	merged := args(merge, 0)
	done(t, merged...)
	whole := filepath.Join(t.TempDir(), "whole")
	done(t, "run", "inkopah", "--games", gamesOfCluster, "--rows", "none", "--out", whole)
	sameFolder(t, "what Kubernetes joined", filepath.Join(work, "inkopah"), whole)
}

// Stubs take the place of Slurm: sbatch runs the tasks of an array one after the other, and what depends on them after
// them.
func TestSlurm(t *testing.T) {
	const sbatch = `
array= after=
while [[ $1 == --* ]]; do
	case $1 in --array=*) array=${1#*=} ;; --dependency=*) after=${1#*=} ;; esac
	shift
done
echo "$array|$after" >>"$CALLS"
if [ -n "$array" ]; then
	for ((i = ${array%-*}; i <= ${array#*-}; i++)); do
		SLURM_JOB_ID=$((70 + i)) SLURM_ARRAY_TASK_ID=$i SLURM_CPUS_PER_TASK=2 bash "$@" >/dev/null 2>&1
	done
	echo "70;cluster"
else
	SLURM_JOB_ID=90 SLURM_CPUS_PER_TASK=2 bash "$@"
fi
`
	tools := toolbox(t, map[string]string{"sbatch": sbatch, "srun": `exec "$@"`})
	dir := t.TempDir()
	calls := filepath.Join(dir, "calls")
	env := []string{"SHARDS=3", "OUT=" + filepath.Join(dir, "my war"), "CALLS=" + calls}
	script := filepath.Join(checkout(t), "cmd", "polemos", "cluster", "slurm.sh")
	flags := []string{"two-fronts", "--games", gamesOfCluster, "--rows", "games"}
	for range 2 { // the second time nothing is left to do
		bash(t, tools, env, append([]string{script}, flags...)...)
		whole := filepath.Join(t.TempDir(), "whole")
		done(t, append([]string{"run", "--out", whole}, flags...)...)
		sameFolder(t, "what Slurm joined", filepath.Join(dir, "my war", "all"), whole)
	}
	if said, err := os.ReadFile(calls); err != nil || string(said) != "1-3|\n|afterok:70\n1-3|\n|afterok:70\n" {
		t.Errorf("%v, sbatch was called so:\n%s", err, said)
	}
}

// workflow are the steps of a job of a workflow for GitHub Actions that are commands, by what the machine would have put
// in for its own expressions.
func workflow(t *testing.T, name, job string, put map[string]string) (commands []string) {
	t.Helper()
	w := documents(t, clusterFile(t, name))[0]
	env, _ := w["env"].(map[string]any)
	for _, step := range at[[]any](t, w, "jobs", job, "steps") {
		s := step.(map[string]any)
		run, ok := s["run"].(string)
		if !ok || strings.HasPrefix(run, "go install ") {
			continue
		}
		own, _ := s["env"].(map[string]any)
		for _, scope := range []map[string]any{env, own} {
			for key, value := range scope {
				run = key + "='" + fmt.Sprint(value) + "'; " + run
			}
		}
		run = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`).ReplaceAllStringFunc(run, func(e string) string {
			is, ok := put[strings.TrimSpace(e[3:len(e)-2])]
			if !ok {
				t.Errorf("%s: nothing is known of %s", name, e)
			}
			return is
		})
		commands = append(commands, run)
	}
	if len(commands) == 0 {
		t.Fatalf("%s: job %s has no commands", name, job)
	}
	return commands
}

func TestGitHubActions(t *testing.T) {
	tools, machine := toolbox(t, nil), t.TempDir()
	w := documents(t, clusterFile(t, "github-actions.yaml"))[0]
	shards := texts(at[[]any](t, w, "jobs", "shard", "strategy", "matrix", "shard"))
	put := map[string]string{"inputs.scenario": "inkopah", "inputs.games": gamesOfCluster, "strategy.job-total": strconv.Itoa(len(shards))}
	joined := t.TempDir()
	for _, shard := range shards {
		put["matrix.shard"] = shard
		for _, command := range workflow(t, "github-actions.yaml", "shard", put) {
			bash(t, tools, nil, "-ec", "cd "+machine+"; "+command)
		}
		// The artifact: files that are not hidden, in a folder of its name.
		to := filepath.Join(joined, "shards", "shard-"+shard)
		for name, text := range folderBytes(t, filepath.Join(machine, "shard")) {
			if strings.HasPrefix(name, ".") {
				continue
			}
			if err := os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(to, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.RemoveAll(filepath.Join(machine, "shard")); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range workflow(t, "github-actions.yaml", "merge", put) {
		bash(t, tools, nil, "-ec", "cd "+joined+"; "+command)
	}
	whole := filepath.Join(t.TempDir(), "whole")
	done(t, "run", "inkopah", "--games", gamesOfCluster, "--rows", "none", "--out", whole)
	sameFolder(t, "what the workflow joined", filepath.Join(joined, "run"), whole)
}

func TestGitHubActionsCheck(t *testing.T) {
	tools, dir := toolbox(t, nil), t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "scenarios"), 0o755); err != nil {
		t.Fatal(err)
	}
	done(t, "new", filepath.Join(dir, "scenarios", "my-war.yaml"))
	for _, command := range workflow(t, "github-actions-check.yaml", "check", nil) {
		bash(t, tools, nil, "-ec", "cd "+dir+"; "+command)
	}
	for _, name := range []string{"check.xml", "check.html"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(text), "my-war") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
