package sim

import (
	"fmt"
	"runtime/debug"
)

// guard makes an error of a panic: no worker takes the program down or leaves others waiting.
func guard(f func() error) (err error) {
	defer recovered(&err)
	return f()
}

func recovered(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("internal failure: %v\n%s", cause, debug.Stack())
	}
}
