// Package exact is the form in which exact odds are handed on: a result with names
// instead of numbers, and its JSON.
package exact
