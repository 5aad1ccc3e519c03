package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The README's commands have flags that there are, and its files are there.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	help, err := exec.Command("go", "run", ".", "run", "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, command := range regexp.MustCompile(`(?m)^ +(?:\./)?polemos-beam run (?:.*\\\n)*.*$`).FindAllString(string(text), -1) {
		commands++
		for _, flag := range regexp.MustCompile(`--[a-z-]+`).FindAllString(command, -1) {
			if !strings.Contains(string(help), flag+" ") {
				t.Errorf("there is no %s: %s", flag, command)
			}
		}
	}
	if commands < 3 {
		t.Errorf("%d commands were found", commands)
	}
	for _, link := range regexp.MustCompile(`\]\(([^):]+)\)`).FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(link[1]); err != nil {
			t.Errorf("%s: %v", link[0], err)
		}
	}
	for _, line := range strings.Split(string(text), "\n") {
		if setting := strings.TrimSpace(line); strings.HasPrefix(setting, "restart-strategy.") {
			conf, err := os.ReadFile("flink/conf/config.yaml")
			if err != nil || !strings.Contains(string(conf), setting+"\n") {
				t.Errorf("the configuration lacks %s: %v", setting, err)
			}
		}
	}
}
