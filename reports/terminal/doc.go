// Package terminal prints a run's findings as the table a user sees first.
package terminal
